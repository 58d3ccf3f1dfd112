#include <string_view>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/output/report/parts.h"
#include "core/output/report/questions.h"
#include "core/output/report/words.h"

namespace scalewright {

namespace {

using namespace report_parts;

/// Text as CommonMark shows it: nothing in it is markup, and no line of it begins anything.
std::string plainMarkdown(std::string_view text)
{
    constexpr std::string_view special = "\\`*_[]<>|~&!", first = "#+-=0123456789";
    std::string plain;
    for (const char c : cleaned(text)) {
        if (special.find(c) != std::string_view::npos)
            plain += '\\';
        plain += c == '\n' ? ' ' : c;
    }
    const std::size_t begin = plain.find_first_not_of(' ');
    if (begin == std::string::npos || first.find(plain[begin]) == std::string_view::npos)
        return plain;
    // "# ", "- " and "1. " begin a heading or a list: a digit is no mark, the full stop behind it is.
    const std::size_t mark = plain.find_first_not_of("0123456789", begin);
    if (mark == begin || (mark != std::string::npos && (plain[mark] == '.' || plain[mark] == ')')))
        plain.insert(mark, "\\");
    return plain;
}

std::string codeBlock(const std::string& text)
{
    std::string fence = "```";
    while (text.find(fence) != std::string::npos)
        fence += '`';
    return fence + '\n' + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n\n";
}

std::string markdownSection(const Report& report, const ReportSection& section)
{
    const Answer& answer = section.answer;
    std::string text = fmt::format("## {}\n\n", plainMarkdown(section.title));
    if (answer.headline.empty())
        for (const std::string& each : section.missing)
            text += fmt::format("- {}\n", plainMarkdown(each));
    else {
        const std::string mark = markText(answer.sure);
        text += fmt::format("**{}**{}\n", plainMarkdown(answer.headline),
                            mark.empty() ? "" : " (" + plainMarkdown(mark) + ")");
    }
    text += '\n';
    for (const ReportFigure& figure : section.figures)
        text += fmt::format("![{}](figure-{}.svg)\n\nFigure {}. {}\n\n", plainMarkdown(figure.description), figure.name,
                            numberOf(report, figure), plainMarkdown(figure.caption));
    if (!answer.because.empty())
        text += plainMarkdown(answer.because) + "\n\n";
    if (!section.words.empty())
        text += wordsMarkdown(section.words) + '\n';
    if (answer.headline.empty())
        return text;
    if (!answer.table.columns.empty())
        text += codeBlock(cleaned(toText(answer.table)));
    if (!answer.next.says.empty())
        text += fmt::format("Next: {}\n\n", plainMarkdown(answer.next.says));
    return text + fmt::format("Section {} of the book; `{}`\n\n", plainMarkdown(section.book), section.command);
}

std::string markdownList(const char* title, const std::vector<Listed>& facts)
{
    std::string text = facts.empty() ? "" : fmt::format("## {}\n\n", title);
    for (const Listed& each : facts)
        text += fmt::format("- {} ({})\n", plainMarkdown(each.says), plainMarkdown(each.section));
    return text + (facts.empty() ? "" : "\n");
}

std::string markdownAppendix(const Report& report)
{
    std::string text = "## Appendix: details\n\n";
    for (const ReportSection& section : report.sections) {
        const std::vector<Detail> details = detailsOf(section);
        if (details.empty())
            continue;
        text += fmt::format("### {}\n\n", plainMarkdown(section.title));
        for (const Detail& each : details)
            text +=
                "- " + (each.label.empty() ? "" : plainMarkdown(each.label) + ": ") + plainMarkdown(each.says) + '\n';
        text += '\n';
    }
    if (!report.workers.table.rows.empty())
        text += "### Other worker counts\n\n" + codeBlock(toText(report.workers.table));
    return text;
}

}  // namespace

std::string reportMarkdown(const Report& report)
{
    std::string text = fmt::format("# {}\n\n{}, {}.\n\n", plainMarkdown(report.title), plainMarkdown(report.program),
                                   plainMarkdown(report.date));
    if (!report.notes.empty())
        text += plainMarkdown(report.notes) + "\n\n";
    if (!report.introduction.empty())
        text += wordsMarkdown(report.introduction) + '\n';
    for (const ReportSection& section : report.sections)
        text += markdownSection(report, section);
    if (!report.conclusion.empty())
        text += "## " + placeTitle("conclusion") + "\n\n" + wordsMarkdown(report.conclusion) + '\n';
    text += markdownList("Limits and assumptions", limitsOf(report)) + markdownList("Sources", sourcesOf(report)) +
            markdownAppendix(report);
    const std::vector<Reference> cited = citedIn(report);
    if (!cited.empty())
        text += "## Bibliography\n\n";
    for (const Reference& each : cited)
        text += fmt::format("- {}\n", plainMarkdown(each.entry));
    return text;
}

}  // namespace scalewright
