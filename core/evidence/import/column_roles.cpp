// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/column_roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/ladder/ladder_notes.h"

namespace scalewright {

namespace {

/// A column as a candidate for a role.
struct Hypothesis {
    std::size_t column = 0;
    int nameScore = 0;  ///< of the name and the unit: `contractScore` or more for the contract's own name
    std::size_t rank = 0;  ///< position of the name in the list of known names
    int valueScore = 0;  ///< of the values, and of how clear the name is
    [[nodiscard]] int score() const { return nameScore + valueScore; }
};

/// Names that were not guessed: "p", "time_ms".
constexpr int contractScore = 90;
/// The best hypothesis must lead by at least this much. Every kind of evidence about values weighs as much or more.
constexpr int decisiveMargin = 2;

/// Evidence of a name. Each kind outweighs all evidence of values, which decides among equals.
enum NameScore : int {
    UnknownName = 0,
    HostCount = 1,  ///< "servers", used only if no column counts the workers
    MentionedName = 10,  ///< "tiempo registrado", "tokens/s/gpu", "n_ranks_used"
    TimeWithUnit = 20,  ///< "MPI Time (seconds) N=1000"
    StatisticWithUnit = 30,  ///< "median_ms"
    StatisticOfName = 40,  ///< "mean_runtime"
    MedianOfName = 42,
    KnownName = 50,
    ExposedPart = 60,
};

/// True for names that also have other meanings: columns with clearer names are preferred.
bool isAmbiguousName(std::string_view name)
{
    return (name.size() <= 2 && name != "np") || isListed("names_needing_a_unit", name) ||
           isListed("vague_names", name);
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
        return row[column].nested == nullptr && (isMissing(text) || isDigit(text[0]) || isNumber(text));
    });
}

/// True if some row is a worker count; for "mpi", which may also name a time, every row must be one.
bool mayHoldWorkerCounts(const Grid& grid, std::size_t column, std::string_view base)
{
    if (base == "mpi" && !everyText(grid, column, [](const std::string& text) {
            return parseCount(text, 1, 1'000'000'000).has_value();
        }))
        return false;
    return anyText(grid, column, [](const std::string& text) {
        const Result<double> number = parseNumber(text);
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

/// The candidates that hold processes and threads per process: "np" and "threads".
struct HybridColumns {
    std::size_t processes = 0, threads = 0;
};

std::optional<HybridColumns> findHybridColumns(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const auto isThreads = [&](std::size_t i) { return isThreadsHeader(grid, i); };
    const auto holdsCounts = [&](std::size_t i) {
        return everyText(grid, i, [](const std::string& text) { return parseCount(text, 1, 1'000'000).has_value(); });
    };
    const auto threads = std::find_if(candidates.begin(), candidates.end(), isThreads);
    const auto processes = std::find_if_not(candidates.begin(), candidates.end(), isThreads);
    return threads != candidates.end() && processes != candidates.end() && holdsCounts(*threads) &&
                   holdsCounts(*processes)
               ? std::optional(HybridColumns{*processes, *threads})
               : std::nullopt;
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

/// "with communication": the whole, of which the named part is only one.
bool includesPart(const std::vector<std::string_view>& words)
{
    return std::any_of(words.begin(), words.end(), [](std::string_view word) { return isListed("total_marks", word); });
}

/// "davon Kommunikation [s]": a time whose name includes the name of a part. "MPI" alone may be the time of the whole
/// program.
bool isPartTimeHeader(const HeaderName& name, const std::vector<std::string>& guesses)
{
    if (!name.unitGiven || name.dimension != Dimension::Time || name.isRate || name.isPercentage || name.mayBeMinimum)
        return false;
    const std::vector<std::string_view> words = splitFields(name.base, '_');
    return words.size() > 1 && !includesPart(words) &&
           std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return word.size() > 3 && isAmong(guesses, std::string(word)); });
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

/// The part of communication that no computation covers, and which alone costs time: "exposed_ms".
bool isExposedHeader(const HeaderName& name)
{
    return !name.isRate && !name.isPercentage && !name.mayBeMinimum &&
           (!name.unitGiven || name.dimension == Dimension::Time) &&
           std::any_of(wordList("exposed").begin(), wordList("exposed").end(), [&](const std::string& word) {
               return ('_' + name.base + '_').find('_' + word + '_') != std::string::npos;
           });
}

/// Whether the name, apart from `statistic` words, is one of those known for the role.
bool isKnownName(const LadderRole& role, const HeaderName& name, const std::string& base, std::string_view known)
{
    const bool isWeatherTime = known == "total" && name.unit == "day";  // "total_days" in the output of a weather model
    return base == known && !name.isPercentage && !name.isRate && isUnitCompatible(role, name) && !isWeatherTime &&
           (name.unitGiven || !isListed("names_needing_a_unit", known));
}

bool isPartName(const std::string& base)
{
    const std::vector<std::string_view> words = splitFields(base, '_');
    return !includesPart(words) && std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& each) {
        const std::vector<std::string>& partNames = namesOfRole(each.column);
        return each.kind == LadderColumnKind::TimePart &&
               (isAmong(partNames, base) || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
                    return word == each.name || (word != "mpi" && isAmong(partNames, word));
                }));
    });
}

