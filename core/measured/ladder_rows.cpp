#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/measured/ladder.h"
#include "core/measured/ladder_grid.h"
#include "core/quantity/units.h"
#include "core/result/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t roles = allLadderColumns.size();
using Names = std::vector<std::string_view>;

/// What people call it, the likeliest first. Headers are compared by their words (headerName).
const Names& guessesFor(LadderColumn column)
{
    static const std::array<Names, roles> guesses{
        Names{"gcds", "nodes", "num_nodes", "n_nodes", "nnodes", "gpus", "num_gpus", "n_gpus", "ngpus", "gpu_count", "gpu", "ranks", "num_ranks",
              "n_ranks", "nranks", "mpi_ranks", "num_procs", "nprocs", "n_procs", "procs", "np", "processes", "num_processes", "processors",
              "num_processors", "workers", "num_workers", "n_workers", "world_size", "devices", "num_devices", "replicas", "cores", "num_cores", "cpus",
              "threads", "num_threads", "tasks", "ntasks", "load", "n"},
        Names{"runtime", "run_time", "wall", "walltime", "wall_time", "wallclock", "wall_clock", "wall_clock_time", "wallclock_time", "elapsed",
              "elapsed_time", "total_time", "time_total", "total", "seconds", "secs", "sec", "duration", "t", "t_p", "tp", "iteration", "iteration_time",
              "iter_time", "time_per_iteration", "time_per_step", "step_time", "step", "epoch_time", "time_per_epoch", "epoch", "time_to_solution",
              "makespan"},
        Names{"x", "x_p", "tput", "qps", "rps", "fps", "tps", "rate"},
        Names{"compute", "computation", "computing", "comp_time", "compute_time", "computation_time", "t_comp", "time_comp"},
        Names{"communication", "comm_time", "communication_time", "t_comm", "time_comm", "mpi", "mpi_time", "allreduce", "all_reduce"},
        Names{"wait", "waiting", "wait_time", "waiting_time", "idle_time", "t_idle", "time_idle", "t_wait", "barrier", "straggler"},
        Names{"io_time", "t_io", "time_io", "input_output", "data_loading", "data_load", "loading", "load_time", "read", "read_time"},
        Names{"accuracy", "acc", "top1", "top_1", "top_1_accuracy", "top1_accuracy", "val_accuracy", "val_acc", "test_accuracy", "loss", "val_loss",
              "test_loss", "train_loss", "recall", "f1", "auc", "bleu", "perplexity", "ppl", "error", "rmse", "mae"}};
    return guesses[static_cast<std::size_t>(column)];
}

/// Names that are counters where no unit makes a time of them: "epoch", but not "epoch_s".
bool needsUnit(std::string_view name)
{
    constexpr std::array<std::string_view, 4> counters{"step", "epoch", "iteration", "total"};
    return std::find(counters.begin(), counters.end(), name) != counters.end();
}

bool isPart(LadderColumn column)
{
    return column == LadderColumn::Comp || column == LadderColumn::Comm || column == LadderColumn::Idle || column == LadderColumn::Io;
}

bool isTime(LadderColumn column)
{
    return column == LadderColumn::Time || isPart(column);
}

std::string lower(std::string_view text)
{
    std::string small(text);
    for (char& c : small)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    return small;
}

bool isMissing(std::string_view text)
{
    constexpr std::array<std::string_view, 7> markers{"", "N/A", "n/a", "NA", "-", "\xE2\x80\x93", "\xE2\x80\x94"};
    return std::find(markers.begin(), markers.end(), text) != markers.end();
}

bool isNumber(std::string text)
{
    std::replace(text.begin(), text.end(), ',', '.');
    return parseNumber(text).has_value();
}

/// A column of words is no figure, whatever its name.
bool holdsFigures(const Grid& grid, std::size_t column)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        return isMissing(text) || (text[0] >= '0' && text[0] <= '9') || isNumber(text);
    });
}

