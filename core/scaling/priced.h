// Rows and columns of a design that adds terms: the one place where they meet.
#pragma once

#include "core/scaling/prediction.h"

namespace scalewright {

/// predictAt and predictColumns where the terms are not none(). Precondition: validate(model) passes.
[[nodiscard]] PredictionRow pricedRow(const ScalingModel& model, int p);

/// `out.tComm` holds T_comm(1…pMax) and gets what of it is exposed; the other columns have pMax cells, the terms' any
/// number.
void pricedColumns(const ScalingModel& model, int pMax, PredictionColumns& out);

/// T(1), which S is against: one worker with its own failures and checkpoints (nobody to wait for, nobody to talk to).
/// Where it never finishes alone, T_comp: an undisturbed worker's.
[[nodiscard]] double aloneS(const ScalingModel& model);

/// The parameters whose communication time is the last bucket's; absent where there is none.
[[nodiscard]] std::optional<CommunicationParameters> lastBucket(const ScalingModel& model);

/// The waiting of bounded staleness (terms.h), `lateness` the slowest worker's in standard deviations. Precondition:
/// workers >= 2.
[[nodiscard]] double boundedWaitingS(const DesignTerms& terms, double sigmaS, int workers, double lateness,
                                     double undisturbedS, int localSteps);

}  // namespace scalewright
