#include "core/output/answers/render.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity/unbroken.h"

namespace scalewright {

namespace {

constexpr std::size_t labelWidth = 14;

/// Characters, not bytes, of UTF-8.
std::size_t lengthOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char each) { return (each & 0xC0) != 0x80; }));
}

constexpr std::string_view noBreak = "\u00A0";

/// `text` broken between words, the first line after `first`, further ones after as many spaces. An amount and its unit
/// stay together.
std::string wrapped(const std::string& first, std::string_view said)
{
    const std::string text = unbroken(said);
    const std::string indent(lengthOf(first), ' ');
    std::string lines, line = first;
    bool begun = false;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
        const std::string_view word = std::string_view(text).substr(at, end - at);
        if (begun && lengthOf(line) + 1 + lengthOf(word) > answerWidth) {
            lines += line + '\n';
            line = indent;
            begun = false;
        }
        line += begun ? " " : "";
        line += word;
        begun = true;
        if (end < text.size() && text[end] == '\n') {
            lines += line + '\n';
            line = indent;
            begun = false;
        }
        at = end + 1;
    }
    lines += line + '\n';
    for (std::size_t at = lines.find(noBreak); at != std::string::npos; at = lines.find(noBreak, at))
        lines.replace(at, noBreak.size(), " ");
    return lines;
}

/// A command to copy into a shell: a line that is too long goes on behind a backslash.
std::string commandLines(std::string_view command)
{
    const std::string indent = "      ";
    std::string lines, line = indent;
    for (std::size_t at = 0; at <= command.size();) {
        const std::size_t end = std::min(command.find(' ', at), command.size());
        const std::string_view word = command.substr(at, end - at);
        if (line.size() > indent.size() && lengthOf(line) + lengthOf(word) + 3 > answerWidth) {
            lines += line + " \\\n";
            line = indent + "  ";
        } else if (line.size() > indent.size()) {
            line += ' ';
        }
        line += word;
        at = end + 1;
    }
    return lines + line + '\n';
}

std::string padded(std::string_view label)
{
    const std::size_t length = lengthOf(label);
    return std::string(label) + std::string(length < labelWidth ? labelWidth - length : 1, ' ');
}

/// The members that are not empty.
Json object(const std::vector<std::pair<const char*, std::string>>& members)
{
    Json::Object json;
    for (const auto& [key, text] : members)
        if (!text.empty())
            json.emplace_back(key, Json(text));
    return Json(std::move(json));
}

}  // namespace

std::string toText(const Answer& answer, Verbosity verbosity)
{
    const std::string mark = markText(answer.sure);
    const std::string headline = answer.headline + (mark.empty() ? "" : " (" + mark + ")");
    if (verbosity == Verbosity::Quiet)
        return answer.headline.empty() ? std::string() : headline + '\n';
    std::string text;
    if (!answer.table.columns.empty())
        text += toText(answer.table, answerWidth) + '\n';
    if (!answer.headline.empty())
        text += wrapped("", headline);
    if (!answer.because.empty())
        text += wrapped("", answer.because);
    if (!answer.next.says.empty())
        text += wrapped("Next: ", answer.next.says);
    if (!answer.next.command.empty())
        text += commandLines(answer.next.command);
    if (verbosity == Verbosity::Short)
        return text;
    std::string before;
    const auto add = [&](const std::string& label, const std::string& says) {
        if (before.empty() && !text.empty())
            text += '\n';
        const bool wide = lengthOf(label) >= labelWidth;
        if (wide && label != before)
            text += label + '\n';
        text += wrapped(padded(wide || label == before ? "" : label), says);
        before = label;
    };
    if (!answer.sure.why.empty())
        add("sure", answer.sure.why);
    for (const Fact& fact : answer.details)
        add(fact.label.empty() ? factName(fact.kind) : fact.label, fact.says);
    return text;
}

Json::Object toJson(const Answer& answer)
{
    Json::Array details;
    for (const Fact& fact : answer.details)
        details.push_back(object({{"kind", factName(fact.kind)}, {"label", fact.label}, {"says", fact.says}}));
    const Sure& sure = answer.sure;
    Json::Object json{{"headline", Json(answer.headline)}, {"because", Json(answer.because)}};
    if (!answer.next.says.empty())
        json.emplace_back(
            "next",
            object({{"says", answer.next.says}, {"command", answer.next.command}, {"pointer", answer.next.pointer}}));
    json.emplace_back("sure", object({{"basis", sure.basis ? basisName(*sure.basis) : ""},
                                      {"clarity", sure.clarity ? clarityName(*sure.clarity) : ""},
                                      {"note", sure.note},
                                      {"why", sure.why}}));
    json.emplace_back("details", Json(std::move(details)));
    return json;
}

std::string lineText(const std::string& headline, const std::string& because)
{
    return joined({headline, because.empty() ? std::string() : sentence(because)}, " ");
}

}  // namespace scalewright
