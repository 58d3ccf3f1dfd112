// SPDX-License-Identifier: GPL-3.0-or-later
// The answers from a study: each step's own answer, and one table of all of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/output/answers/answer.h"
#include "core/output/study/study.h"

namespace scalewright {

struct StudyStep {
    std::string commandName;  ///< command that does only this step: "measure", "diagnose"
    std::string label;  ///< label in the table: "Measured", "Ceiling"
    StepState state = StepState::Done;
    std::string finding;  ///< a line of the table; empty: not in the table
    std::string reason;  ///< why there is no finding
    std::optional<Answer> answer;
};

/// The study's doctor, probe, measure and ladder, then diagnose, predict, attribute, fit and cost for the current
/// project.
[[nodiscard]] std::vector<StudyStep> studySteps(const Study& study);

/// The table has one row per step. Headline and because are those of attribute, next is chosen from the answers, and
/// the details are those of all steps.
[[nodiscard]] Answer studyAnswer(const Study& study, const std::vector<StudyStep>& steps);

}  // namespace scalewright
