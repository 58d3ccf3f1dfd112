// SPDX-License-Identifier: GPL-3.0-or-later
// Option values as typed by users, parsed by core; all problems are collected and reported together.
//
//     OptionValues values;
//     const std::optional<double> alpha =
//         values.readAmount(options.alpha, "--alpha", Dimension::Time, Sign::NonNegative);
//     if (!values.problems.empty())
//         return fail(values.error());
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/error/parse_name.h"
#include "core/base/quantity/quantity.h"
#include "core/project/enums/scaling.h"

namespace scalewright::cli {

/// An option that was not given is absent rather than empty: `--alpha ""` is an error that must be reported.
using OptionText = std::optional<std::string>;

enum class Sign { Positive, NonNegative };

class OptionValues {
public:
    std::vector<Problem> problems;

    /// nullopt if the option is absent or invalid; if it is invalid, a problem is added.
    std::optional<double> readAmount(const OptionText& text, const char* option, Dimension dimension,
                                     Sign sign = Sign::Positive);
    /// A fraction from 0 to 1.
    std::optional<double> readShare(const OptionText& text, const char* option);
    /// A price as a multiple of another price: 1.2 means 20 % more.
    std::optional<double> readPremium(const OptionText& text, const char* option);
    /// Sets `target` to the amount in units of `unit` if the option is given.
    template <class Out>
    void setFromOption(Out& target, const OptionText& text, const char* option, Dimension dimension,
                       Sign sign = Sign::Positive, double unit = 1)
    {
        if (const std::optional<double> value = readAmount(text, option, dimension, sign))
            target = *value * unit;
    }
    std::optional<int> readCount(const OptionText& text, const char* option, int low, int high);
    /// The largest p to search, given by --p-max.
    int readPMax(const OptionText& text) { return readCount(text, "--p-max", 1, maximumPMax).value_or(defaultPMax); }
    std::optional<std::vector<int>> readWorkerCounts(const OptionText& text, const char* option, int high);

    /// A value by its name.
    template <NamedEnum Enum>
    std::optional<Enum> readName(const OptionText& text, const char* option)
    {
        std::optional<Enum> value;
        if (text)
            setFromResult(value, parseName<Enum>(*text), option);
        return value;
    }

    void addProblem(const char* option, std::string message, std::string expected = {});
    void addProblems(const Error& error);
    /// The same problems, as those of the option.
    void addProblems(const char* option, const Error& error);
    /// Sets `target` to the result, or adds its problems as those of the option.
    template <class Out, class Value>
    void setFromResult(Out& target, const Result<Value>& result, const char* option)
    {
        if (result)
            target = *result;
        else
            addProblems(option, result.error());
    }
    [[nodiscard]] bool isValid() const { return problems.empty(); }
    [[nodiscard]] Error error() const { return {ErrorCode::Input, problems}; }
};

/// The syntax of parseWorkerCounts in one line, for --help.
inline constexpr const char* workerCountsHelp = "worker counts: 1,2,8 or 1..64 (doubling) or 1-16 (every one)";

/// Core refers to a parameter by its key; this replaces the key with the option: "t_comp" becomes --t-comp.
[[nodiscard]] Error withOptionNames(Error error);

}  // namespace scalewright::cli
