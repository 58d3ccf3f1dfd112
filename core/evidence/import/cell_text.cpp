// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/cell_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/wide_table.h"

namespace scalewright {

namespace {

/// True for digits and the signs that occur in numbers. Most cells contain nothing else and need no cleaning.
bool isBareNumber(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return isDigit(c) || c == '.' || c == ',' || c == '+' || c == '-' || c == 'e' || c == 'E' || c == ':';
    });
}

void eraseAll(std::string& text, std::string_view mark)
{
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
        text.erase(at, mark.size());
}

/// "100 \u0441" becomes "100 s": converts a unit in non-Latin letters after a number.
std::string withLatinUnit(std::string text)
{
    const std::size_t end = text.find_first_not_of("0123456789.,+-eE: ");
    if (end == std::string::npos || end == 0 || !isNonAscii(text[end]))
        return text;
    std::string_view unit = trimmed(std::string_view(text).substr(end));
    while (unit.ends_with('.'))
        unit.remove_suffix(1);
    const std::string latinUnit = timeUnitSymbol(unit);
    return latinUnit.empty() ? text : std::string(trimmed(std::string_view(text).substr(0, end))) + ' ' + latinUnit;
}

/// Removes trailing symbols that are neither letters nor digits, such as a star after "1.31x".
std::string withoutTrailingSymbols(std::string text)
{
    const auto isSymbol = [&](std::size_t at, std::size_t length) {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
        return (length == 3 && byte(0) == 0xE2 && byte(1) >= 0x8C && byte(1) <= 0xAF) ||
               (length == 3 && byte(0) == 0xEF && byte(1) == 0xB8 && byte(2) == 0x8F) ||
               (length == 4 && byte(0) == 0xF0);
    };
    while (text.size() > 4) {
        std::size_t at = text.size() - 1;
        while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u)
            --at;
        if (!isSymbol(at, text.size() - at) || trimmed(std::string_view(text).substr(0, at)).empty())
            break;
        text = std::string(trimmed(std::string_view(text).substr(0, at)));
    }
    return text;
}

/// Length of a prefix that marks a number as approximate ("ca. 23.240", "~180 s"); 0 if none exists.
std::size_t approximationPrefixLength(std::string_view text)
{
    const std::string small = lowerCase(text.substr(0, 12));
    for (const std::string_view about : {"~", "\xE2\x89\x88", "ca.", "ca ", "circa ", "approx.", "approx ", "about ",
                                         "etwa ", "rund ", "ungef\xC3\xA4hr "}) {
        const std::size_t figure = small.starts_with(about) ? text.find_first_not_of(" \t", about.size()) : text.npos;
        if (figure != text.npos && isDigit(text[figure]))
            return figure;
    }
    return 0;
}

/// Start of a bracketed remark after a number: "149 (147-151)", "1.0x (baseline)". A unit in brackets is not a remark.
std::size_t findBracketRemark(std::string_view text)
{
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos || open == 0 || !isDigit(text.front()) || !text.ends_with(')'))
        return std::string_view::npos;
    return isHeaderUnit(text.substr(open + 1, text.size() - open - 2)) ? std::string_view::npos : open;
}

/// Whether the text ends with a sign that does not join the next number to a word, as in "-1", "--1", "_4", "~4", "x
/// -1", "- 1", but not in "mpi-8", "Parallel - 4".
bool endsWithDetachedSign(std::string_view before)
{
    const auto isWord = [](char c) { return isDigit(c) || isLetter(c) || isNonAscii(c) || c == ')'; };
    const bool glued = !before.empty() && !isBlank(before.back());
    while (!before.empty() && isBlank(before.back()))
        before.remove_suffix(1);
    if (before.empty() || std::string_view("-_~").find(before.back()) == std::string_view::npos)
        return false;
    before.remove_suffix(1);
    return glued ? before.empty() || !isWord(before.back()) : std::none_of(before.begin(), before.end(), isWord);
}

