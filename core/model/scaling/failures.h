// What node failures add to a run (docs/models.md, "Failures"): N nodes with M_node between failures of one fail every
// M = M_node/N. A node of g workers fails with all of them: N = ceil(p/g) for p workers.
//
// One building block: work that starts again from its beginning after a failure, with a restart of R that a failure
// interrupts too, takes M e^{R/M} (e^{w/M} - 1) on average for w seconds of it, exactly, if failures are memoryless.
//
//   recovery     expected time over undisturbed time                               source
//   none         M e^{R/M} (e^{T/M} - 1)/T, T the whole run: it starts again       Daly 2006
//   checkpoint   M e^{R/M} (e^{(tau+delta)/M} - 1)/tau                             Daly 2006
//   elastic      e^{R/M}: a failure costs a rebalance of R and nothing else        the same, tau to 0 with delta = 0
//   re-execute   [M e^{R/M} (e^{c/M} - 1) + e^{R/M} (t - c)]/t: the lost share c   the same, tau = c, for the compute
//   share
//                of a step t is computed again by one other worker
//
// On one node elastic and re-execute have nobody left to go on: the run starts again, from its checkpoints where an
// interval is given.
//
// Where the run's steps are known, checkpoints are those of that run: whole segments of tau + delta and a last one that
// writes nothing. A run that would take more than a thousand times its undisturbed time never finishes.
//
// Left out: what was in flight at an elastic rebalance, and the node that is
// missing after it until it is replaced; failures of the coordinator or of the checkpoint's storage.
#pragma once

#include <optional>

#include "core/model/scaling/terms.h"

namespace scalewright {

/// Young 1974: sqrt(2 delta M), seconds of work between two checkpoints. Preconditions: delta >= 0, M > 0.
[[nodiscard]] double youngIntervalS(double checkpointS, double mtbfS);

/// Daly 2006: sqrt(2 delta M)[1 + sqrt(delta/2M)/3 + (delta/2M)/9] - delta for delta < 2M, else M.
/// Delta 5 min and M 24 h, 6 h, 15 min: 117, 57, 9.1 min. Preconditions: delta >= 0, M > 0.
[[nodiscard]] double dalyIntervalS(double checkpointS, double mtbfS);

/// M e^{R/M} (e^{w/M} - 1): the expected time to finish `workS` that starts again after every failure. Infinite where a
/// double cannot hold it: it never finishes. Preconditions: workS, restartS >= 0, mtbfS > 0.
[[nodiscard]] double restartedWorkS(double workS, double restartS, double mtbfS);

/// What meets a failure on so many nodes: on one, elastic and re-execute have nobody left to go on.
[[nodiscard]] Recovery recoveryOn(const DesignTerms& terms, int nodes);

/// Expected time of a run of `runS` that recovers by checkpoints every tau (the given interval or Daly's): whole segments
/// of tau + delta and a last one that writes nothing, each started again after a failure, sum M e^{R/M}(e^{w/M} - 1).
/// Without an MTBF the run and what it writes. Preconditions: runS > 0, nodes >= 1.
[[nodiscard]] double checkpointedRunS(double runS, const DesignTerms& terms, int nodes);

/// Expected over undisturbed time beyond which a run is said never to finish.
inline constexpr double longestFactor = 1000;

/// Expected over undisturbed time on so many nodes; 1 where the terms price no failures, infinite where it exceeds
/// longestFactor. `stepS` is an undisturbed step and `computeS` one worker's compute within it; `steps` is the run's
/// length, absent where it is not known: checkpoints then cost Daly's rate, of a run without end, and no recovery a
/// step's. With checkpoints and an interval but no MTBF that rate is (tau + delta)/tau. Where elastic or re-execute stand beside
/// checkpoints with an interval, writing them is paid on top: (tau + delta)/tau.
/// Preconditions: 0 <= computeS <= stepS or waiting was negative, stepS > 0, steps >= 1, nodes >= 1.
[[nodiscard]] double failureFactor(const DesignTerms& terms, int nodes, double computeS, double stepS,
                                   std::optional<double> steps);

/// The interval in use on so many nodes: the given one, else Daly's for M_node/N; 0 where neither exists.
[[nodiscard]] double checkpointIntervalS(const DesignTerms& terms, int nodes);

}  // namespace scalewright
