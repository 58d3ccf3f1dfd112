// SPDX-License-Identifier: GPL-3.0-or-later
// Communication patterns: how long one exchange among p workers takes, as a function of p.
//
// The alpha-beta model (Hockney 1994): a message of n bytes costs alpha + n/B seconds. Here beta is the beta of section
// 41.4 of the book: the seconds to move the WHOLE message once, beta = n/B. (It is neither the seconds per byte that
// papers call beta nor the memory bandwidth that section 41.2 calls beta.) gammaS is the time to reduce the whole
// message once, n times the papers' gamma. L = ceil(log2 p), f = floor(log2 p). T_comm(1) = 0 for every pattern.
//
// The patterns are defined in core/model/scaling/patterns, one file each with its formula, its source and its traits
// (core/model/scaling/pattern_traits.h); core/project/enums/pattern.h lists their names.
//
// Two-level network (twoLevelNetwork): workers are numbered in node order, workersPerNode to a node. A message within a
// node costs alpha and beta, a message between nodes alpha2 and beta2. If several workers of a node send at once, beta2
// is multiplied by max(1, s o/c), with s senders, c network cards per node (one per worker, or a single one) and
// oversubscription o. Each pattern's file describes which links its messages cross, and in what order
// (core/model/scaling/README.md lists the patterns that were compared with SimGrid). An exchange that fits on one node
// (p <= workersPerNode) costs the same as on a single-level network.
//
// A message in k buckets pays every latency k times: T = k T(n/k), one bucket after the other.
//
// Exchanging only every H-th step (local steps) divides the time per step by H, for every pattern. If a pattern's
// formula has no gamma, its reduction costs nothing in the model (see patternInputs()).
#pragma once

#include <optional>

#include "core/base/error/result.h"
#include "core/project/enums/pattern.h"

namespace scalewright {

[[nodiscard]] std::string titleOf(Pattern pattern);  ///< display name: "ring all-reduce"
/// T_comm(p) as text, e.g. "alpha (p-1) + 2 beta (p-1)/p", and the paper it comes from.
[[nodiscard]] std::string patternFormula(Pattern pattern);
[[nodiscard]] std::string patternSource(Pattern pattern);

/// Everything that a pattern's time depends on, other than p. Units: seconds unless stated otherwise.
struct CommunicationParameters {
    double alphaS = 0;  ///< latency per message or hop, >= 0
    double betaS = 0;  ///< time to move the whole message once over one link, n/B, >= 0
    double gammaS = 0;  ///< time to reduce the whole message once, n gamma, >= 0

    /// alpha2S to oversubscription apply to every pattern, not only to the hierarchical one
    bool twoLevelNetwork = false;
    double alpha2S = 0;  ///< latency between nodes
    double beta2S = 0;  ///< whole message over one network card
    int workersPerNode = 8;  ///< g >= 1
    bool sharedNetworkCard = false;  ///< one card per node instead of one per worker
    double oversubscription = 1;  ///< o >= 1: a node's uplink carries 1/o of what its cards could send

    int serverShards = 1;  ///< parameter server: s >= 1
    int neighbours = 2;  ///< gossip: d >= 1
    double participation = 1;  ///< federated: C in (0, 1]
    int buckets = 1;  ///< every pattern: k >= 1 pieces, sent one after the other, each with its own latency
    int localSteps = 1;  ///< every pattern: exchange only every H-th step, >= 1 (divides the time by H)
    bool linearScatter = false;  ///< scatter-gather: linear instead of binomial

    bool operator==(const CommunicationParameters&) const = default;
};

/// Reports every parameter that is negative, not finite or out of range (field = the member's command-line option).
[[nodiscard]] Result<void> validate(const CommunicationParameters& parameters);

/// T_comm(p) in seconds. Precondition: validate() passes, p >= 1. `p` may be fractional only if isSmoothInP(pattern); p
/// = 1 gives 0.
[[nodiscard]] double communicationTime(Pattern pattern, const CommunicationParameters& parameters, double p);

/// True if T_comm is one smooth formula for all real p >= 1, so that a curve may be drawn between integers.
[[nodiscard]] bool isSmoothInP(Pattern pattern, const CommunicationParameters& parameters);

/// Which parameters other than alpha and beta a pattern's time depends on; forms show these.
struct PatternInputs {
    bool gamma = false;  ///< gammaS
    /// alpha2S, beta2S, workersPerNode, sharedNetworkCard, oversubscription, even without twoLevelNetwork
    bool hierarchy = false;
    bool serverShards = false;
    bool neighbours = false;
    bool participation = false;
    bool linearScatter = false;
};
[[nodiscard]] PatternInputs patternInputs(Pattern pattern);

/// Writes T_comm(1…pMax) to `out` (index p-1). The values equal communicationTime() to the last bit but are computed
/// for many p at a time.
void communicationTimes(Pattern pattern, const CommunicationParameters& parameters, int pMax, double* out);

/// Limit of T_comm(p) as p goes to infinity, or nullopt if it grows without bound.
[[nodiscard]] std::optional<double> communicationTimeLimit(Pattern pattern, const CommunicationParameters& parameters);

/// T_comm(p) = latency alpha + bandwidth beta for gamma = 0, used to derive alpha and beta from timings. nullopt if the
/// pattern is not linear in alpha and beta (PatternTraits::timeVersusMessageSize).
struct LinearFactors {
    double latency = 0;
    double bandwidth = 0;
};
[[nodiscard]] std::optional<LinearFactors> linearFactors(Pattern pattern, const CommunicationParameters& parameters,
                                                         int p);

}  // namespace scalewright
