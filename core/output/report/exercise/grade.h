// SPDX-License-Identifier: GPL-3.0-or-later
// Grades hand-ins with an answer key: points by rule, sentences next to the key's sentence for a person to read, and
// identical hand-ins marked.
//
//     {"format": "scalewright-key", "version": 1, "id": "41.2.3", "locked": digest of the assignment's given part,
//      "answers": {"ridge": {"value": 25, "tolerance": 0.01, "path": "20e12/800e9 = 25",
//                            "program": {"words": ["diagnose", "{project}"], "pointer": "/ridge"}},
//                  "bound": {"choice": ["compute"], "path": …}, "why": {"sentence": …}}}
//
// A number is right within its tolerance, relative to the key's value (absolute if that is 0). Sentences are not graded
// by rule. "program" has the command that computes the number, and the pointer to the number in the command's answer.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/output/report/exercise/assignment.h"
#include "core/output/tables/table.h"

namespace scalewright {

struct KeyAnswer {
    std::optional<double> value;
    double tolerance = 0.01;
    std::vector<std::string> correctChoices;  ///< any of these is right
    std::string sampleSentence;
    std::string derivation;  ///< how to derive the answer, shown after the commit
    /// Words of the program's command, with {project} for the assignment's own project; may be empty.
    std::vector<std::string> commandWords;
    std::string jsonPointer;  ///< pointer into the command's JSON
};

struct AnswerKey {
    std::string id, lockedDigest;
    std::map<std::string, KeyAnswer, std::less<>> answers;
};

/// Errors (Input): not an answer key, another version, no answers, an answer without content, an unknown member, an
/// invalid tolerance.
[[nodiscard]] Result<AnswerKey> parseAnswerKey(std::string_view text);

/// Error (Input): the key answers a question that the assignment lacks, or lacks an answer to one of its questions; the
/// answer is of another kind or not one of the options.
[[nodiscard]] Result<void> checkKey(const AnswerKey& key, const Assignment& assignment);

struct AnswerMark {
    std::string questionId;
    std::optional<bool> isRight;  ///< empty for a sentence or a question that the key lacks
    double points = 0;
};
/// One mark per question, in order.
[[nodiscard]] std::vector<AnswerMark> markAnswers(const Assignment& assignment, const AnswerKey& key);

struct HandIn {
    std::string fileName;  ///< relative to the folder of hand-ins
    Assignment assignment;
};
/// One row per hand-in, in the given order: student, file, committed, points, of; for each question its answer, points,
/// and guess with its time (for a sentence, the key's sentence next to it); same_as; notes (not committed, changed
/// since; questions or points that differ from the key's, which score no points). Precondition: at least one hand-in,
/// all for the key's exercise.
[[nodiscard]] Table gradeTable(const std::vector<HandIn>& handIns, const AnswerKey& key);

}  // namespace scalewright
