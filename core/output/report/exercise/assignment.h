// SPDX-License-Identifier: GPL-3.0-or-later
// An exercise from the chapter as a file: the given values and the questions are locked; answers are entered and
// committed once.
//
//     {"format": "scalewright-assignment", "version": 1, "id": "41.2.3", "title": …, "book": "41.2", "text": …,
//      "given": ["peak 20 TFLOP/s", …], "project": {a project with these numbers},
//      "questions": [{"id": "ridge", "asks": "The ridge, in FLOP per byte", "kind": "number", "points": 1,
//                     "hints": [three, each more specific]},
//                    {"id": "bound", "kind": "choice", "options": ["compute", "memory bandwidth"], …},
//                    {"id": "why", "kind": "sentence", …}],
//      "student": "Ada", "answers": {"ridge": "25", …}, "committed": "2026-11-25T18:00:00", "answers_digest": …,
//      "guesses": {"ridge": {"answer": "30", "at": "2026-11-25T17:40:00"}, …}}
//
// A guess is the first answer to a number or choice question and never changes. A project can contain an assignment as
// its member "exercise" (project_exercise.h); such a file can be read as an assignment, and writing the assignment puts
// it back into the project.
//
// The answer key is a separate file (grade.h). One digest reveals changed questions, the other reveals answers that
// were changed after the commit; neither protects against rewriting both the content and its digest.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

/// The project member that contains the exercise.
inline constexpr const char* exerciseKey = "exercise";

enum class QuestionKind { Number, Choice, Sentence };

struct Question {
    std::string id, prompt;
    QuestionKind kind = QuestionKind::Number;
    std::optional<Dimension> dimension;  ///< of an answer that may have a unit; empty for a plain number
    std::string unit{};  ///< that a plain number may have: "h"; may be empty
    std::vector<std::string> options{};  ///< of a choice
    double points = 1;
    std::vector<std::string> hints{};
};

/// An answer to any question that scores no points.
inline constexpr const char* unknownAnswer = "I do not know";

struct Assignment {
    std::string id, title, book, text;
    std::vector<std::string> givenTexts;
    Json project;  ///< null if the exercise does not need a project
    std::vector<Question> questions;
    std::string student, committedAt;  ///< empty before the commit
    Json::Object answers;  ///< answers as text, by question id
    Json::Object guesses;  ///< {"answer", "at"}, by question id
    std::string answersDigest;
    std::string lockedDigest;  ///< digest of everything that a student does not enter, as read
    Json document;  ///< as read
    Json enclosingProject;  ///< the project file that contains the assignment; null if the assignment has its own file

    [[nodiscard]] const Question* findQuestion(std::string_view id) const;
    /// As entered; empty if there is no answer yet.
    [[nodiscard]] std::string answerText(std::string_view id) const;
    /// The first answer and when it was entered; both empty if there is no answer yet.
    [[nodiscard]] std::pair<std::string, std::string> firstGuess(std::string_view id) const;
    /// Whether the assignment has been committed and is unchanged since.
    [[nodiscard]] bool isIntact() const;
};

/// Whether the file declares the assignment format.
[[nodiscard]] bool isAssignment(std::string_view text);
/// Reads an assignment file, or a project file that contains an assignment. Errors (Input): not an assignment, a newer
/// version, a question without id, kind or options, a duplicate id, an answer that is not a text.
[[nodiscard]] Result<Assignment> parseAssignment(std::string_view text);
/// Like parseAssignment, for an assignment's parsed JSON.
[[nodiscard]] Result<Assignment> parseAssignmentJson(const Json& document);
/// The whole file, including the project if the assignment is part of one.
[[nodiscard]] std::string writeAssignment(const Assignment& assignment);
/// The assignment without an enclosing project.
[[nodiscard]] Json assignmentJson(const Assignment& assignment);

/// Adds the answer, with the time it was entered. Errors: Input for an unknown question, an answer that is not a number
/// or amount or not one of the options, or a sentence of more than 1000 bytes; Refused if already committed.
[[nodiscard]] Result<Assignment> withAnswer(Assignment assignment, std::string_view id, const std::string& answer,
                                            const std::string& time);
/// Removes the answer but keeps the guess. Error (Refused): already committed.
[[nodiscard]] Result<Assignment> withoutAnswer(Assignment assignment, std::string_view id);
/// The ids of the questions without an answer.
[[nodiscard]] std::vector<std::string> unansweredQuestions(const Assignment& assignment);
/// Commits with the given time, also if answers are missing. Errors: Refused if already committed; Input without a name.
[[nodiscard]] Result<Assignment> commitAssignment(Assignment assignment, const std::string& student,
                                                  const std::string& time);

/// The value of a numeric answer in base units. Error (Input): describes what would be valid.
[[nodiscard]] Result<double> parseNumericAnswer(const Question& question, const std::string& answer);

/// 16 hexadecimal digits of a text (64-bit FNV-1a).
[[nodiscard]] std::string textDigest(std::string_view text);

}  // namespace scalewright
