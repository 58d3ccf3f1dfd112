// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/ladder/ranks.h"

#include <algorithm>
#include <numeric>

#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/text/message.h"

namespace scalewright {

namespace {

/// A delay is named from this share of the run on, like a straggler of a trace (minimumLatenessShare).
constexpr double minimumDelayShare = 0.03;

using WorkerPart = std::optional<double> WorkerTimes::*;

/// The values of a part, by worker; empty unless every worker reports it.
std::vector<double> valuesOf(const std::vector<WorkerTimes>& workers, WorkerPart part)
{
    std::vector<double> values;
    for (const WorkerTimes& each : workers)
        if (each.*part)
            values.push_back(*(each.*part));
    return values.size() == workers.size() ? values : std::vector<double>();
}

std::optional<double> meanOf(const std::vector<double>& values)
{
    if (values.empty())
        return std::nullopt;
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<double> without(std::vector<double> values, std::size_t index)
{
    if (!values.empty())
        values.erase(values.begin() + static_cast<std::ptrdiff_t>(index));
    return values;
}

/// The transfer, if waiting is counted as communication; otherwise the mean communication.
std::optional<double> transferOf(const std::vector<double>& commS, bool isWaitingSeparate)
{
    return commS.empty() || isWaitingSeparate ? meanOf(commS) : std::optional(*std::ranges::min_element(commS));
}

/// How long each worker waits for others; empty if unknown.
std::vector<double> waitingOf(const std::vector<WorkerTimes>& workers, double timeS)
{
    const std::vector<double> times = valuesOf(workers, &WorkerTimes::timeS),
                              comm = valuesOf(workers, &WorkerTimes::commS),
                              idle = valuesOf(workers, &WorkerTimes::idleS);
    if (comm.empty() && idle.empty())
        return {};
    std::vector<double> waiting(workers.size(), 0);
    for (std::size_t i = 0; i < workers.size(); ++i) {
        if (!times.empty())
            waiting[i] += timeS - times[i];
        if (!idle.empty())
            waiting[i] += idle[i];
        else
            waiting[i] += comm[i] - *std::ranges::min_element(comm);
    }
    return waiting;
}

/// The idle time of each worker: its waiting if it is given, otherwise the time that none of its parts covers.
std::vector<double> spareTimes(const std::vector<WorkerTimes>& workers, double timeS)
{
    if (std::vector<double> waiting = waitingOf(workers, timeS); !waiting.empty())
        return waiting;
    const std::vector<double> times = valuesOf(workers, &WorkerTimes::timeS),
                              comp = valuesOf(workers, &WorkerTimes::compS), io = valuesOf(workers, &WorkerTimes::ioS);
    std::vector<double> spare;
    for (std::size_t i = 0; i < times.size(); ++i)
        spare.push_back(timeS - (comp.empty() ? times[i] : comp[i] + (io.empty() ? 0 : io[i])));
    return spare;
}

/// `spare`: the spare times; `last`: the index of their minimum.
std::optional<LateRank> findLateRank(const std::vector<WorkerTimes>& workers, const std::vector<double>& spare,
                                     std::size_t last, double timeS)
{
    if (spare.size() < 2 || !(timeS > 0))
        return std::nullopt;
    const std::vector<double> others = without(spare, last);
    const double savedS = *std::ranges::min_element(others) - spare[last];
    if (savedS < minimumDelayShare * timeS)
        return std::nullopt;
    LateRank late{.rank = workers[last].rank, .behindS = median(others) - spare[last], .savedS = savedS};
    for (const auto& [part, name] :
         {std::pair(&WorkerTimes::compS, "compute"), std::pair(&WorkerTimes::ioS, "reading")}) {
        const std::vector<double> values = valuesOf(workers, part);
        const double longerS = values.empty() ? 0 : values[last] - median(without(values, last));
        if (longerS > std::max(late.longerS, late.behindS / 4)) {
            late.longerS = longerS;
            late.longerPart = name;
        }
    }
    return late;
}

}  // namespace

CombinedWorkers combineWorkers(const std::vector<WorkerTimes>& workers)
{
    CombinedWorkers run;
    const std::vector<double> times = valuesOf(workers, &WorkerTimes::timeS),
                              comp = valuesOf(workers, &WorkerTimes::compS),
                              comm = valuesOf(workers, &WorkerTimes::commS),
                              idle = valuesOf(workers, &WorkerTimes::idleS), io = valuesOf(workers, &WorkerTimes::ioS);
    for (const WorkerTimes& each : workers)
        run.timeS = std::max(run.timeS, each.timeS);
    double timeS = run.timeS.value_or(0);
    if (!run.timeS)
        for (std::size_t i = 0; i < workers.size(); ++i) {
            double sum = 0;
            for (const auto* part : {&comp, &comm, &idle, &io})
                sum += part->empty() ? 0 : (*part)[i];
            timeS = std::max(timeS, sum);
        }
    const std::vector<double> waiting = waitingOf(workers, timeS);
    const std::vector<double> spare = spareTimes(workers, timeS);
    const auto last = static_cast<std::size_t>(std::ranges::min_element(spare) - spare.begin());
    run.late = findLateRank(workers, spare, last, timeS);
    run.compS = meanOf(comp);
    run.commS = transferOf(comm, !idle.empty());
    run.idleS = meanOf(waiting);
    run.ioS = meanOf(io);
    return run;
}

bool mayIncludeWaiting(const std::vector<WorkerTimes>& workers)
{
    return workers.size() == 1 && workers.front().commS > 0 && !workers.front().idleS;
}

std::optional<LateRank> commonLateRank(const std::vector<std::optional<LateRank>>& runs)
{
    if (runs.empty() || !runs.front())
        return std::nullopt;
    std::vector<double> behind, saved, longer;
    for (const std::optional<LateRank>& each : runs) {
        if (!each || each->rank != runs.front()->rank)
            return std::nullopt;
        behind.push_back(each->behindS);
        saved.push_back(each->savedS);
        longer.push_back(each->longerPart == runs.front()->longerPart ? each->longerS : 0);
    }
    LateRank late = *runs.front();
    late.behindS = median(behind);
    late.savedS = median(saved);
    late.longerS = median(longer);
    return late;
}

std::string rankName(const LateRank& late)
{
    return late.rank ? formatMessage("rank {}", *late.rank) : "one rank";
}

std::string latenessText(const LateRank& late)
{
    if (late.longerPart.empty())
        return formatMessage("arrives {} later", timeText(late.behindS));
    return late.longerPart == "compute" ? formatMessage("computes {} longer", timeText(late.longerS))
                                        : formatMessage("reads {} longer", timeText(late.longerS));
}

}  // namespace scalewright
