// Option values as people write them, read by core's parsers; everything that is wrong is collected and reported
// together.
//
//     Values values;
//     const std::optional<double> alpha = values.amount(options.alpha, "--alpha", Dimension::Time, Sign::NotNegative);
//     if (!values.problems.empty())
//         return fail(values.error());
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/project/enums/scaling.h"

namespace scalewright::cli {

/// An option that was not given is absent, not empty: `--alpha ""` is a mistake to report.
using Text = std::optional<std::string>;

enum class Sign { Positive, NotNegative };

class Values {
public:
    std::vector<Problem> problems;

    /// nullopt where the option is absent or wrong (then there is a problem more).
    std::optional<double> amount(const Text& text, const char* option, Dimension dimension, Sign sign);
    /// A share from 0 to 1.
    std::optional<double> share(const Text& text, const char* option);
    /// What something costs as a factor of what it is over: 1.2 for 20 % more.
    std::optional<double> premium(const Text& text, const char* option);
    /// Where the option is given, the amount in units of `unit` into `out`; else `out` stays.
    template <class Out>
    void lay(Out& out, const Text& text, const char* option, Dimension dimension, Sign sign, double unit = 1)
    {
        if (const std::optional<double> value = amount(text, option, dimension, sign))
            out = *value * unit;
    }
    std::optional<int> count(const Text& text, const char* option, int low, int high);
    /// How far p is searched, of declarePMax.
    int pMax(const Text& text) { return count(text, "--p-max", 1, largestPMax).value_or(defaultPMax); }
    std::optional<std::vector<int>> workers(const Text& text, const char* option, int high);

    void add(const char* option, std::string message, std::string expected = {});
    void add(const Error& error);
    [[nodiscard]] bool ok() const { return problems.empty(); }
    [[nodiscard]] Error error() const { return {ErrorCode::Input, problems}; }
};

/// --p-max N: "`what` is searched in 1...N; 4096".
void declarePMax(CLI::App& command, Text& pMax, std::string_view what);

/// parseWorkerCounts in a line, for --help.
inline constexpr const char* workerCountsHelp = "worker counts: 1,2,8 or 1..64 (doubling) or 1-16 (every one)";

/// Core names a parameter by its key; on a command line it is an option: "t_comp" is --t-comp.
[[nodiscard]] Error inOptions(Error error);

}  // namespace scalewright::cli
