// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/ladder_columns.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_checks.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/column_roles.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"

namespace scalewright {

namespace {

/// The reason why a role cannot be read from this column although the user mapped it.
std::optional<Problem> checkColumnFitsRole(const LadderRole& role, const std::string& header, const HeaderName& name)
{
    const std::string quotedHeader = inQuotes(header);
    const ProblemLocation where{.field = mapOptionOf(role.column)};
    if (name.mayBeMinimum && role.dimension == Dimension::Time)
        return Problem{formatMessage("{} may mean minutes or the minimum", quotedHeader),
                       formatMessage("{}={}(min) for minutes, or {}={}(s)", std::string(role.name), header,
                                     std::string(role.name), header),
                       where};
    if (name.isPercentage && (role.dimension == Dimension::Time || role.dimension == Dimension::Energy))
        return Problem{formatMessage("{} is a share", quotedHeader),
                       formatMessage("a column of {}", supportedUnitsText(role.dimension)), where};
    if (name.isRate && role.dimension == Dimension::Time)
        return Problem{formatMessage("{} is a rate", quotedHeader),
                       formatMessage("a column of {}, or throughput={}", supportedUnitsText(role.dimension), header),
                       where};
    const bool isWrongUnit =
        name.unitGiven && !name.isRate && name.dimension != role.dimension &&
        (role.dimension == Dimension::Time || role.dimension == Dimension::Rate || role.dimension == Dimension::Energy);
    if (isWrongUnit)
        return Problem{formatMessage("{} is in {}", quotedHeader, name.unit),
                       role.dimension == Dimension::Rate
                           ? "a rate, such as images_per_s"
                           : formatMessage("a column of {}", supportedUnitsText(role.dimension)),
                       where};
    return std::nullopt;
}

Result<void> assignNamedColumns(ColumnAssignment& columns, const Grid& grid, const std::vector<HeaderName>& names,
                                const LadderFileOptions& options)
{
    Error error;
    for (const auto& [column, header] : options.columns) {
        std::optional<std::size_t> found = findHeader(grid, header);
        HeaderName name = found ? names[*found] : parseHeaderName(header);
        if (!found) {  // "median(us)": a header, plus the unit that it lacks
            const std::size_t bracket = header.find_last_of("([");
            if (bracket != std::string::npos)
                found = findHeader(grid, trimmed(std::string_view(header).substr(0, bracket)));
            const std::string inside =
                bracket == std::string::npos
                    ? std::string()
                    : lowerCase(trimmed(std::string_view(header).substr(bracket + 1, header.size() - bracket - 2)));
            if (found && column == LadderColumn::Throughput && (inside == "all" || inside == "each")) {
                columns.rateOwner = inside == "all" ? RateOwner::AllWorkers : RateOwner::OneWorker;
                name = names[*found];
            } else if (found && !name.unitGiven)
                error.problems.push_back(
                    {formatMessage("unknown unit {}", inQuotes(header.substr(bracket))),
                     formatMessage("{} in brackets", supportedUnitsText(ladderRoleOf(column).dimension)),
                     ProblemLocation{.field = mapOptionOf(column)}});
            if (found)
                name.isPercentage = false;  // a stated unit overrides the name
        }
        if (!found) {
            error.problems.push_back({formatMessage("there is no column {}", inQuotes(header)),
                                      formatMessage("one of {}", headerList(grid)),
                                      ProblemLocation{.field = mapOptionOf(column)}});
            continue;
        }
        if (columns.isAssigned(*found)) {
            error.problems.push_back({formatMessage("the column {} is mapped to two roles", inQuotes(header)),
                                      "one column per role", ProblemLocation{.field = mapOptionOf(column)}});
            continue;
        }
        if (columns.rateOwner && column == LadderColumn::Throughput)
            name.isPercentage = false;
        if (column == LadderColumn::Throughput && name.mayBeRate)
            name = asRate(name);
        if (std::optional<Problem> problem = checkColumnFitsRole(ladderRoleOf(column), grid.header[*found].text, name))
            error.problems.push_back(std::move(*problem));
        else
            columns.assign(column, *found, grid, name);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

/// "gpus_per_node" for a rate per GPU, if p counts nodes.
std::optional<std::size_t> findWorkersPerP(const ColumnAssignment& columns, const Grid& grid,
                                           const std::vector<HeaderName>& names, const std::string& worker)
{
    const std::string& counted = names[columns.workersColumn()].base;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t per = names[i].base.find("_per_");
        const std::string of = per == std::string::npos ? std::string() : names[i].base.substr(per + 5);
        if (!of.empty() && counted.find(of) != std::string::npos && counted.find(worker) == std::string::npos &&
            names[i].base.substr(0, per).find(worker) != std::string::npos && isWholeNumberColumn(grid, i))
            return i;
    }
    return std::nullopt;
}

/// A rate whose header names a worker is per worker or a total, depending on how it changes with p. If that is unclear,
/// the problem offers both.
std::optional<Problem> resolveRateOwner(ColumnAssignment& columns, const Grid& grid,
                                        const std::vector<HeaderName>& names)
{
    const std::optional<std::size_t>& at = columns[LadderColumn::Throughput];
    if (!at || !columns[LadderColumn::P])
        return std::nullopt;
    const std::string header = grid.header[*at].text;
    RateOwner of = columns.rateOwner.value_or(classifyRate(grid, columns, names[*at], *at));
    if (of == RateOwner::Unclear && columns.hints == ColumnHints::Options)
        return Problem{
            formatMessage("{} may be the rate of one worker or of all", inQuotes(header)),
            formatMessage("--map \"throughput={}(each)\" if it is of one, --map \"throughput={}(all)\" if it is of all",
                          header, header),
            ProblemLocation{.line = grid.header[*at].where.line, .field = mapOptionOf(LadderColumn::Throughput)}};
    if (of == RateOwner::Unclear)
        of = RateOwner::OneWorker;
    MappedColumn& mapping = columns.mapping(LadderColumn::Throughput);
    mapping.isPerWorker = of == RateOwner::OneWorker;
    if (!columns.rateOwner && !names[*at].workerWord.empty())
        mapping.evidence = mapping.isPerWorker ? "the rate of one worker, multiplied by p"
                                               : "it rises with p, so it is the rate of all workers";
    if (columns.rateOwner || names[*at].workerWord.empty())
        return std::nullopt;
    if (mapping.isPerWorker)
        if (const std::optional<std::size_t> perP = findWorkersPerP(columns, grid, names, names[*at].workerWord)) {
            columns.rateWorkersPerP = perP;
            columns.decisions.push_back(formatMessage("{} × {} × {}", header, grid.header[*perP].text,
                                                      grid.header[columns.workersColumn()].text));
            return std::nullopt;
        }
    const std::string& counted = names[columns.workersColumn()].base;
    if (mapping.isPerWorker && names[*at].workerWord != "node" &&
        (counted.find("node") != std::string::npos || isListed("hosts", counted)))
        columns.decisions.push_back(formatMessage("rate of one {}, times {}", names[*at].workerWord,
                                                  grid.header[columns.workersColumn()].text));
    columns.warnings.push_back(
        mapping.isPerWorker
            ? formatMessage("{} is the rate of one worker and was multiplied by p", inQuotes(header)) +
                  columns.hint("--map", "throughput=" + header + "(all)", "reads it as the rate of all")
            : formatMessage("{} rises with p and was read as the rate of all workers", inQuotes(header)) +
                  columns.hint("--map", "throughput=" + header + "(each)", "reads it as the rate of one"));
    return std::nullopt;
}

/// Hint that names the columns of a long-format table (a metric and its value in every row, as performance studies
/// write them).
std::string longFormatHint(const Grid& grid, const ColumnAssignment& columns)
{
    for (const char* key : {"metric", "variable", "measure", "name", "key"}) {
        const std::optional<std::size_t> metric = findHeader(grid, key);
        const std::optional<std::size_t> value = findHeader(grid, "value");
        if (metric && value)
            return columns.hints == ColumnHints::None
                       ? formatMessage(
                             "one figure per row, named by column {}: keep the rows of one of {} and use column {} as "
                             "the time or the throughput",
                             inQuotes(key), shortQuotedList(distinctTexts(grid, *metric)),
                             inQuotes(grid.header[*value].text))
                       : formatMessage(
                             "one figure per row, named by column {}: keep one with {} {} (or throughput={}); NAME is "
                             "one of {}",
                             inQuotes(key), quotedOption("--where", grid.header[*metric].text + "=NAME"),
                             quotedOption("--map", "time=" + grid.header[*value].text), grid.header[*value].text,
                             shortQuotedList(distinctTexts(grid, *metric)));
    }
    return {};
}

/// " (NAME: score)": the columns that may have the role, which counts workers or holds a figure.
std::string possibleColumns(const Grid& grid, const ColumnAssignment& columns, const std::vector<HeaderName>& names,
                            bool isWorkers)
{
    constexpr std::size_t maximumNamed = 3;
    std::vector<std::string> choices;
    for (std::size_t i = 0; i < grid.header.size() && choices.size() < maximumNamed; ++i) {
        const HeaderName& name = names[i];
        const bool isSize = isWorkHeader(name) || showsSizes(grid, names, i);
        const bool mayCount = isWholeNumberColumn(grid, i) && isVaryingColumn(grid, i) && !name.unitGiven &&
                              !name.isRate && !name.isPercentage && !mentionsTime(name);
        const bool mayMeasure = !isWorkersHeader(name) && (grid.rows.size() < 2 || isVaryingColumn(grid, i)) &&
                                !grid.rows.empty() && grid.rows.front()[i].nested == nullptr &&
                                isNumber(grid.rows.front()[i].text);
        if (!columns.isAssigned(i) && !isSize && !isRepeatCounter(name.base) && (isWorkers ? mayCount : mayMeasure))
            choices.push_back(grid.header[i].text);
    }
    return choices.empty() ? std::string() : formatMessage(" (NAME: {})", joinNonEmpty(choices, " or "));
}

std::string workersHint(const Grid& grid, const ColumnAssignment& columns, const std::vector<HeaderName>& names)
{
    if (findHeader(grid, unnamedNumberHeader))
        return formatMessage("--map \"p={}\" if it counts the workers", std::string(unnamedNumberHeader));
    return "a column p" + columns.optionHint(", or --map p=NAME" + possibleColumns(grid, columns, names, true));
}

}  // namespace

std::string mapOptionOf(LadderColumn column)
{
    return "--map " + std::string(ladderRoleOf(column).name);
}

std::string quotedOption(std::string_view option, std::string_view text)
{
    const auto isPlain = [](char c) {
        return isLetter(c) || isDigit(c) || isNonAscii(c) ||
               std::string_view("_-./:=+@%,*").find(c) != std::string_view::npos;
    };
    std::string whole(option);
    whole += ' ';
    if (std::all_of(text.begin(), text.end(), isPlain))
        return whole.append(text);
    whole += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\' || c == '$' || c == '`')
            whole += '\\';
        whole += c;
    }
    return whole + '"';
}

std::string ColumnAssignment::hint(std::string_view option, const std::string& text, std::string_view effect) const
{
    return optionHint("; " + quotedOption(option, text).append(" ").append(effect));
}

void ColumnAssignment::assign(LadderColumn column, std::size_t index, const Grid& grid, const HeaderName& name,
                              std::optional<Confidence> guess)
{
    const std::size_t row = static_cast<std::size_t>(column);
    columnOfRole[row] = index;
    const Dimension dimension = ladderRoleOf(column).dimension;
    const bool hasUnit = name.unitGiven && (name.isRate ? dimension == Dimension::Rate : dimension == name.dimension);
    const char* base = dimension == Dimension::Time     ? "s"
                       : dimension == Dimension::Energy ? "J"
                       : dimension == Dimension::Rate   ? "per s"
                                                        : "";
    mappedColumns[row] = {column,
                          grid.header[index].text,
                          guess.has_value(),
                          hasUnit ? name.factor : 1,
                          hasUnit,
                          hasUnit ? name.unit : base,
                          guess.value_or(Confidence::Explicit),
                          CommaReading::Inferred,
                          hints == ColumnHints::Options};
}

bool isUnitCompatible(const LadderRole& role, const HeaderName& name)
{
    return !name.unitGiven || name.dimension == role.dimension;
}

bool isMissing(std::string_view text)
{
    constexpr std::array<std::string_view, 7> markers{"", "N/A", "n/a", "NA", "-", "\xE2\x80\x93", "\xE2\x80\x94"};
    return (text.empty() || !isDigit(text.front())) && isAmong(markers, text);
}

bool isWord(std::string_view text)
{
    // ASCII letters; Cyrillic (D0 to D3) and East Asian letters (E3 to ED) are recognised by their first byte.
    const auto isLetterStart = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return isLetter(c) || (byte >= 0xD0 && byte <= 0xD3) || (byte >= 0xE3 && byte <= 0xED);
    };
    return !text.empty() && !isDigit(text.front()) && !isMissing(text) &&
           std::count_if(text.begin(), text.end(), isLetterStart) > 1 &&
           std::none_of(text.begin(), text.end(), isDigit);
}

bool isNumber(std::string_view text)
{
    if (text.find(',') == std::string_view::npos)
        return parseNumber(text) || parseDuration(text);
    std::string points(text);
    std::replace(points.begin(), points.end(), ',', '.');
    return parseNumber(points) || parseDuration(points);
}

std::string headerList(const Grid& grid)
{
    std::vector<std::string> names;
    for (const GridCell& cell : grid.header)
        if (!cell.text.empty())
            names.push_back(cell.text);
    return shortQuotedList(names);
}

std::optional<std::size_t> findHeader(const Grid& grid, std::string_view name)
{
    for (const bool exactly : {true, false})
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (exactly ? grid.header[i].text == name : lowerCase(grid.header[i].text) == lowerCase(name))
                return i;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (const std::string_view plain = withoutTrackerPrefix(grid.header[i].text);
            plain != grid.header[i].text && plain == name) {
            if (found)
                return std::nullopt;  // both a parameter and a metric match
            found = i;
        }
    return found;
}

std::vector<std::string> distinctTexts(const Grid& grid, std::size_t column)
{
    std::vector<std::string> texts;
    std::unordered_set<std::string_view> seen;
    for (const std::vector<GridCell>& row : grid.rows)
        if (seen.insert(row[column].text).second)
            texts.push_back(row[column].text);
    return texts;
}

std::string shortQuotedList(const std::vector<std::string>& texts)
{
    constexpr std::size_t maximumListed = 12;
    std::string text;
    for (std::size_t i = 0; i < texts.size() && i < maximumListed; ++i)
        text.append(i == 0 ? "" : ", ").append(inQuotes(texts[i]));
    return texts.size() > maximumListed ? formatMessage("{} and {} more", text, texts.size() - maximumListed)
                                        : std::move(text);
}

Result<ColumnAssignment> assignColumns(const Grid& grid, const LadderFileOptions& options)
{
    ColumnAssignment columns;
    columns.hints = options.hints;
    std::vector<HeaderName> names = parseHeaderNames(grid);
    const auto numbers = std::count_if(grid.header.begin(), grid.header.end(),
                                       [](const GridCell& cell) { return parseNumber(cell.text).has_value(); });
    const ProblemLocation where = grid.header.empty()
                                      ? ProblemLocation{}
                                      : ProblemLocation{.line = grid.header.front().where.line,
                                                        .jsonPointer = grid.header.front().where.jsonPointer};
    if (std::all_of(grid.header.begin(), grid.header.end(), [](const GridCell& cell) { return isNumber(cell.text); }) ||
        (numbers > 1 && options.columns.empty()))
        return fail(missingHeaderError(where));
    if (const Result<void> assigned = assignNamedColumns(columns, grid, names, options); !assigned)
        return fail(assigned.error());
    Error error = assignBestColumns(columns, grid, names);
    if (std::optional<Problem> unclear = resolveRateOwner(columns, grid, names))
        error.problems.push_back(std::move(*unclear));
    applyUnitAboveTable(columns, grid, options);
    dropOverlappingParts(columns, grid, options);
    warnAboutMissingUnits(columns);
    if (std::optional<Problem> unclear = checkTimesWithoutUnit(columns, grid))
        error.problems.push_back(std::move(*unclear));
    if (std::optional<Problem> unclear = checkEnergyUnit(columns, grid, names))
        error.problems.push_back(std::move(*unclear));
    const auto hasProblem = [&](auto&& isRole) {
        return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
            return isRole(role) && std::any_of(error.problems.begin(), error.problems.end(), [&](const Problem& each) {
                       return each.location.field == mapOptionOf(role.column);
                   });
        });
    };
    const bool hasWorkersProblem =
        hasProblem([](const LadderRole& role) { return role.kind == LadderColumnKind::Workers; });
    const bool hasTimeProblem = hasProblem([](const LadderRole& role) { return isTimeColumn(role); });
    if (!columns[LadderColumn::P] && !hasWorkersProblem)
        error.problems.push_back(
            {formatMessage("no column is the number of workers; the header names {}", headerList(grid)),
             workersHint(grid, columns, names), where});
    if (!columns.hasTimeColumn() && !hasTimeProblem) {
        const std::string hint = longFormatHint(grid, columns);
        error.problems.push_back(
            {formatMessage("no column holds a time or a throughput; the header names {}", headerList(grid)),
             hint.empty() ? "a column time, or comp, comm and idle, or throughput" +
                                columns.optionHint(", or --map time=NAME or throughput=NAME" +
                                                   possibleColumns(grid, columns, names, false))
                          : hint,
             where});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return columns;
}

}  // namespace scalewright
