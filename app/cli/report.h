// What report asks and reproduce asks again.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/report/report.h"

namespace scalewright::cli {

/// The project's name in a report's folder, and what stands for its path in the answers kept there.
inline constexpr const char* reportedProject = "project.scalewright";
inline constexpr const char* reportedAnswers = "answers.json";

struct ReportQuestion {
    const char* title;
    const char* book;
    std::vector<std::string> words;  ///< before the project's path
};
/// In the method's order.
[[nodiscard]] const std::vector<ReportQuestion>& reportQuestions();

struct Asked {
    ReportSection section;
    Json json;  ///< the answer's --json form; null where there is none
};
/// Of the project at that path, which stands as reportedProject in what is found.
[[nodiscard]] Asked askFor(const ReportQuestion& question, const std::string& project);

}  // namespace scalewright::cli
