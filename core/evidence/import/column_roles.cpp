// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/column_roles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/line_prefix.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/role_names.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/ladder/ladder_notes.h"

namespace scalewright {

namespace {

/// A column as a candidate for a role.
struct Hypothesis {
    std::size_t column = 0;
    int score = 0;  ///< `nameWeight` times the score of the name and the unit, plus the score of the values
    std::size_t rank = 0;  ///< position of the name in the list of known names
    std::optional<Confidence> confidence{};  ///< set if more than the name decides
    std::string reason{}, warning{};  ///< of such a hypothesis, if it is chosen
    std::vector<std::size_t> factors{};  ///< the columns of which this one is the product
};

/// Each kind of evidence of a name outweighs all evidence of values, which decides among equals.
constexpr int nameWeight = 100;
/// The best assignment must lead by at least this much. Every kind of evidence about values weighs as much or more.
constexpr int decisiveMargin = 2;

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

/// True if some row is a worker count and the numbers do not show sizes; for "mpi", which may also name a time, every row
/// must be a count.
bool mayHoldWorkerCounts(const Grid& grid, const std::vector<HeaderName>& names, std::size_t column)
{
    const bool isCounted = names[column].base == "mpi"
                               ? isWholeNumberColumn(grid, column)
                               : anyText(grid, column, [](const std::string& text) {
                                     const Result<double> number = parseNumber(text);
                                     return number && *number >= 1 && *number == std::floor(*number);
                                 });
    return isCounted && !(isAmbiguousName(names[column].base) && showsSizes(grid, names, column));
}

bool haveSameTexts(const Grid& grid, std::size_t one, std::size_t other)
{
    return std::all_of(grid.rows.begin(), grid.rows.end(),
                       [&](const std::vector<GridCell>& row) { return row[one].text == row[other].text; });
}

/// The candidates that hold processes and threads per process, which are different counts even if the numbers are equal:
/// "np" and "threads". Cores and threads are the same count.
struct HybridColumns {
    std::size_t processes = 0, threads = 0;
};

bool isThreadsHeader(const Grid& grid, std::size_t column)
{
    return mentionsListed(parseHeaderName(grid.header[column].text).base, "thread_words");
}

/// `areNamed`: the processes must be named as such, unlike "workers".
std::optional<HybridColumns> findHybridColumns(const Grid& grid, const std::vector<std::size_t>& candidates,
                                               bool areNamed = true)
{
    const auto isThreads = [&](std::size_t i) { return isThreadsHeader(grid, i); };
    const auto threads = std::find_if(candidates.begin(), candidates.end(), isThreads);
    const auto processes = std::find_if_not(candidates.begin(), candidates.end(), isThreads);
    if (threads == candidates.end() || processes == candidates.end() || !isWholeNumberColumn(grid, *threads) ||
        !isWholeNumberColumn(grid, *processes) ||
        (areNamed && !mentionsListed(parseHeaderName(grid.header[*processes].text).base, "process_words")))
        return std::nullopt;
    return HybridColumns{*processes, *threads};
}

std::string productOption(const Grid& grid, const HybridColumns& hybrid)
{
    return quotedOption("--map",
                        fmt::format("p={}*{}", grid.header[hybrid.processes].text, grid.header[hybrid.threads].text));
}

/// True if the same texts appear at every p, for several p: then it is a setting, not a measurement.
bool isIndependentOfP(const Grid& grid, std::optional<std::size_t> p, std::size_t column)
{
    if (!p)
        return false;
    std::map<std::string, std::set<std::string>> valuesByP;
    for (const std::vector<GridCell>& row : grid.rows)
        valuesByP[row[*p].text].insert(row[column].text);
    return valuesByP.size() > 1 && std::all_of(valuesByP.begin(), valuesByP.end(), [&](const auto& each) {
               return each.second == valuesByP.begin()->second;
           });
}

/// Says which other columns the values ruled out.
std::string reportRivals(const LadderRole& role, std::size_t chosen, const std::vector<std::size_t>& equals,
                         const Grid& grid, ColumnAssignment& columns)
{
    const std::optional<HybridColumns> hybrid = findHybridColumns(grid, equals);
    if (hybrid && role.kind == LadderColumnKind::Workers) {
        const std::size_t other = chosen == hybrid->threads ? hybrid->processes : hybrid->threads;
        const std::string& value = grid.rows.front()[other].text;
        if (!isVaryingColumn(grid, other) && value != "1") {
            columns.warnings.push_back(
                formatMessage("p was read from {}; {} is {} in every row and is not a factor of p",
                              inQuotes(grid.header[chosen].text), inQuotes(grid.header[other].text), value) +
                columns.optionHint(formatMessage("; {} uses both", productOption(grid, *hybrid))));
            return formatMessage("by its values; {} is {} in every row", inQuotes(grid.header[other].text), value);
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

/// Reports that several columns fit one role, with the option for each.
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
        if (const std::optional<HybridColumns> hybrid = findHybridColumns(grid, candidates, false))
            choices.push_back(productOption(grid, *hybrid));
    const GridCell& second = grid.header[candidates[1]];
    return {formatMessage("{} could be {}", std::string(role.name), shortQuotedList(texts)),
            "one of them" + columns.optionHint(formatMessage(": {}", joinNonEmpty(choices, ", "))),
            ProblemLocation{.line = second.where.line, .field = mapOptionOf(role.column)}};
}

/// Every pair of a column and a role that is not yet assigned.
class RoleTable {
public:
    RoleTable(const Grid& grid, std::vector<HeaderName>& names, ColumnAssignment& columns)
        : m_grid(grid), m_names(names), m_columns(columns), m_p(columns[LadderColumn::P])
    {
        for (const LadderRole& role : ladderRoles) {
            if (role.column == LadderColumn::Time)
                decideTimesOrRates();
            if (!m_columns[role.column] && !isLostFoldsColumn(m_grid, role))
                scoreRole(role);
            if (role.column == LadderColumn::P)
                addAllWorkers();
        }
        dropContradictions();
        askForMeansOfWorkers();
        addTotalOfParts();
        addUnits();
        addWallClock();
        addWholeRun();
    }

    /// Assigns the columns of the best assignment. Returns the questions: roles for which it does not lead by the margin.
    Error assignBest()
    {
        Error error;
        const Assignment best = search();
        for (const LadderRole& role : ladderRoles)
            if (const Hypothesis* chosen = best.ofRole[static_cast<std::size_t>(role.column)])
                assign(role, *chosen, leadersOf(role, *chosen, best.score), error);
        return error;
    }

private:
    using Hypotheses = std::vector<Hypothesis>;
    struct Assignment {
        std::array<const Hypothesis*, ladderRoles.size()> ofRole{};
        int score = 0;
    };

    const Grid& m_grid;
    std::vector<HeaderName>& m_names;
    ColumnAssignment& m_columns;
    std::optional<std::size_t> m_p;  ///< the likeliest column of workers
    std::array<Hypotheses, ladderRoles.size()> m_ofRole;  ///< best first; ties in the order of the known names
    std::set<std::size_t> m_otherCounts;  ///< counts of workers that are not p, which have no other role either
    std::set<std::size_t> m_ratesByValues, m_unclearTimes;  ///< columns such as "t/s"

    [[nodiscard]] Hypotheses& of(LadderColumn column) { return m_ofRole[static_cast<std::size_t>(column)]; }
    [[nodiscard]] const std::string& header(std::size_t column) const { return m_grid.header[column].text; }

    [[nodiscard]] static bool isContract(const Hypothesis& each)
    {
        return each.score >= ContractName * nameWeight && !each.confidence;
    }

    /// Whether the role is the user's, or belongs to a column with the contract's name.
    [[nodiscard]] bool isNamed(LadderColumn column)
    {
        return m_columns[column] || (!of(column).empty() && isContract(of(column).front()));
    }

    void scoreRole(const LadderRole& role)
    {
        Hypotheses& all = of(role.column);
        const bool isWorkers = role.kind == LadderColumnKind::Workers;
        const bool hasExposedPart =
            role.column == LadderColumn::Communication && std::any_of(m_names.begin(), m_names.end(), isExposedHeader);
        const auto mayHold = [&](std::size_t i) {
            return isWorkers ? mayHoldWorkerCounts(m_grid, m_names, i) : hasNumericCell(m_grid, i);
        };
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            const bool repeatsP = role.kind == LadderColumnKind::TimePart && m_p && m_grid.rows.size() > 1 &&
                                  haveSameTexts(m_grid, i, *m_p);
            const bool isPointInTime = everyText(m_grid, i, isMoment);
            if (m_columns.isAssigned(i) || repeatsP || isPointInTime || m_otherCounts.contains(i))
                continue;
            const NameEvidence name = scoreName(role, m_names[i], header(i), hasExposedPart);
            const bool isSetting = m_names[i].isUnitOnly && name.rank == namesOfRole(role.column).size() &&
                                   isIndependentOfP(m_grid, m_p, i);  // "minutes"
            if (name.score >= ContractName || (name.score > UnknownName && mayHold(i) && !isSetting))
                all.push_back({i, name.score * nameWeight, name.rank});
        }
        std::vector<int> valueScores;
        for (const Hypothesis& each : all)
            valueScores.push_back(isContract(each) ? 0
                                                   : scoreValues(role, columnsWithScore(all, each.score), each.column));
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].score += valueScores[i];
        std::stable_sort(all.begin(), all.end(), [](const Hypothesis& a, const Hypothesis& b) {
            return std::pair(-a.score, a.rank) < std::pair(-b.score, b.rank);
        });
        if (isWorkers && !all.empty())
            m_p = all.front().column;
    }

    /// The columns whose names are equally good evidence.
    [[nodiscard]] static std::vector<std::size_t> columnsWithScore(const Hypotheses& all, int score)
    {
        std::vector<std::size_t> columns;
        for (const Hypothesis& each : all)
            if (each.score / nameWeight == score / nameWeight)
                columns.push_back(each.column);
        return columns;
    }

    /// Evidence of the values, each kind of which outweighs those after it: p differs between the rows, and no other
    /// count tells more rows apart; a name has one meaning; an explicitly logged time, not the tracker's own clock.
    [[nodiscard]] int scoreValues(const LadderRole& role, const std::vector<std::size_t>& equals,
                                  std::size_t column) const
    {
        if (equals.size() < 2)
            return 0;
        int score = 0;
        if (role.kind == LadderColumnKind::Workers && isVaryingColumn(m_grid, column)) {
            const bool isFinest = std::all_of(equals.begin(), equals.end(), [&](std::size_t other) {
                return other == column || !isVaryingColumn(m_grid, other) || isFinerPartition(m_grid, column, other);
            });
            score += isFinest ? 24 : 16;
        }
        score += !isAmbiguousName(m_names[column].base) || m_names[column].unitGiven ? 4 : 0;
        score += role.column == LadderColumn::Time && !isTrackerClock(m_grid, column) ? 2 : 0;
        return score;
    }

    /// Puts a hypothesis that more than its name supports before all others.
    void addFirst(LadderColumn role, Hypothesis hypothesis)
    {
        Hypotheses& all = of(role);
        std::erase_if(all, [&](const Hypothesis& each) { return each.column == hypothesis.column; });
        all.insert(all.begin(), std::move(hypothesis));
    }

    /// If rows with the same p differ in another worker count, that count is p, whatever the columns are called. If there
    /// is no count and the user cannot be asked, it is a number in the commands that belongs to no option.
    void addAllWorkers()
    {
        Hypotheses& all = of(LadderColumn::P);
        const std::optional<std::size_t> number = findHeader(m_grid, unnamedNumberHeader);
        if (!m_p && number && m_columns.hints == ColumnHints::None)
            addFirst(LadderColumn::P, {*number, UnnamedNumber * nameWeight, 0, Confidence::Unsure,
                                       "the commands differ only in this number"});
        if (all.empty() || header(all.front().column) == ladderRoleOf(LadderColumn::P).name)
            return;
        const std::size_t chosen = all.front().column;
        std::optional<AllWorkersColumn> whole = findAllWorkersColumn(m_grid, m_names, chosen);
        if (!whole || m_columns.isAssigned(whole->column))
            return;
        const bool isProduct = header(whole->column).find('*') != std::string::npos;
        m_p = whole->column;
        m_otherCounts = {chosen};
        m_otherCounts.insert(whole->factors.begin(), whole->factors.end());
        addFirst(LadderColumn::P,
                 {whole->column, all.front().score + nameWeight, 0, Confidence::Likely, whole->reason,
                  isProduct ? std::string()
                            : formatMessage("p is {}, because {}", inQuotes(header(whole->column)), whole->reason) +
                                  m_columns.optionHint(formatMessage(" ({} reads the other)",
                                                                     quotedOption("--map", "p=" + header(chosen)))),
                  std::move(whole->factors)});
    }

    /// Decides by the values whether columns such as "t/s" hold times or rates.
    void decideTimesOrRates()
    {
        for (std::size_t i = 0; i < m_names.size() && m_p; ++i) {
            if (!m_names[i].mayBeRate || m_columns.isAssigned(i))
                continue;
            const TimeOrRate kind = classifyTimeOrRate(m_grid, *m_p, i);
            if (kind == TimeOrRate::Unclear)
                m_unclearTimes.insert(i);
            if (kind == TimeOrRate::Rate) {
                m_names[i] = asRate(m_names[i]);
                m_ratesByValues.insert(i);
            }
        }
    }

    /// A guessed time could only contradict a rate with the contract's name, and a guessed rate any time.
    void dropContradictions()
    {
        Hypotheses &times = of(LadderColumn::Time), &rates = of(LadderColumn::Throughput);
        if (isNamed(LadderColumn::Throughput) && !isNamed(LadderColumn::Time))
            times.clear();
        const bool hasParts = isNamed(LadderColumn::Compute) && isNamed(LadderColumn::Communication);
        if (!isNamed(LadderColumn::Throughput) && (m_columns[LadderColumn::Time] || !times.empty() || hasParts))
            rates.clear();
    }

    /// A part that is p times as long as the time in most rows may be the time itself, next to the mean of a thread.
    void askForMeansOfWorkers()
    {
        Hypotheses& times = of(LadderColumn::Time);
        if (times.empty() || isNamed(LadderColumn::Time) || !m_p)
            return;
        const std::size_t time = times.front().column;
        for (const LadderRole& role : ladderRoles) {
            Hypotheses& parts = of(role.column);
            if (role.kind != LadderColumnKind::TimePart || parts.empty() || isNamed(role.column))
                continue;
            const std::size_t part = parts.front().column;
            const auto figure = [&](const auto& row, std::size_t i) {
                return leadingNumber(row[i].text).value_or(0) * m_names[i].factor;
            };
            const auto means = std::count_if(m_grid.rows.begin(), m_grid.rows.end(), [&](const auto& row) {
                constexpr double tolerance = 0.05;
                const double p = parseNumber(row[*m_p].text).value_or(0), whole = figure(row, part);
                return p > 1 && whole > 0 && std::abs(p * figure(row, time) / whole - 1) < tolerance;
            });
            if (2 * static_cast<std::size_t>(means) <= m_grid.rows.size())
                continue;
            times.push_back({part, times.front().score, times.front().rank});
            parts.clear();
        }
    }

    [[nodiscard]] bool mayHave(const LadderRole& role) { return m_columns[role.column] || !of(role.column).empty(); }

    /// A total next to its parts: "total" without a unit is a time if it is at least as large as each part, in the parts'
    /// unit.
    void addTotalOfParts()
    {
        const auto total = std::find_if(m_names.begin(), m_names.end(), [](const HeaderName& name) {
            return name.base == "total" && !name.unitGiven && !name.isPercentage;
        });
        const std::size_t at = static_cast<std::size_t>(total - m_names.begin());
        if (total == m_names.end() || m_columns.isAssigned(at) || mayHave(ladderRoleOf(LadderColumn::Time)) ||
            mayHave(ladderRoleOf(LadderColumn::Throughput)))
            return;
        std::vector<std::size_t> parts;
        for (const LadderRole& role : ladderRoles)
            if (role.kind == LadderColumnKind::TimePart && mayHave(role))
                parts.push_back(m_columns[role.column] ? *m_columns[role.column] : of(role.column).front().column);
        const auto hasOtherUnit = [&](std::size_t part) { return m_names[part].factor != m_names[parts[0]].factor; };
        if (parts.empty() || std::any_of(parts.begin(), parts.end(), hasOtherUnit))
            return;
        const bool containsEachPart =
            std::all_of(m_grid.rows.begin(), m_grid.rows.end(), [&](const std::vector<GridCell>& row) {
                double longest = 0;
                for (const std::size_t part : parts)
                    longest = std::max(longest, parseNumber(row[part].text).value_or(0));
                const Result<double> whole = parseNumber(row[at].text);
                return isMissing(row[at].text) || (whole && *whole >= (1 - partsRoundingTolerance) * longest);
            });
        if (!containsEachPart) {
            m_columns.warnings.push_back(
                formatMessage("column {} is less than a part in some row and was not read as the time",
                              inQuotes(header(at))) +
                m_columns.optionHint(formatMessage(" ({})", quotedOption("--map", "time=" + header(at)))));
            return;
        }
        m_names[at].unitGiven = m_names[parts[0]].unitGiven;
        m_names[at].factor = m_names[parts[0]].factor;
        m_names[at].unit = m_names[parts[0]].unit;
        // dropOverlappingParts removes parts that overlap.
        addFirst(LadderColumn::Time, {at, TotalOfParts * nameWeight, 0, Confidence::Unsure});
    }

    /// Columns with a unit of time, else of a rate, if no column has the name of one.
    void addUnits()
    {
        if (std::any_of(ladderRoles.begin(), ladderRoles.end(),
                        [&](const LadderRole& role) { return isTimeColumn(role) && mayHave(role); }))
            return;
        for (const bool isRate : {false, true}) {
            Hypotheses& all = of(isRate ? LadderColumn::Throughput : LadderColumn::Time);
            for (std::size_t i = 0; i < m_names.size(); ++i)
                if (!m_columns.isAssigned(i) && !isPartName(m_names[i].base) &&
                    ((!m_names[i].unitGiven && haveCellsUnit(m_grid, i, isRate)) ||
                     (!isRate && hasTimeUnitOnly(m_names[i]) && hasNumericCell(m_grid, i))))
                    all.push_back({i, UnitOnly * nameWeight, 0, Confidence::Unsure, "only its unit"});
            if (!all.empty())
                return;
        }
    }

    /// A column "time" without a unit next to a wall-clock column: the wall clock is the time if the values prove that the
    /// other is not wall-clock time, else it is as likely.
    void addWallClock()
    {
        Hypotheses& times = of(LadderColumn::Time);
        if (times.empty() || !m_p || m_names[times[0].column].unitGiven || m_names[times[0].column].base != "time")
            return;
        const std::size_t time = times.front().column;
        const std::optional<WallClockColumn> wall = findWallClockColumn(m_grid, m_names, time, *m_p);
        if (!wall || m_columns.isAssigned(wall->column))
            return;
        const std::string reason =
            formatMessage("{} follows p exactly, as simulated time does", inQuotes(header(time)));
        const int score = times.front().score;
        addFirst(LadderColumn::Time,
                 {wall->column, score + (wall->isCertain ? nameWeight : 0), 0, Confidence::Likely, reason,
                  formatMessage("{}; {} was read", reason, inQuotes(header(wall->column))) +
                      m_columns.optionHint(
                          formatMessage(" ({} reads the other)", quotedOption("--map", "time=" + header(time))))});
        if (!wall->isCertain)
            std::swap(times[0], times[1]);
    }

    /// A total that is a little longer than an elapsed time in every row, which a program prints before the run ends.
    void addWholeRun()
    {
        Hypotheses& times = of(LadderColumn::Time);
        if (times.empty() || isNamed(LadderColumn::Time) || !isListed("wall_clock", m_names[times[0].column].base))
            return;
        constexpr double maximumRatio = 1.25;  // CPU seconds of several workers are more
        const std::size_t time = times.front().column;
        const auto figure = [&](const std::vector<GridCell>& row, std::size_t i) {
            return parseNumber(row[i].text).value_or(0) * m_names[i].factor;
        };
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            const std::vector<std::string_view> words = splitFields(m_names[i].base, '_');
            const bool isTotal =
                i != time && !m_columns.isAssigned(i) && mayBeTime(m_names[i]) &&
                std::any_of(words.begin(), words.end(),
                            [](std::string_view word) { return isListed("whole_run", word); }) &&
                std::all_of(m_grid.rows.begin(), m_grid.rows.end(), [&](const std::vector<GridCell>& row) {
                    const double whole = figure(row, i), clock = figure(row, time);
                    return clock > 0 && whole >= clock && whole <= maximumRatio * clock;
                });
            if (!isTotal)
                continue;
            const std::string reason =
                formatMessage("{} is at least as long as {} in every row", inQuotes(header(i)), inQuotes(header(time)));
            addFirst(LadderColumn::Time,
                     {i, times.front().score + nameWeight, 0, Confidence::Likely, reason,
                      formatMessage("{} and was read", reason) +
                          m_columns.optionHint(
                              formatMessage(" ({} reads the other)", quotedOption("--map", "time=" + header(time))))});
            return;
        }
    }

