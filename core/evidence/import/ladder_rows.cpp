// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/figure_text.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_groups.h"
#include "core/evidence/import/ladder_run_head.h"
#include "core/evidence/import/outcomes.h"
#include "core/evidence/import/relative_columns.h"
#include "core/evidence/import/row_reader.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/tidy_table.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

namespace {

Result<Grid> filterRows(const Grid& all, const LadderFileOptions& options)
{
    std::map<std::size_t, std::set<std::string>> filters, exclusions;
    Error error;
    for (const auto& [filter, text] : options.rowFilters) {
        std::string_view header = filter;
        std::optional<std::size_t> column = findHeader(all, header);
        const bool isExclusion = !column && header.ends_with('!');  // COLUMN!=TEXT
        if (isExclusion) {
            header.remove_suffix(1);
            column = findHeader(all, header);
        }
        if (!column)
            error.problems.push_back({formatMessage("there is no column {}", inQuotes(header)),
                                      formatMessage("one of {}", headerList(all)),
                                      ProblemLocation{.field = "--where"}});
        else if (text != "*")
            (isExclusion ? exclusions : filters)[*column].insert({lowerCase(text), lowerCase(plainCellText(text))});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    Grid kept = all;
    for (const auto& [column, texts] : exclusions)
        std::erase_if(kept.rows, [&, c = column, &excludedTexts = texts](const std::vector<GridCell>& row) {
            return excludedTexts.contains(lowerCase(row[c].text));
        });
    if (kept.rows.empty())
        return fail(ErrorCode::Input, "no row is left", "fewer exclusions", ProblemLocation{.field = "--where"});
    for (const auto& [column, texts] : filters) {
        const std::vector<std::string> before = distinctTexts(kept, column);
        std::erase_if(kept.rows, [&, c = column, &wantedTexts = texts](const std::vector<GridCell>& row) {
            return !wantedTexts.contains(lowerCase(row[c].text));
        });
        if (kept.rows.empty())
            return fail(ErrorCode::Input,
                        formatMessage("no row has {} in column {}", shortQuotedList({texts.begin(), texts.end()}),
                                      inQuotes(all.header[column].text)),
                        formatMessage("one of {}", shortQuotedList(before)), ProblemLocation{.field = "--where"});
    }
    for (const std::string& header : options.ignoredHeaders)
        if (const std::optional<std::size_t> column = findHeader(kept, header)) {
            eraseColumn(kept, *column);
        }
    return kept;
}

std::set<std::size_t> unsplitColumns(const Grid& grid, const LadderFileOptions& options)
{
    std::set<std::size_t> joined;
    for (const auto& [header, text] : options.rowFilters)
        if (const std::optional<std::size_t> column = findHeader(grid, header); column && text == "*")
            joined.insert(*column);
    return joined;
}

std::optional<Scaling> scalingFromName(std::string_view text)
{
    const std::string name = lowerCase(text);
    return name == "strong" ? std::optional(Scaling::Strong)
           : name == "weak" ? std::optional(Scaling::Weak)
                            : std::nullopt;
}

/// Whether some p occurs with several texts in the column.
bool hasSharedP(const Grid& grid, std::size_t column, std::size_t p)
{
    std::map<double, std::string> first;
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const Result<double> workers = parseNumber(row[p].text);
        return workers && first.try_emplace(*workers, row[column].text).first->second != row[column].text;
    });
}

/// Runs that a column marks as failed or unfinished, whatever their time.
struct ExcludedRuns {
    std::vector<std::vector<GridCell>> rows;
    std::vector<Outcome> outcomes;  ///< one per row
    std::vector<std::size_t> statusColumnOfRow;
    std::set<std::size_t> outcomeColumns;  ///< columns that state how each run ended, in every row
};

