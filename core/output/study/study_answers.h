// What a study answers: each step's own answer, and one table over them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/output/answers/answer.h"
#include "core/output/study/study.h"

namespace scalewright {

struct StudyStep {
    std::string step;  ///< the command that does it alone: "measure", "diagnose"
    std::string label;  ///< in the table: "Measured", "Ceiling"
    StepState state = StepState::Done;
    std::string found;  ///< a line of the table; empty: the table leaves it out
    std::string reason;  ///< why it found nothing
    std::optional<Answer> answer;
};

/// doctor, probe, measure, ladder, then diagnose, predict, attribute, fit, cost of the project as it stands.
[[nodiscard]] std::vector<StudyStep> studySteps(const Study& study);

/// The table has a row a step. Headline and because are attribute's, next is the weakest link, details are all steps'.
[[nodiscard]] Answer studyAnswer(const Study& study, const std::vector<StudyStep>& steps);

}  // namespace scalewright
