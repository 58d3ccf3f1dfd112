// SPDX-License-Identifier: GPL-3.0-or-later
// What flat times mean if the work was the same at every p: the alternative if a ladder's scaling was guessed.
#pragma once

#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// Speedup of the rung if the work did not grow, whatever the ladder's scaling: p0 T(p0)/T(p).
[[nodiscard]] inline double fixedWorkSpeedup(const MeasuredLadder& ladder, const Rung& rung)
{
    return ladder.baseP * ladder.rungs.front().timeS / rung.timeS;
}

}  // namespace scalewright
