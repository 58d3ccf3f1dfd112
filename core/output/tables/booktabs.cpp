// SPDX-License-Identifier: GPL-3.0-or-later
// LaTeX tables that fit the line and the page. Text widths are estimated from those of Computer Modern, slightly too
// wide rather than too narrow, so that the typeset table fits.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/printed_text.h"
#include "core/output/tables/latex.h"
#include "core/output/tables/table.h"

namespace scalewright {

namespace {

// Number of rows on a page of LaTeX's article class at 10 pt on A4, allowing for the caption and rules.
constexpr std::size_t maximumRows = 32;

struct TypeSize {
    const char* command;
    double sizePt;
    double columnGapPt;  ///< \tabcolsep
    double linesPerPage;
};
constexpr std::array typeSizes{TypeSize{"", 10, 6, 38}, TypeSize{"\\small", 9, 5, 42},
                               TypeSize{"\\footnotesize", 8, 4, 48}};

/// In thousandths of the font size: cmr10's widths, rounded up for each kind of letter.
double letterWidth(char c)
{
    constexpr std::string_view narrow = "ijl.,;:'!|()[]ftrI /-";
    if ((c & 0xc0) == 0x80)
        return 0;  // continuation byte of a letter that was already counted
    if ((c & 0x80) != 0)
        return 780;  // a mathematical symbol
    if (narrow.find(c) != std::string_view::npos)
        return 395;
    if (c == 'm' || c == 'w' || c == '%' || c == '@')
        return 840;
    if (c == 'M' || c == 'W')
        return 1030;
    if (c == '+' || c == '=' || c == '<' || c == '>' || c == '&' || (c >= 'A' && c <= 'Z'))
        return 780;
    return 556;
}

double textWidthPt(std::string_view text, double sizePt)
{
    return sizePt / 1000 *
           std::accumulate(text.begin(), text.end(), 0.0, [](double sum, char c) { return sum + letterWidth(c); });
}

std::vector<std::string> splitAtSpaces(const std::string& text)
{
    std::vector<std::string> words;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        if (end > start)
            words.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return words;
}

std::string headingOf(const Column& column)
{
    return column.unit.empty() ? column.title : column.title + " (" + column.unit + ")";
}

/// Breaks a heading into the fewest lines of at most `maximumPt`, or of the widest word's width if that is larger.
std::vector<std::string> wrapHeading(const std::string& heading, double maximumPt, double sizePt)
{
    const std::vector<std::string> words = splitAtSpaces(heading);
    for (const std::string& word : words)
        maximumPt = std::max(maximumPt, textWidthPt(word, sizePt));
    std::vector<std::string> lines;
    for (const std::string& word : words)
        if (!lines.empty() && textWidthPt(lines.back() + ' ' + word, sizePt) <= maximumPt)
            lines.back() += ' ' + word;
        else
            lines.push_back(word);
    return lines;
}

struct ColumnLayout {
    bool hasText = false;
    double headingWidthPt = 0, cellWidthPt = 0;  ///< at 1 pt
    double longestWordWidthPt = 0;  ///< at 1 pt
    double wrapWidthPt = 0;  ///< width of a wrapped column; 0: not wrapped
};

struct TableLayout {
    const TypeSize* typeSize = typeSizes.data();
    std::vector<ColumnLayout> columns;
    bool wrapsHeadings = false, isShrunk = false;
    double lineCount = 0;
};

class LayoutFinder {
public:
    LayoutFinder(const Table& table, double lineWidthPt) : m_table(table), m_lineWidthPt(lineWidthPt - 2)
    {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            ColumnLayout column;
            column.headingWidthPt = textWidthPt(headingOf(table.columns[i]), 1);
            for (const std::string& word : splitAtSpaces(headingOf(table.columns[i])))
                column.longestWordWidthPt = std::max(column.longestWordWidthPt, textWidthPt(word, 1));
            for (const std::vector<Cell>& row : table.rows) {
                const std::string text = printedText(cellText(row[i], table.columns[i]));
                column.cellWidthPt = std::max(column.cellWidthPt, textWidthPt(text, 1));
                if (!std::holds_alternative<std::string>(row[i]))
                    continue;
                column.hasText = true;
                for (const std::string& word : splitAtSpaces(text))
                    column.longestWordWidthPt = std::max(column.longestWordWidthPt, textWidthPt(word, 1));
            }
            m_columns.push_back(column);
        }
    }

