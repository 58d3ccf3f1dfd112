// The rows of a ladder file before anybody knows what its columns mean. Internal to core/evidence/import.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json/json.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_file.h"
#include "core/evidence/import/text.h"

namespace scalewright {

struct GridCell {
    std::string text;
    Where where;  ///< line and column, or a JSON pointer
    /// An object or a list where a figure could stand: wrong only in a column that is read
    const Json* nested = nullptr;
};

struct Grid {
    std::vector<GridCell> header;
    std::vector<std::vector<GridCell>> rows;  ///< each as long as the header
    bool pointsMayPart =
        false;  ///< "17.066" may be 17066: a spreadsheet's or a person's, of no program, no commas between columns
    bool ofRuns = false;  ///< an experiment tracker's: a header may be a key of a nested configuration
    std::vector<std::string> units{};  ///< of every column what says its unit outside the header; or nothing at all
    std::string apart{};  ///< header of a column that was made of titles or of files' names: they may be other ladders
    std::string around{};  ///< titles, comments and members that stand around the table

    [[nodiscard]] std::string unitOf(std::size_t column) const
    {
        return column < units.size() ? units[column] : std::string();
    }
};

void eraseColumn(Grid& grid, std::size_t column);

/// Rows whose state says that they did not end well go: its first word ("CANCELLED by 1000") is neither `done` nor
/// empty. Returned: how many of each word, in lower case.
[[nodiscard]] std::map<std::string, int> eraseUnfinished(Grid& grid, std::size_t state, std::string_view done);

/// A table with columns separated by commas, semicolons, tabs, '|' or blanks. `example`: of a header, for messages.
[[nodiscard]] Result<Grid> gridOfTable(std::string_view text, std::string_view example = "p,time");

/// The first line that is neither blank nor a comment holds numbers alone, several of them.
[[nodiscard]] bool isHeaderless(std::string_view text);
/// Error (Input) about such a text.
[[nodiscard]] Error noHeader(const Where& where, std::string_view example = "p,time");

/// A list of objects: the header is the union of their keys, in order; `pointer` is the list's.
[[nodiscard]] Result<Grid> gridOfObjects(const Json::Array& rows, const std::string& pointer);

/// An object of lists of one length, a list a column.
[[nodiscard]] Result<Grid> gridOfColumns(const Json::Object& columns, const std::string& pointer);

/// True where the text is Extra-P's: its first word is one of the format's.
[[nodiscard]] bool looksLikeExtrap(std::string_view text);
[[nodiscard]] Result<LadderFile> readExtrap(std::string_view text);

/// A table, tidied where a tracker of experiments or a scheduler wrote it.
[[nodiscard]] Result<LadderFile> laddersOfRuns(Grid grid, const LadderFileOptions& options);

/// `document`: what parseJson made of `text`.
[[nodiscard]] Result<LadderFile> readJson(std::string_view text, const Result<Json>& document,
                                          const LadderFileOptions& options);

/// The ladders of a grid. `base` gives name, scaling and quality where the file says them once.
[[nodiscard]] Result<LadderFile> laddersOfGrid(Grid grid, const LadderFileOptions& options, const Ladder& base);

}  // namespace scalewright
