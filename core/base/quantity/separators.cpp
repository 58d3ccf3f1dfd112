// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/separators.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text/ascii.h"

namespace scalewright {

namespace {

/// Splits a number into the digits between separators.
std::vector<std::string_view> splitGroups(std::string_view number, char separator)
{
    std::vector<std::string_view> groups;
    for (std::size_t start = 0;;) {
        const std::size_t end = number.find(separator, start);
        groups.push_back(number.substr(start, end - start));
        if (end == std::string_view::npos)
            return groups;
        start = end + 1;
    }
}

/// "1" "234" "567": the first group has one to three digits, all others exactly three.
bool areThousandsGroups(const std::vector<std::string_view>& groups)
{
    return groups.size() > 1 && !groups.front().empty() && groups.front().size() <= 3 &&
           std::all_of(groups.begin() + 1, groups.end(), [](std::string_view group) { return group.size() == 3; }) &&
           std::ranges::all_of(groups, [](std::string_view group) { return std::ranges::all_of(group, isDigit); });
}

std::string removeSeparator(std::string_view text, char c)
{
    std::string out(text);
    out.erase(std::remove(out.begin(), out.end(), c), out.end());
    return out;
}

/// Sets number, comma and ambiguousReadings.
void normaliseSeparators(NumberInText& out)
{
    const std::string number = out.number;
    const bool commas = number.find(',') != std::string::npos, points = number.find('.') != std::string::npos;
    if (!commas && std::ranges::count(number, '.') < 2)
        return;
    out.comma = commas ? CommaMeaning::Invalid : CommaMeaning::Absent;
    if (commas && points) {  // the last one is the decimal mark
        const std::size_t mark = number.find_last_of(",.");
        const std::string_view integerPart = std::string_view(number).substr(0, mark);
        const char thousandsSeparator = number[mark] == ',' ? '.' : ',';
        if (integerPart.find(number[mark]) != std::string_view::npos ||
            !areThousandsGroups(splitGroups(integerPart, thousandsSeparator)))
            return;
        out.number = removeSeparator(integerPart, thousandsSeparator) + '.' + number.substr(mark + 1);
        out.comma = thousandsSeparator == ',' ? CommaMeaning::Thousands : CommaMeaning::Decimal;
        return;
    }
    const char separator = commas ? ',' : '.';
    const std::vector<std::string_view> groups = splitGroups(number, separator);
    if (groups.size() > 2) {
        if (areThousandsGroups(groups)) {
            out.number = removeSeparator(number, separator);
            out.comma = commas ? CommaMeaning::Thousands : CommaMeaning::Decimal;
        }
        return;
    }
    if (groups[1].empty())
        return;
    std::string decimal = fmt::format("{}.{}", groups[0].empty() ? "0" : groups[0], groups[1]);
    if (!areThousandsGroups(groups) || groups[0][0] == '0') {
        out.number = std::move(decimal);
        out.comma = CommaMeaning::Decimal;
        return;
    }
    const std::size_t last = decimal.find_last_not_of('0');
    out.comma = CommaMeaning::Ambiguous;
    out.ambiguousReadings = NumberInText::Readings{removeSeparator(number, ','),
                                                   decimal.substr(0, std::max(last, decimal.find('.') + 1) + 1)};
}

/// The range of the first number: digits with commas, points, and blanks before groups of three.
std::pair<std::size_t, std::size_t> findFirstNumber(std::string_view text)
{
    const auto begin = std::ranges::find_if(text, [](char c) { return isDigit(c) || c == ',' || c == '.'; });
    const auto start = static_cast<std::size_t>(begin - text.begin());
    std::size_t end = start;
    const auto threeDigits = [&](std::size_t position) {
        return position + 3 <= text.size() &&
               std::all_of(text.begin() + static_cast<std::ptrdiff_t>(position),
                           text.begin() + static_cast<std::ptrdiff_t>(position) + 3, isDigit) &&
               (position + 3 == text.size() || !isDigit(text[position + 3]));
    };
    while (end < text.size()) {
        if (isDigit(text[end]) ||
            ((text[end] == ',' || text[end] == '.') && end + 1 < text.size() && isDigit(text[end + 1])))
            ++end;
        else if (text[end] == ' ' && end > start && isDigit(text[end - 1]) && threeDigits(end + 1))
            ++end;
        else
            break;
    }
    return {start, end};
}

/// Turns "1 000 000" with separator ' ' into "1000000".
std::optional<std::string> joinDigitGroups(std::string_view text, std::string_view separator)
{
    std::string joined(text);
    for (std::size_t position = joined.find(separator); position != std::string::npos;
         position = joined.find(separator, position + 1))
        joined.replace(position, separator.size(), ".");
    const std::vector<std::string_view> groups = splitGroups(joined, '.');
    if (joined == text || !areThousandsGroups(groups) || groups.front().front() == '0')
        return std::nullopt;
    return removeSeparator(joined, '.');
}

}  // namespace

std::optional<std::string> withoutUnambiguousSeparators(std::string_view text)
{
    if (text.find('.') != std::string_view::npos)
        return std::nullopt;
    // Blank, no-break space, thin space, narrow no-break space, underscore, two apostrophes.
    for (const std::string_view separator : {" ", "\xC2\xA0", "\xE2\x80\x89", "\xE2\x80\xAF", "_", "'", "\xE2\x80\x99"})
        if (std::optional<std::string> digits = joinDigitGroups(text, separator))
            return digits;
    return std::nullopt;
}

std::optional<std::string> withoutPointGroups(std::string_view text)
{
    const std::vector<std::string_view> groups = splitGroups(text, '.');
    return areThousandsGroups(groups) && text.front() != '0' ? std::optional(removeSeparator(text, '.')) : std::nullopt;
}

NumberInText splitAtNumber(std::string_view text)
{
    const auto [start, end] = findFirstNumber(text);
    NumberInText out{.textBefore = std::string(text.substr(0, start)),
                     .number = removeSeparator(text.substr(start, end - start), ' '),
                     .textAfter = std::string(text.substr(end))};
    normaliseSeparators(out);
    return out;
}

}  // namespace scalewright
