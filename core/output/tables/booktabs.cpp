// Tables for LaTeX that keep to the line and to the page. How wide words are is estimated from the widths of Computer
// Modern, rather too wide than too narrow: what is typeset fits.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/output/tables/latex.h"
#include "core/output/tables/table.h"

namespace scalewright {

namespace {

// The page of LaTeX's article class at 10 pt on A4, less what caption and rules take.
constexpr std::size_t mostRows = 32;

struct Type {
    const char* command;
    double sizePt;
    double columnGapPt;  ///< \tabcolsep
    double pageLines;
};
constexpr std::array typeSizes{Type{"", 10, 6, 38}, Type{"\\small", 9, 5, 42}, Type{"\\footnotesize", 8, 4, 48}};

/// In thousandths of the type's size, cmr10's widths rounded up by kind of letter.
double letterWidth(char c)
{
    constexpr std::string_view narrow = "ijl.,;:'!|()[]ftrI /-";
    if ((c & 0xc0) == 0x80)
        return 0;  // the rest of a letter that was counted
    if ((c & 0x80) != 0)
        return 780;  // a symbol of mathematics
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

double widthPt(std::string_view text, double sizePt)
{
    return sizePt / 1000 *
           std::accumulate(text.begin(), text.end(), 0.0, [](double sum, char c) { return sum + letterWidth(c); });
}

std::vector<std::string> wordsOf(const std::string& text)
{
    std::vector<std::string> words;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find(' ', from), text.size());
        if (end > from)
            words.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return words;
}

std::string headOf(const Column& column)
{
    return column.unit.empty() ? column.title : column.title + " (" + column.unit + ")";
}

/// Words on as few lines as keep to a width, or to the widest word where that is more.
std::vector<std::string> brokenHead(const std::string& head, double mostPt, double sizePt)
{
    const std::vector<std::string> words = wordsOf(head);
    for (const std::string& word : words)
        mostPt = std::max(mostPt, widthPt(word, sizePt));
    std::vector<std::string> lines;
    for (const std::string& word : words)
        if (!lines.empty() && widthPt(lines.back() + ' ' + word, sizePt) <= mostPt)
            lines.back() += ' ' + word;
        else
            lines.push_back(word);
    return lines;
}

struct ColumnShape {
    bool text = false;
    double headPt = 0, cellsPt = 0;  ///< at 1 pt
    double longestWordPt = 0;        ///< at 1 pt
    double widthPt = 0;              ///< of a column that wraps; 0: it stands
};

struct Shape {
    const Type* type = typeSizes.data();
    std::vector<ColumnShape> columns;
    bool brokenHeads = false, shrunk = false;
    double lines = 0;
};

class Layout {
public:
    Layout(const Table& table, double linePt) : m_table(table), m_linePt(linePt - 2)
    {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            ColumnShape column;
            column.headPt = widthPt(headOf(table.columns[i]), 1);
            for (const std::string& word : wordsOf(headOf(table.columns[i])))
                column.longestWordPt = std::max(column.longestWordPt, widthPt(word, 1));
            for (const std::vector<Cell>& row : table.rows) {
                const std::string text = cellText(row[i], table.columns[i]);
                column.cellsPt = std::max(column.cellsPt, widthPt(text, 1));
                if (!std::holds_alternative<std::string>(row[i]))
                    continue;
                column.text = true;
                for (const std::string& word : wordsOf(text))
                    column.longestWordPt = std::max(column.longestWordPt, widthPt(word, 1));
            }
            m_columns.push_back(column);
        }
    }

    [[nodiscard]] Shape shape() const
    {
        for (const Type& type : typeSizes)
            for (const bool broken : {false, true})
                if (Shape found{&type, m_columns, broken}; fits(found))
                    return counted(found);
        Shape last{&typeSizes.back(), m_columns, true, true};
        for (ColumnShape& column : last.columns)
            if (wraps(column))
                column.widthPt = std::max(column.longestWordPt * last.type->sizePt + 2, 110.0);
        return counted(last);
    }

private:
    /// What does not fit into a few words may wrap.
    static bool wraps(const ColumnShape& column) { return column.text && column.cellsPt > 7; }

