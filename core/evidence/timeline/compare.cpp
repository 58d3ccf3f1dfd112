// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/compare.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/evidence/ladder/ladder.h"
#include "core/evidence/trace/intervals.h"
#include "core/project/document/measurements.h"

namespace scalewright {

namespace {

WorkerParts partsWithin(const TraceRun& run, std::size_t rank, std::int64_t from, std::int64_t to, double stepCount)
{
    WorkerParts parts{.worker = run.ranks[rank].rank, .spanS = double(to - from) * secondsPerNs / stepCount};
    const auto ticks = ticksByActivity(recordedBar(run, rank, 0), from, to);
    for (std::size_t i = 0; i < activityCount; ++i)
        parts.seconds[i] = double(ticks[i]) * secondsPerNs / stepCount;
    return parts;
}

double longestSpanS(const RunParts& run)
{
    double longest = 0;
    for (const WorkerParts& worker : run.workers)
        longest = std::max(longest, worker.spanS);
    return longest;
}

std::string partValueText(double value, PartsBasis basis)
{
    return basis == PartsBasis::Share ? formatMessage("{} %", significantText(100 * value)) : timeText(value);
}

/// The mean of a part over the workers that are in both runs; idle is the last part.
struct PartChange {
    std::string part;
    double first = 0, second = 0;
    [[nodiscard]] double difference() const { return second - first; }
};

std::vector<PartChange> partChanges(const std::vector<ComparedWorker>& workers)
{
    std::vector<PartChange> changes;
    for (std::size_t i = 0; i <= activityCount; ++i) {
        PartChange change{i < activityCount ? titleOf(static_cast<Activity>(i)) : "idle", 0, 0};
        for (const ComparedWorker& worker : workers) {
            change.first +=
                (i < activityCount ? worker.first.seconds[i] : worker.first.idleS()) / double(workers.size());
            change.second +=
                (i < activityCount ? worker.second.seconds[i] : worker.second.idleS()) / double(workers.size());
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

std::string comparisonSummary(const RunComparison& comparison)
{
    if (comparison.workers.empty())
        return "the two runs have no worker in common";
    std::vector<PartChange> changes = partChanges(comparison.workers);
    std::ranges::sort(changes,
                      [](const PartChange& a, const PartChange& b) { return a.difference() < b.difference(); });
    const PartChange &largestDecrease = changes.front(), &largestIncrease = changes.back();
    if (comparison.basis == PartsBasis::Share) {
        const PartChange& largest =
            -largestDecrease.difference() > largestIncrease.difference() ? largestDecrease : largestIncrease;
        if (std::abs(largest.difference()) < 0.005)
            return "no part's share differs by half a percent of the time";
        return formatMessage("{} differs most: {} of the time against {}", largest.part,
                             partValueText(largest.first, comparison.basis),
                             partValueText(largest.second, comparison.basis));
    }
    const std::string unit = comparison.basis == PartsBasis::Step ? "a step" : "the run";
    const double difference = comparison.secondSpanS - comparison.firstSpanS,
                 reportThreshold = 0.001 * std::max(comparison.firstSpanS, comparison.secondSpanS);
    const bool isShorter = difference < 0;
    const std::string totalText =
        comparison.firstSpanS <= 0
            ? formatMessage("{} takes {} instead of {}", unit, partValueText(comparison.secondSpanS, comparison.basis),
                            partValueText(comparison.firstSpanS, comparison.basis))
        : std::abs(difference) < 0.005 * comparison.firstSpanS
            ? formatMessage("{} takes {} in both, within half a percent", unit,
                            partValueText(comparison.firstSpanS, comparison.basis))
        : isShorter ? formatMessage("{} takes {} instead of {}, {} % less", unit,
                                    partValueText(comparison.secondSpanS, comparison.basis),
                                    partValueText(comparison.firstSpanS, comparison.basis),
                                    significantText(-100 * difference / comparison.firstSpanS))
                    : formatMessage("{} takes {} instead of {}, {} % more", unit,
                                    partValueText(comparison.secondSpanS, comparison.basis),
                                    partValueText(comparison.firstSpanS, comparison.basis),
                                    significantText(100 * difference / comparison.firstSpanS));
    const std::string decreaseText =
                          formatMessage("{} less {}", partValueText(-largestDecrease.difference(), comparison.basis),
                                        largestDecrease.part),
                      increaseText =
                          formatMessage("{} more {}", partValueText(largestIncrease.difference(), comparison.basis),
                                        largestIncrease.part);
    const bool hasDecrease = -largestDecrease.difference() > reportThreshold,
               hasIncrease = largestIncrease.difference() > reportThreshold;
    if (hasDecrease && hasIncrease)
        return formatMessage("{}; per worker {} and {}", totalText, isShorter ? decreaseText : increaseText,
                             isShorter ? increaseText : decreaseText);
    if (hasDecrease || hasIncrease)
        return formatMessage("{}; per worker {}", totalText, hasDecrease ? decreaseText : increaseText);
    return formatMessage("{}, in every part", totalText);
}

}  // namespace

double WorkerParts::idleS() const
{
    double busy = 0;
    for (std::size_t i = 0; i < activityCount; ++i)
        if (static_cast<Activity>(i) != Activity::HiddenCommunication)
            busy += seconds[i];
    const double idle = spanS - busy;
    return idle > 1e-9 * spanS ? idle : 0;
}

RunParts partsOf(const TraceRun& run)
{
    RunParts parts;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankTimes& times = run.ranks[r].breakdown.times;
        parts.workers.push_back(partsWithin(run, r, times.fromNs, times.toNs, 1));
    }
    return parts;
}

std::optional<RunParts> stepPartsOf(const TraceRun& run)
{
    RunParts parts{.basis = PartsBasis::Step, .workers = {}};
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankBreakdown& reading = run.ranks[r].breakdown;
        if (!reading.hasMarkedSteps)
            return std::nullopt;
        parts.workers.push_back(
            partsWithin(run, r, reading.steps.front().fromNs, reading.steps.back().toNs, double(reading.steps.size())));
    }
    return parts;
}

RunParts partsOf(const RecordedRun& recorded)
{
    RunParts parts;
    for (const TraceReference& file : recorded.files)
        for (const TraceSummary& rank : file.ranks) {
            WorkerParts worker{.worker = rank.rank, .spanS = rank.spanS};
            const auto set = [&](Activity activity, double value) {
                worker.seconds[static_cast<std::size_t>(activity)] = value;
            };
            const double waited = std::min(rank.waitingS.value_or(0), rank.exposedS);
            set(Activity::Compute, rank.computeS);
            set(Activity::Communication, rank.exposedS - waited);
            set(Activity::Waiting, waited);
            set(Activity::Memory, rank.memoryS);
            set(Activity::InputOutput, rank.ioS);
            set(Activity::Unknown, rank.unclassifiedS.value_or(0));
            parts.workers.push_back(worker);
        }
    std::ranges::sort(parts.workers, [](const WorkerParts& a, const WorkerParts& b) { return a.worker < b.worker; });
    return parts;
}

RunParts partsOf(const Simulation& run)
{
    RunParts parts;
    for (std::size_t i = 0; i < run.workers.size(); ++i) {
        const SimulatedWorker& w = run.workers[i];
        WorkerParts worker{.worker = static_cast<int>(i), .spanS = run.runS};
        const auto set = [&](Activity activity, double seconds) {
            worker.seconds[static_cast<std::size_t>(activity)] = seconds;
        };
        set(Activity::Compute, w.computeS);
        set(Activity::Communication, w.communicationS);
        set(Activity::HiddenCommunication, w.hiddenS);
        set(Activity::Waiting, w.waitingS);
        set(Activity::Coordination, w.coordinationS);
        set(Activity::Checkpoint, w.checkpointS);
        set(Activity::Failure, w.failureS);
        parts.workers.push_back(worker);
    }
    return parts;
}

RunParts partsOf(const Rung& rung)
{
    WorkerParts mean{.spanS = rung.parts->totalS()};
    const auto set = [&](Activity activity, double seconds) {
        mean.seconds[static_cast<std::size_t>(activity)] = seconds;
    };
    set(Activity::Compute, rung.parts->compS);
    set(Activity::Communication, rung.parts->commS);
    set(Activity::Waiting, rung.parts->idleS);
    set(Activity::InputOutput, rung.parts->ioS);
    set(Activity::Unknown, rung.parts->unattributedS);
    RunParts parts;
    for (mean.worker = 0; mean.worker < rung.p; ++mean.worker)
        parts.workers.push_back(mean);
    return parts;
}

RunParts sharesOf(RunParts run)
{
    for (WorkerParts& worker : run.workers) {
        const double span = worker.spanS;
        for (double& seconds : worker.seconds)
            seconds = span > 0 ? seconds / span : 0;
        worker.spanS = span > 0 ? 1 : 0;
    }
    run.basis = PartsBasis::Share;
    return run;
}

RunPair makeComparable(const TraceRun& first, const TraceRun& second)
{
    std::optional<RunParts> firstSteps = stepPartsOf(first), secondSteps = stepPartsOf(second);
    if (firstSteps && secondSteps)
        return {std::move(*firstSteps), std::move(*secondSteps)};
    return {partsOf(first), partsOf(second)};
}

RunComparison compareRuns(const RunPair& runs)
{
    RunComparison comparison{
        .basis = runs.first.basis, .firstSpanS = longestSpanS(runs.first), .secondSpanS = longestSpanS(runs.second)};
    auto b = runs.second.workers.begin();
    for (const WorkerParts& a : runs.first.workers) {
        for (; b != runs.second.workers.end() && b->worker < a.worker; ++b)
            comparison.onlyInSecond.push_back(b->worker);
        if (b != runs.second.workers.end() && b->worker == a.worker)
            comparison.workers.push_back({a, *b++});
        else
            comparison.onlyInFirst.push_back(a.worker);
    }
    for (; b != runs.second.workers.end(); ++b)
        comparison.onlyInSecond.push_back(b->worker);
    comparison.summary = comparisonSummary(comparison);
    return comparison;
}

}  // namespace scalewright
