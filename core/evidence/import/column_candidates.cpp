// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Names that are not times unless they have a unit of time: "epoch" may be a count, "tp" a degree of parallelism,
/// "halo" a width.
bool needsTimeUnit(std::string_view name)
{
    constexpr std::array<std::string_view, 8> ambiguousNames{"step", "epoch", "iteration", "total",
                                                             "tp",   "speed", "halo",      "exchange"};
    return isAmong(ambiguousNames, name);
}

/// The tracker's own clock for the whole run, including start-up and validation.
bool isTrackerClock(const Grid& grid, std::size_t column)
{
    constexpr std::array<std::string_view, 4> clocks{"Runtime", "_runtime", "summary._runtime", "duration"};
    return grid.isTrackerTable && isAmong(clocks, grid.header[column].text);
}

/// False for a column of words, whatever its name.
bool hasNumericCell(const Grid& grid, std::size_t column)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        return row[column].nested == nullptr &&
               (isMissing(text) || (text[0] >= '0' && text[0] <= '9') || isNumber(text));
    });
}

/// True if some row is a worker count; for "mpi", which may also name a time, every row must be one.
bool mayHoldWorkerCounts(const Grid& grid, std::size_t column, std::string_view base)
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

bool haveSameTexts(const Grid& grid, std::size_t one, std::size_t other)
{
    return std::all_of(grid.rows.begin(), grid.rows.end(),
                       [&](const std::vector<GridCell>& row) { return row[one].text == row[other].text; });
}

bool headerContainsAny(const Grid& grid, std::size_t column, std::initializer_list<std::string_view> parts)
{
    const std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(grid.header[column].text));
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return word.find(part) != std::string::npos; });
    });
}

bool isThreadsHeader(const Grid& grid, std::size_t column)
{
    return headerContainsAny(grid, column, {"thread", "omp", "hilos"});
}

/// Processes and their threads are different counts even if the numbers are equal; cores and threads are the same
/// count.
bool areProcessesAndThreads(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const std::optional<HybridColumns> hybrid = findHybridColumns(grid, candidates);
    return hybrid && headerContainsAny(grid, hybrid->processes, {"proc", "rank", "mpi", "task", "np"});
}

/// Removes the worker from the name: "throughput_per_gpu" becomes "throughput".
std::string baseWithoutWorker(const HeaderName& name)
{
    const std::string suffix = "_per_" + name.workerWord;
    return !name.isRate && !name.workerWord.empty() && name.base.ends_with(suffix)
               ? name.base.substr(0, name.base.size() - suffix.size())
               : name.base;
}

/// "davon Kommunikation [s]": a time whose name includes the name of a part. "MPI" alone may be the time of the whole
/// program.
bool isPartTimeHeader(const HeaderName& name, const std::vector<std::string>& guesses)
{
    if (!name.unitGiven || name.dimension != Dimension::Time || name.isRate || name.isPercentage || name.mayBeMinimum)
        return false;
    const std::vector<std::string_view> words = splitFields(name.base, '_');
    return words.size() > 1 && std::any_of(words.begin(), words.end(), [&](std::string_view word) {
               return word.size() > 3 && isAmong(guesses, std::string(word));
           });
}

/// True if the same texts appear at every p, for several p: then it is a setting, not a measurement.
bool isIndependentOfP(const ColumnAssignment& columns, const Grid& grid, std::size_t column)
{
    const std::optional<std::size_t> p = columns[LadderColumn::P];
    if (!p)
        return false;
    std::map<std::string, std::set<std::string>> valuesByP;
    for (const std::vector<GridCell>& row : grid.rows)
        valuesByP[row[*p].text].insert(row[column].text);
    return valuesByP.size() > 1 && std::all_of(valuesByP.begin(), valuesByP.end(), [&](const auto& each) {
               return each.second == valuesByP.begin()->second;
           });
}

}  // namespace

bool isAmbiguousName(std::string_view name)
{
    constexpr std::array<std::string_view, 11> vague{"load", "rate", "x_p",  "duration",    "ncpus", "alloccpus",
                                                     "mpi",  "core", "fils", "performance", "perf"};
    return (name.size() <= 2 && name != "np") || needsTimeUnit(name) || isAmong(vague, name);
}

std::optional<HybridColumns> findHybridColumns(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const auto isThreads = [&](std::size_t i) { return isThreadsHeader(grid, i); };
    const auto holdsCounts = [&](std::size_t i) {
        return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return parseCount(row[i].text, 1, 1'000'000).has_value();
        });
    };
    const auto threads = std::find_if(candidates.begin(), candidates.end(), isThreads);
    const auto processes = std::find_if_not(candidates.begin(), candidates.end(), isThreads);
    return threads != candidates.end() && processes != candidates.end() && holdsCounts(*threads) &&
                   holdsCounts(*processes)
               ? std::optional(HybridColumns{*processes, *threads})
               : std::nullopt;
}

