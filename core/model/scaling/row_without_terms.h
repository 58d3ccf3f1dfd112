// SPDX-License-Identifier: GPL-3.0-or-later
// A step without design terms, as in the book: T(p) = T_comp/p + T_comm(p). The caller supplies T_comm.
#pragma once

#include "core/model/scaling/columns.h"
#include "core/model/scaling/row.h"

namespace scalewright {

/// Precondition: validate(model) passes, and the model has no design terms.
[[nodiscard]] PredictionRow rowWithoutTerms(const ScalingModel& model, int p, double tCommS);

/// For p = 1…out.tComm.size(). `out.tComm` is an input and stays unchanged; the other columns have the same size.
void fillColumnsWithoutTerms(const ScalingModel& model, PredictionColumns& out);

}  // namespace scalewright
