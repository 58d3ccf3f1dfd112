#include "core/evidence/trace/breakdown.h"

#include <algorithm>
#include <map>

namespace scalewright {

namespace {

constexpr double perNs = 1e-9;

/// Spans whose names are steps, those of the host before their copies on the device; else what ends at "step ends",
/// each once: where the device has a copy of every one, at the copies, as its work ends after the host has sent it.
std::vector<StepWindow> markedSteps(const TraceRecording& recording, const TraceRules& rules,
                                    const std::vector<bool>& lanes, const RankTimes& times)
{
    std::vector<char> starts(recording.kinds.size()), ends(recording.kinds.size());
    for (std::size_t i = 0; i < recording.kinds.size(); ++i) {
        starts[i] = fitsOne(rules.steps, recording.kinds[i].name);
        ends[i] = fitsOne(rules.stepEnds, recording.kinds[i].name);
    }
    std::map<std::string, TraceSpan> steps;
    std::vector<std::int64_t> onHost, onDevice;
    for (const TraceSpan& span : recording.spans) {
        if (!lanes[span.lane])
            continue;
        if (starts[span.kind]) {
            const TraceKind& kind = recording.kinds[span.kind];
            const auto [at, added] = steps.emplace(kind.name, span);
            if (!added && recording.kinds[at->second.kind].category.starts_with("gpu_"))
                at->second = span;
        } else if (ends[span.kind]) {
            (recording.kinds[span.kind].category.starts_with("gpu_") ? onDevice : onHost).push_back(span.endNs());
        }
    }
    std::vector<StepWindow> windows;
    for (const auto& [name, span] : steps)
        windows.push_back({name, span.startNs, span.endNs()});
    std::sort(windows.begin(), windows.end(),
              [](const StepWindow& a, const StepWindow& b) { return a.fromNs < b.fromNs; });
    for (std::size_t i = 0; i + 1 < windows.size(); ++i)
        windows[i].toNs = windows[i + 1].fromNs;
    std::vector<std::int64_t>& stops = onHost.empty() || onDevice.size() == onHost.size() ? onDevice : onHost;
    if (!windows.empty() || stops.empty())
        return windows;
    std::sort(stops.begin(), stops.end());
    std::int64_t from = times.fromNs;
    for (const std::int64_t stop : stops) {
        windows.push_back({"step " + std::to_string(windows.size() + 1), from, stop});
        from = stop;
    }
    windows.back().toNs = std::max(windows.back().toNs, times.toNs);
    return windows;
}

/// By lane, what its spans cover that are no rest themselves.
std::vector<TimeSet> coveredInLanes(const TraceRecording& recording, const SpanMeanings& meanings,
                                    const std::vector<bool>& lanes)
{
    std::vector<std::vector<Stretch>> covered(recording.lanes.size());
    for (const TraceSpan& span : recording.spans)
        if (const SpanMeaning& its = meanings.of(span); lanes[span.lane] && !its.rest && its.what != SpanClass::Frame)
            covered[span.lane].push_back({span.startNs, span.endNs()});
    std::vector<TimeSet> sets;
    for (std::vector<Stretch>& each : covered)
        sets.push_back(unionOf(std::move(each)));
    return sets;
}

}  // namespace

TimeSet workOf(const RankTimes& times)
{
    return unionOf(unionOf(times.compute, times.memory), times.io);
}

TimeShares sharesWithin(const RankTimes& times, std::int64_t fromNs, std::int64_t toNs)
{
    const auto seconds = [&](const TimeSet& set) { return double(lengthWithin(set, fromNs, toNs)) * perNs; };
    TimeShares shares;
    shares.spanS = double(toNs - fromNs) * perNs;
    shares.computeS = seconds(times.compute);
    shares.communicationS = seconds(times.communication);
    shares.overlapS = seconds(times.overlap);
    shares.exposedS =
        double(lengthWithin(times.communication, fromNs, toNs) - lengthWithin(times.overlap, fromNs, toNs)) * perNs;
    shares.memoryS = seconds(times.memory);
    shares.ioS = seconds(times.io);
    shares.waitS = seconds(times.waiting);
    shares.busyS = seconds(times.all);
    shares.idleS = double(toNs - fromNs - lengthWithin(times.all, fromNs, toNs)) * perNs;
    shares.unclassifiedS =
        double(lengthWithin(times.all, fromNs, toNs) - lengthWithin(times.classified, fromNs, toNs)) * perNs;
    return shares;
}

RankReading readRank(const TraceRecording& recording, const SpanMeanings& meanings, const TraceRules& rules,
                     const std::vector<bool>& lanes)
{
    bool onDevice = false, deviceCommunicates = false, anyRest = false;
    for (const TraceSpan& span : recording.spans) {
        const SpanMeaning& its = meanings.of(span);
        anyRest |= its.rest;
        if (its.device && its.what != SpanClass::Frame && lanes[span.lane]) {
            onDevice = true;
            deviceCommunicates |= its.what == SpanClass::Communication;
        }
    }

    RankReading rank;
    RankTimes& times = rank.times;
    times.onDevice = onDevice;
    const std::vector<TimeSet> covered = anyRest ? coveredInLanes(recording, meanings, lanes) : std::vector<TimeSet>();
    std::vector<Stretch> compute, communication, memory, io, waiting, unknown;
    const auto listOf = [&](SpanClass what) -> std::vector<Stretch>& {
        switch (what) {
        case SpanClass::Compute: return compute;
        case SpanClass::Communication: return communication;
        case SpanClass::Memory: return memory;
        case SpanClass::InputOutput: return io;
        case SpanClass::Waiting: return waiting;
        default: return unknown;
        }
    };
    std::int64_t hostFrom = INT64_MAX, hostTo = INT64_MIN, from = INT64_MAX, to = INT64_MIN;
    for (const TraceSpan& span : recording.spans) {
        if (!lanes[span.lane])
            continue;
        const SpanMeaning& its = meanings.of(span);
        if (its.what == SpanClass::Frame)
            continue;
        const Stretch stretch{span.startNs, span.endNs()};
        if (!its.device && its.what != SpanClass::Unknown && its.what != SpanClass::Waiting) {
            hostFrom = std::min(hostFrom, stretch.from);
            hostTo = std::max(hostTo, stretch.to);
        }
        if (onDevice && !its.device && !(its.besideDevice && !deviceCommunicates))
            continue;
        from = std::min(from, stretch.from);
        to = std::max(to, stretch.to);
        if (its.rest)
            for (const Stretch& left : without({stretch}, covered[span.lane]))
                listOf(its.what).push_back(left);
        else
            listOf(its.what).push_back(stretch);
        if (its.what == SpanClass::Communication && its.collective)
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
    times.waiting = without(unionOf(std::move(waiting)), times.communication);
    times.overlap = overlapOf(times.compute, times.communication);
    times.classified = times.compute;
    for (const TimeSet* each : {&times.communication, &times.memory, &times.io, &times.waiting})
        times.classified = unionOf(times.classified, *each);
    times.all = unionOf(times.classified, unionOf(std::move(unknown)));
    std::sort(rank.collectives.begin(), rank.collectives.end(),
              [](const CollectiveSpan& a, const CollectiveSpan& b) { return a.startNs < b.startNs; });

    rank.steps = markedSteps(recording, rules, lanes, times);
    rank.stepsMarked = !rank.steps.empty();
    if (!rank.stepsMarked && to > from) {
        // The host decides when a recording begins and ends, as in Kineto's views: a device's tail beyond it is cut
        // off.
        const bool host = onDevice && hostFrom < hostTo;
        rank.steps.push_back({"", host ? hostFrom : from, host ? hostTo : to});
    }
    return rank;
}

}  // namespace scalewright
