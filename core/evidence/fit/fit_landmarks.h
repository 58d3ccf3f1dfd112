// SPDX-License-Identifier: GPL-3.0-or-later
// Properties derived from a fitted law's parameters: its peak and its limit.
#pragma once

#include "core/evidence/fit/fit.h"

namespace scalewright::fits {

/// Computes peakP, limitSpeedup, limitThroughput and their notes from the parameters; warns if the peak is beyond
/// `lastP`.
void setLandmarks(LadderFit& fit, int lastP);

}  // namespace scalewright::fits
