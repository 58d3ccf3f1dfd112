#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/words.h"
#include "core/output/tables/latex.h"

namespace scalewright {

namespace {

using namespace report_parts;

constexpr const char* preamble =
    "\\documentclass[10pt,a4paper]{article}\n"
    "\\usepackage{array,booktabs,graphicx,longtable}\n"
    "\\usepackage{pgfplots}\n"
    "\\pgfplotsset{compat=1.16}\n"
    "\\setlength{\\emergencystretch}{4em}\n"
    "\\sloppy\n";

/// Each letter that pdflatex lacks is a question mark there. XeLaTeX and LuaLaTeX get a font that may have it.
std::string preambleFor(const std::set<char32_t>& letters)
{
    if (letters.empty())
        return preamble;
    constexpr char32_t firstOfEastAsia = 0x2E80;
    const bool eastAsian = *letters.rbegin() >= firstOfEastAsia;
    std::string text = preamble;
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

/// Its texts without controls, which latexText leaves as they are.
Table cleanedTable(Table table)
{
    for (Column& column : table.columns) {
        column.title = cleaned(column.title);
        column.unit = cleaned(column.unit);
    }
    for (std::vector<Cell>& row : table.rows)
        for (Cell& cell : row)
            if (auto* text = std::get_if<std::string>(&cell))
                *text = cleaned(*text);
    table.caption = cleaned(table.caption);
    return table;
}

std::string latexTable(const Table& table)
{
    std::string latex = toBooktabs(cleanedTable(table));
    if (const std::size_t at = latex.find("\\begin{table}"); at != std::string::npos)
        latex.insert(at + std::string_view("\\begin{table}").size(), "[!htbp]");
    return latex + '\n';
}

std::string latexFigure(const Report& report, const ReportFigure& figure)
{
    const Result<std::string> drawing = toTikzpicture(figure.drawing);
    if (!drawing)
        return "";
    return fmt::format(
        "\\begin{{center}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n{}}}\n\n"
        "Figure {}. {}\n\\end{{center}}\n\n",
        *drawing, numberOf(report, figure), latexProse(figure.caption));
}

std::string latexSection(const Report& report, const ReportSection& section)
{
    const Answer& answer = section.answer;
    std::string text = fmt::format("\\section{{{}}}\n\n", latexProse(section.title));
    if (answer.headline.empty()) {
        for (const std::string& each : section.missing)
            text += fmt::format("{}\n\n", latexProse(each));
    } else {
        const std::string mark = markText(answer.sure);
        text += fmt::format("\\noindent\\textbf{{{}}}{}\n\n", latexProse(answer.headline),
                            mark.empty() ? "" : " (" + latexProse(mark) + ")");
    }
    for (const ReportFigure& figure : section.figures)
        text += latexFigure(report, figure);
    if (!answer.because.empty())
        text += latexProse(answer.because) + "\n\n";
    text += wordsLatex(section.words);
    if (answer.headline.empty())
        return text;
    if (!answer.table.columns.empty() && !answer.table.rows.empty())
        text += latexTable(answer.table);
    if (!answer.next.says.empty())
        text += fmt::format("Next: {}\n\n", latexProse(answer.next.says));
    return text + fmt::format("\\noindent{{\\small Section {} of the book; \\texttt{{{}}}}}\n\n",
                              latexProse(section.book), latexProse(section.command));
}

std::string latexList(const char* title, const std::vector<Listed>& facts)
{
    std::string text = facts.empty() ? "" : fmt::format("\\section*{{{}}}\n\\begin{{itemize}}\n", title);
    for (const Listed& each : facts)
        text += fmt::format("\\item{{}} {} ({})\n", latexProse(each.says), latexProse(each.section));
    return text + (facts.empty() ? "" : "\\end{itemize}\n\n");
}

std::string latexAppendix(const Report& report)
{
    std::string text = "\\section*{Appendix: details}\n\n";
    for (const ReportSection& section : report.sections) {
        const std::vector<Detail> details = detailsOf(section);
        if (details.empty())
            continue;
        text += fmt::format("\\subsection*{{{}}}\n\\begin{{itemize}}\n", latexProse(section.title));
        for (const Detail& each : details)
            text += "\\item{} " + (each.label.empty() ? "" : "\\textbf{" + latexProse(each.label) + "} ") +
                    latexProse(each.says) + '\n';
        text += "\\end{itemize}\n\n";
    }
    if (!report.workers.table.rows.empty())
        text += "\\subsection*{Other worker counts}\n" + latexTable(report.workers.table);
    return text;
}

}  // namespace

std::string reportLatex(const Report& report)
{
    std::string text =
        fmt::format("\\title{{{}}}\n\\author{{}}\n\\date{{{}, {}}}\n\\begin{{document}}\n\\maketitle\n\n",
                    latexProse(report.title), latexProse(report.program), latexProse(report.date));
    if (!report.notes.empty())
        text += latexProse(report.notes) + "\n\n";
    text += wordsLatex(report.introduction);
    for (const ReportSection& section : report.sections)
        text += latexSection(report, section);
    if (!report.conclusion.empty())
        text += "\\section{" + placeTitle("conclusion") + "}\n\n" + wordsLatex(report.conclusion);
    text += latexList("Limits and assumptions", limitsOf(report)) + latexList("Sources", sourcesOf(report)) +
            latexAppendix(report);
    const std::vector<Reference> cited = citedIn(report);
    text += cited.empty() ? "" : "\\section*{Bibliography}\n\\begin{itemize}\n";
    for (const Reference& each : cited)
        text += fmt::format("\\item{{}} {}\n", latexProse(each.entry));
    text += cited.empty() ? "" : "\\end{itemize}\n";
    text += "\\end{document}\n";
    return preambleFor(lettersBeyondPdflatex(text)) + text;
}

}  // namespace scalewright
