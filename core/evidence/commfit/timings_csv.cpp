// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/commfit.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/number_marks.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

/// Collects errors in cells, with their line and column.
class CellErrors {
public:
    Error error;

    void addProblem(const GridCell& cell, const char* field, std::string message, std::string expected)
    {
        error.problems.push_back(
            {std::move(message), std::move(expected),
             ProblemLocation{.line = cell.where.line, .column = cell.where.column, .field = field}});
    }

    template <class T>
    std::optional<T> valueOrProblem(const GridCell& cell, const char* field, Result<T> read)
    {
        if (read)
            return *read;
        for (const Problem& problem : read.error().problems)
            addProblem(cell, field, problem.message, problem.expected);
        return std::nullopt;
    }
};

/// A column of timings and the unit of its numbers.
struct TimingColumn {
    std::size_t index = 0;
    double unitFactor = 1;  ///< from the header's unit, for a plain number
};

/// A plain number in the header's unit ("1,5" if this file uses decimal commas), or an amount with its own unit.
Result<double> parseAmountCell(const GridCell& cell, const TimingColumn& column, const NumberMarks& marks,
                               Dimension dimension)
{
    if (marks.decimalMark() == ',')
        if (const std::optional<double> number = marks.readNumber(cell.text))
            return *number * column.unitFactor;
    if (const Result<double> number = parseNumber(cell.text))
        return *number * column.unitFactor;
    return parseTypedAmount(cell.text, dimension);
}

constexpr std::array<std::string_view, 10> timeHeaderNames{
    "time", "latency", "avg_latency", "mean_time", "t", "duration", "avg_time", "time_avg", "avg", "average"};

/// The first time column that has no unit.
const GridCell* findTimeWithoutUnit(const Grid& grid)
{
    for (const GridCell& cell : grid.header)
        if (const HeaderName name = parseHeaderName(cell.text); !name.unitGiven && contains(timeHeaderNames, name.base))
            return &cell;
    return nullptr;
}

/// The timing columns: by the names that scalewright-mpi uses, else by common names.
std::array<std::optional<TimingColumn>, 3> findTimingColumns(const Grid& grid)
{
    std::array<std::optional<TimingColumn>, 3> columns;
    constexpr std::array<std::string_view, 3> exactNames{"p", "bytes", "seconds"};
    for (std::size_t i = 0; i < exactNames.size(); ++i)
        if (const std::optional<std::size_t> at = findHeader(grid, exactNames[i]))
            columns[i] = TimingColumn{*at, 1};
    constexpr std::array<std::string_view, 9> sizes{"size",    "message_size",       "msg_size",
                                                    "msgsize", "message_bytes",      "size_bytes",
                                                    "nbytes",  "message_size_bytes", "size_b"};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = parseHeaderName(grid.header[i].text);
        if (!columns[0] && (isWorkerCountHeader(name) || isAmong(namesOfRole(LadderColumn::P), name.base)))
            columns[0] = TimingColumn{i, 1};
        else if (!columns[1] && !name.isRate && isAmong(sizes, name.base))
            columns[1] = TimingColumn{i, 1};
        else if (!columns[2] && name.unitGiven && !name.isRate && name.dimension == Dimension::Time &&
                 (isAmong(timeHeaderNames, name.base) || name.isUnitOnly))
            columns[2] = TimingColumn{i, name.factor};
    }
    return columns;
}

std::optional<CollectiveTiming> parseTimingRow(CellErrors& cells, const std::vector<GridCell>& row,
                                               const std::array<TimingColumn, 3>& columns, const NumberMarks& marks,
                                               const std::optional<GridCell>& commonP)
{
    const GridCell &p = commonP ? *commonP : row[columns[0].index], &bytes = row[columns[1].index],
                   &seconds = row[columns[2].index];
    const std::optional<long> workers =
        cells.valueOrProblem(p, "p", parseCount(p.text, 1, std::numeric_limits<int>::max()));
    const std::optional<double> size =
        cells.valueOrProblem(bytes, "bytes", parseAmountCell(bytes, columns[1], marks, Dimension::Bytes));
    const std::optional<double> time =
        cells.valueOrProblem(seconds, "seconds", parseAmountCell(seconds, columns[2], marks, Dimension::Time));
    if (workers && *workers < 2)
        cells.addProblem(p, "p", "one worker exchanges nothing", "2 workers or more");
    if (size && *size < 0)
        cells.addProblem(bytes, "bytes", formatMessage("{} is negative", inQuotes(bytes.text)), "0 bytes or more");
    if (time && *time <= 0)
        cells.addProblem(seconds, "seconds",
                         *time < 0 ? formatMessage("{} is negative", inQuotes(seconds.text))
                                   : formatMessage("{} is not a time", inQuotes(seconds.text)),
                         "a time above 0 s");
    if (!workers || !size || !time || *workers < 2 || *size < 0 || *time <= 0)
        return std::nullopt;
    return CollectiveTiming{.p = static_cast<int>(*workers), .bytes = *size, .seconds = *time};
}

}  // namespace

