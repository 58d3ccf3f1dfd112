#include "core/base/quantity/separators.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace scalewright {

namespace {

bool isNumeral(char c)
{
    return c >= '0' && c <= '9';
}

/// The digits between separators.
std::vector<std::string_view> groupsOf(std::string_view number, char separator)
{
    std::vector<std::string_view> groups;
    for (std::size_t from = 0;;) {
        const std::size_t end = number.find(separator, from);
        groups.push_back(number.substr(from, end - from));
        if (end == std::string_view::npos)
            return groups;
        from = end + 1;
    }
}

/// "1" "234" "567": a first group of one to three digits, and three in every other.
bool areThousands(const std::vector<std::string_view>& groups)
{
    return groups.size() > 1 && !groups.front().empty() && groups.front().size() <= 3 &&
           std::all_of(groups.begin() + 1, groups.end(), [](std::string_view group) { return group.size() == 3; }) &&
           std::all_of(groups.begin(), groups.end(),
                       [](std::string_view group) { return std::all_of(group.begin(), group.end(), isNumeral); });
}

std::string unseparated(std::string_view text, char c)
{
    std::string out(text);
    out.erase(std::remove(out.begin(), out.end(), c), out.end());
    return out;
}

/// Sets number, comma and either.
void inPoints(Separated& out)
{
    const std::string number = out.number;
    const bool commas = number.find(',') != std::string::npos, points = number.find('.') != std::string::npos;
    if (!commas && std::count(number.begin(), number.end(), '.') < 2)
        return;
    out.comma = commas ? CommaIs::Neither : CommaIs::Absent;
    if (commas && points) {  // the last one is the decimal mark
        const std::size_t mark = number.find_last_of(",.");
        const std::string_view whole = std::string_view(number).substr(0, mark);
        const char between = number[mark] == ',' ? '.' : ',';
        if (whole.find(number[mark]) != std::string_view::npos || !areThousands(groupsOf(whole, between)))
            return;
        out.number = unseparated(whole, between) + '.' + number.substr(mark + 1);
        out.comma = between == ',' ? CommaIs::Thousands : CommaIs::Decimal;
        return;
    }
    const char separator = commas ? ',' : '.';
    const std::vector<std::string_view> groups = groupsOf(number, separator);
    if (groups.size() > 2) {
        if (areThousands(groups)) {
            out.number = unseparated(number, separator);
            out.comma = commas ? CommaIs::Thousands : CommaIs::Decimal;
        }
        return;
    }
    if (groups[1].empty())
        return;
    std::string decimal = fmt::format("{}.{}", groups[0].empty() ? "0" : groups[0], groups[1]);
    if (!areThousands(groups) || groups[0][0] == '0') {
        out.number = std::move(decimal);
        out.comma = CommaIs::Decimal;
        return;
    }
    const std::size_t last = decimal.find_last_not_of('0');
    out.comma = CommaIs::Either;
    out.either =
        Separated::Both{unseparated(number, ','), decimal.substr(0, std::max(last, decimal.find('.') + 1) + 1)};
}

/// Where the first number stands: digits with commas, points, and blanks before groups of three.
std::pair<std::size_t, std::size_t> firstNumber(std::string_view text)
{
    const auto begin =
        std::find_if(text.begin(), text.end(), [](char c) { return isNumeral(c) || c == ',' || c == '.'; });
    const auto from = static_cast<std::size_t>(begin - text.begin());
    std::size_t end = from;
    const auto threeDigits = [&](std::size_t at) {
        return at + 3 <= text.size() &&
               std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at),
                           text.begin() + static_cast<std::ptrdiff_t>(at) + 3, isNumeral) &&
               (at + 3 == text.size() || !isNumeral(text[at + 3]));
    };
    while (end < text.size()) {
        if (isNumeral(text[end]) ||
            ((text[end] == ',' || text[end] == '.') && end + 1 < text.size() && isNumeral(text[end + 1])))
            ++end;
        else if (text[end] == ' ' && end > from && isNumeral(text[end - 1]) && threeDigits(end + 1))
            ++end;
        else
            break;
    }
    return {from, end};
}

/// "1 000 000" with ' ' as "1000000".
std::optional<std::string> joinedGroups(std::string_view text, std::string_view separator)
{
    std::string joined(text);
    for (std::size_t at = joined.find(separator); at != std::string::npos; at = joined.find(separator, at + 1))
        joined.replace(at, separator.size(), ".");
    const std::vector<std::string_view> groups = groupsOf(joined, '.');
    if (joined == text || !areThousands(groups) || groups.front().front() == '0')
        return std::nullopt;
    return unseparated(joined, '.');
}

}  // namespace

std::optional<std::string> withoutDigitGroups(std::string_view text)
{
    if (text.find('.') != std::string_view::npos)
        return std::nullopt;
    // A blank, no-break, thin and narrow no-break ones, an underscore, two apostrophes.
    for (const std::string_view separator : {" ", "\xC2\xA0", "\xE2\x80\x89", "\xE2\x80\xAF", "_", "'", "\xE2\x80\x99"})
        if (std::optional<std::string> digits = joinedGroups(text, separator))
            return digits;
    return std::nullopt;
}

std::optional<std::string> withoutPointGroups(std::string_view text)
{
    const std::vector<std::string_view> groups = groupsOf(text, '.');
    return areThousands(groups) && text.front() != '0' ? std::optional(unseparated(text, '.')) : std::nullopt;
}

Separated separated(std::string_view text)
{
    const auto [from, end] = firstNumber(text);
    Separated out{.before = std::string(text.substr(0, from)),
                  .number = unseparated(text.substr(from, end - from), ' '),
                  .after = std::string(text.substr(end))};
    inPoints(out);
    return out;
}

}  // namespace scalewright