/// Integers that are separate words or precede an "x": "2 workers", "Serial (1)", "4x A100 (40GB)", "mpi_8".
std::vector<long> parseCounts(std::string_view text)
{
    std::vector<long> counts;
    for (std::size_t at = 0; at < text.size();) {
        if (!isDigit(text[at])) {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        const bool begins = (at == 0 || std::string_view(" (_-=@:/").find(text[at - 1]) != std::string_view::npos) &&
                            !endsWithDetachedSign(text.substr(0, at));
        std::string_view behind = text.substr(end);
        for (const std::string_view sign : {"x", "X", "\xC3\x97"})
            if (behind.starts_with(sign) && (behind.size() == sign.size() || behind[sign.size()] == ' '))
                behind.remove_prefix(sign.size());
        const bool listed = behind.size() > 1 && behind.front() == ',' && behind[1] == ' ';
        if (begins &&
            (listed || behind.empty() || std::string_view(" )_-:;/").find(behind.front()) != std::string_view::npos)) {
            if (const Result<long> count = parseCount(text.substr(at, end - at), 1, 1L << 24))
                counts.push_back(*count);
            else if (at > 1 && isDigit(text[at - 2]))  // "1 000" is not 1
                counts.push_back(0);
        }
        at = end;
    }
    return counts;
}

/// "Eight" gives 8.
std::optional<long> parseNumberWord(std::string_view text)
{
    std::string small = lowerCase(text);
    std::erase(small, '"');
    const std::vector<std::string>& words = wordList("numbers_from_one");
    const auto word = std::find(words.begin(), words.end(), trimmed(small));
    return word == words.end() ? std::nullopt : std::optional<long>(word - words.begin() + 1);
}

std::optional<long> parseWorkerCount(std::string_view text)
{
    if (const std::optional<long> word = parseNumberWord(text))
        return word;
    const std::vector<long> counts = parseCounts(text);
    return counts.size() == 1 ? std::optional(counts.front()) : std::nullopt;
}

/// Whether the text contains a word for workers: "2 threads", "Parallel 4", "--jobs 8".
bool mentionsWorkers(std::string_view text)
{
    const std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(text), false);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return isWorkerWord(word) || isListed("parallel_words", word) || isSerialLabel(word) ||
               (word.size() > 2 && isAmong(namesOfRole(LadderColumn::P), word));
    });
}

bool isPositiveInteger(std::string_view text)
{
    const Result<double> number = parseNumber(text);
    return number && *number >= 1 && *number == std::floor(*number);
}

/// Words that may appear next to a worker count: "8 GPUs", "4 A100", "2 Rechner", "4x".
bool mayAccompanyCount(const std::string& word)
{
    const auto isDigitOrX = [](char c) { return isDigit(c) || c == 'x'; };
    return word.find_first_of("0123456789") != std::string::npos || std::all_of(word.begin(), word.end(), isDigitOrX) ||
           word == "\xC3\x97" || word.starts_with("base") || isListed("hosts", word) || isListed("hosts", word + "s");
}

/// Contains a digit but is not a worker count: "1e-320", "0:03", "=3", "3 min", "3 %", "12 parsecs".
bool isNotWorkerCount(std::string_view text)
{
    if (text.ends_with(':'))  // "4: 2.5"
        text.remove_suffix(1);
    if (isPositiveInteger(text))
        return false;
    if (text.empty() || isBareNumber(text))
        return true;
    if (std::string_view("=<>(").find(text.front()) != std::string_view::npos)
        return true;
    const std::size_t end = text.find_first_not_of("0123456789");
    if (end == 0)
        return false;  // a name that contains a count: "np=8", "node4"
    const std::string_view rest = trimmed(text.substr(std::min(end, text.size())));
    if (rest.starts_with('%') || rest.starts_with('$') || rest.starts_with("\xC2\xB1"))
        return true;
    if (rest.starts_with('(') && rest.ends_with(')'))
        return isHeaderUnit(rest.substr(1, rest.size() - 2));
    const bool isWord = !rest.empty() && std::string_view(":;,-_/").find(rest.front()) == std::string_view::npos;
    const std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(rest));
    return isWord && !words.empty() && !mentionsWorkers(rest) &&
           !std::any_of(words.begin(), words.end(), mayAccompanyCount);
}

