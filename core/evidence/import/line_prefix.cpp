// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/line_prefix.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

bool isDigitAt(std::string_view text, std::size_t at)
{
    return at < text.size() && isDigit(text[at]);
}

bool isLetterAt(std::string_view text, std::size_t at)
{
    return at < text.size() && isLetter(text[at]);
}

std::size_t longestMatch(std::string_view text, std::initializer_list<std::string_view> patterns)
{
    std::size_t longest = 0;
    for (const std::string_view pattern : patterns)
        longest = std::max(longest, matchLength(text, pattern));
    return longest;
}

/// Every prefix contains one of these.
constexpr std::string_view prefixMarks = " ]):|";

/// Length of the blank after a prefix, and of a mark before it: " ", ": ", " - ", "] ", ")". 0 if anything else
/// follows, such as a column separator.
std::size_t endOfPrefixLength(std::string_view rest)
{
    if (rest.empty())
        return 0;
    if (const std::size_t bar = rest.find_first_not_of(' ');
        bar != std::string_view::npos && bar > 0 && rest[bar] == '|')
        return bar + (rest.substr(bar).starts_with("| ") ? 2 : 1);
    for (const std::string_view end : {"]: ", "] ", "): ", ") ", ": ", " - ", " "})
        if (rest.starts_with(end))
            return end.size();
    return rest == ":" || rest == "]" || rest == ")" || rest == "]:" ? rest.size() : 0;
}

/// The length of a date such as "Jan  1 " or "Thu Jan 1 "; 0 if the text does not begin with one.
std::size_t monthAndDayLength(std::string_view text)
{
    constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const std::size_t month = text.size() > 7 && text[3] == ' ' && isLetterAt(text, 4) ? 4 : 0;
    const std::size_t length = longestMatch(text.substr(month), {"aaa 9 ", "aaa  9 "});
    const std::size_t name = length > 0 ? months.find(text.substr(month, 3)) : std::string_view::npos;
    return name != std::string_view::npos && name % 3 == 0 ? month + length : 0;
}

/// The length of a time stamp: "2026-01-01T10:00:00.1Z ", "[2026-01-01 10:00:00,123] ", "Jan  1 10:00:00 ", "10:00:00 ".
/// 0 if the line does not begin with one.
std::size_t timeStampLength(std::string_view line)
{
    if (const std::size_t seconds = matchLength(line, "1000000000.9"); seconds > 0)  // since 1970
        return line.substr(seconds).starts_with(' ') ? seconds + 1 : 0;
    std::size_t at = line.starts_with('[') || line.starts_with('(') ? 1 : 0;
    at +=
        std::max(monthAndDayLength(line.substr(at)),
                 longestMatch(line.substr(at), {"0000-00-00 ", "0000-00-00T", "0000-00-00_", "0000/00/00 ", "a0000 "}));
    const std::size_t clock = matchLength(line.substr(at), "00:00:00");
    if (clock == 0)
        return 0;
    at += clock;
    if (const std::size_t fraction = longestMatch(line.substr(at), {".9", ",9"}); fraction > 1)
        at += fraction;
    at += longestMatch(line.substr(at), {"Z", "+00:00", "-00:00", "+0000", "-0000", " 0000"});
    if (matchLength(line, "a0000 ") > 0) {  // "I0528 12:34:56.1 77 a.py:3] "
        const std::size_t bracket = line.substr(0, 200).find("] ", at);
        return bracket == std::string_view::npos ? 0 : bracket + 2;
    }
    const std::size_t end = endOfPrefixLength(line.substr(at));
    if (end == 0)
        return line.size() == at ? at : 0;
    at += end;
    for (const std::string_view stream : {"stdout F ", "stderr F ", "stdout P ", "stderr P "})  // of a container's log
        if (line.substr(at).starts_with(stream))
            at += stream.size();
    return at;
}

/// "[1,0]<stdout>:", "[rank0]:", "[default3]:", "(RayTrainWorker pid=77, ip=10.0.0.1) ", "[pod/a/b] ": tags that nothing
/// else looks like.
std::size_t launcherTagLength(std::string_view line)
{
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    const std::string_view tagged = line.substr(start);
    if (!tagged.starts_with('[') && !tagged.starts_with('('))
        return 0;
    const std::size_t close = tagged.substr(0, 120).find(tagged.front() == '[' ? ']' : ')');
    if (close == std::string_view::npos)
        return 0;
    const std::string_view inside = tagged.substr(1, close - 1), after = tagged.substr(close + 1);
    for (const std::string_view mark : {"<stdout>:", "<stderr>:"})
        if (after.starts_with(mark))
            return start + close + 1 + mark.size();
    const std::size_t rank = longestMatch(inside, {"rank9", "rank 9", "default9"});
    const bool isTag = (rank == inside.size() && rank > 0 && after.starts_with(':')) || inside.starts_with("pod/") ||
                       inside.starts_with("pid=") || inside.find(" pid=") != std::string_view::npos;
    const std::size_t end = isTag ? endOfPrefixLength(tagged.substr(close)) : 0;
    return isTag ? start + close + std::max<std::size_t>(end, after.starts_with(':') ? 2 : 1) : 0;
}

