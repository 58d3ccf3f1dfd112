#include "core/evidence/timeline/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/project/document/measurements.h"

namespace scalewright {

namespace {

constexpr double perNs = 1e-9;

WorkerParts partsWithin(const TraceRun& run, std::size_t rank, std::int64_t from, std::int64_t to, double perStep)
{
    WorkerParts parts{.worker = run.ranks[rank].rank, .spanS = double(to - from) * perNs / perStep};
    const auto ticks = ticksWithin(recordedBar(run, rank, 0), from, to);
    for (std::size_t i = 0; i < doingCount; ++i)
        parts.seconds[i] = double(ticks[i]) * perNs / perStep;
    return parts;
}

double longest(const RunParts& run)
{
    double most = 0;
    for (const WorkerParts& worker : run.workers)
        most = std::max(most, worker.spanS);
    return most;
}

std::string said(double value, PartsOver over)
{
    return over == PartsOver::Share ? say("{} %", significant(100 * value))
                                    : formatAmount(value, Dimension::Time).joined();
}

/// A part, idle being the last, as a mean over the workers that both have.
struct Change {
    std::string part;
    double first = 0, second = 0;
    [[nodiscard]] double by() const { return second - first; }
};

std::vector<Change> changesOf(const std::vector<ComparedWorker>& workers)
{
    std::vector<Change> changes;
    for (std::size_t i = 0; i <= doingCount; ++i) {
        Change change{i < doingCount ? titleOf(static_cast<Doing>(i)) : "idle", 0, 0};
        for (const ComparedWorker& worker : workers) {
            change.first += (i < doingCount ? worker.first.seconds[i] : worker.first.idleS()) / double(workers.size());
            change.second +=
                (i < doingCount ? worker.second.seconds[i] : worker.second.idleS()) / double(workers.size());
        }
        changes.push_back(std::move(change));
    }
    return changes;
}

std::string aboutOf(const RunComparison& its)
{
    if (its.workers.empty())
        return "the two runs have no worker in common";
    std::vector<Change> changes = changesOf(its.workers);
    std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.by() < b.by(); });
    const Change &least = changes.front(), &most = changes.back();
    if (its.over == PartsOver::Share) {
        const Change& largest = -least.by() > most.by() ? least : most;
        if (std::abs(largest.by()) < 0.005)
            return "no part's share differs by half a percent of the time";
        return say("{} differs most: {} of the time against {}", largest.part, said(largest.first, its.over),
                   said(largest.second, its.over));
    }
    const std::string what = its.over == PartsOver::Step ? "a step" : "the run";
    const double difference = its.secondS - its.firstS, least1000th = 0.001 * std::max(its.firstS, its.secondS);
    const bool falls = difference < 0;
    const std::string whole = its.firstS <= 0 ? say("{} takes {} instead of {}", what, said(its.secondS, its.over),
                                                    said(its.firstS, its.over))
                              : std::abs(difference) < 0.005 * its.firstS
                                  ? say("{} takes {} in both, within half a percent", what, said(its.firstS, its.over))
                              : falls ? say("{} takes {} instead of {}, {} % less", what, said(its.secondS, its.over),
                                            said(its.firstS, its.over), significant(-100 * difference / its.firstS))
                                      : say("{} takes {} instead of {}, {} % more", what, said(its.secondS, its.over),
                                            said(its.firstS, its.over), significant(100 * difference / its.firstS));
    const std::string less = say("{} less {}", said(-least.by(), its.over), least.part),
                      more = say("{} more {}", said(most.by(), its.over), most.part);
    const bool hasLess = -least.by() > least1000th, hasMore = most.by() > least1000th;
    if (hasLess && hasMore)
        return say("{}; a worker has {} and {}", whole, falls ? less : more, falls ? more : less);
    if (hasLess || hasMore)
        return say("{}; a worker has {}", whole, hasLess ? less : more);
    return say("{}, part by part", whole);
}

}  // namespace

