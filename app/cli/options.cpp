#include "app/cli/options.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/quantity/worker_counts.h"

namespace scalewright::cli {

void Values::add(const char* option, std::string message, std::string expected)
{
    problems.push_back({std::move(message), std::move(expected), Where{.field = option}});
}

void Values::add(const Error& error)
{
    problems.insert(problems.end(), error.problems.begin(), error.problems.end());
}

std::optional<double> Values::amount(const Text& text, const char* option, Dimension dimension, Sign sign)
{
    if (!text)
        return std::nullopt;
    const Result<double> value = typedAmount(*text, dimension);
    if (!value) {
        for (const Problem& problem : value.error().problems)
            add(option, problem.message, problem.expected);
        return std::nullopt;
    }
    if (*value < 0 || (*value == 0 && sign == Sign::Positive)) {
        add(option, fmt::format("\"{}\" is {}", *text, *value < 0 ? "negative" : "zero"),
            fmt::format("{}, {}", sign == Sign::Positive ? "more than zero" : "zero or more", exampleOf(dimension)));
        return std::nullopt;
    }
    return *value + 0.0;  // "-0" is 0
}

std::optional<double> Values::share(const Text& text, const char* option)
{
    const std::optional<double> value = amount(text, option, Dimension::Ratio, Sign::NotNegative);
    if (value && *value > 1) {
        add(option, fmt::format("\"{}\" is more than 1", *text), "a share from 0 to 1, such as 0.6");
        return std::nullopt;
    }
    return value;
}

std::optional<double> Values::premium(const Text& text, const char* option)
{
    const std::optional<double> value = amount(text, option, Dimension::Ratio, Sign::Positive);
    const bool isShare = value && text->find('%') != std::string::npos;
    if (!value || (*value >= 1 && !isShare))
        return value;
    add(option, fmt::format("\"{}\" is {}", *text, isShare ? "a percentage" : "less than 1"),
        isShare && *value < 1 ? fmt::format("a factor over the raw price: {} for {} % more", roundTrip(1 + *value),
                                            roundTrip(std::round(1e8 * *value) / 1e6))
                              : "a factor over the raw price: 1.2 for 20 % more");
    return std::nullopt;
}

std::optional<int> Values::count(const Text& text, const char* option, int low, int high)
{
    if (!text)
        return std::nullopt;
    const Result<long> value = parseCount(*text, low, high);
    if (!value) {
        for (const Problem& problem : value.error().problems)
            add(option, problem.message, problem.expected);
        return std::nullopt;
    }
    return static_cast<int>(*value);
}

void declarePMax(CLI::App& command, Text& pMax, std::string_view what)
{
    command.add_option("--p-max", pMax, fmt::format("{} is searched in 1...N; {}", what, defaultPMax))->type_name("N");
}

std::optional<std::vector<int>> Values::workers(const Text& text, const char* option, int high)
{
    if (!text)
        return std::nullopt;
    Result<std::vector<int>> counts = parseWorkerCounts(*text, high);
    if (!counts) {
        for (const Problem& problem : counts.error().problems)
            add(option, problem.message, problem.expected);
        return std::nullopt;
    }
    return std::move(*counts);
}

Error inOptions(Error error)
{
    for (Problem& problem : error.problems)
        if (std::string& field = problem.where.field; !field.empty() && !field.starts_with("--")) {
            std::replace(field.begin(), field.end(), '_', '-');
            field.insert(0, "--");
        }
    return error;
}

}  // namespace scalewright::cli
