// Notes on a measured ladder: what its base, runs and landmarks do not show, and what looks wrong.
#pragma once

#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// Fraction by which the sum of rounded columns may exceed the time.
inline constexpr double partsRoundingTolerance = 0.01;
inline constexpr double wideSpreadRatio = 1.5;  ///< a repeat beyond this multiple of the median counts as far from it

/// Sets fastestCaveat, kneeCaveat, baseNote and kneeNote. Precondition: the speedups, baseP, fastestP and kneeP are
/// set.
void setLandmarkNotes(MeasuredLadder& ladder);

/// Sets runsNote and adds the warnings. Precondition: the rungs have runs, parts, quality and reachesTarget.
void addRunNotes(MeasuredLadder& ladder);

}  // namespace scalewright
