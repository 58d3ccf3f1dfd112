// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
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

std::string fencedCodeBlock(const std::string& text)
{
    std::string fence = "```";
    while (text.find(fence) != std::string::npos)
        fence += '`';
    return fence + '\n' + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string markdownSection(const Report& report, const ReportSection& section)
{
    const Answer& answer = section.answer;
    std::string text = fmt::format("## {}\n\n", escapeMarkdown(section.title));
    if (answer.headline.empty())
        for (const std::string& each : section.missingReasons)
            text += fmt::format("- {}\n", escapeMarkdown(each));
    else {
        const std::string mark = confidenceText(answer.confidence);
        text += fmt::format("**{}**{}\n", escapeMarkdown(answer.headline),
                            mark.empty() ? "" : " (" + escapeMarkdown(mark) + ")");
    }
    text += '\n';
    for (const ReportFigure& figure : section.figures)
        text += fmt::format("![{}](figure-{}.svg)\n\nFigure {}. {}\n\n", escapeMarkdown(figure.description),
                            figure.name, figureNumber(report, figure), escapeMarkdown(figure.caption));
    if (!answer.because.empty())
        text += escapeMarkdown(answer.because) + "\n\n";
    if (!section.reportText.empty())
        text += reportTextMarkdown(section.reportText) + '\n';
    if (answer.headline.empty())
        return text;
    if (!answer.table.columns.empty())
        text += fencedCodeBlock(sanitised(toText(answer.table)));
    if (!answer.next.text.empty())
        text += fmt::format("Next: {}\n\n", escapeMarkdown(answer.next.text));
    return text + fmt::format("Section {} of the book; `{}`\n\n", escapeMarkdown(section.bookSection), section.command);
}

std::string markdownList(const char* title, const std::vector<ListedFact>& facts)
{
    std::string text = facts.empty() ? "" : fmt::format("## {}\n\n", title);
    for (const ListedFact& each : facts)
        text += fmt::format("- {} ({})\n", escapeMarkdown(each.text), escapeMarkdown(each.section));
    return text + (facts.empty() ? "" : "\n");
}

std::string markdownAppendix(const Report& report)
{
    std::string text = "## Appendix: details\n\n";
    for (const ReportSection& section : report.sections) {
        const std::vector<AppendixDetail> details = appendixDetails(section);
        if (details.empty())
            continue;
        text += fmt::format("### {}\n\n", escapeMarkdown(section.title));
        for (const AppendixDetail& each : details)
            text +=
                "- " + (each.label.empty() ? "" : escapeMarkdown(each.label) + ": ") + escapeMarkdown(each.text) + '\n';
        text += '\n';
    }
    if (!report.workerRows.table.rows.empty())
        text += "### Other worker counts\n\n" + fencedCodeBlock(toText(report.workerRows.table));
    return text;
}

}  // namespace

std::string reportMarkdown(const Report& report)
{
    std::string text = fmt::format("# {}\n\n{}, {}.\n\n", escapeMarkdown(report.title), escapeMarkdown(report.program),
                                   escapeMarkdown(report.date));
    if (!report.notes.empty())
        text += escapeMarkdown(report.notes) + "\n\n";
    if (!report.introduction.empty())
        text += reportTextMarkdown(report.introduction) + '\n';
    for (const ReportSection& section : report.sections)
        text += markdownSection(report, section);
    if (!report.conclusion.empty())
        text += "## " + reportSectionTitle("conclusion") + "\n\n" + reportTextMarkdown(report.conclusion) + '\n';
    text += markdownList("Limits and assumptions", collectLimits(report)) +
            markdownList("Sources", collectSources(report)) + markdownAppendix(report);
    const std::vector<Reference> cited = collectCitedReferences(report);
    if (!cited.empty())
        text += "## Bibliography\n\n";
    for (const Reference& each : cited)
        text += fmt::format("- {}\n", escapeMarkdown(each.entry));
    return text;
}

}  // namespace scalewright
