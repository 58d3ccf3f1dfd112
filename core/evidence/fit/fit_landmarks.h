// What a fitted law says beyond its parameters: where it peaks, and what it tends to.
#pragma once

#include "core/evidence/fit/fit.h"

namespace scalewright::fits {

/// Fills peakP, limitSpeedup, limitThroughput and their notes from the parameters; warns of a peak beyond `lastP`.
void setLandmarks(LadderFit& fit, int lastP);

}  // namespace scalewright::fits
