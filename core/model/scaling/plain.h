// A step without a design's terms, as in the book: T(p) = T_comp/p + T_comm(p). Its T_comm is worked out before.
#pragma once

#include "core/model/scaling/columns.h"
#include "core/model/scaling/row.h"

namespace scalewright {

/// Precondition: validate(model) passes, its terms are none().
[[nodiscard]] PredictionRow plainRow(const ScalingModel& model, int p, double tCommS);

/// For p = 1…out.tComm.size(): `out.tComm` is there and stays, the other columns have as many cells.
void plainColumns(const ScalingModel& model, PredictionColumns& out);

}  // namespace scalewright
