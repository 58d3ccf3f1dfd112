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
#include "core/evidence/import/text.h"
#include "core/evidence/import/tidy_table.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/import/work_done.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

namespace {

Result<Grid> filterRows(const Grid& all, const LadderFileOptions& options)
{
    std::map<std::size_t, std::set<std::string>> filters;
    Error error;
    for (const auto& [header, text] : options.rowFilters) {
        const std::optional<std::size_t> column = findHeader(all, header);
        if (!column)
            error.problems.push_back({formatMessage("there is no column {}", inQuotes(header)),
                                      formatMessage("one of {}", headerList(all)),
                                      ProblemLocation{.field = "--where"}});
        else if (text != "*")
            filters[*column].insert({lowerCase(text), lowerCase(plainCellText(text))});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    Grid kept = all;
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

/// "OOM @ 77 GB", "timeout after 600 s".
bool startsWithFailure(std::string_view text)
{
    const std::string small = lowerCaseLatinAndCyrillic(text.substr(0, 40));
    const auto startsWith = [&](std::string_view word) { return small.starts_with(word); };
    return startsWith("out of memory") || startsWith("todo") || startsWith("tbd") ||
           std::any_of(columnNames().failedWords.begin(), columnNames().failedWords.end(), startsWith);
}

/// "NCCL timeout", "abgest\u00FCrzt (OOM)".
bool mentionsFailure(std::string_view text)
{
    const std::string small = lowerCaseLatinAndCyrillic(text);
    const std::vector<std::string> words = splitNameWords(small, false);
    return small.find("out of memory") != std::string::npos ||
           std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return isAmong(columnNames().failedWords, word); });
}

/// Reads numbers and records how unusual ones were interpreted.
class NumberReader {
public:
    Error error;
    std::vector<std::string> remarks;  ///< assumptions made, one per column

    NumberReader(const Grid& grid, const ColumnAssignment& columns)
    {
        for (std::size_t i = 0; i < m_hasFigures.size(); ++i)
            if (const std::optional<std::size_t>& at = columns.columnOfRole[i])
                m_hasFigures[i] =
                    std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                        return row[*at].nested == nullptr && !isMissing(row[*at].text) && !isWord(row[*at].text);
                    });
    }

    /// True if a word replaces a time, a throughput or a part of the time in a column that has numbers: the run failed.
    /// A column with only words is the wrong column.
    [[nodiscard]] bool isFailureCell(const GridCell& cell, const LadderRole& role) const
    {
        return (role.kind == LadderColumnKind::Time || role.kind == LadderColumnKind::TimePart) &&
               m_hasFigures[static_cast<std::size_t>(role.column)] && cell.nested == nullptr &&
               (isWord(cell.text) || startsWithFailure(cell.text));
    }

    void addProblem(const GridCell& cell, const std::string& field, const Problem& problem)
    {
        ProblemLocation where = cell.where;
        where.field = field;
        error.problems.push_back({problem.message, problem.expected, where});
    }

    /// nullopt if the cell is empty or invalid; if invalid, a problem is added.
    std::optional<double> readFigure(const GridCell& cell, const MappedColumn& mapping)
    {
        if (reportIfNested(cell))
            return std::nullopt;
        if (isMissing(cell.text))
            return std::nullopt;
        const Result<CellFigure> figure = parseFigure(cell.text, mapping);
        if (!figure) {
            const bool isQuestion =
                mapping.hasUnclearPoints ||
                (mapping.commas == CommaReading::Inferred && splitAtNumber(cell.text).comma == CommaMeaning::Ambiguous);
            if (!isQuestion || m_columnsAskedAbout.insert(mapping.header).second)
                addProblem(cell, mapping.header, figure.error().problems.front());
            return std::nullopt;
        }
        addRemarks(cell.text, mapping, *figure);
        return figure->value;
    }

    std::optional<int> readWorkers(const GridCell& cell, const MappedColumn& mapping)
    {
        if (reportIfNested(cell))
            return std::nullopt;
        const std::optional<std::string> grouped = withoutPointGroups(cell.text);
        // Points in JSON are always decimal.
        if (grouped && mapping.commas == CommaReading::Inferred && cell.where.jsonPointer.empty()) {
            addProblem(cell, mapping.header,
                       {formatMessage("{} may be {} or {} workers", inQuotes(cell.text),
                                      cell.text.substr(0, cell.text.find('.')), *grouped),
                        mapping.mayNameOptions ? "one of them: --commas decimal or --commas thousands"
                                               : "a whole number without a point",
                        {}});
            return std::nullopt;
        }
        const Result<double> number =
            parseNumber(grouped && mapping.commas == CommaReading::Decimal ? *grouped : cell.text);
        if (number && *number >= 1 && *number <= maximumPMax && *number == std::floor(*number))
            return static_cast<int>(*number);
        std::string message = isMissing(cell.text)
                                  ? "no number of workers"
                                  : formatMessage("{} is not a number of workers", inQuotes(cell.text));
        if (number && *number == std::floor(*number))
            message = *number == 0  ? formatMessage("{} is zero workers", inQuotes(cell.text))
                      : *number < 0 ? formatMessage("{} is negative", inQuotes(cell.text))
                                    : formatMessage("{} is too many workers", inQuotes(cell.text));
        addProblem(
            cell, mapping.header,
            {std::move(message), formatMessage("a whole number from 1 to {}, without separators", maximumPMax), {}});
        return std::nullopt;
    }

