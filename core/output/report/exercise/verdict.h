// SPDX-License-Identifier: GPL-3.0-or-later
// The result after the commit: each answer compared with the key, the program's own answer, and the derivation.
//
// The caller provides the function that runs the program's commands, so that the command line and the window show the
// same results.
//
//     const Result<Verdicts> verdicts = computeVerdicts(assignment, key, runProgram);
//     verdicts->points;  // out of verdicts->maximumPoints
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/output/report/exercise/grade.h"

namespace scalewright {

/// Runs a command, such as {"predict", "given.scalewright"}, and returns its --json output.
using CliRunner = std::function<Result<Json>(std::vector<std::string> words)>;

struct AnswerVerdict {
    AnswerMark mark;
    std::string programAnswer;  ///< a text or a JSON number; empty if the key has neither a command nor a number
    std::string derivation;
    std::string sampleSentence;
};

struct Verdicts {
    std::vector<AnswerVerdict> perQuestion;  ///< in the order of the questions
    double points = 0, maximumPoints = 0;
};

/// Errors: Input if the key names a command that does more than compute, or a pointer that its answer lacks; errors of
/// the command itself; Environment if a temporary file cannot be created. Precondition: the key belongs to the
/// exercise.
[[nodiscard]] Result<Verdicts> computeVerdicts(const Assignment& assignment, const AnswerKey& key,
                                               const CliRunner& runProgram);

/// Error (Input): the program gives another number than the key, with its place in the key; or those of
/// computeVerdicts(). Questions whose number has no command are not checked.
[[nodiscard]] Result<void> checkKeyWithProgram(const AnswerKey& key, const Assignment& assignment,
                                               const CliRunner& runProgram);

/// The program's answer for display: "34"; "99.99999999999999" becomes "100".
[[nodiscard]] std::string programAnswerText(const std::string& program);

}  // namespace scalewright