    [[nodiscard]] TableLayout findLayout() const
    {
        for (const TypeSize& type : typeSizes)
            for (const bool wrapsHeadings : {false, true})
                if (TableLayout candidate{&type, m_columns, wrapsHeadings}; fitsLine(candidate))
                    return withLineCount(candidate);
        TableLayout last{&typeSizes.back(), m_columns, true, true};
        for (ColumnLayout& column : last.columns)
            if (canWrap(column))
                column.wrapWidthPt = std::max(column.longestWordWidthPt * last.typeSize->sizePt + 2, 110.0);
        return withLineCount(last);
    }

private:
    /// Only long texts are allowed to wrap.
    static bool canWrap(const ColumnLayout& column) { return column.hasText && column.cellWidthPt > 7; }

    [[nodiscard]] bool fitsLine(TableLayout& layout) const
    {
        const double size = layout.typeSize->sizePt;
        double availablePt =
            m_lineWidthPt - 2 * layout.typeSize->columnGapPt * static_cast<double>(layout.columns.size());
        const auto unwrappedWidthPt = [&](const ColumnLayout& column) {
            return size *
                   std::max(column.cellWidthPt, layout.wrapsHeadings
                                                    ? std::min(column.headingWidthPt,
                                                               std::max(column.cellWidthPt, column.longestWordWidthPt))
                                                    : column.headingWidthPt);
        };
        double totalPt = 0;
        for (const ColumnLayout& column : layout.columns)
            totalPt += unwrappedWidthPt(column);
        if (totalPt <= availablePt)
            return true;
        double wantedPt = 0;
        for (ColumnLayout& column : layout.columns) {
            if (!canWrap(column)) {
                availablePt -= unwrappedWidthPt(column);
                continue;
            }
            column.wrapWidthPt = std::max(column.longestWordWidthPt * size + 2, 45.0);
            availablePt -= column.wrapWidthPt;
            wantedPt += std::max(0.0, std::min(column.cellWidthPt * size, 400.0) - column.wrapWidthPt);
        }
        if (availablePt < 0)
            return false;
        if (wantedPt <= 0)
            return true;
        double maximumLines = 0;
        for (ColumnLayout& column : layout.columns)
            if (canWrap(column)) {
                column.wrapWidthPt += std::min(1.0, availablePt / wantedPt) *
                                      std::max(0.0, std::min(column.cellWidthPt * size, 400.0) - column.wrapWidthPt);
                maximumLines = std::max(maximumLines, column.cellWidthPt * size / column.wrapWidthPt);
            }
        // A sentence on ten lines means that the column is too narrow.
        return maximumLines < 9 || layout.typeSize == &typeSizes.back();
    }

    [[nodiscard]] TableLayout withLineCount(TableLayout layout) const
    {
        for (const std::vector<Cell>& row : m_table.rows) {
            double lines = 1;
            for (std::size_t i = 0; i < row.size(); ++i)
                if (layout.columns[i].wrapWidthPt > 0)
                    lines = std::max(lines, std::ceil(1.15 *
                                                      textWidthPt(printedText(cellText(row[i], m_table.columns[i])),
                                                                  layout.typeSize->sizePt) /
                                                      layout.columns[i].wrapWidthPt));
            layout.lineCount += lines;
        }
        return layout;
    }

    const Table& m_table;
    double m_lineWidthPt;
    std::vector<ColumnLayout> m_columns;
};

/// Selects the most important rows if a table is too long for a page.
std::set<std::size_t> selectRows(const Table& table)
{
    std::set<std::size_t> selectedRows{0, table.rows.size() - 1};
    selectedRows.insert(table.landmarks.begin(), table.landmarks.end());
    std::set<std::size_t> powers;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (const double* first = std::get_if<double>(&table.rows[i].front());
            first && *first >= 1 && std::exp2(std::round(std::log2(*first))) == *first)
            powers.insert(i);
    if (powers.size() + selectedRows.size() <= maximumRows)
        selectedRows.insert(powers.begin(), powers.end());
    for (std::size_t parts = 2; selectedRows.size() < maximumRows * 3 / 4; parts *= 2)
        for (std::size_t part = 1; part < parts && selectedRows.size() < maximumRows * 3 / 4; part += 2)
            selectedRows.insert(part * (table.rows.size() - 1) / parts);
    return selectedRows;
}

std::string columnSpecification(const TableLayout& layout, double lineWidthPt)
{
    std::string text;
    for (const ColumnLayout& column : layout.columns)
        if (column.wrapWidthPt > 0)
            text += layout.isShrunk ? fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.0f}pt}}", column.wrapWidthPt)
                                    : fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.3f}\\linewidth}}",
                                                  column.wrapWidthPt / lineWidthPt);
        else
            text += column.hasText ? 'l' : 'r';
    return text;
}