struct NameEvidence {
    int score = UnknownName;
    std::size_t rank = 0;  ///< position in the list of names
};

NameEvidence scoreContractName(const LadderRole& role, const Grid& grid, const HeaderName& name, std::size_t column)
{
    const bool isRate = role.column == LadderColumn::Throughput && name.isRate && name.base == "throughput_per";
    const bool isPlain = name.base == role.name && isUnitCompatible(role, name) && !name.isRate;
    if ((!isRate && !isPlain) || name.isPercentage)
        return {};
    return {contractScore + (lowerCase(grid.header[column].text) == role.name ? decisiveMargin : 0)};
}

NameEvidence scoreTimeName(const HeaderName& name)
{
    constexpr std::array<std::string_view, 8> statistics{"median",  "med",   "mean",   "avg",
                                                         "average", "value", "result", "wert"};
    const bool hasTimeUnit = name.unitGiven && name.dimension == Dimension::Time && !name.isRate && !name.isPercentage;
    const auto statistic = std::find(statistics.begin(), statistics.end(), name.base);
    if (hasTimeUnit && statistic != statistics.end())
        return {StatisticWithUnit + static_cast<int>(statistics.end() - statistic)};
    const std::string base = '_' + name.base + '_';
    if (hasTimeUnit && !name.mayBeMinimum && !isPartName(name.base) &&
        (base.find("_time_") != std::string::npos || base.find("_runtime_") != std::string::npos))
        return {TimeWithUnit};
    return {mentionsTime(name) && !isPartName(name.base) ? MentionedName : UnknownName};
}

/// What the name and the unit say for a role that has not the contract's name.
NameEvidence scoreName(const LadderRole& role, const ColumnAssignment& columns, const Grid& grid,
                       const HeaderName& name, std::size_t column)
{
    const std::vector<std::string>& known = namesOfRole(role.column);
    const bool isWorkers = role.kind == LadderColumnKind::Workers;
    if (role.column == LadderColumn::Communication && isExposedHeader(name))
        return {ExposedPart};
    const std::string base = isWorkers ? withoutCountWords(name.base) : name.base;
    for (std::size_t rank = 0; rank < known.size(); ++rank)
        if (isKnownName(role, name, base, known[rank]))
            return {KnownName, rank};
    const bool isBareUnit = name.isUnitOnly && name.base.size() > 1;  // "S" is a speedup
    const bool isTime =
        role.column == LadderColumn::Time && name.unitGiven && name.dimension == Dimension::Time && !name.isRate &&
        !name.mayBeMinimum &&
        (name.base.starts_with("time_per_") || (isBareUnit && !isIndependentOfP(columns, grid, column)));
    if (isTime || (role.column == LadderColumn::Throughput && name.isRate && name.workerWord.empty()) ||
        (role.column == LadderColumn::Energy && isBareUnit && name.dimension == Dimension::Energy) ||
        (role.kind == LadderColumnKind::TimePart && isPartTimeHeader(name, known)))
        return {KnownName, known.size()};
    const std::string plainName = withoutStatisticWords(name.base);
    for (std::size_t rank = 0; plainName != name.base && rank < known.size(); ++rank)
        if (isKnownName(role, name, plainName, known[rank]) || isKnownName(role, name, plainName, role.name))
            return {name.base.find("med") != std::string::npos ? MedianOfName : StatisticOfName, rank};
    if (role.column == LadderColumn::Time)
        return scoreTimeName(name);
    const std::string itemName = baseWithoutWorker(name);
    if (role.column == LadderColumn::Throughput)
        return {mentionsThroughput(name) || (!name.workerWord.empty() && !name.isPercentage &&
                                             (name.isRate || itemName == role.name || isAmong(known, itemName)))
                    ? MentionedName
                    : UnknownName};
    if (!isWorkers)
        return {};
    if (isWorkerCountHeader(name) || grid.header[column].text.find('*') != std::string::npos)
        return {MentionedName};
    const std::vector<std::string>& hosts = wordList("hosts");
    const auto host = std::find(hosts.begin(), hosts.end(), base);
    return {host != hosts.end() && !name.unitGiven && !name.isPercentage ? HostCount : UnknownName,
            static_cast<std::size_t>(host - hosts.begin())};
}