/// A column of times, rates or derived values: remarks in its cells do not separate ladders.
bool isFigureColumn(const HeaderName& name)
{
    return name.unitGiven || name.isRate || name.isPercentage || isDerivedHeader(name.base) ||
           std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
               return role.kind != LadderColumnKind::Workers && isNameOfRole(role.column, name.base);
           });
}

/// "node 1", "rank 3": the name of one worker, not a worker count.
bool isOrdinalLabel(std::string_view text)
{
    const std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(text));
    return words.size() == 2 && isWorkerWord(words[0]) && !words[0].ends_with('s') && isPositiveInteger(words[1]);
}

/// Worker counts found in the words of a column; empty if any cell has no count or all counts are the same.
std::vector<std::string> workerCountsOfColumn(const Grid& grid, std::size_t column, bool isNamed)
{
    std::vector<std::string> counts;
    std::set<std::string> distinct;
    std::size_t speaking = 0;
    bool hasWords = false;
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::string digits = withoutUnambiguousSeparators(row[column].text).value_or(std::string());
        const std::string& text = isNamed && !digits.empty() ? digits : row[column].text;
        const bool serialRow =
            isNamed && isMissing(text) &&
            std::any_of(row.begin(), row.end(), [](const GridCell& cell) { return isSerialLabel(cell.text); });
        if (isPositiveInteger(text)) {
            counts.push_back(text);
            distinct.insert(text);
            ++speaking;
            continue;
        }
        hasWords = true;
        if (isOrdinalLabel(text))
            return {};
        const bool readable = row[column].nested == nullptr && !(isNamed && isNotWorkerCount(text));
        std::optional<long> count = readable ? parseWorkerCount(text) : std::nullopt;
        if (!count && (serialRow || (isSerialLabel(text) && parseCounts(text).empty())))
            count = 1;
        if (!count && isNamed && !isMissing(text) && !isPositiveInteger(text)) {
            counts.push_back(text);  // reported as an error if the column is used
            continue;
        }
        if (!count)
            return {};
        speaking += mentionsWorkers(text) ? 1 : 0;
        counts.push_back(std::to_string(*count));
        distinct.insert(counts.back());
    }
    const bool tells = isNamed || 2 * speaking >= grid.rows.size();
    return tells && hasWords && distinct.size() > 1 ? counts : std::vector<std::string>();
}

/// The text without its count: "a100" for "4x A100", "thread" for "2 threads"; empty for a serial program.
std::string textWithoutCount(std::string_view text)
{
    if (isSerialLabel(text))
        return {};
    std::string label;
    for (std::string word : splitNameWords(lowerCaseLatinAndCyrillic(text))) {
        if (word.find_first_not_of("0123456789x\xC3\x97") == std::string::npos || parseNumberWord(word))
            continue;
        if (word.size() > 2 && word.ends_with('s'))
            word.pop_back();
        label.append(label.empty() ? "" : " ").append(word);
    }
    return label;
}

/// "1x A100" and "8x H100" are different machines: adds a column with the kind of worker, which separates ladders.
void addWorkerKindColumn(Grid& grid, const std::vector<std::string>& before)
{
    std::set<std::string> kinds;
    std::vector<std::string> kindOfRow;
    for (const std::string& text : before) {
        kindOfRow.push_back(textWithoutCount(text));
        if (!kindOfRow.back().empty())  // "поток" and "потоков" differ in their endings
            kinds.insert(isNonAscii(kindOfRow.back().front()) ? kindOfRow.back().substr(0, 4) : kindOfRow.back());
    }
    if (kinds.size() < 2 || grid.rows.empty())
        return;
    addColumn(grid, "of", 0, [&](std::size_t row) { return kindOfRow[row].empty() ? before[row] : kindOfRow[row]; });
}

