#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/import/evidence.h"
#include "core/import/figure_text.h"
#include "core/ladder/ladder.h"
#include "core/import/ladder_columns.h"
#include "core/import/tidy_table.h"
#include "core/import/work_done.h"
#include "core/quantity/separators.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"

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
            wanted[*column].insert(lowerCase(text));
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
               m_hasFigures[static_cast<std::size_t>(role.column)] && cell.nested == nullptr && isWord(cell.text);
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
            if (how.commas != Commas::AsFound || separated(cell.text).comma != CommaIs::Either ||
                m_asked.insert(how.header).second)
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
        const Result<double> number = parseNumber(cell.text);
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
        const std::string column = inQuotes(how.header), number = inQuotes(text);
        if (text.find(',') != std::string::npos && how.commas == Commas::Decimal && once(DecimalComma, false))
            odd.emplace_back("commas in numbers were read as decimal points");
        else if (separated(text).comma == CommaIs::Either && once(Thousands, true))
            odd.push_back(say("commas in column {} were read as between thousands: {} is {}", column, number,
                              roundTrip(figure.value / how.factor)) +
                          (how.byOption ? "; --commas decimal reads them as decimal points" : ""));
        if (figure.isThousandsPoint && once(ThousandsPoint, true))
            odd.push_back(say("points in column {} were read as between thousands, as the other figures of this table "
                              "tell: {} is {}",
                              column, number, roundTrip(figure.value / how.factor)) +
                          (how.byOption ? "; --commas thousands reads them as decimal points" : ""));
        if (figure.hasSpread && once(Spread, true))
            odd.push_back(
                say("column {} gives values with their spread ({}): the value was taken, the spread was not used",
                    column, number));
        if (figure.isOnlyM && once(OnlyM, true))
            odd.push_back(say("{} in column {} was read as minutes", number, column));
        if (figure.isMinutes && once(Minutes, true))
            odd.push_back(say("{} in column {} was read as minutes and seconds; hours and minutes are written {}",
                              number, column, inQuotes(text + ":00")));
    }

    bool isNested(const GridCell& cell)
    {
        if (cell.nested != nullptr)
            error.problems.push_back({say("{} stands where a number or a text belongs", cell.nested->kindName()),
                                      "one figure per member", cell.where});
        return cell.nested != nullptr;
    }
};

