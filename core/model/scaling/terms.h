// What a design adds to T_comp/p + T_comm(p): what a node's workers share, overlap, waiting, coordination, failures.
// Each is zero unless the project gives it, so that the book's numbers hold untouched.
//
//   T(p) = [ compute + exposed communication + coordination + waiting ] x failure factor
//
// c is one worker's compute, T_comp/(p - b) with b backup workers (weak scaling: T_comp), H the local steps between two
// exchanges, sigma the standard deviation of one worker's step, t a step without jitter.
//
//   term                formula                                                     source
//   compute, w workers  c = max(s (T_comp - T_io), s w Q/B) + T_io r, s = 1/(p-b),   Williams et al. 2009 (roofline)
//     on one node       r = s w where reading is divided, else 1
//   recomputation       c (1 + r), r of its own FLOP; T_comp is taken to be        Korthikanti et al. 2022
//                       without it
//   exposed comm.       max(T_comm - phi B c (1 - l)/H, T_comm of the last bucket), Li et al. 2020 (buckets); the first
//                       l its share: k equal buckets, sent one by one              of k is there at B c/k (arithmetic)
//   skew                (skew - 1) c, the largest shard at the barrier              arithmetic
//   waiting             sigma m/sqrt(H), m the mean of the K-th smallest of p       order statistic by quadrature;
//                       standardised times, K = p - b; m = H_p - H_(p-K) - 1 for    Dutta et al. 2018
//                       exponential times with H = 1
//   … bounded           sigma^2 L/(2 s H t + sigma sqrt(H) L sqrt(s+1)/m),          reflected diffusions, see below;
//     staleness         L = H_(p-b-1), m of the slowest of p - b                    Ho et al. 2013 (the rule)
//   … asynchronous      0: nobody waits, not for a larger shard either
//   coordination        p s at a central coordinator, ceil(log2 p) s decentralised  one message each; a tree's rounds
//   failures            core/model/scaling/failures.h                                     Daly 2006
//   a copy on several   core/model/scaling/split.h                                        Narayanan et al. 2021
//     workers
//
// Simplifications, each said where it shows:
//   Jitter has the same sigma at every p and is independent over workers and steps; its mean is zero, so one worker never
//   waits. Exponential jitter is c - sigma + an exponential of mean sigma. Skew and jitter are added, an upper bound. Backup
//   workers cut the work into p - b shards and do not save the largest shard's time: whose shard would never be used.
//   b is at most p - 1: somebody has to finish.
//   Bounded staleness lets a worker start a step when everybody has finished the one s + 1 before it. Each worker's lag is
//   then a random walk, held within s t of the slowest: in the diffusion limit the lags above that wall are exponential,
//   the slowest of p sits at H_(p-1) of their means, and the wall moves at sigma^2 H_(p-1)/(2 s t) a step (exact for p = 2).
//   The second part of the denominator makes s = 0 the barrier, exactly. Against a max-plus simulation (tst_waiting) it is
//   within 25 % for normal jitter from p = 4 to 64 and sigma <= t, and up to 45 % too low for exponential jitter, where one
//   delay may exceed all the slack. A barrier every s + 1 steps, the usual stand-in, is 1.4 to 30 times too high there.
//   Backup workers help only at a barrier: under bounded staleness and without a barrier they are spares, and the rest is
//   waited for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

enum class Barrier { EveryStep, BoundedStaleness, None };
enum class Jitter { Normal, Exponential };
enum class Recovery { None, Checkpoint, Elastic, ReExecute };

/// What the workers of one copy of a model exchange while a micro-batch passes through it, forward and back.
struct WithinCopy {
    enum class Kind { Tensor, Context, Expert, Stages };
    Kind kind = Kind::Tensor;
    Pattern pattern = usualPattern;  ///< Tensor's and Expert's; the others hand on to a neighbour
    CommunicationParameters communication;  ///< of one message
    int group = 2;  ///< workers that take part
    double times = 0;  ///< messages of a pass
    double hiddenShare = 0;  ///< of a pass's compute, which goes on during each
    bool operator==(const WithinCopy&) const = default;
};

/// Experts on different workers among those that hold the same part of a model otherwise.
struct SpreadExperts {
    int spread = 1;  ///< E, so many workers hold all of them
    double share = 0;  ///< of slot 2's own message: what the experts add to it, which fewer workers exchange
    bool operator==(const SpreadExperts&) const = default;
};

/// A copy of the model that lies on several workers (core/model/scaling/split.h).
struct ModelSplit {
    int tensor = 1;  ///< t, workers that share a layer
    int context = 1;  ///< c, that share a sequence
    int stages = 1;  ///< S, of a pipeline
    int chunks = 1;  ///< v of a stage, interleaved
    SpreadExperts experts;
    double passShare = 1;  ///< of a step's work on one machine: a worker's in one pass, b/(B t c S)
    std::vector<WithinCopy> exchanges;

