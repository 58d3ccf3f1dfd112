// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/flow.h"

#include <algorithm>

#include "core/project/document/project.h"

namespace scalewright {

namespace {

TracePoint makeTracePoint(const TraceRun& run, bool perStep)
{
    TracePoint result;
    double comp = 0, comm = 0, io = 0, unclassified = 0, time = 0;  // nanoseconds
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankBreakdown& reading = run.ranks[r].breakdown;
        const RankTimes& times = reading.times;
        const bool marked = perStep && reading.hasMarkedSteps;
        const std::int64_t from = marked ? reading.steps.front().fromNs : times.fromNs;
        const std::int64_t to = marked ? reading.steps.back().toNs : times.toNs;
        const double steps = marked ? double(reading.steps.size()) : 1;
        const TimeSet work = unionOf(times.compute, times.memory);
        const TimeSet covered = unionOf(work, times.communication);
        const double worked = double(lengthWithin(work, from, to));
        const double exposed = double(lengthWithin(covered, from, to)) - worked;
        const double waited = run.matched.waitingTimes.empty()
                                  ? 0
                                  : double(lengthWithin(differenceOf(run.matched.waitingTimes[r], work), from, to));
        const double read = double(lengthWithin(unionOf(covered, times.io), from, to)) - worked - exposed;
        unclassified += double(lengthWithin(times.busy, from, to) - lengthWithin(times.classified, from, to)) / steps;
        comp += worked / steps;
        comm += (exposed - waited) / steps;
        io += read / steps;
        time = std::max(time, double(to - from) / steps);
        result.stepCount = std::max(result.stepCount, marked ? reading.steps.size() : std::size_t(1));
        result.isWholeRecording |= !marked;
    }
    const double ranks = double(run.ranks.size());
    comp /= ranks;
    comm /= ranks;
    io /= ranks;
    unclassified /= ranks;
    result.point.p = run.worldSize.value_or(static_cast<int>(run.ranks.size()));
    result.point.timeS = time / 1e9;
    result.point.compS = comp / 1e9;
    result.point.commS = comm / 1e9;
    result.point.ioS = io / 1e9;
    result.point.idleS = std::max(0.0, time - comp - comm - io - unclassified) / 1e9;
    result.unclassifiedS = unclassified / 1e9;
    result.description = !perStep                  ? "the whole recording"
                         : result.isWholeRecording ? "the whole recording: the trace marks no steps"
                                                   : formatMessage("a step, as the mean of {}", result.stepCount);
    return result;
}

}  // namespace

TracePoint stepTracePoint(const TraceRun& run)
{
    return makeTracePoint(run, true);
}

TracePoint wholeRecordingPoint(const TraceRun& run)
{
    return makeTracePoint(run, false);
}

Project withTraceRow(Project project, const TracePoint& trace, const std::string& recording, const std::string& date)
{
    std::vector<Ladder>& ladders = project.measurements.ladders;
    auto ladder =
        std::find_if(ladders.begin(), ladders.end(), [](const Ladder& each) { return each.name == traceLadderName; });
    if (ladder == ladders.end())
        ladder = ladders.insert(ladder, {.name = traceLadderName,
                                         .provenance = {Origin::Imported, recording, date, trace.description, {}}});
    ladder->points.push_back(trace.point);
    return project;
}

Project withTraceStep(Project project, const TracePoint& trace, const std::string& recording, const std::string& date)
{
    const auto imported = [&](double value) {
        return Quantity{value, std::nullopt, {Origin::Imported, recording, date, trace.description, {}}};
    };
    WorkloadStep step;
    step.name = recording;
    if (*trace.point.timeS > 0)
        step.stepTimeS = imported(*trace.point.timeS);
    step.ioTimeS = imported(*trace.point.ioS);
    project.baseline.steps.push_back(std::move(step));
    return project;
}

}  // namespace scalewright
