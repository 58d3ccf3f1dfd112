#include "core/evidence/import/column_candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

/// Names that mean something else where no unit makes a time of them: "epoch" counts, "tp" is a degree of parallelism,
/// a halo has a width.
bool needsUnit(std::string_view name)
{
    constexpr std::array<std::string_view, 8> others{"step", "epoch", "iteration", "total",
                                                     "tp",   "speed", "halo",      "exchange"};
    return isAmong(others, name);
}

/// The clock that a tracker keeps of every whole run, start-up and validation included.
bool isTrackersClock(const Grid& grid, std::size_t column)
{
    constexpr std::array<std::string_view, 4> clocks{"Runtime", "_runtime", "summary._runtime", "duration"};
    return grid.ofRuns && isAmong(clocks, grid.header[column].text);
}

/// A column of words is no figure, whatever its name.
bool holdsFigures(const Grid& grid, std::size_t column)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        return row[column].nested == nullptr &&
               (isMissing(text) || (text[0] >= '0' && text[0] <= '9') || isNumber(text));
    });
}

/// Numbers of workers, in some row at least; of a name that is a time's too ("mpi"), in every row.
bool holdsWorkers(const Grid& grid, std::size_t column, std::string_view base)
{
    if (base == "mpi" && std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return !parseCount(row[column].text, 1, 1'000'000'000);
        }))
        return false;
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const Result<double> number = parseNumber(row[column].text);
        return number && *number >= 1 && *number == std::floor(*number);
    });
}

bool sameTexts(const Grid& grid, std::size_t one, std::size_t other)
{
    return std::all_of(grid.rows.begin(), grid.rows.end(),
                       [&](const std::vector<GridCell>& row) { return row[one].text == row[other].text; });
}

bool hasWordLike(const Grid& grid, std::size_t column, std::initializer_list<std::string_view> parts)
{
    const std::vector<std::string> words = nameWords(lowerCaseOfLetters(grid.header[column].text));
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return word.find(part) != std::string::npos; });
    });
}

bool namesThreads(const Grid& grid, std::size_t column)
{
    return hasWordLike(grid, column, {"thread", "omp", "hilos"});
}

/// Processes and their threads are two counts even where they are equal; cores and threads are one.
bool areProcessesOfThreads(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const std::optional<Hybrid> hybrid = hybridAmong(grid, candidates);
    return hybrid && hasWordLike(grid, hybrid->of, {"proc", "rank", "mpi", "task", "np"});
}

/// Without what says of whom it is: "throughput_per_gpu" is "throughput".
std::string ofAll(const HeaderName& name)
{
    const std::string behind = "_per_" + name.ofWorker;
    return !name.isRate && !name.ofWorker.empty() && name.base.ends_with(behind)
               ? name.base.substr(0, name.base.size() - behind.size())
               : name.base;
}

/// "davon Kommunikation [s]": a time with a part's name among its words. "MPI" alone may be the whole program's.
bool isPartByAWord(const HeaderName& name, const std::vector<std::string>& guesses)
{
    if (!name.unitGiven || name.dimension != Dimension::Time || name.isRate || name.isShare || name.isMinimum)
        return false;
    const std::vector<std::string_view> words = fieldsIn(name.base, '_');
    return words.size() > 1 && std::any_of(words.begin(), words.end(), [&](std::string_view word) {
               return word.size() > 3 && isAmong(guesses, std::string(word));
           });
}

/// The same texts at every p, several p: what was set there, and not what was measured.
bool isSetAtEveryP(const Columns& columns, const Grid& grid, std::size_t column)
{
    const std::optional<std::size_t> p = columns[LadderColumn::P];
    if (!p)
        return false;
    std::map<std::string, std::set<std::string>> valuesAt;
    for (const std::vector<GridCell>& row : grid.rows)
        valuesAt[row[*p].text].insert(row[column].text);
    return valuesAt.size() > 1 && std::all_of(valuesAt.begin(), valuesAt.end(), [&](const auto& each) {
               return each.second == valuesAt.begin()->second;
           });
}

}  // namespace

bool isVague(std::string_view name)
{
    constexpr std::array<std::string_view, 11> vague{"load", "rate", "x_p",  "duration",    "ncpus", "alloccpus",
                                                     "mpi",  "core", "fils", "performance", "perf"};
    return (name.size() <= 2 && name != "np") || needsUnit(name) || isAmong(vague, name);
}