/// The length of the name of a task or host: "3: ", "[0] ", "worker-0: ", "node01: ", "trainer-0 ". It may also be data.
/// 0 if the line does not begin with one.
std::size_t taskLabelLength(std::string_view line, bool isAfterTime)
{
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    const bool bracket = line.substr(start).starts_with('[');
    const std::string_view text = line.substr(start + (bracket ? 1 : 0));
    const std::size_t length = std::min(text.find_first_of(" \t:|[]()<>=,;\"'"), text.size());
    const std::string_view label = text.substr(0, length);
    const bool isNumber = !label.empty() && std::all_of(label.begin(), label.end(), isDigit);
    const bool isHost = isLetterAt(label, 0) && std::any_of(label.begin(), label.end(), isDigit) &&
                        label.find('/') == std::string_view::npos;
    const bool hasJoint = label.find_first_of("-.") != std::string_view::npos;
    const std::size_t end =
        bracket && !text.substr(length).starts_with(']') ? 0 : endOfPrefixLength(text.substr(length));
    const bool isColon = text.substr(length).starts_with(':');
    if (end == 0 || length > 63 || !(isNumber ? bracket || isColon : isHost && (isColon || hasJoint || isAfterTime)))
        return 0;
    return start + (bracket ? 1 : 0) + length + end;
}

/// Without the tags that mpirun inserts where a program flushes inside a line: "a [1,0]<stdout>:b".
std::string withoutInsertedTags(std::string text)
{
    for (std::size_t mark = text.find("]<std"); mark != std::string::npos; mark = text.find("]<std", mark)) {
        const std::size_t open = text.rfind('[', mark), colon = text.find(">:", mark);
        const bool isTag = open != std::string::npos && mark - open < 64 && colon == mark + 8 &&
                           text.find('\n', open) > mark && open > 0 && text[open - 1] != '\n';
        if (isTag)
            text.erase(open, colon + 2 - open);
        mark = isTag ? open : mark + 1;
    }
    return text;
}