/// Removes such runs from the grid so that their times do not influence any decision. Error (Input): no run remains.
Result<ExcludedRuns> excludeFailedRuns(Grid& grid, const LadderFileOptions& options)
{
    std::set<std::size_t> otherColumns = unsplitColumns(grid, options);
    for (const auto& [role, header] : options.columns)
        if (const std::optional<std::size_t> column = findHeader(grid, header))
            otherColumns.insert(*column);
    const RunOutcomes ended = findRunOutcomes(grid, otherColumns);
    ExcludedRuns excluded{.rows = {}, .outcomes = {}, .statusColumnOfRow = {}, .outcomeColumns = ended.outcomeColumns};
    std::vector<std::vector<GridCell>> kept;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (ended.outcomeOfRow[i] == Outcome::Failed || ended.outcomeOfRow[i] == Outcome::Unfinished) {
            excluded.rows.push_back(std::move(grid.rows[i]));
            excluded.outcomes.push_back(ended.outcomeOfRow[i]);
            excluded.statusColumnOfRow.push_back(ended.statusColumnOfRow[i]);
        } else {
            kept.push_back(std::move(grid.rows[i]));
        }
    grid.rows = std::move(kept);
    if (!grid.rows.empty() || excluded.rows.empty())
        return excluded;
    const GridCell& first = excluded.rows.front()[excluded.statusColumnOfRow.front()];
    const std::string& header = grid.header[excluded.statusColumnOfRow.front()].text;
    return fail(
        ErrorCode::Input,
        formatMessage("no run succeeded: the first entry of column {} is {}", inQuotes(header), inQuotes(first.text)),
        options.hints == ColumnHints::Options
            ? formatMessage("successful runs; {} treats all as good", quotedOption("--where", header + "=*"))
            : "successful runs",
        first.where);
}

/// A row without a time, such as a failed run. Its differences from other rows do not separate ladders.
struct UntimedRow {
    std::vector<GridCell> cells;
    Outcome outcome = Outcome::Unknown;
};

/// The excluded runs, whose times do not count, and the rows without a time, which are removed from the grid.
std::vector<UntimedRow> takeUntimedRows(ExcludedRuns excluded, Grid& grid, const ColumnAssignment& columns,
                                        std::vector<std::string>& warnings)
{
    constexpr std::size_t maximumListed = 5;
    std::vector<UntimedRow> untimed;
    const auto firstUntimed =
        std::stable_partition(grid.rows.begin(), grid.rows.end(),
                              [&](const std::vector<GridCell>& row) { return hasTimeCell(row, columns); });
    for (auto row = firstUntimed; row != grid.rows.end(); ++row)
        untimed.push_back({std::move(*row)});
    grid.rows.erase(firstUntimed, grid.rows.end());
    std::vector<std::string> failed, unfinished;
    std::string header;
    for (std::size_t i = 0; i < excluded.rows.size(); ++i) {
        std::vector<GridCell>& row = excluded.rows[i];
        row.resize(grid.header.size(), GridCell{{}, row.front().where});
        const bool isTimed = std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
            return isTimeColumn(role) && columns[role.column] && isNumber(row[*columns[role.column]].text);
        });
        if (isTimed) {
            header = grid.header[excluded.statusColumnOfRow[i]].text;
            (excluded.outcomes[i] == Outcome::Failed ? failed : unfinished)
                .push_back(formatMessage("p = {} ({})", row[columns.workersColumn()].text,
                                         inQuotes(row[excluded.statusColumnOfRow[i]].text)));
        } else if (excluded.outcomes[i] == Outcome::Unfinished) {
            excluded.outcomes[i] = Outcome::Unknown;  // an unfinished run has no time yet
        }
        untimed.push_back({std::move(row), excluded.outcomes[i]});
    }
    const auto listed = [&](std::vector<std::string> runs) {
        const std::size_t count = runs.size();
        runs.resize(std::min(count, maximumListed));
        const std::string list = joinNonEmpty(runs, ", ");
        return count > maximumListed ? formatMessage("{} and {} more", list, count - maximumListed) : list;
    };
    if (!failed.empty())
        warnings.push_back((failed.size() == 1
                                ? formatMessage("one run failed according to column {}: {}; its time is not used",
                                                inQuotes(header), listed(failed))
                                : formatMessage("{} runs failed according to column {}: {}; their times are not used",
                                                failed.size(), inQuotes(header), listed(failed))) +
                           columns.hint("--where", header + "=*", "treats all as good"));
    if (!unfinished.empty())
        warnings.push_back(
            formatMessage("not finished according to column {}: {}; left out", inQuotes(header), listed(unfinished)));
    return untimed;
}

/// The rows of one ladder.
struct LadderGroup {
    std::vector<std::string> splitTexts;  ///< that they share in the split columns
    const std::vector<GridCell>* firstRow = nullptr;
    std::vector<std::size_t> rowIndices{};
    std::vector<const UntimedRow*> untimedRows{};
};

