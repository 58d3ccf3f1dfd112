#include "core/output/report/rich_text.h"

#include <fmt/format.h>

#include "core/output/report/html_style.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/report_text.h"
#include "core/output/tables/svg.h"

namespace scalewright {

namespace {

using namespace report_parts;

std::string richTable(const Table& table)
{
    std::string text = "<table cellspacing=\"0\" cellpadding=\"4\"><tr>";
    for (const Column& column : table.columns)
        text += "<th align=\"left\">" +
                xmlText(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")") + "</th>";
    text += "</tr>\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            text +=
                fmt::format("<td align=\"{}\">{}</td>", std::holds_alternative<std::string>(row[i]) ? "left" : "right",
                            xmlText(cellText(row[i], table.columns[i])));
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

/// The user's text, limited to what a page on screen can show at once; the report has the full text.
std::string previewHtml(const std::string& words)
{
    constexpr std::size_t maximumBytes = 20'000;
    if (words.size() <= maximumBytes)
        return reportTextHtml(words);
    std::size_t end = maximumBytes;
    while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0) == 0x80)
        --end;
    return reportTextHtml(words.substr(0, end)) +
           fmt::format("<p class=\"quiet\">… and {} more bytes in the report.</p>\n", words.size() - end);
}

std::string richHeading(const std::string& place, const std::string& title)
{
    return fmt::format("<h2><a name=\"{}\"></a>{}</h2>\n", place, xmlText(title));
}

std::string richFigure(const Report& report, const ReportFigure& figure)
{
    return fmt::format("<p><img src=\"figure-{}\"/></p>\n<p class=\"quiet\">Figure {}. {}</p>\n", xmlText(figure.name),
                       figureNumber(report, figure), xmlText(figure.caption));
}

std::string richDetails(const ReportSection& section)
{
    std::string text = fmt::format("<p class=\"quiet\">Section {} of the book; <code>{}</code></p>\n",
                                   xmlText(section.bookSection), xmlText(section.command));
    const std::vector<AppendixDetail> details = appendixDetails(section);
    text += details.empty() ? "" : "<ul>\n";
    for (const AppendixDetail& each : details)
        text +=
            "<li>" + (each.label.empty() ? "" : "<b>" + xmlText(each.label) + "</b> ") + xmlText(each.text) + "</li>\n";
    return text + (details.empty() ? "" : "</ul>\n");
}

std::string richSection(const Report& report, const ReportSection& section, const std::string& place,
                        bool includesDetails)
{
    const Answer& answer = section.answer;
    std::string text = richHeading(place, section.title);
    if (answer.headline.empty()) {
        for (const std::string& each : section.missingReasons)
            text += fmt::format("<p class=\"quiet\">{}</p>\n", xmlText(each));
        return text + previewHtml(section.reportText);
    }
    text += fmt::format("<p class=\"headline\">{}</p>\n", xmlText(answer.headline));
    if (const std::string mark = confidenceText(answer.confidence); !mark.empty())
        text += fmt::format("<p class=\"quiet\">({})</p>\n", xmlText(mark));
    for (const ReportFigure& figure : section.figures)
        text += richFigure(report, figure);
    if (!answer.because.empty())
        text += fmt::format("<p>{}</p>\n", xmlText(answer.because));
    text += previewHtml(section.reportText);
    if (!answer.table.columns.empty())
        text += richTable(answer.table);
    if (!answer.next.text.empty())
        text += fmt::format("<p>Next: {}</p>\n", xmlText(answer.next.text));
    return text + (includesDetails ? richDetails(section) : "");
}

std::string richList(const char* title, const std::vector<ListedFact>& facts)
{
    std::string text = facts.empty() ? "" : fmt::format("<h2>{}</h2>\n<ul>\n", title);
    for (const ListedFact& each : facts)
        text += fmt::format("<li>{} ({})</li>\n", xmlText(each.text), xmlText(each.section));
    return text + (facts.empty() ? "" : "</ul>\n");
}

}  // namespace

std::string reportRichText(const Report& report, const RichTextOptions& form)
{
    std::string text =
        fmt::format("<html><body>\n<h1><a name=\"introduction\"></a>{}</h1>\n<p class=\"quiet\">{}, {}.</p>\n",
                    xmlText(report.title), xmlText(report.program), xmlText(report.date));
    if (!report.notes.empty())
        text += fmt::format("<p>{}</p>\n", xmlText(report.notes));
    text += previewHtml(report.introduction);
    for (std::size_t i = 0; i < report.sections.size(); ++i)
        text += richSection(report, report.sections[i], reportQuestions()[i].key, form.includesDetails);
    if (!report.conclusion.empty())
        text += richHeading("conclusion", reportSectionTitle("conclusion")) + previewHtml(report.conclusion);
    if (form.includesDetails) {
        text += richList("Limits and assumptions", collectLimits(report)) + richList("Sources", collectSources(report));
        const std::vector<Reference> cited = collectCitedReferences(report);
        text += cited.empty() ? "" : "<h2>Bibliography</h2>\n<ul>\n";
        for (const Reference& each : cited)
            text += fmt::format("<li>{}</li>\n", xmlText(each.entry));
        text += cited.empty() ? "" : "</ul>\n";
    }
    return text + "</body></html>\n";
}

Result<std::string> figureSvg(const ReportFigure& figure, bool dark)
{
    Result<std::string> svg = toSvg(figure.drawing, {.description = figure.description, .isStandaloneFile = false});
    if (!svg || !dark)
        return svg;
    for (const report_html::ThemeColour& each : report_html::themeColours)
        for (const char* attribute : {"fill", "stroke"}) {
            const std::string oldAttribute = fmt::format("{}=\"#{}\"", attribute, each.light);
            const std::string newAttribute = fmt::format("{}=\"#{}\"", attribute, each.dark);
            for (std::size_t position = 0; (position = svg->find(oldAttribute, position)) != std::string::npos;
                 position += newAttribute.size())
                svg->replace(position, oldAttribute.size(), newAttribute);
        }
    return svg;
}

}  // namespace scalewright
