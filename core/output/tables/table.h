// A table of numbers with named, united columns: the one thing that the window's table twins, exported CSV, LaTeX and
// pgfplots, and the command line's text output are made of, so that all of them show the same digits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace scalewright {

struct Column {
    std::string key;    ///< stable name for CSV headers and JSON rows, snake_case ("t_comp")
    std::string title;  ///< for people ("T_comp/p")
    std::string unit;   ///< "s", "USD", or empty
    int decimals = -1;  ///< digits after the point in text and LaTeX; -1 = four significant digits
};

/// A cell: a number, a text, or nothing (a quantity that does not exist).
using Cell = std::variant<std::monostate, double, std::string>;

struct Table {
    std::string caption;  ///< carries the parameters
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;  ///< each as long as columns
    std::vector<std::size_t> landmarks;   ///< indices of rows that stay where a page has no room for all
};

enum class CsvHeads { Keys, WithUnits };  ///< "t_comp", for programs · "t_comp (s)"

/// RFC 4180 with a header row of keys, lines ended by "\n"; numbers with round-trip digits in the C locale; the caption
/// as
/// "# " lines first. An absent value is an empty field. Text cells that a spreadsheet would run as a formula get a
/// leading apostrophe.
[[nodiscard]] std::string toCsv(const Table& table, CsvHeads heads = CsvHeads::Keys);

/// Aligned columns for a terminal, under the caption where there is one: title and unit as header, right-aligned
/// numbers,
/// "-" for what does not exist. Where a line would be longer than `most`, a last column of texts goes on below.
[[nodiscard]] std::string toText(const Table& table, std::size_t most = std::string::npos);

inline constexpr double articleLinePt = 345;  ///< LaTeX's article class at 10 pt on A4

/// A LaTeX table with booktabs rules that keeps to a line of that width and to the page of an article at 10 pt; special
/// characters escaped. Columns of sentences wrap and share what the others leave of the line (package array); where
/// that is too little, headings break and the type goes down to 8 pt, and at last the whole is shrunk (package
/// graphicx). Of more rows of numbers than a page takes stay the first, the last, the landmarks, those where the first
/// column is a power of two unless they are too many, and some between, and a line says so; a table of sentences goes
/// on over the next page (package longtable). The first line names the packages. `label`: what \ref finds it by; empty:
/// none.
[[nodiscard]] std::string toBooktabs(const Table& table, const std::string& label = {}, double linePt = articleLinePt);

/// A number as it stands in toText and toBooktabs for that column; "-" for what does not exist or is not finite.
[[nodiscard]] std::string cellText(const Cell& cell, const Column& column);

}  // namespace scalewright
