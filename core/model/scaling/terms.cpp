// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/quantity/exact_text.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/jitter_table.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

class ProblemList {
public:
    void check(bool isValid, const char* pointer, std::string message, std::string expected)
    {
        if (!isValid)
            problems.push_back({std::move(message), std::move(expected), {.jsonPointer = pointer}});
    }
    // Requires a finite, non-negative time.
    void checkTime(double seconds, const char* pointer)
    {
        check(std::isfinite(seconds) && seconds >= 0, pointer,
              formatMessage("{} s is not a valid time", significantText(seconds)), "0 s or more");
    }
    std::vector<Problem> problems;
};

std::string barrierText(const DesignTerms& terms, int localSteps)
{
    const std::string exchange = localSteps == 1 ? "every step" : formatMessage("every {} steps", localSteps);
    if (terms.barrier == Barrier::BoundedStaleness)
        return localSteps == 1
                   ? formatMessage("with a staleness of at most {} steps", terms.stalenessSteps)
                   : formatMessage("with a staleness of at most {} exchanges, one {}", terms.stalenessSteps, exchange);
    return formatMessage("at a barrier {}", exchange);
}

/// "overlap 80 % of a backward pass of 66.6667 %, last bucket 4 %"
std::string overlapBrief(const DesignTerms& terms)
{
    return formatMessage(
        "overlap {} of a backward pass of {}{}", exactPercent(terms.overlapShare), exactPercent(terms.backwardShare),
        terms.lastBucketShare > 0 ? formatMessage(", last bucket {}", exactPercent(terms.lastBucketShare)) : "");
}

PricedTerm jitterTerm(const DesignTerms& terms, int localSteps)
{
    const bool normal = terms.jitterDistribution == JitterDistribution::Normal;
    const std::string shape = normal ? "normal" : "exponential";
    const std::string sigma = terms.jitterShare > 0 ? formatMessage("{} of compute", percentageText(terms.jitterShare))
                                                    : timeText(terms.jitterS);
    const std::string exact = terms.jitterShare > 0 ? formatMessage("{} of compute", exactPercent(terms.jitterShare))
                                                    : exactAmount(terms.jitterS, Dimension::Time);
    PricedTerm term{.key = "waiting",
                    .brief = formatMessage("jitter {} ({})", exact, shape),
                    .description = formatMessage("jitter of {} ({}) {}", sigma, shape, barrierText(terms, localSteps)),
                    .formula = {},
                    .source = {},
                    .simplification = terms.jitterShare > 0
                                          ? "sigma shrinks with a worker's compute, independent over workers and steps"
                                          : "sigma is the same at every p, independent over workers and steps"};
    if (terms.backupWorkers > 0 && terms.barrier == Barrier::EveryStep)
        term.description += formatMessage(", ended by the first p - {}", terms.backupWorkers);
    if (terms.barrier == Barrier::BoundedStaleness) {
        term.brief += formatMessage(", staleness {}", terms.stalenessSteps);
        term.simplification +=
            normal ? "; within 25 % of a simulation while sigma <= t"
                   : "; up to 45 % below a simulation while sigma <= t: one delay may exceed all the slack";
        term.formula = "sigma^2 L/(2 s H t + sigma sqrt(H) L sqrt(s+1)/m), L = H_(p-1), m the slowest of p";
        term.source = "rule: Ho et al. 2013; cost: reflected diffusions, compared with simulation";
        return term;
    }
    const bool closed = !normal && localSteps == 1;
    term.formula = closed ? "sigma (H_p - H_(p-K) - 1), K = p - b"
                          : "sigma m/sqrt(H), m the mean of the K-th smallest of p, K = p - b";
    term.source = closed ? "Dutta et al. 2018" : "order statistic by quadrature; Dutta et al. 2018";
    return term;
}

/// "node MTBF 5.79 d, checkpoint-restart, 30.0 s every 600 s, restart 120 s"
std::string failureBrief(const DesignTerms& terms)
{
    const auto time = [](double seconds) { return exactAmount(seconds, Dimension::Time); };
    constexpr std::array recoveries{"no recovery", "checkpoint-restart", "elastic", "re-execution"};
    std::vector<std::string> parts;
    if (terms.nodeMtbfS)
        parts.push_back(formatMessage("node MTBF {}", time(*terms.nodeMtbfS)));
    parts.emplace_back(recoveries[static_cast<std::size_t>(terms.recovery)]);
    if (terms.recovery != Recovery::None && (terms.checkpointIntervalS || terms.recovery == Recovery::Checkpoint))
        parts.push_back(formatMessage("checkpoints of {} {}", time(terms.checkpointS),
                                      terms.checkpointIntervalS
                                          ? formatMessage("every {}", time(*terms.checkpointIntervalS))
                                          : "at Daly's interval"));
    if (terms.nodeMtbfS && terms.restartS > 0)
        parts.push_back(formatMessage("restart {}", time(terms.restartS)));
    return joinNonEmpty(parts, ", ");
}

