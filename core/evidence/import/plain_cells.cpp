#include "core/evidence/import/plain_cells.h"

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

namespace scalewright {

namespace {

bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Digits and what numbers hold: most cells, and there is nothing to do for them.
bool isBareNumber(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return isAsciiDigit(c) || c == '.' || c == ',' || c == '+' || c == '-' || c == 'e' || c == 'E' || c == ':';
    });
}

void eraseAll(std::string& text, std::string_view mark)
{
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
        text.erase(at, mark.size());
}

/// "100 \u0441" as "100 s": a unit in other letters, behind a figure.
std::string withLatinUnit(std::string text)
{
    const std::size_t end = text.find_first_not_of("0123456789.,+-eE: ");
    if (end == std::string::npos || end == 0 || (static_cast<unsigned char>(text[end]) & 0x80u) == 0)
        return text;
    std::string_view unit = trimmed(std::string_view(text).substr(end));
    while (unit.ends_with('.'))
        unit.remove_suffix(1);
    const std::string shown = timeUnitShown(unit);
    return shown.empty() ? text : std::string(trimmed(std::string_view(text).substr(0, end))) + ' ' + shown;
}

/// Without signs behind the text that are neither letters nor figures: "1.31x" and a star.
std::string withoutSymbols(std::string text)
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

/// How much of "ca. 23.240", "~180 s" stands before the figure and says that it is about that; 0: nothing.
std::size_t aboutLength(std::string_view text)
{
    const std::string small = lowerCase(text.substr(0, 12));
    for (const std::string_view about : {"~", "\xE2\x89\x88", "ca.", "ca ", "circa ", "approx.", "approx ", "about ",
                                         "etwa ", "rund ", "ungef\xC3\xA4hr "}) {
        const std::size_t figure = small.starts_with(about) ? text.find_first_not_of(" \t", about.size()) : text.npos;
        if (figure != text.npos && isAsciiDigit(text[figure]))
            return figure;
    }
    return 0;
}

/// Where a remark in brackets begins behind a figure: "149 (147-151)", "1.0x (baseline)". A unit in them is none.
std::size_t remarkAt(std::string_view text)
{
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos || open == 0 || !isAsciiDigit(text.front()) || !text.ends_with(')'))
        return std::string_view::npos;
    return isHeaderUnit(text.substr(open + 1, text.size() - open - 2)) ? std::string_view::npos : open;
}

/// A sign before a figure that joins it to no word: that of "-1", "--1", "_4", "~4", "x -1", "- 1"; not of "mpi-8",
/// "Parallel - 4".
bool endsWithSign(std::string_view before)
{
    const auto isWord = [](char c) {
        return isAsciiDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ')' ||
               (static_cast<unsigned char>(c) & 0x80u) != 0;
    };
    const bool glued = !before.empty() && !isBlank(before.back());
    while (!before.empty() && isBlank(before.back()))
        before.remove_suffix(1);
    if (before.empty() || std::string_view("-_~").find(before.back()) == std::string_view::npos)
        return false;
    before.remove_suffix(1);
    return glued ? before.empty() || !isWord(before.back()) : std::none_of(before.begin(), before.end(), isWord);
}

/// Whole numbers that stand by themselves, or before an "x": "2 workers", "Serial (1)", "4x A100 (40GB)", "mpi_8".
std::vector<long> countsIn(std::string_view text)
{
    std::vector<long> counts;
    for (std::size_t at = 0; at < text.size();) {
        if (!isAsciiDigit(text[at])) {
            ++at;
            continue;
        }
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        const bool begins = (at == 0 || std::string_view(" (_-=@:/").find(text[at - 1]) != std::string_view::npos) &&
                            !endsWithSign(text.substr(0, at));
        std::string_view behind = text.substr(end);
        for (const std::string_view sign : {"x", "X", "\xC3\x97"})
            if (behind.starts_with(sign) && (behind.size() == sign.size() || behind[sign.size()] == ' '))
                behind.remove_prefix(sign.size());
        const bool listed = behind.size() > 1 && behind.front() == ',' && behind[1] == ' ';
        if (begins &&
            (listed || behind.empty() || std::string_view(" )_-:;/").find(behind.front()) != std::string_view::npos)) {
            if (const Result<long> count = parseCount(text.substr(at, end - at), 1, 1L << 24))
                counts.push_back(*count);
            else if (at > 1 && isAsciiDigit(text[at - 2]))  // "1 000": not 1
                counts.push_back(0);
        }
        at = end;
    }
    return counts;
}

