#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/figure_text.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_groups.h"
#include "core/evidence/import/ladder_run_head.h"
#include "core/evidence/import/outcomes.h"
#include "core/evidence/import/plain_cells.h"
#include "core/evidence/import/relative_columns.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/tidy_table.h"
#include "core/evidence/import/whole_columns.h"
#include "core/evidence/import/work_done.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

namespace {

Result<Grid> whereOf(const Grid& all, const LadderFileOptions& options)
{
    std::map<std::size_t, std::set<std::string>> wanted;
    Error error;
    for (const auto& [header, text] : options.where) {
        const std::optional<std::size_t> column = findHeader(all, header);
        if (!column)
            error.problems.push_back({say("there is no column {}", inQuotes(header)), say("one of {}", headersOf(all)),
                                      Where{.field = "--where"}});
        else if (text != "*")
            wanted[*column].insert({lowerCase(text), lowerCase(plainCell(text))});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    Grid kept = all;
    for (const auto& [column, texts] : wanted) {
        const std::vector<std::string> before = textsOf(kept, column);
        std::erase_if(kept.rows, [&, c = column, &wantedTexts = texts](const std::vector<GridCell>& row) {
            return !wantedTexts.contains(lowerCase(row[c].text));
        });
        if (kept.rows.empty())
            return fail(ErrorCode::Input,
                        say("no row has {} in column {}", listed({texts.begin(), texts.end()}),
                            inQuotes(all.header[column].text)),
                        say("one of {}", listed(before)), Where{.field = "--where"});
    }
    for (const std::string& header : options.leftOut)
        if (const std::optional<std::size_t> column = findHeader(kept, header)) {
            eraseColumn(kept, *column);
        }
    return kept;
}

std::set<std::size_t> joinedBy(const Grid& grid, const LadderFileOptions& options)
{
    std::set<std::size_t> joined;
    for (const auto& [header, text] : options.where)
        if (const std::optional<std::size_t> column = findHeader(grid, header); column && text == "*")
            joined.insert(*column);
    return joined;
}

/// "OOM @ 77 GB", "timeout after 600 s"
bool beginsAsFailure(std::string_view text)
{
    const std::string small = lowerCaseOfLetters(text.substr(0, 40));
    const auto begins = [&](std::string_view word) { return small.starts_with(word); };
    return begins("out of memory") || begins("todo") || begins("tbd") ||
           std::any_of(columnNames().failed.begin(), columnNames().failed.end(), begins);
}

/// "NCCL timeout", "abgest\u00FCrzt (OOM)"
bool speaksOfFailure(std::string_view text)
{
    const std::string small = lowerCaseOfLetters(text);
    const std::vector<std::string> words = nameWords(small, false);
    return small.find("out of memory") != std::string::npos ||
           std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return isAmong(columnNames().failed, word); });
}

/// Reads figures and remembers what was odd about them.
class Figures {
public:
    Error error;
    std::vector<std::string> odd;  ///< what was taken for granted, once a column