bool isAmong(const auto& names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Where a run was made: another place may be another machine.
bool isPlace(std::string_view base)
{
    constexpr std::array<std::string_view, 5> places{"host", "hostname", "hosts", "nodelist", "node_list"};
    return isAmong(places, base);
}

/// When a run was made: no setting that anybody would measure again.
bool isTimeOfRun(std::string_view base)
{
    constexpr std::array<std::string_view, 20> times{
        "date",       "datetime", "day",        "time_stamp", "timestamp",   "ts",       "started",
        "started_at", "start",    "start_time", "finished",   "finished_at", "end",      "ended",
        "end_time",   "created",  "created_at", "submitted",  "submit_time", "unix_time"};
    return isAmong(times, base);
}

/// Words that say something of a run, not which ladder it belongs to.
bool isNote(std::string_view base)
{
    constexpr std::array<std::string_view, 12> notes{"status", "state", "note",   "notes", "comment", "comments",
                                                     "remark", "user",  "commit", "job",   "job_id",  "jobid"};
    return isPlace(base) || isTimeOfRun(base) || isAmong(notes, base);
}

/// Dates, whatever the column is called: "2026-11-24", "2026-11-24T22:17:07Z", "24.11.2026 22:17", "11/24/2026", "Tue
/// Nov 24 22:17:07 2026".
bool isDate(std::string_view text)
{
    std::vector<std::string> numbers;
    std::string marks;  // between the first three numbers
    bool month = false;
    const auto run = [&text](std::size_t from, auto&& belongs) {
        const auto begin = text.begin() + static_cast<std::ptrdiff_t>(from);
        return std::string(begin, std::find_if_not(begin, text.end(), belongs));
    };
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    for (std::size_t i = 0; i < text.size();) {
        if (isDigit(text[i])) {
            numbers.push_back(run(i, isDigit));
            i += numbers.back().size();
        } else if (isLetter(text[i])) {
            constexpr std::array<std::string_view, 12> months{"january",   "february", "march",    "april",
                                                              "may",       "june",     "july",     "august",
                                                              "september", "october",  "november", "december"};
            constexpr std::array<std::string_view, 15> beside{"t",   "z",   "am",  "pm",  "utc", "gmt", "cet", "cest",
                                                              "mon", "tue", "wed", "thu", "fri", "sat", "sun"};
            const std::string word = lowerCase(run(i, isLetter));
            const bool isMonth =
                word.size() >= 3 && std::any_of(months.begin(), months.end(),
                                                [&](std::string_view each) { return each.starts_with(word); });
            if (!isMonth && !isAmong(beside, word))
                return false;
            month = month || isMonth;
            i += word.size();
        } else {
            if (numbers.size() == 1 || numbers.size() == 2)
                marks += text[i];
            ++i;
        }
    }
    const auto isYear = [](const std::string& number) {
        return number.size() == 4 && parseCount(number, 1970, 2100).has_value();
    };
    const auto isDay = [](const std::string& number) {
        return number.size() <= 2 && parseCount(number, 1, 31).has_value();
    };
    if (month)
        return std::any_of(numbers.begin(), numbers.end(), isYear) &&
               std::any_of(numbers.begin(), numbers.end(), isDay);
    if (numbers.size() < 3 || marks.size() < 2 || marks[0] != marks[1] ||
        std::string_view("-/.").find(marks[0]) == std::string_view::npos || !isDay(numbers[1]))
        return false;
    return (isYear(numbers[0]) && isDay(numbers[2]) && marks[0] != '.') ||
           (isDay(numbers[0]) && isYear(numbers[2]));  // "2024.1.2" is a version
}

/// A column that says when: known by its name or by its texts.
bool holdsTimesOfRuns(const Grid& grid, std::size_t column)
{
    if (isTimeOfRun(headerName(grid.header[column].text).base))
        return true;
    bool any = false;
    return std::all_of(grid.rows.begin(), grid.rows.end(),
                       [&](const std::vector<GridCell>& row) {
                           any = any || !isMissing(row[column].text);
                           return isMissing(row[column].text) || isDate(row[column].text);
                       }) &&
           any;
}

/// Whether a row says how long its run took, whatever that cell holds.
bool hasFigure(const std::vector<GridCell>& row, const Columns& columns)
{
    return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        const std::optional<std::size_t>& at = columns[role.column];
        return tellsTime(role) && at && (row[*at].nested != nullptr || !isMissing(row[*at].text));
    });
}

/// Rows by a number of theirs: the texts of a column, or of several together.
class Parting {
public:
    explicit Parting(std::size_t rows) : m_of(rows, 0) {}

    [[nodiscard]] Parting by(const Grid& grid, std::size_t column) const
    {
        return byKey<std::string_view>([&](std::size_t row) { return std::string_view(grid.rows[row][column].text); });
    }

    /// By the number of workers, however it is written; 0 where there is none.
    [[nodiscard]] Parting byWorkers(const Grid& grid, std::size_t column) const
    {
        return byKey<double>([&](std::size_t row) { return parseNumber(grid.rows[row][column].text).value_or(0); });
    }

    [[nodiscard]] std::size_t count() const { return m_count; }
    [[nodiscard]] std::size_t operator[](std::size_t row) const { return m_of[row]; }
    /// How many different p each group has.
    [[nodiscard]] std::vector<std::size_t> workers(const Parting& p) const
    {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        std::vector<std::size_t> counts(m_count, 0);
        for (std::size_t i = 0; i < m_of.size(); ++i)
            counts[m_of[i]] += seen.emplace(m_of[i], p[i]).second ? 1 : 0;
        return counts;
    }

private:
    std::vector<std::size_t> m_of;
    std::size_t m_count = 1;

    template <class Key>
    [[nodiscard]] Parting byKey(const std::function<Key(std::size_t)>& keyOf) const
    {
        Parting finer(m_of.size());
        std::map<std::pair<std::size_t, Key>, std::size_t> known;
        for (std::size_t i = 0; i < m_of.size(); ++i)
            finer.m_of[i] = known.try_emplace({m_of[i], keyOf(i)}, known.size()).first->second;
        finer.m_count = known.size();
        return finer;
    }
};

