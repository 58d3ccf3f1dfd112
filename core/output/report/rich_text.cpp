// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/rich_text.h"

#include <fmt/format.h>

#include "core/output/chart/svg.h"
#include "core/output/report/html_parts.h"
#include "core/output/report/parts.h"
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

}  // namespace

std::string reportRichText(const Report& report, const RichTextOptions& options)
{
    std::string text = fmt::format("<html><body>\n<h1><a name=\"introduction\"></a>{}</h1>\n", xmlText(report.title));
    HtmlForm form{.heading =
                      [](const ReportPart& part) {
                          return fmt::format("<h2><a name=\"{}\"></a>{}{}</h2>\n", part.key,
                                             part.number > 0 ? fmt::format("{} ", part.number) : "",
                                             xmlText(part.text));
                      },
                  .figure =
                      [](const ReportPart& part) {
                          return fmt::format("<p><img src=\"figure-{}\"/></p>\n<p class=\"quiet\">Figure {}. {}</p>\n",
                                             xmlText(part.figure->name), part.number, xmlText(part.figure->caption));
                      },
                  .userText = previewHtml,
                  .box =
                      [](const std::string& content) {
                          return "<table class=\"box\" width=\"100%\" cellspacing=\"0\" cellpadding=\"10\" "
                                 "style=\"margin-top: 8px\"><tr><td "
                                 "class=\"box\">" +
                                 content + "</td></tr></table>\n";
                      },
                  .headAttributes = " align=\"left\"",
                  .textAttributes = " align=\"left\"",
                  .numberAttributes = " align=\"right\""};
    form.table = [&form](const Table& table) {
        return "<table cellspacing=\"0\" cellpadding=\"4\">" + htmlTableRows(table, form) + "</table>\n";
    };
    text += htmlFront(report, form);
    for (const ReportPart& part :
         reportParts(report, options.includesDetails ? ReportExtent::Complete : ReportExtent::Preview))
        text += htmlPart(part, form);
    return text + "</body></html>\n";
}

}  // namespace scalewright