/// "Eight" is 8.
std::optional<long> countInWords(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, long>, 12> numbers{{{"one", 1},
                                                                         {"two", 2},
                                                                         {"three", 3},
                                                                         {"four", 4},
                                                                         {"five", 5},
                                                                         {"six", 6},
                                                                         {"seven", 7},
                                                                         {"eight", 8},
                                                                         {"nine", 9},
                                                                         {"ten", 10},
                                                                         {"twelve", 12},
                                                                         {"sixteen", 16}}};
    std::string small = lowerCase(text);
    std::erase(small, '"');
    for (const auto& [word, number] : numbers)
        if (trimmed(small) == word)
            return number;
    return std::nullopt;
}

std::optional<long> workersInCell(std::string_view text)
{
    if (const std::optional<long> word = countInWords(text))
        return word;
    const std::vector<long> counts = countsIn(text);
    return counts.size() == 1 ? std::optional(counts.front()) : std::nullopt;
}

/// Words of a cell that say that workers are counted: "2 threads", "Parallel 4", "--jobs 8".
bool speaksOfWorkers(std::string_view text)
{
    constexpr std::array<std::string_view, 9> others{"parallel", "omp",      "openmp",   "mpi",   "jobs",
                                                     "np",       "paralelo", "paralela", "serial"};
    const std::vector<std::string> words = nameWords(lowerCaseOfLetters(text), false);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return isWorkerWord(word) || isAmong(others, word) || saysSerial(word) ||
               (word.size() > 2 && isAmong(columnNames().roles.at(LadderColumn::P), word));
    });
}

bool isCount(std::string_view text)
{
    const Result<double> number = parseNumber(text);
    return number && *number >= 1 && *number == std::floor(*number);
}

/// Words of a cell that a count of workers may have beside it: "8 GPUs", "4 A100", "2 Rechner", "4x".
bool mayCount(const std::string& word)
{
    const auto isDigitOrX = [](char c) { return isAsciiDigit(c) || c == 'x'; };
    return word.find_first_of("0123456789") != std::string::npos || std::all_of(word.begin(), word.end(), isDigitOrX) ||
           word == "\xC3\x97" || word.starts_with("base") || isAmong(columnNames().hosts, word) ||
           isAmong(columnNames().hosts, word + "s");
}

/// What is no count though a digit stands in it: "1e-320", "0:03", "=3", "3 min", "3 %", "12 parsecs".
bool isNoCount(std::string_view text)
{
    if (text.ends_with(':'))  // "4: 2.5"
        text.remove_suffix(1);
    if (isCount(text))
        return false;
    if (text.empty() || isBareNumber(text))
        return true;
    if (std::string_view("=<>(").find(text.front()) != std::string_view::npos)
        return true;
    const std::size_t end = text.find_first_not_of("0123456789");
    if (end == 0)
        return false;  // a name with a count in it: "np=8", "node4"
    const std::string_view rest = trimmed(text.substr(std::min(end, text.size())));
    if (rest.starts_with('%') || rest.starts_with('$') || rest.starts_with("\xC2\xB1"))
        return true;
    if (rest.starts_with('(') && rest.ends_with(')'))
        return isHeaderUnit(rest.substr(1, rest.size() - 2));
    const bool isWord = !rest.empty() && std::string_view(":;,-_/").find(rest.front()) == std::string_view::npos;
    const std::vector<std::string> words = nameWords(lowerCaseOfLetters(rest));
    return isWord && !words.empty() && !speaksOfWorkers(rest) && !std::any_of(words.begin(), words.end(), mayCount);
}

/// A column of times, rates or what follows from them: a remark in one of its cells tells nothing apart.
bool holdsFigures(const HeaderName& name)
{
    return name.unitGiven || name.isRate || name.isShare || isDerived(name.base) ||
           std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
               return role.says != LadderSays::Workers &&
                      (name.base == role.name || isAmong(columnNames().roles.at(role.column), name.base));
           });
}

/// "node 1", "rank 3": numbers one of them, and counts none.
bool numbersOne(std::string_view text)
{
    const std::vector<std::string> words = nameWords(lowerCaseOfLetters(text));
    return words.size() == 2 && isWorkerWord(words[0]) && !words[0].ends_with('s') && isCount(words[1]);
}

