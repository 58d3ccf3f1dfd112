// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/flow.h"

#include <algorithm>

#include "core/evidence/ladder/ranks.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

TracePoint makeTracePoint(const TraceRun& run, bool perStep)
{
    TracePoint result;
    double comp = 0, comm = 0, io = 0, unclassified = 0, time = 0;  // nanoseconds
    std::vector<WorkerTimes> workers;
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
        workers.push_back({.rank = run.ranks[r].rank,
                           .timeS = double(to - from) / steps / 1e9,
                           .compS = worked / steps / 1e9,
                           .commS = (exposed - waited) / steps / 1e9,
                           .idleS = waited / steps / 1e9,
                           .ioS = read / steps / 1e9});
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
    if (const CombinedWorkers combined = combineWorkers(workers);
        run.straggler && combined.late && combined.late->rank == run.straggler)
        result.point.ranks = std::move(workers);
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

Ladder ladderOfRecordedRun(const RecordedRun& run)
{
    Ladder ladder{.name = run.name, .provenance = run.provenance, .scaling = Scaling::Strong};
    std::vector<WorkerTimes> workers;
    for (const TraceReference& file : run.files)
        for (const TraceSummary& rank : file.ranks)
            workers.push_back({.rank = rank.rank,
                               .timeS = rank.spanS,
                               .compS = rank.computeS,
                               .commS = std::max(0.0, rank.exposedS - rank.waitingS.value_or(0)),
                               .idleS = rank.waitingS,
                               .ioS = rank.ioS});
    const CombinedWorkers combined = combineWorkers(workers);
    if (!(combined.timeS > 0))
        return ladder;
    LadderPoint point{.p = run.worldSize.value_or(static_cast<int>(workers.size())), .timeS = combined.timeS};
    // In a summary, input/output may overlap the other parts.
    double restS = *combined.timeS;
    const auto takePart = [&restS](double partS) {
        const double takenS = std::min(partS, restS);
        restS -= takenS;
        return takenS;
    };
    point.compS = takePart(combined.compS.value_or(0));
    point.commS = takePart(combined.commS.value_or(0));
    point.ioS = takePart(combined.ioS.value_or(0));
    point.idleS = restS;
    if (run.straggler)
        point.ranks = std::move(workers);
    ladder.points.push_back(std::move(point));
    return ladder;
}

Project withTraceRow(Project project, const TracePoint& trace, const std::string& recording, const std::string& date)
{
    std::vector<Ladder>& ladders = project.measurements.ladders;
    auto ladder = std::ranges::find(ladders, traceLadderName, &Ladder::name);
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
