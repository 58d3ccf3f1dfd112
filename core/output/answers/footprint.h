// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `carbon`: energy and CO₂e of a run at the plan's p, and which p needs the least.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/cost/footprints.h"
#include "core/decision/plan/forecast.h"
#include "core/output/answers/answered.h"
#include "core/output/answers/ladder_input.h"
#include "core/project/document/project.h"

namespace scalewright {

struct FootprintQuestion {
    const Project& project;
    const Forecast& forecast;
    std::optional<LadderReading> ladder;  ///< empty if predicted
    std::string name;                     ///< the project's title or file name
};

/// The display unit of a value: "Wh", "kWh", "MWh" for energy; "mg", "g", "kg", "t" for mass. `scale` is in kWh or g.
struct FootprintUnit {
    const char* name;
    double scale;
};
[[nodiscard]] FootprintUnit energyUnit(double kwh);
[[nodiscard]] FootprintUnit carbonUnit(double grams);

/// The rows of the table: all of them for a ladder; powers of two, the fastest p and the plan's p for a prediction.
[[nodiscard]] std::vector<FootprintRow> footprintRows(const FootprintQuestion& question);

/// The values that the rows are based on, and the amount of work they refer to, one sentence each.
[[nodiscard]] std::vector<std::string> footprintAssumptions(const FootprintQuestion& question);

/// Why a row has no energy or no CO₂e.
[[nodiscard]] std::string noEnergyReason(bool isForLadder);
[[nodiscard]] std::string noGridReason();

/// Only headline, reason and next step, for the plan's p, or for the fastest p if there is no plan. `rows`: at least
/// one.
[[nodiscard]] Answer footprintSummary(const Target& target, const std::vector<FootprintRow>& rows,
                                      std::optional<int> plan);

/// `rows`: from footprintRows, at least one.
[[nodiscard]] Answer footprintAnswer(const FootprintQuestion& question, const std::vector<FootprintRow>& rows);

/// `project`: the input's project or an empty one, with changes. Errors: no ladder and no model (Input), or a run that
/// never finishes (Refused).
[[nodiscard]] Result<Answered> answerFootprint(const CurveInput& input, const Project& project, int pMax = defaultPMax);

}  // namespace scalewright
