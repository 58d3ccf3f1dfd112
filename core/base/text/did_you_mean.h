// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean …": suggests the nearest known word.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// Number of edits from `a` to `b`: insertions, deletions, substitutions and swaps of neighbours (optimal string
/// alignment, Damerau 1964; on bytes).
[[nodiscard]] inline std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t k = 1; k <= b.size(); ++k) {
            row[k] = std::min({last[k] + 1, row[k - 1] + 1, last[k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1)});
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                row[k] = std::min(row[k], before[k - 2] + 1);
        }
        before = last;
        last = row;
    }
    return last[b.size()];
}

/// The nearest word in `known` that differs in at most a third of its characters (one is always allowed); the first if
/// several are equally near. nullopt if no word is near enough, or if `word` itself is known.
[[nodiscard]] inline std::optional<std::string> didYouMean(std::string_view word, const std::vector<std::string>& known)
{
    std::optional<std::string> nearest;
    std::size_t fewestEdits = 0;
    for (const std::string& each : known) {
        const std::size_t edits = editDistance(word, each);
        if (edits == 0)
            return std::nullopt;
        if (edits <= std::max<std::size_t>(1, each.size() / 3) && (!nearest || edits < fewestEdits)) {
            nearest = each;
            fewestEdits = edits;
        }
    }
    return nearest;
}

}  // namespace scalewright
