#include "app/cli/options.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/quantity/units.h"

namespace scalewright::cli {

namespace {

constexpr std::size_t mostWorkerCounts = 100'000;

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::size_t from = 0;
    for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, from)) {
        parts.push_back(text.substr(from, at - from));
        from = at + 1;
    }
    parts.push_back(text.substr(from));
    return parts;
}

/// The counts of one part of the list, appended to `counts`.
Result<void> addPart(const std::string& part, int high, std::vector<int>& counts)
{
    const std::size_t doubling = part.find("..");
    const std::size_t every = part.find('-', 1);
    const std::size_t separator = doubling != std::string::npos ? doubling : every;
    if (separator == std::string::npos) {
        const Result<long> only = parseCount(part, 1, high);
        if (!only)
            return fail(only.error());
        counts.push_back(static_cast<int>(*only));
        return {};
    }
    const Result<long> first = parseCount(part.substr(0, separator), 1, high);
    if (!first)
        return fail(first.error());
    const Result<long> last = parseCount(part.substr(separator + (doubling != std::string::npos ? 2 : 1)), 1, high);
    if (!last)
        return fail(last.error());
    if (*last < *first)
        return fail(ErrorCode::Input, fmt::format("\"{}\" ends before it begins", part), "the smaller count first, such as 4..64");
    if (doubling == std::string::npos && static_cast<std::size_t>(*last - *first) >= mostWorkerCounts)
        return fail(ErrorCode::Input, fmt::format("\"{}\" are {} worker counts", part, *last - *first + 1),
                    fmt::format("at most {}", mostWorkerCounts));
    for (long p = *first; p <= *last; p = doubling != std::string::npos ? 2 * p : p + 1)
        counts.push_back(static_cast<int>(p));
    return {};
}

}  // namespace

void Values::add(const char* option, Words message, Words expected)
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
    const Result<double> value = parseAmount(*text, dimension);
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

Result<std::vector<int>> parseWorkerCounts(const std::string& text, int high)
{
    std::vector<int> listed;
    for (const std::string& part : split(text, ',')) {
        if (const Result<void> added = addPart(part, high, listed); !added)
            return fail(added.error());
        if (listed.size() > mostWorkerCounts)
            return fail(ErrorCode::Input, fmt::format("more than {} worker counts", mostWorkerCounts), "fewer of them");
    }
    std::vector<int> counts;
    std::unordered_set<int> seen;
    for (const int p : listed)
        if (seen.insert(p).second)
            counts.push_back(p);
    return counts;
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
