// What a report asks, in the method's order, and what its parts are called.
//
//     for (const ReportQuestion& question : reportQuestions())
//         ask(question.words);   // {"design", "check"} and then the project
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// The project's name in a report's folder, and what stands for its path in the answers kept there.
inline constexpr const char* reportedProject = "project.scalewright";
inline constexpr const char* reportedAnswers = "answers.json";

struct ReportQuestion {
    const char* key;  ///< of a person's own words: one of wordPlaces
    const char* title;
    const char* book;
    std::vector<std::string> words;  ///< of the command that answers it, before the project's path
};
/// In the method's order.
[[nodiscard]] const std::vector<ReportQuestion>& reportQuestions();

/// "The ceiling", also of what no command answers: "Introduction". Precondition: one of wordPlaces.
[[nodiscard]] std::string placeTitle(std::string_view place);

}  // namespace scalewright
