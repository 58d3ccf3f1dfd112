// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `design price`: the parts of a step at the plan's p, and the landmarks.
#pragma once

#include <string>
#include <vector>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/answer.h"
#include "core/project/document/project.h"

namespace scalewright {

/// A part of T(p) at the plan's p, with the source of its formula.
struct StepTimePart {
    const char* key;  ///< "compute", "communication", "coordination", "waiting", "failures"
    const char* title;
    double seconds = 0;
    std::string formula, source;
    std::string zeroReason;  ///< why the part is zero, if the design sets nothing for it
};

/// The parts of a step at the analysis's plan, in the order in which they add up. Precondition: the analysis has a
/// model and a prediction.
[[nodiscard]] std::vector<StepTimePart> stepTimeParts(const Analysis& analysis);

struct DesignPriceQuestion {
    const Project& project;
    const Analysis& analysis;
    std::string file;
    std::vector<std::string> notes;  ///< what the design leaves unspecified
};

/// The table has one row per part. Precondition: that of stepTimeParts.
[[nodiscard]] Answer designPriceAnswer(const DesignPriceQuestion& question);

}  // namespace scalewright