/// Counts of workers in the words of a column; empty where some cell holds none, or all hold the same.
std::vector<std::string> countsOfColumn(const Grid& grid, std::size_t column, bool isNamed)
{
    std::vector<std::string> counts;
    std::set<std::string> distinct;
    std::size_t speaking = 0;
    bool inWords = false;
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::string digits = withoutDigitGroups(row[column].text).value_or(std::string());
        const std::string& text = isNamed && !digits.empty() ? digits : row[column].text;
        const bool serialRow =
            isNamed && isMissing(text) &&
            std::any_of(row.begin(), row.end(), [](const GridCell& cell) { return saysSerial(cell.text); });
        if (isCount(text)) {
            counts.push_back(text);
            distinct.insert(text);
            ++speaking;
            continue;
        }
        inWords = true;
        if (numbersOne(text))
            return {};
        const bool readable = row[column].nested == nullptr && !(isNamed && isNoCount(text));
        std::optional<long> count = readable ? workersInCell(text) : std::nullopt;
        if (!count && (serialRow || (saysSerial(text) && countsIn(text).empty())))
            count = 1;
        if (!count && isNamed && !isMissing(text) && !isCount(text)) {
            counts.push_back(text);  // refused where it matters
            continue;
        }
        if (!count)
            return {};
        speaking += speaksOfWorkers(text) ? 1 : 0;
        counts.push_back(std::to_string(*count));
        distinct.insert(counts.back());
    }
    const bool tells = isNamed || 2 * speaking >= grid.rows.size();
    return tells && inWords && distinct.size() > 1 ? counts : std::vector<std::string>();
}

/// What a cell says beside its count: "a100" of "4x A100", "thread" of "2 threads"; nothing of a serial program.
std::string saidBeside(std::string_view text)
{
    if (saysSerial(text))
        return {};
    std::string said;
    for (std::string word : nameWords(lowerCaseOfLetters(text))) {
        if (word.find_first_not_of("0123456789x\xC3\x97") == std::string::npos || countInWords(word))
            continue;
        if (word.size() > 2 && word.ends_with('s'))
            word.pop_back();
        said.append(said.empty() ? "" : " ").append(word);
    }
    return said;
}

/// "1x A100" and "8x H100" are two things: what they are tells them apart.
void addWhatCounts(Grid& grid, const std::vector<std::string>& before)
{
    std::set<std::string> kinds;
    std::vector<std::string> kindOf;
    for (const std::string& text : before) {
        kindOf.push_back(saidBeside(text));
        if (!kindOf.back().empty())
            kinds.insert(kindOf.back());
    }
    if (kinds.size() < 2 || grid.rows.empty())
        return;
    grid.header.push_back({"of", grid.header.front().where});
    if (!grid.units.empty())
        grid.units.resize(grid.header.size());
    for (std::size_t row = 0; row < grid.rows.size(); ++row)
        grid.rows[row].push_back({kindOf[row].empty() ? before[row] : kindOf[row], grid.rows[row].front().where});
}

/// A row of a serial program beside one worker of the parallel one is no repeat of it.
void dropSerialBesideOne(Grid& grid, const std::vector<std::string>& before, std::size_t column,
                         std::vector<std::string>& warnings)
{
    const auto isOne = [&](std::size_t row) {
        return grid.rows[row][column].text == "1" && !saysSerial(before[row]) && !isMissing(before[row]);
    };
    bool any = false;
    for (std::size_t row = 0; row < grid.rows.size(); ++row)
        any = any || isOne(row);
    std::vector<std::vector<GridCell>> kept;
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        const bool serial = grid.rows[row][column].text == "1" && !isOne(row) && !isCount(before[row]);
        if (any && serial)
            warnings.push_back(say("the serial program's row was left out: p = 1 is measured beside it"));
        else
            kept.push_back(std::move(grid.rows[row]));
    }
    grid.rows = std::move(kept);
}

