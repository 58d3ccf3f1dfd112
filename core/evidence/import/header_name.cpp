// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/header_name.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

std::string joinWords(const std::vector<std::string>& words, std::size_t from, std::size_t to)
{
    std::string text;
    for (std::size_t i = from; i < to && i < words.size(); ++i)
        text += (i == from ? "" : "_") + words[i];
    return text;
}

/// A unit of wall time after "per", the only place where "d" means day.
const HeaderUnit* findTimeUnit(std::string_view word)
{
    const HeaderUnit* unit = findHeaderUnit(word == "d" ? "day" : word);
    return unit != nullptr && unit->dimension == Dimension::Time ? unit : nullptr;
}

/// Whether this is a time divided by its unit, as in physics: "t / s" is a time in seconds.
bool isTimeName(std::string_view name)
{
    return isListed("time_symbols", name);
}

/// "per wall second" and "per wsec" become "per second"; "per cpusec" becomes "per cpu sec", a second of one worker.
void normalizePerWords(std::vector<std::string>& words)
{
    constexpr std::array<std::string_view, 5> clocks{"wall", "wallclock", "walltime", "elapsed", "real"};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] != "per")
            continue;
        std::string& unitWord = words[i + 1];
        const auto at = words.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        if (std::find(clocks.begin(), clocks.end(), unitWord) != clocks.end() && i + 2 < words.size() &&
            findTimeUnit(words[i + 2]) != nullptr) {
            words.erase(at);
        } else if (unitWord.starts_with("wall") && findTimeUnit(unitWord.substr(4)) != nullptr) {
            unitWord.erase(0, 4);
        } else if (unitWord == "wsec" || unitWord == "ws") {
            unitWord = "s";
        } else {
            for (std::size_t wordLength = 3; wordLength + 1 <= unitWord.size(); ++wordLength)
                if (isWorkerWord(std::string_view(unitWord).substr(0, wordLength)) &&
                    findTimeUnit(unitWord.substr(wordLength)) != nullptr) {
                    const std::string time = unitWord.substr(wordLength);
                    unitWord.resize(wordLength);
                    words.insert(words.begin() + static_cast<std::ptrdiff_t>(i) + 2, time);
                    break;
                }
        }
    }
}

/// Removes a worker word after "per", with or without a time: "gpu", "cpu_second". It is not part of the item counted.
void extractWorkerWord(std::vector<std::string>& words, HeaderName& name)
{
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] != "per" || !isWorkerWord(words[i + 1]))
            continue;
        const bool isPerTime = i + 2 < words.size() && findTimeUnit(words[i + 2]) != nullptr && words[i + 2] != "h";
        const bool isPerHour = i + 2 < words.size() && words[i + 2] == "h";
        name.workerWord = words[i + 1];
        name.isPerWorkerTime = isPerTime || isPerHour;
        const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
        if (name.isPerWorkerTime)
            words.erase(at + 1);
        else
            words.erase(at, at + 2);
        return;
    }
}

}  // namespace

bool isWorkerWord(std::string_view word)
{
    if (word.size() > 3 && word.ends_with("es") && word != "nodes" && word != "tiles" && word != "cores" &&
        word != "devices")
        word.remove_suffix(2);
    else if (word.size() > 2 && word.ends_with('s') && word != "process")
        word.remove_suffix(1);
    return isListed("workers", word);
}

std::string withoutCountWords(std::string_view base)
{
    constexpr std::string_view suffix = "_mpi";
    if (base.size() > suffix.size() && base.ends_with(suffix))
        base.remove_suffix(suffix.size());
    for (const std::string_view prefix :
         {"n\u00BA_de_", "n\u00BA_", "n\u00B0_de_", "n\u00B0_", "num_de_", "numero_de_", "nombre_de_", "nb_de_",
          "cantidad_de_", "quantidade_de_", "number_of_", "no_of_", "anzahl_", "numero_di_"})
        if (base.size() > prefix.size() && base.starts_with(prefix))
            return std::string(base.substr(prefix.size()));
    return std::string(base);
}

