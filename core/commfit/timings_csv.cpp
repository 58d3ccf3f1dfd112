#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <utility>

#include "core/commfit/commfit.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"
#include "core/scaling/pattern_traits.h"
#include "core/import/csv.h"
#include "core/import/encoding.h"

namespace scalewright {

namespace {

std::string columnNames(const CsvFile& file)
{
    std::string names;
    for (const CsvCell& cell : file.header.cells)
        names.append(names.empty() ? "" : ", ").append(inQuotes(cell.text));
    return names;
}

/// Collects what is wrong with cells, each with its line and column.
class Cells {
public:
    Error error;

    void wrong(const CsvCell& cell, const char* field, std::string message, std::string expected)
    {
        error.problems.push_back(
            {std::move(message), std::move(expected), Where{.line = cell.line, .column = cell.column, .field = field}});
    }

    template <class T>
    std::optional<T> value(const CsvCell& cell, const char* field, Result<T> read)
    {
        if (read)
            return *read;
        for (const Problem& problem : read.error().problems)
            wrong(cell, field, problem.message, problem.expected);
        return std::nullopt;
    }
};

std::optional<CollectiveTiming> timing(Cells& cells, const CsvCell& p, const CsvCell& bytes, const CsvCell& seconds)
{
    const std::optional<long> workers = cells.value(p, "p", parseCount(p.text, 1, std::numeric_limits<int>::max()));
    const std::optional<double> size = cells.value(bytes, "bytes", parseAmount(bytes.text, Dimension::Bytes));
    const std::optional<double> time = cells.value(seconds, "seconds", parseAmount(seconds.text, Dimension::Time));
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
    const Result<CsvFile> file = parseCsv(*decoded);
    if (!file)
        return fail(file.error());

    constexpr std::array names{"p", "bytes", "seconds"};
    std::array<std::size_t, names.size()> columns{};
    Cells cells;
    std::string missing;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::optional<std::size_t> found = file->find(names[i]);
        columns[i] = found.value_or(0);
        if (!found)
            missing.append(missing.empty() ? "" : ", ").append(names[i]);
    }
    if (!missing.empty())
        return fail(ErrorCode::Input, say("there is no such column; the header names {}", columnNames(*file)),
                    "a header such as p,bytes,seconds", Where{.line = file->header.line, .field = missing});
    std::optional<std::size_t> grouping = file->find("collective");
    if (!grouping)
        grouping = file->find("algorithm");

    const std::optional<std::size_t> place = file->find("where");
    std::vector<TimingGroup> groups;
    std::map<std::string, std::size_t> known;
    for (const CsvRow& row : file->rows) {
        const std::optional<CollectiveTiming> read =
            timing(cells, row.cells[columns[0]], row.cells[columns[1]], row.cells[columns[2]]);
        if (!read)
            continue;
        const std::string name = grouping ? row.cells[*grouping].text : std::string();
        const auto [at, isNew] = known.try_emplace(name, groups.size());
        if (isNew)
            groups.push_back({.collective = name, .rows = {}, .algorithm = {}, .warnings = {}});
        TimingGroup& group = groups[at->second];
        if (place && row.cells[*place].text != "network" && group.warnings.empty())  // as scalewright-mpi tells it
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
    if (called({"all-reduce", "allreduce"})) {
        ExchangeCost ring = costOf(usualPattern);
        ring.assumed = true;
        return ring;
    }
    if (called({"ping-pong", "pingpong", "send-receive", "sendrecv", "latency"}))
        return ExchangeCost{.name = "ping-pong", .formula = "alpha + n/B, one way", .pattern = {}, .factors = [](int) {
                                return LinearFactors{1, 1};
                            }};
    if (called({"reduce-scatter", "reducescatter"}))
        return ExchangeCost{
            .name = "reduce-scatter", .formula = "alpha (p-1) + (n/B)(p-1)/p", .pattern = {}, .factors = onePart};
    if (called({"all-gather", "allgather"}))
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