Result<std::vector<TimingGroup>> parseTimingsCsv(std::string_view text, std::optional<int> requestedP,
                                                 const std::string& collective)
{
    TRY(const std::string decoded, toUtf8(std::string(text)));
    constexpr const char* example = "p,bytes,seconds";
    TRY(const Grid grid, gridOfTable(decoded, example));

    constexpr std::array<const char*, 3> names{"p", "bytes", "seconds"};
    const std::array<std::optional<TimingColumn>, 3> foundColumns = findTimingColumns(grid);
    std::array<TimingColumn, 3> columns;
    std::string missing;
    std::optional<GridCell> commonP;
    if (!foundColumns[0] && requestedP)
        commonP = GridCell{std::to_string(*requestedP), grid.header.front().where};
    for (std::size_t i = 0; i < names.size(); ++i) {
        columns[i] = foundColumns[i].value_or(TimingColumn{});
        if (!foundColumns[i] && !(i == 0 && commonP))
            missing.append(missing.empty() ? "" : ", ").append(names[i]);
    }
    if (const GridCell* time = missing == "seconds" ? findTimeWithoutUnit(grid) : nullptr)
        return fail(ErrorCode::Input, formatMessage("column {} has no unit", inQuotes(time->text)),
                    formatMessage("its unit in the name, such as {}_us, or seconds", time->text),
                    ProblemLocation{.line = time->where.line, .field = missing});
    if (!missing.empty())
        return fail(ErrorCode::Input, formatMessage("missing column; the header has {}", headerList(grid)),
                    missing == names[0] ? "a column p, or --p N if N processes took part in every row"
                                        : formatMessage("a header such as {}", example),
                    ProblemLocation{.line = grid.header.front().where.line, .field = missing});
    NumberMarks marks;
    for (const std::vector<GridCell>& row : grid.rows) {
        marks.addNumber(row[columns[1].index].text, true);
        marks.addNumber(row[columns[2].index].text);
    }
    std::optional<std::size_t> grouping = findHeader(grid, "collective");
    if (!grouping)
        grouping = findHeader(grid, "algorithm");

    const std::optional<std::size_t> whereColumn = findHeader(grid, "where");
    std::vector<TimingGroup> groups;
    std::map<std::string, std::size_t> indexOfGroup;
    CellErrors cells;
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::optional<CollectiveTiming> read = parseTimingRow(cells, row, columns, marks, commonP);
        if (!read)
            continue;
        const std::string name = grouping ? row[*grouping].text : collective;
        const auto [entry, isNew] = indexOfGroup.try_emplace(name, groups.size());
        if (isNew)
            groups.push_back({.collective = name, .rows = {}, .algorithm = {}, .warnings = {}});
        TimingGroup& group = groups[entry->second];
        // scalewright-mpi writes this column.
        if (whereColumn && row[*whereColumn].text != "network" && group.warnings.empty())
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

LinearFactors partExchangeFactors(int p)
{
    return {p - 1.0, (p - 1.0) / p};
}

LinearFactors binomialTreeFactors(int p)
{
    int levels = 0;
    while ((1L << levels) < p)
        ++levels;
    return {static_cast<double>(levels), static_cast<double>(levels)};
}

}  // namespace

std::string canonicalCollectiveName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, const char*>, 6> joined{{{"allreduce", "all-reduce"},
                                                                              {"allgather", "all-gather"},
                                                                              {"alltoall", "all-to-all"},
                                                                              {"reducescatter", "reduce-scatter"},
                                                                              {"pingpong", "ping-pong"},
                                                                              {"sendrecv", "send-receive"}}};
    std::string canonicalName;
    for (const char c : name)
        canonicalName += c == '_' || c == ' ' ? '-' : lowerCaseOf(c);
    for (const auto& [compactName, hyphenatedName] : joined)
        if (canonicalName == compactName)
            return hyphenatedName;
    return canonicalName;
}

ExchangeCost costOfPattern(Pattern pattern)
{
    return {.name = patternName(pattern), .formula = patternFormula(pattern), .pattern = pattern};
}

std::optional<ExchangeCost> costOfCollective(std::string_view name)
{
    if (const std::optional<Pattern> pattern = patternOfCollective(name))
        return costOfPattern(*pattern);
    const std::string canonicalName = canonicalCollectiveName(name);
    const auto called = [&](std::initializer_list<const char*> names) { return contains(names, canonicalName); };
    if (canonicalName == "all-reduce") {
        ExchangeCost ring = costOfPattern(defaultAllReducePattern);
        ring.isAlgorithmAssumed = true;
        return ring;
    }
    if (called({"ping-pong", "send-receive", "latency"}))
        return ExchangeCost{.name = "ping-pong", .formula = "alpha + n/B, one way", .pattern = {}, .factors = [](int) {
                                return LinearFactors{1, 1};
                            }};
    if (canonicalName == "reduce-scatter")
        return ExchangeCost{.name = "reduce-scatter",
                            .formula = "alpha (p-1) + (n/B)(p-1)/p",
                            .pattern = {},
                            .factors = partExchangeFactors};
    if (canonicalName == "all-gather")
        return ExchangeCost{.name = "all-gather",
                            .formula = "alpha (p-1) + (n/B)(p-1)/p, n the total that is gathered",
                            .pattern = {},
                            .factors = partExchangeFactors};
    if (called({"broadcast", "bcast", "reduce"}))
        return ExchangeCost{.name = canonicalName == "reduce" ? "reduce" : "broadcast",
                            .formula = "ceil(log2 p)(alpha + n/B), a binomial tree",
                            .pattern = {},
                            .isAlgorithmAssumed = true,
                            .factors = binomialTreeFactors};
    return std::nullopt;
}

std::optional<Pattern> patternOfCollective(std::string_view name)
{
    const std::string canonicalName = canonicalCollectiveName(name);
    for (const Pattern pattern : allPatterns) {
        const PatternTraits& traits = traitsOf(pattern);
        const auto also =
            std::ranges::any_of(traits.aliases, [&](const char* alias) { return alias && canonicalName == alias; });
        if (canonicalName == patternName(pattern) || canonicalName + "-all-reduce" == patternName(pattern) || also)
            return pattern;
    }
    return std::nullopt;
}

}  // namespace scalewright