bool isWorkerCountHeader(const HeaderName& name)
{
    if (name.unitGiven || name.isRate || name.isPercentage || !name.workerWord.empty())
        return false;
    bool plural = false, hasCountWord = false;
    std::size_t workers = 0;
    for (std::size_t from = 0; from <= name.base.size();) {
        const std::size_t end = std::min(name.base.find('_', from), name.base.size());
        std::string_view word = std::string_view(name.base).substr(from, end - from);
        from = end + 1;
        if (word.starts_with('n') && word.size() > 3 && isWorkerWord(word.substr(1)) && !isWorkerWord(word)) {
            word.remove_prefix(1);
            hasCountWord = true;
        }
        if (isWorkerWord(word)) {
            ++workers;
            plural = plural || (word.ends_with('s') && word != "process");
        } else if (isListed("count_words", word)) {
            hasCountWord = hasCountWord || (word != "the" && word != "of");
        } else {
            return false;
        }
    }
    return workers > 0 && (plural || hasCountWord);
}

std::string timeUnitSymbol(std::string_view text)
{
    const HeaderUnit* unit = findHeaderUnit(lowerCaseLatinAndCyrillic(text));
    return unit != nullptr && unit->dimension == Dimension::Time ? unit->displayName : std::string();
}

bool isHeaderUnit(std::string_view text)
{
    const HeaderName name = parseHeaderName(text);
    return name.isUnitOnly || (name.isRate && name.unitGiven);
}

/// Moves a unit in brackets to the end: "time (seconds) n=1000" becomes "time n=1000 (seconds)".
static std::string moveUnitToEnd(std::string text)
{
    const std::size_t open = text.find_first_of("([");
    const std::size_t close = open == std::string::npos ? open : text.find_first_of(")]", open);
    if (close == std::string::npos || text.find_first_not_of(" \t", close + 1) == std::string::npos ||
        findHeaderUnit(trimmed(std::string_view(text).substr(open + 1, close - open - 1))) == nullptr)
        return text;
    return text.substr(0, open) + text.substr(close + 1) + ' ' + text.substr(open, close - open + 1);
}

/// Separates a capitalized unit attached to a lower-case name: "TempoMS" becomes "Tempo_MS".
static std::string separateTrailingUnit(std::string_view header)
{
    for (const std::string_view unit : {"MS", "Ms", "US", "NS", "Sec", "Secs", "Seconds"})
        if (header.size() > unit.size() && header.ends_with(unit)) {
            const std::size_t at = header.size() - unit.size();
            if (header[at - 1] >= 'a' && header[at - 1] <= 'z')
                return std::string(header.substr(0, at)) + '_' + std::string(unit);
        }
    return std::string(header);
}

bool isHoursMinutesHeader(std::string_view header)
{
    const std::string text = lowerCaseLatinAndCyrillic(header);
    const std::size_t at = text.find("h:mm");
    return at != std::string::npos && text.substr(at + 4, 2) != ":s";
}

/// Removes the cell format, as in "elapsed (hh:mm:ss)"; "hh:mm:ss" alone is a time.
static std::string withoutClockFormat(std::string text)
{
    std::size_t to = text.find(isHoursMinutesHeader(text) ? ":mm" : ":ss");
    if (to == std::string::npos)
        return text;
    std::size_t from = to;
    while (from > 0 && std::string_view("dhm:-").find(text[from - 1]) != std::string_view::npos)
        --from;
    to += 3;
    while (to < text.size() && std::string_view(".sf").find(text[to]) != std::string_view::npos)
        ++to;
    const bool bracketed = from > 0 && to < text.size() &&
                           std::string_view("([").find(text[from - 1]) != std::string_view::npos &&
                           std::string_view(")]").find(text[to]) != std::string_view::npos;
    const std::string rest =
        bracketed ? text.substr(0, from - 1) + text.substr(to + 1) : text.substr(0, from) + text.substr(to);
    return trimmed(rest).empty() ? std::string("time") : rest;
}

