// Rows of runs in JSON, at any position: inside other objects, one row per line, nested, with a list of times each, or
// as a scan by hyperfine (github.com/sharkdp/hyperfine, --export-json). Internal to core/evidence/import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"
#include "core/evidence/import/grid.h"

namespace scalewright {

struct JsonRows {
    Json::Array rows;                 ///< objects
    std::vector<ProblemLocation> locations;         ///< of each row
    std::string surroundingText;               ///< texts in the objects around the list
    /// Units given by the program: "times=s" for the key "times", "=ms" for all times.
    std::vector<std::string> unitAssignments{};
    std::vector<std::string> notes{};
};

/// JSON Lines: one object per line. nullopt if the first line is not an object. Error (Input): a later line that is not
/// an object.
[[nodiscard]] std::optional<Result<JsonRows>> rowsOfJsonLines(std::string_view text);

/// The longest list of objects inside an object, else the first object with a member for each p; nullopt if there is
/// neither.
[[nodiscard]] std::optional<JsonRows> findNestedRows(const Json& document);

/// Reads a hyperfine export: one row for each of its runs; p is the parameter that changes, or the changing number in
/// the command.
[[nodiscard]] std::optional<JsonRows> rowsOfHyperfine(const Json& document);

/// Expands a row with a list of times to one row for each time.
void expandTimeLists(JsonRows& rows);

/// Lifts the members of nested objects into the row: {"config": {"gpus": 4}} becomes {"config.gpus": 4}.
void flattenRows(JsonRows& rows);

[[nodiscard]] Result<Grid> gridOfJsonRows(const JsonRows& rows);

}  // namespace scalewright