    /// Workers come in so many: t S lcm(c, E), at most one more than are ever searched.
    [[nodiscard]] int unit() const;
    bool operator==(const ModelSplit&) const = default;
};

struct DesignTerms {
    // What the workers of one node share: its memory bandwidth and its disk.
    double memoryRoofS = 0;  ///< Q/B: all bytes of a step at the whole node's bandwidth; 0: not known, no roof
    double readingS = 0;  ///< T_io, the part of T_comp that reads
    bool readingDivided = false;  ///< each worker reads its share, at the pace of its node's disk; else each reads all

    double recomputedShare =
        0;  ///< r of compute, activations that the backward pass computes again; more than one worker
    std::optional<ModelSplit> split;  ///< a copy on several workers; absent: each worker holds one

    // Overlap.
    double overlap = 0;  ///< phi, 0…1: share of the backward pass that hides communication
    double backwardShare = 2.0 / 3;  ///< B, the backward pass as a share of compute, 0…1
    double lastBucketShare = 0;  ///< of the message, 0…1: sent when nothing is left to hide it

    // Waiting.
    Barrier barrier = Barrier::EveryStep;
    int stalenessSteps = 0;  ///< s, exchanges that a worker may run ahead; BoundedStaleness only
    Jitter jitter = Jitter::Normal;
    double jitterS = 0;  ///< sigma
    /// Sigma as a share of a worker's compute c, instead of jitterS; at most one of them is not 0
    double jitterShare = 0;
    double skew = 1;  ///< largest shard over the mean one, >= 1
    int backupWorkers = 0;  ///< b, of the p

    // Coordination.
    double coordinatorS = 0;  ///< per worker and step
    bool centralCoordinator = true;

    // Failures. No MTBF: none, but checkpoints with an interval are written all the same.
    std::optional<double> nodeMtbfS;
    Recovery recovery = Recovery::None;
    std::optional<double> checkpointIntervalS;  ///< tau; Daly's where absent
    double checkpointS = 0;  ///< delta
    double restartS = 0;  ///< R

    /// True where every term is zero: T(p) is the book's.
    [[nodiscard]] bool none() const;
    [[nodiscard]] bool sharesNode() const;  ///< memory bandwidth or reading bounds compute
    [[nodiscard]] bool overlaps() const;
    [[nodiscard]] bool waits() const;  ///< jitter or skew at a barrier, or backup workers
    [[nodiscard]] bool fails() const;  ///< failures or checkpoints are priced
    bool operator==(const DesignTerms&) const = default;
};

/// sigma of one worker's step, in seconds, where its compute is `computeS`.
[[nodiscard]] double jitterAtS(const DesignTerms& terms, double computeS);

/// Those of p workers that have a part: all; of a copy on several, as many whole ones as there are, and one worker
/// alone where there is none. Precondition: p >= 1.
[[nodiscard]] int laidWorkers(const DesignTerms& terms, int p);

/// How many of p workers slot 2's own exchange goes among: those that have a part; of a copy on several, those that
/// hold the same part.
[[nodiscard]] int exchangingWorkers(const DesignTerms& terms, int p);

/// p - b, at least 1, of them those that have a part: the workers whose results a step uses. Precondition: p >= 1.
[[nodiscard]] int usefulWorkers(const DesignTerms& terms, int p);

/// Seconds of T_comm that a step pays. `tCommS` and `lastBucketS` are a step's, so already divided by `localSteps`.
[[nodiscard]] double exposedCommunicationS(const DesignTerms& terms, double computeS, double tCommS, double lastBucketS,
                                           int localSteps);

/// Seconds of coordination in a step; 0 at p = 1.
[[nodiscard]] double coordinationS(const DesignTerms& terms, int p);

/// What is out of range, each with the pointer of the project's field. `tCompS` and the rest say what the waiting is
/// measured against: with more backup workers than useful ones and a large sigma the first K would be done before they
/// began.
[[nodiscard]] std::vector<Problem> termProblems(const DesignTerms& terms, double tCompS, bool strongScaling,
                                                int localSteps);

/// A term that the design gives, in words for people: tooltips, captions, `terms` of the command line.
struct PricedTerm {
    /// "recomputation", "copy", "within-copy", "bubble", "overlap", "waiting", "skew", "backup-workers", "coordination", "failures"
    std::string key;
    std::string brief;  ///< for captions: "jitter 20.0 ms (normal)"
    std::string says;  ///< with the design's numbers: "jitter of 20.0 ms (normal) at a barrier every step"
    std::string formula;
    std::string source;
    std::string simplification;
};
[[nodiscard]] std::vector<PricedTerm> pricedTerms(const DesignTerms& terms, int localSteps);

}  // namespace scalewright