std::string headersOf(const Grid& grid)
{
    std::string names;
    for (const GridCell& cell : grid.header)
        if (!cell.text.empty())
            names.append(names.empty() ? "" : ", ").append(inQuotes(cell.text));
    return names;
}

std::optional<std::size_t> findHeader(const Grid& grid, std::string_view name)
{
    for (const bool exactly : {true, false})
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (exactly ? grid.header[i].text == name : lower(grid.header[i].text) == lower(name))
                return i;
    return std::nullopt;
}

/// Which column plays which role.
class Columns {
public:
    std::array<std::optional<std::size_t>, roles> at;
    std::array<MappedColumn, roles> mapped;
    std::vector<std::string> warnings;

    [[nodiscard]] const std::optional<std::size_t>& operator[](LadderColumn column) const { return at[static_cast<std::size_t>(column)]; }
    [[nodiscard]] const MappedColumn& how(LadderColumn column) const { return mapped[static_cast<std::size_t>(column)]; }
    [[nodiscard]] bool taken(std::size_t index) const { return std::find(at.begin(), at.end(), std::optional(index)) != at.end(); }
    [[nodiscard]] bool anyFigure() const
    {
        return std::any_of(allLadderColumns.begin(), allLadderColumns.end(), [&](LadderColumn column) {
            return column != LadderColumn::P && column != LadderColumn::Quality && (*this)[column].has_value();
        });
    }

    void take(LadderColumn column, std::size_t index, const Grid& grid, const HeaderName& name, bool guessed)
    {
        const std::size_t role = static_cast<std::size_t>(column);
        at[role] = index;
        const bool hasUnit = name.unitGiven && (isTime(column) ? !name.isRate : column == LadderColumn::Throughput && name.isRate);
        mapped[role] = {column, grid.header[index].text, guessed, hasUnit ? name.factor : 1, hasUnit};
    }
};

