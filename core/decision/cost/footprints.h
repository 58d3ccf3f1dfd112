// SPDX-License-Identifier: GPL-3.0-or-later
// Time, money and carbon for the same work at every p, and which p are dominated in all three.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/cost/carbon.h"
#include "core/decision/plan/forecast.h"
#include "core/project/document/plan.h"

namespace scalewright {

struct Project;

struct FootprintRow {
    int p = 1;
    double baseWorkTimeS = 0;  ///< for the same work at every p
    double runTimeS = 0;  ///< T_p: time of the run itself, which under weak scaling does p times the work
    std::optional<double> costUsd;  ///< absent without a price
    Footprint footprint;
    /// Another p is at most as large in time, cost and carbon (energy if the grid is unknown), and smaller in one of
    /// them.
    bool isDominated = false;
};

/// Measured: every p of the ladder, with its own joules if it has them. Predicted: every p up to twice the fastest, or
/// up to the plan's; per step if the plan has no steps. Empty if there is no such curve.
[[nodiscard]] std::vector<FootprintRow> computeFootprintRows(const Project& project, const Forecast& forecast,
                                                             const MeasuredLadder* ladder, CurveKind curveKind);

}  // namespace scalewright
