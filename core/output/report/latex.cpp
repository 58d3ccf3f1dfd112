// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/latex.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "core/base/text/message.h"
#include "core/base/text/printed_text.h"
#include "core/base/text/quote.h"
#include "core/output/chart/pgfplots.h"
#include "core/output/report/parts.h"
#include "core/output/report/report_text.h"

namespace scalewright {

namespace {

using namespace report_parts;

constexpr const char* latexPreamble =
    "\\documentclass[10pt,a4paper]{article}\n"
    "\\usepackage[margin=19mm]{geometry}\n"
    "\\usepackage{array,booktabs,graphicx,longtable,multicol}\n"
    "\\usepackage{fix-cm,pgfplots}\n"
    "\\pgfplotsset{compat=1.16}\n"
    "\\setlength{\\emergencystretch}{4em}\n"
    "\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{3pt}\n"
    "\\definecolor{decision}{HTML}{EFEFEA}\n"
    "\\raggedbottom\n"
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

std::string latexTable(const Table& table, bool isAppendix)
{
    constexpr double lineWidthPt = 489;  // 210 mm less two margins
    std::string latex = toBooktabs(sanitisedTable(table), {}, lineWidthPt);
    for (const char* place : {"begin", "end"})  // where it is mentioned, without a caption
        if (const std::string tag = fmt::format("\\{}{{table}}", place); latex.find(tag) != std::string::npos)
            latex.replace(latex.find(tag), tag.size(), fmt::format("\\{}{{center}}", place));
    return (isAppendix ? "{\\footnotesize\n" : "") + latex + (isAppendix ? "}\n\n" : "\n");
}

std::string latexPart(const ReportPart& part)
{
    using Kind = ReportPart::Kind;
    const auto bold = [](const std::string& text) {
        return text.empty() ? "" : "\\textbf{" + breakableLatexText(text) + "}";
    };
    switch (part.kind) {
    case Kind::Heading:
        return fmt::format("\\section{}{{{}}}\n\n", part.number > 0 ? "" : "*", breakableLatexText(part.text));
    case Kind::Subheading:  // on the next page unless some lines fit below it
        return fmt::format(
                   "\\par\\vskip0pt plus8\\baselineskip\\penalty-250\\vskip0pt plus-8\\baselineskip\n"
                   "\\subsection*{{{}}}\n",
                   breakableLatexText(part.text)) +
               (part.note.empty() ? "" : "{\\footnotesize " + breakableLatexText(part.note) + "}\n\n");
    case Kind::Paragraph:
        return joinNonEmpty({bold(part.lead), breakableLatexText(printedText(part.text)),
                             part.note.empty()   ? ""
                             : part.lead.empty() ? breakableLatexText(part.note)
                                                 : "(" + breakableLatexText(part.note) + ")"},
                            " ") +
               "\n\n";
    case Kind::Items: {
        std::string items;
        for (const LabelledText& each : part.items)
            items += joinNonEmpty({bold(each.label), breakableLatexText(printedText(each.text))}, " ") + "\n\n";
        return part.isAppendix ? "\\begin{multicols}{2}\\footnotesize\\raggedright\n" + items + "\\end{multicols}\n\n"
                               : items;
    }
    case Kind::UserText: return "\\begin{quote}\n" + reportTextLatex(part.text) + "\\end{quote}\n\n";
    case Kind::Figure:
        return fmt::format(
            "\\begin{{center}}\n\\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n{}}}\n\n"
            "\\textit{{Figure {}. {}}}\n\\end{{center}}\n\n",
            toTikzpicture(part.figure->drawing), part.number, breakableLatexText(part.figure->caption));
    case Kind::Table: break;
    }
    return latexTable(*part.table, part.isAppendix);
}

std::string latexDecision(const ReportDecision& decision)
{
    if (decision.headline.empty())
        return "";
    std::string text = "{\\large\\bfseries " + breakableLatexText(decision.headline) + "}\\par\\smallskip\n";
    for (const std::string& each : decision.reasons)
        text += breakableLatexText(each) + "\\par\n";
    if (!decision.basis.empty())
        text += "\\smallskip{\\small " + breakableLatexText(decision.basis) + "}\n";
    return "\\fboxsep=10pt\\colorbox{decision}{\\parbox{\\dimexpr\\linewidth-20pt}{\\raggedright\n" + text +
           "}}\\fboxsep=3pt\n\n\\medskip\n";
}

}  // namespace

std::string reportLatex(const Report& report)
{
    std::string text = fmt::format("\\begin{{document}}\n{{\\LARGE\\bfseries {}}}\\par\\smallskip\n{}\n\n\\medskip\n",
                                   breakableLatexText(report.title), breakableLatexText(bylineText(report)));
    text += latexDecision(report.decision);
    if (!report.notes.empty())
        text += breakableLatexText(report.notes) + "\n\n";
    for (const ReportPart& part : reportParts(report))
        text += latexPart(part);
    text += "\\end{document}\n";
    return makePreamble(lettersUnsupportedByPdflatex(text)) + text;
}

}  // namespace scalewright
