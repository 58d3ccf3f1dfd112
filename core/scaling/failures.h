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
// Left out: the last, shorter segment of a run; what was in flight at an elastic rebalance, and the node that is
// missing after it until it is replaced; failures of the coordinator or of the checkpoint's storage.
#pragma once

#include "core/scaling/terms.h"

namespace scalewright {

/// Young 1974: sqrt(2 delta M), seconds of work between two checkpoints. Preconditions: delta >= 0, M > 0.
[[nodiscard]] double youngIntervalS(double checkpointS, double mtbfS);

/// Daly 2006: sqrt(2 delta M)[1 + sqrt(delta/2M)/3 + (delta/2M)/9] - delta for delta < 2M, else M.
/// Delta 5 min and M 24 h, 6 h, 15 min: 117, 57, 9.1 min. Preconditions: delta >= 0, M > 0.
[[nodiscard]] double dalyIntervalS(double checkpointS, double mtbfS);

/// M e^{R/M} (e^{w/M} - 1): the expected time to finish `workS` that starts again after every failure. Infinite where a
/// double cannot hold it: it never finishes. Preconditions: workS, restartS >= 0, mtbfS > 0.
[[nodiscard]] double restartedWorkS(double workS, double restartS, double mtbfS);

/// Expected over undisturbed time on so many nodes; 1 where the terms price no failures, infinite where the run never
/// finishes. `stepS` is an undisturbed step and `computeS` one worker's compute within it; `steps` is the run's length.
/// With checkpoints and an interval but no MTBF it is (tau + delta)/tau. Where elastic or re-execute stand beside
/// checkpoints with an interval, writing them is paid on top: (tau + delta)/tau.
/// Preconditions: 0 <= computeS <= stepS or waiting was negative, stepS > 0, steps >= 1, nodes >= 1.
[[nodiscard]] double failureFactor(const DesignTerms& terms, int nodes, double computeS, double stepS, double steps);

/// The interval in use on so many nodes: the given one, else Daly's for M_node/N; 0 where neither exists.
[[nodiscard]] double checkpointIntervalS(const DesignTerms& terms, int nodes);

}  // namespace scalewright
