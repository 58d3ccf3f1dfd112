#include "core/evidence/import/ladder_groups.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/plain_cells.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

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

/// Numbers with a unit behind them: "26 MB", "1,234ms".
bool holdsAmounts(const Grid& grid, std::size_t column)
{
    return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        const std::size_t unit = text.find_first_not_of("0123456789.,+- ");
        return isMissing(text) || (unit != std::string::npos && unit > 0 && text[0] >= '0' && text[0] <= '9' &&
                                   text.find_first_of("0123456789 ", unit) == std::string::npos);
    });
}

/// Speedups and efficiencies, by its name and by what stands in it.
bool isDerivedColumn(const Grid& grid, std::size_t column)
{
    return isDerived(headerName(grid.header[column].text).base) &&
           std::any_of(grid.rows.begin(), grid.rows.end(), [column](const std::vector<GridCell>& row) {
               return isFigureWithMark(row[column].text) || isNumber(row[column].text);
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

    /// Rows of each group.
    [[nodiscard]] std::vector<std::size_t> sizes() const
    {
        std::vector<std::size_t> rows(m_count);
        for (const std::size_t group : m_of)
            ++rows[group];
        return rows;
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

std::size_t emptyCells(const Grid& grid, std::size_t column)
{
    return static_cast<std::size_t>(
        std::count_if(grid.rows.begin(), grid.rows.end(),
                      [&](const std::vector<GridCell>& row) { return isMissing(row[column].text); }));
}

bool isMostlyEmpty(const Grid& grid, std::size_t column)
{
    return 2 * emptyCells(grid, column) >= grid.rows.size();
}

/// Remarks: texts that stand in few rows, or that mostly belong to one p only.
bool isRemark(const Grid& grid, std::size_t column, const std::vector<std::size_t>& workersOfGroup)
{
    const std::size_t empty = emptyCells(grid, column);
    const auto alone = std::count(workersOfGroup.begin(), workersOfGroup.end(), std::size_t{1});
    if (empty > 0 && alone > 0 && workersOfGroup.size() == 2)
        return true;  // "checked: yes" of all but the base
    return isMostlyEmpty(grid, column) || 2 * static_cast<std::size_t>(alone) > workersOfGroup.size();
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
    constexpr std::size_t most = 8;
    std::vector<std::size_t> mixed;
    Parting groups(grid.rows.size());
    for (const std::size_t column : grouping)
        groups = groups.by(grid, column);
    const Parting atP = groups.byWorkers(grid, columns.p());
    const Parting p = Parting(grid.rows.size()).byWorkers(grid, columns.p());
    for (std::size_t i = 0; i < grid.header.size() && mixed.size() < most; ++i) {
        const std::string base = headerName(grid.header[i].text).base;
        if (columns.taken(i) || base.empty() || countsRuns(base) || isNote(base) || isDerivedColumn(grid, i) ||
            holdsTimesOfRuns(grid, i))
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
        if ((whole && 2 * texts.size() <= grid.rows.size()) ||
            (numbers && (comesBack || isSetting(base) || mayCountWorkers(headerName(grid.header[i].text)))))
            mixed.push_back(i);
    }
    return mixed;
}

/// Ratios between the times that rows of one p and one ladder have where they differ in a column: the means of each of
/// its texts are compared. 1 where there is nothing to compare.
struct Spread {
    double most = 1;
    double least = 1;  ///< of the p with several texts; 1 where those are fewer than two
};

Spread spreadOver(const Grid& grid, std::size_t column, const std::vector<std::optional<double>>& timeOfRow,
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
    std::set<std::size_t> several;
    for (const auto& [key, each] : sums) {
        const double mean = each.first / each.second;
        const auto [at, isNew] = range.try_emplace(key.first, mean, mean);
        if (!isNew) {
            at->second = {std::min(at->second.first, mean), std::max(at->second.second, mean)};
            several.insert(key.first);
        }
    }
    Spread spread;
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t p : several) {
        const auto& [shortest, longest] = range.at(p);
        spread.most = std::max(spread.most, longest / shortest);
        least = std::min(least, longest / shortest);
    }
    if (several.size() > 1)
        spread.least = least;
    return spread;
}

/// Another ladder to read instead: a text of `telling` that has several p, and no rows of one p that far apart. Empty
/// where there is none.
std::string ladderWithout(const Grid& grid, std::size_t telling, std::size_t mixed, std::size_t p,
                          const std::vector<std::optional<double>>& timeOfRow, const Parting& atP, double apart)
{
    for (const std::string& text : textsOf(grid, telling)) {
        std::vector<std::optional<double>> times(timeOfRow.size());
        std::set<std::string_view> workers;
        for (std::size_t i = 0; i < grid.rows.size(); ++i)
            if (grid.rows[i][telling].text == text) {
                times[i] = timeOfRow[i];
                workers.insert(grid.rows[i][p].text);
            }
        if (workers.size() > 1 && spreadOver(grid, mixed, times, atP).most < apart)
            return text;
    }
    return {};
}

}  // namespace

bool hasFigure(const std::vector<GridCell>& row, const Columns& columns)
{
    return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        const std::optional<std::size_t>& at = columns[role.column];
        return tellsTime(role) && at && (row[*at].nested != nullptr || !isMissing(row[*at].text));
    });
}

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
        if (holdsTimesOfRuns(grid, i) || isDerivedColumn(grid, i))
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
        if (i > firstFigure && !json && !differsAtOneP && holdsAmounts(grid, i))
            continue;  // "26 MB" behind the times was measured too
        const bool named = i < firstFigure || json || !isNote(headerName(header).base);
        const bool remark = named && someLadder && p.count() > 1 && isRemark(grid, i, workers);
        if (remark) {
            const std::string remarks =
                isMostlyEmpty(grid, i)
                    ? say("column {} holds remarks, mostly empty: it does not tell ladders apart", inQuotes(header))
                    : say("column {} holds remarks, most of them at one p: it does not tell ladders apart",
                          inQuotes(header));
            const std::string first = textsOf(grid, i).front();
            warnings.push_back(
                differsAtOneP && !isMostlyEmpty(grid, i)
                    ? remarks + "; rows of the same p that differ in it are read as repeats" +
                          columns.byOption(say(" ({} keeps one)", asOption("--where", header + "=" + first)))
                    : remarks);
        } else if (named && someLadder) {
            grouping.push_back(i);
            groups = finer;
            if (i > firstFigure && !json && !differsAtOneP)
                warnings.push_back(say("column {} ({}) was read as telling ladders apart", inQuotes(header),
                                       listed(textsOf(grid, i))) +
                                   columns.byOption(say("; {} reads them as one", asOption("--where", header + "=*"))));
        } else if (differsAtOneP) {
            const std::vector<std::string> texts = textsOf(grid, i);
            const std::string base = headerName(header).base;
            if (!isNote(base) || (isPlace(base) && 2 * texts.size() <= grid.rows.size()))
                warnings.push_back(
                    say("rows of the same p differ in column {} ({}) and are read as repeats", inQuotes(header),
                        listed(texts)) +
                    columns.byOption(say("; {} keeps one", asOption("--where", header + "=" + texts.front()))));
        } else if (named) {
            warnings.push_back(
                say("column {} differs from row to row: it does not tell ladders apart", inQuotes(header)));
        }
    }
    return grouping;
}

