// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/catalogue/name_search.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"

namespace scalewright {

namespace {

/// Non-ASCII letters are part of a word.
bool isWordCharacter(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Converts to lower case and to the catalogue's notation for rates: "10 gbit/s".
std::string normaliseRateUnits(std::string_view text)
{
    std::string small = lowerCase(text);
    for (const std::string_view rate : {"gbit/s", "gbps", "gb/s", "gige", "gbe"})
        for (std::size_t position = small.find(rate); position != std::string::npos;
             position = small.find(rate, position + 1)) {
            const bool ends = position + rate.size() == small.size() || !isWordCharacter(small[position + rate.size()]);
            const bool isStart = position == 0 || !isWordCharacter(small[position - 1]) || isDigit(small[position - 1]);
            if (ends && isStart)
                small.replace(position, rate.size(), " gbit/s");
            position += ends && isStart ? std::string_view(" gbit/s").size() - 1 : 0;
        }
    return small;
}

struct NormalisedName {
    std::vector<std::string> words;
    std::string joined;
};

NormalisedName normaliseName(std::string_view text)
{
    NormalisedName out;
    out.words.emplace_back();
    for (const char c : normaliseRateUnits(text))
        if (isWordCharacter(c)) {
            out.words.back() += c;
            out.joined += c;
        } else if (!out.words.back().empty()) {
            out.words.emplace_back();
        }
    if (out.words.back().empty())
        out.words.pop_back();
    return out;
}

/// Whether `text` contains `part` without splitting a number at either end.
bool containsWithoutCuttingNumbers(const std::string& text, const std::string& part)
{
    for (std::size_t position = text.find(part); position != std::string::npos;
         position = text.find(part, position + 1)) {
        const std::size_t end = position + part.size();
        const bool cutsBefore = position > 0 && isDigit(text[position - 1]) && isDigit(part.front());
        const bool cutsBehind = end < text.size() && isDigit(text[end]) && isDigit(part.back());
        if (!cutsBefore && !cutsBehind)
            return true;
    }
    return false;
}

/// 0 is best; nullopt: no match.
std::optional<int> matchRank(const NormalisedName& typed, const NormalisedName& name)
{
    if (typed.joined.empty())
        return std::nullopt;
    if (typed.joined == name.joined)
        return 0;
    if (typed.joined.size() < 2)
        return std::nullopt;
    const auto allTypedWords = [&](auto&& predicate) { return std::ranges::all_of(typed.words, predicate); };
    if (allTypedWords([&](const std::string& word) { return contains(name.words, word); }))
        return 1;
    if (containsWithoutCuttingNumbers(name.joined, typed.joined))
        return 2;
    if (allTypedWords([&](const std::string& word) { return containsWithoutCuttingNumbers(name.joined, word); }))
        return 3;
    return name.joined.find(typed.joined) != std::string::npos ? std::optional(4) : std::nullopt;
}

}  // namespace

std::vector<std::size_t> findMatchingNames(std::string_view typed, const std::vector<std::string>& names)
{
    const NormalisedName wanted = normaliseName(typed);
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const std::optional<int> rank = matchRank(wanted, normaliseName(names[i])))
            ranked.emplace_back(*rank, i);
    std::ranges::sort(ranked);
    std::vector<std::size_t> matches;
    for (const auto& [rank, index] : ranked)
        matches.push_back(index);
    return matches;
}

std::size_t findUniqueMatch(std::string_view typed, const std::vector<std::string>& names)
{
    constexpr std::size_t minimumTypedLength = 3;
    const std::string wanted = normaliseName(typed).joined;
    std::size_t found = names.size();
    for (std::size_t i = 0; wanted.size() >= minimumTypedLength && i < names.size(); ++i) {
        if (normaliseName(names[i]).joined.find(wanted) == std::string::npos)
            continue;
        if (found < names.size())
            return names.size();
        found = i;
    }
    return found;
}

}  // namespace scalewright
