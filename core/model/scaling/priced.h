// A step with what a design adds: the only place where overlap, waiting, coordination and failures are combined. The
// caller supplies the whole T_comm, part of which may be hidden. S is relative to T_comp, one undisturbed worker, at
// every length of the run: a design that prices failures has S(1) < 1, and no S above p.
#pragma once

#include <optional>

#include "core/model/scaling/columns.h"
#include "core/model/scaling/row.h"

namespace scalewright {

/// Precondition: validate(model) passes.
[[nodiscard]] PredictionRow rowWithTerms(const ScalingModel& model, int p, double tCommS);

/// For p = 1…out.tComm.size(): `out.tComm` is reduced to its exposed part, the other columns have the same size.
void fillColumnsWithTerms(const ScalingModel& model, PredictionColumns& out);

/// The parameters whose communication time is that of the last bucket; nullopt if none exists.
[[nodiscard]] std::optional<CommunicationParameters> lastBucketParameters(const ScalingModel& model);

}  // namespace scalewright
