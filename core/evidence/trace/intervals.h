// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of time as disjoint, ordered intervals, and the lengths of the sets and of their overlaps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/ranges/ranges.h"

namespace scalewright {

constexpr double secondsPerNs = 1e-9;

struct TimeInterval {
    std::int64_t from = 0, to = 0;  ///< from < to in a TimeSet
};

/// Disjoint and ordered, with gaps between them.
using TimeSet = std::vector<TimeInterval>;

/// The union. Empty intervals are dropped.
[[nodiscard]] inline TimeSet unionOf(std::vector<TimeInterval> intervals)
{
    std::ranges::sort(intervals, [](const TimeInterval& a, const TimeInterval& b) { return a.from < b.from; });
    std::size_t used = 0;
    for (const TimeInterval& each : intervals) {
        if (each.to <= each.from)
            continue;
        if (used > 0 && each.from <= intervals[used - 1].to)
            intervals[used - 1].to = std::max(intervals[used - 1].to, each.to);
        else
            intervals[used++] = each;
    }
    intervals.resize(used);
    return intervals;
}

[[nodiscard]] inline TimeSet unionOf(const TimeSet& a, const TimeSet& b)
{
    TimeSet combined(a);
    append(combined, b);
    return unionOf(std::move(combined));
}

/// Length of the set within [from, to).
[[nodiscard]] inline std::int64_t lengthWithin(const TimeSet& set, std::int64_t from, std::int64_t to)
{
    std::int64_t length = 0;
    auto at = std::upper_bound(set.begin(), set.end(), from,
                               [](std::int64_t time, const TimeInterval& s) { return time < s.to; });
    for (; at != set.end() && at->from < to; ++at)
        length += std::min(at->to, to) - std::max(at->from, from);
    return length;
}

[[nodiscard]] inline TimeSet intersectionOf(const TimeSet& a, const TimeSet& b)
{
    TimeSet common;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const std::int64_t from = std::max(a[i].from, b[j].from), to = std::min(a[i].to, b[j].to);
        if (from < to)
            common.push_back({from, to});
        if (a[i].to < b[j].to)
            ++i;
        else
            ++j;
    }
    return common;
}

/// The intervals of the set that overlap [from, to), not clipped.
[[nodiscard]] inline TimeSet intervalsTouching(const TimeSet& set, std::int64_t from, std::int64_t to)
{
    const auto first = std::upper_bound(set.begin(), set.end(), from,
                                        [](std::int64_t time, const TimeInterval& s) { return time < s.to; });
    const auto last =
        std::lower_bound(first, set.end(), to, [](const TimeInterval& s, std::int64_t time) { return s.from < time; });
    return {first, last};
}

/// The part of `set` that is not in `removed`.
[[nodiscard]] inline TimeSet differenceOf(const TimeSet& set, const TimeSet& removed)
{
    TimeSet remaining;
    auto at = removed.begin();
    for (const TimeInterval& each : set) {
        std::int64_t from = each.from;
        while (at != removed.end() && at->to <= from)
            ++at;
        for (auto next = at; next != removed.end() && next->from < each.to; ++next) {
            if (next->from > from)
                remaining.push_back({from, next->from});
            from = std::max(from, next->to);
        }
        if (from < each.to)
            remaining.push_back({from, each.to});
    }
    return remaining;
}

}  // namespace scalewright
