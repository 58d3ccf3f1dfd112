#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/commfit.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/number_marks.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

/// Collects what is wrong with cells, each with its line and column.
class Cells {
public:
    Error error;

    void wrong(const GridCell& cell, const char* field, std::string message, std::string expected)
    {
        error.problems.push_back({std::move(message), std::move(expected),
                                  Where{.line = cell.where.line, .column = cell.where.column, .field = field}});
    }

    template <class T>
    std::optional<T> value(const GridCell& cell, const char* field, Result<T> read)
    {
        if (read)
            return *read;
        for (const Problem& problem : read.error().problems)
            wrong(cell, field, problem.message, problem.expected);
        return std::nullopt;
    }
};

/// A column of a timing, and how its numbers are read.
struct Column {
    std::size_t at = 0;
    double factor = 1;  ///< of a plain number, by the header's unit
};

/// "1,5" where commas are decimal ones in this file: a plain number times the header's unit; else an amount of its own.
Result<double> amountIn(const GridCell& cell, const Column& column, const NumberMarks& marks, Dimension dimension)
{
    if (marks.decimal() == ',')
        if (const std::optional<double> number = marks.read(cell.text))
            return *number * column.factor;
    if (const Result<double> number = parseNumber(cell.text))
        return *number * column.factor;
    return typedAmount(cell.text, dimension);
}

constexpr std::array<std::string_view, 6> timeNames{"time", "latency", "avg_latency", "mean_time", "t", "duration"};

/// A column of times whose unit nobody says.
const GridCell* timeWithoutUnit(const Grid& grid)
{
    for (const GridCell& cell : grid.header)
        if (const HeaderName name = headerName(cell.text);
            !name.unitGiven && std::find(timeNames.begin(), timeNames.end(), name.base) != timeNames.end())
            return &cell;
    return nullptr;
}

/// The columns of a timing: by the names of scalewright-mpi, else by those that people use.
std::array<std::optional<Column>, 3> columnsIn(const Grid& grid)
{
    std::array<std::optional<Column>, 3> columns;
    constexpr std::array<std::string_view, 3> own{"p", "bytes", "seconds"};
    for (std::size_t i = 0; i < own.size(); ++i)
        if (const std::optional<std::size_t> at = findHeader(grid, own[i]))
            columns[i] = Column{*at, 1};
    constexpr std::array<std::string_view, 9> sizes{"size",    "message_size",       "msg_size",
                                                    "msgsize", "message_bytes",      "size_bytes",
                                                    "nbytes",  "message_size_bytes", "size_b"};
    const auto isOne = [](const auto& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = headerName(grid.header[i].text);
        if (!columns[0] && (countsWorkers(name) || isOne(columnNames().roles.at(LadderColumn::P), name.base)))
            columns[0] = Column{i, 1};
        else if (!columns[1] && !name.isRate && isOne(sizes, name.base))
            columns[1] = Column{i, 1};
        else if (!columns[2] && name.unitGiven && !name.isRate && name.dimension == Dimension::Time &&
                 (isOne(timeNames, name.base) || name.isUnit))
            columns[2] = Column{i, name.factor};
    }
    return columns;
}

std::optional<CollectiveTiming> timing(Cells& cells, const std::vector<GridCell>& row,
                                       const std::array<Column, 3>& columns, const NumberMarks& marks)
{
    const GridCell &p = row[columns[0].at], &bytes = row[columns[1].at], &seconds = row[columns[2].at];
    const std::optional<long> workers = cells.value(p, "p", parseCount(p.text, 1, std::numeric_limits<int>::max()));
    const std::optional<double> size =
        cells.value(bytes, "bytes", amountIn(bytes, columns[1], marks, Dimension::Bytes));
    const std::optional<double> time =
        cells.value(seconds, "seconds", amountIn(seconds, columns[2], marks, Dimension::Time));
    if (workers && *workers < 2)
        cells.wrong(p, "p", "one worker exchanges nothing", "2 workers or more");
    if (size && *size < 0)
        cells.wrong(bytes, "bytes", say("{} is negative", inQuotes(bytes.text)), "0 bytes or more");
    if (time && *time <= 0)
        cells.wrong(
            seconds, "seconds",
            *time < 0 ? say("{} is negative", inQuotes(seconds.text)) : say("{} is no time", inQuotes(seconds.text)),
            "a time above 0 s");
    if (!workers || !size || !time || *workers < 2 || *size < 0 || *time <= 0)
        return std::nullopt;
    return CollectiveTiming{.p = static_cast<int>(*workers), .bytes = *size, .seconds = *time};
}

}  // namespace

