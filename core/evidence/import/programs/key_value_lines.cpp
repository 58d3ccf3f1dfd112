// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/key_value_lines.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/units.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/key_value_runs.h"
#include "core/evidence/import/text.h"

namespace scalewright {

bool isWorkersKey(std::string_view key)
{
    const HeaderName name = parseHeaderName(key);
    constexpr std::array<std::string_view, 4> others{"n", "load", "mpi", "core"};
    const std::vector<std::string>& names = namesOfRole(LadderColumn::P);
    const std::string base = withoutCountWords(name.base);
    return base == "p" || isWorkerCountHeader(name) || (isAmong(names, base) && !isAmong(others, base));
}

namespace {

bool isLetterByte(char c)
{
    return isLetter(c) || isNonAscii(c);
}

/// Length of a number such as "12" or "1.5e-3" at the start of the text; digits with at most one point.
std::size_t figureLength(std::string_view text)
{
    std::size_t at = 0, digits = 0, points = 0;
    for (; at < text.size() && (isDigit(text[at]) || text[at] == '.'); ++at)
        (text[at] == '.' ? points : digits) += 1;
    if (digits == 0 || points > 1)
        return 0;
    if (at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t sign = text[at + 1] == '+' || text[at + 1] == '-' ? 1 : 0;
        if (at + 1 + sign < text.size() && isDigit(text[at + 1 + sign])) {
            at += 1 + sign;
            while (at < text.size() && isDigit(text[at]))
                ++at;
        }
    }
    if (at > 0 && text[at - 1] == '.')  // the full stop that ends a sentence
        --at;
    return at;
}

/// The first word, without surrounding punctuation.
std::string_view leadingWord(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t(["), text.size()));
    return text.substr(0, std::min(text.find_first_of(" \t,;.)]|"), text.size()));
}

bool isTimeUnit(std::string_view word)
{
    const HeaderName name = parseHeaderName(word);
    return !word.empty() && name.unitGiven && !name.isRate && name.dimension == Dimension::Time &&
           (name.isUnitOnly || name.base.starts_with("time_per_"));  // "s", "s/it"
}

/// The text with blanks for Markdown's emphasis and for the tilde of an approximate number.
std::string withoutMarks(std::string_view text)
{
    std::string plain(text);
    for (std::size_t at = plain.find_first_of("*_`~"); at != std::string::npos;
         at = plain.find_first_of("*_`~", at + 1)) {
        const char mark = plain[at];
        const bool isDouble = at + 1 < plain.size() && plain[at + 1] == mark;
        const auto isEdge = [&](std::size_t i) { return i >= plain.size() || !isLetterByte(plain[i]); };
        if (mark == '`' || (mark == '~' && at + 1 < plain.size() && isDigit(plain[at + 1])))
            plain[at] = ' ';
        else if (isDouble && (mark == '*' || (mark == '_' && (isEdge(at - 1) || isEdge(at + 2)))))
            plain[at] = plain[at + 1] = ' ';
    }
    return plain;
}

/// Length in bytes of an emoji at the start of the text: a character beyond the first plane, a bullet or dingbat, or a
/// variation selector.
std::size_t emojiLength(std::string_view text)
{
    const auto first = text.empty() ? 0u : static_cast<unsigned char>(text.front());
    return first >= 0xF0u                                       ? std::min<std::size_t>(4, text.size())
           : first == 0xE2u || text.starts_with("\xEF\xB8\x8F") ? std::min<std::size_t>(3, text.size())
                                                                : 0;
}

/// Removes leading text that is not part of the key: "[0] ", "- ", "# ", an emoji.
std::string trimmedKey(std::string_view key)
{
    key = trimmed(key);
    while (!key.empty() && (!isLetterByte(key.front()) || emojiLength(key) > 0))
        key.remove_prefix(std::max<std::size_t>(1, emojiLength(key)));
    while (!key.empty() && (isBlank(key.back()) || key.back() == '.' || key.back() == '-'))
        key.remove_suffix(1);
    for (const std::string_view end : {" is", " was", " used", " taken"})
        if (key.ends_with(end) && key.size() > end.size())
            key.remove_suffix(end.size());
    if (key.ends_with("()"))  // "Threads.nthreads()"
        key = key.substr(0, key.size() - 2).substr(key.find_last_of(".:") + 1);
    return std::string(key);
}

/// "Time with 4 threads (1 socket)" without the count, which addPhrases() reads, and without the bracketed text after
/// it; `quantity` if the whole key is "4 threads (1 socket)".
std::string withoutCount(std::string_view key, const std::string& quantity)
{
    const std::vector<std::string_view> words = splitWords(key);
    std::string rest;
    bool hasCount = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isNumber = words[i].find_first_not_of("0123456789") == std::string_view::npos;
        std::string_view next = i + 1 < words.size() ? words[i + 1] : std::string_view();
        const std::string plural = std::string(next) + (words[i] == "1" && !next.ends_with('s') ? "s" : "");
        if (isNumber && plural.ends_with('s') && isWorkerCountHeader(parseHeaderName(plural))) {
            hasCount = true;
            ++i;
        } else if (hasCount && words[i].starts_with('(')) {
            break;
        } else {
            rest.append(rest.empty() ? "" : " ").append(words[i]);
        }
    }
    if (hasCount && rest.empty() && !quantity.empty())
        return quantity;
    return hasCount && !rest.empty() ? rest : std::string(key);
}

/// "1000 words/s": a rate, whose unit is its name.
bool isNamedRate(std::string_view word)
{
    const HeaderName name = parseHeaderName(word);
    return (name.isRate && name.unitGiven && !word.starts_with("/")) ||
           (isNameOfRole(LadderColumn::Throughput, name.base) && word.ends_with('s') && word != "ops") ||
           name.base == "sypd";
}

/// The rate after a number: "tflops per gpu" in "413 tflops per gpu".
std::string rateName(std::string_view behind)
{
    constexpr std::size_t maximumWords = 6;
    const std::vector<std::string_view> words = splitWords(behind.substr(0, behind.find_first_of(",;.|")));
    std::string name(leadingWord(behind));
    for (std::size_t i = 1; i + 1 < std::min(words.size(), maximumWords); ++i)
        if (words[i] == "per" && isWorkerWord(words[i + 1]))
            name.append(" per ").append(words[i + 1]);
    return name;
}

/// "elapsed", "wall", "io": possible names of time columns.
bool isTimeColumnName(std::string_view word)
{
    const HeaderName name = parseHeaderName(word);
    return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        return (role.column == LadderColumn::Time || role.kind == LadderColumnKind::TimePart) &&
               isNameOfRole(role.column, name.base);
    });
}

void addKeyValue(std::vector<KeyValue>& pairs, std::string_view key, std::string_view value, std::string_view behind)
{
    constexpr std::size_t maximumLength = 64;
    const std::string_view nextWord = leadingWord(behind);
    std::string name = trimmedKey(withoutCount(key, isTimeUnit(nextWord)    ? "time"
                                                    : isNamedRate(nextWord) ? rateName(behind)
                                                                            : std::string()));
    if (name.empty() || name.size() > maximumLength)
        return;
    // "tempo(4)"
    if (const std::size_t open = name.find('('); open != std::string::npos && open > 0 && name.ends_with(')') &&
                                                 isTimeColumnName(lowerCase(name.substr(0, open))))
        if (const std::string count = name.substr(open + 1, name.size() - open - 2); parseCount(count, 1, 1L << 30)) {
            pairs.push_back({"p", count, true});
            name.resize(open);
        }
    bool isCount = isWorkersKey(name);
    if (isCount && !parseCount(value, 1, 1L << 30))
        return;  // "p = 0.03" is a probability
    // "Transposed - Threads: 4".
    if (const std::size_t dash = name.rfind(" - "); !isCount && dash != std::string::npos)
        if (const std::string ownKey = trimmedKey(name.substr(dash + 3)); isWorkersKey(ownKey)) {
            pairs.push_back({"variant", trimmedKey(name.substr(0, dash)), false});
            name = ownKey;
            isCount = true;
        }
    const std::string_view unit = leadingWord(behind);
    if (!isCount && isTimeUnit(unit) && !parseHeaderName(name).unitGiven)
        name.append(" (").append(unit).append(")");
    pairs.push_back({std::move(name), std::string(value), isCount});
}

/// Splits "mode=flops type=single size" before "=2000" into the settings, which are added to `pairs`, and "size".
std::string_view extractSettings(std::string_view key, std::vector<KeyValue>& pairs)
{
    const std::vector<std::string_view> words = splitWords(key);
    std::size_t settings = 0;
    for (const std::string_view word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size())
            break;
        ++settings;
    }
    if (settings == 0 || settings == words.size())
        return key;
    for (std::size_t i = 0; i < settings; ++i) {
        const std::size_t equals = words[i].find('=');
        pairs.push_back({std::string(words[i].substr(0, equals)), std::string(words[i].substr(equals + 1)), false});
    }
    return key.substr(static_cast<std::size_t>(words[settings].data() - key.data()));
}