    Figures(const Grid& grid, const Columns& columns)
    {
        for (std::size_t i = 0; i < m_hasFigures.size(); ++i)
            if (const std::optional<std::size_t>& at = columns.at[i])
                m_hasFigures[i] =
                    std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                        return row[*at].nested == nullptr && !isMissing(row[*at].text) && !isWord(row[*at].text);
                    });
    }

    /// A word where a time, a throughput or a part of the time belongs, in a column that has figures: the run failed. A
    /// column of words alone is the wrong column.
    [[nodiscard]] bool saysFailed(const GridCell& cell, const LadderRole& role) const
    {
        return (role.says == LadderSays::Time || role.says == LadderSays::Part) &&
               m_hasFigures[static_cast<std::size_t>(role.column)] && cell.nested == nullptr &&
               (isWord(cell.text) || beginsAsFailure(cell.text));
    }

    void wrong(const GridCell& cell, const std::string& field, const Problem& problem)
    {
        Where where = cell.where;
        where.field = field;
        error.problems.push_back({problem.message, problem.expected, where});
    }

    /// nullopt where the cell says nothing, or something wrong (then there is a problem more).
    std::optional<double> figure(const GridCell& cell, const MappedColumn& how)
    {
        if (isNested(cell))
            return std::nullopt;
        if (isMissing(cell.text))
            return std::nullopt;
        const Result<CellFigure> figure = figureIn(cell.text, how);
        if (!figure) {
            const bool asks =
                how.pointsUnclear || (how.commas == Commas::AsFound && separated(cell.text).comma == CommaIs::Either);
            if (!asks || m_asked.insert(how.header).second)
                wrong(cell, how.header, figure.error().problems.front());
            return std::nullopt;
        }
        remark(cell.text, how, *figure);
        return figure->value;
    }

    std::optional<int> workers(const GridCell& cell, const MappedColumn& how)
    {
        if (isNested(cell))
            return std::nullopt;
        const std::optional<std::string> grouped = withoutPointGroups(cell.text);
        if (grouped && how.commas == Commas::AsFound && cell.where.pointer.empty()) {  // JSON's points are decimal ones
            wrong(cell, how.header,
                  {say("{} may be {} or {} workers", inQuotes(cell.text), cell.text.substr(0, cell.text.find('.')),
                       *grouped),
                   how.byOption ? "which of them: --commas decimal or --commas thousands"
                                : "a whole number without a point",
                   {}});
            return std::nullopt;
        }
        const Result<double> number = parseNumber(grouped && how.commas == Commas::Decimal ? *grouped : cell.text);
        if (number && *number >= 1 && *number <= largestPMax && *number == std::floor(*number))
            return static_cast<int>(*number);
        std::string message = isMissing(cell.text) ? "there is no number of workers"
                                                   : say("{} is no number of workers", inQuotes(cell.text));
        if (number && *number == std::floor(*number))
            message = *number == 0  ? say("{} is zero workers", inQuotes(cell.text))
                      : *number < 0 ? say("{} is negative", inQuotes(cell.text))
                                    : say("{} is too many workers", inQuotes(cell.text));
        wrong(cell, how.header,
              {std::move(message), say("a whole number from 1 to {}, without separators", largestPMax), {}});
        return std::nullopt;
    }

private:
    std::array<bool, ladderRoles.size()> m_hasFigures{};
    std::set<std::string> m_asked;  ///< columns whose commas are asked about
    std::set<std::pair<std::string, int>> m_said;

    void remark(const std::string& text, const MappedColumn& how, const CellFigure& figure)
    {
        enum Kind { DecimalComma, Thousands, ThousandsPoint, Spread, Minutes, OnlyM };
        const auto once = [&](Kind kind, bool perColumn) {
            return m_said.emplace(perColumn ? how.header : std::string(), kind).second;
        };
        const auto column = [&] { return inQuotes(how.header); };  // of few cells
        const auto number = [&] { return inQuotes(text); };
        if (text.find(',') != std::string::npos && how.commas == Commas::Decimal && once(DecimalComma, false))
            odd.emplace_back("commas in numbers were read as decimal points");
        else if (how.commas != Commas::Decimal && separated(text).comma == CommaIs::Either && once(Thousands, true))
            odd.push_back(say("commas in column {} were read as between thousands: {} is {}", column(), number(),
                              roundTrip(figure.value / how.factor)) +
                          (how.byOption ? "; --commas decimal reads them as decimal points" : ""));
        if (figure.isThousandsPoint && once(ThousandsPoint, true))
            odd.push_back((how.isGerman
                               ? say("points in column {} were read as between thousands, as the table is in "
                                     "German: {} is {}",
                                     column(), number(), roundTrip(figure.value / how.factor))
                               : say("points in column {} were read as between thousands, as the other figures "
                                     "of this table tell: {} is {}",
                                     column(), number(), roundTrip(figure.value / how.factor))) +
                          (how.byOption ? "; --commas thousands reads them as decimal points" : ""));
        if (figure.hasSpread && once(Spread, true))
            odd.push_back(
                say("column {} gives values with their spread ({}): the value was taken, the spread was not used",
                    column(), number()));
        if (figure.isOnlyM && once(OnlyM, true))
            odd.push_back(say("{} in column {} was read as minutes", number(), column()));
        if (figure.isMinutes && once(Minutes, true))
            odd.push_back(say("{} in column {} was read as minutes and seconds; hours and minutes are written {}",
                              number(), column(), inQuotes(text + ":00")));
    }

    bool isNested(const GridCell& cell)
    {
        if (cell.nested != nullptr)
            error.problems.push_back({say("{} stands where a number or a text belongs", cell.nested->kindName()),
                                      "one figure per member", cell.where});
        return cell.nested != nullptr;
    }
};

std::optional<Scaling> scalingNamed(std::string_view text)
{
    const std::string name = lowerCase(text);
    return name == "strong" ? std::optional(Scaling::Strong)
           : name == "weak" ? std::optional(Scaling::Weak)
                            : std::nullopt;
}

