// An exercise of the chapter as a file: what is given and asked is locked, answers are entered, and committed once.
//
//     {"format": "scalewright-assignment", "version": 1, "id": "41.2.3", "title": …, "book": "41.2", "text": …,
//      "given": ["peak 20 TFLOP/s", …], "project": {a project with these numbers},
//      "questions": [{"id": "ridge", "asks": "The ridge, in FLOP per byte", "kind": "number", "points": 1,
//                     "hints": [three, each says more]},
//                    {"id": "bound", "kind": "choice", "options": ["compute", "memory bandwidth"], …},
//                    {"id": "why", "kind": "sentence", …}],
//      "student": "Ada", "answers": {"ridge": "25", …}, "committed": "2026-11-25T18:00:00", "answers_digest": …,
//      "guesses": {"ridge": {"answer": "30", "at": "2026-11-25T17:40:00"}, …}}
//
// A guess is the first answer to a number or a choice, and stays. A project can hold one as its member "exercise"
// (in_project.h): whoever reads an assignment reads that file too, and it is written back into it.
//
// The key is a file of its own (grade.h). A digest tells a hand-in whose questions were changed, another one whose answers
// were changed after they had been committed; neither stops somebody who writes both.
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

/// Of a project that an exercise is worked on in.
inline constexpr const char* exerciseMember = "exercise";

enum class QuestionKind { Number, Choice, Sentence };

struct Question {
    std::string id, asks;
    QuestionKind kind = QuestionKind::Number;
    std::optional<Dimension> dimension;  ///< of a number that may carry a unit; absent: a plain number
    std::vector<std::string> options;  ///< of a choice
    double points = 1;
    std::vector<std::string> hints;
};

struct Assignment {
    std::string id, title, book, text;
    std::vector<std::string> given;
    Json project;  ///< null where the exercise needs none
    std::vector<Question> questions;
    std::string student, committed;  ///< empty: not yet
    Json::Object answers;  ///< texts, by the question's id
    Json::Object guesses;  ///< {"answer", "at"}, by the question's id
    std::string answersDigest;
    std::string lockedDigest;  ///< of all that a student does not enter, as it was read
    Json document;  ///< as it was read
    Json around;  ///< the project's file whose member it is; null: a file of its own

    [[nodiscard]] const Question* find(std::string_view id) const;
    /// As it was entered; empty: not yet.
    [[nodiscard]] std::string answer(std::string_view id) const;
    /// The first answer, and when it was entered; both empty: none yet.
    [[nodiscard]] std::pair<std::string, std::string> guess(std::string_view id) const;
    /// Committed, and since then as it was.
    [[nodiscard]] bool isIntact() const;
};

/// Its file says that it is one.
[[nodiscard]] bool isAssignment(std::string_view text);
/// Of an assignment's file, or of a project's that holds one. Errors (Input): no assignment, a newer version, a question
/// without id, kind or options, an id twice, an answer that is no text.
[[nodiscard]] Result<Assignment> parseAssignment(std::string_view text);
/// The same of what is parsed already, an assignment by itself.
[[nodiscard]] Result<Assignment> assignmentIn(const Json& document);
/// The whole file, the project's where it stands in one.
[[nodiscard]] std::string writeAssignment(const Assignment& assignment);
/// The assignment by itself.
[[nodiscard]] Json documentOf(const Assignment& assignment);

/// The answer, entered at that time. Errors: Input for no such question, no number or amount, none of the options, a
/// sentence of more than 1000 bytes; Refused where it is committed.
[[nodiscard]] Result<Assignment> withAnswer(Assignment assignment, std::string_view id, const std::string& answer,
                                            const std::string& time);
/// No answer any more; a guess stays. Error (Refused): it is committed.
[[nodiscard]] Result<Assignment> withoutAnswer(Assignment assignment, std::string_view id);
/// Committed at that time. Errors: Refused where it was before, or where an answer is missing; Input without a name.
[[nodiscard]] Result<Assignment> committedAt(Assignment assignment, const std::string& student,
                                             const std::string& time);

/// What a number's answer says in base units. Error (Input): what would be right.
[[nodiscard]] Result<double> numberOf(const Question& question, const std::string& answer);

/// 16 hexadecimal digits of a text (64-bit FNV-1a).
[[nodiscard]] std::string textDigest(std::string_view text);

}  // namespace scalewright