class PrefixRemover {
public:
    explicit PrefixRemover(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            m_lines.push_back(text.substr(0, end));
            m_endsWithBreak = end < text.size();
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    /// Whether anything was removed.
    bool removeAll()
    {
        constexpr int maximumPrefixes = 4;
        bool any = false;
        for (int i = 0; i < maximumPrefixes; ++i) {
            const bool tags = removeWhereFound(launcherTagLength);
            const bool stamps = isTimeStamped() && removeWhereFound(timeStampLength);
            m_isStamped = m_isStamped || stamps;
            const bool labels =
                isLabelled() && removeWhereFound([this](std::string_view line) { return labelLength(line); });
            const bool constant = removeConstantPrefix(tags || stamps || labels || any, labels);
            if (!tags && !stamps && !labels && !constant)
                break;
            any = true;
        }
        return any;
    }

    [[nodiscard]] std::string joined() const
    {
        std::string text;
        for (const std::string_view line : m_lines)
            text.append(line).append("\n");
        if (!m_endsWithBreak && !text.empty())
            text.pop_back();
        return text;
    }

private:
    [[nodiscard]] std::size_t labelLength(std::string_view line) const { return taskLabelLength(line, m_isStamped); }

    bool removeWhereFound(const auto& length)
    {
        bool any = false;
        for (std::string_view& line : m_lines)
            if (const std::size_t prefix = length(line); prefix > 0) {
                line.remove_prefix(prefix);
                any = true;
            }
        return any;
    }

    /// Lines that decide: the first ones that are not blank.
    [[nodiscard]] std::vector<std::string_view> sample() const
    {
        constexpr std::size_t enough = 400;
        std::vector<std::string_view> lines;
        for (std::size_t i = 0; i < m_lines.size() && lines.size() < enough; ++i)
            if (!trimmed(m_lines[i]).empty())
                lines.push_back(m_lines[i]);
        return lines;
    }

    /// Removes what all lines have in common, up to a mark that separates it from the message: "INFO - ",
    /// "INFO | main:12 - ", "INFO:root:", or a container's name after its pod's.
    bool removeConstantPrefix(bool hadPrefix, bool hadLabel)
    {
        const std::vector<std::string_view> lines = sample();
        if (lines.size() < 3)
            return false;
        std::string common = std::string(lines.front()) + ' ';
        for (const std::string_view line : lines) {
            const std::string padded = std::string(line) + ' ';
            const auto end = std::mismatch(common.begin(), common.end(), padded.begin(), padded.end()).first;
            common.erase(end, common.end());
        }
        std::size_t length = 0;
        for (const std::string_view mark : {" - ", " | "})
            if (const std::size_t at = common.rfind(mark); at != std::string::npos && hadPrefix)
                length = std::max(length, at + mark.size());
        for (const std::string_view level : {"DEBUG:", "INFO:", "WARNING:", "ERROR:"})
            if (common.starts_with(level))
                length = std::max(length, common.find(':', level.size()) + 1);
        const std::size_t word = common.find(' ');
        if (hadLabel && length == 0 && word != std::string::npos &&
            common.substr(0, word).find('-') != std::string::npos)
            length = word + 1;
        if (length == 0 || !(isLetterAt(common, 0) || common.starts_with('[')))
            return false;
        return removeWhereFound([&](std::string_view line) {
            const bool isCommon = line.starts_with(std::string_view(common).substr(0, length - 1));
            return isCommon ? std::min(length, line.size()) : 0;
        });
    }

    /// Nine of ten lines have a time stamp, and so does the first, which would be the header of a table. Clock times
    /// without a day must not fall: they may be durations.
    [[nodiscard]] bool isTimeStamped() const
    {
        const std::vector<std::string_view> lines = sample();
        if (lines.size() < 3 || (timeStampLength(lines.front()) == 0 && !lines.front().starts_with("$ ")))
            return false;
        std::size_t stamped = 0;
        std::string_view before;
        for (const std::string_view line : lines) {
            const std::size_t length = timeStampLength(line);
            const std::string_view bare = line.substr(line.starts_with('[') ? 1 : 0);
            const std::string_view clock = bare.substr(0, longestMatch(bare, {"00:00:00", "1000000000."}));
            if (length == 0)
                continue;
            if (!clock.empty() && clock < before)
                return false;
            before = clock.empty() ? before : clock;
            ++stamped;
        }
        return 10 * stamped >= 9 * lines.size();
    }

    /// A host's name that every line has, or the labels of several tasks that write at least four lines each: "1: 10" above
    /// "2: 6" are data.
    [[nodiscard]] bool isLabelled() const
    {
        constexpr std::size_t minimumLines = 3, minimumLabelled = 8;
        const std::vector<std::string_view> lines = sample();
        std::set<std::string_view> labels;
        std::size_t labelled = 0;
        for (const std::string_view line : lines)
            if (const std::size_t length = labelLength(line); length > 0) {
                labels.insert(line.substr(0, length));
                ++labelled;
            }
        if (labelled < minimumLines || 2 * labelled < lines.size())
            return false;
        const bool isName = isLetterAt(trimmed(lines.front()), 0);
        if (labels.size() == 1 && isName)
            return labelled == lines.size();
        return labelled >= minimumLabelled && 4 * labels.size() <= labelled && (!isName || labelled == lines.size());
    }

    std::vector<std::string_view> m_lines;
    bool m_endsWithBreak = false, m_isStamped = false;
};

}  // namespace

std::size_t matchLength(std::string_view text, std::string_view pattern)
{
    std::size_t at = 0;
    for (const char c : pattern) {
        const bool matches = c == '0' || c == '9' ? isDigitAt(text, at)
                             : c == 'a'           ? isLetterAt(text, at)
                                                  : at < text.size() && text[at] == c;
        if (!matches)
            return 0;
        for (++at; c == '9' && isDigitAt(text, at);)
            ++at;
    }
    return at;
}

std::string withoutTerminalCodes(std::string text)
{
    const auto isOverwritten = [&](std::size_t i) {
        return text[i] == '\r' && i + 1 < text.size() && text[i + 1] != '\n' && text[i + 1] != '\r';
    };
    bool isPlain = text.find('\x1b') == std::string::npos && text.find('\b') == std::string::npos;
    for (std::size_t at = text.find('\r'); isPlain && at != std::string::npos; at = text.find('\r', at + 1))
        isPlain = !isOverwritten(at);
    if (isPlain)
        return text;
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\x1b' && i + 1 < text.size() && text[i + 1] == '[') {
            const std::size_t end = text.find_first_not_of("0123456789;?", i + 2);
            i = end == std::string::npos ? text.size() : end;
        } else if (isOverwritten(i)) {
            plain += '\n';
        } else if (text[i] != '\b') {
            plain += text[i];
        }
    }
    return plain;
}

std::string withoutLinePrefixes(std::string text)
{
    text = withoutInsertedTags(std::move(text));
    const std::string_view start = trimmed(std::string_view(text).substr(0, 4096));
    const bool isJson = start.starts_with('{') || start.starts_with("[{") || start.starts_with("[\"");
    const bool hasMarks = std::any_of(prefixMarks.begin(), prefixMarks.end(),
                                      [&](char mark) { return text.find(mark) != std::string::npos; });
    if (isJson || !hasMarks)
        return text;
    PrefixRemover lines(text);
    if (lines.removeAll())
        return lines.joined();
    return text;
}

bool isMoment(std::string_view text)
{
    return matchLength(text, "0000-00-00T00:00:00") > 0 || matchLength(text, "0000-00-00 00:00:00") > 0;
}

}  // namespace scalewright
