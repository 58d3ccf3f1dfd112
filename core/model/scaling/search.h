// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the best p in the columns: the search behind landmarks, sensitivity and bands.
#pragma once

#include "core/model/scaling/columns.h"

namespace scalewright {

/// The p with the smallest T(p) (weak scaling: the largest S); the smallest such p on ties.
[[nodiscard]] int fastestP(const ScalingModel& model, const PredictionColumns& columns);

/// argmax E/T up to pStar (Eager, Zahorjan, Lazowska 1989); the smallest such p on ties.
[[nodiscard]] int findKnee(const PredictionColumns& columns, int pStar);

/// Whether R >= 1 at p. Precondition: 1 <= p <= the columns' size.
[[nodiscard]] bool commDominatesAt(const PredictionColumns& columns, int p);

/// The p from which R stays at or above 1 up to the end of the search. This is `first`, the first p with R >= 1, unless
/// R falls below 1 again (at a partly filled node or past a power of two); 0 if R is below 1 at the end. Precondition:
/// 1 <= first <= the columns' size.
[[nodiscard]] int commDominatesFrom(const PredictionColumns& columns, int first);

}  // namespace scalewright
