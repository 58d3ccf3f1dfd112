// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "core/output/chart/color_role.h"
#include "core/output/chart/svg.h"
#include "core/output/report/html_parts.h"
#include "core/output/report/html_style.h"
#include "core/output/report/parts.h"
#include "core/output/report/report_text.h"

namespace scalewright {

namespace {

using namespace report_parts;

std::string htmlStyle()
{
    std::string text(report_html::styleSheet);
    std::string dark;
    for (const auto& [light, darkColor] : chart::lightAndDarkColors())
        dark += fmt::format("svg [fill=\"#{0}\"] {{ fill: #{1}; }} svg [stroke=\"#{0}\"] {{ stroke: #{1}; }}\n", light,
                            darkColor);
    return text + "@media screen and (prefers-color-scheme: dark) {\n" + dark + "}\n";
}

HtmlForm pageForm(const Report& report)
{
    HtmlForm form{.heading =
                      [](const ReportPart& part) {
                          return fmt::format("<h2 id=\"{}\">{}{}</h2>\n", part.key,
                                             part.number > 0 ? fmt::format("{} ", part.number) : "",
                                             xmlText(part.text));
                      },
                  .box = [](const std::string& text) { return "<div class=\"decision\">\n" + text + "</div>\n"; },
                  .headAttributes = "",
                  .textAttributes = "",
                  .numberAttributes = " class=\"n\""};
    form.userText = [](const std::string& words) {
        return "<div class=\"words\">\n" + reportTextHtml(words) + "</div>\n";
    };
    form.table = [form, &report](const Table& table) {
        return fmt::format("<div class=\"wide\"><table{}>\n{}</table></div>\n",
                           &table == &report.workerRows.table ? " id=\"p-rows\"" : "", htmlTableRows(table, form));
    };
    form.figure = [table = form.table](const ReportPart& part) {
        const ReportFigure& figure = *part.figure;
        return fmt::format(
            "<figure>\n{}<figcaption>Figure {}. {}</figcaption>\n<details>\n<summary>As a "
            "table</summary>\n{}</details>\n</figure>\n",
            toSvgElement(toSvg(figure.drawing), figure.description), part.number, xmlText(figure.caption),
            table(figure.table));
    };
    return form;
}

/// The plan's numbers and, with a slider, those for every p: on screen, with scripts.
std::string htmlWorkerCounts(const WorkerRows& workers)
{
    const Table& table = workers.table;
    if (table.rows.empty())
        return "";
    std::string text = fmt::format(
        "<section id=\"p-control\" hidden=\"\">\n<label>Workers <input type=\"range\" id=\"p-slider\" min=\"0\" "
        "max=\"{}\" value=\"{}\"/></label>\n<dl class=\"numbers\" aria-live=\"polite\">\n",
        table.rows.size() - 1, workers.planRow);
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        text += fmt::format("<div><dt>{}</dt><dd id=\"p-{}\">{}</dd></div>\n", htmlColumnHeader(table.columns[i]), i,
                            xmlText(cellText(table.rows[workers.planRow][i], table.columns[i])));
    return text + "</dl>\n</section>\n";
}

}  // namespace

std::string reportHtml(const Report& report)
{
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
        "content=\"width=device-width\"/>\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src "
        "'sha256-{2}'\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
        "<h1>{0}</h1>\n",
        xmlText(report.title), htmlStyle(), report_html::sliderScriptSha256);
    const HtmlForm form = pageForm(report);
    text += htmlFront(report, form);
    bool isAppendix = false;
    for (const ReportPart& part : reportParts(report)) {
        if (part.isAppendix && !isAppendix)
            text += htmlWorkerCounts(report.workerRows) + "<div class=\"appendix\">\n";
        isAppendix = part.isAppendix;
        text += htmlPart(part, form);
    }
    text += isAppendix ? "</div>\n" : "";
    if (!report.workerRows.table.rows.empty())
        text += "<script>" + std::string(report_html::sliderScript) + "</script>\n";
    return text + "</body>\n</html>\n";
}

}  // namespace scalewright
