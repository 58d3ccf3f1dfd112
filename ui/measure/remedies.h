// What answers a cause, as a change of the design: a variant for Predict, with one sentence of what it assumes.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/attribution/attribution.h"
#include "core/analysis/analysis.h"

namespace scalewright::ui {

struct DesignRemedy {
    QString id;       ///< core's: "compression"
    QString title;    ///< "Compress what is sent"
    QString how;      ///< what it does and what it costs
    QString assumes;  ///< with this design's numbers; where there is no variant, why not
    std::optional<Project> variant;  ///< the project showing it as a new variant
};

/// The owner's remedies first, then those of the other causes that lost folds at the same p; each once.
[[nodiscard]] std::vector<DesignRemedy> designRemedies(const Project& project, const Analysis& analysis);

/// Causes a what-if can answer on a ladder with parts: those with a remedyAssumption().
[[nodiscard]] std::vector<Cause> whatIfCauses(const MeasuredLadder& ladder);
/// "Halve communication", "Balance the load", "Parallelise the serial stage", "Halve input and output".
[[nodiscard]] QString whatIfTitle(Cause cause);

}  // namespace scalewright::ui