/// Evidence of the values, each kind of which outweighs those after it: p differs between the rows, and no other count
/// tells more rows apart; a name has one meaning; an explicitly logged time, not the tracker's own clock.
int scoreValues(const LadderRole& role, const std::vector<std::size_t>& equals, const Grid& grid,
                const std::vector<HeaderName>& names, std::size_t column)
{
    int score = 0;
    if (role.kind == LadderColumnKind::Workers && isVaryingColumn(grid, column)) {
        const bool isFinest = std::all_of(equals.begin(), equals.end(), [&](std::size_t other) {
            return other == column || !isVaryingColumn(grid, other) || isFinerPartition(grid, column, other);
        });
        score += isFinest ? 24 : 16;
    }
    score += !isAmbiguousName(names[column].base) || names[column].unitGiven ? 4 : 0;
    score += role.column == LadderColumn::Time && !isTrackerClock(grid, column) ? 2 : 0;
    return score;
}

/// Removes all but the first of identical columns.
void dropDuplicates(std::vector<std::size_t>& columns, const LadderRole& role, const Grid& grid,
                    const std::vector<HeaderName>& names)
{
    const bool isHybrid = role.kind == LadderColumnKind::Workers && areProcessesAndThreads(grid, columns);
    std::vector<std::size_t> kept;
    for (const std::size_t i : columns)
        if (std::none_of(kept.begin(), kept.end(), [&](std::size_t other) {
                return haveSameTexts(grid, i, other) &&
                       (isHybrid ? isThreadsHeader(grid, i) == isThreadsHeader(grid, other)
                                 : names[i].factor == names[other].factor);
            }))
            kept.push_back(i);
    if (isHybrid || kept.size() == 1)
        columns = std::move(kept);
}

/// Says which other columns the values ruled out.
std::string reportRivals(const LadderRole& role, std::size_t chosen, const std::vector<std::size_t>& equals,
                         const Grid& grid, ColumnAssignment& columns)
{
    if (const std::optional<HybridColumns> hybrid =
            role.kind == LadderColumnKind::Workers && areProcessesAndThreads(grid, equals)
                ? findHybridColumns(grid, equals)
                : std::nullopt) {
        const std::size_t constantColumn = chosen == hybrid->threads ? hybrid->processes : hybrid->threads;
        const std::string& commonValue = grid.rows.front()[constantColumn].text;
        if (chosen != constantColumn && distinctTexts(grid, constantColumn).size() == 1 && commonValue != "1") {
            columns.warnings.push_back(
                formatMessage("p was read from {}; {} is {} in every row and is not a factor of p",
                              inQuotes(grid.header[chosen].text), inQuotes(grid.header[constantColumn].text),
                              commonValue) +
                columns.optionHint(formatMessage(
                    "; {} uses both", quotedOption("--map", fmt::format("p={}*{}", grid.header[hybrid->processes].text,
                                                                        grid.header[hybrid->threads].text)))));
            return formatMessage("by its values; {} is {} in every row", inQuotes(grid.header[constantColumn].text),
                                 commonValue);
        }
    }
    std::vector<std::string> rivals;
    for (const std::size_t i : equals)
        if (i != chosen)
            rivals.push_back(grid.header[i].text);
    columns.warnings.push_back(formatMessage("{} was read from {}; {} would fit too", std::string(role.name),
                                             inQuotes(grid.header[chosen].text), shortQuotedList(rivals)) +
                               columns.optionHint(formatMessage(
                                   " ({})", quotedOption("--map", std::string(role.name) + "=" + rivals.front()))));
    return formatMessage("by its values; {} would fit too", shortQuotedList(rivals));
}

