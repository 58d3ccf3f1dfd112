#include "core/model/scaling/terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/exact_text.h"
#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/jitter_table.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

class Problems {
public:
    void check(bool right, const char* pointer, std::string message, std::string expected)
    {
        if (!right)
            list.push_back({std::move(message), std::move(expected), {.pointer = pointer}});
    }
    // Finite and not negative.
    void time(double seconds, const char* pointer)
    {
        check(std::isfinite(seconds) && seconds >= 0, pointer, say("{} s is no time", significant(seconds)),
              "0 s or more");
    }
    std::vector<Problem> list;
};

std::string rhythm(const DesignTerms& terms, int localSteps)
{
    const std::string exchange = localSteps == 1 ? "every step" : say("every {} steps", localSteps);
    if (terms.barrier == Barrier::BoundedStaleness)
        return localSteps == 1 ? say("with at most {} steps of staleness", terms.stalenessSteps)
                               : say("with at most {} exchanges, one {}, of staleness", terms.stalenessSteps, exchange);
    return say("at a barrier {}", exchange);
}

/// "overlap 80 % of a backward pass of 66.6667 %, last bucket 4 %"
std::string overlapBrief(const DesignTerms& terms)
{
    return say("overlap {} of a backward pass of {}{}", exactPercent(terms.overlap), exactPercent(terms.backwardShare),
               terms.lastBucketShare > 0 ? say(", last bucket {}", exactPercent(terms.lastBucketShare)) : "");
}