    [[nodiscard]] bool fits(Shape& shape) const
    {
        const double size = shape.type->sizePt;
        double room = m_linePt - 2 * shape.type->columnGapPt * static_cast<double>(shape.columns.size());
        const auto standing = [&](const ColumnShape& column) {
            return size * std::max(column.cellsPt,
                                   shape.brokenHeads
                                       ? std::min(column.headPt, std::max(column.cellsPt, column.longestWordPt))
                                       : column.headPt);
        };
        double all = 0;
        for (const ColumnShape& column : shape.columns)
            all += standing(column);
        if (all <= room)
            return true;
        double wish = 0;
        for (ColumnShape& column : shape.columns) {
            if (!wraps(column)) {
                room -= standing(column);
                continue;
            }
            column.widthPt = std::max(column.longestWordPt * size + 2, 45.0);
            room -= column.widthPt;
            wish += std::max(0.0, std::min(column.cellsPt * size, 400.0) - column.widthPt);
        }
        if (room < 0)
            return false;
        if (wish <= 0)
            return true;
        double rest = 0;
        for (ColumnShape& column : shape.columns)
            if (wraps(column)) {
                column.widthPt +=
                    std::min(1.0, room / wish) * std::max(0.0, std::min(column.cellsPt * size, 400.0) - column.widthPt);
                rest = std::max(rest, column.cellsPt * size / column.widthPt);
            }
        return rest < 9 || shape.type == &typeSizes.back();  // a sentence on ten lines is a column too narrow
    }

    [[nodiscard]] Shape counted(Shape shape) const
    {
        for (const std::vector<Cell>& row : m_table.rows) {
            double lines = 1;
            for (std::size_t i = 0; i < row.size(); ++i)
                if (shape.columns[i].widthPt > 0)
                    lines = std::max(
                        lines, std::ceil(1.15 * widthPt(cellText(row[i], m_table.columns[i]), shape.type->sizePt) /
                                         shape.columns[i].widthPt));
            shape.lines += lines;
        }
        return shape;
    }

    const Table& m_table;
    double m_linePt;
    std::vector<ColumnShape> m_columns;
};

/// The rows that matter, where there are more than a page takes.
std::set<std::size_t> rowsThatMatter(const Table& table)
{
    std::set<std::size_t> kept{0, table.rows.size() - 1};
    kept.insert(table.landmarks.begin(), table.landmarks.end());
    std::set<std::size_t> powers;
    for (std::size_t i = 0; i < table.rows.size(); ++i)
        if (const double* first = std::get_if<double>(&table.rows[i].front());
            first && *first >= 1 && std::exp2(std::round(std::log2(*first))) == *first)
            powers.insert(i);
    if (powers.size() + kept.size() <= mostRows)
        kept.insert(powers.begin(), powers.end());
    for (std::size_t parts = 2; kept.size() < mostRows * 3 / 4; parts *= 2)
        for (std::size_t part = 1; part < parts && kept.size() < mostRows * 3 / 4; part += 2)
            kept.insert(part * (table.rows.size() - 1) / parts);
    return kept;
}

std::string columnsOf(const Shape& shape, double linePt)
{
    std::string text;
    for (const ColumnShape& column : shape.columns)
        if (column.widthPt > 0)
            text += shape.shrunk ? fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.0f}pt}}", column.widthPt)
                                 : fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.3f}\\linewidth}}",
                                               column.widthPt / linePt);
        else
            text += column.text ? 'l' : 'r';
    return text;
}

