// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/html_parts.h"

#include <fmt/format.h>

#include "core/base/text/printed_text.h"
#include "core/output/chart/svg.h"
#include "core/output/report/parts.h"

namespace scalewright::report_parts {

std::string htmlColumnHeader(const Column& column)
{
    return xmlText(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")");
}

std::string htmlTableRows(const Table& table, const HtmlForm& form)
{
    const auto isText = [&](std::size_t column) {
        for (const std::vector<Cell>& row : table.rows)
            if (!std::holds_alternative<std::monostate>(row[column]))
                return std::holds_alternative<std::string>(row[column]);
        return true;
    };
    std::string text = "<tr>";
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        text += fmt::format("<th{}>{}</th>", isText(i) ? form.headAttributes : form.numberAttributes,
                            htmlColumnHeader(table.columns[i]));
    text += "</tr>\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            text += fmt::format("<td{}>{}</td>", isText(i) ? form.textAttributes : form.numberAttributes,
                                xmlText(printedText(cellText(row[i], table.columns[i]))));
        text += "</tr>\n";
    }
    return text;
}

std::string htmlFront(const Report& report, const HtmlForm& form)
{
    std::string text =
        fmt::format("<p class=\"quiet\" style=\"margin-bottom: 12px\">{}</p>\n", xmlText(bylineText(report)));
    if (const ReportDecision& decision = report.decision; !decision.headline.empty()) {
        std::string box = fmt::format("<p class=\"headline\">{}</p>\n", xmlText(decision.headline));
        for (const std::string& each : decision.reasons)
            box += fmt::format("<p>{}</p>\n", xmlText(each));
        if (!decision.basis.empty())
            box += fmt::format("<p class=\"quiet\">{}</p>\n", xmlText(decision.basis));
        text += form.box(box);
    }
    return report.notes.empty() ? text : text + fmt::format("<p>{}</p>\n", xmlText(report.notes));
}

std::string htmlPart(const ReportPart& part, const HtmlForm& form)
{
    using Kind = ReportPart::Kind;
    const auto joined = [](const std::string& first, const std::string& second) {
        return first + (first.empty() || second.empty() ? "" : " ") + second;
    };
    const auto wrapped = [](const char* tag, const std::string& text) {
        return text.empty() ? "" : fmt::format("<{}>{}</{}>", tag, xmlText(text), tag);
    };
    const std::string note =
        part.note.empty()
            ? ""
            : "<span class=\"quiet\">" + xmlText(part.lead.empty() ? part.note : "(" + part.note + ")") + "</span>";
    switch (part.kind) {
    case Kind::Heading: return form.heading(part);
    case Kind::Subheading:
        return fmt::format("<h3>{}</h3>\n", xmlText(part.text)) + (note.empty() ? "" : "<p>" + note + "</p>\n");
    case Kind::Paragraph:
        return "<p>" + joined(joined(wrapped("b", part.lead), xmlText(printedText(part.text))), note) + "</p>\n";
    case Kind::Items: {
        std::string items;
        for (const LabelledText& each : part.items)
            items += "<p>" + joined(wrapped("b", each.label), xmlText(printedText(each.text))) + "</p>\n";
        return "<div class=\"items\">\n" + items + "</div>\n";
    }
    case Kind::UserText: return form.userText(part.text);
    case Kind::Figure: return form.figure(part);
    case Kind::Table: break;
    }
    return form.table(*part.table);
}

}  // namespace scalewright::report_parts