Result<void> takeNamed(Columns& columns, const Grid& grid, const LadderFileOptions& options)
{
    Error error;
    for (const auto& [column, header] : options.columns) {
        std::optional<std::size_t> found = findHeader(grid, header);
        HeaderName name = headerName(found ? grid.header[*found].text : header);
        if (!found) {  // "median(us)": a header and a unit that it does not say
            const std::size_t bracket = header.find_last_of("([");
            if (bracket != std::string::npos)
                found = findHeader(grid, header.substr(0, bracket));
            if (found && !name.unitGiven)
                error.problems.push_back({"there is no unit " + inQuotes(header.substr(bracket)), "s, ms, us, ns, min or h in brackets",
                                          Where{.field = "--map " + std::string(ladderColumnName(column))}});
        }
        if (!found) {
            error.problems.push_back({"there is no column " + inQuotes(header), "one of " + headersOf(grid),
                                      Where{.field = "--map " + std::string(ladderColumnName(column))}});
            continue;
        }
        if (columns.taken(*found)) {
            error.problems.push_back({"the column " + inQuotes(header) + " is named for two roles", "a column for each role",
                                      Where{.field = "--map " + std::string(ladderColumnName(column))}});
            continue;
        }
        columns.take(column, *found, grid, name, false);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

void takeByContract(Columns& columns, const Grid& grid)
{
    for (const LadderColumn column : allLadderColumns)
        for (std::size_t i = 0; i < grid.header.size() && !columns[column]; ++i) {
            const HeaderName name = headerName(grid.header[i].text);
            const bool rate = column == LadderColumn::Throughput && name.isRate && name.base == "throughput_per";
            const bool plain = name.base == ladderColumnName(column) && (!name.unitGiven || isTime(column)) && !name.isRate;
            if ((rate || plain) && !name.isShare && !columns.taken(i))
                columns.take(column, i, grid, name, false);
        }
}

void takeByGuess(Columns& columns, const Grid& grid)
{
    const bool throughputSaid = columns[LadderColumn::Throughput].has_value();
    const bool partsSaid = columns[LadderColumn::Comp] && columns[LadderColumn::Comm];
    const bool timeSaid = columns[LadderColumn::Time].has_value();
    for (const LadderColumn column : allLadderColumns) {
        // Beside what is said by name, a guess for the same thing could only contradict it.
        if (columns[column] || (column == LadderColumn::Time && throughputSaid) ||
            (column == LadderColumn::Throughput && (timeSaid || partsSaid || columns[LadderColumn::Time])))
            continue;
        std::vector<std::size_t> candidates;
        const auto consider = [&](std::size_t i) {
            if (!columns.taken(i) && holdsFigures(grid, i) && std::find(candidates.begin(), candidates.end(), i) == candidates.end())
                candidates.push_back(i);
        };
        for (const std::string_view guess : guessesFor(column))
            for (std::size_t i = 0; i < grid.header.size(); ++i) {
                const HeaderName name = headerName(grid.header[i].text);
                if (name.base == guess && !name.isShare && !name.isRate && (!name.unitGiven || isTime(column)) &&
                    (name.unitGiven || !needsUnit(guess)))
                    consider(i);
            }
        if (column == LadderColumn::Throughput)
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (headerName(grid.header[i].text).isRate)
                    consider(i);
        if (candidates.empty())
            continue;
        const GridCell& chosen = grid.header[candidates.front()];
        columns.take(column, candidates.front(), grid, headerName(chosen.text), true);
        if (candidates.size() > 1 && column != LadderColumn::Quality) {
            std::string others;
            for (std::size_t i = 1; i < candidates.size(); ++i)
                others.append(i == 1 ? "" : ", ").append(inQuotes(grid.header[candidates[i]].text));
            columns.warnings.push_back(fmt::format("{0} was read from {1}; {2} could be it too (--map {0}={3})", ladderColumnName(column),
                                                   inQuotes(chosen.text), others, grid.header[candidates[1]].text));
        }
    }
}

/// Distinct texts of a column, in the order they come.
std::vector<std::string> textsOf(const Grid& grid, std::size_t column)
{
    std::vector<std::string> texts;
    std::set<std::string> seen;
    for (const std::vector<GridCell>& row : grid.rows)
        if (seen.insert(row[column].text).second)
            texts.push_back(row[column].text);
    return texts;
}

std::string listed(const std::vector<std::string>& texts)
{
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < texts.size() && i < most; ++i)
        text.append(i == 0 ? "" : ", ").append(inQuotes(texts[i]));
    return texts.size() > most ? text + fmt::format(" and {} more", texts.size() - most) : text;
}

Result<Grid> whereOf(const Grid& all, const LadderFileOptions& options)
{
    std::map<std::size_t, std::set<std::string>> wanted;
    Error error;
    for (const auto& [header, text] : options.where) {
        const std::optional<std::size_t> column = findHeader(all, header);
        if (!column)
            error.problems.push_back({"there is no column " + inQuotes(header), "one of " + headersOf(all), Where{.field = "--where"}});
        else
            wanted[*column].insert(lower(text));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    Grid kept{.header = all.header, .rows = all.rows};
    for (const auto& [column, texts] : wanted) {
        const std::vector<std::string> before = textsOf(kept, column);
        std::erase_if(kept.rows, [&, c = column, &wantedTexts = texts](const std::vector<GridCell>& row) {
            return !wantedTexts.contains(lower(row[c].text));
        });
        if (kept.rows.empty())
            return fail(ErrorCode::Input, fmt::format("no row has {} in column {}", listed({texts.begin(), texts.end()}), inQuotes(all.header[column].text)),
                        "one of " + listed(before), Where{.field = "--where"});
    }
    return kept;
}

/// A metric and its value in every row (performance studies write these): the columns, where there are such.
std::string longFormatHint(const Grid& grid)
{
    for (const char* key : {"metric", "variable", "measure", "name", "key"}) {
        const std::optional<std::size_t> metric = findHeader(grid, key);
        const std::optional<std::size_t> value = findHeader(grid, "value");
        if (metric && value)
            return fmt::format("one figure per row, named by column {}: keep one with --where {}=NAME --map time={} (or throughput={}); NAME is {}",
                               inQuotes(key), grid.header[*metric].text, grid.header[*value].text, grid.header[*value].text,
                               listed(textsOf(grid, *metric)));
    }
    return {};
}

Result<Columns> columnsOf(const Grid& grid, const LadderFileOptions& options)
{
    Columns columns;
    if (const Result<void> named = takeNamed(columns, grid, options); !named)
        return fail(named.error());
    takeByContract(columns, grid);
    takeByGuess(columns, grid);
    const Where where = grid.header.empty() ? Where{} : Where{.line = grid.header.front().where.line, .pointer = grid.header.front().where.pointer};
    if (std::all_of(grid.header.begin(), grid.header.end(), [](const GridCell& cell) { return isNumber(cell.text); }))
        return fail(ErrorCode::Input, "there is no header row: the first line holds numbers", "the columns' names first, such as p,time", where);
    Error error;
    if (!columns[LadderColumn::P])
        error.problems.push_back({"no column is the number of workers; the header names " + headersOf(grid), "a column p, or --map p=NAME", where});
    if (!columns.anyFigure()) {
        const std::string hint = longFormatHint(grid);
        error.problems.push_back({"no column holds a time or a throughput; the header names " + headersOf(grid),
                                  hint.empty() ? "a column time, or comp, comm and idle, or throughput, or --map time=NAME" : hint, where});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return columns;
}

/// Reads figures and remembers what was odd about them.
class Figures {
public:
    Error error;
    bool decimalCommas = false;

    explicit Figures(const Grid& grid, const Columns& columns)
    {
        for (const std::vector<GridCell>& row : grid.rows)
            for (const std::optional<std::size_t>& column : columns.at)
                if (column)
                    m_points = m_points || (row[*column].text.find('.') != std::string::npos && parseNumber(row[*column].text));
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
        if (isMissing(cell.text))
            return std::nullopt;
        std::string text = cell.text;
        if (const std::size_t comma = text.find(','); comma != std::string::npos) {
            if (m_points || text.find(',', comma + 1) != std::string::npos || text.find('.') != std::string::npos) {
                wrong(cell, how.header, {inQuotes(text) + " has a comma, and it is not clear that it is a decimal one",
                                         "a decimal point in every number, and nothing between thousands", {}});
                return std::nullopt;
            }
            text[comma] = '.';
            decimalCommas = true;
        }
        if (const Result<double> number = parseNumber(text))
            return *number * how.unitS;
        const Dimension dimension = isTime(how.column) ? Dimension::Time : how.column == LadderColumn::Throughput ? Dimension::Rate : Dimension::Ratio;
        const Result<double> amount = parseAmount(text, dimension);  // a unit of its own goes before the header's
        if (amount)
            return *amount;
        wrong(cell, how.header, amount.error().problems.front());
        return std::nullopt;
    }

    std::optional<int> workers(const GridCell& cell, const MappedColumn& how)
    {
        const Result<double> number = parseNumber(cell.text);
        if (number && *number >= 1 && *number <= largestPMax && *number == std::floor(*number))
            return static_cast<int>(*number);
        std::string message = isMissing(cell.text) ? "there is no number of workers" : inQuotes(cell.text) + " is no number of workers";
        if (number && *number == std::floor(*number))
            message = inQuotes(cell.text) + (*number == 0 ? " is zero workers" : *number < 0 ? " is negative" : " is too many workers");
        wrong(cell, how.header, {std::move(message), fmt::format("a whole number from 1 to {}, without separators", largestPMax), {}});
        return std::nullopt;
    }

private:
    bool m_points = false;
};

/// Text columns left of the figures, from the left, that split the rows into ladders with more than one p.
std::vector<std::size_t> groupingColumns(const Grid& grid, const Columns& columns, std::vector<std::string>& warnings)
{
    std::size_t firstFigure = grid.header.size();
    for (const LadderColumn column : allLadderColumns)
        if (column != LadderColumn::P && column != LadderColumn::Quality && columns[column])
            firstFigure = std::min(firstFigure, *columns[column]);
    const bool json = !grid.rows.empty() && grid.rows.front().front().where.line == 0;  // keys have no order that means anything
    std::vector<std::size_t> grouping;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (columns.taken(i) || (i > firstFigure && !json) || grid.header[i].text.empty() || textsOf(grid, i).size() < 2)
            continue;
        const bool isText = std::any_of(grid.rows.begin(), grid.rows.end(),
                                        [&](const std::vector<GridCell>& row) { return !isMissing(row[i].text) && !isNumber(row[i].text); });
        if (!isText)
            continue;
        std::vector<std::size_t> tried = grouping;
        tried.push_back(i);
        std::map<std::vector<std::string>, std::set<std::string>> pOfGroup;
        std::set<std::string> allP;
        for (const std::vector<GridCell>& row : grid.rows) {
            std::vector<std::string> key;
            for (const std::size_t column : tried)
                key.push_back(row[column].text);
            pOfGroup[key].insert(row[*columns[LadderColumn::P]].text);
            allP.insert(row[*columns[LadderColumn::P]].text);
        }
        const bool someLadder = std::any_of(pOfGroup.begin(), pOfGroup.end(), [](const auto& group) { return group.second.size() > 1; });
        if (someLadder || allP.size() == 1)
            grouping = std::move(tried);
        else
            warnings.push_back("column " + inQuotes(grid.header[i].text) + " differs from row to row: it does not tell ladders apart");
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

/// Rows of one p whose other whole numbers differ are hardly repeats of one thing: said, not decided.
void warnOfMixtures(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& grouping, std::vector<std::string>& warnings)
{
    constexpr std::array<std::string_view, 12> counters{"run", "runs", "rep", "repeat", "repetition", "trial", "iter", "iteration", "seed", "attempt", "id", "index"};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string base = headerName(grid.header[i].text).base;
        if (columns.taken(i) || base.empty() || std::find(counters.begin(), counters.end(), base) != counters.end())
            continue;
        const std::vector<std::string> texts = textsOf(grid, i);
        if (texts.size() < 2 || 2 * texts.size() > grid.rows.size() ||
            !std::all_of(texts.begin(), texts.end(), [](const std::string& text) { return parseCount(text, 0, 2'000'000'000).has_value(); }))
            continue;
        std::map<std::vector<std::string>, std::set<std::string>> seen;
        for (const std::vector<GridCell>& row : grid.rows) {
            std::vector<std::string> key{row[*columns[LadderColumn::P]].text};
            for (const std::size_t column : grouping)
                key.push_back(row[column].text);
            seen[key].insert(row[i].text);
        }
        if (std::any_of(seen.begin(), seen.end(), [](const auto& group) { return group.second.size() > 1; }))
            warnings.push_back(fmt::format("rows of the same p differ in column {0} ({1}) and are read as repeats; --where {2}={3} keeps one",
                                           inQuotes(grid.header[i].text), listed(texts), grid.header[i].text, texts.front()));
    }
}

std::optional<Scaling> scalingNamed(std::string_view text)
{
    const std::string name = lower(text);
    return name == "strong" ? std::optional(Scaling::Strong) : name == "weak" ? std::optional(Scaling::Weak) : std::nullopt;
}

/// One row as a point; nullopt where it holds no measurement (a warning) or something wrong (a problem).
std::optional<LadderPoint> pointOf(const std::vector<GridCell>& row, const Columns& columns, Figures& figures, std::vector<std::string>& warnings)
{
    const std::size_t problems = figures.error.problems.size();
    const GridCell& pCell = row[*columns[LadderColumn::P]];
    LadderPoint point;
    if (const std::optional<int> p = figures.workers(pCell, columns.how(LadderColumn::P)))
        point.p = *p;
    const auto take = [&](LadderColumn column, std::optional<double>& into) {
        if (columns[column])
            into = figures.figure(row[*columns[column]], columns.how(column));
    };
    take(LadderColumn::Time, point.timeS);
    take(LadderColumn::Throughput, point.throughputPerS);
    take(LadderColumn::Comp, point.compS);
    take(LadderColumn::Comm, point.commS);
    take(LadderColumn::Idle, point.idleS);
    take(LadderColumn::Io, point.ioS);
    take(LadderColumn::Quality, point.quality);
    if (figures.error.problems.size() > problems)
        return std::nullopt;
    if (!point.timeS && !point.throughputPerS && !point.compS && !point.commS && !point.idleS && !point.ioS) {
        const std::string at = pCell.where.line > 0 ? fmt::format("line {}", pCell.where.line) : pCell.where.pointer;
        warnings.push_back(fmt::format("{}: p = {} has no figure and was left out", at, point.p));
        return std::nullopt;
    }
    if (const Result<RunTime> run = runTime(point); !run) {
        for (const Problem& problem : run.error().problems) {
            const auto role = std::find_if(allLadderColumns.begin(), allLadderColumns.end(),
                                           [&](LadderColumn column) { return problem.where.field == ladderColumnName(column); });
            const bool known = role != allLadderColumns.end() && columns[*role];
            figures.wrong(known ? row[*columns[*role]] : pCell, known ? columns.how(*role).header : problem.where.field, problem);
        }
        return std::nullopt;
    }
    return point;
}

}  // namespace

Result<LadderFile> laddersOfGrid(const Grid& all, const LadderFileOptions& options, const Ladder& base)
{
    if (all.header.empty() || all.rows.empty())
        return fail(ErrorCode::Input, "holds a header and no rows", "a row for every run, such as 4,260");
    const Result<Grid> kept = whereOf(all, options);
    if (!kept)
        return fail(kept.error());
    const Grid& grid = *kept;
    Result<Columns> columns = columnsOf(grid, options);
    if (!columns)
        return fail(columns.error());

    LadderFile file{.warnings = columns->warnings};
    const std::vector<std::size_t> grouping = groupingColumns(grid, *columns, file.warnings);
    warnOfMixtures(grid, *columns, grouping, file.warnings);
    std::vector<Group> groups;
    std::map<std::vector<std::string>, std::size_t> known;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        std::vector<std::string> key;
        for (const std::size_t column : grouping)
            key.push_back(grid.rows[i][column].text);
        const auto [at, isNew] = known.try_emplace(key, groups.size());
        if (isNew)
            groups.push_back({key, {}});
        groups[at->second].rows.push_back(i);
    }

    const std::optional<std::size_t> scalingColumn = findHeader(grid, "scaling");
    const std::vector<std::string> names = namesOf(groups);
    Figures figures(grid, *columns);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        Ladder ladder = base;
        if (!names[g].empty())
            ladder.name = names[g];
        if (ladder.qualityName.empty() && (*columns)[LadderColumn::Quality])
            ladder.qualityName = columns->how(LadderColumn::Quality).header;
        if (scalingColumn)
            if (const std::optional<Scaling> scaling = scalingNamed(grid.rows[groups[g].rows.front()][*scalingColumn].text))
                ladder.scaling = scaling;
        for (const std::size_t row : groups[g].rows)
            if (std::optional<LadderPoint> point = pointOf(grid.rows[row], *columns, figures, file.warnings))
                ladder.points.push_back(std::move(*point));
        if (!ladder.points.empty())
            file.ladders.push_back(std::move(ladder));
    }
    if (!figures.error.problems.empty())
        return fail(std::move(figures.error));
    if (file.ladders.empty())
        return fail(ErrorCode::Input, "no row holds a figure", "a time, parts or a throughput in some row");
    if (figures.decimalCommas)
        file.warnings.emplace_back("commas in numbers were read as decimal points");
    for (const LadderColumn column : allLadderColumns)
        if ((*columns)[column])
            file.mapping.push_back(columns->how(column));
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!columns->taken(i) && !grid.header[i].text.empty() && std::find(grouping.begin(), grouping.end(), i) == grouping.end() && scalingColumn != i)
            file.unused.push_back(grid.header[i].text);
    return file;
}

}  // namespace scalewright