PricedTerm jitterTerm(const DesignTerms& terms, int localSteps)
{
    const bool normal = terms.jitter == Jitter::Normal;
    const std::string shape = normal ? "normal" : "exponential";
    const std::string sigma =
        terms.jitterShare > 0 ? say("{} of compute", percent(terms.jitterShare)) : timeText(terms.jitterS);
    const std::string exact = terms.jitterShare > 0 ? say("{} of compute", exactPercent(terms.jitterShare))
                                                    : exactAmount(terms.jitterS, Dimension::Time);
    PricedTerm term{.key = "waiting",
                    .brief = say("jitter {} ({})", exact, shape),
                    .says = say("jitter of {} ({}) {}", sigma, shape, rhythm(terms, localSteps)),
                    .formula = {},
                    .source = {},
                    .simplification = terms.jitterShare > 0
                                          ? "sigma falls as a worker's compute does, independent over workers and steps"
                                          : "sigma is the same at every p, independent over workers and steps"};
    if (terms.backupWorkers > 0 && terms.barrier == Barrier::EveryStep)
        term.says += say(", which the first p - {} end", terms.backupWorkers);
    if (terms.barrier == Barrier::BoundedStaleness) {
        term.brief += say(", staleness {}", terms.stalenessSteps);
        term.simplification +=
            normal ? "; within 25 % of a simulation while sigma <= t"
                   : "; up to 45 % below a simulation while sigma <= t: one delay may exceed all the slack";
        term.formula = "sigma^2 L/(2 s H t + sigma sqrt(H) L sqrt(s+1)/m), L = H_(p-1), m the slowest of p";
        term.source = "the rule: Ho et al. 2013; its price: reflected diffusions, held against simulation";
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
        parts.push_back(say("node MTBF {}", time(*terms.nodeMtbfS)));
    parts.emplace_back(recoveries[static_cast<std::size_t>(terms.recovery)]);
    if (terms.recovery != Recovery::None && (terms.checkpointIntervalS || terms.recovery == Recovery::Checkpoint))
        parts.push_back(
            say("checkpoints of {} {}", time(terms.checkpointS),
                terms.checkpointIntervalS ? say("every {}", time(*terms.checkpointIntervalS)) : "at Daly's interval"));
    if (terms.nodeMtbfS && terms.restartS > 0)
        parts.push_back(say("restart {}", time(terms.restartS)));
    return joined(parts, ", ");
}

PricedTerm failureTerm(const DesignTerms& terms)
{
    PricedTerm term{.key = "failures",
                    .brief = failureBrief(terms),
                    .says = {},
                    .formula = {},
                    .source = "Daly 2006",
                    .simplification = {}};
    const std::string nodes =
        terms.nodeMtbfS ? say("a node fails every {}", timeText(*terms.nodeMtbfS)) : "no node fails";
    const std::string interval = terms.checkpointIntervalS
                                     ? say("every {} of work", timeText(*terms.checkpointIntervalS))
                                     : "at Daly's interval";
    const std::string written = say("checkpoints of {} {}", timeText(terms.checkpointS), interval);
    switch (terms.recovery) {
    case Recovery::None:
        term.says = say("{}, and the whole run starts again, after {}", nodes, timeText(terms.restartS));
        term.formula = "M e^{R/M} (e^{T/M} - 1)/T, M = M_node/N, T the run";
        term.simplification = "failures are memoryless and independent";
        return term;
    case Recovery::Checkpoint:
        term.says = say("{}, {}, a restart takes {}", nodes, written, timeText(terms.restartS));
        term.formula = terms.nodeMtbfS ? "M e^{R/M} (e^{(tau+delta)/M} - 1)/tau, M = M_node/N" : "(tau + delta)/tau";
        term.simplification =
            "failures are memoryless and independent; without the run's steps its last segment counts as a whole one";
        return term;
    case Recovery::Elastic:
        term.says = say("{}, a rebalance takes {}", nodes, timeText(terms.restartS));
        term.formula = "e^{R/M}, M = M_node/N";
        term.simplification = "the step in flight is not lost, and the node is replaced at once";
        break;
    case Recovery::ReExecute:
        term.says = say("{}, its share of the step is computed again, after {}", nodes, timeText(terms.restartS));
        term.formula = "[M e^{R/M} (e^{c/M} - 1) + e^{R/M} (t - c)]/t, M = M_node/N";
        term.simplification = "one other worker recomputes the share while the rest waits";
        break;
    }
    if (terms.checkpointIntervalS) {
        term.says = joined({std::move(term.says), written}, "; ");
        term.formula += " x (tau + delta)/tau";
    }
    return term;
}

/// "tensor 8, context 2, 4 stages of 2 chunks, experts 8"
std::string splitBrief(const ModelSplit& split)
{
    std::vector<std::string> parts;
    if (split.tensor > 1)
        parts.push_back(say("tensor {}", split.tensor));
    if (split.context > 1)
        parts.push_back(say("context {}", split.context));
    if (split.stages > 1)
        parts.push_back(split.chunks > 1 ? say("{} stages of {} chunks", split.stages, split.chunks)
                                         : say("{} stages", split.stages));
    if (split.experts.spread > 1)
        parts.push_back(say("experts {}", split.experts.spread));
    return joined(parts, ", ");
}

void addSplit(const ModelSplit& split, std::vector<PricedTerm>& list)
{
    const std::string brief = splitBrief(split);
    const int same = split.tensor * split.stages;
    const SpreadExperts& experts = split.experts;
    const std::string fewer = experts.spread > 1 && experts.share > 0
                                  ? say("; the experts’ {} of them among p/{}", percent(experts.share),
                                        static_cast<long>(same) * experts.spread)
                                  : "";
    list.push_back(
        {.key = "copy",
         .brief = say("{} workers a copy ({})", split.unit(), brief),
         .says = say("{} workers lie together as {}; those with the same part exchange gradients, p/{} of them{}",
                     split.unit(), brief, same, fewer),
         .formula = say("T_comp/p at p in steps of {}, one worker alone below", split.unit()),
         .source = "Narayanan et al. 2021",
         .simplification = "workers that make no whole copy stand idle; all compute alike"});
    std::string messages;
    double times = 0;
    for (const WithinCopy& each : split.exchanges) {
        constexpr std::array what{"all-reduces among tensor workers", "turns round a sequence’s workers",
                                  "all-to-alls among experts", "messages to the next stage"};
        messages += say("{}{} {}", messages.empty() ? "" : ", ", significant(each.times),
                        what[static_cast<std::size_t>(each.kind)]);
        times += each.times;
    }
    if (!messages.empty())
        list.push_back({.key = "within-copy",
                        .brief = say("{} exchanges a micro-batch", significant(times)),
                        .says = say("a copy’s workers exchange in each micro-batch: {}", messages),
                        .formula = "m sum n T(group), stages n (m + S - 1) T, m = B/(N b)",
                        .source = "Narayanan et al. 2021",
                        .simplification =
                            "links at their full rate, nothing of it hidden but a sequence’s turns behind attention"});
    if (split.stages == 1)
        return;
    const std::string bubble = split.chunks > 1   ? say("{}/{} of a micro-batch", split.stages - 1, split.chunks)
                               : split.stages > 2 ? say("{} micro-batches", split.stages - 1)
                                                  : "1 micro-batch";
    list.push_back({.key = "bubble",
                    .brief = say("bubble of {}", bubble),
                    .says = say("the pipeline fills and empties: each step waits {}", bubble),
                    .formula = "(S - 1)/v P, P one micro-batch with its exchange",
                    .source = "Narayanan et al. 2021",
                    .simplification = "one forward, one backward; stages take equally long"});
}

}  // namespace

bool DesignTerms::sharesNode() const
{
    return memoryRoofS > 0 || readingS > 0;
}

bool DesignTerms::overlaps() const
{
    return overlap > 0 && backwardShare > 0;
}