/// The columns that say how runs ended: one for it, and those of remarks.
struct OutcomeColumns {
    std::optional<std::size_t> outcome;
    std::vector<std::size_t> remarks;
};

OutcomeColumns outcomeColumns(const Grid& grid, const Columns& columns)
{
    OutcomeColumns found;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string base = headerName(grid.header[i].text).base;
        if (columns.taken(i))
            continue;
        if (!found.outcome && isAmong(columnNames().outcomes, base))
            found.outcome = i;
        else if (isAmong(columnNames().remarks, base))
            found.remarks.push_back(i);
    }
    return found;
}

/// Of a run without a figure: made, and not ended well. By its first word ("exit 3", "CANCELLED by 1000"), where it is
/// no word of success, nor of a run to come.
bool saysFailed(std::string_view outcome)
{
    const std::string word = lowerCaseOfLetters(outcome.substr(0, outcome.find(' ')));
    return !isMissing(outcome) && !isAmong(columnNames().succeeded, word) && !isAmong(columnNames().unfinished, word);
}

bool saysFailed(const std::vector<GridCell>& row, const OutcomeColumns& columns)
{
    return (columns.outcome && saysFailed(row[*columns.outcome].text)) ||
           std::any_of(columns.remarks.begin(), columns.remarks.end(),
                       [&](std::size_t column) { return speaksOfFailure(row[column].text); });
}

/// What rows say that hold no figure.
struct NoFigure {
    std::map<int, int> failed;  ///< of one ladder, by p: runs whose outcome is known
    std::vector<std::string> leftOut;  ///< the others, of all ladders
};

/// "line 3"
std::string placeOf(const GridCell& cell)
{
    return cell.where.line > 0 ? say("line {}", cell.where.line) : cell.where.pointer;
}

/// One row as a point; nullopt where it holds no measurement (then `without` knows) or something wrong (a problem).
std::optional<LadderPoint> pointOf(const std::vector<GridCell>& row, const Columns& columns,
                                   const OutcomeColumns& outcome, Outcome said, Figures& figures, NoFigure& without)
{
    const std::size_t problems = figures.error.problems.size();
    const GridCell& pCell = row[columns.p()];
    LadderPoint point;
    const bool told = std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        const std::optional<std::size_t>& at = columns[role.column];
        return tellsTime(role) && at &&
               (row[*at].nested != nullptr || !(isMissing(row[*at].text) || figures.saysFailed(row[*at], role)));
    });
    if (!told && pCell.nested == nullptr && !parseNumber(pCell.text)) {
        without.leftOut.push_back(
            say("{}: has neither a number of workers nor a figure and was left out", placeOf(pCell)));
        return std::nullopt;
    }
    if (const std::optional<int> p = figures.workers(pCell, columns.how(LadderColumn::P)))
        point.p = *p;
    const GridCell* failed = nullptr;
    for (const LadderRole& role : ladderRoles)
        if (role.figure && columns[role.column]) {
            const GridCell& cell = row[*columns[role.column]];
            if (figures.saysFailed(cell, role))
                failed = failed != nullptr ? failed : &cell;
            else
                point.*role.figure = figures.figure(cell, columns.how(role.column));
        }
    if (point.throughputPerS && columns.how(LadderColumn::Throughput).ofOneWorker)
        *point.throughputPerS *= point.p;
    if (figures.error.problems.size() > problems)
        return std::nullopt;
    if (failed != nullptr) {
        ++without.failed[point.p];
        without.leftOut.push_back(say("{}: p = {} has {} where a figure belongs and was left out as a run that failed",
                                      placeOf(pCell), point.p, inQuotes(failed->text)));
        return std::nullopt;
    }
    if (said == Outcome::Unfinished)
        return std::nullopt;
    if (!tellsTime(point) && (said == Outcome::Failed || saysFailed(row, outcome))) {
        ++without.failed[point.p];
        return std::nullopt;
    }
    if (!tellsTime(point)) {
        without.leftOut.push_back(say("{}: p = {} has no figure and was left out", placeOf(pCell), point.p));
        return std::nullopt;
    }
    if (const Result<RunTime> run = runTime(point); !run) {
        for (const Problem& problem : run.error().problems) {
            const auto role = std::find_if(ladderRoles.begin(), ladderRoles.end(),
                                           [&](const LadderRole& each) { return problem.where.field == each.name; });
            const std::optional<std::size_t> column = role != ladderRoles.end() ? columns[role->column] : std::nullopt;
            if (column)
                figures.wrong(row[*column], columns.how(role->column).header, problem);
            else
                figures.wrong(pCell, problem.where.field, problem);
        }
        return std::nullopt;
    }
    return point;
}