/// A serial run is not a repeat of the parallel program on one worker.
void dropDuplicateSerialRow(Grid& grid, const std::vector<std::string>& before, std::size_t column,
                            std::vector<std::string>& warnings)
{
    const auto isOne = [&](std::size_t row) {
        return grid.rows[row][column].text == "1" && !isSerialLabel(before[row]) && !isMissing(before[row]);
    };
    bool hasParallelP1 = false;
    for (std::size_t row = 0; row < grid.rows.size(); ++row)
        hasParallelP1 = hasParallelP1 || isOne(row);
    for (std::size_t row = grid.rows.size(); hasParallelP1 && row-- > 0;)
        if (grid.rows[row][column].text == "1" && !isOne(row) && !isPositiveInteger(before[row])) {
            warnings.push_back(formatMessage("the serial program's row was left out: p = 1 is measured too"));
            grid.rows.erase(grid.rows.begin() + static_cast<std::ptrdiff_t>(row));
        }
}

/// Replaces "2 workers", "Parallel 4", "Eight" with numbers.
void convertWorkerWords(Grid& grid, std::vector<std::string>& warnings)
{
    std::vector<HeaderName> names;
    bool hasCounts = false;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        names.push_back(parseHeaderName(grid.header[i].text));
        hasCounts = hasCounts ||
                    (isWorkersHeader(names[i]) && !grid.rows.empty() && everyText(grid, i, [](const std::string& text) {
                         return isPositiveInteger(text) || withoutUnambiguousSeparators(text);
                     }));
    }
    if (hasCounts || grid.rows.size() < 2)
        return;
    for (const bool isNamed : {true, false})
        for (std::size_t i = 0; i < grid.header.size(); ++i) {
            const HeaderName& name = names[i];
            if (isWorkersHeader(name) != isNamed ||
                (!isNamed && (name.unitGiven || name.isRate || isDerivedHeader(name.base))))
                continue;
            const std::vector<std::string> counts = workerCountsOfColumn(grid, i, isNamed);
            if (counts.empty())
                continue;
            std::vector<std::string> before;
            for (std::size_t row = 0; row < grid.rows.size(); ++row) {
                before.push_back(grid.rows[row][i].text);
                grid.rows[row][i].text = counts[row];
            }
            warnings.push_back(formatMessage("p is the number in {}, such as {}", inQuotes(grid.header[i].text),
                                             inQuotes(before.back())));
            if (!isNamed)
                grid.header[i].text = "p";
            addWorkerKindColumn(grid, before);
            dropDuplicateSerialRow(grid, before, i, warnings);
            return;
        }
}

std::optional<std::size_t> findWorkersColumn(const Grid& grid)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (isWorkersHeader(parseHeaderName(grid.header[i].text)) && everyText(grid, i, isPositiveInteger)) {
            if (found)
                return std::nullopt;
            found = i;
        }
    return found;
}

/// The serial program's row becomes the first row of each parallel program's ladder that lacks p = 1.
void mergeSerialRow(Grid& grid, std::vector<std::string>& warnings)
{
    for (std::size_t i = 0; grid.rows.size() > 1 && i < grid.header.size(); ++i) {
        if (!anyText(grid, i, isSerialLabel))
            continue;
        const std::optional<std::size_t> p = findWorkersColumn(grid);
        if (!p)
            return;
        std::set<std::string> parallel, withP1;
        std::size_t serial = 0;
        bool hasOnlyP1 = true;  // true if all rows of the serial program have p = 1
        for (const std::vector<GridCell>& row : grid.rows)
            if (isSerialLabel(row[i].text)) {
                ++serial;
                hasOnlyP1 = hasOnlyP1 && row[*p].text == "1";
            } else {
                parallel.insert(row[i].text);
                if (row[*p].text == "1")
                    withP1.insert(row[i].text);
            }
        if (serial == 0 || !hasOnlyP1 || parallel.empty() || i == *p)
            continue;
        std::vector<std::vector<GridCell>> rows;
        for (std::vector<GridCell>& row : grid.rows) {
            if (!isSerialLabel(row[i].text)) {
                rows.push_back(std::move(row));
                continue;
            }
            for (const std::string& name : parallel)
                if (!withP1.contains(name)) {
                    rows.push_back(row);
                    rows.back()[i].text = name;
                }
        }
        grid.rows = std::move(rows);
        warnings.push_back(withP1.size() == parallel.size()
                               ? formatMessage("the serial program's row was left out: p = 1 is measured too")
                               : formatMessage("the serial program's row is p = 1 of {}",
                                               shortQuotedList({parallel.begin(), parallel.end()})));
        return;
    }
}

}  // namespace

