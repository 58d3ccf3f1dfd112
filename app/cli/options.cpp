// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/quantity/worker_counts.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"

namespace scalewright::cli {

void OptionValues::addProblem(const char* option, std::string message, std::string expected)
{
    problems.push_back({std::move(message), std::move(expected), ProblemLocation{.field = option}});
}

void OptionValues::addProblems(const Error& error)
{
    append(problems, error.problems);
}

void OptionValues::addProblems(const char* option, const Error& error)
{
    for (const Problem& problem : error.problems)
        addProblem(option, problem.message, problem.expected);
}

std::optional<double> OptionValues::readAmount(const OptionText& text, const char* option, Dimension dimension,
                                               Sign sign)
{
    if (!text)
        return std::nullopt;
    const Result<double> value = parseTypedAmount(*text, dimension);
    if (!value) {
        addProblems(option, value.error());
        return std::nullopt;
    }
    if (*value < 0 || (*value == 0 && sign == Sign::Positive)) {
        addProblem(
            option, fmt::format("\"{}\" is {}", *text, *value < 0 ? "negative" : "zero"),
            fmt::format("{}, {}", sign == Sign::Positive ? "more than zero" : "zero or more", exampleOf(dimension)));
        return std::nullopt;
    }
    return *value + 0.0;  // turns "-0" into 0
}

std::optional<double> OptionValues::readShare(const OptionText& text, const char* option)
{
    const std::optional<double> value = readAmount(text, option, Dimension::Ratio, Sign::NonNegative);
    if (value && *value > 1) {
        addProblem(option, fmt::format("\"{}\" is more than 1", *text), "a share from 0 to 1, such as 0.6");
        return std::nullopt;
    }
    return value;
}

std::optional<double> OptionValues::readPremium(const OptionText& text, const char* option)
{
    const std::optional<double> value = readAmount(text, option, Dimension::Ratio);
    const bool isPercentage = value && text->find('%') != std::string::npos;
    if (!value || (*value >= 1 && !isPercentage))
        return value;
    addProblem(option, fmt::format("\"{}\" is {}", *text, isPercentage ? "a percentage" : "less than 1"),
               isPercentage && *value < 1
                   ? fmt::format("a factor over the raw price: {} for {} % more", roundTripText(1 + *value),
                                 roundTripText(std::round(1e8 * *value) / 1e6))
                   : "a factor over the raw price: 1.2 for 20 % more");
    return std::nullopt;
}

std::optional<int> OptionValues::readCount(const OptionText& text, const char* option, int low, int high)
{
    if (!text)
        return std::nullopt;
    std::optional<int> count;
    setFromResult(count, parseCount(*text, low, high).map([](long value) { return static_cast<int>(value); }), option);
    return count;
}

std::optional<std::vector<int>> OptionValues::readWorkerCounts(const OptionText& text, const char* option, int high)
{
    if (!text)
        return std::nullopt;
    std::optional<std::vector<int>> counts;
    setFromResult(counts, parseWorkerCounts(*text, high), option);
    return counts;
}

Error withOptionNames(Error error)
{
    for (Problem& problem : error.problems)
        if (std::string& field = problem.location.field; !field.empty() && !field.starts_with("--")) {
            std::replace(field.begin(), field.end(), '_', '-');
            field.insert(0, "--");
        }
    return error;
}

}  // namespace scalewright::cli