Result<std::vector<TimingGroup>> parseTimingsCsv(std::string_view text)
{
    const Result<std::string> decoded = asUtf8(std::string(text));
    if (!decoded)
        return fail(decoded.error());
    constexpr const char* example = "p,bytes,seconds";
    const Result<Grid> grid = gridOfTable(*decoded, example);
    if (!grid)
        return fail(grid.error());

    constexpr std::array<const char*, 3> names{"p", "bytes", "seconds"};
    const std::array<std::optional<Column>, 3> found = columnsIn(*grid);
    std::array<Column, 3> columns;
    std::string missing;
    for (std::size_t i = 0; i < names.size(); ++i) {
        columns[i] = found[i].value_or(Column{});
        if (!found[i])
            missing.append(missing.empty() ? "" : ", ").append(names[i]);
    }
    if (const GridCell* time = missing == "seconds" ? timeWithoutUnit(*grid) : nullptr)
        return fail(ErrorCode::Input, say("column {} names no unit", inQuotes(time->text)),
                    say("its unit in the name, such as {}_us, or seconds", time->text),
                    Where{.line = time->where.line, .field = missing});
    if (!missing.empty())
        return fail(ErrorCode::Input, say("there is no such column; the header names {}", headersOf(*grid)),
                    say("a header such as {}", example),
                    Where{.line = grid->header.front().where.line, .field = missing});
    NumberMarks marks;
    for (const std::vector<GridCell>& row : grid->rows) {
        marks.add(row[columns[1].at].text, true);
        marks.add(row[columns[2].at].text);
    }
    std::optional<std::size_t> grouping = findHeader(*grid, "collective");
    if (!grouping)
        grouping = findHeader(*grid, "algorithm");

    const std::optional<std::size_t> place = findHeader(*grid, "where");
    std::vector<TimingGroup> groups;
    std::map<std::string, std::size_t> known;
    Cells cells;
    for (const std::vector<GridCell>& row : grid->rows) {
        const std::optional<CollectiveTiming> read = timing(cells, row, columns, marks);
        if (!read)
            continue;
        const std::string name = grouping ? row[*grouping].text : std::string();
        const auto [at, isNew] = known.try_emplace(name, groups.size());
        if (isNew)
            groups.push_back({.collective = name, .rows = {}, .algorithm = {}, .warnings = {}});
        TimingGroup& group = groups[at->second];
        if (place && row[*place].text != "network" && group.warnings.empty())  // as scalewright-mpi tells it
            group.warnings.emplace_back(
                "its processes shared a host: these are times of shared memory, not of a network");
        group.rows.push_back(*read);
    }
    if (!cells.error.problems.empty())
        return fail(std::move(cells.error));
    if (groups.empty())
        return fail(ErrorCode::Input, "holds a header and no rows", "rows such as 4,1048576,0.0021");
    return groups;
}

namespace {

LinearFactors onePart(int p)
{
    return {p - 1.0, (p - 1.0) / p};
}

LinearFactors binomialTree(int p)
{
    int levels = 0;
    while ((1L << levels) < p)
        ++levels;
    return {static_cast<double>(levels), static_cast<double>(levels)};
}

}  // namespace

std::string plainCollective(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 6> joined{{{"allreduce", "all-reduce"},
                                                                              {"allgather", "all-gather"},
                                                                              {"alltoall", "all-to-all"},
                                                                              {"reducescatter", "reduce-scatter"},
                                                                              {"pingpong", "ping-pong"},
                                                                              {"sendrecv", "send-receive"}}};
    std::string plain;
    for (const char c : name)
        plain += c == '_' || c == ' ' ? '-' : (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    for (const auto& [one, two] : joined)
        if (plain == one)
            return two;
    return plain;
}

ExchangeCost costOf(Pattern pattern)
{
    return {.name = patternName(pattern), .formula = patternFormula(pattern), .pattern = pattern};
}

std::optional<ExchangeCost> costOfCollective(std::string_view name)
{
    if (const std::optional<Pattern> pattern = patternOfCollective(name))
        return costOf(*pattern);
    const std::string plain = plainCollective(name);
    const auto called = [&](std::initializer_list<const char*> names) {
        return std::find(names.begin(), names.end(), plain) != names.end();
    };
    if (plain == "all-reduce") {
        ExchangeCost ring = costOf(usualPattern);
        ring.assumed = true;
        return ring;
    }
    if (called({"ping-pong", "send-receive", "latency"}))
        return ExchangeCost{.name = "ping-pong", .formula = "alpha + n/B, one way", .pattern = {}, .factors = [](int) {
                                return LinearFactors{1, 1};
                            }};
    if (plain == "reduce-scatter")
        return ExchangeCost{
            .name = "reduce-scatter", .formula = "alpha (p-1) + (n/B)(p-1)/p", .pattern = {}, .factors = onePart};
    if (plain == "all-gather")
        return ExchangeCost{.name = "all-gather",
                            .formula = "alpha (p-1) + (n/B)(p-1)/p, n the whole that is gathered",
                            .pattern = {},
                            .factors = onePart};
    if (called({"broadcast", "bcast", "reduce"}))
        return ExchangeCost{.name = plain == "reduce" ? "reduce" : "broadcast",
                            .formula = "ceil(log2 p)(alpha + n/B), a binomial tree",
                            .pattern = {},
                            .assumed = true,
                            .factors = binomialTree};
    return std::nullopt;
}

std::optional<Pattern> patternOfCollective(std::string_view name)
{
    const std::string plain = plainCollective(name);
    for (const Pattern pattern : allPatterns) {
        const PatternTraits& traits = traitsOf(pattern);
        const auto also = std::any_of(traits.alsoCalled.begin(), traits.alsoCalled.end(),
                                      [&](const char* other) { return other && plain == other; });
        if (plain == patternName(pattern) || plain + "-all-reduce" == patternName(pattern) || also)
            return pattern;
    }
    return std::nullopt;
}

}  // namespace scalewright