bool isWorkersHeader(const HeaderName& name)
{
    return name.base == "p" || isWorkerCountHeader(name) ||
           (!name.unitGiven && !name.isRate && !name.isPercentage &&
            (isAmong(namesOfRole(LadderColumn::P), name.base) ||
             isAmong(namesOfRole(LadderColumn::P), withoutCountWords(name.base))));
}

/// "**12 s**" and "__12 s__" without the marks.
static std::string withoutEmphasis(std::string text)
{
    eraseAll(text, "**");
    if (text.starts_with("__") && text.ends_with("__") && text.size() > 4)
        text = text.substr(2, text.size() - 4);
    return text;
}

std::string plainCellText(std::string_view original)
{
    if (isBareNumber(original))
        return std::string(original);
    std::string text = withoutEmphasis(std::string(original));
    for (std::size_t tag = text.find('<'); tag != std::string::npos; tag = text.find('<', tag)) {
        const std::size_t note = text.find("</sup>", tag);  // "3h <sup>[1]</sup>"
        const std::size_t end =
            text.find('>', text.substr(tag, 5) == "<sup>" && note != std::string::npos ? note : tag);
        const bool isTag = end != std::string::npos && (isLetter(text[tag + 1]) || text[tag + 1] == '/');
        text.erase(tag, isTag ? end + 1 - tag : 0);
        tag += isTag ? 0 : 1;
    }
    if (std::count(text.begin(), text.end(), '`') > 1)
        std::erase(text, '`');
    text = std::string(trimmed(text));
    text.erase(0, approximationPrefixLength(text));
    if (const std::size_t last = text.find_last_not_of('*'); last != std::string::npos && isDigit(text[last]))
        text.resize(last + 1);  // a footnote star
    if (const std::size_t remark = findBracketRemark(text); remark != std::string_view::npos)
        text = std::string(trimmed(std::string_view(text).substr(0, remark)));
    return withLatinUnit(withoutTrailingSymbols(std::move(text)));
}

bool isSerialLabel(std::string_view text)
{
    if (isBareNumber(text) || text.size() > 40)
        return false;
    const std::vector<long> counts = parseCounts(text);
    const std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(text), false);
    return (counts.empty() || (counts.size() == 1 && counts.front() == 1)) &&
           std::any_of(words.begin(), words.end(), [](const std::string& word) { return isListed("serial", word); });
}

std::optional<double> leadingNumber(std::string_view text)
{
    std::string number(trimmed(text.substr(0, text.find_last_of("0123456789") + 1)));
    std::replace(number.begin(), number.end(), ',', '.');
    const Result<double> value = parseNumber(number);
    return value ? std::optional(*value) : std::nullopt;
}

bool isFigureWithMark(std::string_view text)
{
    const bool money = text.starts_with('$') || text.starts_with("\xE2\x82\xAC");
    if (money)
        text.remove_prefix(text.starts_with('$') ? 1 : 3);
    const std::size_t end = text.find_first_not_of("0123456789.,+- ");
    if (text.empty() || end == 0)
        return false;
    const std::string_view mark = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
    return (money && mark.empty()) || mark == "%" || mark == "x" || mark == "X" || mark == "\xC3\x97" || mark == "pp";
}