private:
    std::array<bool, ladderRoles.size()> m_hasFigures{};
    std::set<std::string> m_columnsAskedAbout;  ///< columns in which the meaning of commas is already an open question
    std::set<std::pair<std::string, int>> m_remarksMade;

    void addRemarks(const std::string& text, const MappedColumn& mapping, const CellFigure& figure)
    {
        enum RemarkKind { DecimalComma, Thousands, ThousandsPoint, Spread, Minutes, BareM };
        const auto isFirst = [&](RemarkKind kind, bool perColumn) {
            return m_remarksMade.emplace(perColumn ? mapping.header : std::string(), kind).second;
        };
        const auto column = [&] { return inQuotes(mapping.header); };  // called for only a few cells
        const auto number = [&] { return inQuotes(text); };
        if (text.find(',') != std::string::npos && mapping.commas == CommaReading::Decimal &&
            isFirst(DecimalComma, false))
            remarks.emplace_back("commas in numbers were read as decimal points");
        else if (mapping.commas != CommaReading::Decimal && splitAtNumber(text).comma == CommaMeaning::Ambiguous &&
                 isFirst(Thousands, true))
            remarks.push_back(formatMessage("commas in column {} were read as thousands separators: {} is {}", column(),
                                            number(), roundTripText(figure.value / mapping.unitFactor)) +
                              (mapping.mayNameOptions ? "; --commas decimal reads them as decimal points" : ""));
        if (figure.hasThousandsPoint && isFirst(ThousandsPoint, true))
            remarks.push_back(
                (mapping.isGerman
                     ? formatMessage("points in column {} were read as thousands separators, because the table is in "
                                     "German: {} is {}",
                                     column(), number(), roundTripText(figure.value / mapping.unitFactor))
                     : formatMessage("points in column {} were read as thousands separators, as the other figures of "
                                     "this table show: {} is {}",
                                     column(), number(), roundTripText(figure.value / mapping.unitFactor))) +
                (mapping.mayNameOptions ? "; --commas thousands reads them as decimal points" : ""));
        if (figure.hasUncertainty && isFirst(Spread, true))
            remarks.push_back(formatMessage("column {} gives values with their spread ({}): only the value was used",
                                            column(), number()));
        if (figure.isBareM && isFirst(BareM, true))
            remarks.push_back(formatMessage("{} in column {} was read as minutes", number(), column()));
        if (figure.isMinutesAndSeconds && isFirst(Minutes, true))
            remarks.push_back(
                formatMessage("{} in column {} was read as minutes and seconds; hours and minutes are written {}",
                              number(), column(), inQuotes(text + ":00")));
    }

    bool reportIfNested(const GridCell& cell)
    {
        if (cell.nested != nullptr)
            error.problems.push_back({formatMessage("found {} instead of a number or a text", cell.nested->kindName()),
                                      "one figure per member", cell.where});
        return cell.nested != nullptr;
    }
};

std::optional<Scaling> scalingFromName(std::string_view text)
{
    const std::string name = lowerCase(text);
    return name == "strong" ? std::optional(Scaling::Strong)
           : name == "weak" ? std::optional(Scaling::Weak)
                            : std::nullopt;
}

/// Columns that state how runs ended: one outcome column, and the remark columns.
struct OutcomeColumns {
    std::optional<std::size_t> outcome;
    std::vector<std::size_t> remarks;
};

