// How a step's work is shared out: under strong scaling a batch by example, and no example is divided; and what the
// workers of one node take from each other, its memory bandwidth and its disk (terms.h).
//
//   T_comp/p              where no batch is given, or tensors alone are split
//   T_comp ceil(M/p)/M    of a batch of M shares (ScalingModel::mostWorkers), an example of one part of the model each:
//                         what the fullest worker computes, for whom the others wait. At p that divide M it is
//                         T_comp/p.
//   … (1 + r)             where activations are computed again (DesignTerms::recomputedShare), on more than one worker
#pragma once

#include <algorithm>

#include "core/model/scaling/model.h"

namespace scalewright {

/// `seconds` of the step as the fullest of so many workers has them; weak scaling: all of them.
[[nodiscard]] inline double evenShareS(const ScalingModel& model, double seconds, int workers)
{
    if (model.scaling == Scaling::Weak)
        return seconds;
    if (!model.mostWorkers || *model.mostWorkers % workers == 0)
        return seconds / workers;
    const int fullest = (*model.mostWorkers - 1) / workers + 1;
    return seconds * fullest / *model.mostWorkers;
}

/// What of shareOfWorkS() is reading. Precondition: workers >= 1.
[[nodiscard]] inline double readingShareS(const ScalingModel& model, int workers)
{
    const DesignTerms& terms = model.terms;
    return terms.readingDivided ? std::min(workers, model.workersPerNode) * evenShareS(model, terms.readingS, workers)
                                : terms.readingS;
}

/// Seconds of compute of the fullest of so many workers whose results count, with what it waits for its node's memory
/// and disk; weak scaling: of each. Precondition: workers >= 1.
[[nodiscard]] inline double shareOfWorkS(const ScalingModel& model, int workers)
{
    const DesignTerms& terms = model.terms;
    // A lone worker is the machine that T_comp was measured on.
    const double again = workers > 1 ? 1 + terms.recomputedShare : 1;
    if (!terms.sharesNode())
        return evenShareS(model, again * model.tCompS, workers);
    const int together = std::min(workers, model.workersPerNode);
    return again * std::max(evenShareS(model, model.tCompS - terms.readingS, workers),
                            together * evenShareS(model, terms.memoryRoofS, workers)) +
           readingShareS(model, workers);
}

/// T_comp of p workers as a formula: "T_comp/p", "T_comp ceil(512/p)/512", "T_comp/(p - b)" with backup workers,
/// "T_comp" under weak scaling.
[[nodiscard]] std::string shareFormula(const ScalingModel& model);

/// What whole examples cost at that p, in words; empty where they cost nothing.
[[nodiscard]] std::string wholeExamplesNote(const ScalingModel& model, int p);

}  // namespace scalewright
