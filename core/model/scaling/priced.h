// SPDX-License-Identifier: GPL-3.0-or-later
// A step including what a design adds: the only place where overlap, waiting, coordination and failures are combined.
// The caller supplies the whole T_comm, part of which may be hidden. S is relative to T_comp on one undisturbed worker,
// for any length of run: a design that includes failures has S(1) < 1, and S never exceeds p.
#pragma once

#include <optional>

#include "core/model/scaling/columns.h"
#include "core/model/scaling/row.h"

namespace scalewright {

/// Precondition: validate(model) passes.
[[nodiscard]] PredictionRow rowWithTerms(const ScalingModel& model, int p, double tCommS);

/// For p = 1…out.tComm.size(). Reduces `out.tComm` to its exposed part; the other columns have the same size.
void fillColumnsWithTerms(const ScalingModel& model, PredictionColumns& out);

/// The parameters whose communication time is the time of the last bucket; nullopt if none exist.
[[nodiscard]] std::optional<CommunicationParameters> lastBucketParameters(const ScalingModel& model);

}  // namespace scalewright