/// In the output of `attribute --csv`, communication, waiting and io are in lost folds, not seconds.
bool isLostFoldsColumn(const Grid& grid, const LadderRole& role)
{
    return role.kind == LadderColumnKind::TimePart && findHeader(grid, "lost_folds").has_value();
}

/// A total next to its parts: "total" without a unit is a time if it is at least as large as each part, in the parts'
/// unit.
void assignTotalAsTime(ColumnAssignment& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    const auto& total = std::find_if(names.begin(), names.end(), [](const HeaderName& name) {
        return name.base == "total" && !name.unitGiven && !name.isPercentage;
    });
    const std::size_t at = static_cast<std::size_t>(total - names.begin());
    if (columns[LadderColumn::Time] || columns[LadderColumn::Throughput] || total == names.end() ||
        columns.isAssigned(at))
        return;
    std::optional<double> factor;
    HeaderName name = *total;
    std::vector<std::size_t> parts;
    for (const LadderRole& role : ladderRoles)
        if (role.kind == LadderColumnKind::TimePart && columns[role.column]) {
            const HeaderName& part = names[*columns[role.column]];
            if (factor && *factor != columns.mapping(role.column).unitFactor)
                return;
            factor = columns.mapping(role.column).unitFactor;
            name.unitGiven = part.unitGiven;
            name.factor = part.factor;
            name.unit = part.unit;
            parts.push_back(*columns[role.column]);
        }
    const bool containsEachPart =
        !parts.empty() && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            double longest = 0;
            for (const std::size_t part : parts)
                longest = std::max(longest, parseNumber(row[part].text).value_or(0));
            const Result<double> whole = parseNumber(row[at].text);
            return isMissing(row[at].text) || (whole && *whole >= (1 - partsRoundingTolerance) * longest);
        });
    if (containsEachPart)  // dropOverlappingParts removes parts that overlap
        columns.assign(LadderColumn::Time, at, grid, name, Confidence::Unsure);
    else if (!parts.empty())
        columns.warnings.push_back(
            formatMessage("column {} is less than a part in some row and was not read as the time",
                          inQuotes(grid.header[at].text)) +
            columns.optionHint(formatMessage(" ({})", quotedOption("--map", "time=" + grid.header[at].text))));
}

Problem timeOrRateProblem(const GridCell& header, const ColumnAssignment& columns)
{
    return {formatMessage("{} may be a time or a rate: its figures neither rise nor fall clearly with p",
                          inQuotes(header.text)),
            columns.hints == ColumnHints::Options
                ? formatMessage("{} or {}", quotedOption("--map", "time=" + header.text),
                                quotedOption("--map", "throughput=" + header.text))
                : "the column chosen as the time or as the throughput",
            ProblemLocation{.line = header.where.line, .field = mapOptionOf(LadderColumn::Time)}};
}

/// Decides by the values whether columns such as "t/s" hold times or rates. Returns the columns for which they do not
/// decide.
std::vector<std::size_t> decideTimesOrRates(ColumnAssignment& columns, const Grid& grid, std::vector<HeaderName>& names)
{
    std::vector<std::size_t> unclear;
    for (std::size_t i = 0; i < names.size() && columns[LadderColumn::P]; ++i) {
        if (!names[i].mayBeRate || columns.isAssigned(i))
            continue;
        const TimeOrRate kind = classifyTimeOrRate(grid, columns.workersColumn(), i);
        if (kind == TimeOrRate::Unclear)
            unclear.push_back(i);
        else if (kind == TimeOrRate::Rate) {
            names[i] = asRate(names[i]);
            columns.decisions.push_back(formatMessage("rate in {}", grid.header[i].text));
        }
    }
    return unclear;
}

}  // namespace

Problem ambiguousColumnProblem(const LadderRole& role, const Grid& grid, const std::vector<std::size_t>& candidates,
                               const ColumnAssignment& columns)
{
    std::vector<std::string> texts;
    std::vector<std::string> choices;
    for (const std::size_t each : candidates) {
        texts.push_back(grid.header[each].text);
        if (choices.size() < 6)
            choices.push_back(quotedOption("--map", fmt::format("{}={}", role.name, grid.header[each].text)));
    }
    if (role.kind == LadderColumnKind::Workers)
        if (const std::optional<HybridColumns> hybrid = findHybridColumns(grid, candidates))
            choices.push_back(quotedOption("--map", fmt::format("p={}*{}", grid.header[hybrid->processes].text,
                                                                grid.header[hybrid->threads].text)));
    const GridCell& second = grid.header[candidates[1]];
    return {formatMessage("{} could be {}", std::string(role.name), shortQuotedList(texts)),
            "one of them" + columns.optionHint(formatMessage(": {}", joinNonEmpty(choices, ", "))),
            ProblemLocation{.line = second.where.line, .field = mapOptionOf(role.column)}};
}

