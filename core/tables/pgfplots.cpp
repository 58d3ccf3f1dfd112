#include "core/tables/pgfplots.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "core/quantity/units.h"
#include "core/tables/latex.h"

namespace scalewright {

namespace {

struct Point {
    double x;
    double y;
};

std::optional<std::size_t> findColumn(const Table& table, const std::string& key)
{
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].key == key)
            return i;
    return std::nullopt;
}

tl::unexpected<Error> noColumn(const Table& table, const std::string& key)
{
    std::string known;
    for (const Column& column : table.columns)
        known.append(known.empty() ? "" : ", ").append(column.key);
    return fail(ErrorCode::Input, say("the table has no column {}", inQuotes(key)), say("one of {}", known));
}

bool isColour(const std::string& colour)
{
    return colour.size() == 6 &&
           std::all_of(colour.begin(), colour.end(), [](char c) { return std::isxdigit(static_cast<unsigned char>(c)); });
}

std::optional<double> coordinate(const Cell& cell, bool logarithmic)
{
    const double* number = std::get_if<double>(&cell);
    if (!number || !std::isfinite(*number) || (logarithmic && *number <= 0))
        return std::nullopt;
    return *number;
}

/// Runs of drawable points: what lies between them is a gap in the line.
std::vector<std::vector<Point>> runs(const Table& table, std::size_t x, std::size_t y, const PgfplotsChart& chart)
{
    std::vector<std::vector<Point>> found;
    bool open = false;
    for (const std::vector<Cell>& row : table.rows) {
        const std::optional<double> at = coordinate(row[x], chart.log2X || chart.log10X);
        const std::optional<double> value = coordinate(row[y], chart.log10Y);
        if (!at || !value) {
            open = false;
            continue;
        }
        if (!open)
            found.emplace_back();
        open = true;
        found.back().push_back({*at, *value});
    }
    return found;
}

std::string powersOfTwo(const Table& table, std::size_t x)
{
    double low = std::numeric_limits<double>::max();
    double high = 0;
    for (const std::vector<Cell>& row : table.rows)
        if (const std::optional<double> at = coordinate(row[x], true)) {
            low = std::min(low, *at);
            high = std::max(high, *at);
        }
    std::string ticks;
    if (high > 0)
        for (double tick = std::exp2(std::ceil(std::log2(low))); tick <= high; tick *= 2)  // exact. NOLINT(*FloatLoopCounter)
            ticks.append(ticks.empty() ? "" : ",").append(significant(tick, 15));
    return ticks;
}

std::string plot(const std::vector<Point>& points, const std::string& style, const std::string& label)
{
    std::string latex = "    \\addplot[" + style + "] coordinates {";
    for (std::size_t i = 0; i < points.size(); ++i)
        latex.append(i % 6 == 0 ? "\n      " : " ").append(fmt::format("({},{})", roundTrip(points[i].x), roundTrip(points[i].y)));
    latex += "\n    }";
    if (!label.empty())
        latex += " node[pos=1, anchor=west, font=\\footnotesize] {" + latexText(label) + "}";
    return latex + ";\n";
}

}  // namespace

Result<std::string> toPgfplots(const Table& table, const PgfplotsChart& chart)
{
    const std::optional<std::size_t> x = findColumn(table, chart.x);
    if (!x)
        return noColumn(table, chart.x);
    if (chart.series.empty())
        return fail(ErrorCode::Input, say("a chart without a series"), say("one column or more"));

    const Column& xColumn = table.columns[*x];
    std::string xTitle = chart.xTitle.empty() ? xColumn.title : chart.xTitle;
    if (!xColumn.unit.empty())
        xTitle += " (" + xColumn.unit + ")";

    std::string latex;
    for (std::size_t from = 0; from < table.caption.size();) {
        const std::size_t end = std::min(table.caption.find('\n', from), table.caption.size());
        latex += "% " + table.caption.substr(from, end - from) + '\n';
        from = end + 1;
    }
    latex += "\\documentclass{standalone}\n\\usepackage[utf8]{inputenc}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n";
    latex += "\\begin{document}\n\\begin{tikzpicture}\n";
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        if (!isColour(chart.series[i].colour))
            return fail(ErrorCode::Input, say("{} is no colour", inQuotes(chart.series[i].colour)),
                        say("six hexadecimal digits such as 0072B2"));
        latex += fmt::format("  \\definecolor{{series{}}}{{HTML}}{{{}}}\n", i, chart.series[i].colour);
    }
    latex += "  \\begin{axis}[\n    width=12cm, height=7.5cm, axis lines=left, clip=false, enlarge x limits={upper, value=0.02},\n";
    latex += "    xlabel={" + latexText(xTitle) + "}, ylabel={" + latexText(chart.yTitle) + "},\n";
    if (chart.log2X) {
        const std::string ticks = powersOfTwo(table, *x);
        latex += "    xmode=log, log basis x=2, xtick={" + ticks + "}, xticklabels={" + ticks + "},\n";
    }
    if (!chart.log2X && chart.log10X)
        latex += "    xmode=log,\n";
    latex += chart.log10Y ? "    ymode=log,\n" : "    ymin=0,\n";
    latex += "  ]\n";
    for (std::size_t i = 0; i < chart.series.size(); ++i) {
        const PgfplotsSeries& series = chart.series[i];
        const std::optional<std::size_t> y = findColumn(table, series.column);
        if (!y)
            return noColumn(table, series.column);
        std::string style = fmt::format("series{}, {}", i, series.dashed ? "dashed" : "thick");
        style += series.marks || !series.line ? ", mark=*, mark size=1.5pt" : ", no markers";
        if (!series.line)
            style += ", only marks";
        const std::vector<std::vector<Point>> parts = runs(table, *x, *y, chart);
        const std::string label = series.label.empty() ? table.columns[*y].title : series.label;
        for (std::size_t part = 0; part < parts.size(); ++part)
            latex += plot(parts[part], style, part + 1 == parts.size() ? label : std::string());
    }
    return latex + "  \\end{axis}\n\\end{tikzpicture}\n\\end{document}\n";
}

}  // namespace scalewright
