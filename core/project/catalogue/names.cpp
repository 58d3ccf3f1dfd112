#include "core/project/catalogue/names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace scalewright {

namespace {

bool isFigure(char c)
{
    return c >= '0' && c <= '9';
}

/// Letters outside ASCII are part of a word.
bool isOfAWord(char c)
{
    return isFigure(c) || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80;
}

/// In small letters, a rate as the catalogue writes it: "10 gbit/s".
std::string inCatalogueWords(std::string_view text)
{
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    for (const std::string_view rate : {"gbit/s", "gbps", "gb/s", "gige", "gbe"})
        for (std::size_t at = small.find(rate); at != std::string::npos; at = small.find(rate, at + 1)) {
            const bool ends = at + rate.size() == small.size() || !isOfAWord(small[at + rate.size()]);
            const bool begins = at == 0 || !isOfAWord(small[at - 1]) || isFigure(small[at - 1]);
            if (ends && begins)
                small.replace(at, rate.size(), " gbit/s");
            at += ends && begins ? std::string_view(" gbit/s").size() - 1 : 0;
        }
    return small;
}

struct Spelling {
    std::vector<std::string> words;
    std::string joined;
};

Spelling spellingOf(std::string_view text)
{
    Spelling out;
    out.words.emplace_back();
    for (const char c : inCatalogueWords(text))
        if (isOfAWord(c)) {
            out.words.back() += c;
            out.joined += c;
        } else if (!out.words.back().empty()) {
            out.words.emplace_back();
        }
    if (out.words.back().empty())
        out.words.pop_back();
    return out;
}

/// Whether `part` stands in `whole` and begins and ends no number of it midway.
bool holdsWhole(const std::string& whole, const std::string& part)
{
    for (std::size_t at = whole.find(part); at != std::string::npos; at = whole.find(part, at + 1)) {
        const std::size_t end = at + part.size();
        const bool cutsBefore = at > 0 && isFigure(whole[at - 1]) && isFigure(part.front());
        const bool cutsBehind = end < whole.size() && isFigure(whole[end]) && isFigure(part.back());
        if (!cutsBefore && !cutsBehind)
            return true;
    }
    return false;
}

/// 0 is best; nullopt: not meant.
std::optional<int> rankOf(const Spelling& typed, const Spelling& name)
{
    if (typed.joined.empty())
        return std::nullopt;
    if (typed.joined == name.joined)
        return 0;
    if (typed.joined.size() < 2)
        return std::nullopt;
    const auto all = [&](auto&& holds) { return std::all_of(typed.words.begin(), typed.words.end(), holds); };
    if (all([&](const std::string& word) {
            return std::find(name.words.begin(), name.words.end(), word) != name.words.end();
        }))
        return 1;
    if (holdsWhole(name.joined, typed.joined))
        return 2;
    if (all([&](const std::string& word) { return holdsWhole(name.joined, word); }))
        return 3;
    return name.joined.find(typed.joined) != std::string::npos ? std::optional(4) : std::nullopt;
}

}  // namespace

std::vector<std::size_t> namesMatching(std::string_view typed, const std::vector<std::string>& names)
{
    const Spelling wanted = spellingOf(typed);
    std::vector<std::pair<int, std::size_t>> ranked;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (const std::optional<int> rank = rankOf(wanted, spellingOf(names[i])))
            ranked.emplace_back(*rank, i);
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::size_t> matches;
    for (const auto& [rank, index] : ranked)
        matches.push_back(index);
    return matches;
}

std::size_t onlyNameWith(std::string_view typed, const std::vector<std::string>& names)
{
    constexpr std::size_t leastTyped = 3;
    const std::string wanted = spellingOf(typed).joined;
    std::size_t found = names.size();
    for (std::size_t i = 0; wanted.size() >= leastTyped && i < names.size(); ++i) {
        if (spellingOf(names[i]).joined.find(wanted) == std::string::npos)
            continue;
        if (found < names.size())
            return names.size();
        found = i;
    }
    return found;
}

}  // namespace scalewright
