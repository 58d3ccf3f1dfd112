// SPDX-License-Identifier: GPL-3.0-or-later
// What node failures add to a run (docs/models.md, "Failures"). With N nodes and a mean time between failures of M_node
// per node, some node fails every M = M_node/N. A node takes its g workers with it: N = ceil(p/g) for p workers.
//
// One building block: work that restarts from its beginning after a failure, with a restart of R that a failure can
// interrupt too, takes M e^{R/M} (e^{w/M} - 1) on average for w seconds of work. This is exact if failures are
// memoryless.
//
//     recovery     expected time over undisturbed time                               source
//     none         M e^{R/M} (e^{T/M} - 1)/T, T the whole run, which restarts        Daly 2006
//     checkpoint   M e^{R/M} (e^{(tau+delta)/M} - 1)/tau                             Daly 2006
//     elastic      e^{R/M}: a failure costs a rebalance of R and nothing else        the same, tau to 0 with delta = 0
//     re-execute   [M e^{R/M} (e^{c/M} - 1) + e^{R/M} (t - c)]/t: one other          the same, tau = c, for the compute
//                  worker recomputes the lost share c of a step t                    share
//
// On a single node, elastic and re-execute have no other worker to continue: the run restarts, from its checkpoints if
// an interval is given.
//
// If the run's steps are known, checkpoints are those of that run: full segments of tau + delta and a last one without
// a checkpoint. A run that would take more than a thousand times its undisturbed time counts as never finishing.
//
// Not modelled: the work in flight at an elastic rebalance, and the node that is missing after it until it is replaced;
// failures of the coordinator or of the checkpoint storage.
#pragma once

#include <optional>

#include "core/model/scaling/terms.h"

namespace scalewright {

/// Daly 2006: sqrt(2 delta M)[1 + sqrt(delta/2M)/3 + (delta/2M)/9] - delta for delta < 2M, else M. With delta 5 min and
/// M 24 h, 6 h, 15 min: 117, 57, 9.1 min. Preconditions: delta >= 0, M > 0.
[[nodiscard]] double dalyCheckpointIntervalS(double checkpointS, double mtbfS);

/// M e^{R/M} (e^{w/M} - 1): the expected time to finish `workS` seconds of work that restarts after every failure.
/// Infinite if it overflows a double: the work never finishes. Preconditions: workS, restartS >= 0, mtbfS > 0.
[[nodiscard]] double expectedTimeWithRestartsS(double workS, double restartS, double mtbfS);

/// The recovery that applies with this number of nodes: on one node, elastic and re-execute have no other worker to
/// continue.
[[nodiscard]] Recovery effectiveRecovery(const DesignTerms& terms, int nodes);

/// Expected time of a run of `runS` with checkpoints every tau (the given interval or Daly's): full segments of tau +
/// delta and a last one without a checkpoint, each restarted after a failure, sum M e^{R/M}(e^{w/M} - 1). Without an
/// MTBF, the run plus its checkpoint writes. Preconditions: runS > 0, nodes >= 1.
[[nodiscard]] double expectedCheckpointedRunS(double runS, const DesignTerms& terms, int nodes);

/// If the ratio of expected to undisturbed time is larger than this, a run counts as never finishing.
inline constexpr double maximumFailureFactor = 1000;

/// Ratio of expected to undisturbed time on this number of nodes; 1 if the terms include no failures, infinite if it
/// exceeds maximumFailureFactor. `stepS` is an undisturbed step and `computeS` one worker's compute within it. `steps`
/// is the length of the run; if it is absent, checkpoints cost Daly's rate for an unbounded run, and without recovery a
/// single step restarts. With checkpoints and an interval but no MTBF, that rate is (tau + delta)/tau. If elastic or
/// re-execute is combined with checkpoints that have an interval, writing them costs an additional (tau + delta)/tau.
/// Preconditions: 0 <= computeS <= stepS (or waiting was negative), stepS > 0, steps >= 1, nodes >= 1.
[[nodiscard]] double failureFactor(const DesignTerms& terms, int nodes, double computeS, double stepS,
                                   std::optional<double> steps);

/// The checkpoint interval on this number of nodes: the given one, otherwise Daly's for M_node/N; 0 if there is
/// neither.
[[nodiscard]] double checkpointIntervalS(const DesignTerms& terms, int nodes);

}  // namespace scalewright