OutcomeColumns findOutcomeColumns(const Grid& grid, const ColumnAssignment& columns)
{
    OutcomeColumns found;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string base = parseHeaderName(grid.header[i].text).base;
        if (columns.isAssigned(i))
            continue;
        if (!found.outcome && isAmong(columnNames().outcomeHeaders, base))
            found.outcome = i;
        else if (isAmong(columnNames().remarkHeaders, base))
            found.remarks.push_back(i);
    }
    return found;
}

/// Whether a run without a time or rate failed. Judged by the first word ("exit 3", "CANCELLED by 1000"), unless that
/// word means success or a run that has not finished.
bool isFailedOutcome(std::string_view outcome)
{
    const std::string word = lowerCaseLatinAndCyrillic(outcome.substr(0, outcome.find(' ')));
    return !isMissing(outcome) && !isAmong(columnNames().succeededWords, word) &&
           !isAmong(columnNames().unfinishedWords, word);
}

bool isFailedRow(const std::vector<GridCell>& row, const OutcomeColumns& columns)
{
    return (columns.outcome && isFailedOutcome(row[*columns.outcome].text)) ||
           std::any_of(columns.remarks.begin(), columns.remarks.end(),
                       [&](std::size_t column) { return mentionsFailure(row[column].text); });
}

/// Rows without a time or rate.
struct SkippedRows {
    std::map<int, int> failedRunsAtP;  ///< for one ladder, by p: number of runs with a known outcome
    std::vector<std::string> messages;  ///< about the other rows in all ladders
};

/// "line 3", or a JSON pointer.
std::string locationText(const GridCell& cell)
{
    return cell.where.line > 0 ? formatMessage("line {}", cell.where.line) : cell.where.jsonPointer;
}

/// Reads one row as a point. nullopt if it contains no measurement (recorded in `skipped`) or an error (added as a
/// problem).
std::optional<LadderPoint> readPoint(const std::vector<GridCell>& row, const ColumnAssignment& columns,
                                     const OutcomeColumns& outcome, Outcome rowOutcome, NumberReader& figures,
                                     SkippedRows& skipped)
{
    const std::size_t problems = figures.error.problems.size();
    const GridCell& pCell = row[columns.workersColumn()];
    LadderPoint point;
    const bool hasMeasurement = std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        const std::optional<std::size_t>& at = columns[role.column];
        return isTimeColumn(role) && at &&
               (row[*at].nested != nullptr || !(isMissing(row[*at].text) || figures.isFailureCell(row[*at], role)));
    });
    if (!hasMeasurement && pCell.nested == nullptr && !parseNumber(pCell.text)) {
        skipped.messages.push_back(
            formatMessage("{}: has neither a number of workers nor a figure and was left out", locationText(pCell)));
        return std::nullopt;
    }
    if (const std::optional<int> p = figures.readWorkers(pCell, columns.mapping(LadderColumn::P)))
        point.p = *p;
    const GridCell* failed = nullptr;
    for (const LadderRole& role : ladderRoles)
        if (role.pointMember && columns[role.column]) {
            const GridCell& cell = row[*columns[role.column]];
            if (figures.isFailureCell(cell, role))
                failed = failed != nullptr ? failed : &cell;
            else
                point.*role.pointMember = figures.readFigure(cell, columns.mapping(role.column));
        }
    if (point.throughputPerS && columns.mapping(LadderColumn::Throughput).isPerWorker)
        *point.throughputPerS *= point.p;
    if (figures.error.problems.size() > problems)
        return std::nullopt;
    if (failed != nullptr) {
        ++skipped.failedRunsAtP[point.p];
        skipped.messages.push_back(
            formatMessage("{}: p = {} has {} instead of a figure and was left out as a failed run", locationText(pCell),
                          point.p, inQuotes(failed->text)));
        return std::nullopt;
    }
    if (rowOutcome == Outcome::Unfinished)
        return std::nullopt;
    if (!hasTime(point) && (rowOutcome == Outcome::Failed || isFailedRow(row, outcome))) {
        ++skipped.failedRunsAtP[point.p];
        return std::nullopt;
    }
    if (!hasTime(point)) {
        skipped.messages.push_back(
            formatMessage("{}: p = {} has no figure and was left out", locationText(pCell), point.p));
        return std::nullopt;
    }
    if (const Result<RunTime> run = deriveRunTime(point); !run) {
        for (const Problem& problem : run.error().problems) {
            const auto role = std::find_if(ladderRoles.begin(), ladderRoles.end(),
                                           [&](const LadderRole& each) { return problem.location.field == each.name; });
            const std::optional<std::size_t> column = role != ladderRoles.end() ? columns[role->column] : std::nullopt;
            if (column)
                figures.addProblem(row[*column], columns.mapping(role->column).header, problem);
            else
                figures.addProblem(pCell, problem.location.field, problem);
        }
        return std::nullopt;
    }
    return point;
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

