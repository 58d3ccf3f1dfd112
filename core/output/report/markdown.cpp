// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include <fmt/format.h>

#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/output/report/parts.h"
#include "core/output/report/report_text.h"

namespace scalewright {

namespace {

using namespace report_parts;

/// Escapes text for CommonMark so that nothing in it is markup and no line starts a block.
std::string escapeMarkdown(std::string_view text)
{
    constexpr std::string_view special = "\\`*_[]<>|~&!", first = "#+-=0123456789";
    std::string plain;
    for (const char c : sanitised(text)) {
        if (special.find(c) != std::string_view::npos)
            plain += '\\';
        plain += c == '\n' ? ' ' : c;
    }
    const std::size_t begin = plain.find_first_not_of(' ');
    if (begin == std::string::npos || first.find(plain[begin]) == std::string_view::npos)
        return plain;
    // "# ", "- " and "1. " start a heading or a list: the full stop after a number must be escaped, not the number.
    const std::size_t mark = plain.find_first_not_of("0123456789", begin);
    if (mark == begin || (mark != std::string::npos && (plain[mark] == '.' || plain[mark] == ')')))
        plain.insert(mark, "\\");
    return plain;
}

std::string asBlockQuote(std::string_view text)
{
    std::string quoted;
    bool startsLine = true;
    for (const char c : text) {
        if (startsLine)
            quoted += c == '\n' ? ">" : "> ";
        quoted += c;
        startsLine = c == '\n';
    }
    return quoted;
}

std::string fencedCodeBlock(const std::string& text)
{
    std::string fence = "```";
    while (text.find(fence) != std::string::npos)
        fence += '`';
    return fence + '\n' + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string markdownPart(const ReportPart& part)
{
    using Kind = ReportPart::Kind;
    const auto bold = [](const std::string& text) { return text.empty() ? "" : "**" + escapeMarkdown(text) + "**"; };
    switch (part.kind) {
    case Kind::Heading:
        return fmt::format("## {}{}\n\n", part.number > 0 ? fmt::format("{} ", part.number) : "",
                           escapeMarkdown(part.text));
    case Kind::Subheading:
        return fmt::format("### {}\n\n", escapeMarkdown(part.text)) +
               (part.note.empty() ? "" : escapeMarkdown(part.note) + "\n\n");
    case Kind::Paragraph:
        return joinNonEmpty({bold(part.lead), escapeMarkdown(part.text),
                             part.note.empty()   ? ""
                             : part.lead.empty() ? escapeMarkdown(part.note)
                                                 : "(" + escapeMarkdown(part.note) + ")"},
                            " ") +
               "\n\n";
    case Kind::Items: {
        std::string items;
        for (const LabelledText& each : part.items)
            items += "- " + joinNonEmpty({bold(each.label), escapeMarkdown(each.text)}, " ") + '\n';
        return items + '\n';
    }
    case Kind::UserText: return asBlockQuote(reportTextMarkdown(part.text)) + '\n';
    case Kind::Figure:
        return fmt::format("![{}](figure-{}.svg)\n\nFigure {}. {}\n\n", escapeMarkdown(part.figure->description),
                           part.figure->name, part.number, escapeMarkdown(part.figure->caption));
    case Kind::Table: break;
    }
    return fencedCodeBlock(sanitised(toText(*part.table)));
}

}  // namespace

std::string reportMarkdown(const Report& report)
{
    std::string text = fmt::format("# {}\n\n{}\n\n", escapeMarkdown(report.title), escapeMarkdown(bylineText(report)));
    if (const ReportDecision& decision = report.decision; !decision.headline.empty()) {
        text += fmt::format("> **{}**\n", escapeMarkdown(decision.headline));
        for (const std::string& each : decision.reasons)
            text += ">\n> " + escapeMarkdown(each) + '\n';
        text += decision.basis.empty() ? "\n" : fmt::format(">\n> {}\n\n", escapeMarkdown(decision.basis));
    }
    if (!report.notes.empty())
        text += escapeMarkdown(report.notes) + "\n\n";
    for (const ReportPart& part : reportParts(report))
        text += markdownPart(part);
    return text;
}

}  // namespace scalewright
