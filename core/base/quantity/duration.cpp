// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/duration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text/ascii.h"

namespace scalewright {

namespace {

/// Parses digits, with a fraction if allowed.
std::optional<double> parseClockNumber(std::string_view text, bool allowsFraction)
{
    constexpr std::size_t maximumLength = 30;
    std::string digitsAndPoint(text.substr(0, maximumLength + 1));
    // "0m42,1s": time(1) prints this in locales with a decimal comma.
    std::replace(digitsAndPoint.begin(), digitsAndPoint.end(), ',', '.');
    const std::size_t point = digitsAndPoint.find('.');
    const bool digits = std::ranges::all_of(digitsAndPoint, [](char c) { return isDigit(c) || c == '.'; });
    if (digitsAndPoint.empty() || digitsAndPoint.size() > maximumLength || !digits ||
        !isDigit(digitsAndPoint.front()) || !isDigit(digitsAndPoint.back()) ||
        std::ranges::count(digitsAndPoint, '.') > (allowsFraction ? 1 : 0) ||
        (point != std::string::npos && !allowsFraction))
        return std::nullopt;
    double value = 0;
    std::from_chars(digitsAndPoint.data(), digitsAndPoint.data() + digitsAndPoint.size(), value);
    return value;
}

std::optional<Duration> parseClock(std::string_view text)
{
    double days = 0;
    const std::size_t dash = text.find('-');
    if (dash != std::string_view::npos) {
        const std::optional<double> number = parseClockNumber(text.substr(0, dash), false);
        if (!number)
            return std::nullopt;
        days = *number;
        text.remove_prefix(dash + 1);
    }
    std::vector<double> parts;
    while (parts.size() < 3) {
        const std::size_t colon = text.find(':');
        const bool last = colon == std::string_view::npos;
        const std::string_view part = text.substr(0, colon);
        const std::optional<double> number = parseClockNumber(part, last && !parts.empty());
        const bool first = parts.empty();
        if (!number || (!first && (*number >= 60 || part.size() < 2 || !isDigit(part[1]))) ||
            (first && dash != std::string_view::npos && *number >= 24))
            return std::nullopt;
        parts.push_back(*number);
        if (last)
            break;
        text.remove_prefix(colon + 1);
        if (parts.size() == 3)
            return std::nullopt;
    }
    if (parts.size() < 2 || (dash != std::string_view::npos && parts.size() < 3))
        return std::nullopt;
    double seconds = 0;
    for (const double part : parts)
        seconds = 60 * seconds + part;
    return Duration{86400 * days + seconds, parts.size() == 2};
}

std::optional<Duration> parseSpelledDuration(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, int>, 20> units{
        {{"d", 86400},  {"day", 86400}, {"days", 86400}, {"h", 3600},   {"hr", 3600},
         {"hrs", 3600}, {"hour", 3600}, {"hours", 3600}, {"m", 60},     {"min", 60},
         {"mins", 60},  {"minute", 60}, {"minutes", 60}, {"s", 1},      {"sec", 1},
         {"secs", 1},   {"second", 1},  {"seconds", 1},  {"Std", 3600}, {"Min", 60}}};
    const auto skipBlanks = [&] {
        while (!text.empty() && text.front() == ' ')
            text.remove_prefix(1);
    };
    double seconds = 0;
    int before = 0, parts = 0;
    std::string_view unit;
    while (!text.empty()) {
        const auto notNumber = std::ranges::find_if(text, [](char c) { return !isDigit(c) && c != '.' && c != ','; });
        const std::string_view number = text.substr(0, static_cast<std::size_t>(notNumber - text.begin()));
        text.remove_prefix(number.size());
        skipBlanks();
        const auto notLetter = std::ranges::find_if(text, [](char c) { return c == ' ' || isDigit(c); });
        unit = text.substr(0, static_cast<std::size_t>(notLetter - text.begin()));
        text.remove_prefix(unit.size());
        skipBlanks();
        if (text.starts_with("and "))  // "9 hours and 47 minutes"
            text.remove_prefix(4);
        skipBlanks();
        const auto* unitEntry = std::ranges::find_if(units, [&](const auto& each) { return each.first == unit; });
        const std::optional<double> value = parseClockNumber(number, text.empty());
        if (unitEntry == units.end() || !value || (before > 0 && unitEntry->second >= before))
            return std::nullopt;
        before = unitEntry->second;
        seconds += *value * before;
        ++parts;
    }
    return parts > 1 || (parts == 1 && unit == "m") ? std::optional(Duration{seconds, false, parts == 1})
                                                    : std::nullopt;
}

}  // namespace

std::optional<Duration> parseDuration(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    if (text.empty() || !isDigit(text.front()))
        return std::nullopt;
    return text.find(':') != std::string_view::npos ? parseClock(text) : parseSpelledDuration(text);
}

}  // namespace scalewright
