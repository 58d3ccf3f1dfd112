// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/latex.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/output/chart/pgfplots.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/report_text.h"

namespace scalewright {

namespace {

using namespace report_parts;

constexpr const char* latexPreamble =
    "\\documentclass[10pt,a4paper]{article}\n"
    "\\usepackage{array,booktabs,graphicx,longtable}\n"
    "\\usepackage{pgfplots}\n"
    "\\pgfplotsset{compat=1.16}\n"
    "\\setlength{\\emergencystretch}{4em}\n"
    "\\sloppy\n";

/// pdflatex prints a question mark for each letter it lacks; for XeLaTeX and LuaLaTeX a font is set that may have it.
std::string makePreamble(const std::set<char32_t>& letters)
{
    if (letters.empty())
        return latexPreamble;
    constexpr char32_t firstEastAsianCharacter = 0x2E80;
    const bool eastAsian = *letters.rbegin() >= firstEastAsianCharacter;
    std::string text = latexPreamble;
    text +=
        "\\ifdefined\\Umathcode % XeLaTeX, LuaLaTeX: any font here that has the letters\n"
        "\\usepackage{fontspec}\n";
    for (const char* font :
         eastAsian ? std::array{"FandolSong", "Noto Serif CJK SC"} : std::array{"DejaVu Serif", "FreeSerif"})
        text += fmt::format("\\IfFontExistsTF{{{0}}}{{\\setmainfont{{{0}}}}}{{}}\n", font);
    text += "\\else\n";
    for (const char32_t letter : letters)
        text += fmt::format("\\DeclareUnicodeCharacter{{{:04X}}}{{?}}\n", static_cast<std::uint32_t>(letter));
    return text + "\\fi\n";
}

/// Removes control characters, which latexText would keep.
Table sanitisedTable(Table table)
{
    for (Column& column : table.columns) {
        column.title = sanitised(column.title);
        column.unit = sanitised(column.unit);
    }
    for (std::vector<Cell>& row : table.rows)
        for (Cell& cell : row)
            if (auto* text = std::get_if<std::string>(&cell))
                *text = sanitised(*text);
    table.caption = sanitised(table.caption);
    return table;
}

std::string latexTable(const Table& table)
{
    std::string latex = toBooktabs(sanitisedTable(table));
    if (const std::size_t position = latex.find("\\begin{table}"); position != std::string::npos)
        latex.insert(position + std::string_view("\\begin{table}").size(), "[!htbp]");
    return latex + '\n';
}

std::string latexFigure(const Report& report, const ReportFigure& figure)
{
    return fmt::format(
        "\\begin{{center}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n{}}}\n\n"
        "Figure {}. {}\n\\end{{center}}\n\n",
        toTikzpicture(figure.drawing), figureNumber(report, figure), breakableLatexText(figure.caption));
}

std::string latexSection(const Report& report, const ReportSection& section)
{
    const Answer& answer = section.answer;
    std::string text = fmt::format("\\section{{{}}}\n\n", breakableLatexText(section.title));
    if (answer.headline.empty()) {
        for (const std::string& each : section.missingReasons)
            text += fmt::format("{}\n\n", breakableLatexText(each));
    } else {
        const std::string mark = confidenceText(answer.confidence);
        text += fmt::format("\\noindent\\textbf{{{}}}{}\n\n", breakableLatexText(answer.headline),
                            mark.empty() ? "" : " (" + breakableLatexText(mark) + ")");
    }
    for (const ReportFigure& figure : section.figures)
        text += latexFigure(report, figure);
    if (!answer.because.empty())
        text += breakableLatexText(answer.because) + "\n\n";
    text += reportTextLatex(section.reportText);
    if (answer.headline.empty())
        return text;
    if (!answer.table.columns.empty() && !answer.table.rows.empty())
        text += latexTable(answer.table);
    if (!answer.next.text.empty())
        text += fmt::format("Next: {}\n\n", breakableLatexText(answer.next.text));
    return text + fmt::format("\\noindent{{\\small Section {} of the book; \\texttt{{{}}}}}\n\n",
                              breakableLatexText(section.bookSection), breakableLatexText(section.command));
}

std::string latexList(const char* title, const std::vector<ListedFact>& facts)
{
    std::string text = facts.empty() ? "" : fmt::format("\\section*{{{}}}\n\\begin{{itemize}}\n", title);
    for (const ListedFact& each : facts)
        text += fmt::format("\\item{{}} {} ({})\n", breakableLatexText(each.text), breakableLatexText(each.section));
    return text + (facts.empty() ? "" : "\\end{itemize}\n\n");
}

std::string latexAppendix(const Report& report)
{
    std::string text = "\\section*{Appendix: details}\n\n";
    for (const ReportSection& section : report.sections) {
        const std::vector<AppendixDetail> details = appendixDetails(section);
        if (details.empty())
            continue;
        text += fmt::format("\\subsection*{{{}}}\n\\begin{{itemize}}\n", breakableLatexText(section.title));
        for (const AppendixDetail& each : details)
            text += "\\item{} " + (each.label.empty() ? "" : "\\textbf{" + breakableLatexText(each.label) + "} ") +
                    breakableLatexText(each.text) + '\n';
        text += "\\end{itemize}\n\n";
    }
    if (!report.workerRows.table.rows.empty())
        text += "\\subsection*{Other worker counts}\n" + latexTable(report.workerRows.table);
    return text;
}

}  // namespace

std::string reportLatex(const Report& report)
{
    std::string text = fmt::format(
        "\\title{{{}}}\n\\author{{}}\n\\date{{{}, {}}}\n\\begin{{document}}\n\\maketitle\n\n",
        breakableLatexText(report.title), breakableLatexText(report.program), breakableLatexText(report.date));
    if (!report.notes.empty())
        text += breakableLatexText(report.notes) + "\n\n";
    text += reportTextLatex(report.introduction);
    for (const ReportSection& section : report.sections)
        text += latexSection(report, section);
    if (!report.conclusion.empty())
        text += "\\section{" + reportSectionTitle("conclusion") + "}\n\n" + reportTextLatex(report.conclusion);
    text += latexList("Limits and assumptions", collectLimits(report)) + latexList("Sources", collectSources(report)) +
            latexAppendix(report);
    const std::vector<Reference> cited = collectCitedReferences(report);
    text += cited.empty() ? "" : "\\section*{Bibliography}\n\\begin{itemize}\n";
    for (const Reference& each : cited)
        text += fmt::format("\\item{{}} {}\n", breakableLatexText(each.entry));
    text += cited.empty() ? "" : "\\end{itemize}\n";
    text += "\\end{document}\n";
    return makePreamble(lettersUnsupportedByPdflatex(text)) + text;
}

}  // namespace scalewright