/// Seconds and length of a duration of several parts at the start of the text: "1h 12m", "0 minutes, 22 seconds".
std::optional<std::pair<double, std::size_t>> leadingDuration(std::string_view text)
{
    constexpr std::size_t maximumWords = 6, maximumLength = 64;
    const std::size_t unit = text.find_first_not_of("0123456789., ");
    if (unit == std::string_view::npos || !isLetter(text[unit]))
        return std::nullopt;
    std::vector<std::string_view> words = splitWords(text.substr(0, maximumLength));
    words.resize(std::min(words.size(), maximumWords));
    for (; !words.empty(); words.pop_back()) {
        std::string joined;
        for (std::string_view& word : words) {
            word = word.substr(0, word.find_last_not_of(",.;)") + 1);
            joined.append(joined.empty() ? "" : " ").append(word);
        }
        const std::optional<Duration> duration = parseDuration(joined);
        if (duration && !duration->isMinutesOnly && joined.find(':') == std::string::npos)
            return std::pair(duration->seconds, static_cast<std::size_t>(words.back().end() - text.begin()));
    }
    return std::nullopt;
}

/// "key: 12", "key = 12 s"; a line may contain several. The time in "[processo 0]: 12 ms" has no name.
void addKeyValuePairs(std::string_view line, std::vector<KeyValue>& pairs, std::vector<KeyValue>& bareTimes)
{
    std::size_t start = 0;
    for (std::size_t at = line.find_first_of(":="); at != std::string_view::npos;
         at = line.find_first_of(":=", at + 1)) {
        const std::size_t value = line.find_first_not_of(" \t", at + 1);
        if (value == std::string_view::npos || (at > 0 && isDigit(line[at - 1]) && line[at] == ':'))
            continue;
        if (line[value] == '[')  // criterion: "time: [1.1 ms 1.2 ms 1.3 ms]"
            if (const std::vector<std::string_view> bounds = splitWords(line.substr(value + 1, 100));
                bounds.size() == 6 && isTimeUnit(bounds[3]) && figureLength(bounds[2]) == bounds[2].size())
                addKeyValue(pairs, line.substr(start, at - start), bounds[2], bounds[3]);
        const std::size_t length = figureLength(line.substr(value));
        const char next = value + length < line.size() ? line[value + length] : ' ';
        if (length == 0 || next == ':' || next == '/' || next == '-' || next == 'x')
            continue;
        if (line[at] == '=' && isLetterByte(next) && !isTimeUnit(leadingWord(line.substr(value + length))))
            continue;  // "task=1a", "size=2M": part of a word
        std::string_view key = line.substr(start, at - start);
        // "time [s]" ends with a unit, but in "[epoch 1] time" the key starts after the bracket.
        const bool unitLast = trimmed(key).ends_with(']');
        const std::size_t cut = key.find_last_of(unitLast ? ",;|{\t" : ",;|[]{\t");
        key = cut == std::string_view::npos ? key : key.substr(cut + 1);
        if (const std::size_t gap = trimmed(key).rfind("  "); gap != std::string_view::npos)
            key = trimmed(key).substr(gap);
        if (const std::size_t dash = key.rfind(" - ");  // "09:00 - 1000 words/s - loss"
            dash != std::string_view::npos && key.substr(0, dash).find_first_of("0123456789") != std::string_view::npos)
            key = key.substr(dash + 3);
        if (start > 0)  // skip the unit of the previous value
            if (const std::string_view unit = leadingWord(key); isTimeUnit(unit) && unit.size() < trimmed(key).size())
                key = key.substr(key.find(unit) + unit.size());
        if (const std::string_view label = trimmed(line.substr(0, at));
            label.starts_with('[') && label.ends_with(']') && isTimeUnit(leadingWord(line.substr(value + length)))) {
            addKeyValue(bareTimes, "time", line.substr(value, length), line.substr(value + length));
            return;
        }
        const std::optional<std::pair<double, std::size_t>> duration = leadingDuration(line.substr(value));
        const std::string seconds = duration ? roundTripText(duration->first) : std::string();
        addKeyValue(pairs, line[at] == '=' ? extractSettings(key, pairs) : key,
                    duration ? seconds : line.substr(value, length), duration ? "s" : line.substr(value + length));
        start = value + (duration ? duration->second : length);
        at = start - 1;
    }
}

