// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a ladder file before its columns have been interpreted. Internal to core/evidence/import.
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

/// A ProblemLocation without the names that no cell has, because a table has many cells.
struct CellLocation {
    int line = 0, column = 0;
    std::string jsonPointer;

    CellLocation() = default;
    CellLocation(ProblemLocation where)
        : line(where.line), column(where.column), jsonPointer(std::move(where.jsonPointer))
    {
    }
    operator ProblemLocation() const { return {.line = line, .column = column, .jsonPointer = jsonPointer}; }
};

struct GridCell {
    std::string text;
    CellLocation where;  ///< line and column, or a JSON pointer
    /// An object or list in place of a number: an error only in a column that is used
    const Json* nested = nullptr;
};

struct Grid {
    std::vector<GridCell> header;
    std::vector<std::vector<GridCell>> rows;  ///< each row is as long as the header
    /// "17.066" may mean 17066: the table was typed or comes from a spreadsheet, not from a program, and commas do not
    /// separate its columns.
    bool mayHaveThousandsPoints = false;
    bool isTrackerTable = false;  ///< from an experiment tracker: a header may be a key in a nested configuration
    /// For every column, the unit given outside the header, if any; the whole list may be empty.
    std::vector<std::string> units{};
    /// Header of a column built from titles or file names, which may distinguish ladders.
    std::string titleColumnHeader{};
    std::string surroundingText{};  ///< titles, comments and members around the table

    [[nodiscard]] std::string unitOfColumn(std::size_t column) const
    {
        return column < units.size() ? units[column] : std::string();
    }
};

void eraseColumn(Grid& grid, std::size_t column);

/// Adds a column after the others: `textOfRow(i)` for row i, at the positions of the cells in column `like`.
template <class TextOfRow>
void addColumn(Grid& grid, std::string header, std::size_t like, TextOfRow&& textOfRow)
{
    grid.header.push_back({std::move(header), grid.header[like].where});
    if (!grid.units.empty())
        grid.units.resize(grid.header.size());
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        grid.rows[i].push_back({textOfRow(i), grid.rows[i][like].where});
}

/// Whether the predicate holds for a text in the column, or for all of them.
template <class Predicate>
[[nodiscard]] bool anyText(const Grid& grid, std::size_t column, Predicate&& holds)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const auto& row) { return holds(row[column].text); });
}
template <class Predicate>
[[nodiscard]] bool everyText(const Grid& grid, std::size_t column, Predicate&& holds)
{
    return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const auto& row) { return holds(row[column].text); });
}

/// Removes rows whose state is not `completedState`, that is, whose first word ("CANCELLED by 1000") differs from it
/// and is not empty. Returns the number of rows removed for each word, in lower case.
[[nodiscard]] std::map<std::string, int> eraseUnfinishedRows(Grid& grid, std::size_t state,
                                                             std::string_view completedState);

/// A CSV file, RFC 4180 with common extensions: byte-order marks, CRLF or LF; blank lines and lines that start with '#'
/// are skipped, and spaces around a field are removed. The first row is the header. Fields are separated by the comma,
/// semicolon or tab that splits the lines into equally many. Quoted fields may contain separators, doubled quotes and
/// line ends. Errors (Input), each with line and column: only comments, a header with two columns of the same name, a
/// row longer or shorter than the header, an unclosed quote, text after a closing quote, a binary file, more than four
/// million cells.
[[nodiscard]] Result<Grid> parseCsv(std::string_view text);

/// A table whose columns are separated by commas, semicolons, tabs, '|' or spaces. `example`: a header for error
/// messages.
[[nodiscard]] Result<Grid> gridOfTable(std::string_view text, std::string_view example = "p,time");

/// True if the first line that is neither blank nor a comment consists of at least two numbers and nothing else.
[[nodiscard]] bool isHeaderless(std::string_view text);
/// Error (Input) for text without a header.
[[nodiscard]] Error missingHeaderError(const ProblemLocation& where, std::string_view example = "p,time");

/// A list of objects: the header is the union of their keys, in order; `pointer` is the list's position.
[[nodiscard]] Result<Grid> gridOfObjects(const Json::Array& rows, const std::string& pointer);

/// An object of lists with equal length, one list per column.
[[nodiscard]] Result<Grid> gridOfColumns(const Json::Object& columns, const std::string& pointer);

/// Reads a table after tidying output from experiment trackers and schedulers.
[[nodiscard]] Result<LadderFile> readLaddersFromRuns(Grid grid, const LadderFileOptions& options);

/// `document`: the result of parseJson(text).
[[nodiscard]] Result<LadderFile> readLaddersFromJson(std::string_view text, const Result<Json>& document,
                                                     const LadderFileOptions& options);

/// The ladders in a grid. `base` provides the name, scaling and quality if the file gives them only once.
[[nodiscard]] Result<LadderFile> readLaddersFromGrid(Grid grid, const LadderFileOptions& options, const Ladder& base);

}  // namespace scalewright