std::vector<LadderGroup> groupRows(const Grid& grid, const std::vector<UntimedRow>& untimed,
                                   const std::vector<std::size_t>& splitColumns)
{
    std::vector<LadderGroup> groups;
    std::map<std::vector<std::string>, std::size_t> groupOfKey;
    const auto groupOf = [&](const std::vector<GridCell>& row) -> LadderGroup& {
        std::vector<std::string> key;
        for (const std::size_t column : splitColumns)
            key.push_back(row[column].text);
        const auto [at, isNew] = groupOfKey.try_emplace(key, groups.size());
        if (isNew)
            groups.push_back({.splitTexts = std::move(key), .firstRow = &row});
        return groups[at->second];
    };
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        groupOf(grid.rows[i]).rowIndices.push_back(i);
    for (const UntimedRow& row : untimed)
        groupOf(row.cells).untimedRows.push_back(&row);
    return groups;
}

void addDecision(std::string decision, LadderFile& file)
{
    if (!isAmong(file.decisions, decision))
        file.decisions.push_back(std::move(decision));
}

/// Multiplies the times of each point by the work of the run with the smallest p over its own, and returns that work.
double scaleTimesToWork(Ladder& ladder, const std::vector<double>& workOfPoint)
{
    const auto smallest = std::min_element(ladder.points.begin(), ladder.points.end(),
                                           [](const LadderPoint& a, const LadderPoint& b) { return a.p < b.p; });
    const double reference = workOfPoint[static_cast<std::size_t>(smallest - ladder.points.begin())];
    for (std::size_t i = 0; i < ladder.points.size(); ++i)
        for (const LadderRole& role : ladderRoles)
            if (role.pointMember && role.dimension == Dimension::Time)
                if (std::optional<double>& timeS = ladder.points[i].*role.pointMember)
                    *timeS *= reference / workOfPoint[i];
    return reference;
}

/// Converts the times to those for the first run's work per worker. Precondition: one work for each point.
void compareTimesPerWork(Ladder& ladder, const ScalingEvidence& work, const ColumnAssignment& columns, LadderFile& file)
{
    const double reference = scaleTimesToWork(ladder, work.workOfRow);
    ladder.scaling = Scaling::Weak;
    addDecision(formatMessage("{}, per unit of {}", std::string(weakScalingDecision), work.source), file);
    file.warnings.push_back(
        formatMessage("{}, so the times were scaled to {} per worker", work.reason, significantText(reference, 6)) +
        columns.optionHint("; --scaling strong reads them unchanged, as fixed work"));
}

/// Converts the times to those for as many steps as the first run made.
void compareTimesPerStep(Ladder& ladder, const ScalingEvidence& steps, const ColumnAssignment& columns,
                         LadderFile& file)
{
    const double reference = scaleTimesToWork(ladder, steps.workOfRow);
    addDecision(formatMessage("time of {} {}", significantText(reference, 6), steps.source), file);
    file.warnings.push_back(
        formatMessage("{}, so the times were scaled to {} of them", steps.reason, significantText(reference, 6)) +
        columns.hint("--where", steps.source + "=*", "reads them unchanged"));
}

/// The column of sizes of which the user selected one, so that the work is the same at every p.
std::optional<std::string> selectedSize(const Grid& grid, const LadderFileOptions& options)
{
    for (const auto& [header, text] : options.rowFilters)
        if (const std::optional<std::size_t> column = findHeader(grid, header);
            column && text != "*" && !isVaryingColumn(grid, *column))
            if (const HeaderName name = parseHeaderName(grid.header[*column].text);
                isWorkHeader(name) && name.workerWord.empty() && name.base.find("batch") == std::string::npos)
                return grid.header[*column].text;
    return std::nullopt;
}

