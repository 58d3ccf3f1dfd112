// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/output/chart/color_role.h"
#include "core/output/chart/svg.h"
#include "core/output/report/html_parts.h"
#include "core/output/report/html_style.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/report_text.h"

namespace scalewright {

namespace {

using namespace report_parts;

const HtmlForm tableForm{.headAttributes = "", .textAttributes = "", .numberAttributes = " class=\"n\""};

std::string htmlTable(const Table& table, const std::string& id = {})
{
    return "<div class=\"wide\"><table" + (id.empty() ? "" : " id=\"" + id + '"') + ">\n" +
           htmlTableRows(table, tableForm) + "</table></div>\n";
}

std::string htmlStyle()
{
    std::string text(report_html::styleSheet);
    std::string dark;
    for (const auto& [light, darkColor] : chart::lightAndDarkColors())
        dark += fmt::format("svg [fill=\"#{0}\"] {{ fill: #{1}; }} svg [stroke=\"#{0}\"] {{ stroke: #{1}; }}\n", light,
                            darkColor);
    return text + "@media screen and (prefers-color-scheme: dark) {\n" + dark + "}\n";
}

std::string htmlFigure(const Report& report, const ReportFigure& figure)
{
    return fmt::format(
        "<figure>\n{}<figcaption>Figure {}. {}</figcaption>\n<details>\n<summary>As a table</summary>\n{}</details>\n"
        "</figure>\n",
        toSvgElement(toSvg(figure.drawing), figure.description), figureNumber(report, figure), xmlText(figure.caption),
        htmlTable(figure.table));
}

std::string htmlReportText(const std::string& words)
{
    return words.empty() ? "" : "<div class=\"words\">\n" + reportTextHtml(words) + "</div>\n";
}

std::string htmlSection(const Report& report, const ReportSection& section)
{
    HtmlForm form = tableForm;
    form.figure = [&](const ReportFigure& figure) { return htmlFigure(report, figure); };
    form.table = [](const Table& table) { return htmlTable(table); };
    form.userText = htmlReportText;
    std::string text =
        fmt::format("<section>\n<h2>{}</h2>\n{}", xmlText(section.title), htmlSectionBody(section, form));
    if (!section.answer.headline.empty())
        text += "<details>\n<summary>Why</summary>\n" + htmlSectionDetails(section) + "</details>\n";
    return text + "</section>\n";
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
    text += htmlAppendix(report);
    if (!report.workerRows.table.rows.empty())
        text += "<script>" + std::string(report_html::sliderScript) + "</script>\n";
    return text + "</body>\n</html>\n";
}

}  // namespace scalewright