std::string headsOf(const Table& table, const Shape& shape)
{
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const ColumnShape& column = shape.columns[i];
        const std::vector<std::string> lines =
            brokenHead(headOf(table.columns[i]), column.cellsPt * shape.type->sizePt, shape.type->sizePt);
        text += i > 0 ? " & " : "";
        if (column.widthPt > 0 || !shape.brokenHeads || lines.size() < 2) {
            text += latexText(headOf(table.columns[i]));
            continue;
        }
        text += fmt::format("\\begin{{tabular}}[b]{{@{{}}{}@{{}}}}", column.text ? 'l' : 'r');
        for (std::size_t line = 0; line < lines.size(); ++line)
            text.append(line > 0 ? "\\\\" : "").append(latexText(lines[line]));
        text += "\\end{tabular}";
    }
    return text + " \\\\\n";
}

}  // namespace

std::string toBooktabs(const Table& table, const std::string& label, double linePt)
{
    const Shape shape = Layout(table, linePt).shape();
    const bool wraps = std::any_of(shape.columns.begin(), shape.columns.end(),
                                   [](const ColumnShape& column) { return column.widthPt > 0; });
    const bool tooTall = shape.lines > shape.type->pageLines;
    const bool sentences = std::any_of(shape.columns.begin(), shape.columns.end(),
                                       [](const ColumnShape& column) { return column.text && column.cellsPt > 14; });
    const bool goesOn = tooTall && sentences && !shape.shrunk;
    std::set<std::size_t> kept;
    if (table.rows.size() > mostRows && !goesOn)
        kept = rowsThatMatter(table);
    else
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            kept.insert(i);

    std::string caption;
    for (std::size_t from = 0; from < table.caption.size();) {
        const std::size_t end = std::min(table.caption.find('\n', from), table.caption.size());
        caption.append(caption.empty() ? "" : " ").append(latexText(table.caption.substr(from, end - from)));
        from = end + 1;
    }
    if (!caption.empty())
        caption = "\\caption{" + caption + "}";
    if (!label.empty())
        caption += "\\label{" + label + "}";

    std::string rows;
    for (const std::size_t at : kept) {
        rows += "    ";
        for (std::size_t i = 0; i < table.rows[at].size(); ++i)
            rows.append(i > 0 ? " & " : "").append(latexText(cellText(table.rows[at][i], table.columns[i])));
        rows += " \\\\\n";
    }
    if (kept.size() < table.rows.size())
        rows += fmt::format("    \\multicolumn{{{}}}{{l}}{{\\footnotesize {} of {} rows; the CSV has all.}} \\\\\n",
                            table.columns.size(), kept.size(), table.rows.size());
    const std::string heads = headsOf(table, shape);
    const std::string gap = shape.type->columnGapPt != typeSizes.front().columnGapPt
                                ? fmt::format("\\setlength{{\\tabcolsep}}{{{:g}pt}}", shape.type->columnGapPt)
                                : std::string();
    const std::string type = shape.type->command + gap;

    std::string packages = wraps ? "array,booktabs" : "booktabs";
    packages += goesOn ? ",longtable" : shape.shrunk ? ",graphicx" : "";
    std::string latex = "% needs \\usepackage{" + packages + "}\n";
    if (goesOn) {
        latex += "\\begingroup" + type + "\\sloppy\n\\begin{longtable}{" + columnsOf(shape, linePt) + "}\n";
        if (!caption.empty())
            latex += "  " + caption + " \\\\\n";
        latex += "    \\toprule\n    " + heads + "    \\midrule\n  \\endfirsthead\n    \\toprule\n    " + heads +
                 "    \\midrule\n  \\endhead\n    \\bottomrule\n  \\endfoot\n";
        return latex + rows + "\\end{longtable}\n\\endgroup\n";
    }
    latex += "\\begin{table}\n  \\centering" + type + "\n";
    if (!caption.empty())
        latex += "  " + caption + "\n";
    if (shape.shrunk)
        latex += "  \\resizebox{\\linewidth}{!}{%\n";
    latex += "  \\begin{tabular}{" + columnsOf(shape, linePt) + "}\n    \\toprule\n    " + heads + "    \\midrule\n" +
             rows + "    \\bottomrule\n  \\end{tabular}";
    return latex + (shape.shrunk ? "}\n" : "\n") + "\\end{table}\n";
}

}  // namespace scalewright
