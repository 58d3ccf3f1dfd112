// SPDX-License-Identifier: GPL-3.0-or-later
// What a design adds to T_comp/p + T_comm(p): shared node resources, overlap, waiting, coordination, failures. Each
// term is zero unless the project sets it, so that the book's numbers do not change.
//
//     T(p) = [ compute + exposed communication + coordination + waiting ] x failure factor
//
// c is one worker's compute time, T_comp/(p - b) with b backup workers (weak scaling: T_comp), H the local steps
// between two exchanges, sigma the standard deviation of one worker's step, t a step without jitter.
//
//     term                formula                                                      source
//     compute, w workers  c = max(s (T_comp - T_io), s w Q/B) + T_io r, s = 1/(p-b),   Williams et al. 2009 (roofline)
//       on one node       r = s w if reading is divided, else 1
//     recomputation       c (1 + r), r of its own FLOP; T_comp is assumed to           Korthikanti et al. 2022
//                         exclude it
//     exposed comm.       max(T_comm - phi B c (1 - l)/H, T_comm of the last           Li et al. 2020 (buckets); the
//                         bucket), l its share: k equal buckets, sent one by one       first of k is ready at B c/k
//                                                                                      (arithmetic)
//     skew                (skew - 1) c, the largest shard at the barrier               arithmetic
//     waiting             sigma m/sqrt(H), m the mean of the K-th smallest of p        order statistic by quadrature;
//                         standardised times, K = p - b; m = H_p - H_(p-K) - 1 for     Dutta et al. 2018
//                         exponential times with H = 1
//     … bounded           sigma^2 L/(2 s H t + sigma sqrt(H) L sqrt(s+1)/m),           reflected diffusions (below);
//       staleness         L = H_(p-b-1), m of the slowest of p - b                     Ho et al. 2013 (the rule)
//     … asynchronous      0: no worker waits, not even for a larger shard
//     coordination        p s at a central coordinator, ceil(log2 p) s decentralised   one message each; tree's rounds
//     failures            core/model/scaling/failures.h                                Daly 2006
//     a copy on several   core/model/scaling/split.h                                   Narayanan et al. 2021
//       workers
//
// Simplifications, each reported where it applies:
//
// Jitter has the same sigma at every p and is independent between workers and steps; its mean is zero, so a single
// worker never waits. Exponential jitter is c - sigma plus an exponential with mean sigma. Skew and jitter are added,
// which gives an upper bound. Backup workers divide the work into p - b shards and do not save the largest shard's
// time, because its result would never be used. b is at most p - 1: at least one worker has to finish.
//
// Bounded staleness lets a worker start a step when all workers have finished the step s + 1 earlier. Each worker's lag
// is then a random walk, kept within s t of the slowest worker. In the diffusion limit the lags above that wall are
// exponential, the slowest of p is at H_(p-1) times their mean, and the wall moves by sigma^2 H_(p-1)/(2 s t) per step
// (exact for p = 2). The second term of the denominator makes s = 0 exactly the barrier. Compared with a max-plus
// simulation (tst_waiting), the formula is within 25 % for normal jitter from p = 4 to 64 and sigma <= t, and up to 45
// % too low for exponential jitter, where one delay may exceed all the slack. The usual approximation, a barrier every
// s + 1 steps, is 1.4 to 30 times too high there.
//
// Backup workers help only at a barrier: with bounded staleness or without a barrier they are spares, and the step
// waits for the others.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

enum class Barrier { EveryStep, BoundedStaleness, None };
enum class JitterDistribution { Normal, Exponential };
enum class Recovery { None, Checkpoint, Elastic, ReExecute };

/// An exchange among the workers of one model copy while a micro-batch passes through it, forward and backward.
struct IntraCopyExchange {
    enum class Kind { Tensor, Context, Expert, Stages };
    Kind kind = Kind::Tensor;
    Pattern pattern = defaultAllReducePattern;  ///< for Tensor and Expert; the other kinds send to a neighbour
    CommunicationParameters communication;  ///< of one message
    int groupSize = 2;  ///< number of participating workers
    double messagesPerPass = 0;
    double hiddenShare = 0;  ///< share of a pass's compute that overlaps each message
    bool operator==(const IntraCopyExchange&) const = default;
};

/// Experts distributed over workers that otherwise hold the same part of a model.
struct DistributedExperts {
    int expertParallel = 1;  ///< E: this many workers hold all experts
    double messageShare = 0;  ///< the experts' share of slot 2's message, exchanged among fewer workers
    bool operator==(const DistributedExperts&) const = default;
};

/// A model copy split over several workers (core/model/scaling/split.h).
struct ModelSplit {
    int tensorParallel = 1;  ///< t: workers that share a layer
    int contextParallel = 1;  ///< c: workers that share a sequence
    int pipelineStages = 1;  ///< S
    int chunksPerStage = 1;  ///< v, interleaved
    DistributedExperts experts;
    double workSharePerPass = 1;  ///< b/(B t c S): a worker's share, per pass, of a step's work on one machine
    std::vector<IntraCopyExchange> exchanges;

    /// The number of workers used is a multiple of this: t S lcm(c, E), capped at one more than the largest p ever
    /// searched.
    [[nodiscard]] int workerMultiple() const;
    bool operator==(const ModelSplit&) const = default;
};

struct DesignTerms {
    // What the workers of one node share: its memory bandwidth and its disk.
    double nodeMemoryTimeS = 0;  ///< Q/B: all bytes of a step at the whole node's bandwidth; 0: unknown, no roof
    double readingTimeS = 0;  ///< T_io, the part of T_comp spent reading
    /// Each worker reads its share, as fast as its node's disk allows; otherwise each worker reads everything.
    bool readingIsDivided = false;

