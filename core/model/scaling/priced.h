// A step with what a design adds: the one place where overlap, waiting, coordination and failures meet. The whole
// T_comm, of which a part may be hidden, is worked out before. S is against T_comp, one worker that nothing disturbs,
// at every length of the run: a design that prices failures has S(1) < 1, and no S above p.
#pragma once

#include <optional>

#include "core/model/scaling/columns.h"
#include "core/model/scaling/row.h"

namespace scalewright {

/// Precondition: validate(model) passes.
[[nodiscard]] PredictionRow pricedRow(const ScalingModel& model, int p, double tCommS);

/// For p = 1…out.tComm.size(): `out.tComm` gets what of it is exposed, the other columns have as many cells.
void pricedColumns(const ScalingModel& model, PredictionColumns& out);

/// The parameters whose communication time is the last bucket's; absent where there is none.
[[nodiscard]] std::optional<CommunicationParameters> lastBucket(const ScalingModel& model);

}  // namespace scalewright
