// Notes on a measured ladder: what its base, its runs and its landmarks do not show, and what looks wrong in it.
#pragma once

#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// By how much the sum of rounded columns may exceed their time.
inline constexpr double partsRoundingTolerance = 0.01;
inline constexpr double wideSpreadRatio = 1.5;  ///< from this multiple of the median on, a repeat is far from it

/// Sets fastestCaveat, kneeCaveat, baseNote and kneeNote. Precondition: speedups, baseP, fastestP and kneeP are set.
void setLandmarkNotes(MeasuredLadder& ladder);

/// Sets runsNote and adds the warnings. Precondition: the rungs have their runs, parts, quality and reachesTarget.
void addRunNotes(MeasuredLadder& ladder);

}  // namespace scalewright