/// "nproc", "ranks": a number after such a word is a count, whereas a number after "rank" is an index.
bool impliesCount(std::string_view word)
{
    return isWorkersKey(word) && (word.ends_with('s') || word.starts_with('n') || word == "p");
}

/// "prompt time" for the number in "| token time 200 ms - prompt time 1600 ms": the words since the number or mark before
/// it.
std::string_view wordsBefore(std::string_view before)
{
    before = trimmed(before);
    std::size_t start = before.size();
    while (start > 0 && (isLetterByte(before[start - 1]) || before[start - 1] == ' ' || before[start - 1] == '_'))
        --start;
    std::string_view words = trimmed(before.substr(start));
    if (start > 0 && isDigit(before[start - 1]))  // skip the unit of the number before
        words.remove_prefix(std::min(words.find(' '), words.size()));
    return trimmed(words);
}

/// "Running with 4 MPI processes", "nproc 4 wall 6.25", or "6.25 s" after "in", "took" or the name of a time; with
/// `readsRates` also "1000 words/s". `bareTimes`: the only time in the line, if no such word is before it.
void addPhrases(std::string_view line, bool readsRates, std::vector<KeyValue>& pairs, std::vector<KeyValue>& bareTimes)
{
    struct TimePhrase {
        std::string_view words, lastWord, value, behind;
    };
    std::vector<TimePhrase> times, unnamed, rates;
    const bool timed =
        std::any_of(pairs.begin(), pairs.end(), [](const KeyValue& pair) { return !pair.isWorkerCount; });
    const bool hasCount =
        std::any_of(pairs.begin(), pairs.end(), [](const KeyValue& pair) { return pair.isWorkerCount; });
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!isDigit(line[at]) || (at > 0 && !isBlank(line[at - 1]) && line[at - 1] != '('))
            continue;
        const std::size_t length = figureLength(line.substr(at));
        const std::string_view behind = line.substr(std::min(at + std::max<std::size_t>(length, 1), line.size()));
        const std::string_view value = line.substr(at, length);
        std::vector<std::string_view> words = splitWords(behind.substr(0, std::min<std::size_t>(behind.size(), 64)));
        std::string phrase;
        // "4 threads (2 sockets)": the bracketed text only explains the first count.
        const bool isRemark =
            at > 0 && line[at - 1] == '(' &&
            std::any_of(pairs.begin(), pairs.end(), [](const KeyValue& pair) { return pair.isWorkerCount; });
        for (std::size_t i = 0;
             length > 0 && !hasCount && !isRemark && i < 3 && i < words.size() && isBlank(behind.front()); ++i) {
            std::string_view word = words[i];
            const bool mayBeSeveral = word.ends_with("(s)");  // "1 process(s)"
            word = word.substr(0, mayBeSeveral ? word.size() - 3 : word.size());
            while (!word.empty() && !isLetterByte(word.back()))
                word.remove_suffix(1);
            phrase.append(i == 0 ? "" : " ").append(word).append(mayBeSeveral ? "s" : "");
            const bool per = i + 1 < words.size() && words[i + 1] == "per";
            const bool isOne = value == "1" && !phrase.ends_with('s');
            const std::string plural = isOne ? phrase + 's' : phrase;
            if (!per && plural.ends_with('s') &&
                (isWorkerCountHeader(parseHeaderName(plural)) || (mayBeSeveral && isWorkersKey(plural))) &&
                parseCount(value, 1, 1L << 30)) {
                pairs.push_back({plural, std::string(value), true});
                break;
            }
        }
        const std::string_view before = trimmed(line.substr(0, at));
        const std::string_view last =
            before.substr(before.find_last_of(" \t") == std::string_view::npos ? 0 : before.find_last_of(" \t") + 1);
        constexpr std::array<std::string_view, 5> verbs{"in", "took", "takes", "after", "taking"};
        const bool isSeparate =
            behind.empty() || std::string_view(" \t,;|").find(behind.front()) != std::string_view::npos;
        const bool hasUnit = isTimeUnit(leadingWord(behind));
        if (length > 0 && isSeparate && !hasCount && !hasUnit && impliesCount(lowerCase(last)) &&
            parseCount(value, 1, 1L << 30)) {
            pairs.push_back({std::string(last), std::string(value), true});
            continue;
        }
        if (readsRates && length > 0 && isNamedRate(leadingWord(behind))) {
            rates.push_back({before, last, value, behind});
            continue;
        }
        if (length > 0 && isBlank(behind.empty() ? 'x' : behind.front()) &&
            isListed("wall_clock", leadingWord(behind)) && !timed) {  // "4.08 real"
            pairs.push_back({std::string(leadingWord(behind)) + " (s)", std::string(value), false});
            continue;
        }
        const bool isAfterCount = hasUnit && isWorkerCountHeader(parseHeaderName(last));  // "8 cores 258 minutes"
        const bool isTimePair =
            isSeparate && isTimeColumnName(lowerCase(last)) &&
            (hasUnit || std::any_of(pairs.begin(), pairs.end(), [](const KeyValue& s) { return s.isWorkerCount; }));
        if (length == 0 || timed || (!hasUnit && !isTimePair))
            continue;
        if (isAfterCount || isAmong(verbs, std::string_view(lowerCase(last))))
            addKeyValue(pairs, "time", value, behind);
        else if (isTimePair)
            times.push_back({wordsBefore(before), last, value, hasUnit ? behind : std::string_view()});
        else if (const std::string small = lowerCase(before); small.find("time") != std::string::npos)
            addKeyValue(pairs, before, value, behind);
        else
            unnamed.push_back({before, last, value, behind});
    }
    if (unnamed.size() == 1 && times.empty()) {
        const TimePhrase& only = unnamed.front();
        const std::string_view label = trimmed(only.words);
        if (!pairs.empty())  // "with 2 GPUs it is about 1.33 s/it"
            addKeyValue(bareTimes, "time", only.value, only.behind);
        else if (label.ends_with('-') && label.find(' ') == label.rfind(' '))  // "gen20 - 137s"
            addKeyValue(bareTimes, label, only.value, only.behind);
    }
    for (const TimePhrase& each : rates) {
        const bool isOne = std::count_if(rates.begin(), rates.end(), [&](const TimePhrase& other) {
                               return rateName(other.behind) == rateName(each.behind);
                           }) == 1;
        const std::vector<std::string_view> words = splitWords(each.behind);
        if (!isOne &&
            words.size() > 1)  // several rates in a line are different rates: "2337 c/s real, 1172 c/s virtual"
            pairs.push_back({std::string(leadingWord(words[1])) + " (" + rateName(each.behind) + ")",
                             std::string(each.value), false});
        else if (!each.words.ends_with(':') && !each.words.ends_with('='))
            pairs.push_back({rateName(each.behind), std::string(each.value), false});
    }
    for (const TimePhrase& each : times)  // several times in a line are different times
        addKeyValue(pairs, times.size() > 1 ? each.words : each.lastWord, each.value, each.behind);
}

