// Sets of time as disjoint stretches in order, and how long they and their overlaps are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace scalewright {

struct Stretch {
    std::int64_t from = 0, to = 0;  ///< from < to in a TimeSet
};

/// Disjoint, in order, with gaps between them.
using TimeSet = std::vector<Stretch>;

/// The union: sorts in place. Stretches of no length vanish.
[[nodiscard]] inline TimeSet unionOf(std::vector<Stretch> stretches)
{
    std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) { return a.from < b.from; });
    std::size_t used = 0;
    for (const Stretch& each : stretches) {
        if (each.to <= each.from)
            continue;
        if (used > 0 && each.from <= stretches[used - 1].to)
            stretches[used - 1].to = std::max(stretches[used - 1].to, each.to);
        else
            stretches[used++] = each;
    }
    stretches.resize(used);
    return stretches;
}

[[nodiscard]] inline TimeSet unionOf(const TimeSet& a, const TimeSet& b)
{
    TimeSet both(a);
    both.insert(both.end(), b.begin(), b.end());
    return unionOf(std::move(both));
}

/// How much of the set lies in [from, to).
[[nodiscard]] inline std::int64_t lengthWithin(const TimeSet& set, std::int64_t from, std::int64_t to)
{
    std::int64_t length = 0;
    auto at =
        std::upper_bound(set.begin(), set.end(), from, [](std::int64_t time, const Stretch& s) { return time < s.to; });
    for (; at != set.end() && at->from < to; ++at)
        length += std::min(at->to, to) - std::max(at->from, from);
    return length;
}

/// What is in both.
[[nodiscard]] inline TimeSet overlapOf(const TimeSet& a, const TimeSet& b)
{
    TimeSet both;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const std::int64_t from = std::max(a[i].from, b[j].from), to = std::min(a[i].to, b[j].to);
        if (from < to)
            both.push_back({from, to});
        if (a[i].to < b[j].to)
            ++i;
        else
            ++j;
    }
    return both;
}

/// The stretches of the set that reach into [from, to), whole.
[[nodiscard]] inline TimeSet partOf(const TimeSet& set, std::int64_t from, std::int64_t to)
{
    const auto first =
        std::upper_bound(set.begin(), set.end(), from, [](std::int64_t time, const Stretch& s) { return time < s.to; });
    const auto last =
        std::lower_bound(first, set.end(), to, [](const Stretch& s, std::int64_t time) { return s.from < time; });
    return {first, last};
}

/// What is in `set` and not in `taken`.
[[nodiscard]] inline TimeSet without(const TimeSet& set, const TimeSet& taken)
{
    TimeSet rest;
    auto at = taken.begin();
    for (const Stretch& each : set) {
        std::int64_t from = each.from;
        while (at != taken.end() && at->to <= from)
            ++at;
        for (auto next = at; next != taken.end() && next->from < each.to; ++next) {
            if (next->from > from)
                rest.push_back({from, next->from});
            from = std::max(from, next->to);
        }
        if (from < each.to)
            rest.push_back({from, each.to});
    }
    return rest;
}

}  // namespace scalewright
