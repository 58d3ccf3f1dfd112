#include <fmt/format.h>

#include "core/output/report/html_style.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/report_text.h"
#include "core/output/tables/svg.h"

namespace scalewright {

namespace {

using namespace report_parts;

std::string htmlColumnHeader(const Column& column)
{
    return xmlText(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")");
}

std::string htmlTable(const Table& table, const std::string& id = {})
{
    std::string text = "<div class=\"wide\"><table" + (id.empty() ? "" : " id=\"" + id + '"') + ">\n<tr>";
    for (const Column& column : table.columns)
        text += "<th>" + htmlColumnHeader(column) + "</th>";
    text += "</tr>\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            text += fmt::format("<td{}>{}</td>", std::holds_alternative<std::string>(row[i]) ? "" : " class=\"n\"",
                                xmlText(cellText(row[i], table.columns[i])));
        text += "</tr>\n";
    }
    return text + "</table></div>\n";
}

std::string htmlStyle()
{
    std::string text(report_html::styleSheet);
    std::string dark;
    for (const report_html::ThemeColour& each : report_html::themeColours)
        dark += fmt::format("svg [fill=\"#{0}\"] {{ fill: #{1}; }} svg [stroke=\"#{0}\"] {{ stroke: #{1}; }}\n",
                            each.light, each.dark);
    return text + "@media screen and (prefers-color-scheme: dark) {\n" + dark + "}\n";
}

std::string htmlFigure(const Report& report, const ReportFigure& figure)
{
    const Result<std::string> svg =
        toSvg(figure.drawing, {.description = figure.description, .isStandaloneFile = false});
    return fmt::format(
        "<figure>\n{}<figcaption>Figure {}. {}</figcaption>\n<details>\n<summary>As a table</summary>\n{}</details>\n"
        "</figure>\n",
        svg ? *svg : fmt::format("<p>{}</p>\n", xmlText(figure.description)), figureNumber(report, figure),
        xmlText(figure.caption), htmlTable(figure.table));
}

std::string htmlReportText(const std::string& words)
{
    return words.empty() ? "" : "<div class=\"words\">\n" + reportTextHtml(words) + "</div>\n";
}

std::string htmlSection(const Report& report, const ReportSection& section)
{
    const Answer& answer = section.answer;
    std::string text = fmt::format("<section>\n<h2>{}</h2>\n", xmlText(section.title));
    for (const std::string& each : answer.headline.empty() ? section.missingReasons : std::vector<std::string>())
        text += fmt::format("<p class=\"quiet\">{}</p>\n", xmlText(each));
    if (!answer.headline.empty())
        text += fmt::format("<p class=\"headline\">{}</p>\n", xmlText(answer.headline));
    if (const std::string mark = confidenceText(answer.confidence); !mark.empty())
        text += fmt::format("<p class=\"quiet\">({})</p>\n", xmlText(mark));
    for (const ReportFigure& figure : section.figures)
        text += htmlFigure(report, figure);
    if (!answer.because.empty())
        text += fmt::format("<p>{}</p>\n", xmlText(answer.because));
    text += htmlReportText(section.reportText);
    if (answer.headline.empty())
        return text + "</section>\n";
    if (!answer.table.columns.empty())
        text += htmlTable(answer.table);
    if (!answer.next.text.empty())
        text += fmt::format("<p>Next: {}</p>\n", xmlText(answer.next.text));
    text += fmt::format(
        "<details>\n<summary>Why</summary>\n<p class=\"quiet\">Section {} of the book; <code>{}</code></p>\n",
        xmlText(section.bookSection), xmlText(section.command));
    const std::vector<AppendixDetail> details = appendixDetails(section);
    text += details.empty() ? "" : "<ul>\n";
    for (const AppendixDetail& each : details)
        text +=
            "<li>" + (each.label.empty() ? "" : "<b>" + xmlText(each.label) + "</b> ") + xmlText(each.text) + "</li>\n";
    return text + (details.empty() ? "" : "</ul>\n") + "</details>\n</section>\n";
}

/// The plan's numbers and, with scripts enabled, those for every p.
std::string htmlWorkerCounts(const WorkerRows& workers)
{
    const Table& table = workers.table;
    if (table.rows.empty())
        return "";
    std::string text = fmt::format(
        "<section>\n<h2>Other worker counts</h2>\n<label id=\"p-control\" hidden=\"\">Workers <input type=\"range\" "
        "id=\"p-slider\" min=\"0\" max=\"{}\" value=\"{}\"/></label>\n<dl class=\"numbers\" aria-live=\"polite\">\n",
        table.rows.size() - 1, workers.planRow);
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        text += fmt::format("<div><dt>{}</dt><dd id=\"p-{}\">{}</dd></div>\n", htmlColumnHeader(table.columns[i]), i,
                            xmlText(cellText(table.rows[workers.planRow][i], table.columns[i])));
    return text + "</dl>\n<details>\n<summary>As a table</summary>\n" + htmlTable(table, "p-rows") +
           "</details>\n</section>\n";
}

std::string htmlList(const char* title, const std::vector<ListedFact>& facts)
{
    std::string text = facts.empty() ? "" : fmt::format("<h2>{}</h2>\n<ul>\n", title);
    for (const ListedFact& each : facts)
        text +=
            fmt::format("<li>{} <span class=\"quiet\">({})</span></li>\n", xmlText(each.text), xmlText(each.section));
    return text + (facts.empty() ? "" : "</ul>\n");
}

}  // namespace

std::string reportHtml(const Report& report)
{
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
        "content=\"width=device-width\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src "
        "'sha256-{4}'\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
        "<h1>{0}</h1>\n<p class=\"quiet\">{2}, {3}.</p>\n",
        xmlText(report.title), htmlStyle(), xmlText(report.program), xmlText(report.date),
        report_html::sliderScriptSha256);
    if (!report.notes.empty())
        text += fmt::format("<p>{}</p>\n", xmlText(report.notes));
    text += htmlReportText(report.introduction);
    for (const ReportSection& section : report.sections)
        text += htmlSection(report, section);
    text += htmlWorkerCounts(report.workerRows);
    if (!report.conclusion.empty())
        text += "<h2>" + reportSectionTitle("conclusion") + "</h2>\n" + htmlReportText(report.conclusion);
    text += htmlList("Limits and assumptions", collectLimits(report)) + htmlList("Sources", collectSources(report));
    const std::vector<Reference> cited = collectCitedReferences(report);
    text += cited.empty() ? "" : "<h2>Bibliography</h2>\n<ul>\n";
    for (const Reference& each : cited)
        text += fmt::format("<li>{}</li>\n", xmlText(each.entry));
    text += cited.empty() ? "" : "</ul>\n";
    if (!report.workerRows.table.rows.empty())
        text += "<script>" + std::string(report_html::sliderScript) + "</script>\n";
    return text + "</body>\n</html>\n";
}

}  // namespace scalewright
