// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/streams.h"

#include <algorithm>
#include <vector>

namespace scalewright {

namespace {

// Times counted from 1970 are precise only to a quarter of a microsecond.
constexpr std::int64_t timestampToleranceNs = 1000;

bool overlaps(const TraceSpan& span, const TraceSpan& next)
{
    return next.startNs > span.startNs && next.durationNs > 0 && span.endNs() > next.startNs + timestampToleranceNs;
}

}  // namespace

CutSpans cutOverlappingSpans(TraceRecording& recording, const SpanMeanings& meanings)
{
    const std::size_t lanes = recording.lanes.size();
    std::vector<char> hasStreamName(lanes);
    for (std::size_t i = 0; i < lanes; ++i)
        hasStreamName[i] = matchesPattern("*stream*", recording.lanes[i].threadName);
    const auto isOnStream = [&](const TraceSpan& span) {
        const SpanMeaning& meaning = meanings.meaningOf(span);
        return meaning.isOnDevice && meaning.spanClass != SpanClass::Grouping &&
               (meaning.isStream || hasStreamName[span.lane]);
    };
    // In most files there is nothing to cut: only lanes that are out of order or overlap are sorted.
    constexpr std::uint32_t noIndex = ~0u;
    std::vector<std::uint32_t> last(lanes, noIndex);
    std::vector<char> needsCheck(lanes);
    for (std::uint32_t i = 0; i < recording.spans.size(); ++i) {
        const TraceSpan& span = recording.spans[i];
        if (!isOnStream(span))
            continue;
        std::uint32_t& before = last[span.lane];
        if (before != noIndex &&
            (recording.spans[before].startNs > span.startNs || overlaps(recording.spans[before], span)))
            needsCheck[span.lane] = 1;
        before = i;
    }
    if (std::ranges::none_of(needsCheck, [](char each) { return each != 0; }))
        return {};
    std::vector<std::vector<std::uint32_t>> order(lanes);
    for (std::uint32_t i = 0; i < recording.spans.size(); ++i)
        if (needsCheck[recording.spans[i].lane] && isOnStream(recording.spans[i]))
            order[recording.spans[i].lane].push_back(i);
    CutSpans cut;
    for (std::vector<std::uint32_t>& lane : order) {
        std::ranges::sort(lane, [&](std::uint32_t a, std::uint32_t b) {
            const TraceSpan &first = recording.spans[a], &second = recording.spans[b];
            return first.startNs != second.startNs ? first.startNs < second.startNs : first.endNs() < second.endNs();
        });
        for (std::size_t i = 0; i + 1 < lane.size(); ++i) {
            TraceSpan& span = recording.spans[lane[i]];
            const TraceSpan& next = recording.spans[lane[i + 1]];
            if (!overlaps(span, next) || (span.endNs() <= next.endNs() &&
                                          meanings.meaningOf(span).spanClass == meanings.meaningOf(next).spanClass))
                continue;
            ++cut.count;
            cut.removedS += double(span.endNs() - next.startNs) * 1e-9;
            span.durationNs = next.startNs - span.startNs;
        }
    }
    return cut;
}

}  // namespace scalewright
