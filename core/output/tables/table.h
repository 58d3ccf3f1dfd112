// A table of numbers whose columns have names and units: the one source for the window's table views, exported CSV,
// LaTeX and pgfplots, and the command line's text output, so that all of them show the same digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scalewright {

struct Column {
    std::string key;    ///< stable name for CSV headers and JSON rows, snake_case ("t_comp")
    std::string title;  ///< displayed name ("T_comp/p")
    std::string unit;   ///< "s", "USD", or empty
    int decimals = -1;  ///< digits after the point in text and LaTeX; -1 = four significant digits
};

/// A number, a text, or empty (a quantity that does not exist).
using Cell = std::variant<std::monostate, double, std::string>;

struct Table {
    std::string caption;  ///< includes the parameters
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;  ///< each as long as columns
    std::vector<std::size_t> landmarks;   ///< indices of rows that are kept if a page has no room for all
};

enum class CsvHeaders { Keys, KeysWithUnits };  ///< "t_comp", for programs · "t_comp (s)"

/// RFC 4180 with a header row of keys, lines ended by "\n"; numbers with round-trip digits in the C locale; the caption
/// as "# " lines first. An absent value is an empty field. Text cells that a spreadsheet would run as a formula get a
/// leading apostrophe.
[[nodiscard]] std::string toCsv(const Table& table, CsvHeaders headers = CsvHeaders::Keys);

/// Aligned columns for a terminal, below the caption if there is one: title and unit as header, right-aligned numbers,
/// "-" for absent values. If a line would be longer than `maximumWidth`, a last column of texts is wrapped.
[[nodiscard]] std::string toText(const Table& table, std::size_t maximumWidth = std::string::npos);

inline constexpr double articleLineWidthPt = 345;  ///< LaTeX's article class at 10 pt on A4

/// A LaTeX table with booktabs rules that fits a line of that width and the page of an article at 10 pt; special
/// characters are escaped. Columns of sentences wrap and share the rest of the line (package array); if that is too
/// little, headings break, the font size goes down to 8 pt, and finally the whole table is scaled down (package
/// graphicx). If there are more rows of numbers than a page can hold, it keeps the first, the last, the landmarks, the
/// powers of two in the first column unless they are too many, and some rows between, and states this in a line; a
/// table of sentences continues on the next page (package longtable). The first line names the packages. `label`: for
/// \ref; empty: none.
[[nodiscard]] std::string toBooktabs(const Table& table, const std::string& label = {},
                                     double lineWidthPt = articleLineWidthPt);

/// A number as toText and toBooktabs show it in that column; "-" if absent or not finite.
[[nodiscard]] std::string cellText(const Cell& cell, const Column& column);

}  // namespace scalewright