    double recomputationShare =
        0;  ///< r, relative to compute: activations recomputed in the backward pass; only with more than one worker
    std::optional<ModelSplit> split;  ///< a copy split over several workers; absent: each worker holds a copy

    // Overlap.
    double overlapShare = 0;  ///< phi, 0…1: share of the backward pass that can hide communication
    double backwardShare = 2.0 / 3;  ///< B, the backward pass as a share of compute, 0…1
    double lastBucketShare = 0;  ///< share of the message, 0…1: sent when no compute is left to hide it

    // Waiting.
    Barrier barrier = Barrier::EveryStep;
    int stalenessSteps = 0;  ///< s, number of exchanges that a worker may run ahead; BoundedStaleness only
    JitterDistribution jitterDistribution = JitterDistribution::Normal;
    double jitterS = 0;  ///< sigma
    /// Sigma as a share of a worker's compute time c, instead of jitterS; at most one of the two is nonzero
    double jitterShare = 0;
    double skew = 1;  ///< largest shard relative to the mean, >= 1
    int backupWorkers = 0;  ///< b, included in p

    // Coordination.
    double coordinationPerWorkerS = 0;  ///< per worker and step
    bool hasCentralCoordinator = true;

    // Failures. Without an MTBF there are no failures, but checkpoints with an interval are still written.
    std::optional<double> nodeMtbfS;
    Recovery recovery = Recovery::None;
    std::optional<double> checkpointIntervalS;  ///< tau; absent: Daly's
    double checkpointS = 0;  ///< delta
    double restartS = 0;  ///< R

    /// True if every term is zero, so that T(p) equals the book's.
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool hasSharedNodeResources() const;  ///< memory bandwidth or reading limits compute
    [[nodiscard]] bool hasOverlap() const;
    [[nodiscard]] bool hasWaiting() const;  ///< jitter or skew at a barrier, or backup workers
    [[nodiscard]] bool hasFailureCosts() const;  ///< failures or checkpoints add to the step time
    bool operator==(const DesignTerms&) const = default;
};

/// The members of a term: a comparison of designs changes them together, and they have no effect without the term.
inline constexpr std::tuple overlapMembers{&DesignTerms::overlapShare, &DesignTerms::backwardShare,
                                           &DesignTerms::lastBucketShare};
inline constexpr std::tuple barrierMembers{&DesignTerms::barrier, &DesignTerms::stalenessSteps};
inline constexpr std::tuple balanceMembers{&DesignTerms::jitterDistribution, &DesignTerms::jitterS,
                                           &DesignTerms::jitterShare, &DesignTerms::skew, &DesignTerms::backupWorkers};
inline constexpr std::tuple failureMembers{&DesignTerms::nodeMtbfS, &DesignTerms::recovery,
                                           &DesignTerms::checkpointIntervalS, &DesignTerms::checkpointS,
                                           &DesignTerms::restartS};
/// `members`: one of these lists.
constexpr void copyMembers(DesignTerms& to, const DesignTerms& from, const auto& members)
{
    std::apply([&](auto... each) { ((to.*each = from.*each), ...); }, members);
}

/// sigma of one worker's step, in seconds, if its compute takes `computeS`.
[[nodiscard]] double jitterSigmaS(const DesignTerms& terms, double computeS);

/// The number of p workers that have work: all of them or, with a model copy split over several workers, those in whole
/// copies, or a single worker if there is no whole copy. Precondition: p >= 1.
[[nodiscard]] int assignedWorkers(const DesignTerms& terms, int p);

/// How many of p workers take part in slot 2's exchange: those that have work or, with a model copy split over several
/// workers, those that hold the same part.
[[nodiscard]] int exchangingWorkers(const DesignTerms& terms, int p);

/// The number of workers whose results a step uses: p - b, at least 1, of which assignedWorkers() have work.
/// Precondition: p >= 1.
[[nodiscard]] int usefulWorkers(const DesignTerms& terms, int p);

/// Seconds of T_comm that are not hidden. `tCommS` and `lastBucketS` are per step: already divided by `localSteps`.
[[nodiscard]] double exposedCommunicationS(const DesignTerms& terms, double computeS, double tCommS, double lastBucketS,
                                           int localSteps);

/// Coordination time per step, in seconds; 0 at p = 1.
[[nodiscard]] double coordinationTimeS(const DesignTerms& terms, int p);

/// All values out of range, each with the pointer to the project's field. `tCompS` and the other arguments set the
/// scale that waiting is compared with: with more backup workers than useful ones and a large sigma, the first K would
/// finish before they began.
[[nodiscard]] std::vector<Problem> termProblems(const DesignTerms& terms, double tCompS, bool strongScaling,
                                                int localSteps);

/// A term that the design adds, in words: for tooltips, captions, and the command line's `terms`.
struct PricedTerm {
    /// "recomputation", "copy", "within-copy", "bubble", "overlap", "waiting", "skew", "backup-workers", "coordination", "failures"
    std::string key;
    std::string brief;  ///< for captions: "jitter 20.0 ms (normal)"
    std::string description;  ///< with the design's numbers: "jitter of 20.0 ms (normal) at a barrier every step"
    std::string formula;
    std::string source;
    std::string simplification;
};
[[nodiscard]] std::vector<PricedTerm> pricedTerms(const DesignTerms& terms, int localSteps);

}  // namespace scalewright
