// What `carbon` answers: energy and CO₂e of a run at the plan's p, and which p takes least.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/cost/footprints.h"
#include "core/decision/plan/forecast.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/ladder_reading.h"
#include "core/project/document/project.h"

namespace scalewright {

struct FootprintQuestion {
    const Project& project;
    const Forecast& forecast;
    std::optional<LadderReading> ladder;  ///< absent: predicted
    std::string name;                     ///< the project's title, or its file
};

/// The unit that a value is said in: "Wh", "kWh", "MWh" of kilowatt-hours; "mg", "g", "kg", "t" of grams. `size` in kWh or g.
struct FootprintUnit {
    const char* name;
    double size;
};
[[nodiscard]] FootprintUnit energyUnit(double kwh);
[[nodiscard]] FootprintUnit carbonUnit(double grams);

/// The rows of the table: of a ladder all, of a prediction the doublings, the fastest and the plan's p.
[[nodiscard]] std::vector<FootprintRow> footprintRows(const FootprintQuestion& question);

/// What figures the rows rest on, and of how much work they are, a sentence each.
[[nodiscard]] std::vector<std::string> footprintAssumptions(const FootprintQuestion& question);

/// Why a row has no energy; no CO₂e.
[[nodiscard]] std::string noEnergyReason(bool ofALadder);
[[nodiscard]] std::string noGridReason();

/// Headline, because and next alone: of the plan's p, of the fastest where none is planned. `rows`: at least one.
[[nodiscard]] Answer footprintSummary(const Target& target, const std::vector<FootprintRow>& rows,
                                      std::optional<int> plan);

/// `rows`: footprintRows of the question, at least one.
[[nodiscard]] Answer footprintAnswer(const FootprintQuestion& question, const std::vector<FootprintRow>& rows);

}  // namespace scalewright