HeaderName parseHeaderName(std::string_view header)
{
    HeaderName name;
    std::string text = lowerCaseLatinAndCyrillic(separateTrailingUnit(withoutTrackerPrefix(header)));
    for (const auto& [fullWidth, ascii] :
         {std::pair{"\uFF08", "("}, std::pair{"\uFF09", ")"}, std::pair{"\uFF0C", ","}})
        for (std::size_t at = text.find(fullWidth); at != std::string::npos; at = text.find(fullWidth, at + 1))
            text.replace(at, 3, ascii);
    text = moveUnitToEnd(withoutClockFormat(withoutAccents(text)));
    const auto replaceAll = [&text](std::string_view from, std::string_view to) {
        for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
    };
    replaceAll("i/o", "io");
    name.isPercentage = text.find('%') != std::string::npos || text.ends_with("_pct") || text.ends_with("percent");
    replaceAll("/", "_per_");
    std::vector<std::string> words = splitNameWords(text);
    if (words.size() > 1 && (words.back() == "s" || words.back() == "sec") &&
        isListed("counted_items", words[words.size() - 2]))
        words.insert(words.end() - 1, "per");  // "tok_s"
    normalizePerWords(words);
    extractWorkerWord(words, name);
    if (words.size() == 1 && words[0] == "tgs")  // tokens per GPU and second
        name.workerWord = "gpu";
    const auto setUnit = [&](const HeaderUnit& unit, std::string base) {
        name.unitGiven = true;
        name.base = std::move(base);
        name.unit = unit.displayName;
        name.factor = unit.factor;
        name.dimension = unit.dimension;
    };
    const auto per = std::find(words.begin(), words.end(), "per");
    const auto perIndex = static_cast<std::size_t>(per - words.begin());
    const HeaderUnit* last = words.empty() ? nullptr : findHeaderUnit(words.back());
    const HeaderUnit* first = per == words.end() || perIndex == 0 ? nullptr : findHeaderUnit(words[perIndex - 1]);
    // "hour/ns" is the time per simulated nanosecond, "ns/day" the progress per day.
    std::size_t timeUnitIndex = words.size();  // index of the unit of wall time in the denominator
    for (std::size_t i = 1; i + 1 < words.size(); ++i)
        if (const HeaderUnit* unit = words[i] == "per" ? findTimeUnit(words[i + 1]) : nullptr) {
            const HeaderUnit* numeratorUnit = findTimeUnit(words[i - 1]);
            if (numeratorUnit == nullptr || numeratorUnit->factor < unit->factor)
                timeUnitIndex = i + 1;
        }
    if (words.size() == 1 && words[0] == "elapsedraw") {  // a sacct column next to Elapsed: seconds
        setUnit(*findHeaderUnit("s"), "elapsed");
    } else if (timeUnitIndex < words.size() && isTimeName(joinWords(words, 0, timeUnitIndex - 1))) {  // "t / s"
        setUnit(*findTimeUnit(words[timeUnitIndex]), joinWords(words, 0, timeUnitIndex - 1));
        name.mayBeRate = name.base.size() == 1;
    } else if (timeUnitIndex < words.size()) {
        const HeaderUnit unit = *findTimeUnit(words[timeUnitIndex]);
        setUnit(unit, joinWords(words, 0, timeUnitIndex));
        name.isRate = true;
        name.factor = 1 / unit.factor;
        name.unit = fmt::format("per {}", unit.displayName);
    } else if (last != nullptr && words.size() > 1 && per == words.end()) {
        setUnit(*last, joinWords(words, 0, words.size() - 1));
    } else if (last != nullptr && words.size() == 1 && last->displayName != std::string_view("day") &&
               last->displayName != std::string_view("ps")) {
        name.isUnitOnly = true;
        name.mayBeMinimum = words[0] == "min";
        setUnit(*last, words[0]);
    } else if (first != nullptr && perIndex == 1) {  // "sec/epoch", "ms_per_step"
        setUnit(*first,
                (first->dimension == Dimension::Time ? "time_" : "energy_") + joinWords(words, perIndex, words.size()));
    } else if (first != nullptr) {  // "step time (ms/step)"
        setUnit(*first, joinWords(words, 0, perIndex - 1));
    } else if (last != nullptr && words.size() > 1) {  // "time per epoch [h]"
        setUnit(*last, joinWords(words, 0, words.size() - 1));
    } else {
        name.base = joinWords(words, 0, words.size());
    }
    for (const std::string_view preposition : {"_in", "_en"})  // "time in s"
        if (name.unitGiven && name.base.size() > preposition.size() && name.base.ends_with(preposition))
            name.base.resize(name.base.size() - preposition.size());
    if (!name.isRate && !name.workerWord.empty() && name.base != "tgs")
        name.base += "_per_" + name.workerWord;
    return name;
}