bool isDerivedHeader(std::string_view base)
{
    const auto isIn = [&](std::string_view list) {
        return std::any_of(wordList(list).begin(), wordList(list).end(), [&](const std::string& name) {
            return base == name || (name.size() > 3 && (base.starts_with(name + "_") || base.ends_with("_" + name)));
        });
    };
    return isIn("speedup") || isIn("efficiency");
}

void normalizeCells(Grid& grid, std::vector<std::string>& warnings)
{
    for (GridCell& cell : grid.header) {
        cell.text = std::string(trimmed(withoutEmphasis(std::move(cell.text))));
    }
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        std::set<std::string> before, after;
        std::vector<std::pair<std::size_t, std::string>> changed;
        const bool counts = isWorkersHeader(parseHeaderName(grid.header[i].text));  // "~4" is not a worker count
        for (std::size_t row = 0; row < grid.rows.size(); ++row) {
            const GridCell& cell = grid.rows[row][i];
            if (cell.nested != nullptr || isBareNumber(cell.text) || (counts && cell.text.starts_with('~')))
                continue;
            std::string plain = plainCellText(cell.text);
            if (plain != cell.text)
                changed.emplace_back(row, std::move(plain));
        }
        if (changed.empty())
            continue;
        for (const auto& [row, plain] : changed) {
            before.insert(grid.rows[row][i].text);
            after.insert(plain);
        }
        if (after.size() < before.size() && !isFigureColumn(parseHeaderName(grid.header[i].text)))
            continue;  // "4 (NVLink)" and "4 (PCIe)" are different things
        bool bracket = false, about = false;
        for (auto& [row, plain] : changed) {
            std::string& text = grid.rows[row][i].text;
            bracket = bracket || (findBracketRemark(text) != std::string_view::npos);
            about = about || approximationPrefixLength(trimmed(text)) > 0;
            text = std::move(plain);
        }
        if (bracket)
            warnings.push_back(formatMessage("Remarks in brackets in {} are not read", inQuotes(grid.header[i].text)));
        if (about)
            warnings.push_back(formatMessage("{} holds approximate figures", inQuotes(grid.header[i].text)));
    }
    convertWorkerWords(grid, warnings);
    mergeSerialRow(grid, warnings);
}

void unpivotSpeedups(Grid& grid, std::vector<std::string>& warnings)
{
    if (grid.rows.size() < 2 || grid.header.size() < 3)
        return;
    std::size_t likely = 0;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        likely +=
            isFigureWithMark(grid.rows.front()[i].text) || isDerivedHeader(parseHeaderName(grid.header[i].text).base);
    const std::optional<std::size_t> p = likely > 1 ? findWorkersColumn(grid) : std::nullopt;
    if (!p)
        return;
    std::vector<std::size_t> programs;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (i == *p)
            continue;
        const HeaderName name = parseHeaderName(grid.header[i].text);
        const bool isNamed =
            isDerivedHeader(name.base) && !isListed("speedup", name.base) && name.base.find("ff") == std::string::npos;
        bool figures = true, marked = true;
        for (const std::vector<GridCell>& row : grid.rows) {
            const std::string& text = row[i].text;
            marked = marked && (text.ends_with('x') || text.ends_with("\xC3\x97")) && isFigureWithMark(text);
            figures = figures && (isNumber(text) || isFigureWithMark(text) || isMissing(text));
        }
        if ((isNamed && figures) || (marked && !name.unitGiven && !isDerivedHeader(name.base)))
            programs.push_back(i);
        else if (!isNamed && (name.unitGiven || name.isRate || isDerivedHeader(name.base) || mentionsTime(name)))
            return;  // a separate time or speedup column
    }
    if (programs.size() < 2)
        return;
    std::vector<std::string> names;
    for (const std::size_t program : programs)
        names.push_back(grid.header[program].text);
    grid = meltColumns(grid, programs, "program", names, "speedup");
    std::erase_if(grid.rows, [](const std::vector<GridCell>& row) {
        return isMissing(row.back().text) || parseNumber(row.back().text).value_or(1) == 0;
    });
    warnings.push_back(formatMessage("{} columns hold speedups, one per program", programs.size()));
}

}  // namespace scalewright
