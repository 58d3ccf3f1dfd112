// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/rich_text.h"

#include <fmt/format.h>

#include "core/output/chart/svg.h"
#include "core/output/report/html_parts.h"
#include "core/output/report/html_style.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/report_text.h"

namespace scalewright {

namespace {

using namespace report_parts;

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

}  // namespace

std::string reportRichText(const Report& report, const RichTextOptions& form)
{
    std::string text =
        fmt::format("<html><body>\n<h1><a name=\"introduction\"></a>{}</h1>\n<p class=\"quiet\">{}, {}.</p>\n",
                    xmlText(report.title), xmlText(report.program), xmlText(report.date));
    if (!report.notes.empty())
        text += fmt::format("<p>{}</p>\n", xmlText(report.notes));
    text += previewHtml(report.introduction);
    HtmlForm parts{.figure = [&](const ReportFigure& figure) { return richFigure(report, figure); },
                   .userText = previewHtml,
                   .headAttributes = " align=\"left\"",
                   .textAttributes = " align=\"left\"",
                   .numberAttributes = " align=\"right\""};
    parts.table = [&parts](const Table& table) {
        return "<table cellspacing=\"0\" cellpadding=\"4\">" + htmlTableRows(table, parts) + "</table>\n";
    };
    for (std::size_t i = 0; i < report.sections.size(); ++i) {
        const ReportSection& section = report.sections[i];
        text += richHeading(reportQuestions()[i].key, section.title) + htmlSectionBody(section, parts);
        if (form.includesDetails && !section.answer.headline.empty())
            text += htmlSectionDetails(section);
    }
    if (!report.conclusion.empty())
        text += richHeading("conclusion", reportSectionTitle("conclusion")) + previewHtml(report.conclusion);
    return text + (form.includesDetails ? htmlAppendix(report) : "") + "</body></html>\n";
}

}  // namespace scalewright