PricedTerm failureTerm(const DesignTerms& terms)
{
    PricedTerm term{.key = "failures",
                    .brief = failureBrief(terms),
                    .description = {},
                    .formula = {},
                    .source = "Daly 2006",
                    .simplification = {}};
    const std::string nodes =
        terms.nodeMtbfS ? formatMessage("a node fails every {}", timeText(*terms.nodeMtbfS)) : "no node fails";
    const std::string interval = terms.checkpointIntervalS
                                     ? formatMessage("every {} of work", timeText(*terms.checkpointIntervalS))
                                     : "at Daly's interval";
    const std::string written = formatMessage("checkpoints of {} {}", timeText(terms.checkpointS), interval);
    switch (terms.recovery) {
    case Recovery::None:
        term.description =
            formatMessage("{}, and the whole run starts again after {}", nodes, timeText(terms.restartS));
        term.formula = "M e^{R/M} (e^{T/M} - 1)/T, M = M_node/N, T the run";
        term.simplification = "failures are memoryless and independent";
        return term;
    case Recovery::Checkpoint:
        term.description = formatMessage("{}, {}, a restart takes {}", nodes, written, timeText(terms.restartS));
        term.formula = terms.nodeMtbfS ? "M e^{R/M} (e^{(tau+delta)/M} - 1)/tau, M = M_node/N" : "(tau + delta)/tau";
        term.simplification =
            "failures are memoryless and independent; without the run's steps the last segment counts as a full one";
        return term;
    case Recovery::Elastic:
        term.description = formatMessage("{}, a rebalance takes {}", nodes, timeText(terms.restartS));
        term.formula = "e^{R/M}, M = M_node/N";
        term.simplification = "the step in flight is not lost, and the node is replaced at once";
        break;
    case Recovery::ReExecute:
        term.description =
            formatMessage("{}, and its share of the step is recomputed after {}", nodes, timeText(terms.restartS));
        term.formula = "[M e^{R/M} (e^{c/M} - 1) + e^{R/M} (t - c)]/t, M = M_node/N";
        term.simplification = "one other worker recomputes the share while the rest waits";
        break;
    }
    if (terms.checkpointIntervalS) {
        term.description = joinNonEmpty({std::move(term.description), written}, "; ");
        term.formula += " x (tau + delta)/tau";
    }
    return term;
}

/// "tensor 8, context 2, 4 stages of 2 chunks, experts 8"
std::string splitBrief(const ModelSplit& split)
{
    std::vector<std::string> parts;
    if (split.tensorParallel > 1)
        parts.push_back(formatMessage("tensor {}", split.tensorParallel));
    if (split.contextParallel > 1)
        parts.push_back(formatMessage("context {}", split.contextParallel));
    if (split.pipelineStages > 1)
        parts.push_back(split.chunksPerStage > 1
                            ? formatMessage("{} stages of {} chunks", split.pipelineStages, split.chunksPerStage)
                            : formatMessage("{} stages", split.pipelineStages));
    if (split.experts.expertParallel > 1)
        parts.push_back(formatMessage("experts {}", split.experts.expertParallel));
    return joinNonEmpty(parts, ", ");
}