namespace {

/// The hypotheses for a role with the best name, best first; ties in the order of the known names. A weaker name never
/// wins.
std::vector<Hypothesis> scoreColumns(const LadderRole& role, const ColumnAssignment& columns, const Grid& grid,
                                     const std::vector<HeaderName>& names)
{
    const bool hasExposedPart =
        role.column == LadderColumn::Communication && std::any_of(names.begin(), names.end(), isExposedHeader);
    const auto mayHold = [&](std::size_t i) {
        return role.kind == LadderColumnKind::Workers
                   ? mayHoldWorkerCounts(grid, i, names[i].base) &&
                         !(isAmbiguousName(names[i].base) && showsSizes(grid, names, i))
                   : hasNumericCell(grid, i);
    };
    std::vector<Hypothesis> hypotheses;
    int best = UnknownName + 1;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const bool repeatsP = role.kind == LadderColumnKind::TimePart && columns[LadderColumn::P] &&
                              grid.rows.size() > 1 && haveSameTexts(grid, i, columns.workersColumn());
        if (columns.isAssigned(i) || repeatsP)
            continue;
        NameEvidence evidence = hasExposedPart ? NameEvidence() : scoreContractName(role, grid, names[i], i);
        if (evidence.score == UnknownName)
            evidence = scoreName(role, columns, grid, names[i], i);
        if (evidence.score < best || (evidence.score < contractScore && !mayHold(i)))
            continue;
        if (evidence.score > best)
            hypotheses.clear();
        best = evidence.score;
        hypotheses.push_back({i, evidence.score, evidence.rank});
    }
    std::vector<std::size_t> equals;
    for (const Hypothesis& each : hypotheses)
        equals.push_back(each.column);
    if (equals.size() > 1 && best < contractScore)
        for (Hypothesis& each : hypotheses)
            each.valueScore = scoreValues(role, equals, grid, names, each.column);
    std::stable_sort(hypotheses.begin(), hypotheses.end(), [](const Hypothesis& a, const Hypothesis& b) {
        return std::pair(-a.score(), a.rank) < std::pair(-b.score(), b.rank);
    });
    return hypotheses;
}

/// Gives the role to the column that leads. Returns the question if none does.
std::optional<Problem> assignRole(const LadderRole& role, bool isContract, ColumnAssignment& columns, const Grid& grid,
                                  const std::vector<HeaderName>& names)
{
    std::vector<Hypothesis> hypotheses = scoreColumns(role, columns, grid, names);
    std::erase_if(hypotheses, [&](const Hypothesis& each) { return (each.nameScore >= contractScore) != isContract; });
    if (hypotheses.empty())
        return std::nullopt;
    std::vector<std::size_t> equals, leaders;  // of the same name score; of nearly the same score
    for (const Hypothesis& each : hypotheses) {
        if (each.nameScore == hypotheses.front().nameScore)
            equals.push_back(each.column);
        if (each.score() > hypotheses.front().score() - decisiveMargin)
            leaders.push_back(each.column);
    }
    const bool isNeeded = isTimeColumn(role) || role.kind == LadderColumnKind::Workers;
    if (!isContract)
        dropDuplicates(leaders, role, grid, names);
    if (leaders.size() > 1 && (isNeeded || isContract))
        return ambiguousColumnProblem(role, grid, leaders, columns);
    const std::size_t chosen = leaders.front();
    if (isContract) {
        columns.assign(role.column, chosen, grid, names[chosen]);
        return std::nullopt;
    }
    const std::string reason =
        equals.size() > 1 && leaders.size() == 1 ? reportRivals(role, chosen, equals, grid, columns) : std::string();
    const bool hasUnit = role.kind == LadderColumnKind::Workers || role.kind == LadderColumnKind::Quality ||
                         role.column == LadderColumn::Throughput || names[chosen].unitGiven;
    columns.assign(role.column, chosen, grid, names[chosen],
                   hasUnit && !isAmbiguousName(names[chosen].base) && leaders.size() == 1 ? Confidence::Likely
                                                                                          : Confidence::Unsure);
    columns.mapping(role.column).evidence = reason;
    return std::nullopt;
}

