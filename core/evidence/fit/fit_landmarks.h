// SPDX-License-Identifier: GPL-3.0-or-later
// Where scaling ends: the peak and the limit of one fitted law, and the best speedup over all laws that fit.
#pragma once

#include <optional>

#include "core/evidence/fit/fit.h"
#include "core/evidence/fit/shapes.h"

namespace scalewright::fits {

/// Computes peakP, limitSpeedup, limitThroughput and their notes from the parameters; warns if the peak is beyond
/// `lastP`.
void setLandmarks(LadderFit& fit, int lastP);

/// The best speedup and its p, of amdahl or usl, whichever leads, with intervals over all laws that the runs do not
/// reject. A law here is
///
///     T(p)/T(1) = f + (1-f) [1/p + g(p)/(P^2 g'(P))],   f in [0, 1], P in [1, infinity]
///
/// with g = p - 1 (usl), ln p, p ln p, or p to the 0.5, 0.75, 1.25 or 1.5, less 1 (communication in rounds, along a mesh,
/// congested).
/// P is the p at which T is smallest; P = infinity is amdahl. So f and P are the only parameters besides T(1), and both
/// profiles are searches over one number. The residuals are of ln T. A law is rejected by lack of fit (F-test at 99 %),
/// amdahl also if a law with g is better by more than Student's t at 99 %. Within each law the interval is the 95 %
/// profile-likelihood interval with the noise of the runs and the points about the best law; the result spans them all.
///
/// No interval under weak scaling, with fewer than two degrees of freedom, if the runs reject every law, or if a curve
/// in `otherShapes`, which are not laws and never slow down, fits the runs better than every law.
[[nodiscard]] BestSpeedup findBestSpeedup(const WeightedRuns& runs, Scaling scaling, bool amdahlLeads, bool slowsDown,
                                          const std::vector<FittedShape>& otherShapes);

}  // namespace scalewright::fits