/// Remarks: texts that stand in few rows, or that mostly belong to one p only.
bool isRemark(const Grid& grid, std::size_t column, const std::vector<std::size_t>& workersOfGroup)
{
    const auto empty = std::count_if(grid.rows.begin(), grid.rows.end(),
                                     [&](const std::vector<GridCell>& row) { return isMissing(row[column].text); });
    const auto alone = std::count(workersOfGroup.begin(), workersOfGroup.end(), std::size_t{1});
    return 2 * static_cast<std::size_t>(empty) >= grid.rows.size() ||
           2 * static_cast<std::size_t>(alone) > workersOfGroup.size();
}

/// Text columns that split the rows into ladders of more than one p, wherever they stand; remarks and dates do not, nor
/// notes (isNote) from the right of the figures. `joined`: columns that the reader was told to read as one ("--where
/// model=*").
std::vector<std::size_t> groupingColumns(const Grid& grid, const Columns& columns, const std::set<std::size_t>& joined,
                                         std::vector<std::string>& warnings)
{
    std::size_t firstFigure = grid.header.size();
    for (const LadderRole& role : ladderRoles)
        if (tellsTime(role) && columns[role.column])
            firstFigure = std::min(firstFigure, *columns[role.column]);
    const bool json =
        !grid.rows.empty() && grid.rows.front().front().where.line == 0;  // keys have no order that means anything
    std::vector<std::size_t> grouping;
    Parting groups(grid.rows.size());
    const Parting p = groups.byWorkers(grid, columns.p());
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& header = grid.header[i].text;
        if (columns.taken(i) || header.empty() || joined.contains(i))
            continue;
        if (holdsTimesOfRuns(grid, i))
            continue;
        const Parting finer = groups.by(grid, i);
        const bool isText = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return !isMissing(row[i].text) && !isNumber(row[i].text);
        });
        if (!isText || finer.count() == groups.count())
            continue;
        const std::vector<std::size_t> workers = finer.workers(p);
        const bool someLadder =
            std::any_of(workers.begin(), workers.end(), [](std::size_t count) { return count > 1; }) || p.count() == 1;
        const std::vector<std::size_t> before = groups.workers(p);
        std::size_t runs = 0, split = 0;  // groups of one p, before and after
        for (const std::size_t count : before)
            runs += count;
        for (const std::size_t count : workers)
            split += count;
        const bool differsAtOneP = split > runs;
        const bool named = i < firstFigure || json || !isNote(headerName(header).base);
        const bool remark = named && someLadder && p.count() > 1 && isRemark(grid, i, workers);
        if (remark) {
            warnings.push_back(
                say("column {} holds remarks, mostly empty or of one p each: it does not tell ladders apart",
                    inQuotes(header)));
        } else if (named && someLadder) {
            grouping.push_back(i);
            groups = finer;
            if (i > firstFigure && !json && !differsAtOneP)
                warnings.push_back(say("column {} ({}) was read as telling ladders apart", inQuotes(header),
                                       listed(textsOf(grid, i))) +
                                   columns.byOption(say("; --where {}=* reads them as one", header)));
        } else if (differsAtOneP) {
            const std::vector<std::string> texts = textsOf(grid, i);
            const std::string base = headerName(header).base;
            if (!isNote(base) || (isPlace(base) && 2 * texts.size() <= grid.rows.size()))
                warnings.push_back(say("rows of the same p differ in column {} ({}) and are read as repeats",
                                       inQuotes(header), listed(texts)) +
                                   columns.byOption(say("; --where {}={} keeps one", header, texts.front())));
        } else if (named) {
            warnings.push_back(
                say("column {} differs from row to row: it does not tell ladders apart", inQuotes(header)));
        }
    }
    return grouping;
}

struct Group {
    std::vector<std::string> key;
    std::vector<std::size_t> rows;
};