/// Appends the excluded runs to the grid without their times and rates, so that they count as failed runs. Returns the
/// outcome for each row.
std::vector<Outcome> restoreFailedRuns(ExcludedRuns excluded, Grid& grid, const ColumnAssignment& columns,
                                       std::vector<std::string>& warnings)
{
    constexpr std::size_t maximumListed = 5;
    std::vector<Outcome> outcomes(grid.rows.size(), Outcome::Unknown);
    std::string failed, unfinished;
    std::size_t failures = 0, running = 0;
    std::string header;
    for (std::size_t i = 0; i < excluded.rows.size(); ++i) {
        std::vector<GridCell>& row = excluded.rows[i];
        row.resize(grid.header.size(), GridCell{{}, row.front().where});
        bool timed = false;
        for (const LadderRole& role : ladderRoles)
            if (role.pointMember && columns[role.column]) {
                GridCell& cell = row[*columns[role.column]];
                timed = timed || (isTimeColumn(role) && isNumber(cell.text));
                cell.text.clear();
                cell.nested = nullptr;
            }
        if (timed) {
            const bool isFailure = excluded.outcomes[i] == Outcome::Failed;
            std::string& list = isFailure ? failed : unfinished;
            if (++(isFailure ? failures : running) <= maximumListed)
                list += (list.empty() ? "" : ", ") + formatMessage("p = {} ({})", row[columns.workersColumn()].text,
                                                                   inQuotes(row[excluded.statusColumnOfRow[i]].text));
            header = grid.header[excluded.statusColumnOfRow[i]].text;
        } else if (excluded.outcomes[i] == Outcome::Unfinished) {
            excluded.outcomes[i] = Outcome::Unknown;  // an unfinished run has no time yet
        }
        outcomes.push_back(excluded.outcomes[i]);
        grid.rows.push_back(std::move(row));
    }
    const auto listed = [&](const std::string& list, std::size_t count) {
        return count > maximumListed ? formatMessage("{} and {} more", list, count - maximumListed) : list;
    };
    if (failures > 0) {
        const std::string runs = listed(failed, failures);
        warnings.push_back(
            (failures == 1 ? formatMessage("one run failed according to column {}: {}; its time is not used",
                                           inQuotes(header), runs)
                           : formatMessage("{} runs failed according to column {}: {}; their times are not used",
                                           failures, inQuotes(header), runs)) +
            columns.optionHint(formatMessage("; {} treats all as good", quotedOption("--where", header + "=*"))));
    }
    if (running > 0)
        warnings.push_back(formatMessage("not finished according to column {}: {}; left out", inQuotes(header),
                                         listed(unfinished, running)));
    return outcomes;
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

    LadderFile file{.warnings = std::move(tidied)};
    file.warnings.insert(file.warnings.end(), columns->warnings.begin(), columns->warnings.end());
    const std::set<std::size_t> outcomeColumns = excluded->outcomeColumns;
    const std::vector<Outcome> outcomes = restoreFailedRuns(*std::move(excluded), grid, *columns, file.warnings);
    // Differences between rows without measurements do not separate ladders.
    Grid measuredGrid{.header = grid.header,
                      .rows = {},
                      .isTrackerTable = grid.isTrackerTable,
                      .titleColumnHeader = grid.titleColumnHeader};
    const bool all = std::all_of(grid.rows.begin(), grid.rows.end(),
                                 [&](const std::vector<GridCell>& row) { return hasTimeCell(row, *columns); });
    const Grid& timed = all ? grid : measuredGrid;
    std::vector<std::size_t> timedIndex(grid.rows.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (all || hasTimeCell(grid.rows[i], *columns)) {
            timedIndex[i] = count++;
            if (!all)
                measuredGrid.rows.push_back(grid.rows[i]);
        }
    std::set<std::size_t> joined = unsplitColumns(grid, options);
    joined.insert(outcomeColumns.begin(), outcomeColumns.end());
    if (const std::optional<std::size_t> separateColumn = findHeader(timed, timed.titleColumnHeader);
        !timed.titleColumnHeader.empty() && separateColumn &&
        !hasSharedP(timed, *separateColumn, columns->workersColumn()))
        joined.insert(*separateColumn);
    const std::vector<std::size_t> grouping = findSplitColumns(timed, *columns, joined, file.warnings);
    for (const std::size_t column : grouping)
        file.splitColumns.push_back(grid.header[column].text);
    std::vector<LadderGroup> groups;
    std::map<std::vector<std::string>, std::size_t> groupOfKey;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        std::vector<std::string> key;
        key.reserve(grouping.size());
        for (const std::size_t column : grouping)
            key.push_back(grid.rows[i][column].text);
        const auto [at, isNew] = groupOfKey.try_emplace(key, groups.size());
        if (isNew)
            groups.push_back({key, {}});
        groups[at->second].rowIndices.push_back(i);
    }

    const std::optional<std::size_t> scalingColumn = findHeader(grid, "scaling");
    const auto columnWith = [&](bool (*isHeader)(std::string_view)) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (!columns->isAssigned(i) && isHeader(parseHeaderName(grid.header[i].text).base))
                return i;
        return std::nullopt;
    };
    const std::optional<std::size_t> hostColumn = columnWith(&isHostHeader),
                                     machineColumn = columnWith(&isMachineHeader);
    const std::vector<std::string> names = ladderNames(groups);
    resolveCommas(grid, *columns, options.commas);
    detectUnitsInCells(grid, *columns);
    NumberReader figures(grid, *columns);
    std::vector<std::optional<double>> timeOfRow(timed.rows.size());
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
            if (const std::optional<Scaling> scaling =
                    scalingFromName(grid.rows[groups[g].rowIndices.front()][*scalingColumn].text))
                ladder.scaling = scaling;
        readRunHeader(grid.surroundingText, ladder);
        skipped.failedRunsAtP.clear();
        std::vector<WorkDone> works;
        for (const std::size_t row : groups[g].rowIndices) {
            if (figures.error.problems.size() >= maximumProblems)
                break;
            if (std::optional<LadderPoint> point =
                    readPoint(grid.rows[row], *columns, outcome, outcomes[row], figures, skipped)) {
                if (const Result<RunTime> run = deriveRunTime(*point))
                    timeOfRow[timedIndex[row]] = run->timeS;
                if (point->timeS && point->throughputPerS)
                    works.push_back({locationText(grid.rows[row][columns->workersColumn()]),
                                     static_cast<double>(point->p), *point->timeS * *point->throughputPerS});
                if (hostColumn && !isMissing(grid.rows[row][*hostColumn].text))
                    point->host = grid.rows[row][*hostColumn].text;
                if (machineColumn && !isMissing(grid.rows[row][*machineColumn].text))
                    point->machine = grid.rows[row][*machineColumn].text;
                ladder.points.push_back(std::move(*point));
            }
        }
        checkWorkConsistency(works, file.warnings);
        if (!ladder.scaling && !options.scaling && figures.error.problems.empty()) {
            std::vector<std::optional<double>> times(grid.rows.size());
            for (const std::size_t row : groups[g].rowIndices)
                if (hasTimeCell(grid.rows[row], *columns))
                    times[row] = timeOfRow[timedIndex[row]];
            const ScalingEvidence work = detectScaling(grid, *columns, groups[g].rowIndices, times);
            if (work.isUnclear && options.hints == ColumnHints::Options)
                return fail(ErrorCode::Input,
                            formatMessage("the work may be fixed or grow with p: {}, and the times fall", work.reason),
                            "--scaling weak if the work grows, --scaling strong if it is fixed");
            ladder.scaling = work.scaling;
            if (work.isUnclear)
                file.warnings.push_back(formatMessage("the work may grow with p: {}", work.reason));
            else if (work.scaling)
                file.warnings.push_back(*work.scaling == Scaling::Weak
                                            ? formatMessage("read as weak scaling: {}", work.reason) +
                                                  columns->optionHint("; --scaling strong reads the work as fixed")
                                            : formatMessage("read as strong scaling: {}", work.reason) +
                                                  columns->optionHint("; --scaling weak reads the work as growing"));
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
                    if (g != groupOfLadder[*picked] && (all || hasTimeCell(grid.rows[row], *columns)))
                        timeOfRow[timedIndex[row]].reset();
    if (Result<void> check = checkForMixedRuns(timed, *columns, grouping, joined, timeOfRow, file.warnings); !check)
        return fail(std::move(check.error()));
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