void addSplitTerms(const ModelSplit& split, std::vector<PricedTerm>& list)
{
    const std::string brief = splitBrief(split);
    const int partsPerCopy = split.tensorParallel * split.pipelineStages;
    const DistributedExperts& experts = split.experts;
    const std::string fewer =
        experts.expertParallel > 1 && experts.messageShare > 0
            ? formatMessage("; the experts’ {} of the gradients among p/{}", percentageText(experts.messageShare),
                            static_cast<long>(partsPerCopy) * experts.expertParallel)
            : "";
    list.push_back(
        {.key = "copy",
         .brief = formatMessage("{} workers per copy ({})", split.workerMultiple(), brief),
         .description =
             formatMessage("{} workers form one copy: {}; those with the same part exchange gradients, p/{} of them{}",
                           split.workerMultiple(), brief, partsPerCopy, fewer),
         .formula = formatMessage("T_comp/p for p in multiples of {}, one worker alone below", split.workerMultiple()),
         .source = "Narayanan et al. 2021",
         .simplification = "workers that do not complete a copy are idle; all compute equally fast"});
    std::string messages;
    double times = 0;
    for (const IntraCopyExchange& each : split.exchanges) {
        constexpr std::array kindTexts{"all-reduces among tensor workers", "ring steps among a sequence’s workers",
                                       "all-to-alls among experts", "messages to the next stage"};
        messages += formatMessage("{}{} {}", messages.empty() ? "" : ", ", significantText(each.messagesPerPass),
                                  kindTexts[static_cast<std::size_t>(each.kind)]);
        times += each.messagesPerPass;
    }
    if (!messages.empty())
        list.push_back(
            {.key = "within-copy",
             .brief = formatMessage("{} exchanges per micro-batch", significantText(times)),
             .description = formatMessage("a copy’s workers exchange in each micro-batch: {}", messages),
             .formula = "m sum n T(group), stages n (m + S - 1) T, m = B/(N b)",
             .source = "Narayanan et al. 2021",
             .simplification = "links at their full rate; only a sequence’s ring steps are hidden, behind attention"});
    if (split.pipelineStages == 1)
        return;
    const std::string bubble = split.chunksPerStage > 1   ? formatMessage("{}/{} of a micro-batch",
                                                                          split.pipelineStages - 1, split.chunksPerStage)
                               : split.pipelineStages > 2 ? formatMessage("{} micro-batches", split.pipelineStages - 1)
                                                          : "1 micro-batch";
    list.push_back({.key = "bubble",
                    .brief = formatMessage("bubble of {}", bubble),
                    .description = formatMessage("the pipeline fills and empties: each step waits {}", bubble),
                    .formula = "(S - 1)/v P, P one micro-batch with its exchange",
                    .source = "Narayanan et al. 2021",
                    .simplification = "one forward, one backward; stages take equally long"});
}

}  // namespace

bool DesignTerms::hasSharedNodeResources() const
{
    return nodeMemoryTimeS > 0 || readingTimeS > 0;
}

bool DesignTerms::hasOverlap() const
{
    return overlapShare > 0 && backwardShare > 0;
}

bool DesignTerms::hasWaiting() const
{
    return backupWorkers > 0 || (barrier != Barrier::None && (jitterS > 0 || jitterShare > 0 || skew > 1));
}

bool DesignTerms::hasFailureCosts() const
{
    return nodeMtbfS || (recovery != Recovery::None && checkpointIntervalS && checkpointS > 0);
}

bool DesignTerms::isEmpty() const
{
    return !split && recomputationShare <= 0 && !hasSharedNodeResources() && !hasOverlap() && !hasWaiting() &&
           coordinationPerWorkerS <= 0 && !hasFailureCosts();
}

double jitterSigmaS(const DesignTerms& terms, double computeS)
{
    return terms.jitterS + terms.jitterShare * computeS;
}

int usefulWorkers(const DesignTerms& terms, int p)
{
    return assignedWorkers(terms, std::max(1, p - terms.backupWorkers));
}

double exposedCommunicationS(const DesignTerms& terms, double computeS, double tCommS, double lastBucketS,
                             int localSteps)
{
    // The first bucket is ready when its share of the pass is done; buckets are assumed to be of equal size.
    const double window =
        terms.overlapShare * terms.backwardShare * (1 - terms.lastBucketShare) * computeS / localSteps;
    return std::max(tCommS - window, std::min(lastBucketS, tCommS));
}

double coordinationTimeS(const DesignTerms& terms, int p)
{
    if (p == 1)
        return 0;
    return terms.coordinationPerWorkerS *
           (terms.hasCentralCoordinator ? p : static_cast<int>(std::bit_width(static_cast<unsigned>(p - 1))));
}