/// "2 workers", "Parallel 4", "Eight" as numbers.
void takeWorkersInWords(Grid& grid, std::vector<std::string>& warnings)
{
    std::vector<HeaderName> names;
    bool counted = false;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        names.push_back(headerName(grid.header[i].text));
        counted = counted || (namesWorkers(names[i]) && !grid.rows.empty() &&
                              std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                                  return isCount(row[i].text) || withoutDigitGroups(row[i].text);
                              }));
    }
    if (counted || grid.rows.size() < 2)
        return;
    for (const bool named : {true, false})
        for (std::size_t i = 0; i < grid.header.size(); ++i) {
            const HeaderName& name = names[i];
            if (namesWorkers(name) != named || (!named && (name.unitGiven || name.isRate || isDerived(name.base))))
                continue;
            const std::vector<std::string> counts = countsOfColumn(grid, i, named);
            if (counts.empty())
                continue;
            std::vector<std::string> before;
            for (std::size_t row = 0; row < grid.rows.size(); ++row) {
                before.push_back(grid.rows[row][i].text);
                grid.rows[row][i].text = counts[row];
            }
            warnings.push_back(
                say("p is the number in {}, such as {}", inQuotes(grid.header[i].text), inQuotes(before.back())));
            if (!named)
                grid.header[i].text = "p";
            addWhatCounts(grid, before);
            dropSerialBesideOne(grid, before, i, warnings);
            return;
        }
}

std::optional<std::size_t> workersColumn(const Grid& grid)
{
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (namesWorkers(headerName(grid.header[i].text)) &&
            std::all_of(grid.rows.begin(), grid.rows.end(),
                        [&](const std::vector<GridCell>& row) { return isCount(row[i].text); })) {
            if (found)
                return std::nullopt;
            found = i;
        }
    return found;
}

/// The row of a serial program is the first of each parallel one's ladder that has none at p = 1.
void joinSerial(Grid& grid, std::vector<std::string>& warnings)
{
    for (std::size_t i = 0; grid.rows.size() > 1 && i < grid.header.size(); ++i) {
        if (std::none_of(grid.rows.begin(), grid.rows.end(),
                         [i](const std::vector<GridCell>& row) { return saysSerial(row[i].text); }))
            continue;
        const std::optional<std::size_t> p = workersColumn(grid);
        if (!p)
            return;
        std::set<std::string> parallel, withOne;
        std::size_t serial = 0;
        bool alone = true;  // the serial program has rows of p = 1, and no others
        for (const std::vector<GridCell>& row : grid.rows)
            if (saysSerial(row[i].text)) {
                ++serial;
                alone = alone && row[*p].text == "1";
            } else {
                parallel.insert(row[i].text);
                if (row[*p].text == "1")
                    withOne.insert(row[i].text);
            }
        if (serial == 0 || !alone || parallel.empty() || i == *p)
            continue;
        std::vector<std::vector<GridCell>> rows;
        for (std::vector<GridCell>& row : grid.rows) {
            if (!saysSerial(row[i].text)) {
                rows.push_back(std::move(row));
                continue;
            }
            for (const std::string& name : parallel)
                if (!withOne.contains(name)) {
                    rows.push_back(row);
                    rows.back()[i].text = name;
                }
        }
        grid.rows = std::move(rows);
        warnings.push_back(
            withOne.size() == parallel.size()
                ? say("the serial program's row was left out: p = 1 is measured beside it")
                : say("the serial program's row is p = 1 of {}", listed({parallel.begin(), parallel.end()})));
        return;
    }
}

}  // namespace

bool namesWorkers(const HeaderName& name)
{
    const std::vector<std::string>& guesses = columnNames().roles.at(LadderColumn::P);
    return name.base == "p" || countsWorkers(name) ||
           (!name.unitGiven && !name.isRate && !name.isShare &&
            (isAmong(guesses, name.base) || isAmong(guesses, withoutCounting(name.base))));
}

std::string plainCell(std::string_view original)
{
    if (isBareNumber(original))
        return std::string(original);
    std::string text(original);
    eraseAll(text, "**");
    if (std::count(text.begin(), text.end(), '`') > 1)
        std::erase(text, '`');
    text = std::string(trimmed(text));
    text.erase(0, aboutLength(text));
    if (const std::size_t last = text.find_last_not_of('*'); last != std::string::npos && isAsciiDigit(text[last]))
        text.resize(last + 1);  // a footnote's star
    if (const std::size_t remark = remarkAt(text); remark != std::string_view::npos)
        text = std::string(trimmed(std::string_view(text).substr(0, remark)));
    return withLatinUnit(withoutSymbols(std::move(text)));
}

bool saysSerial(std::string_view text)
{
    if (isBareNumber(text) || text.size() > 40)
        return false;
    const std::vector<long> counts = countsIn(text);
    const std::vector<std::string> words = nameWords(lowerCaseOfLetters(text), false);
    return (counts.empty() || (counts.size() == 1 && counts.front() == 1)) &&
           std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return isAmong(columnNames().serial, word); });
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