/// The texts that tell a ladder from the others: a column counts where it varies among those with the same first text.
std::vector<std::string> namesOf(const std::vector<Group>& groups)
{
    std::vector<std::string> names;
    for (const Group& group : groups) {
        std::string name;
        for (std::size_t i = 0; i < group.key.size(); ++i) {
            const bool varies = std::any_of(groups.begin(), groups.end(), [&](const Group& other) {
                return (i == 0 || other.key[0] == group.key[0]) && other.key[i] != group.key[i];
            });
            if (varies && !group.key[i].empty())
                name.append(name.empty() ? "" : " / ").append(group.key[i]);
        }
        names.push_back(std::move(name));
    }
    return names;
}

/// Sizes and settings of a run: where they differ, the runs are of different things.
bool isSetting(std::string_view base)
{
    constexpr std::array<std::string_view, 27> settings{"tp",
                                                        "pp",
                                                        "dp",
                                                        "ep",
                                                        "cp",
                                                        "sp",
                                                        "n",
                                                        "size",
                                                        "problem_size",
                                                        "batch",
                                                        "batch_size",
                                                        "global_batch",
                                                        "global_batch_size",
                                                        "micro_batch",
                                                        "micro_batch_size",
                                                        "layers",
                                                        "hidden",
                                                        "hidden_size",
                                                        "seq_len",
                                                        "sequence_length",
                                                        "model_size",
                                                        "params",
                                                        "nodes",
                                                        "gpus",
                                                        "threads",
                                                        "ppn",
                                                        "ranks"};
    return isAmong(settings, base);
}