std::string headingRow(const Table& table, const TableLayout& layout)
{
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const ColumnLayout& column = layout.columns[i];
        const std::vector<std::string> lines = wrapHeading(
            headingOf(table.columns[i]), column.cellWidthPt * layout.typeSize->sizePt, layout.typeSize->sizePt);
        text += i > 0 ? " & " : "";
        if (column.wrapWidthPt > 0 || !layout.wrapsHeadings || lines.size() < 2) {
            text += latexText(headingOf(table.columns[i]));
            continue;
        }
        text += fmt::format("\\begin{{tabular}}[b]{{@{{}}{}@{{}}}}", column.hasText ? 'l' : 'r');
        for (std::size_t line = 0; line < lines.size(); ++line)
            text.append(line > 0 ? "\\\\" : "").append(latexText(lines[line]));
        text += "\\end{tabular}";
    }
    return text + " \\\\\n";
}

}  // namespace

std::string toBooktabs(const Table& table, const std::string& label, double lineWidthPt)
{
    const TableLayout layout = LayoutFinder(table, lineWidthPt).findLayout();
    const bool wraps =
        std::ranges::any_of(layout.columns, [](const ColumnLayout& column) { return column.wrapWidthPt > 0; });
    const bool exceedsPage = layout.lineCount > layout.typeSize->linesPerPage;
    const bool hasSentences = std::ranges::any_of(
        layout.columns, [](const ColumnLayout& column) { return column.hasText && column.cellWidthPt > 14; });
    const bool usesLongtable = exceedsPage && hasSentences && !layout.isShrunk;
    std::set<std::size_t> selectedRows;
    if (table.rows.size() > maximumRows && !usesLongtable)
        selectedRows = selectRows(table);
    else
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            selectedRows.insert(i);

    std::string caption;
    for (std::size_t start = 0; start < table.caption.size();) {
        const std::size_t end = std::min(table.caption.find('\n', start), table.caption.size());
        caption.append(caption.empty() ? "" : " ").append(latexText(table.caption.substr(start, end - start)));
        start = end + 1;
    }
    if (!caption.empty())
        caption = "\\caption{" + caption + "}";
    if (!label.empty())
        caption += "\\label{" + label + "}";

    std::string rows;
    for (const std::size_t rowIndex : selectedRows) {
        rows += "    ";
        for (std::size_t i = 0; i < table.rows[rowIndex].size(); ++i)
            rows.append(i > 0 ? " & " : "")
                .append(latexText(printedText(cellText(table.rows[rowIndex][i], table.columns[i]))));
        rows += " \\\\\n";
    }
    if (selectedRows.size() < table.rows.size())
        rows += fmt::format("    \\multicolumn{{{}}}{{l}}{{\\footnotesize {} of {} rows; the CSV has all.}} \\\\\n",
                            table.columns.size(), selectedRows.size(), table.rows.size());
    const std::string headings = headingRow(table, layout);
    const std::string gap = layout.typeSize->columnGapPt != typeSizes.front().columnGapPt
                                ? fmt::format("\\setlength{{\\tabcolsep}}{{{:g}pt}}", layout.typeSize->columnGapPt)
                                : std::string();
    const std::string type = layout.typeSize->command + gap;

    std::string packages = wraps ? "array,booktabs" : "booktabs";
    packages += usesLongtable ? ",longtable" : layout.isShrunk ? ",graphicx" : "";
    std::string latex = "% needs \\usepackage{" + packages + "}\n";
    if (usesLongtable) {
        latex +=
            "\\begingroup" + type + "\\sloppy\n\\begin{longtable}{" + columnSpecification(layout, lineWidthPt) + "}\n";
        if (!caption.empty())
            latex += "  " + caption + " \\\\\n";
        latex += "    \\toprule\n    " + headings + "    \\midrule\n  \\endfirsthead\n    \\toprule\n    " + headings +
                 "    \\midrule\n  \\endhead\n    \\bottomrule\n  \\endfoot\n";
        return latex + rows + "\\end{longtable}\n\\endgroup\n";
    }
    latex += "\\begin{table}\n  \\centering" + type + "\n";
    if (!caption.empty())
        latex += "  " + caption + "\n";
    if (layout.isShrunk)
        latex += "  \\resizebox{\\linewidth}{!}{%\n";
    latex += "  \\begin{tabular}{" + columnSpecification(layout, lineWidthPt) + "}\n    \\toprule\n    " + headings +
             "    \\midrule\n" + rows + "    \\bottomrule\n  \\end{tabular}";
    return latex + (layout.isShrunk ? "}\n" : "\n") + "\\end{table}\n";
}

}  // namespace scalewright
