// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/breakdown.h"

#include <algorithm>
#include <map>

namespace scalewright {

namespace {

/// Spans whose names mark steps; the host's spans are preferred over their copies on the device. If there are none,
/// each step ends at a "step ends" span: at the device's copy if every host span has one, since work on the device ends
/// after the host has issued it.
std::vector<StepWindow> findMarkedSteps(const TraceRecording& recording, const TraceRules& rules,
                                        const std::vector<bool>& lanes, const RankTimes& times)
{
    std::vector<char> isStep(recording.kinds.size()), isStepEnd(recording.kinds.size());
    for (std::size_t i = 0; i < recording.kinds.size(); ++i) {
        isStep[i] = matchesAnyPattern(rules.stepPatterns, recording.kinds[i].name);
        isStepEnd[i] = matchesAnyPattern(rules.stepEndPatterns, recording.kinds[i].name);
    }
    std::map<std::string, TraceSpan> steps;
    std::vector<std::int64_t> hostEnds, deviceEnds;
    for (const TraceSpan& span : recording.spans) {
        if (!lanes[span.lane])
            continue;
        if (isStep[span.kind]) {
            const TraceKind& kind = recording.kinds[span.kind];
            const auto [entry, inserted] = steps.emplace(kind.name, span);
            if (!inserted && recording.kinds[entry->second.kind].category.starts_with("gpu_"))
                entry->second = span;
        } else if (isStepEnd[span.kind]) {
            (recording.kinds[span.kind].category.starts_with("gpu_") ? deviceEnds : hostEnds).push_back(span.endNs());
        }
    }
    std::vector<StepWindow> windows;
    for (const auto& [name, span] : steps)
        windows.push_back({name, span.startNs, span.endNs()});
    std::ranges::sort(windows, [](const StepWindow& a, const StepWindow& b) { return a.fromNs < b.fromNs; });
    for (std::size_t i = 0; i + 1 < windows.size(); ++i)
        windows[i].toNs = windows[i + 1].fromNs;
    std::vector<std::int64_t>& stepEnds =
        hostEnds.empty() || deviceEnds.size() == hostEnds.size() ? deviceEnds : hostEnds;
    if (!windows.empty() || stepEnds.empty())
        return windows;
    std::ranges::sort(stepEnds);
    std::int64_t from = times.fromNs;
    for (const std::int64_t stop : stepEnds) {
        windows.push_back({"step " + std::to_string(windows.size() + 1), from, stop});
        from = stop;
    }
    windows.back().toNs = std::max(windows.back().toNs, times.toNs);
    return windows;
}

/// By lane, the time covered by spans that are not countsOnlyUncovered.
std::vector<TimeSet> coveredByLane(const TraceRecording& recording, const SpanMeanings& meanings,
                                   const std::vector<bool>& lanes)
{
    std::vector<std::vector<TimeInterval>> covered(recording.lanes.size());
    for (const TraceSpan& span : recording.spans)
        if (const SpanMeaning& meaning = meanings.meaningOf(span);
            lanes[span.lane] && !meaning.countsOnlyUncovered && meaning.spanClass != SpanClass::Grouping)
            covered[span.lane].push_back({span.startNs, span.endNs()});
    std::vector<TimeSet> sets;
    for (std::vector<TimeInterval>& laneIntervals : covered)
        sets.push_back(unionOf(std::move(laneIntervals)));
    return sets;
}

}  // namespace

TimeSet workTimes(const RankTimes& times)
{
    return unionOf(unionOf(times.compute, times.memory), times.io);
}

TimeTotals totalsWithin(const RankTimes& times, std::int64_t fromNs, std::int64_t toNs)
{
    const auto seconds = [&](const TimeSet& set) { return double(lengthWithin(set, fromNs, toNs)) * secondsPerNs; };
    TimeTotals totals;
    totals.spanS = double(toNs - fromNs) * secondsPerNs;
    totals.computeS = seconds(times.compute);
    totals.communicationS = seconds(times.communication);
    totals.overlapS = seconds(times.overlap);
    totals.exposedS =
        double(lengthWithin(times.communication, fromNs, toNs) - lengthWithin(times.overlap, fromNs, toNs)) *
        secondsPerNs;
    totals.memoryS = seconds(times.memory);
    totals.ioS = seconds(times.io);
    totals.waitS = seconds(times.waiting);
    totals.busyS = seconds(times.busy);
    totals.idleS = double(toNs - fromNs - lengthWithin(times.busy, fromNs, toNs)) * secondsPerNs;
    totals.unclassifiedS =
        double(lengthWithin(times.busy, fromNs, toNs) - lengthWithin(times.classified, fromNs, toNs)) * secondsPerNs;
    return totals;
}

RankBreakdown computeBreakdown(const TraceRecording& recording, const SpanMeanings& meanings, const TraceRules& rules,
                               const std::vector<bool>& lanes)
{
    bool usesDevice = false, deviceCommunicates = false, anyUncoveredOnly = false;
    for (const TraceSpan& span : recording.spans) {
        const SpanMeaning& meaning = meanings.meaningOf(span);
        anyUncoveredOnly |= meaning.countsOnlyUncovered;
        if (meaning.isOnDevice && meaning.spanClass != SpanClass::Grouping && lanes[span.lane]) {
            usesDevice = true;
            deviceCommunicates |= meaning.spanClass == SpanClass::Communication;
        }
    }

    RankBreakdown rank;
    RankTimes& times = rank.times;
    times.usesDevice = usesDevice;
    const std::vector<TimeSet> covered =
        anyUncoveredOnly ? coveredByLane(recording, meanings, lanes) : std::vector<TimeSet>();
    std::vector<TimeInterval> compute, communication, memory, io, waiting, unclassified;
    const auto intervalsOf = [&](SpanClass spanClass) -> std::vector<TimeInterval>& {
        switch (spanClass) {
        case SpanClass::Compute: return compute;
        case SpanClass::Communication: return communication;
        case SpanClass::Memory: return memory;
        case SpanClass::InputOutput: return io;
        case SpanClass::Waiting: return waiting;
        default: return unclassified;
        }
    };
    std::int64_t hostFrom = INT64_MAX, hostTo = INT64_MIN, from = INT64_MAX, to = INT64_MIN;
    for (const TraceSpan& span : recording.spans) {
        if (!lanes[span.lane])
            continue;
        const SpanMeaning& meaning = meanings.meaningOf(span);
        if (meaning.spanClass == SpanClass::Grouping)
            continue;
        const TimeInterval interval{span.startNs, span.endNs()};
        if (!meaning.isOnDevice && meaning.spanClass != SpanClass::Unknown && meaning.spanClass != SpanClass::Waiting) {
            hostFrom = std::min(hostFrom, interval.from);
            hostTo = std::max(hostTo, interval.to);
        }
        if (usesDevice && !meaning.isOnDevice && !(meaning.countsWithDevice && !deviceCommunicates))
            continue;
        from = std::min(from, interval.from);
        to = std::max(to, interval.to);
        if (meaning.countsOnlyUncovered)
            for (const TimeInterval& piece : differenceOf({interval}, covered[span.lane]))
                intervalsOf(meaning.spanClass).push_back(piece);
        else
            intervalsOf(meaning.spanClass).push_back(interval);
        if (meaning.spanClass == SpanClass::Communication && meaning.isCollective)
            rank.collectives.push_back({span.startNs, span.durationNs, span.kind, span.lane});
    }
    if (from > to)
        from = to = 0;
    times.fromNs = from;
    times.toNs = to;
    times.compute = unionOf(std::move(compute));
    times.communication = unionOf(std::move(communication));
    times.memory = unionOf(std::move(memory));
    times.io = unionOf(std::move(io));
    times.waiting = differenceOf(unionOf(std::move(waiting)), times.communication);
    times.overlap = intersectionOf(times.compute, times.communication);
    times.classified = times.compute;
    for (const TimeSet* each : {&times.communication, &times.memory, &times.io, &times.waiting})
        times.classified = unionOf(times.classified, *each);
    times.busy = unionOf(times.classified, unionOf(std::move(unclassified)));
    std::ranges::sort(rank.collectives,
                      [](const CollectiveSpan& a, const CollectiveSpan& b) { return a.startNs < b.startNs; });

    rank.steps = findMarkedSteps(recording, rules, lanes, times);
    rank.hasMarkedSteps = !rank.steps.empty();
    if (!rank.hasMarkedSteps && to > from) {
        // The host determines when a recording begins and ends, as in Kineto's views: later work on the device is cut
        // off.
        const bool useHost = usesDevice && hostFrom < hostTo;
        rank.steps.push_back({"", useHost ? hostFrom : from, useHost ? hostTo : to});
    }
    return rank;
}

}  // namespace scalewright