    /// The assignment with the greatest total score, in which each column has at most one role. `fixed`: the hypothesis
    /// that a role must have.
    [[nodiscard]] Assignment search(std::size_t fixedRole = ladderRoles.size(), const Hypothesis* fixed = nullptr) const
    {
        Assignment best{.ofRole = {}, .score = -1};
        searchFrom(0, {}, fixedRole, fixed, best);
        return best;
    }

    void searchFrom(std::size_t role, const Assignment& current, std::size_t fixedRole, const Hypothesis* fixed,
                    Assignment& best) const
    {
        int possible = current.score;
        for (std::size_t i = role; i < m_ofRole.size(); ++i)
            possible += m_ofRole[i].empty() ? 0 : m_ofRole[i].front().score;
        if (possible <= best.score)
            return;
        if (role == m_ofRole.size()) {
            best = current;
            return;
        }
        std::size_t tried = 0;
        for (const Hypothesis& each : m_ofRole[role]) {
            const bool isUsed = std::any_of(current.ofRole.begin(), current.ofRole.end(), [&](const Hypothesis* other) {
                return other != nullptr && other->column == each.column;
            });
            if (isUsed || (role == fixedRole && &each != fixed))
                continue;
            if (++tried > m_ofRole.size())  // the other roles cannot use up more columns
                break;
            Assignment next = current;
            next.ofRole[role] = &each;
            next.score += each.score;
            searchFrom(role + 1, next, fixedRole, fixed, best);
        }
        if (role != fixedRole)
            searchFrom(role + 1, current, fixedRole, fixed, best);
    }