std::vector<Problem> termProblems(const DesignTerms& terms, double tCompS, bool strongScaling, int localSteps)
{
    ProblemList problems;
    const auto share = [&](double value, const char* pointer) {
        problems.check(value >= 0 && value <= 1, pointer, formatMessage("{} is not a share", significantText(value)),
                       "0 to 1");
    };
    share(terms.recomputationShare, "/design/partitioning/recomputation");
    share(terms.overlapShare, "/design/communication/overlap");
    share(terms.backwardShare, "/design/communication/backward_share");
    share(terms.lastBucketShare, "/design/communication/last_bucket_bytes");
    problems.check(terms.stalenessSteps >= 0, "/design/consistency/staleness_steps", "a negative staleness",
                   "0 steps or more");
    problems.checkTime(terms.jitterS, "/design/load_balancing/jitter_s");
    problems.check(std::isfinite(terms.jitterShare) && terms.jitterShare >= 0, "/design/load_balancing/jitter_share",
                   formatMessage("{} is not a share", significantText(terms.jitterShare)), "0 or more");
    problems.check(terms.jitterS <= 0 || terms.jitterShare <= 0, "/design/load_balancing/jitter_share",
                   "the jitter is given both in seconds and as a share of compute", "one of the two");
    problems.check(std::isfinite(terms.skew) && terms.skew >= 1, "/design/load_balancing/skew",
                   formatMessage("{}: the largest shard cannot be below the mean", significantText(terms.skew)),
                   "1 or more");
    problems.check(terms.backupWorkers >= 0 && terms.backupWorkers <= maximumPMax,
                   "/design/load_balancing/backup_workers",
                   formatMessage("{} is not a valid number of backup workers", terms.backupWorkers),
                   formatMessage("0 to {}", maximumPMax));
    problems.checkTime(terms.nodeMemoryTimeS, "/baseline/machine/memory_bandwidth_bytes_per_s");
    problems.checkTime(terms.readingTimeS, "/baseline/steps/0/io_time_s");
    problems.checkTime(terms.coordinationPerWorkerS, "/design/coordination/seconds_per_worker");
    problems.checkTime(terms.checkpointS, "/design/fault_tolerance/checkpoint_s");
    problems.checkTime(terms.restartS, "/design/fault_tolerance/restart_s");
    const auto positive = [&](const std::optional<double>& value, const char* pointer, std::string expected) {
        problems.check(!value || (std::isfinite(*value) && *value > 0), pointer,
                       formatMessage("{} s is not a valid time", significantText(value.value_or(0))),
                       std::move(expected));
    };
    positive(terms.nodeMtbfS, "/target/node_mtbf_s", "a time above 0 s between two failures of one node");
    positive(terms.checkpointIntervalS, "/design/fault_tolerance/checkpoint_interval_s", "a work time above 0 s");
    if (!problems.problems.empty() || terms.barrier != Barrier::EveryStep ||
        (terms.jitterS <= 0 && terms.jitterShare <= 0))
        return std::move(problems.problems);

    // From 2 b workers on, the K-th to finish is at or past the median, and therefore late.
    JitterTable& table = cachedJitterTable(terms.jitterDistribution, terms.backupWorkers, localSteps);
    const double root = std::sqrt(static_cast<double>(localSteps));
    for (int p = 2; p <= 2 * terms.backupWorkers && p <= maximumPMax; ++p) {
        const int useful = usefulWorkers(terms, p);
        const double computeS = strongScaling ? tCompS / useful : tCompS;
        const double sigma = jitterSigmaS(terms, computeS) / root;
        if (computeS + sigma * table.valueAt(p) > 0)
            continue;
        problems.check(
            false, terms.jitterShare > 0 ? "/design/load_balancing/jitter_share" : "/design/load_balancing/jitter_s",
            formatMessage("a jitter of {} is too large for {} backup workers: the first {} of {} would finish {} "
                          "before they began",
                          timeText(sigma * root), terms.backupWorkers, useful, p,
                          timeText(-computeS - sigma * table.valueAt(p))),
            formatMessage("up to {} here, or fewer backup workers", timeText(-computeS / table.valueAt(p) * root)));
        break;
    }
    return std::move(problems.problems);
}