/// Bare times, and numbers alone in their lines below a count of workers, are times if nothing else in the text is.
void addBareTimes(std::vector<KeyValueLine>& lines)
{
    const auto hasFigure = [](const KeyValueLine& line) {
        return std::any_of(line.pairs.begin(), line.pairs.end(),
                           [](const KeyValue& pair) { return !pair.isWorkerCount; });
    };
    if (std::any_of(lines.begin(), lines.end(), hasFigure))
        return;
    bool isBelowCount = false;
    for (KeyValueLine& line : lines) {
        line.pairs.insert(line.pairs.end(), line.bareTimes.begin(), line.bareTimes.end());
        const std::string_view text = trimmed(line.text);
        const bool isBareNumber = !text.empty() && figureLength(text) == text.size();
        if (isBelowCount && isBareNumber)
            line.pairs.push_back({"time", std::string(text), false});
        else if (!text.empty())
            isBelowCount = !line.pairs.empty();
    }
}

/// "Wall clock   394.9", "Total time of 10 iterations, 5.2", "Task Count   320": a number at the end of a line that begins
/// with the name of a time or a count.
void addNumberAtEnd(std::string_view line, std::vector<KeyValue>& pairs)
{
    line = trimmed(line);
    std::size_t start = line.find_last_of(" \t") + 1;
    if (start > 0 && isTimeUnit(line.substr(start)))
        start = trimmed(line.substr(0, start)).find_last_of(" \t") + 1;
    const std::string_view value = line.substr(start);
    const std::size_t length = figureLength(value);
    const std::string_view behind = value.substr(length);
    const std::string key = trimmedKey(line.substr(0, std::min(line.find_last_not_of(" \t,:=", start - 1) + 1, start)));
    const bool isEnd = start > 0 && length > 0 && (trimmed(behind).empty() || isTimeUnit(trimmed(behind)));
    if (isEnd && (isTimeKey(key) || (isWorkersKey(key) && key.find(' ') != std::string::npos)))
        addKeyValue(pairs, key, value.substr(0, length), behind);
}