/// Whether every number in a column has a unit of time ("10 min") or, with `isRate`, of a rate ("400 img/s").
bool haveCellsUnit(const Grid& grid, std::size_t column, bool isRate)
{
    std::size_t figures = 0;
    const bool haveAll = std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        if (isMissing(text) || isWord(text))
            return true;
        const std::size_t unit = text.find_first_not_of("0123456789.,eE+- kMG");
        if (row[column].nested != nullptr || unit == 0 || unit == std::string::npos)
            return false;
        ++figures;
        const HeaderName name = parseHeaderName(text.substr(unit));
        return name.unitGiven && name.isRate == isRate &&
               (isRate || (name.isUnitOnly && name.dimension == Dimension::Time));
    });
    return haveAll && figures > 0;
}

/// Whether only the unit tells that a column is a time ("t_iter [ms]"). False for known names and other kinds of times.
bool hasTimeUnitOnly(const Grid& grid, std::size_t column, const HeaderName& name)
{
    const std::vector<std::string_view> words = splitFields(name.base, '_');
    return name.unitGiven && name.dimension == Dimension::Time && !name.isRate && !name.isPercentage &&
           !name.isUnitOnly && !name.mayBeMinimum && hasNumericCell(grid, column) &&
           std::none_of(words.begin(), words.end(),
                        [](std::string_view word) { return isListed("other_times", word); });
}

/// Uses a column with a unit of time or of a rate if no column has the name of one.
void assignByUnits(ColumnAssignment& columns, const Grid& grid, const std::vector<HeaderName>& names, Error& error)
{
    for (const bool isRate : {false, true}) {
        const LadderRole& role = ladderRoleOf(isRate ? LadderColumn::Throughput : LadderColumn::Time);
        std::vector<std::size_t> candidates;
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (!columns.isAssigned(i) && !isPartName(names[i].base) &&
                ((!names[i].unitGiven && haveCellsUnit(grid, i, isRate)) ||
                 (!isRate && hasTimeUnitOnly(grid, i, names[i]))))
                candidates.push_back(i);
        if (candidates.size() > 1)
            error.problems.push_back(ambiguousColumnProblem(role, grid, candidates, columns));
        if (candidates.size() == 1) {
            columns.assign(role.column, candidates.front(), grid, names[candidates.front()], Confidence::Unsure);
            columns.mapping(role.column).evidence = "only its unit";
        }
        if (!candidates.empty())
            return;
    }
}

}  // namespace

Error assignBestColumns(ColumnAssignment& columns, const Grid& grid, std::vector<HeaderName>& names)
{
    Error error;
    const auto tryRole = [&](const LadderRole& role, bool isContract) {
        if (columns[role.column] || isLostFoldsColumn(grid, role))
            return;
        if (std::optional<Problem> question = assignRole(role, isContract, columns, grid, names))
            error.problems.push_back(std::move(*question));
    };
    for (const LadderRole& role : ladderRoles)
        tryRole(role, true);
    if (!error.problems.empty())
        return error;
    const bool hasThroughput = columns[LadderColumn::Throughput].has_value();
    const bool hasParts = columns[LadderColumn::Compute] && columns[LadderColumn::Communication];
    const bool hasTime = columns[LadderColumn::Time].has_value();
    for (const LadderRole& role : ladderRoles) {
        // A guess could only contradict what a column with the contract's name already gives.
        if ((role.column == LadderColumn::Time && hasThroughput) ||
            (role.column == LadderColumn::Throughput && (hasTime || hasParts || columns[LadderColumn::Time])))
            continue;
        if (role.column == LadderColumn::Time && !hasTime)
            for (const std::size_t unclear : decideTimesOrRates(columns, grid, names))
                error.problems.push_back(timeOrRateProblem(grid.header[unclear], columns));
        tryRole(role, false);
    }
    if (error.problems.empty())
        assignTotalAsTime(columns, grid, names);
    if (error.problems.empty() && !columns.hasTimeColumn())
        assignByUnits(columns, grid, names, error);
    return error;
}

}  // namespace scalewright
