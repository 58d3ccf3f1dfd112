// Time, money and carbon of the same work at every p, and which of them are beaten in all three.
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
    double timeS = 0;  ///< of the same work at every p
    double runS = 0;  ///< T_p: of the run itself, which under weak scaling does p times the work
    std::optional<double> costUsd;  ///< absent without a price
    Footprint footprint;
    bool dominated = false;  ///< another p is at most as large in time, cost and carbon (energy where the grid is not
        ///< known), and smaller in one
};

/// Measured: every p of the ladder, its own joules where it carries them. Predicted: every p up to twice the fastest, or
/// to the plan's; of a step where the plan has no steps. Empty where there is no such curve.
[[nodiscard]] std::vector<FootprintRow> footprints(const Project& project, const Forecast& forecast,
                                                   const MeasuredLadder* ladder, CurveKind kind);

}  // namespace scalewright