bool isDerived(std::string_view base)
{
    const auto begins = [&](const std::vector<std::string>& names) {
        return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return base == name || (name.size() > 3 && (base.starts_with(name + "_") || base.ends_with("_" + name)));
        });
    };
    return begins(columnNames().speedup) || begins(columnNames().efficiency);
}

void makePlain(Grid& grid, std::vector<std::string>& warnings)
{
    for (GridCell& cell : grid.header) {
        eraseAll(cell.text, "**");
        cell.text = std::string(trimmed(cell.text));
    }
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        std::set<std::string> before, after;
        std::vector<std::pair<std::size_t, std::string>> changed;
        const bool counts = namesWorkers(headerName(grid.header[i].text));  // "~4" is no number of workers
        for (std::size_t row = 0; row < grid.rows.size(); ++row) {
            const GridCell& cell = grid.rows[row][i];
            if (cell.nested != nullptr || isBareNumber(cell.text) || (counts && cell.text.starts_with('~')))
                continue;
            std::string plain = plainCell(cell.text);
            if (plain != cell.text)
                changed.emplace_back(row, std::move(plain));
        }
        if (changed.empty())
            continue;
        for (const auto& [row, plain] : changed) {
            before.insert(grid.rows[row][i].text);
            after.insert(plain);
        }
        if (after.size() < before.size() && !holdsFigures(headerName(grid.header[i].text)))
            continue;  // "4 (NVLink)" and "4 (PCIe)" are two things
        bool bracket = false, about = false;
        for (auto& [row, plain] : changed) {
            std::string& text = grid.rows[row][i].text;
            bracket = bracket || (remarkAt(text) != std::string_view::npos);
            about = about || aboutLength(trimmed(text)) > 0;
            text = std::move(plain);
        }
        if (bracket)
            warnings.push_back(say("Remarks in brackets in {} are not read", inQuotes(grid.header[i].text)));
        if (about)
            warnings.push_back(say("{} holds approximate figures", inQuotes(grid.header[i].text)));
    }
    takeWorkersInWords(grid, warnings);
    joinSerial(grid, warnings);
}

void meltSpeedups(Grid& grid, std::vector<std::string>& warnings)
{
    if (grid.rows.size() < 2 || grid.header.size() < 3)
        return;
    std::size_t likely = 0;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        likely +=
            isFigureWithMark(grid.rows.front()[i].text) || isDerived(headerName(grid.header[i].text).base) ? 1 : 0;
    const std::optional<std::size_t> p = likely > 1 ? workersColumn(grid) : std::nullopt;
    if (!p)
        return;
    std::vector<std::size_t> programs;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (i == *p)
            continue;
        const HeaderName name = headerName(grid.header[i].text);
        const bool named = isDerived(name.base) && !isAmong(columnNames().speedup, name.base) &&
                           name.base.find("ff") == std::string::npos;
        bool figures = true, marked = true;
        for (const std::vector<GridCell>& row : grid.rows) {
            const std::string& text = row[i].text;
            marked = marked && (text.ends_with('x') || text.ends_with("\xC3\x97")) && isFigureWithMark(text);
            figures = figures && (isNumber(text) || isFigureWithMark(text) || isMissing(text));
        }
        if ((named && figures) || (marked && !name.unitGiven && !isDerived(name.base)))
            programs.push_back(i);
        else if (!named && (name.unitGiven || name.isRate || isDerived(name.base)))
            return;  // a time or a speedup of its own
    }
    if (programs.size() < 2)
        return;
    Grid turned{.header = {}, .rows = {}, .ofRuns = grid.ofRuns};
    turned.around = grid.around;
    turned.apart = grid.apart;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!isAmong(programs, i))
            turned.header.push_back(grid.header[i]);
    turned.header.push_back({"program", grid.header[programs.front()].where});
    turned.header.push_back({"speedup", grid.header[programs.front()].where});
    for (const std::vector<GridCell>& cells : grid.rows)
        for (const std::size_t program : programs) {
            if (isMissing(cells[program].text) || parseNumber(cells[program].text).value_or(1) == 0)
                continue;
            std::vector<GridCell>& row = turned.rows.emplace_back();
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (!isAmong(programs, i))
                    row.push_back(cells[i]);
            row.push_back({grid.header[program].text, cells[program].where});
            row.push_back(cells[program]);
        }
    warnings.push_back(say("{} columns hold speedups, each of a program", programs.size()));
    grid = std::move(turned);
}

}  // namespace scalewright
