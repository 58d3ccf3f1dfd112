#include "core/evidence/timeline/bars.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

std::string titleOf(Doing what)
{
    switch (what) {
    case Doing::Compute: return "compute";
    case Doing::Communication: return "communication";
    case Doing::Hidden: return "hidden communication";
    case Doing::Waiting: return "waiting";
    case Doing::Memory: return "memory copies";
    case Doing::InputOutput: return "input/output";
    case Doing::Coordination: return "coordination";
    case Doing::Checkpoint: return "checkpoint";
    case Doing::Failure: return "failure";
    case Doing::Unknown: break;
    }
    return "unclassified";
}

Doing doingOf(WorkerState state)
{
    switch (state) {
    case WorkerState::Compute: return Doing::Compute;
    case WorkerState::Communication: return Doing::Communication;
    case WorkerState::HiddenCommunication: return Doing::Hidden;
    case WorkerState::Waiting: return Doing::Waiting;
    case WorkerState::Coordination: return Doing::Coordination;
    case WorkerState::Checkpoint: return Doing::Checkpoint;
    case WorkerState::Failure: break;
    }
    return Doing::Failure;
}

Doing doingOf(SpanClass what)
{
    switch (what) {
    case SpanClass::Compute: return Doing::Compute;
    case SpanClass::Communication: return Doing::Communication;
    case SpanClass::Memory: return Doing::Memory;
    case SpanClass::InputOutput: return Doing::InputOutput;
    case SpanClass::Waiting: return Doing::Waiting;
    case SpanClass::Unknown:
    case SpanClass::Frame: break;
    }
    return Doing::Unknown;
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
                                                                   static_cast<std::uint8_t>(doingOf(span.state))});
    }
    return bars;
}

std::vector<DetailSpan> recordedBar(const TraceRun& run, std::size_t rank, std::int64_t shiftNs)
{
    const RankTimes& times = run.ranks[rank].reading.times;
    const TimeSet forOthers =
        run.matched.waiting.empty() ? TimeSet() : overlapOf(times.communication, run.matched.waiting[rank]);
    std::vector<DetailSpan> bar;
    TimeSet taken;
    for (const auto& [set, what] : {std::pair{&times.compute, Doing::Compute},
                                    {&times.memory, Doing::Memory},
                                    {&times.io, Doing::InputOutput},
                                    {&forOthers, Doing::Waiting},
                                    {&times.communication, Doing::Communication},
                                    {&times.waiting, Doing::Waiting},
                                    {&times.all, Doing::Unknown}}) {
        for (const Stretch& each : without(*set, taken))
            bar.push_back({each.from + shiftNs, each.to + shiftNs, static_cast<std::uint32_t>(what),
                           static_cast<std::uint8_t>(what)});
        taken = unionOf(taken, *set);
    }
    std::sort(bar.begin(), bar.end(), [](const DetailSpan& a, const DetailSpan& b) { return a.fromNs < b.fromNs; });
    return bar;
}

ClockShifts clockShifts(const TraceRun& run)
{
    ClockShifts shifts;
    shifts.shiftNs.resize(run.ranks.size());
    const auto from = [&](std::size_t r) { return run.ranks[r].reading.times.fromNs; };
    const auto to = [&](std::size_t r) { return run.ranks[r].reading.times.toNs; };
    if (!run.matched.offsets.empty()) {
        double largest = 0, spread = 0;
        for (std::size_t r = 0; r < run.ranks.size(); ++r) {
            shifts.shiftNs[r] = -static_cast<std::int64_t>(std::llround(run.matched.offsets[r].seconds * 1e9));
            largest = std::max(largest, std::abs(run.matched.offsets[r].seconds));
            spread = std::max(spread, run.matched.offsets[r].spreadS);
        }
        if (run.ranks.size() > 1)
            shifts.about = say(
                "the clocks differ by up to {} (within {}, by the ends of {} collectives) and are laid over each other",
                formatAmount(largest, Dimension::Time).joined(), formatAmount(spread, Dimension::Time).joined(),
                run.matched.collectives.size());
    } else if (run.ranks.size() > 1) {
        std::int64_t lastBegin = from(0), firstEnd = to(0);
        for (std::size_t r = 1; r < run.ranks.size(); ++r) {
            lastBegin = std::max(lastBegin, from(r));
            firstEnd = std::min(firstEnd, to(r));
        }
        if (lastBegin >= firstEnd) {
            for (std::size_t r = 0; r < run.ranks.size(); ++r)
                shifts.shiftNs[r] = -from(r);
            shifts.about = "nothing ties the ranks' clocks together: each begins at 0";
        }
    }
    std::int64_t first = 0;
    for (std::size_t r = 0; r < run.ranks.size(); ++r)
        if (r == 0 || from(r) + shifts.shiftNs[r] < first)
            first = from(r) + shifts.shiftNs[r];
    for (std::int64_t& shift : shifts.shiftNs)
        shift -= first;
    return shifts;
}

std::array<std::int64_t, doingCount> ticksWithin(const std::vector<DetailSpan>& bar, std::int64_t from, std::int64_t to)
{
    std::array<std::int64_t, doingCount> ticks{};
    for (const DetailSpan& span : bar)
        if (span.fromNs < to && span.toNs > from)
            ticks[span.colour] += std::min(span.toNs, to) - std::max(span.fromNs, from);
    return ticks;
}

}  // namespace scalewright
