// What is right, after the commit: each answer against the key, beside it what the program itself says, and the way there.
//
// The program is asked by whoever asks here, in the words of a command: the command line and the window get the same.
//
//     const Result<Verdicts> verdicts = verdictsOf(assignment, key, ask);
//     verdicts->points;  // of verdicts->of
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/output/report/exercise/grade.h"

namespace scalewright {

/// The --json form of a command's answer: {"predict", "given.scalewright"}.
using AskProgram = std::function<Result<Json>(std::vector<std::string> words)>;

struct Verdict {
    Mark mark;
    std::string program;  ///< a text or a JSON number; empty: the key has neither a command nor a number
    std::string path;  ///< the way there
    std::string sentence;  ///< a good one
};

struct Verdicts {
    std::vector<Verdict> each;  ///< in the order of the questions
    double points = 0, of = 0;
};

/// Errors: Input where the key names no command that only computes, or a place that its answer lacks; the command's own;
/// Environment without a place for a temporary file. Precondition: the key is the exercise's.
[[nodiscard]] Result<Verdicts> verdictsOf(const Assignment& assignment, const Key& key, const AskProgram& ask);

/// "34": as a person reads it; "99.99999999999999" is 100.
[[nodiscard]] std::string shownVerdict(const std::string& program);

}  // namespace scalewright
