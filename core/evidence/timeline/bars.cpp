// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/bars.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

Activity activityOf(WorkerState state)
{
    switch (state) {
    case WorkerState::Compute: return Activity::Compute;
    case WorkerState::Communication: return Activity::Communication;
    case WorkerState::HiddenCommunication: return Activity::HiddenCommunication;
    case WorkerState::Waiting: return Activity::Waiting;
    case WorkerState::Coordination: return Activity::Coordination;
    case WorkerState::Checkpoint: return Activity::Checkpoint;
    case WorkerState::Failure: break;
    }
    return Activity::Failure;
}

Activity activityOf(SpanClass spanClass)
{
    switch (spanClass) {
    case SpanClass::Compute: return Activity::Compute;
    case SpanClass::Communication: return Activity::Communication;
    case SpanClass::Memory: return Activity::Memory;
    case SpanClass::InputOutput: return Activity::InputOutput;
    case SpanClass::Waiting: return Activity::Waiting;
    case SpanClass::Unknown:
    case SpanClass::Grouping: break;
    }
    return Activity::Unknown;
}

std::vector<std::vector<DetailSpan>> simulatedBars(const Simulation& run, double secondsPerTick)
{
    std::vector<std::vector<DetailSpan>> bars(run.workers.size());
    const auto tick = [&](double seconds) { return static_cast<std::int64_t>(std::llround(seconds / secondsPerTick)); };
    for (std::size_t i = 0; i < run.spans.size(); ++i) {
        const SimulatedSpan& span = run.spans[i];
        if (tick(span.toS) > tick(span.fromS))
            bars[static_cast<std::size_t>(span.worker)].push_back({tick(span.fromS), tick(span.toS),
                                                                   static_cast<std::uint32_t>(i),
                                                                   static_cast<std::uint8_t>(activityOf(span.state))});
    }
    return bars;
}

std::vector<DetailSpan> recordedBar(const TraceRun& run, std::size_t rank, std::int64_t shiftNs)
{
    const RankTimes& times = run.ranks[rank].breakdown.times;
    const TimeSet waitingForOthers = run.matched.waitingTimes.empty()
                                         ? TimeSet()
                                         : intersectionOf(times.communication, run.matched.waitingTimes[rank]);
    std::vector<DetailSpan> bar;
    TimeSet covered;
    for (const auto& [timeSet, activity] : {std::pair{&times.compute, Activity::Compute},
                                            {&times.memory, Activity::Memory},
                                            {&times.io, Activity::InputOutput},
                                            {&waitingForOthers, Activity::Waiting},
                                            {&times.communication, Activity::Communication},
                                            {&times.waiting, Activity::Waiting},
                                            {&times.busy, Activity::Unknown}}) {
        for (const TimeInterval& each : differenceOf(*timeSet, covered))
            bar.push_back({each.from + shiftNs, each.to + shiftNs, static_cast<std::uint32_t>(activity),
                           static_cast<std::uint8_t>(activity)});
        covered = unionOf(covered, *timeSet);
    }
    std::ranges::sort(bar, [](const DetailSpan& a, const DetailSpan& b) { return a.fromNs < b.fromNs; });
    return bar;
}

ClockShifts clockShifts(const TraceRun& run)
{
    ClockShifts shifts;
    shifts.shiftNs.resize(run.ranks.size());
    const auto startOf = [&](std::size_t r) { return run.ranks[r].breakdown.times.fromNs; };
    const auto endOf = [&](std::size_t r) { return run.ranks[r].breakdown.times.toNs; };
    if (!run.matched.offsets.empty()) {
        double largest = 0, spread = 0;
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            shifts.shiftNs[r] = -static_cast<std::int64_t>(std::llround(run.matched.offsets[r].seconds * 1e9));
            largest = std::max(largest, std::abs(run.matched.offsets[r].seconds));
            spread = std::max(spread, run.matched.offsets[r].spreadS);
        }
        if (run.ranks.size() > 1)
            shifts.note = formatMessage(
                "the clocks differ by up to {} (within {}, from the ends of {} collectives) and were aligned",
                timeText(largest), timeText(spread), run.matched.collectives.size());
    } else if (run.ranks.size() > 1) {
        std::int64_t lastBegin = startOf(0), firstEnd = endOf(0);
        for (std::size_t r = 1; r < run.ranks.size(); ++r) {
            lastBegin = std::max(lastBegin, startOf(r));
            firstEnd = std::min(firstEnd, endOf(r));
        }
        if (lastBegin >= firstEnd) {
            for (std::size_t r = 0; r < run.ranks.size(); ++r)
                shifts.shiftNs[r] = -startOf(r);
            shifts.note = "the ranks' clocks cannot be aligned: each starts at 0";
        }
    }
    std::int64_t first = 0;
    for (std::size_t r = 0; r < run.ranks.size(); ++r)
        if (r == 0 || startOf(r) + shifts.shiftNs[r] < first)
            first = startOf(r) + shifts.shiftNs[r];
    for (std::int64_t& shift : shifts.shiftNs)
        shift -= first;
    return shifts;
}

std::array<std::int64_t, activityCount> ticksByActivity(const std::vector<DetailSpan>& bar, std::int64_t from,
                                                        std::int64_t to)
{
    std::array<std::int64_t, activityCount> ticks{};
    for (const DetailSpan& span : bar)
        if (span.fromNs < to && span.toNs > from)
            ticks[span.colour] += std::min(span.toNs, to) - std::max(span.fromNs, from);
    return ticks;
}

}  // namespace scalewright
