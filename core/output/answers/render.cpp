// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/render.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/quantity/no_break_spaces.h"
#include "core/output/answers/phrases.h"

namespace scalewright {

namespace {

constexpr std::size_t labelCharacters = 14;

/// The number of UTF-8 characters, not bytes.
std::size_t characterCount(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char each) { return (each & 0xC0) != 0x80; }));
}

constexpr std::string_view noBreakSpace = "\u00A0";

/// `text` wrapped between words: the first line starts with `first`, the others are indented by its width. A number is
/// not separated from its unit.
std::string wrapText(const std::string& first, std::string_view rawText)
{
    const std::string text = withNoBreakSpaces(rawText);
    const std::string indent(characterCount(first), ' ');
    std::string lines, line = first;
    bool hasWords = false;
    for (std::size_t position = 0; position <= text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n", position), text.size());
        const std::string_view word = std::string_view(text).substr(position, end - position);
        if (hasWords && characterCount(line) + 1 + characterCount(word) > answerWidth) {
            lines += line + '\n';
            line = indent;
            hasWords = false;
        }
        line += hasWords ? " " : "";
        line += word;
        hasWords = true;
        if (end < text.size() && text[end] == '\n') {
            lines += line + '\n';
            line = indent;
            hasWords = false;
        }
        position = end + 1;
    }
    lines += line + '\n';
    for (std::size_t position = lines.find(noBreakSpace); position != std::string::npos;
         position = lines.find(noBreakSpace, position))
        lines.replace(position, noBreakSpace.size(), " ");
    return lines;
}

/// Wraps a command for copying into a shell: each wrapped line ends with a backslash.
std::string wrapCommand(std::string_view command)
{
    const std::string indent = "      ";
    std::string lines, line = indent;
    for (std::size_t position = 0; position <= command.size();) {
        const std::size_t end = std::min(command.find(' ', position), command.size());
        const std::string_view word = command.substr(position, end - position);
        if (line.size() > indent.size() && characterCount(line) + characterCount(word) + 3 > answerWidth) {
            lines += line + " \\\n";
            line = indent + "  ";
        } else if (line.size() > indent.size()) {
            line += ' ';
        }
        line += word;
        position = end + 1;
    }
    return lines + line + '\n';
}

/// For pasting: not wrapped, whatever their length.
std::string indentLines(std::string_view lines)
{
    std::string text = "      ";
    for (const char c : lines)
        text += c == '\n' ? std::string("\n      ") : std::string(1, c);
    return text + '\n';
}

std::string padLabel(std::string_view label)
{
    const std::size_t length = characterCount(label);
    return std::string(label) + std::string(length < labelCharacters ? labelCharacters - length : 1, ' ');
}

/// An object with the non-empty members.
Json jsonOfNonEmpty(const std::vector<std::pair<const char*, std::string>>& members)
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
    const std::string mark = confidenceText(answer.confidence);
    const std::string headline = answer.headline + (mark.empty() ? "" : " (" + mark + ")");
    if (verbosity == Verbosity::Quiet)
        return answer.headline.empty() ? std::string() : headline + '\n';
    std::string text;
    if (!answer.table.columns.empty())
        text += toText(answer.table, answerWidth) + '\n';
    if (!answer.headline.empty())
        text += wrapText("", headline);
    if (!answer.because.empty())
        text += wrapText("", answer.because);
    if (!answer.next.text.empty())
        text += wrapText("Next: ", answer.next.text);
    if (!answer.next.command.empty())
        text += wrapCommand(answer.next.command);
    if (!answer.next.code.empty())
        text += indentLines(answer.next.code);
    if (verbosity == Verbosity::Short)
        return text;
    std::string before;
    const auto add = [&](const std::string& label, const std::string& detail) {
        if (before.empty() && !text.empty())
            text += '\n';
        const bool wide = characterCount(label) >= labelCharacters;
        if (wide && label != before)
            text += label + '\n';
        text += wrapText(padLabel(wide || label == before ? "" : label), detail);
        before = label;
    };
    if (!answer.confidence.reason.empty())
        add("sure", answer.confidence.reason);
    for (const Fact& fact : answer.details)
        add(fact.label.empty() ? nameOf(fact.kind) : fact.label, fact.text);
    return text;
}

Json::Object toJson(const Answer& answer)
{
    Json::Array details;
    for (const Fact& fact : answer.details)
        details.push_back(jsonOfNonEmpty({{"kind", nameOf(fact.kind)}, {"label", fact.label}, {"says", fact.text}}));
    const AnswerConfidence& confidence = answer.confidence;
    Json::Object json{{"headline", Json(answer.headline)}, {"because", Json(answer.because)}};
    if (!answer.next.text.empty())
        json.emplace_back("next", jsonOfNonEmpty({{"says", answer.next.text},
                                                  {"command", answer.next.command},
                                                  {"pointer", answer.next.jsonPointer},
                                                  {"code", answer.next.code}}));
    json.emplace_back("sure", jsonOfNonEmpty({{"basis", confidence.basis ? nameOf(*confidence.basis) : ""},
                                              {"clarity", confidence.clarity ? nameOf(*confidence.clarity) : ""},
                                              {"note", confidence.note},
                                              {"why", confidence.reason}}));
    json.emplace_back("details", Json(std::move(details)));
    return json;
}

std::string headlineWithReason(const std::string& headline, const std::string& because)
{
    return joinNonEmpty({headline, because.empty() ? std::string() : asSentence(because)}, " ");
}

}  // namespace scalewright
