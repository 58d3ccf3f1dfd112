// The questions that `report` answers and `reproduce` repeats.
#pragma once

#include <string>

#include "core/output/report/hand_in.h"

namespace scalewright::cli {

/// Answers a question about the project at that path, which the result refers to as reportProjectFile.
[[nodiscard]] SectionResult answerReportQuestion(const ReportQuestion& question, const std::string& project);

}  // namespace scalewright::cli
