// SPDX-License-Identifier: GPL-3.0-or-later
// How a step's work is divided: under strong scaling a batch is divided into whole examples. Also covers what the
// workers of one node share: its memory bandwidth and its disk (terms.h).
//
//     T_comp/p              if no batch is given, or only tensors are split
//     T_comp ceil(M/p)/M    for a batch of M shares (ScalingModel::maximumWorkers), each one example for one part of
//                           the model: the compute of the worker with the most work, for which the others wait. If p
//                           divides M, this is T_comp/p.
//     … (1 + r)             if activations are recomputed (DesignTerms::recomputationShare), on more than one worker
#pragma once

#include <algorithm>

#include "core/model/scaling/model.h"

namespace scalewright {

/// The largest share that one of this many workers has of `seconds` of the step; weak scaling: all of it.
[[nodiscard]] inline double largestWorkerShareS(const ScalingModel& model, double seconds, int workers)
{
    if (model.scaling == Scaling::Weak)
        return seconds;
    if (!model.maximumWorkers || *model.maximumWorkers % workers == 0)
        return seconds / workers;
    const int largestShare = (*model.maximumWorkers - 1) / workers + 1;
    return seconds * largestShare / *model.maximumWorkers;
}

/// The part of computeTimePerWorkerS() that is reading. Precondition: workers >= 1.
[[nodiscard]] inline double readingTimePerWorkerS(const ScalingModel& model, int workers)
{
    const DesignTerms& terms = model.terms;
    return terms.readingIsDivided
               ? std::min(workers, model.workersPerNode) * largestWorkerShareS(model, terms.readingTimeS, workers)
               : terms.readingTimeS;
}

/// Compute time in seconds of the worker with the most work, of this many useful workers, including waiting for its
/// node's memory and disk; weak scaling: compute time of each worker. Precondition: workers >= 1.
[[nodiscard]] inline double computeTimePerWorkerS(const ScalingModel& model, int workers)
{
    const DesignTerms& terms = model.terms;
    // A single worker is the machine on which T_comp was measured.
    const double recomputeFactor = workers > 1 ? 1 + terms.recomputationShare : 1;
    if (!terms.hasSharedNodeResources())
        return largestWorkerShareS(model, recomputeFactor * model.tCompS, workers);
    const int together = std::min(workers, model.workersPerNode);
    return recomputeFactor * std::max(largestWorkerShareS(model, model.tCompS - terms.readingTimeS, workers),
                                      together * largestWorkerShareS(model, terms.nodeMemoryTimeS, workers)) +
           readingTimePerWorkerS(model, workers);
}

/// T_comp on p workers as a formula: "T_comp/p", "T_comp ceil(512/p)/512", "T_comp/(p - b)" with backup workers,
/// "T_comp" under weak scaling.
[[nodiscard]] std::string workShareFormula(const ScalingModel& model);

/// What it costs at that p to keep examples whole, in words; empty if it costs nothing.
[[nodiscard]] std::string unevenBatchNote(const ScalingModel& model, int p);

}  // namespace scalewright