std::vector<std::size_t> findCandidateColumns(const LadderRole& role, const ColumnAssignment& columns, const Grid& grid,
                                              const std::vector<HeaderName>& names)
{
    std::vector<std::size_t> candidates;
    const bool workers = role.kind == LadderColumnKind::Workers;
    const auto consider = [&](std::size_t i) {
        if (!columns.isAssigned(i) &&
            (workers ? mayHoldWorkerCounts(grid, i, names[i].base) : hasNumericCell(grid, i)) &&
            !isAmong(candidates, i))
            candidates.push_back(i);
    };
    const std::vector<std::string>& guesses = columnNames().namesByRole.at(role.column);
    const auto matchesGuess = [&](const HeaderName& name, const std::string& base, const std::string& guess) {
        const bool simulated = guess == "total" && name.unit == "day";  // "total_days" in the output of a weather model
        return base == guess && !name.isPercentage && !name.isRate && isUnitCompatible(role, name) && !simulated &&
               (name.unitGiven || !needsTimeUnit(guess));
    };
    for (const std::string& guess : guesses)
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (matchesGuess(names[i], workers ? withoutCountWords(names[i].base) : names[i].base, guess))
                consider(i);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];
        if (role.column == LadderColumn::Throughput && name.isRate && name.workerWord.empty())
            consider(i);
        else if (role.column == LadderColumn::Time && name.unitGiven && name.dimension == Dimension::Time &&
                 !name.isRate && !name.mayBeMinimum &&
                 ((name.isUnitOnly && name.base.size() > 1 && !isIndependentOfP(columns, grid, i)) ||
                  name.base.starts_with("time_per_")))  // "S" is a speedup
            consider(i);
        else if (role.column == LadderColumn::Energy && name.isUnitOnly && name.base.size() > 1 &&
                 name.dimension == Dimension::Energy)
            consider(i);
        else if (role.kind == LadderColumnKind::TimePart && isPartTimeHeader(name, guesses))
            consider(i);
    }
    if (!candidates.empty())
        return candidates;
    // Weaker candidates: a mean of such a time, a rate per worker, an unlisted count.
    bool isMedian = false;
    for (const std::string& guess : guesses)
        for (std::size_t i = 0; i < grid.header.size(); ++i) {
            const HeaderName& name = names[i];
            const std::string baseName = columnNames().withoutStatisticWords(name.base);
            if (baseName == name.base ||
                !(matchesGuess(name, baseName, guess) || matchesGuess(name, baseName, role.name)))
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
    const auto isPartName = [&](const std::string& base) {
        const std::vector<std::string_view> words = splitFields(base, '_');
        return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& each) {
            const std::vector<std::string>& partNames = columnNames().namesByRole.at(each.column);
            return each.kind == LadderColumnKind::TimePart &&
                   (isAmong(partNames, base) || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
                        return word == each.name || (word != "mpi" && isAmong(partNames, word));
                    }));
        });
    };
    // "median_ms", "mean [s]"; also "value" next to a unit column.
    for (const std::string_view statistic : {"median", "med", "mean", "avg", "average", "value", "result", "wert"})
        for (std::size_t i = 0; role.column == LadderColumn::Time && i < grid.header.size() && candidates.empty(); ++i)
            if (names[i].base == statistic && names[i].unitGiven && names[i].dimension == Dimension::Time &&
                !names[i].isRate && !names[i].isPercentage)
                consider(i);
    if (!candidates.empty())
        return candidates;
    for (std::size_t i = 0; role.column == LadderColumn::Time && i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];  // "MPI Time (seconds) N=1000"
        const std::string base = '_' + name.base + '_';
        if (name.unitGiven && name.dimension == Dimension::Time && !name.isRate && !name.mayBeMinimum &&
            !name.isPercentage &&
            (base.find("_time_") != std::string::npos || base.find("_runtime_") != std::string::npos) &&
            !isPartName(name.base))
            consider(i);
    }
    const bool noTime = role.column == LadderColumn::Time && candidates.empty();
    for (std::size_t i = 0; noTime && i < grid.header.size(); ++i)
        if (mentionsTime(names[i]) && !isPartName(names[i].base))
            consider(i);
    for (std::size_t i = 0; role.column == LadderColumn::Throughput && i < grid.header.size(); ++i)
        if (mentionsThroughput(names[i]))
            consider(i);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];
        const std::string baseName = baseWithoutWorker(name);
        if (role.column == LadderColumn::Throughput && !name.workerWord.empty() && !name.isPercentage &&
            (name.isRate || baseName == role.name || isAmong(guesses, baseName)))
            consider(i);
        else if (workers && (isWorkerCountHeader(name) || grid.header[i].text.find('*') != std::string::npos))
            consider(i);
    }
    // Columns that count hosts are used only if no column counts the workers.
    if (workers && candidates.empty())
        for (const std::string& host : columnNames().hostNames)
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (withoutCountWords(names[i].base) == host && !names[i].unitGiven && !names[i].isPercentage)
                    consider(i);
    return candidates;
}

