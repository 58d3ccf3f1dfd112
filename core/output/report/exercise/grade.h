// Hand-ins against a key: points by rule, free sentences beside the key's for a person to read, equal hand-ins marked.
//
//     {"format": "scalewright-key", "version": 1, "id": "41.2.3", "locked": digest of the assignment's given part,
//      "answers": {"ridge": {"value": 25, "tolerance": 0.01, "path": "20e12/800e9 = 25",
//                            "program": {"words": ["diagnose", "{project}"], "pointer": "/ridge"}},
//                  "bound": {"choice": ["compute"], "path": …}, "why": {"sentence": …}}}
//
// A number is right within its tolerance, relative to the key's (absolute where that is 0). A sentence gets no points by
// rule. "program" is the command that gives the number, and where in its answer.
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
    std::vector<std::string> choices;  ///< each of them is right
    std::string sentence;
    std::string path;  ///< the way to it, for after
    std::vector<std::string> words;  ///< of the program's command, {project} for the assignment's own; may be empty
    std::string pointer;  ///< into its JSON
};

struct Key {
    std::string id, locked;
    std::map<std::string, KeyAnswer, std::less<>> answers;
};

/// Errors (Input): no key, another version, an answer that says nothing.
[[nodiscard]] Result<Key> parseKey(std::string_view text);

struct Mark {
    std::string id;
    std::optional<bool> right;  ///< absent: a sentence, or the key does not have it
    double points = 0;
};
/// One for each question, in their order.
[[nodiscard]] std::vector<Mark> marksOf(const Assignment& handedIn, const Key& key);

struct HandIn {
    std::string file;  ///< its name, without folders
    Assignment assignment;
};
/// A row a hand-in, in the order given: student, file, committed, points, of, for each question its answer, points and
/// guess with its time (a sentence with the key's beside it), same_as, notes (not committed, changed since; other questions
/// than the key's, or other points for them, which give none). Precondition: at
/// least one, and all are of the key's exercise.
[[nodiscard]] Table gradeTable(const std::vector<HandIn>& handIns, const Key& key);

}  // namespace scalewright