/// Leaves out rows with 0 as p or as the time, such as a serial run or a time below the clock's resolution, if all other
/// rows are figures of at least two p.
void eraseZeroRows(Grid& grid, const ColumnAssignment& columns, LadderFile& file)
{
    std::vector<std::size_t> figures{columns.workersColumn()};
    if (columns[LadderColumn::Time])
        figures.push_back(*columns[LadderColumn::Time]);
    // Only digits and marks, some of which are zeros: "0", "0.00", "0,0".
    const auto isZero = [&](const std::vector<GridCell>& row) {
        return std::any_of(figures.begin(), figures.end(), [&](std::size_t i) {
            const std::string& text = row[i].text;
            return row[i].nested == nullptr && text.find('0') != std::string::npos &&
                   text.find_first_not_of("0.,") == std::string::npos;
        });
    };
    if (std::none_of(grid.rows.begin(), grid.rows.end(), isZero))
        return;
    std::set<std::string> counts;
    std::size_t zeros = 0;
    for (const std::vector<GridCell>& row : grid.rows)
        if (isZero(row))
            ++zeros;
        else if (std::all_of(figures.begin(), figures.end(), [&](std::size_t i) {
                     return row[i].nested == nullptr &&
                            (i == figures.front() ? parseNumber(row[i].text).value_or(0) > 0 : isNumber(row[i].text));
                 }))
            counts.insert(row[figures.front()].text);
        else
            return;
    if (counts.size() < 2)
        return;
    std::erase_if(grid.rows, isZero);
    addDecision(zeros == 1 ? std::string("one row of 0 left out") : formatMessage("{} rows of 0 left out", zeros),
                file);
}

/// If the user multiplied columns to get p, only the runs of the fastest combination of factors at each p remain, because
/// 2 processes with 4 threads are not a repeat of 8 processes.
void keepFastestCombinations(Ladder& ladder, std::vector<std::size_t>& rowOfPoint, const Grid& grid,
                             const std::vector<std::size_t>& factors, LadderFile& file)
{
    std::map<int, std::map<std::vector<std::string>, std::pair<double, int>>> sums;
    const auto keyOf = [&](std::size_t row) {
        std::vector<std::string> key;
        for (const std::size_t factor : factors)
            key.push_back(grid.rows[row][factor].text);
        return key;
    };
    for (std::size_t i = 0; i < ladder.points.size(); ++i)
        if (const Result<RunTime> run = deriveRunTime(ladder.points[i])) {
            auto& [sum, count] = sums[ladder.points[i].p][keyOf(rowOfPoint[i])];
            sum += run->timeS;
            ++count;
        }
    std::vector<LadderPoint> points;
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < ladder.points.size(); ++i) {
        const auto& combinations = sums[ladder.points[i].p];
        const auto fastest =
            std::min_element(combinations.begin(), combinations.end(), [](const auto& a, const auto& b) {
                return a.second.first / a.second.second < b.second.first / b.second.second;
            });
        if (combinations.empty() || fastest->first == keyOf(rowOfPoint[i])) {
            points.push_back(std::move(ladder.points[i]));
            rows.push_back(rowOfPoint[i]);
        }
    }
    if (points.size() < ladder.points.size())
        addDecision("the fastest combination at each p", file);
    ladder.points = std::move(points);
    rowOfPoint = std::move(rows);
}

bool holdsOnlyRates(const Ladder& ladder)
{
    return !ladder.points.empty() &&
           std::all_of(ladder.points.begin(), ladder.points.end(),
                       [](const LadderPoint& each) { return each.throughputPerS && !each.timeS; });
}

/// Under weak scaling, a rate that does not rise with p counts steps, each of which does p times the work ("ns/day"):
/// multiplies it by p.
void countWorkInsteadOfSteps(Ladder& ladder, LadderFile& file)
{
    const auto [first, last] =
        std::minmax_element(ladder.points.begin(), ladder.points.end(),
                            [](const LadderPoint& a, const LadderPoint& b) { return a.p < b.p; });
    const double growth = *last->throughputPerS / *first->throughputPerS;
    if (first->p == last->p || growth >= std::sqrt(static_cast<double>(last->p) / first->p))
        return;
    const int baseP = first->p;
    for (LadderPoint& each : ladder.points)
        *each.throughputPerS *= static_cast<double>(each.p) / baseP;
    file.warnings.emplace_back("the rate does not rise with p, so it counts steps of growing work: multiplied by p");
}