double WorkerParts::idleS() const
{
    double busy = 0;
    for (std::size_t i = 0; i < doingCount; ++i)
        if (static_cast<Doing>(i) != Doing::Hidden)
            busy += seconds[i];
    const double idle = spanS - busy;
    return idle > 1e-9 * spanS ? idle : 0;
}

RunParts partsOf(const TraceRun& run)
{
    RunParts parts;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankTimes& times = run.ranks[r].reading.times;
        parts.workers.push_back(partsWithin(run, r, times.fromNs, times.toNs, 1));
    }
    return parts;
}

std::optional<RunParts> stepPartsOf(const TraceRun& run)
{
    RunParts parts{.over = PartsOver::Step, .workers = {}};
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const RankReading& reading = run.ranks[r].reading;
        if (!reading.stepsMarked)
            return std::nullopt;
        parts.workers.push_back(
            partsWithin(run, r, reading.steps.front().fromNs, reading.steps.back().toNs, double(reading.steps.size())));
    }
    return parts;
}

RunParts partsOf(const RecordedRun& kept)
{
    RunParts parts;
    for (const TraceReference& file : kept.files)
        for (const TraceSummary& rank : file.ranks) {
            WorkerParts worker{.worker = rank.rank, .spanS = rank.spanS};
            const auto set = [&](Doing what, double value) { worker.seconds[static_cast<std::size_t>(what)] = value; };
            const double waited = std::min(rank.waitingS.value_or(0), rank.exposedS);
            set(Doing::Compute, rank.computeS);
            set(Doing::Communication, rank.exposedS - waited);
            set(Doing::Waiting, waited);
            set(Doing::Memory, rank.memoryS);
            set(Doing::InputOutput, rank.ioS);
            set(Doing::Unknown, rank.unclassifiedS.value_or(0));
            parts.workers.push_back(worker);
        }
    std::sort(parts.workers.begin(), parts.workers.end(),
              [](const WorkerParts& a, const WorkerParts& b) { return a.worker < b.worker; });
    return parts;
}

RunParts partsOf(const Simulation& run)
{
    RunParts parts;
    for (std::size_t i = 0; i < run.workers.size(); ++i) {
        const SimulatedWorker& w = run.workers[i];
        WorkerParts worker{.worker = static_cast<int>(i), .spanS = run.runS};
        const auto set = [&](Doing what, double seconds) { worker.seconds[static_cast<std::size_t>(what)] = seconds; };
        set(Doing::Compute, w.computeS);
        set(Doing::Communication, w.communicationS);
        set(Doing::Hidden, w.hiddenS);
        set(Doing::Waiting, w.waitingS);
        set(Doing::Coordination, w.coordinationS);
        set(Doing::Checkpoint, w.checkpointS);
        set(Doing::Failure, w.failureS);
        parts.workers.push_back(worker);
    }
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
    run.over = PartsOver::Share;
    return run;
}

RunPair comparable(const TraceRun& first, const TraceRun& second)
{
    std::optional<RunParts> one = stepPartsOf(first), other = stepPartsOf(second);
    if (one && other)
        return {std::move(*one), std::move(*other)};
    return {partsOf(first), partsOf(second)};
}

RunComparison compared(const RunPair& runs)
{
    RunComparison out{.over = runs.first.over, .firstS = longest(runs.first), .secondS = longest(runs.second)};
    auto b = runs.second.workers.begin();
    for (const WorkerParts& a : runs.first.workers) {
        for (; b != runs.second.workers.end() && b->worker < a.worker; ++b)
            out.onlySecond.push_back(b->worker);
        if (b != runs.second.workers.end() && b->worker == a.worker)
            out.workers.push_back({a, *b++});
        else
            out.onlyFirst.push_back(a.worker);
    }
    for (; b != runs.second.workers.end(); ++b)
        out.onlySecond.push_back(b->worker);
    out.about = aboutOf(out);
    return out;
}

}  // namespace scalewright
