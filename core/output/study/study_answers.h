// The answers of a study: each step's own answer, and one table of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/output/answers/answer.h"
#include "core/output/study/study.h"

namespace scalewright {

struct StudyStep {
    std::string commandName;  ///< that does only this step: "measure", "diagnose"
    std::string label;  ///< in the table: "Measured", "Ceiling"
    StepState state = StepState::Done;
    std::string finding;  ///< a line of the table; empty: not in the table
    std::string reason;  ///< why there is no finding
    std::optional<Answer> answer;
};

/// Doctor, probe, measure and ladder of the study, then diagnose, predict, attribute, fit and cost of the current
/// project.
[[nodiscard]] std::vector<StudyStep> studySteps(const Study& study);

/// The table has a row per step. Headline and because are attribute's, next is chosen from the answers, details are
/// those of all steps.
[[nodiscard]] Answer studyAnswer(const Study& study, const std::vector<StudyStep>& steps);

}  // namespace scalewright
