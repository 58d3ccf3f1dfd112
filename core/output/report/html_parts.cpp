// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/html_parts.h"

#include <fmt/format.h>

#include "core/output/chart/svg.h"
#include "core/output/report/parts.h"

namespace scalewright::report_parts {

namespace {

std::string htmlList(const std::string& items)
{
    return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

std::string htmlFacts(const char* title, const std::vector<ListedFact>& facts)
{
    std::string items;
    for (const ListedFact& each : facts)
        items +=
            fmt::format("<li>{} <span class=\"quiet\">({})</span></li>\n", xmlText(each.text), xmlText(each.section));
    return items.empty() ? "" : fmt::format("<h2>{}</h2>\n{}", title, htmlList(items));
}

}  // namespace

std::string htmlColumnHeader(const Column& column)
{
    return xmlText(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")");
}

std::string htmlTableRows(const Table& table, const HtmlForm& form)
{
    std::string text = "<tr>";
    for (const Column& column : table.columns)
        text += fmt::format("<th{}>{}</th>", form.headAttributes, htmlColumnHeader(column));
    text += "</tr>\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            text +=
                fmt::format("<td{}>{}</td>",
                            std::holds_alternative<std::string>(row[i]) ? form.textAttributes : form.numberAttributes,
                            xmlText(cellText(row[i], table.columns[i])));
        text += "</tr>\n";
    }
    return text;
}

std::string htmlSectionBody(const ReportSection& section, const HtmlForm& form)
{
    const Answer& answer = section.answer;
    const bool hasAnswer = !answer.headline.empty();
    std::string text = hasAnswer ? fmt::format("<p class=\"headline\">{}</p>\n", xmlText(answer.headline)) : "";
    for (const std::string& each : hasAnswer ? std::vector<std::string>() : section.missingReasons)
        text += fmt::format("<p class=\"quiet\">{}</p>\n", xmlText(each));
    if (const std::string mark = confidenceText(answer.confidence); !mark.empty())
        text += fmt::format("<p class=\"quiet\">({})</p>\n", xmlText(mark));
    for (const ReportFigure& figure : section.figures)
        text += form.figure(figure);
    if (!answer.because.empty())
        text += fmt::format("<p>{}</p>\n", xmlText(answer.because));
    text += form.userText(section.reportText);
    if (hasAnswer && !answer.table.columns.empty())
        text += form.table(answer.table);
    if (hasAnswer && !answer.next.text.empty())
        text += fmt::format("<p>Next: {}</p>\n", xmlText(answer.next.text));
    return text;
}

std::string htmlSectionDetails(const ReportSection& section)
{
    std::string items;
    for (const AppendixDetail& each : appendixDetails(section))
        items +=
            "<li>" + (each.label.empty() ? "" : "<b>" + xmlText(each.label) + "</b> ") + xmlText(each.text) + "</li>\n";
    return fmt::format("<p class=\"quiet\">Section {} of the book; <code>{}</code></p>\n{}",
                       xmlText(section.bookSection), xmlText(section.command), htmlList(items));
}

std::string htmlAppendix(const Report& report)
{
    std::string entries;
    for (const Reference& each : collectCitedReferences(report))
        entries += fmt::format("<li>{}</li>\n", xmlText(each.entry));
    return htmlFacts("Limits and assumptions", collectLimits(report)) + htmlFacts("Sources", collectSources(report)) +
           (entries.empty() ? "" : "<h2>Bibliography</h2>\n" + htmlList(entries));
}

}  // namespace scalewright::report_parts
