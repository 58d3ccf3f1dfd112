// What flat times say if the work was the same at every p: the other reading of a ladder whose scaling is a guess.
#pragma once

#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// S of the rung if the work did not grow, whatever the ladder is read as: p0 T(p0)/T(p).
[[nodiscard]] inline double speedupIfFixed(const MeasuredLadder& ladder, const Rung& rung)
{
    return ladder.baseP * ladder.rungs.front().timeS / rung.timeS;
}

}  // namespace scalewright