/// Error (Input): wherever a p has several runs, and at least two have, their times differ so much that they measure
/// different things.
Result<void> checkRepeats(const Ladder& ladder, const ColumnAssignment& columns)
{
    constexpr double ratioLimit = 10;
    std::map<int, std::vector<double>> timesOfP;
    for (const LadderPoint& point : ladder.points)
        if (const Result<RunTime> run = deriveRunTime(point))
            timesOfP[point.p].push_back(run->timeS);
    std::optional<double> leastRatio;
    int p = 0, repeated = 0;
    for (const auto& [workers, times] : timesOfP)
        if (times.size() > 1) {
            ++repeated;
            const auto [shortest, longest] = std::minmax_element(times.begin(), times.end());
            if (!leastRatio || *longest / *shortest < *leastRatio)
                leastRatio = *longest / *shortest, p = workers;
        }
    if (repeated < 2 || leastRatio.value_or(1) < ratioLimit || columns.hints == ColumnHints::None)
        return {};
    return fail(ErrorCode::Input,
                formatMessage("the times at p = {} differ by a factor of {} or more: they are not repeats of one run",
                              p, significantText(*leastRatio, 2)),
                "one time for each run, or --where COLUMN=TEXT for the rows of one kind");
}

/// Error (Input): the evidence allows both kinds, and the user can be asked.
Result<void> decideScaling(Ladder& ladder, const ScalingEvidence& work, const ColumnAssignment& columns,
                           LadderFile& file)
{
    if (work.isUnclear && holdsOnlyRates(ladder))
        return {};  // a rate that rises counts the work itself, however much that is
    if (work.isUnclear && columns.hints == ColumnHints::Options)
        return fail(ErrorCode::Input,
                    formatMessage("the work may be fixed or grow with p: {}, and the times fall", work.reason),
                    "--scaling weak if the work grows, --scaling strong if it is fixed");
    ladder.scaling = work.scaling;
    if (work.isUnclear)
        file.warnings.push_back(formatMessage("the work may grow with p: {}", work.reason));
    else if (work.scaling == Scaling::Weak) {
        file.warnings.push_back(formatMessage("read as weak scaling: {}", work.reason) +
                                columns.optionHint("; --scaling strong reads the work as fixed"));
        if (holdsOnlyRates(ladder))
            countWorkInsteadOfSteps(ladder, file);
        addDecision(work.source.empty() ? std::string(weakScalingDecision)
                                        : formatMessage("{}, by {}", std::string(weakScalingDecision), work.source),
                    file);
    } else if (work.scaling) {
        file.warnings.push_back(formatMessage("read as strong scaling: {}", work.reason) +
                                columns.optionHint("; --scaling weak reads the work as growing"));
    }
    return {};
}

}  // namespace

