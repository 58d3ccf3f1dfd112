#include "core/report/report.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/base/quote.h"

namespace scalewright {

namespace {

/// One of the appendix: what it is, and in which section it was said.
struct Listed {
    std::string section, label, says;
};

std::string labelOf(const Fact& fact)
{
    return fact.label.empty() ? factName(fact.kind) : fact.label;
}

/// Of all sections, each sentence once.
std::vector<Listed> listed(const Report& report, const std::vector<FactKind>& kinds)
{
    std::vector<Listed> list;
    for (const ReportSection& section : report.sections)
        for (const Fact& fact : section.answer.details)
            if (std::find(kinds.begin(), kinds.end(), fact.kind) != kinds.end() &&
                std::none_of(list.begin(), list.end(), [&](const Listed& each) { return each.says == fact.says; }))
                list.push_back({section.title, labelOf(fact), fact.says});
    return list;
}

const std::vector<FactKind> limits{FactKind::Assumption, FactKind::Warning};
const std::vector<FactKind> sources{FactKind::Source};

bool isListed(const Fact& fact)
{
    return fact.kind == FactKind::Source || std::find(limits.begin(), limits.end(), fact.kind) != limits.end();
}

/// Text as CommonMark shows it: nothing in it is markup, and no line of it begins anything.
std::string plainMarkdown(std::string_view text)
{
    constexpr std::string_view special = "\\`*_[]<>|~&", first = "#+-=0123456789";
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

std::string plainHtml(std::string_view text)
{
    std::string plain;
    for (const char c : cleaned(text))
        switch (c) {
        case '&': plain += "&amp;"; break;
        case '<': plain += "&lt;"; break;
        case '>': plain += "&gt;"; break;
        case '"': plain += "&quot;"; break;
        case '\'': plain += "&#39;"; break;
        default: plain += c;
        }
    return plain;
}

std::string htmlTable(const Table& table)
{
    std::string text = "<div class=\"wide\"><table>\n<tr>";
    for (const Column& column : table.columns)
        text += fmt::format("<th>{}</th>",
                            plainHtml(column.unit.empty() ? column.title : column.title + " (" + column.unit + ")"));
    text += "</tr>\n";
    for (const std::vector<Cell>& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            text += fmt::format("<td{}>{}</td>", std::holds_alternative<std::string>(row[i]) ? "" : " class=\"n\"",
                                plainHtml(cellText(row[i], table.columns[i])));
        text += "</tr>\n";
    }
    return text + "</table></div>\n";
}

constexpr std::string_view style = R"css(
:root { color-scheme: light dark; --ink: #1c1e21; --quiet: #585d66; --line: #d5d8de; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --quiet: #a6acb5; --line: #3b4048; --paper: #16181c; } }
@media print { :root { --ink: #000; --quiet: #444; --line: #bbb; --paper: #fff; } section { break-inside: avoid; } }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper);
       font: 1rem/1.5 system-ui, sans-serif; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.2rem; }
.headline { font-size: 1.25rem; font-weight: 600; margin: .4rem 0; } .quiet, figcaption { color: var(--quiet); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .8rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.n { text-align: right; } code { overflow-wrap: anywhere; } summary { cursor: pointer; }
)css";

}  // namespace

std::string reportMarkdown(const Report& report)
{
    std::string text = fmt::format("# {}\n\n{}, {}.\n\n", plainMarkdown(report.title), plainMarkdown(report.program),
                                   plainMarkdown(report.date));
    if (!report.notes.empty())
        text += plainMarkdown(report.notes) + "\n\n";
    for (const ReportSection& section : report.sections) {
        text += fmt::format("## {}\n\n", plainMarkdown(section.title));
        const Answer& answer = section.answer;
        if (answer.headline.empty()) {
            for (const std::string& each : section.missing)
                text += fmt::format("- Missing: {}\n", plainMarkdown(each));
            text += '\n';
            continue;
        }
        const std::string mark = markText(answer.sure);
        text += fmt::format("**{}**{}\n\n", plainMarkdown(answer.headline),
                            mark.empty() ? "" : " (" + plainMarkdown(mark) + ")");
        if (!answer.because.empty())
            text += plainMarkdown(answer.because) + "\n\n";
        if (!answer.table.columns.empty())
            text += codeBlock(toText(answer.table));
        if (!answer.next.says.empty())
            text += fmt::format("Next: {}\n\n", plainMarkdown(answer.next.says));
        text += fmt::format("Section {} of the book; `{}`\n\n", plainMarkdown(section.book), section.command);
    }
    const auto list = [&](const char* title, const std::vector<Listed>& facts) {
        if (facts.empty())
            return;
        text += fmt::format("## {}\n\n", title);
        for (const Listed& each : facts)
            text += fmt::format("- {} ({})\n", plainMarkdown(each.says), plainMarkdown(each.section));
        text += '\n';
    };
    list("Limits and assumptions", listed(report, limits));
    list("Sources", listed(report, sources));
    text += "## Appendix: details\n\n";
    for (const ReportSection& section : report.sections) {
        if (section.answer.headline.empty())
            continue;
        text += fmt::format("### {}\n\n", plainMarkdown(section.title));
        if (!section.answer.sure.why.empty())
            text += fmt::format("- {}\n", plainMarkdown(section.answer.sure.why));
        for (const Fact& fact : section.answer.details)
            if (!isListed(fact))
                text += fmt::format("- {}: {}\n", plainMarkdown(labelOf(fact)), plainMarkdown(fact.says));
        text += '\n';
    }
    return text;
}

std::string reportHtml(const Report& report)
{
    std::string text = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p "
        "class=\"quiet\">{2}, {3}.</p>\n",
        plainHtml(report.title), style, plainHtml(report.program), plainHtml(report.date));
    if (!report.notes.empty())
        text += fmt::format("<p>{}</p>\n", plainHtml(report.notes));
    for (const ReportSection& section : report.sections) {
        const Answer& answer = section.answer;
        text += fmt::format("<section>\n<h2>{}</h2>\n", plainHtml(section.title));
        if (answer.headline.empty()) {
            for (const std::string& each : section.missing)
                text += fmt::format("<p class=\"quiet\">Missing: {}</p>\n", plainHtml(each));
            text += "</section>\n";
            continue;
        }
        const std::string mark = markText(answer.sure);
        text += fmt::format("<p class=\"headline\">{}</p>\n", plainHtml(answer.headline));
        if (!mark.empty())
            text += fmt::format("<p class=\"quiet\">({})</p>\n", plainHtml(mark));
        if (!answer.because.empty())
            text += fmt::format("<p>{}</p>\n", plainHtml(answer.because));
        if (!answer.table.columns.empty())
            text += htmlTable(answer.table);
        if (!answer.next.says.empty())
            text += fmt::format("<p>Next: {}</p>\n", plainHtml(answer.next.says));
        text += fmt::format(
            "<details>\n<summary>Why</summary>\n<p class=\"quiet\">Section {} of the book; "
            "<code>{}</code></p>\n<ul>\n",
            plainHtml(section.book), plainHtml(section.command));
        if (!answer.sure.why.empty())
            text += fmt::format("<li>{}</li>\n", plainHtml(answer.sure.why));
        for (const Fact& fact : answer.details)
            if (!isListed(fact))
                text += fmt::format("<li><b>{}</b> {}</li>\n", plainHtml(labelOf(fact)), plainHtml(fact.says));
        text += "</ul>\n</details>\n</section>\n";
    }
    const auto list = [&](const char* title, const std::vector<Listed>& facts) {
        if (facts.empty())
            return;
        text += fmt::format("<h2>{}</h2>\n<ul>\n", title);
        for (const Listed& each : facts)
            text += fmt::format("<li>{} <span class=\"quiet\">({})</span></li>\n", plainHtml(each.says),
                                plainHtml(each.section));
        text += "</ul>\n";
    };
    list("Limits and assumptions", listed(report, limits));
    list("Sources", listed(report, sources));
    return text + "</body>\n</html>\n";
}

}  // namespace scalewright