/// Some p stands under several texts of the column.
bool sharesWorkers(const Grid& grid, std::size_t column, std::size_t p)
{
    std::map<double, std::string> first;
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const Result<double> workers = parseNumber(row[p].text);
        return workers && first.try_emplace(*workers, row[column].text).first->second != row[column].text;
    });
}

/// Runs that a column says did not end well, whatever time they have.
struct SetAside {
    std::vector<std::vector<GridCell>> rows;
    std::vector<Outcome> outcomes;  ///< of each
    std::vector<std::size_t> toldBy;
    std::set<std::size_t> columns;  ///< that say of every row how it ended
};

/// Takes them out of the grid, so that their times decide nothing. Error (Input): no run is left.
Result<SetAside> setAside(Grid& grid, const LadderFileOptions& options)
{
    std::set<std::size_t> asFigures = joinedBy(grid, options);
    for (const auto& [role, header] : options.columns)
        if (const std::optional<std::size_t> column = findHeader(grid, header))
            asFigures.insert(*column);
    const RunOutcomes ended = runOutcomes(grid, asFigures);
    SetAside aside{.rows = {}, .outcomes = {}, .toldBy = {}, .columns = ended.columns};
    std::vector<std::vector<GridCell>> kept;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (ended.ofRow[i] == Outcome::Failed || ended.ofRow[i] == Outcome::Unfinished) {
            aside.rows.push_back(std::move(grid.rows[i]));
            aside.outcomes.push_back(ended.ofRow[i]);
            aside.toldBy.push_back(ended.toldBy[i]);
        } else {
            kept.push_back(std::move(grid.rows[i]));
        }
    grid.rows = std::move(kept);
    if (!grid.rows.empty() || aside.rows.empty())
        return aside;
    const GridCell& first = aside.rows.front()[aside.toldBy.front()];
    const std::string& header = grid.header[aside.toldBy.front()].text;
    return fail(ErrorCode::Input,
                say("no run ended well: column {} says {} first", inQuotes(header), inQuotes(first.text)),
                options.hints == ColumnHints::Options
                    ? say("runs that did; {} reads all as good", asOption("--where", header + "=*"))
                    : "runs that did",
                first.where);
}

/// Puts them behind the others, without their figures: they count as runs that failed. How each row of the grid ended.
std::vector<Outcome> putBack(SetAside aside, Grid& grid, const Columns& columns, std::vector<std::string>& warnings)
{
    constexpr std::size_t most = 5;
    std::vector<Outcome> outcomes(grid.rows.size(), Outcome::Unknown);
    std::string failed, unfinished;
    std::size_t failures = 0, running = 0;
    std::string header;
    for (std::size_t i = 0; i < aside.rows.size(); ++i) {
        std::vector<GridCell>& row = aside.rows[i];
        row.resize(grid.header.size(), GridCell{{}, row.front().where});
        bool timed = false;
        for (const LadderRole& role : ladderRoles)
            if (role.figure && columns[role.column]) {
                GridCell& cell = row[*columns[role.column]];
                timed = timed || (tellsTime(role) && isNumber(cell.text));
                cell.text.clear();
                cell.nested = nullptr;
            }
        if (timed) {
            const bool isFailure = aside.outcomes[i] == Outcome::Failed;
            std::string& list = isFailure ? failed : unfinished;
            if (++(isFailure ? failures : running) <= most)
                list += (list.empty() ? "" : ", ") +
                        say("p = {} ({})", row[columns.p()].text, inQuotes(row[aside.toldBy[i]].text));
            header = grid.header[aside.toldBy[i]].text;
        } else if (aside.outcomes[i] == Outcome::Unfinished) {
            aside.outcomes[i] = Outcome::Unknown;  // a run to come has no figure
        }
        outcomes.push_back(aside.outcomes[i]);
        grid.rows.push_back(std::move(row));
    }
    const auto listed = [&](const std::string& list, std::size_t count) {
        return count > most ? say("{} and {} more", list, count - most) : list;
    };
    if (failures > 0) {
        const std::string runs = listed(failed, failures);
        warnings.push_back(
            (failures == 1 ? say("one run failed, says column {}: {}; its time is not used", inQuotes(header), runs)
                           : say("{} runs failed, says column {}: {}; their times are not used", failures,
                                 inQuotes(header), runs)) +
            columns.byOption(say("; {} reads all as good", asOption("--where", header + "=*"))));
    }
    if (running > 0)
        warnings.push_back(
            say("not finished, says column {}: {}; left out", inQuotes(header), listed(unfinished, running)));
    return outcomes;
}

}  // namespace

