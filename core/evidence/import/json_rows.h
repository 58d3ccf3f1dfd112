// Rows of runs in JSON, wherever they stand: inside other objects, a row a line, nested, with a list of times each, or
// as hyperfine writes a scan (github.com/sharkdp/hyperfine, --export-json). Internal to core/evidence/import.
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
    std::vector<Where> where;         ///< of each
    std::string around;               ///< texts that stand beside the list
    std::vector<std::string> units{};  ///< "times" is in s where the program says so; by key, "times=s"; "=ms" of all
        ///< times
    std::vector<std::string> said{};
};

/// JSON Lines: an object a line. nullopt where the first line is no object of its own. Error (Input): a line that is
/// none.
[[nodiscard]] std::optional<Result<JsonRows>> rowsOfLines(std::string_view text);

/// The longest list of objects inside an object, else the first object with a member for each p; nullopt where there is
/// none.
[[nodiscard]] std::optional<JsonRows> rowsInside(const Json& document);

/// What hyperfine wrote: a row for each of its runs, p the parameter that changes, or the number in the command that
/// does.
[[nodiscard]] std::optional<JsonRows> rowsOfHyperfine(const Json& document);

/// A row with a list of times is a row for each.
void spreadTimes(JsonRows& rows);

/// Members of objects in rows as members of the row: {"config": {"gpus": 4}} is {"config.gpus": 4}.
void flattenRows(JsonRows& rows);

[[nodiscard]] Result<Grid> gridOf(const JsonRows& rows);

}  // namespace scalewright