    /// The columns with which a role leaves the whole assignment nearly as good, without all but one of identical columns.
    [[nodiscard]] std::vector<std::size_t> leadersOf(const LadderRole& role, const Hypothesis& chosen,
                                                     int bestScore) const
    {
        const auto at = static_cast<std::size_t>(role.column);
        std::vector<std::size_t> leaders;
        for (const Hypothesis& each : m_ofRole[at])
            if (&each == &chosen ||
                (each.score > chosen.score - decisiveMargin && search(at, &each).score > bestScore - decisiveMargin))
                leaders.push_back(each.column);
        if (isContract(chosen))
            return leaders;
        const bool isHybrid = role.kind == LadderColumnKind::Workers && findHybridColumns(m_grid, leaders);
        std::vector<std::size_t> kept;
        for (const std::size_t i : leaders)
            if (std::none_of(kept.begin(), kept.end(), [&](std::size_t other) {
                    return haveSameTexts(m_grid, i, other) &&
                           (isHybrid ? isThreadsHeader(m_grid, i) == isThreadsHeader(m_grid, other)
                                     : m_names[i].factor == m_names[other].factor);
                }))
                kept.push_back(i);
        return isHybrid || kept.size() == 1 ? kept : leaders;
    }

    void assign(const LadderRole& role, const Hypothesis& chosen, const std::vector<std::size_t>& leaders, Error& error)
    {
        const bool isNeeded = isTimeColumn(role) || role.kind == LadderColumnKind::Workers;
        const std::size_t column = chosen.column;
        const HeaderName& name = m_names[column];
        if (leaders.size() > 1 && (isNeeded || isContract(chosen)))
            error.problems.push_back(ambiguousColumnProblem(role, m_grid, leaders, m_columns));
        else if (role.column == LadderColumn::Time && m_unclearTimes.contains(column))
            error.problems.push_back(timeOrRateProblem(m_grid.header[column], m_columns));
        else if (isContract(chosen))
            m_columns.assign(role.column, column, m_grid, name);
        else {
            const bool hasUnit = role.kind == LadderColumnKind::Workers || role.kind == LadderColumnKind::Quality ||
                                 role.column == LadderColumn::Throughput || name.unitGiven;
            const bool isClear = hasUnit && !isAmbiguousName(name.base) && leaders.size() == 1;
            m_columns.assign(role.column, column, m_grid, name,
                             chosen.confidence.value_or(isClear ? Confidence::Likely : Confidence::Unsure));
            const std::vector<std::size_t> equals = columnsWithScore(of(role.column), chosen.score);
            m_columns.mapping(role.column).evidence = chosen.confidence ? chosen.reason
                                                      : equals.size() > 1 && leaders.size() == 1
                                                          ? reportRivals(role, column, equals, m_grid, m_columns)
                                                          : std::string();
            if (!chosen.warning.empty())
                m_columns.warnings.push_back(chosen.warning);
            if (role.column == LadderColumn::P)
                m_columns.workerFactors = chosen.factors;
            if (m_ratesByValues.contains(column))
                m_columns.decisions.push_back(formatMessage("rate in {}", header(column)));
        }
    }
};

}  // namespace

Error assignBestColumns(ColumnAssignment& columns, const Grid& grid, std::vector<HeaderName>& names)
{
    return RoleTable(grid, names, columns).assignBest();
}

}  // namespace scalewright
