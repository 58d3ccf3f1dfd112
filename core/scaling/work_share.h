// How a step's work is shared out under strong scaling: a batch by example, and no example is divided.
//
//   T_comp/p              where no batch is given, or tensors alone are split
//   T_comp ceil(M/p)/M    of a batch of M shares (ScalingModel::mostWorkers), an example of one part of the model each:
//                         what the fullest worker computes, for whom the others wait. At p that divide M it is
//                         T_comp/p.
#pragma once

#include "core/scaling/model.h"

namespace scalewright {

/// Seconds of compute of the fullest of so many workers whose results count; weak scaling: of each. Precondition:
/// workers >= 1.
[[nodiscard]] inline double shareOfWorkS(const ScalingModel& model, int workers)
{
    if (model.scaling == Scaling::Weak)
        return model.tCompS;
    if (!model.mostWorkers || *model.mostWorkers % workers == 0)
        return model.tCompS / workers;
    const int fullest = (*model.mostWorkers - 1) / workers + 1;
    return model.tCompS * fullest / *model.mostWorkers;
}

/// T_comp of p workers as a formula: "T_comp/p", "T_comp ceil(512/p)/512", "T_comp/(p - b)" with backup workers,
/// "T_comp" under weak scaling.
[[nodiscard]] std::string shareFormula(const ScalingModel& model);

/// What whole examples cost at that p, in words; empty where they cost nothing.
[[nodiscard]] std::string wholeExamplesNote(const ScalingModel& model, int p);

}  // namespace scalewright