/// All lines, including those without key-value pairs.
std::vector<KeyValueLine> parseKeyValueLines(std::string_view text, bool readsRates)
{
    constexpr std::size_t maximumLength = 400;
    std::vector<KeyValueLine> lines;
    int number = 0;
    for (const std::string_view line : splitLines(text)) {
        KeyValueLine& each = lines.emplace_back(KeyValueLine{line, ++number, line.starts_with(fileSeparator), {}});
        const std::string_view label = line.substr(0, std::min(line.find_first_of(":="), line.size()));
        if (line.size() > maximumLength || isDerivedHeader(parseHeaderName(trimmedKey(label)).base))
            continue;  // "Speedup: 20 s / 5 s = 4"
        addKeyValuePairs(line, each.pairs, each.bareTimes);
        addPhrases(line, readsRates, each.pairs, each.bareTimes);
    }
    addBareTimes(lines);
    return lines;
}

}  // namespace

KeyValueKinds detectKeyValueKinds(std::string_view text)
{
    constexpr std::size_t maximumBytes = 256u << 10;
    KeyValueKinds kinds;
    const std::string plain = withoutMarks(text.substr(0, maximumBytes));
    for (const KeyValueLine& line : parseKeyValueLines(plain, false))
        for (const KeyValue& pair : line.pairs) {
            const HeaderName name = parseHeaderName(pair.key);
            kinds.hasWorkers = kinds.hasWorkers || pair.isWorkerCount;
            kinds.hasTimes = kinds.hasTimes || (name.unitGiven && name.dimension == Dimension::Time);
        }
    return kinds;
}

