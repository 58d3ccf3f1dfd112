// SPDX-License-Identifier: GPL-3.0-or-later
// A table of numbers whose columns have names and units: the single source for the window's table views, exported CSV,
// LaTeX and pgfplots, and the command line's text output, so that all of them show the same digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scalewright {

inline constexpr int threeSignificantDigits = -3;

struct Column {
    std::string key;    ///< stable name for CSV headers and JSON rows, snake_case ("t_comp")
    std::string title;  ///< displayed name ("T_comp/p")
    std::string unit;   ///< "s", "USD", or empty
    /// Digits after the point in text and LaTeX; -1 = four significant digits, or threeSignificantDigits.
    int decimals = -1;
};

/// A number, a text, or empty (for a quantity that does not exist).
using Cell = std::variant<std::monostate, double, std::string>;

struct Table {
    std::string caption{};  ///< includes the parameters
    std::vector<Column> columns{};
    std::vector<std::vector<Cell>> rows{};  ///< each has as many cells as there are columns
    std::vector<std::size_t> landmarks{};   ///< indices of rows to keep if a page has no room for all
};

enum class CsvHeaders { Keys, KeysWithUnits };  ///< Keys: "t_comp", for programs. KeysWithUnits: "t_comp (s)".

/// RFC 4180 with a header row of keys and lines ending in "\n"; numbers have round-trip digits in the C locale; the
/// caption comes first, as "# " lines. An absent value is an empty field. Text cells that a spreadsheet would run as a
/// formula get a leading apostrophe.
[[nodiscard]] std::string toCsv(const Table& table, CsvHeaders headers = CsvHeaders::Keys);

/// Aligned columns for a terminal, below the caption if there is one: title and unit as header, right-aligned numbers,
/// "-" for absent values. If a line would be longer than `maximumWidth` and the last column is text, that column is
/// wrapped.
[[nodiscard]] std::string toText(const Table& table, std::size_t maximumWidth = std::string::npos);

inline constexpr double articleLineWidthPt = 345;  ///< line width of LaTeX's article class at 10 pt on A4

/// A LaTeX table with booktabs rules that fits a line of that width and the page of an article at 10 pt; special
/// characters are escaped. Columns of sentences wrap and share the rest of the line (package array); if that is too
/// narrow, headings break, the font size goes down to 8 pt, and finally the whole table is scaled down (package
/// graphicx). If there are more rows of numbers than fit on a page, the table keeps the first row, the last row, the
/// landmarks, the powers of two in the first column unless there are too many, and some rows in between, and a line
/// says so; a table of sentences continues on the next page (package longtable). The first line names the packages.
/// `label`: for \ref; may be empty.
[[nodiscard]] std::string toBooktabs(const Table& table, const std::string& label = {},
                                     double lineWidthPt = articleLineWidthPt);

/// A number as shown by toText and toBooktabs in that column; "-" if absent or not finite.
[[nodiscard]] std::string cellText(const Cell& cell, const Column& column);

}  // namespace scalewright