Result<LadderFile> readLaddersFromGrid(Grid grid, const LadderFileOptions& options, const Ladder& base)
{
    if (grid.header.empty() || grid.rows.empty())
        return fail(ErrorCode::Input, "holds a header and no rows", "a row for every run, such as 4,260");
    std::vector<std::string> tidied;
    normalizeTable(grid, tidied);
    if (!options.rowFilters.empty() || !options.ignoredHeaders.empty()) {
        Result<Grid> picked = filterRows(grid, options);
        if (!picked)
            return fail(std::move(picked.error()));
        grid = std::move(*picked);
    }
    removeDigitGroups(grid, options.commas, tidied);
    markPercentColumns(grid);
    if (options.columns.empty())
        addCollectives(grid, tidied);
    if (const auto p = options.columns.find(LadderColumn::P); p == options.columns.end())
        multiplyWorkerFactors(grid, tidied);
    else if (!findHeader(grid, p->second) && p->second.find('*') != std::string::npos)
        static_cast<void>(addProductOfColumns(grid, p->second));  // if a factor is missing, assignColumns reports it
    Result<ExcludedRuns> excluded = excludeFailedRuns(grid, options);
    if (!excluded)
        return fail(std::move(excluded.error()));
    Result<ColumnAssignment> columns = assignColumns(grid, options);
    if (!columns && convertSpeedups(grid, options, tidied))
        columns = assignColumns(grid, options);
    if (columns && convertShares(grid, *columns, tidied))
        columns = assignColumns(grid, options);
    if (!columns)
        return fail(columns.error());

    LadderFile file{.decisions = columns->decisions, .warnings = std::move(tidied)};
    file.warnings.insert(file.warnings.end(), columns->warnings.begin(), columns->warnings.end());
    eraseZeroRows(grid, *columns, file);
    const std::set<std::size_t> outcomeColumns = excluded->outcomeColumns;
    const std::vector<UntimedRow> untimed = takeUntimedRows(*std::move(excluded), grid, *columns, file.warnings);
    std::set<std::size_t> joined = unsplitColumns(grid, options);
    joined.insert(outcomeColumns.begin(), outcomeColumns.end());
    if (const std::optional<std::size_t> separateColumn = findHeader(grid, grid.titleColumnHeader);
        !grid.titleColumnHeader.empty() && separateColumn &&
        !hasSharedP(grid, *separateColumn, columns->workersColumn()))
        joined.insert(*separateColumn);
    std::vector<std::size_t> factors;
    if (const auto p = options.columns.find(LadderColumn::P); p != options.columns.end())
        for (const std::string_view factor : splitFields(p->second, '*'))
            if (const std::optional<std::size_t> at = findHeader(grid, trimmed(factor));
                at && p->second.find('*') != std::string::npos)
                factors.push_back(*at);
    const std::vector<std::size_t> grouping = findSplitColumns(grid, *columns, joined, file.warnings);
    for (const std::size_t column : grouping)
        file.splitColumns.push_back(grid.header[column].text);
    const std::vector<LadderGroup> groups = groupRows(grid, untimed, grouping);
    const std::optional<std::size_t> scalingColumn = findHeader(grid, "scaling");
    const auto columnWith = [&](bool (*isHeader)(std::string_view)) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (!columns->isAssigned(i) && isHeader(parseHeaderName(grid.header[i].text).base))
                return i;
        return std::nullopt;
    };
    const std::optional<std::size_t> hostColumn = columnWith(&isHostHeader),
                                     machineColumn = columnWith(&isMachineHeader);
    std::vector<std::vector<std::string>> splitTexts;
    for (const LadderGroup& group : groups)
        splitTexts.push_back(group.splitTexts);
    const std::vector<std::string> names = ladderNames(splitTexts);
    resolveCommas(grid, *columns, options.commas);
    detectUnitsInCells(grid, *columns);
    NumberReader figures(grid, *columns);
    std::vector<std::optional<double>> timeOfRow(grid.rows.size());
    constexpr std::size_t maximumProblems = 10000, maximumMessages = 5;
    const OutcomeColumns outcome = findOutcomeColumns(grid, *columns);
    SkippedRows skipped;
    std::vector<std::size_t> groupOfLadder;  // group of each ladder that was created
    for (std::size_t g = 0; g < groups.size(); ++g) {
        Ladder ladder = base;
        if (!names[g].empty())
            ladder.name = names[g];
        if (ladder.qualityName.empty() && (*columns)[LadderColumn::Quality])
            ladder.qualityName = columns->mapping(LadderColumn::Quality).header;
        if (scalingColumn)
            if (const std::optional<Scaling> scaling = scalingFromName(groups[g].firstRow->at(*scalingColumn).text))
                ladder.scaling = scaling;
        readRunHeader(grid.surroundingText, ladder);
        skipped.failedRunsAtP.clear();
        std::vector<WorkDone> works;
        std::vector<std::size_t> rowOfPoint;
        ladder.points.reserve(groups[g].rowIndices.size());
        rowOfPoint.reserve(groups[g].rowIndices.size());
        for (const std::size_t row : groups[g].rowIndices) {
            if (figures.error.problems.size() >= maximumProblems)
                break;
            if (std::optional<TimedPoint> timed = readPoint(grid.rows[row], *columns, figures, skipped)) {
                LadderPoint& point = timed->point;
                timeOfRow[row] = timed->timeS;
                if (point.timeS && point.throughputPerS)
                    works.push_back({locationText(grid.rows[row][columns->workersColumn()]),
                                     static_cast<double>(point.p), *point.timeS * *point.throughputPerS});
                if (hostColumn && !isMissing(grid.rows[row][*hostColumn].text))
                    point.host = grid.rows[row][*hostColumn].text;
                if (machineColumn && !isMissing(grid.rows[row][*machineColumn].text))
                    point.machine = grid.rows[row][*machineColumn].text;
                ladder.points.push_back(std::move(point));
                rowOfPoint.push_back(row);
            }
        }
        for (const UntimedRow* row : groups[g].untimedRows)
            addUntimedRow(row->cells, *columns, outcome, row->outcome, figures, skipped);
        checkWorkConsistency(works, file.warnings);
        if (!factors.empty() && figures.error.problems.empty()) {
            keepFastestCombinations(ladder, rowOfPoint, grid, factors, file);
            for (const std::size_t row : groups[g].rowIndices)
                if (!isAmong(rowOfPoint, row))
                    timeOfRow[row].reset();
        }
        const std::optional<Scaling> stated = options.scaling ? options.scaling : ladder.scaling;
        const std::optional<ScalingEvidence> steps =
            figures.error.problems.empty() ? findStepCounts(grid, *columns, rowOfPoint, timeOfRow) : std::nullopt;
        if (steps && std::none_of(joined.begin(), joined.end(),
                                  [&](std::size_t i) { return grid.header[i].text == steps->source; })) {
            compareTimesPerStep(ladder, *steps, *columns, file);
            for (std::size_t i = 0; i < rowOfPoint.size(); ++i)
                *timeOfRow[rowOfPoint[i]] *= steps->workOfRow.front() / steps->workOfRow[i];
        }
        if (stated != Scaling::Strong && figures.error.problems.empty()) {
            const ScalingEvidence work = detectScaling(grid, *columns, rowOfPoint, timeOfRow);
            if (!work.workOfRow.empty())
                compareTimesPerWork(ladder, work, *columns, file);
            else if (!stated)
                if (const Result<void> decided = decideScaling(ladder, work, *columns, file); !decided)
                    return fail(decided.error());
            if (const std::optional<std::string> size = selectedSize(grid, options); size && !ladder.scaling) {
                ladder.scaling = Scaling::Strong;
                file.warnings.push_back(
                    formatMessage("read as strong scaling: {} is the same at every p", inQuotes(*size)) +
                    columns->optionHint("; --scaling weak reads the work as growing"));
            }
        }
        for (const auto& [p, runs] : skipped.failedRunsAtP)
            ladder.failed.push_back({.p = p, .runs = runs});
        if (!ladder.points.empty()) {
            file.ladders.push_back(std::move(ladder));
            groupOfLadder.push_back(g);
        } else if (!ladder.failed.empty() && !names[g].empty())
            file.warnings.push_back(formatMessage("no run of {} succeeded: it gives no ladder", inQuotes(names[g])));
    }
    if (!figures.error.problems.empty())
        return fail(std::move(figures.error));
    if (options.ladderName)
        if (const Result<std::size_t> picked = findLadder(file.ladders, *options.ladderName))
            for (std::size_t g = 0; g < groups.size(); ++g)
                for (const std::size_t row : groups[g].rowIndices)
                    if (g != groupOfLadder[*picked])
                        timeOfRow[row].reset();
    joined.insert(factors.begin(), factors.end());
    if (Result<void> check = checkForMixedRuns(grid, *columns, grouping, joined, timeOfRow, file); !check)
        return fail(std::move(check.error()));
    if (file.ladders.size() == 1)
        if (const Result<void> repeats = checkRepeats(file.ladders.front(), *columns); !repeats)
            return fail(repeats.error());
    if (file.ladders.empty())
        return fail(ErrorCode::Input, "no row holds a figure", "a time, parts or a throughput in at least one row");
    warnOfMissingBase(grid, *columns, file);
    std::vector<std::string>& messages = skipped.messages;
    for (std::size_t i = 0; i < messages.size() && i < maximumMessages; ++i)
        file.warnings.push_back(std::move(messages[i]));
    if (messages.size() > maximumMessages)
        file.warnings.push_back(
            formatMessage("{} more rows have no figure and were left out", messages.size() - maximumMessages));
    file.warnings.insert(file.warnings.end(), figures.remarks.begin(), figures.remarks.end());
    for (const LadderRole& role : ladderRoles)
        if ((*columns)[role.column])
            file.mapping.push_back(columns->mapping(role.column));
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!columns->isAssigned(i) && !grid.header[i].text.empty() &&
            std::find(grouping.begin(), grouping.end(), i) == grouping.end() && scalingColumn != i &&
            !outcomeColumns.contains(i))
            file.unusedHeaders.push_back(grid.header[i].text);
    return file;
}

}  // namespace scalewright