std::vector<std::size_t> narrowByValues(const LadderRole& role, std::vector<std::size_t> candidates, const Grid& grid,
                                        const std::vector<HeaderName>& names, ColumnAssignment& columns,
                                        std::string& reason)
{
    if (candidates.size() < 2)
        return candidates;
    const std::vector<std::size_t> allCandidates = candidates;
    const auto keepOnly = [&](auto&& predicate) {
        std::vector<std::size_t> kept;
        std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(kept), predicate);
        if (!kept.empty())
            candidates = std::move(kept);
    };
    if (role.kind == LadderColumnKind::Workers)
        keepOnly([&](std::size_t i) { return distinctTexts(grid, i).size() > 1; });
    if (role.kind == LadderColumnKind::Workers)
        keepOnly([&](std::size_t i) {
            return std::all_of(candidates.begin(), candidates.end(),
                               [&](std::size_t other) { return other == i || isFinerPartition(grid, i, other); });
        });
    keepOnly([&](std::size_t i) { return !isAmbiguousName(names[i].base) || names[i].unitGiven; });
    if (role.column == LadderColumn::Time)
        keepOnly([&](std::size_t i) {
            return !isTrackerClock(grid, i);
        });  // an explicitly logged time is the one to compare
    const bool isHybrid = role.kind == LadderColumnKind::Workers && areProcessesAndThreads(grid, candidates);
    if (isHybrid)  // of identical columns, keep the first
        keepOnly([&](std::size_t i) {
            const auto end = std::find(candidates.begin(), candidates.end(), i);
            return std::none_of(candidates.begin(), end, [&](std::size_t other) {
                return haveSameTexts(grid, i, other) && isThreadsHeader(grid, i) == isThreadsHeader(grid, other);
            });
        });
    if (!isHybrid && std::all_of(candidates.begin(), candidates.end(), [&](std::size_t i) {
            return haveSameTexts(grid, i, candidates.front()) && names[i].factor == names[candidates.front()].factor;
        }))
        candidates.resize(1);
    if (candidates.size() == 1) {
        std::vector<std::string> otherHeaders;
        std::string firstOther;
        for (const std::size_t i : allCandidates)
            if (i != candidates.front()) {
                otherHeaders.push_back(grid.header[i].text);
                firstOther = firstOther.empty() ? grid.header[i].text : firstOther;
            }
        reason = formatMessage("by its values; {} would fit too", shortQuotedList(otherHeaders));
        if (const std::optional<HybridColumns> hybrid =
                role.kind == LadderColumnKind::Workers && areProcessesAndThreads(grid, allCandidates)
                    ? findHybridColumns(grid, allCandidates)
                    : std::nullopt) {
            const std::size_t constantColumn =
                candidates.front() == hybrid->threads ? hybrid->processes : hybrid->threads;
            const std::string& commonValue = grid.rows.front()[constantColumn].text;
            if (candidates.front() != constantColumn && distinctTexts(grid, constantColumn).size() == 1 &&
                commonValue != "1") {
                reason = formatMessage("by its values; {} is {} in every row",
                                       inQuotes(grid.header[constantColumn].text), commonValue);
                columns.warnings.push_back(
                    formatMessage("p was read from {}; {} is {} in every row and is not a factor of p",
                                  inQuotes(grid.header[candidates.front()].text),
                                  inQuotes(grid.header[constantColumn].text), commonValue) +
                    columns.optionHint(
                        formatMessage("; {} uses both",
                                      quotedOption("--map", fmt::format("p={}*{}", grid.header[hybrid->processes].text,
                                                                        grid.header[hybrid->threads].text)))));
                return candidates;
            }
        }
        columns.warnings.push_back(formatMessage("{} was read from {}; {} would fit too", std::string(role.name),
                                                 inQuotes(grid.header[candidates.front()].text),
                                                 shortQuotedList(otherHeaders)) +
                                   columns.optionHint(formatMessage(
                                       " ({})", quotedOption("--map", std::string(role.name) + "=" + firstOther))));
    }
    return candidates;
}

}  // namespace scalewright
