// A table of numbers with named, united columns: the one thing that the window's table twins, exported CSV, LaTeX and
// pgfplots, and the command line's text output are made of, so that all of them show the same digits.
#pragma once

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
};

/// RFC 4180 with a header row of keys, lines ended by "\n"; numbers with round-trip digits in the C locale; the caption as
/// "# " lines first. An absent value is an empty field. Text cells that a spreadsheet would run as a formula get a leading
/// apostrophe.
[[nodiscard]] std::string toCsv(const Table& table);

/// Aligned columns for a terminal, under the caption where there is one: title and unit as header, right-aligned numbers,
/// "-" for what does not exist.
[[nodiscard]] std::string toText(const Table& table);

/// A LaTeX table environment with booktabs rules; special characters escaped. Columns of sentences that are too long for a
/// line wrap, sharing the line's width (package array).
[[nodiscard]] std::string toBooktabs(const Table& table);

/// A number as it stands in toText and toBooktabs for that column; "-" for what does not exist or is not finite.
[[nodiscard]] std::string cellText(const Cell& cell, const Column& column);

}  // namespace scalewright
