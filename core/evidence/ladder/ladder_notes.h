// What is said beside a measured ladder: what its base, its runs and its landmarks do not show, and what looks wrong in
// it.
#pragma once

#include "core/evidence/ladder/ladder.h"

namespace scalewright {

inline constexpr double roundingOfParts = 0.01;  ///< what rounded columns may sum beyond their time
inline constexpr double wideSpreadFrom = 1.5;  ///< a repeat that many times the median is far from it

/// Writes fastestDoubt, kneeDoubt, baseNote and kneeNote. Precondition: speedups, baseP, fastestP and kneeP stand.
void noteLandmarks(MeasuredLadder& ladder);

/// Writes runsNote and adds the warnings. Precondition: the rungs stand with their runs, parts, quality and
/// reachesTarget.
void noteRuns(MeasuredLadder& ladder);

}  // namespace scalewright