/// Columns of numbers in which rows of one p differ: those rows are hardly repeats of one thing. A setting is known by
/// its name, or as numbers that come back at other p; what was measured hardly comes back.
std::vector<std::size_t> mixtures(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& grouping)
{
    constexpr std::array<std::string_view, 12> counters{"run",  "runs",      "rep",  "repeat",  "repetition", "trial",
                                                        "iter", "iteration", "seed", "attempt", "id",         "index"};
    constexpr std::size_t most = 8;
    std::vector<std::size_t> mixed;
    Parting groups(grid.rows.size());
    for (const std::size_t column : grouping)
        groups = groups.by(grid, column);
    const Parting atP = groups.byWorkers(grid, columns.p());
    const Parting p = Parting(grid.rows.size()).byWorkers(grid, columns.p());
    for (std::size_t i = 0; i < grid.header.size() && mixed.size() < most; ++i) {
        const std::string base = headerName(grid.header[i].text).base;
        if (columns.taken(i) || base.empty() || isAmong(counters, base) || isNote(base) || holdsTimesOfRuns(grid, i))
            continue;
        if (atP.by(grid, i).count() == atP.count())
            continue;
        const std::vector<std::string> texts = textsOf(grid, i);
        const auto all = [&](auto&& each) { return std::all_of(texts.begin(), texts.end(), each); };
        const bool whole = all([](const std::string& text) { return parseCount(text, 0, 2'000'000'000).has_value(); });
        const std::vector<std::size_t> workersOfText = Parting(grid.rows.size()).by(grid, i).workers(p);
        const bool comesBack =
            std::all_of(workersOfText.begin(), workersOfText.end(), [](std::size_t count) { return count > 1; });
        const bool numbers = all([](const std::string& text) { return isMissing(text) || isNumber(text); });
        if ((whole && 2 * texts.size() <= grid.rows.size()) || (numbers && (comesBack || isSetting(base))))
            mixed.push_back(i);
    }
    return mixed;
}

/// The largest ratio between the times that rows of one p and one ladder have where they differ in a column: the means
/// of each of its texts are compared. 1 where there is nothing to compare.
double spreadOver(const Grid& grid, std::size_t column, const std::vector<std::optional<double>>& timeOfRow,
                  const Parting& atP)
{
    std::map<std::pair<std::size_t, std::string_view>, std::pair<double, int>> sums;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (timeOfRow[i] && *timeOfRow[i] > 0) {
            auto& [sum, count] = sums[{atP[i], grid.rows[i][column].text}];
            sum += *timeOfRow[i];
            ++count;
        }
    std::map<std::size_t, std::pair<double, double>> range;
    for (const auto& [key, each] : sums) {
        const double mean = each.first / each.second;
        const auto [at, isNew] = range.try_emplace(key.first, mean, mean);
        if (!isNew)
            at->second = {std::min(at->second.first, mean), std::max(at->second.second, mean)};
    }
    double spread = 1;
    for (const auto& [p, ends] : range)
        spread = std::max(spread, ends.second / ends.first);
    return spread;
}

/// Rows of one p that differ in a setting are taken for repeats and that is said; where their times are as far apart as
/// a factor of two they are not: which of them is meant is asked. (Runs of one thing differ by per cents, sizes by
/// their ratio.)
Result<void> questionMixtures(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& grouping,
                              const std::set<std::size_t>& joined, const std::vector<std::optional<double>>& timeOfRow,
                              std::vector<std::string>& warnings)
{
    constexpr double apart = 2;
    Parting atP(grid.rows.size());
    for (const std::size_t column : grouping)
        atP = atP.by(grid, column);
    atP = atP.byWorkers(grid, columns.p());
    std::vector<std::size_t> mixed = mixtures(grid, columns, grouping);
    const std::size_t numbers = mixed.size();
    for (std::size_t i = 0; i < grid.header.size();
         ++i) {  // a text in every row tells no ladders apart, and is no repeat either
        const bool isText = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return !isMissing(row[i].text) && !isNumber(row[i].text);
        });
        if (isText && !columns.taken(i) && !grid.header[i].text.empty() &&
            !isNote(headerName(grid.header[i].text).base) && !holdsTimesOfRuns(grid, i) &&
            std::find(grouping.begin(), grouping.end(), i) == grouping.end())
            mixed.push_back(i);
    }
    if (const std::optional<std::size_t> each = settingOfEveryRow(grid, columns, timeOfRow);
        each && !joined.contains(*each) && grouping.empty()) {
        const std::string& header = grid.header[*each].text;
        return fail(
            ErrorCode::Input,
            say("rows of the same p differ in column {}, and their times follow it: they are not repeats of one "
                "run",
                inQuotes(header)),
            columns.hints == ColumnHints::None
                ? "another column as p, or that they are repeats"
                : say("--map p={} where it counts the workers; --where {}=* where they are repeats", header, header),
            grid.header[*each].where);
    }
    for (std::size_t k = 0; k < mixed.size(); ++k) {
        const std::size_t i = mixed[k];
        if (joined.contains(i))
            continue;
        const std::string& header = grid.header[i].text;
        const std::vector<std::string> texts = textsOf(grid, i);
        if (const double spread = spreadOver(grid, i, timeOfRow, atP); spread >= apart)
            return fail(ErrorCode::Input,
                        say("rows of the same p differ in column {} ({}), and their times by a factor of {}: they are "
                            "not repeats of one run",
                            inQuotes(header), listed(texts), significant(spread, 3)),
                        columns.hints == ColumnHints::None
                            ? "the rows of one of them, or that they are repeats"
                            : say("one of them: --where {}={}; or --where {}=* where they are repeats", header,
                                  texts.front(), header),
                        grid.header[i].where);
        if (k < numbers)
            warnings.push_back(say("rows of the same p differ in column {} ({}) and are read as repeats",
                                   inQuotes(header), listed(texts)) +
                               columns.byOption(say("; --where {}={} keeps one", header, texts.front())));
    }
    return {};
}

std::optional<Scaling> scalingNamed(std::string_view text)
{
    const std::string name = lowerCase(text);
    return name == "strong" ? std::optional(Scaling::Strong)
           : name == "weak" ? std::optional(Scaling::Weak)
                            : std::nullopt;
}

/// The column that says how runs ended.
std::optional<std::size_t> outcomeColumn(const Grid& grid, const Columns& columns)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (const std::string base = headerName(grid.header[i].text).base;
            !columns.taken(i) && (base == "status" || base == "state"))
            return i;
    return std::nullopt;
}

