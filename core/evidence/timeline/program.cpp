// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/program.h"

#include <algorithm>
#include <map>

namespace scalewright {

namespace {

// If a lane was free for less than this, the next collective was already queued.
constexpr std::int64_t maximumQueueGapNs = 100'000;

/// What happens on a rank; simultaneous events are ordered as listed.
enum class ProgramEventKind { CollectiveEnds, StallEnds, StepEnds, StallBegins, CollectiveStarts };

struct ProgramEvent {
    std::int64_t timeNs = 0;
    ProgramEventKind kind = ProgramEventKind::CollectiveStarts;
    std::size_t collective = 0;
};

/// When the rank does nothing although a matched collective is in progress.
TimeSet findStalls(const TraceRun& run, std::size_t rank)
{
    const RankTimes& times = run.ranks[rank].breakdown.times;
    std::vector<TimeInterval> collectiveSpans;
    for (const MatchedCollective& each : run.matched.collectives)
        collectiveSpans.push_back({each.startNs[rank], each.endNs(rank)});
    TimeSet work = differenceOf(times.busy, times.classified);
    for (const TimeSet* each : {&times.compute, &times.memory, &times.io, &times.waiting})
        work = unionOf(work, *each);
    return differenceOf(unionOf(std::move(collectiveSpans)), work);
}

std::vector<ProgramEvent> collectEvents(const TraceRun& run, std::size_t rank)
{
    std::vector<ProgramEvent> events;
    for (std::size_t c = 0; c < run.matched.collectives.size(); ++c) {
        const MatchedCollective& each = run.matched.collectives[c];
        events.push_back({each.startNs[rank], ProgramEventKind::CollectiveStarts, c});
        events.push_back({each.endNs(rank), ProgramEventKind::CollectiveEnds, c});
    }
    for (const TimeInterval& each : findStalls(run, rank)) {
        events.push_back({each.from, ProgramEventKind::StallBegins, 0});
        events.push_back({each.to, ProgramEventKind::StallEnds, 0});
    }
    if (run.ranks[rank].breakdown.hasMarkedSteps)
        for (const StepWindow& step : run.ranks[rank].breakdown.steps)
            if (step.toNs < run.ranks[rank].breakdown.times.toNs)
                events.push_back({step.toNs, ProgramEventKind::StepEnds, 0});
    std::ranges::stable_sort(events, [](const ProgramEvent& a, const ProgramEvent& b) {
        return a.timeNs != b.timeNs ? a.timeNs < b.timeNs : a.kind < b.kind;
    });
    return events;
}

/// Collects legs in time order.
class LegBuilder {
public:
    explicit LegBuilder(std::int64_t fromNs) : m_legStartNs(fromNs) {}
    std::vector<ProgramLeg> legs;
    std::vector<std::size_t> endedCollectives;  ///< and not yet waited for

