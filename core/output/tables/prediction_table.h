// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a prediction as a table: the single source for the command line's rows, the window's table view and the
// exported CSV, so that the digits agree everywhere.
//
// Columns (keys): p, nodes (if a node holds several workers), t_comp, t_comm, t_step (s), speedup, efficiency,
// comm_to_compute, cost (USD, for the model's steps), and, for terms that a design adds, those of t_comm_hidden,
// t_coordination, t_wait, t_failure (s) that are not zero in every row. Output 41.4.1 shows times to four decimals at
// T_comp = 1; for other values of T_comp the resolution relative to T_comp is the same.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/scaling/prediction.h"
#include "core/output/tables/table.h"

namespace scalewright {

/// One row for each value in `p`, in that order; values must be >= 1 and may exceed prediction.pMax. The cost cells are
/// empty without a price, and t_step, t_failure and cost are empty if the run never finishes.
[[nodiscard]] Table predictionTable(const Prediction& prediction, std::span<const int> p);

/// All parameters that determine the model's curve, for captions, with enough digits to recompute the curve:
/// "book-ring-all-reduce", "T_comp 1.00 s", "alpha 0.80 ms", "beta 40.0 ms", "strong scaling". Default values are
/// omitted. The price does not affect a curve of times.
[[nodiscard]] std::vector<std::string> modelParameterTexts(const ScalingModel& model, bool includePrice = true);

/// The model with its times rounded to the three digits that people read, for captions of drawings. Tables state the
/// exact model.
[[nodiscard]] ScalingModel withReadableTimes(ScalingModel model);

/// The same parameters on one line.
[[nodiscard]] std::string modelSummary(const ScalingModel& model);

}  // namespace scalewright