std::vector<KeyValue> factsOfRun(std::string_view text)
{
    constexpr std::size_t maximumBytes = 4u << 20;
    const std::string plain = withoutMarks(text.substr(0, maximumBytes));
    std::vector<KeyValueLine> lines = parseKeyValueLines(plain, true);
    for (KeyValueLine& line : lines)
        if (line.pairs.empty())
            addNumberAtEnd(line.text, line.pairs);
    return factsOfLines(std::move(lines));
}

std::optional<Grid> gridOfKeyValueText(std::string_view text, std::string* note)
{
    constexpr std::size_t maximumBytes = 4u << 20;
    const std::string plain = withoutMarks(text.substr(0, maximumBytes));
    for (const bool readsRates : {false, true}) {  // rates only where no time is given: progress bars print them too
        std::optional<Grid> grid = gridOfKeyValueLines(parseKeyValueLines(plain, readsRates), note);
        if (!grid)
            continue;
        const Result<ColumnAssignment> columns = assignColumns(*grid, {});
        const bool isQuestion =
            !columns && std::all_of(columns.error().problems.begin(), columns.error().problems.end(),
                                    [](const Problem& problem) { return !problem.location.field.empty(); });
        if (columns || isQuestion)
            return grid;
    }
    return std::nullopt;
}

}  // namespace scalewright