HeaderName asRate(HeaderName name)
{
    name.base += "_per_" + name.unit;
    name.isRate = true;
    name.mayBeRate = false;
    name.factor = 1 / name.factor;
    name.unit = fmt::format("per {}", name.unit);
    return name;
}

std::vector<HeaderName> parseHeaderNames(const Grid& grid)
{
    std::vector<HeaderName> names;
    std::set<std::string> bases;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& text = grid.header[i].text;
        names.push_back(parseHeaderName(text));
        if (grid.isTrackerTable && !names.back().isRate)
            names.back() = parseHeaderName(lastKeyPart(withoutTrackerPrefix(text)));
        if (const std::string unit = grid.unitOfColumn(i); !unit.empty() && !names.back().unitGiven)
            names.back() = parseHeaderName(fmt::format("{} ({})", text, unit));
        bases.insert(names.back().base);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        HeaderName& name = names[i];
        const auto hasSibling = [&](const char* word) { return bases.contains(name.base + word); };
        if (name.unit != "min" || name.isUnitOnly || name.isRate || !lowerCase(grid.header[i].text).ends_with("min") ||
            !(hasSibling("_max") || hasSibling("_mean") || hasSibling("_avg") || hasSibling("_median") ||
              hasSibling("_std")))
            continue;
        name = HeaderName{.base = name.base + "_min", .unit = {}, .mayBeMinimum = true};
    }
    return names;
}

std::string supportedUnitsText(Dimension dimension)
{
    return dimension == Dimension::Energy ? "J, kJ, Wh or kWh" : "s, ms, us, ns, min or h";
}

const std::vector<std::string>& namesOfRole(LadderColumn column)
{
    static const std::map<LadderColumn, std::vector<std::string>> namesByRole = [] {
        std::map<LadderColumn, std::vector<std::string>> all;
        for (const LadderRole& role : ladderRoles) {
            std::vector<std::string>& names = all[role.column];
            for (const std::string_view alias : splitWords(role.headerAliases))
                names.emplace_back(alias);
            for (const std::string& text : writtenNamesOf(role.name))
                if (std::string base = parseHeaderName(text).base; !isAmong(names, base))
                    names.push_back(std::move(base));
        }
        return all;
    }();
    return namesByRole.at(column);
}

bool isNameOfRole(LadderColumn column, std::string_view base)
{
    return base == ladderRoleOf(column).name || isAmong(namesOfRole(column), base);
}

std::string withoutStatisticWords(std::string_view base)
{
    std::string remaining(base);
    for (const std::string& word : wordList("statistics")) {
        if (remaining.starts_with(word + "_"))
            remaining.erase(0, word.size() + 1);
        if (remaining.ends_with("_" + word))
            remaining.resize(remaining.size() - word.size() - 1);
    }
    return remaining;
}

bool mentionsTime(const HeaderName& name)
{
    if (name.isRate || name.isPercentage || name.mayBeMinimum || (name.unitGiven && name.dimension != Dimension::Time))
        return false;
    const std::vector<std::string>& timeWords = wordList("time");
    bool hasTimeWord = false;
    std::string_view before;
    for (const std::string_view word : splitFields(name.base, '_')) {
        if (isListed("other_times", word) && !(word == "of" && isListed("statistics", before)))  // "average of 3 runs"
            return false;
        before = word;
        hasTimeWord = hasTimeWord || std::any_of(timeWords.begin(), timeWords.end(), [&](const std::string& each) {
                          const bool letters =
                              !isNonAscii(each.front()) || each.size() > 6;  // languages with and without spaces
                          return letters ? word == each || (word.ends_with("time") && each == "time")
                                         : word.find(each) != std::string_view::npos;
                      });
    }
    return hasTimeWord;
}

bool mentionsThroughput(const HeaderName& name)
{
    return !name.isPercentage && !name.unitGiven &&
           isAmong(splitFields(name.base, '_'), std::string_view("throughput"));
}

bool mentionsListed(std::string_view base, std::string_view list)
{
    const std::vector<std::string>& words = wordList(list);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return base.find(word) != std::string_view::npos; });
}

bool isRepeatCounter(std::string_view base)
{
    return isListed("repeat_counters", base);
}

}  // namespace scalewright
