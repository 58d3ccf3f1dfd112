// Which p is best, over columns that are there: what landmarks, sensitivity and bands search with.
#pragma once

#include "core/scaling/prediction.h"

namespace scalewright {

/// Least T(p) (weak scaling: most S), the smallest on ties.
[[nodiscard]] int fastestP(const ScalingModel& model, const PredictionColumns& columns);

/// argmax E/T up to pStar (Eager, Zahorjan, Lazowska 1989), the smallest on ties.
[[nodiscard]] int efficientP(const PredictionColumns& columns, int pStar);

}  // namespace scalewright