std::optional<Hybrid> hybridAmong(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const auto isThreads = [&](std::size_t i) { return namesThreads(grid, i); };
    const auto isWhole = [&](std::size_t i) {
        return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return parseCount(row[i].text, 1, 1'000'000).has_value();
        });
    };
    const auto threads = std::find_if(candidates.begin(), candidates.end(), isThreads);
    const auto of = std::find_if_not(candidates.begin(), candidates.end(), isThreads);
    return threads != candidates.end() && of != candidates.end() && isWhole(*threads) && isWhole(*of)
               ? std::optional(Hybrid{*of, *threads})
               : std::nullopt;
}

std::vector<std::size_t> candidatesFor(const LadderRole& role, const Columns& columns, const Grid& grid,
                                       const std::vector<HeaderName>& names)
{
    std::vector<std::size_t> candidates;
    const bool workers = role.says == LadderSays::Workers;
    const auto consider = [&](std::size_t i) {
        if (!columns.taken(i) && (workers ? holdsWorkers(grid, i, names[i].base) : holdsFigures(grid, i)) &&
            !isAmong(candidates, i))
            candidates.push_back(i);
    };
    const std::vector<std::string>& guesses = columnNames().roles.at(role.column);
    const auto isNamed = [&](const HeaderName& name, const std::string& base, const std::string& guess) {
        const bool simulated = guess == "total" && name.unit == "day";  // "total_days" of a model's weather
        return base == guess && !name.isShare && !name.isRate && unitFits(role, name) && !simulated &&
               (name.unitGiven || !needsUnit(guess));
    };
    for (const std::string& guess : guesses)
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (isNamed(names[i], workers ? withoutCounting(names[i].base) : names[i].base, guess))
                consider(i);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];
        if (role.column == LadderColumn::Throughput && name.isRate && name.ofWorker.empty())
            consider(i);
        else if (role.column == LadderColumn::Time && name.unitGiven && name.dimension == Dimension::Time &&
                 !name.isRate && !name.isMinimum &&
                 ((name.isUnit && name.base.size() > 1 && !isSetAtEveryP(columns, grid, i)) ||
                  name.base.starts_with("time_per_")))  // "S" is a speedup
            consider(i);
        else if (role.column == LadderColumn::Energy && name.isUnit && name.base.size() > 1 &&
                 name.dimension == Dimension::Energy)
            consider(i);
        else if (role.says == LadderSays::Part && isPartByAWord(name, guesses))
            consider(i);
    }
    if (!candidates.empty())
        return candidates;
    // What says less: the mean of such a time, a rate of one worker, a count that no list names.
    bool isMedian = false;
    for (const std::string& guess : guesses)
        for (std::size_t i = 0; i < grid.header.size(); ++i) {
            const HeaderName& name = names[i];
            const std::string bare = columnNames().withoutStatistics(name.base);
            if (bare == name.base || !(isNamed(name, bare, guess) || isNamed(name, bare, role.name)))
                continue;
            const bool median = name.base.find("med") != std::string::npos;
            if (median && !isMedian)
                candidates.clear();
            if (median || !isMedian)
                consider(i);
            isMedian = isMedian || median;
        }
    if (!candidates.empty())
        return candidates;
    const auto isPart = [&](const std::string& base) {
        const std::vector<std::string_view> words = fieldsIn(base, '_');
        return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& each) {
            const std::vector<std::string>& ofPart = columnNames().roles.at(each.column);
            return each.says == LadderSays::Part &&
                   (isAmong(ofPart, base) || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
                        return word == each.name || (word != "mpi" && isAmong(ofPart, word));
                    }));
        });
    };
    // "median_ms", "mean [s]"; "value" beside a column of its unit.
    for (const std::string_view statistic : {"median", "med", "mean", "avg", "average", "value", "result", "wert"})
        for (std::size_t i = 0; role.column == LadderColumn::Time && i < grid.header.size() && candidates.empty(); ++i)
            if (names[i].base == statistic && names[i].unitGiven && names[i].dimension == Dimension::Time &&
                !names[i].isRate && !names[i].isShare)
                consider(i);
    if (!candidates.empty())
        return candidates;
    for (std::size_t i = 0; role.column == LadderColumn::Time && i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];  // "MPI Time (seconds) N=1000"
        const std::string base = '_' + name.base + '_';
        if (name.unitGiven && name.dimension == Dimension::Time && !name.isRate && !name.isMinimum && !name.isShare &&
            (base.find("_time_") != std::string::npos || base.find("_runtime_") != std::string::npos) &&
            !isPart(name.base))
            consider(i);
    }
    const bool noTime = role.column == LadderColumn::Time && candidates.empty();
    for (std::size_t i = 0; noTime && i < grid.header.size(); ++i)
        if (speaksOfTime(names[i]) && !isPart(names[i].base))
            consider(i);
    for (std::size_t i = 0; role.column == LadderColumn::Throughput && i < grid.header.size(); ++i)
        if (speaksOfThroughput(names[i]))
            consider(i);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];
        const std::string bare = ofAll(name);
        if (role.column == LadderColumn::Throughput && !name.ofWorker.empty() && !name.isShare &&
            (name.isRate || bare == role.name || isAmong(guesses, bare)))
            consider(i);
        else if (workers && (countsWorkers(name) || grid.header[i].text.find('*') != std::string::npos))
            consider(i);
    }
    // What holds workers counts them where nothing counts the workers themselves.
    if (workers && candidates.empty())
        for (const std::string& host : columnNames().hosts)
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (withoutCounting(names[i].base) == host && !names[i].unitGiven && !names[i].isShare)
                    consider(i);
    return candidates;
}