std::vector<std::string> namesOfLadders(const std::vector<LadderGroup>& groups)
{
    std::vector<std::string> names;
    for (const LadderGroup& group : groups) {
        std::string name;
        for (std::size_t i = 0; i < group.key.size(); ++i) {
            const bool varies = std::any_of(groups.begin(), groups.end(), [&](const LadderGroup& other) {
                return (i == 0 || other.key[0] == group.key[0]) && other.key[i] != group.key[i];
            });
            if (varies && !group.key[i].empty())
                name.append(name.empty() ? "" : " / ").append(group.key[i]);
        }
        names.push_back(std::move(name));
    }
    return names;
}

Result<void> questionMixtures(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& grouping,
                              const std::set<std::size_t>& joined, const std::vector<std::optional<double>>& timeOfRow,
                              std::vector<std::string>& warnings)
{
    constexpr double apart = 2, apartInTexts = 1.4, apartInWorkers = 1.1;
    // Of p that is a product: 2 processes of 4 threads are no repeat of 8 processes.
    std::set<std::size_t> factors(columns.factors.begin(), columns.factors.end());
    if (const std::string& made = grid.header[columns.p()].text; made.find('*') != std::string::npos)
        for (const std::string_view factor : fieldsIn(made, '*'))
            if (const std::optional<std::size_t> at = findHeader(grid, trimmed(factor)))
                factors.insert(*at);
    const bool factorsJoined =
        std::any_of(factors.begin(), factors.end(), [&](std::size_t factor) { return joined.contains(factor); });
    Parting atP(grid.rows.size());
    for (const std::size_t column : grouping)
        atP = atP.by(grid, column);
    atP = atP.byWorkers(grid, columns.p());
    // Few p with several rows: those are hardly repeats, as repeats are made at every p.
    const std::vector<std::size_t> rowsOfP = atP.sizes();
    const auto several = std::count_if(rowsOfP.begin(), rowsOfP.end(), [](std::size_t rows) { return rows > 1; });
    const bool seldom = 2 * static_cast<std::size_t>(several) < rowsOfP.size();
    std::vector<std::size_t> mixed = mixtures(grid, columns, grouping);
    const std::size_t numbers = mixed.size();
    for (std::size_t i = 0; i < grid.header.size();
         ++i) {  // a text in every row tells no ladders apart, and is no repeat either
        const bool isText = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return !isMissing(row[i].text) && !isNumber(row[i].text);
        });
        if (isText && !columns.taken(i) && !grid.header[i].text.empty() &&
            !isNote(headerName(grid.header[i].text).base) && !isDerivedColumn(grid, i) && !holdsTimesOfRuns(grid, i) &&
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
                : say("{} where it counts the workers; {} where they are repeats", asOption("--map", "p=" + header),
                      asOption("--where", header + "=*")),
            grid.header[*each].where);
    }
    for (std::size_t k = 0; k < mixed.size(); ++k) {
        const std::size_t i = mixed[k];
        if (joined.contains(i) || (factors.contains(i) && factorsJoined))
            continue;
        const std::string& header = grid.header[i].text;
        const std::vector<std::string> texts = textsOf(grid, i);
        // Runs on other counts of threads or of processes are no repeats, however little it changes.
        const bool isWorkers = factors.contains(i) || mayCountWorkers(headerName(header));
        const double most = isWorkers ? apartInWorkers : k >= numbers && seldom ? apartInTexts : apart;
        if (const double spread = spreadOver(grid, i, timeOfRow, atP).most; spread >= most) {
            const std::string message =
                say("rows of the same p differ in column {} ({}), and their times by a factor of {}: they are "
                    "not repeats of one run",
                    inQuotes(header), listed(texts), significant(spread, 3));
            if (columns.hints == ColumnHints::None)
                return fail(ErrorCode::Input, message, "the rows of one of them, or that they are repeats",
                            grid.header[i].where);
            std::string ways =
                say("one of them: {}; or {} where they are repeats", asOption("--where", header + "=" + texts.front()),
                    asOption("--where", header + "=*"));
            if (isWorkers && !factors.contains(i))
                ways += say("; {} where it counts the workers", asOption("--map", "p=" + header));
            const std::string other = grouping.empty()
                                          ? std::string()
                                          : ladderWithout(grid, grouping.front(), i, columns.p(), timeOfRow, atP, most);
            if (!other.empty())
                ways += say("; or another ladder: {}",
                            asOption("--where", grid.header[grouping.front()].text + "=" + other));
            return fail(ErrorCode::Input, message, ways, grid.header[i].where);
        }
        if (k < numbers)
            warnings.push_back(
                say("rows of the same p differ in column {} ({}) and are read as repeats", inQuotes(header),
                    listed(texts)) +
                columns.byOption(say("; {} keeps one", asOption("--where", header + "=" + texts.front()))));
    }
    // Numbers of runs and days make repeats, whose times hardly differ that much at every p.
    constexpr double apartInRepeats = 2;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& header = grid.header[i].text;
        if (columns.taken(i) || joined.contains(i) ||
            !(countsRuns(headerName(header).base) || holdsTimesOfRuns(grid, i)))
            continue;
        const std::vector<std::string> texts = textsOf(grid, i);
        const Spread spread = 2 * texts.size() <= grid.rows.size() ? spreadOver(grid, i, timeOfRow, atP) : Spread();
        if (spread.least >= apartInRepeats)
            warnings.push_back(
                say("rows of the same p differ in column {} ({}), their times by a factor of {}, and are read as "
                    "repeats",
                    inQuotes(header), listed(texts), significant(spread.most, 3)) +
                columns.byOption(say("; {} keeps one", asOption("--where", header + "=" + texts.front()))));
    }
    return {};
}

}  // namespace scalewright
