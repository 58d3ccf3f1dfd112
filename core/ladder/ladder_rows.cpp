#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/ladder/ladder.h"
#include "core/ladder/ladder_columns.h"
#include "core/quantity/units.h"
#include "core/result/quote.h"

namespace scalewright {

namespace {

Result<Grid> whereOf(const Grid& all, const LadderFileOptions& options)
{
    std::map<std::size_t, std::set<std::string>> wanted;
    Error error;
    for (const auto& [header, text] : options.where) {
        const std::optional<std::size_t> column = findHeader(all, header);
        if (!column)
            error.problems.push_back(
                {say("there is no column {}", inQuotes(header)), say("one of {}", headersOf(all)), Where{.field = "--where"}});
        else
            wanted[*column].insert(lowerCase(text));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    Grid kept{.header = all.header, .rows = all.rows};
    for (const auto& [column, texts] : wanted) {
        const std::vector<std::string> before = textsOf(kept, column);
        std::erase_if(kept.rows, [&, c = column, &wantedTexts = texts](const std::vector<GridCell>& row) {
            return !wantedTexts.contains(lowerCase(row[c].text));
        });
        if (kept.rows.empty())
            return fail(
                ErrorCode::Input,
                say("no row has {} in column {}", listed({texts.begin(), texts.end()}), inQuotes(all.header[column].text)),
                say("one of {}", listed(before)), Where{.field = "--where"});
    }
    return kept;
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
                wrong(cell, how.header,
                      {say("{} has a comma, and it is not clear that it is a decimal one", inQuotes(text)),
                       say("a decimal point in every number, and nothing between thousands"),
                       {}});
                return std::nullopt;
            }
            text[comma] = '.';
            decimalCommas = true;
        }
        if (const Result<double> number = parseNumber(text))
            return *number * how.factor;
        const Result<double> amount = parseAmount(text, roleOf(how.column).dimension);  // a unit of its own goes before the header's
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
        Message message = isMissing(cell.text) ? say("there is no number of workers") : say("{} is no number of workers", inQuotes(cell.text));
        if (number && *number == std::floor(*number))
            message = inQuotes(cell.text) + (*number == 0  ? say(" is zero workers")
                                             : *number < 0 ? say(" is negative")
                                                           : say(" is too many workers"));
        wrong(cell, how.header,
              {std::move(message), fmt::format("a whole number from 1 to {}, without separators", largestPMax), {}});
        return std::nullopt;
    }

private:
    bool m_points = false;
};

/// Text columns left of the figures, from the left, that split the rows into ladders with more than one p.
std::vector<std::size_t> groupingColumns(const Grid& grid, const Columns& columns, std::vector<Message>& warnings)
{
    std::size_t firstFigure = grid.header.size();
    for (const LadderRole& role : ladderRoles)
        if (tellsTime(role) && columns[role.column])
            firstFigure = std::min(firstFigure, *columns[role.column]);
    const bool json = !grid.rows.empty() && grid.rows.front().front().where.line == 0;  // keys have no order that means anything
    std::vector<std::size_t> grouping;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (columns.taken(i) || (i > firstFigure && !json) || grid.header[i].text.empty() || textsOf(grid, i).size() < 2)
            continue;
        const bool isText = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return !isMissing(row[i].text) && !isNumber(row[i].text);
        });
        if (!isText)
            continue;
        std::vector<std::size_t> tried = grouping;
        tried.push_back(i);
        std::map<std::vector<std::string>, std::set<std::string>> pOfGroup;
        std::set<std::string> allP;
        for (const std::vector<GridCell>& row : grid.rows) {
            std::vector<std::string> key;
            key.reserve(tried.size());
            for (const std::size_t column : tried)
                key.push_back(row[column].text);
            pOfGroup[key].insert(row[columns.p()].text);
            allP.insert(row[columns.p()].text);
        }
        const bool someLadder =
            std::any_of(pOfGroup.begin(), pOfGroup.end(), [](const auto& group) { return group.second.size() > 1; });
        if (someLadder || allP.size() == 1)
            grouping = std::move(tried);
        else
            warnings.push_back(say("column {} differs from row to row: it does not tell ladders apart", inQuotes(grid.header[i].text)));
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
void warnOfMixtures(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& grouping,
                    std::vector<Message>& warnings)
{
    constexpr std::array<std::string_view, 12> counters{"run",  "runs",      "rep",  "repeat",  "repetition", "trial",
                                                        "iter", "iteration", "seed", "attempt", "id",         "index"};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string base = headerName(grid.header[i].text).base;
        if (columns.taken(i) || base.empty() || std::find(counters.begin(), counters.end(), base) != counters.end())
            continue;
        const std::vector<std::string> texts = textsOf(grid, i);
        if (texts.size() < 2 || 2 * texts.size() > grid.rows.size() ||
            !std::all_of(texts.begin(), texts.end(),
                         [](const std::string& text) { return parseCount(text, 0, 2'000'000'000).has_value(); }))
            continue;
        std::map<std::vector<std::string>, std::set<std::string>> seen;
        for (const std::vector<GridCell>& row : grid.rows) {
            std::vector<std::string> key{row[columns.p()].text};
            for (const std::size_t column : grouping)
                key.push_back(row[column].text);
            seen[key].insert(row[i].text);
        }
        if (std::any_of(seen.begin(), seen.end(), [](const auto& group) { return group.second.size() > 1; }))
            warnings.push_back(
                say("rows of the same p differ in column {} ({}) and are read as repeats; --where {}={} keeps one", inQuotes(grid.header[i].text), listed(texts), grid.header[i].text, texts.front()));
    }
}

std::optional<Scaling> scalingNamed(std::string_view text)
{
    const std::string name = lowerCase(text);
    return name == "strong" ? std::optional(Scaling::Strong) : name == "weak" ? std::optional(Scaling::Weak) : std::nullopt;
}

/// One row as a point; nullopt where it holds no measurement (a warning) or something wrong (a problem).
std::optional<LadderPoint> pointOf(const std::vector<GridCell>& row, const Columns& columns, Figures& figures,
                                   std::vector<Message>& warnings)
{
    const std::size_t problems = figures.error.problems.size();
    const GridCell& pCell = row[columns.p()];
    LadderPoint point;
    if (const std::optional<int> p = figures.workers(pCell, columns.how(LadderColumn::P)))
        point.p = *p;
    for (const LadderRole& role : ladderRoles)
        if (role.figure && columns[role.column])
            point.*role.figure = figures.figure(row[*columns[role.column]], columns.how(role.column));
    if (figures.error.problems.size() > problems)
        return std::nullopt;
    if (!tellsTime(point)) {
        const Message at = pCell.where.line > 0 ? say("line {}", pCell.where.line) : Message(pCell.where.pointer);
        warnings.push_back(say("{}: p = {} has no figure and was left out", at, point.p));
        return std::nullopt;
    }
    if (const Result<RunTime> run = runTime(point); !run) {
        for (const Problem& problem : run.error().problems) {
            const auto role = std::find_if(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& each) { return problem.where.field == each.name; });
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

Result<LadderFile> laddersOfGrid(const Grid& all, const LadderFileOptions& options, const Ladder& base)
{
    if (all.header.empty() || all.rows.empty())
        return fail(ErrorCode::Input, say("holds a header and no rows"), say("a row for every run, such as 4,260"));
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
        return fail(ErrorCode::Input, say("no row holds a figure"), say("a time, parts or a throughput in some row"));
    if (figures.decimalCommas)
        file.warnings.emplace_back(say("commas in numbers were read as decimal points"));
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
