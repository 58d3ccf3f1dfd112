// A chart as LaTeX source: a document of its own (class standalone) that pdflatex turns into the figure, and whose
// tikzpicture can be pasted into a report. Series come from the columns of a table, so it holds the table's numbers.
//
//     PgfplotsChart chart{.x = "p", .xTitle = "workers p", .yTitle = "speedup", .series = {{.column = "speedup"}}};
//     Result<std::string> latex = toPgfplots(table, chart);
#pragma once

#include <string>
#include <vector>

#include "core/result/result.h"
#include "core/tables/table.h"

namespace scalewright {

struct PgfplotsSeries {
    std::string column{};            ///< key of the column
    std::string label{};             ///< at the line's end; empty: the column's title
    std::string colour = "0072B2";   ///< six hexadecimal digits, RGB
    bool dashed = false;             ///< reference lines
    bool marks = false;              ///< a mark at every point
    bool line = true;                ///< false: marks alone
};

struct PgfplotsChart {
    std::string x{};       ///< key of the column along the horizontal axis
    std::string xTitle{};  ///< empty: the column's title; the unit follows in parentheses
    std::string yTitle{};  ///< with its unit
    bool log2X = true;     ///< ticks at powers of two
    bool log10X = false;   ///< where log2X is false
    bool log10Y = false;
    std::vector<PgfplotsSeries> series{};
};

/// Rows where x or y is absent, not finite, or not positive on a logarithmic axis interrupt the line. Needs pgfplots 1.16
/// or later. Errors (Input): a column that the table does not have, a colour that is none, no series.
[[nodiscard]] Result<std::string> toPgfplots(const Table& table, const PgfplotsChart& chart);

}  // namespace scalewright
