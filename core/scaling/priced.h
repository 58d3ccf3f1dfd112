// A step with what a design adds: the one place where overlap, waiting, coordination and failures meet. The whole
// T_comm, of which a part may be hidden, is worked out before.
#pragma once

#include <optional>

#include "core/scaling/columns.h"
#include "core/scaling/row.h"

namespace scalewright {

/// Precondition: validate(model) passes.
[[nodiscard]] PredictionRow pricedRow(const ScalingModel& model, int p, double tCommS);

/// For p = 1…out.tComm.size(): `out.tComm` gets what of it is exposed, the other columns have as many cells.
void pricedColumns(const ScalingModel& model, PredictionColumns& out);

/// T(1), which S is against: one worker with its own failures and checkpoints (nobody to wait for, nobody to talk to).
/// Where it never finishes alone, T_comp: an undisturbed worker's.
[[nodiscard]] double aloneS(const ScalingModel& model);

/// The parameters whose communication time is the last bucket's; absent where there is none.
[[nodiscard]] std::optional<CommunicationParameters> lastBucket(const ScalingModel& model);

}  // namespace scalewright