/// Of a run without a figure: made, and not ended well. By its first word ("exit 3", "CANCELLED by 1000"), where it is
/// no word of success, nor of a run to come.
bool saysFailed(std::string_view outcome)
{
    constexpr std::array<std::string_view, 20> others{"ok",        "okay",     "success",   "successful", "succeeded",
                                                      "completed", "complete", "finished",  "done",       "passed",
                                                      "pass",      "running",  "pending",   "queued",     "scheduled",
                                                      "waiting",   "planned",  "submitted", "skipped",    "0"};
    return !isMissing(outcome) && !isAmong(others, lowerCase(outcome.substr(0, outcome.find(' '))));
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
                                   const std::optional<std::size_t>& outcome, Figures& figures, NoFigure& without)
{
    const std::size_t problems = figures.error.problems.size();
    const GridCell& pCell = row[columns.p()];
    LadderPoint point;
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
    const std::string at = placeOf(pCell);
    if (failed != nullptr) {
        ++without.failed[point.p];
        without.leftOut.push_back(say("{}: p = {} has {} where a figure belongs and was left out as a run that failed",
                                      at, point.p, inQuotes(failed->text)));
        return std::nullopt;
    }
    if (!tellsTime(point) && outcome && saysFailed(row[*outcome].text)) {
        ++without.failed[point.p];
        return std::nullopt;
    }
    if (!tellsTime(point)) {
        without.leftOut.push_back(say("{}: p = {} has no figure and was left out", at, point.p));
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
    if (const auto p = options.columns.find(LadderColumn::P); p == options.columns.end())
        multiplyFactors(grid, tidied);
    else if (!findHeader(grid, p->second) && p->second.find('*') != std::string::npos)
        static_cast<void>(addProduct(grid, p->second));  // where it has no such column, columnsOf says so
    Result<Columns> columns = columnsOf(grid, options);
    if (!columns)
        return fail(columns.error());

    LadderFile file{.warnings = std::move(tidied)};
    file.warnings.insert(file.warnings.end(), columns->warnings.begin(), columns->warnings.end());
    Grid timed{.header = grid.header,
               .rows = {},
               .ofRuns = grid.ofRuns};  // what rows without a figure differ in tells no ladders apart
    std::vector<std::size_t> timedAt(grid.rows.size());
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (hasFigure(grid.rows[i], *columns)) {
            timedAt[i] = timed.rows.size();
            timed.rows.push_back(grid.rows[i]);
        }
    const std::vector<std::size_t> grouping = groupingColumns(timed, *columns, joinedBy(grid, options), file.warnings);
    for (const std::size_t column : grouping)
        file.telling.push_back(grid.header[column].text);
    std::vector<Group> groups;
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
    const std::vector<std::string> names = namesOf(groups);
    decideCommas(grid, *columns, options.commas);
    takeUnitsOfCells(grid, *columns);
    Figures figures(grid, *columns);
    std::vector<std::optional<double>> timeOfRow(timed.rows.size());
    constexpr std::size_t mostProblems = 10000, mostLeftOut = 5;
    const std::optional<std::size_t> outcome = outcomeColumn(grid, *columns);
    NoFigure without;
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
        without.failed.clear();
        std::vector<WorkDone> works;
        for (const std::size_t row : groups[g].rows) {
            if (figures.error.problems.size() >= mostProblems)
                break;
            if (std::optional<LadderPoint> point = pointOf(grid.rows[row], *columns, outcome, figures, without)) {
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
        if (!ladder.points.empty())
            file.ladders.push_back(std::move(ladder));
        else if (!ladder.failed.empty() && !names[g].empty())
            file.warnings.push_back(say("no run of {} succeeded: it is no ladder", inQuotes(names[g])));
    }
    if (!figures.error.problems.empty())
        return fail(std::move(figures.error));
    if (Result<void> whole =
            questionMixtures(timed, *columns, grouping, joinedBy(grid, options), timeOfRow, file.warnings);
        !whole)
        return fail(std::move(whole.error()));
    if (file.ladders.empty())
        return fail(ErrorCode::Input, "no row holds a figure", "a time, parts or a throughput in some row");
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
            std::find(grouping.begin(), grouping.end(), i) == grouping.end() && scalingColumn != i)
            file.unused.push_back(grid.header[i].text);
    return file;
}

}  // namespace scalewright