Result<LadderFile> laddersOfGrid(Grid grid, const LadderFileOptions& options, const Ladder& base)
{
    if (grid.header.empty() || grid.rows.empty())
        return fail(ErrorCode::Input, "holds a header and no rows", "a row for every run, such as 4,260");
    std::vector<std::string> tidied;
    takeUnitsBeside(grid, tidied);
    if (!options.where.empty() || !options.leftOut.empty()) {
        Result<Grid> picked = whereOf(grid, options);
        if (!picked)
            return fail(std::move(picked.error()));
        grid = std::move(*picked);
    }
    takeDigitGroups(grid, options.commas, tidied);
    takePercents(grid);
    if (const auto p = options.columns.find(LadderColumn::P); p == options.columns.end())
        multiplyFactors(grid, tidied);
    else if (!findHeader(grid, p->second) && p->second.find('*') != std::string::npos)
        static_cast<void>(addProduct(grid, p->second));  // where it has no such column, columnsOf says so
    Result<SetAside> aside = setAside(grid, options);
    if (!aside)
        return fail(std::move(aside.error()));
    Result<Columns> columns = columnsOf(grid, options);
    if (!columns && takeRelativeTimes(grid, options, tidied))
        columns = columnsOf(grid, options);
    if (columns && takeShares(grid, *columns, tidied))
        columns = columnsOf(grid, options);
    if (!columns)
        return fail(columns.error());

    LadderFile file{.warnings = std::move(tidied)};
    file.warnings.insert(file.warnings.end(), columns->warnings.begin(), columns->warnings.end());
    const std::set<std::size_t> sayHow = aside->columns;
    const std::vector<Outcome> outcomes = putBack(*std::move(aside), grid, *columns, file.warnings);
    // What rows without a figure differ in tells no ladders apart.
    Grid withFigures{.header = grid.header, .rows = {}, .ofRuns = grid.ofRuns, .apart = grid.apart};
    const bool all = std::all_of(grid.rows.begin(), grid.rows.end(),
                                 [&](const std::vector<GridCell>& row) { return hasFigure(row, *columns); });
    const Grid& timed = all ? grid : withFigures;
    std::vector<std::size_t> timedAt(grid.rows.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (all || hasFigure(grid.rows[i], *columns)) {
            timedAt[i] = count++;
            if (!all)
                withFigures.rows.push_back(grid.rows[i]);
        }
    std::set<std::size_t> joined = joinedBy(grid, options);
    joined.insert(sayHow.begin(), sayHow.end());
    if (const std::optional<std::size_t> apart = findHeader(timed, timed.apart);
        !timed.apart.empty() && apart && !sharesWorkers(timed, *apart, columns->p()))
        joined.insert(*apart);
    const std::vector<std::size_t> grouping = groupingColumns(timed, *columns, joined, file.warnings);
    for (const std::size_t column : grouping)
        file.telling.push_back(grid.header[column].text);
    std::vector<LadderGroup> groups;
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        std::vector<std::string> key;
        key.reserve(grouping.size());
        for (const std::size_t column : grouping)
            key.push_back(grid.rows[i][column].text);
        const auto [at, isNew] = known.try_emplace(key, groups.size());
        if (isNew)
            groups.push_back({key, {}});
        groups[at->second].rows.push_back(i);
    }

    const std::optional<std::size_t> scalingColumn = findHeader(grid, "scaling");
    const std::vector<std::string> names = namesOfLadders(groups);
    decideCommas(grid, *columns, options.commas);
    takeUnitsOfCells(grid, *columns);
    Figures figures(grid, *columns);
    std::vector<std::optional<double>> timeOfRow(timed.rows.size());
    constexpr std::size_t mostProblems = 10000, mostLeftOut = 5;
    const OutcomeColumns outcome = outcomeColumns(grid, *columns);
    NoFigure without;
    std::vector<std::size_t> groupOf;  // of each ladder that came of one
    for (std::size_t g = 0; g < groups.size(); ++g) {
        Ladder ladder = base;
        if (!names[g].empty())
            ladder.name = names[g];
        if (ladder.qualityName.empty() && (*columns)[LadderColumn::Quality])
            ladder.qualityName = columns->how(LadderColumn::Quality).header;
        if (scalingColumn)
            if (const std::optional<Scaling> scaling =
                    scalingNamed(grid.rows[groups[g].rows.front()][*scalingColumn].text))
                ladder.scaling = scaling;
        takeHead(grid.around, ladder);
        without.failed.clear();
        std::vector<WorkDone> works;
        for (const std::size_t row : groups[g].rows) {
            if (figures.error.problems.size() >= mostProblems)
                break;
            if (std::optional<LadderPoint> point =
                    pointOf(grid.rows[row], *columns, outcome, outcomes[row], figures, without)) {
                if (const Result<RunTime> run = runTime(*point))
                    timeOfRow[timedAt[row]] = run->timeS;
                if (point->timeS && point->throughputPerS)
                    works.push_back({placeOf(grid.rows[row][columns->p()]), static_cast<double>(point->p),
                                     *point->timeS * *point->throughputPerS});
                ladder.points.push_back(std::move(*point));
            }
        }
        questionWork(works, file.warnings);
        if (!ladder.scaling && !options.scaling && figures.error.problems.empty()) {
            std::vector<std::optional<double>> times(grid.rows.size());
            for (const std::size_t row : groups[g].rows)
                if (hasFigure(grid.rows[row], *columns))
                    times[row] = timeOfRow[timedAt[row]];
            const WorkEvidence work = workOf(grid, *columns, groups[g].rows, times);
            if (work.isUnclear && options.hints == ColumnHints::Options)
                return fail(ErrorCode::Input,
                            say("the work may be fixed or grow with p: {}, and the times fall", work.because),
                            "--scaling weak where the work grows, --scaling strong where it is fixed");
            ladder.scaling = work.scaling;
            if (work.isUnclear)
                file.warnings.push_back(say("the work may grow with p: {}", work.because));
            else if (work.scaling)
                file.warnings.push_back(*work.scaling == Scaling::Weak
                                            ? say("read as weak scaling: {}", work.because) +
                                                  columns->byOption("; --scaling strong reads the work as fixed")
                                            : say("read as strong scaling: {}", work.because) +
                                                  columns->byOption("; --scaling weak reads the work as growing"));
        }
        for (const auto& [p, runs] : without.failed)
            ladder.failed.push_back({.p = p, .runs = runs});
        if (!ladder.points.empty()) {
            file.ladders.push_back(std::move(ladder));
            groupOf.push_back(g);
        } else if (!ladder.failed.empty() && !names[g].empty())
            file.warnings.push_back(say("no run of {} succeeded: it is no ladder", inQuotes(names[g])));
    }
    if (!figures.error.problems.empty())
        return fail(std::move(figures.error));
    if (options.ladder)
        if (const Result<std::size_t> picked = findLadder(file.ladders, *options.ladder))
            for (std::size_t g = 0; g < groups.size(); ++g)
                for (const std::size_t row : groups[g].rows)
                    if (g != groupOf[*picked] && (all || hasFigure(grid.rows[row], *columns)))
                        timeOfRow[timedAt[row]].reset();
    if (Result<void> whole = questionMixtures(timed, *columns, grouping, joined, timeOfRow, file.warnings); !whole)
        return fail(std::move(whole.error()));
    if (file.ladders.empty())
        return fail(ErrorCode::Input, "no row holds a figure", "a time, parts or a throughput in some row");
    warnOfOtherBase(grid, *columns, file);
    std::vector<std::string>& leftOut = without.leftOut;
    for (std::size_t i = 0; i < leftOut.size() && i < mostLeftOut; ++i)
        file.warnings.push_back(std::move(leftOut[i]));
    if (leftOut.size() > mostLeftOut)
        file.warnings.push_back(say("{} more rows have no figure and were left out", leftOut.size() - mostLeftOut));
    file.warnings.insert(file.warnings.end(), figures.odd.begin(), figures.odd.end());
    for (const LadderRole& role : ladderRoles)
        if ((*columns)[role.column])
            file.mapping.push_back(columns->how(role.column));
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!columns->taken(i) && !grid.header[i].text.empty() &&
            std::find(grouping.begin(), grouping.end(), i) == grouping.end() && scalingColumn != i &&
            !sayHow.contains(i))
            file.unused.push_back(grid.header[i].text);
    return file;
}

}  // namespace scalewright