bool DesignTerms::waits() const
{
    return backupWorkers > 0 || (barrier != Barrier::None && (jitterS > 0 || jitterShare > 0 || skew > 1));
}

bool DesignTerms::fails() const
{
    return nodeMtbfS || (recovery != Recovery::None && checkpointIntervalS && checkpointS > 0);
}

bool DesignTerms::none() const
{
    return !split && recomputedShare <= 0 && !sharesNode() && !overlaps() && !waits() && coordinatorS <= 0 && !fails();
}

double jitterAtS(const DesignTerms& terms, double computeS)
{
    return terms.jitterS + terms.jitterShare * computeS;
}

int usefulWorkers(const DesignTerms& terms, int p)
{
    return laidWorkers(terms, std::max(1, p - terms.backupWorkers));
}

double exposedCommunicationS(const DesignTerms& terms, double computeS, double tCommS, double lastBucketS,
                             int localSteps)
{
    // The first bucket is there when its share of the pass is done; buckets are taken to be of one size.
    const double window = terms.overlap * terms.backwardShare * (1 - terms.lastBucketShare) * computeS / localSteps;
    return std::max(tCommS - window, std::min(lastBucketS, tCommS));
}

double coordinationS(const DesignTerms& terms, int p)
{
    if (p == 1)
        return 0;
    return terms.coordinatorS *
           (terms.centralCoordinator ? p : static_cast<int>(std::bit_width(static_cast<unsigned>(p - 1))));
}

std::vector<Problem> termProblems(const DesignTerms& terms, double tCompS, bool strongScaling, int localSteps)
{
    Problems problems;
    const auto share = [&](double value, const char* pointer) {
        problems.check(value >= 0 && value <= 1, pointer, say("{} is no share", significant(value)), "0 to 1");
    };
    share(terms.recomputedShare, "/design/partitioning/recomputation");
    share(terms.overlap, "/design/communication/overlap");
    share(terms.backwardShare, "/design/communication/backward_share");
    share(terms.lastBucketShare, "/design/communication/last_bucket_bytes");
    problems.check(terms.stalenessSteps >= 0, "/design/consistency/staleness_steps", "a staleness below 0",
                   "0 steps or more");
    problems.time(terms.jitterS, "/design/load_balancing/jitter_s");
    problems.check(std::isfinite(terms.jitterShare) && terms.jitterShare >= 0, "/design/load_balancing/jitter_share",
                   say("{} is no share", significant(terms.jitterShare)), "0 or more");
    problems.check(terms.jitterS <= 0 || terms.jitterShare <= 0, "/design/load_balancing/jitter_share",
                   "the jitter is given in seconds and as a share of compute", "one of the two");
    problems.check(std::isfinite(terms.skew) && terms.skew >= 1, "/design/load_balancing/skew",
                   say("{}: no shard is the largest and below the mean", significant(terms.skew)), "1 or more");
    problems.check(terms.backupWorkers >= 0 && terms.backupWorkers <= largestPMax,
                   "/design/load_balancing/backup_workers",
                   say("{} is no number of backup workers", terms.backupWorkers), say("0 to {}", largestPMax));
    problems.time(terms.memoryRoofS, "/baseline/machine/memory_bandwidth_bytes_per_s");
    problems.time(terms.readingS, "/baseline/steps/0/io_time_s");
    problems.time(terms.coordinatorS, "/design/coordination/seconds_per_worker");
    problems.time(terms.checkpointS, "/design/fault_tolerance/checkpoint_s");
    problems.time(terms.restartS, "/design/fault_tolerance/restart_s");
    const auto positive = [&](const std::optional<double>& value, const char* pointer, std::string expected) {
        problems.check(!value || (std::isfinite(*value) && *value > 0), pointer,
                       say("{} s is no such time", significant(value.value_or(0))), std::move(expected));
    };
    positive(terms.nodeMtbfS, "/target/node_mtbf_s", "a time above 0 s between two failures of one node");
    positive(terms.checkpointIntervalS, "/design/fault_tolerance/checkpoint_interval_s", "a time of work above 0 s");
    if (!problems.list.empty() || terms.barrier != Barrier::EveryStep || (terms.jitterS <= 0 && terms.jitterShare <= 0))
        return std::move(problems.list);

    // From 2 b workers on the K-th is at or beyond the middle, and late.
    JitterTable& table = jitterTable(terms.jitter, terms.backupWorkers, localSteps);
    const double root = std::sqrt(static_cast<double>(localSteps));
    for (int p = 2; p <= 2 * terms.backupWorkers && p <= largestPMax; ++p) {
        const int useful = usefulWorkers(terms, p);
        const double computeS = strongScaling ? tCompS / useful : tCompS;
        const double sigma = jitterAtS(terms, computeS) / root;
        if (computeS + sigma * table.at(p) > 0)
            continue;
        problems.check(
            false, terms.jitterShare > 0 ? "/design/load_balancing/jitter_share" : "/design/load_balancing/jitter_s",
            say("a jitter of {} is too large for {} backup workers: the first {} of {} would be done {} before they "
                "began",
                timeText(sigma * root), terms.backupWorkers, useful, p, timeText(-computeS - sigma * table.at(p))),
            say("up to {} here, or fewer backup workers", timeText(-computeS / table.at(p) * root)));
        break;
    }
    return std::move(problems.list);
}