    void addWait(std::int64_t workEndNs, std::int64_t toNs)
    {
        if (endedCollectives.empty())
            return;
        workEndNs = std::max(workEndNs, m_legStartNs);
        toNs = std::max(toNs, workEndNs);
        legs.push_back({m_legStartNs, workEndNs, toNs, std::move(endedCollectives)});
        endedCollectives.clear();
        m_legStartNs = toNs;
    }
    void finish(std::int64_t toNs)
    {
        toNs = std::max(toNs, m_legStartNs);
        addWait(toNs, toNs);
        legs.push_back({m_legStartNs, toNs, toNs, {}});
    }

private:
    std::int64_t m_legStartNs;
};

}  // namespace

RankProgram extractProgram(const TraceRun& run, std::size_t rank)
{
    const RankBreakdown& reading = run.ranks[rank].breakdown;
    const std::size_t count = run.matched.collectives.size();
    const std::vector<ProgramEvent> events = collectEvents(run, rank);
    LegBuilder builder(std::min(reading.times.fromNs, events.front().timeNs));
    std::int64_t stallStartNs = 0, lastEndNs = 0;
    bool isStalled = false, endedDuringStall = false;  // since the stall began and the last collective started
    const auto resume = [&] {
        if (endedDuringStall)
            builder.addWait(stallStartNs, lastEndNs);
        endedDuringStall = false;
    };
    for (const ProgramEvent& event : events) {
        switch (event.kind) {
        case ProgramEventKind::CollectiveEnds:
            builder.endedCollectives.push_back(event.collective);
            endedDuringStall = isStalled;
            lastEndNs = event.timeNs;
            break;
        case ProgramEventKind::StallEnds:
            resume();
            isStalled = false;
            break;
        case ProgramEventKind::StepEnds:
            if (!isStalled)
                builder.addWait(event.timeNs, event.timeNs);
            break;
        case ProgramEventKind::StallBegins:
            isStalled = true;
            stallStartNs = event.timeNs;
            break;
        case ProgramEventKind::CollectiveStarts:
            if (isStalled) {
                resume();
                stallStartNs = event.timeNs;
            }
            break;
        }
    }
    resume();
    builder.finish(std::max(reading.times.toNs, events.back().timeNs));

    RankProgram program{.legs = std::move(builder.legs)};
    program.workBeforeStartNs.resize(count);
    program.startLeg.resize(count);
    program.previousOnLane.assign(count, -1);
    std::size_t leg = 0;
    std::int64_t workBefore = 0;
    std::map<std::uint32_t, std::size_t> lastOnLane;
    for (const ProgramEvent& event : events) {
        if (event.kind != ProgramEventKind::CollectiveStarts)
            continue;
        while (leg + 1 < program.legs.size() && event.timeNs >= program.legs[leg].toNs) {
            workBefore += program.legs[leg].workEndNs - program.legs[leg].fromNs;
            ++leg;
        }
        const ProgramLeg& currentLeg = program.legs[leg];
        program.startLeg[event.collective] = leg;
        program.workBeforeStartNs[event.collective] =
            workBefore +
            std::clamp<std::int64_t>(event.timeNs - currentLeg.fromNs, 0, currentLeg.workEndNs - currentLeg.fromNs);
        const std::uint32_t lane = run.matched.collectives[event.collective].lanes[rank];
        if (const auto last = lastOnLane.find(lane);
            last != lastOnLane.end() && run.matched.collectives[last->second].endNs(rank) <= event.timeNs)
            program.previousOnLane[event.collective] = static_cast<std::ptrdiff_t>(last->second);
        lastOnLane[lane] = event.collective;
    }
    program.workBeforeWaitNs.assign(count, -1);
    for (std::size_t i = 0; i < program.legs.size(); ++i) {
        program.totalWorkNs += program.legs[i].workEndNs - program.legs[i].fromNs;
        // A zero-length collective ends as it starts; a leg cannot wait for a collective that starts later.
        std::erase_if(program.legs[i].awaitedCollectives, [&](std::size_t c) { return program.startLeg[c] > i; });
        for (const std::size_t c : program.legs[i].awaitedCollectives)
            program.workBeforeWaitNs[c] = program.totalWorkNs;
    }
    for (std::int64_t& each : program.workBeforeWaitNs)
        each = each < 0 ? program.totalWorkNs : each;
    return program;
}

void advanceQueuedStarts(const TraceRun& run, std::vector<RankProgram>& programs)
{
    const std::vector<MatchedCollective>& collectives = run.matched.collectives;
    for (std::size_t c = 0; c < collectives.size(); ++c) {
        const std::ptrdiff_t before = programs.front().previousOnLane[c];
        if (before < 0)
            continue;
        const auto b = static_cast<std::size_t>(before);
        std::int64_t minimumWorkNs = INT64_MAX;
        for (const RankProgram& program : programs)
            if (program.previousOnLane[c] == before)
                minimumWorkNs = std::min(minimumWorkNs, program.workBeforeStartNs[c] - program.workBeforeStartNs[b]);
        for (std::size_t r = 0; r < programs.size(); ++r) {
            RankProgram& program = programs[r];
            if (program.previousOnLane[c] != before ||
                collectives[c].startNs[r] - collectives[b].endNs(r) > maximumQueueGapNs ||
                program.startLeg[c] != program.startLeg[b])
                continue;
            program.workBeforeStartNs[c] =
                std::min(program.workBeforeStartNs[c], program.workBeforeStartNs[b] + minimumWorkNs);
        }
    }
}

}  // namespace scalewright
