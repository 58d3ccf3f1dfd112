// Which p is best, over columns that are there: what landmarks, sensitivity and bands search with.
#pragma once

#include "core/model/scaling/columns.h"

namespace scalewright {

/// Least T(p) (weak scaling: most S), the smallest on ties.
[[nodiscard]] int fastestP(const ScalingModel& model, const PredictionColumns& columns);

/// argmax E/T up to pStar (Eager, Zahorjan, Lazowska 1989), the smallest on ties.
[[nodiscard]] int efficientP(const PredictionColumns& columns, int pStar);

/// R >= 1 at p. Precondition: 1 <= p <= the columns' size.
[[nodiscard]] bool commDominatesAt(const PredictionColumns& columns, int p);

/// From which p on R stays at or above 1 to the end of the search: `first`, the first p with R >= 1, where R never
/// falls below it again (nodes begun and powers of two passed let it); 0 where R is below 1 at the end. Precondition: 1
/// <= first <= the columns' size.
[[nodiscard]] int commDominatesFrom(const PredictionColumns& columns, int first);

}  // namespace scalewright