std::vector<PricedTerm> pricedTerms(const DesignTerms& terms, int localSteps)
{
    std::vector<PricedTerm> list;
    if (terms.recomputationShare > 0)
        list.push_back(
            {.key = "recomputation",
             .brief = formatMessage("{} more compute by recomputation", percentageText(terms.recomputationShare)),
             .description = formatMessage("the backward pass recomputes activations: {} more compute",
                                          percentageText(terms.recomputationShare)),
             .formula = "c (1 + r), r the FLOP computed again over the model's",
             .source = "Korthikanti et al. 2022",
             .simplification = "T_comp is assumed to be for a step without recomputation"});
    if (terms.split)
        addSplitTerms(*terms.split, list);
    if (terms.nodeMemoryTimeS > 0)
        list.push_back({.key = "node-memory",
                        .brief = formatMessage("shared memory bandwidth {} a step",
                                               exactAmount(terms.nodeMemoryTimeS, Dimension::Time)),
                        .description = formatMessage(
                            "one node needs {} to move the bytes of a step, however many workers share it",
                            timeText(terms.nodeMemoryTimeS)),
                        .formula = "c >= s w Q/B, w workers on the fullest node",
                        .source = "Williams, Waterman, Patterson 2009",
                        .simplification = "the bytes of a step are divided like its work"});
    if (terms.readingTimeS > 0)
        list.push_back(
            {.key = "reading",
             .brief = formatMessage("reading {}, {}", exactAmount(terms.readingTimeS, Dimension::Time),
                                    terms.readingIsDivided ? "divided" : "whole on every worker"),
             .description =
                 terms.readingIsDivided
                     ? formatMessage(
                           "{} of the step is reading, divided among the nodes: a node's workers share a disk",
                           timeText(terms.readingTimeS))
                     : formatMessage("{} of the step is reading, which every worker does in full",
                                     timeText(terms.readingTimeS)),
             .formula = terms.readingIsDivided ? "T_io s w, w workers on the fullest node" : "T_io",
             .source = "Amdahl 1967",
             .simplification = terms.readingIsDivided
                                   ? "every node has its own disk, as fast as the measured one"
                                   : "if slot 1 split the data, each worker would read only its part"});
    if (terms.hasOverlap())
        list.push_back({.key = "overlap",
                        .brief = overlapBrief(terms),
                        .description = formatMessage(
                            "{} of the backward pass ({} of compute) hides communication{}",
                            percentageText(terms.overlapShare), percentageText(terms.backwardShare),
                            terms.lastBucketShare > 0 ? formatMessage(", except the last {} of the message",
                                                                      percentageText(terms.lastBucketShare))
                                                      : ""),
                        .formula = "max(T_comm - phi B c (1 - l)/H, T_comm of the last bucket), l its share",
                        .source = "Li et al. 2020",
                        .simplification = "hidden communication does not slow compute down"});
    const bool barrier = terms.barrier != Barrier::None;
    if (barrier && (terms.jitterS > 0 || terms.jitterShare > 0))
        list.push_back(jitterTerm(terms, localSteps));
    if (barrier && terms.skew > 1)
        list.push_back(
            {.key = "skew",
             .brief = formatMessage("skew {}", exactNumber(terms.skew)),
             .description = formatMessage("the largest shard takes {} times the mean one", significantText(terms.skew)),
             .formula = "(skew - 1) c",
             .source = "the barrier waits for the largest shard",
             .simplification = "added to jitter, an upper bound; bounded staleness and backup workers do not hide it"});
    if (terms.backupWorkers > 0)
        list.push_back({.key = "backup-workers",
                        .brief = terms.backupWorkers == 1 ? "1 backup worker"
                                                          : formatMessage("{} backup workers", terms.backupWorkers),
                        .description = terms.backupWorkers == 1
                                           ? "1 of the p workers is a backup"
                                           : formatMessage("{} of the p workers are backups", terms.backupWorkers),
                        .formula = "c = T_comp/(p - b)",
                        .source = "Dutta et al. 2018",
                        .simplification = terms.barrier == Barrier::EveryStep
                                              ? "at least one worker is useful: b <= p - 1"
                                              : "without a barrier every step they are spares"});
    if (terms.coordinationPerWorkerS > 0)
        list.push_back({.key = "coordination",
                        .brief = formatMessage(
                            "{} of {}", exactAmount(terms.coordinationPerWorkerS, Dimension::Time),
                            terms.hasCentralCoordinator ? "coordinator time per worker" : "agreement per round"),
                        .description = terms.hasCentralCoordinator
                                           ? formatMessage("{} of the coordinator's time for each worker in each step",
                                                           timeText(terms.coordinationPerWorkerS))
                                           : formatMessage("{} of agreement for each worker in each step",
                                                           timeText(terms.coordinationPerWorkerS)),
                        .formula = terms.hasCentralCoordinator ? "p s" : "ceil(log2 p) s",
                        .source = terms.hasCentralCoordinator ? "one message after the other" : "the rounds of a tree",
                        .simplification = "does not overlap with compute"});
    if (terms.hasFailureCosts())
        list.push_back(failureTerm(terms));
    return list;
}

}  // namespace scalewright
