// SPDX-License-Identifier: GPL-3.0-or-later
// Finds rows of runs anywhere in JSON: inside other objects, one row per line, nested, with a list of times in each
// row, or as a hyperfine scan (github.com/sharkdp/hyperfine, --export-json). Internal to core/evidence/import.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"
#include "core/evidence/import/grid.h"

namespace scalewright {

/// A member that is missing or of another kind is not there: other programs wrote the JSON. The number is also read from
/// a text such as "4"; nullopt for anything else and for no value.
[[nodiscard]] std::optional<double> numberOf(const Json* value);
/// A text, number or flag as a table shows it: "4", "true"; empty for anything else.
[[nodiscard]] std::string plainTextOf(const Json& value);
/// The member's text, list or members; empty if there is none.
[[nodiscard]] std::string textAt(const Json& object, std::string_view key);
[[nodiscard]] const Json::Array& listAt(const Json& object, std::string_view key);
[[nodiscard]] const Json::Object& objectAt(const Json& object, std::string_view key);

struct JsonRows {
    Json::Array rows;  ///< objects
    std::vector<ProblemLocation> locations;  ///< of each row
    std::string surroundingText;  ///< text in the objects around the list
    /// Units given by the program: "times=s" for the key "times", "=ms" for all times.
    std::vector<std::string> unitAssignments{};
    std::vector<std::string> notes{};

    void add(Json::Object row, ProblemLocation location)
    {
        rows.emplace_back(std::move(row));
        locations.push_back(std::move(location));
    }
};

/// What begins the name of a parameter's column in hyperfine's exports.
inline constexpr const char* parameterPrefix = "parameter_";

/// JSON Lines: one object per line. nullopt if the first line is not an object. Error (Input): a later line that is not
/// an object.
[[nodiscard]] std::optional<Result<JsonRows>> rowsOfJsonLines(std::string_view text);

/// The longest list of objects inside an object, else the first object with one member for each p; nullopt if there is
/// neither.
[[nodiscard]] std::optional<JsonRows> findNestedRows(const Json& document);

/// Reads a hyperfine export: one row for each run, with its command and parameters named as in the CSV export.
[[nodiscard]] std::optional<JsonRows> rowsOfHyperfine(const Json& document);

/// Expands a row that has a list of times, or with `includesObjects` of objects, into one row per item. Returns whether
/// there is such a row.
bool expandLists(JsonRows& rows, bool includesObjects);

/// Moves the members of nested objects up into the row: {"config": {"gpus": 4}} becomes {"config.gpus": 4}.
void flattenRows(JsonRows& rows);

[[nodiscard]] Result<Grid> gridOfJsonRows(const JsonRows& rows);

}  // namespace scalewright
