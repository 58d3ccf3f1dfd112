// SPDX-License-Identifier: GPL-3.0-or-later
// The questions of a report, in the method's order, and the titles of its sections.
//
//     for (const ReportQuestion& question : reportQuestions())
//         answer(question.command, project, reportProjectFile);  // core/output/answers/ask.h
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// The project's name in a report's folder; also replaces its path in the stored answers.
inline constexpr const char* reportProjectFile = "project.scalewright";
inline constexpr const char* reportAnswersFile = "answers.json";
inline constexpr const char* reportPdfFile = "report.pdf";

struct ReportQuestion {
    const char* key;  ///< section key of the user's own text: one of reportTextPlaces
    const char* title;
    const char* bookSection;
    const char* command;  ///< answers it: "design check", followed by the project
};
/// In the method's order.
[[nodiscard]] const std::vector<ReportQuestion>& reportQuestions();

/// "The ceiling"; also for sections without a command: "Introduction". Precondition: one of reportTextPlaces.
[[nodiscard]] std::string reportSectionTitle(std::string_view place);

}  // namespace scalewright