std::vector<std::size_t> decidedByValues(const LadderRole& role, std::vector<std::size_t> candidates, const Grid& grid,
                                         const std::vector<HeaderName>& names, Columns& columns, std::string& because)
{
    if (candidates.size() < 2)
        return candidates;
    const std::vector<std::size_t> all = candidates;
    const auto keepIf = [&](auto&& keeps) {
        std::vector<std::size_t> kept;
        std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(kept), keeps);
        if (!kept.empty())
            candidates = std::move(kept);
    };
    if (role.says == LadderSays::Workers)
        keepIf([&](std::size_t i) { return textsOf(grid, i).size() > 1; });
    if (role.says == LadderSays::Workers)
        keepIf([&](std::size_t i) {
            return std::all_of(candidates.begin(), candidates.end(),
                               [&](std::size_t other) { return other == i || partsFiner(grid, i, other); });
        });
    keepIf([&](std::size_t i) { return !isVague(names[i].base) || names[i].unitGiven; });
    if (role.column == LadderColumn::Time)
        keepIf([&](std::size_t i) {
            return !isTrackersClock(grid, i);
        });  // a time that somebody logged was logged to be compared
    const bool isHybrid = role.says == LadderSays::Workers && areProcessesOfThreads(grid, candidates);
    if (isHybrid)  // of columns that say the same, the first
        keepIf([&](std::size_t i) {
            const auto end = std::find(candidates.begin(), candidates.end(), i);
            return std::none_of(candidates.begin(), end, [&](std::size_t other) {
                return sameTexts(grid, i, other) && namesThreads(grid, i) == namesThreads(grid, other);
            });
        });
    if (!isHybrid && std::all_of(candidates.begin(), candidates.end(), [&](std::size_t i) {
            return sameTexts(grid, i, candidates.front()) && names[i].factor == names[candidates.front()].factor;
        }))
        candidates.resize(1);
    if (candidates.size() == 1) {
        std::vector<std::string> others;
        std::string other;
        for (const std::size_t i : all)
            if (i != candidates.front()) {
                others.push_back(grid.header[i].text);
                other = other.empty() ? grid.header[i].text : other;
            }
        because = say("by its values; {} could be it too", listed(others));
        if (const std::optional<Hybrid> hybrid = role.says == LadderSays::Workers && areProcessesOfThreads(grid, all)
                                                     ? hybridAmong(grid, all)
                                                     : std::nullopt) {
            const std::size_t same = candidates.front() == hybrid->threads ? hybrid->of : hybrid->threads;
            const std::string& every = grid.rows.front()[same].text;
            if (candidates.front() != same && textsOf(grid, same).size() == 1 && every != "1") {
                because = say("by its values; {} is {} in every row", inQuotes(grid.header[same].text), every);
                columns.warnings.push_back(
                    say("p was read from {}; {} is {} in every row, and no part of p",
                        inQuotes(grid.header[candidates.front()].text), inQuotes(grid.header[same].text), every) +
                    columns.byOption(
                        say("; {} counts both", asOption("--map", fmt::format("p={}*{}", grid.header[hybrid->of].text,
                                                                              grid.header[hybrid->threads].text)))));
                return candidates;
            }
        }
        columns.warnings.push_back(
            say("{} was read from {}; {} could be it too", std::string(role.name),
                inQuotes(grid.header[candidates.front()].text), listed(others)) +
            columns.byOption(say(" ({})", asOption("--map", std::string(role.name) + "=" + other))));
    }
    return candidates;
}

}  // namespace scalewright