std::vector<PricedTerm> pricedTerms(const DesignTerms& terms, int localSteps)
{
    std::vector<PricedTerm> list;
    if (terms.recomputedShare > 0)
        list.push_back({.key = "recomputation",
                        .brief = say("{} more compute by recomputation", percent(terms.recomputedShare)),
                        .says = say("the backward pass computes activations again: {} more compute",
                                    percent(terms.recomputedShare)),
                        .formula = "c (1 + r), r the FLOP computed again over the model's",
                        .source = "Korthikanti et al. 2022",
                        .simplification = "T_comp is taken to be of a step without recomputation"});
    if (terms.split)
        addSplit(*terms.split, list);
    if (terms.memoryRoofS > 0)
        list.push_back(
            {.key = "node-memory",
             .brief = say("shared memory bandwidth {} a step", exactAmount(terms.memoryRoofS, Dimension::Time)),
             .says = say("one node needs {} to move the bytes of a step, however many workers share it",
                         timeText(terms.memoryRoofS)),
             .formula = "c >= s w Q/B, w workers on the fullest node",
             .source = "Williams, Waterman, Patterson 2009",
             .simplification = "the bytes of a step are divided as its work is"});
    if (terms.readingS > 0)
        list.push_back(
            {.key = "reading",
             .brief = say("reading {}, {}", exactAmount(terms.readingS, Dimension::Time),
                          terms.readingDivided ? "divided" : "whole on every worker"),
             .says = terms.readingDivided
                         ? say("{} of the step is reading, shared out by node: its workers share a disk",
                               timeText(terms.readingS))
                         : say("{} of the step is reading, which every worker does whole", timeText(terms.readingS)),
             .formula = terms.readingDivided ? "T_io s w, w workers on the fullest node" : "T_io",
             .source = "Amdahl 1967",
             .simplification = terms.readingDivided
                                   ? "every node has a disk of its own, as fast as the one that was measured"
                                   : "data that slot 1 splits would be read in parts"});
    if (terms.overlaps())
        list.push_back({.key = "overlap",
                        .brief = overlapBrief(terms),
                        .says = say("{} of the backward pass ({} of compute) hides communication{}",
                                    percent(terms.overlap), percent(terms.backwardShare),
                                    terms.lastBucketShare > 0
                                        ? say(", not the last {} of the message", percent(terms.lastBucketShare))
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
             .brief = say("skew {}", exactNumber(terms.skew)),
             .says = say("the largest shard takes {} times the mean one", significant(terms.skew)),
             .formula = "(skew - 1) c",
             .source = "the barrier waits for the largest shard",
             .simplification = "added to jitter, an upper bound; bounded staleness and backup workers do not hide it"});
    if (terms.backupWorkers > 0)
        list.push_back(
            {.key = "backup-workers",
             .brief = terms.backupWorkers == 1 ? "1 backup worker" : say("{} backup workers", terms.backupWorkers),
             .says = terms.backupWorkers == 1 ? "1 of the p workers is a backup"
                                              : say("{} of the p workers are backups", terms.backupWorkers),
             .formula = "c = T_comp/(p - b)",
             .source = "Dutta et al. 2018",
             .simplification = terms.barrier == Barrier::EveryStep ? "at least one worker is useful: b <= p - 1"
                                                                   : "without a barrier every step they are spares"});
    if (terms.coordinatorS > 0)
        list.push_back({.key = "coordination",
                        .brief = say("{} of {}", exactAmount(terms.coordinatorS, Dimension::Time),
                                     terms.centralCoordinator ? "coordinator a worker" : "agreement a round"),
                        .says = terms.centralCoordinator
                                    ? say("{} of the coordinator's time for each worker in each step",
                                          timeText(terms.coordinatorS))
                                    : say("{} of agreement for each worker in each step", timeText(terms.coordinatorS)),
                        .formula = terms.centralCoordinator ? "p s" : "ceil(log2 p) s",
                        .source = terms.centralCoordinator ? "one message after the other" : "the rounds of a tree",
                        .simplification = "nothing of it overlaps with compute"});
    if (terms.fails())
        list.push_back(failureTerm(terms));
    return list;
}

}  // namespace scalewright
