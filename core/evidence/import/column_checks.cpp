// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/column_checks.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"
#include "core/evidence/ladder/ladder_notes.h"

namespace scalewright {

namespace {

/// A row whose parts sum to more than its time.
struct PartsOverlap {
    const GridCell* timeCell = nullptr;
    double timeS = 0, partsSumS = 0;
};

std::vector<LadderColumn> assignedParts(const ColumnAssignment& columns)
{
    std::vector<LadderColumn> parts;
    for (const LadderRole& role : ladderRoles)
        if (role.kind == LadderColumnKind::TimePart && columns[role.column])
            parts.push_back(role.column);
    return parts;
}

/// The first row whose parts sum to more than its time. Sets `isOnePartLonger` if a single part exceeds the time in any
/// row.
std::optional<PartsOverlap> findPartsOverlap(const ColumnAssignment& columns, const Grid& grid, bool& isOnePartLonger)
{
    const std::size_t time = *columns[LadderColumn::Time];
    const std::vector<LadderColumn> parts = assignedParts(columns);
    std::optional<PartsOverlap> first;
    for (const std::vector<GridCell>& row : grid.rows) {
        const auto columnSeconds = [&](LadderColumn column) {
            return cellValue(row[*columns[column]].text, columns.mapping(column)).value_or(0);
        };
        const double timeS = columnSeconds(LadderColumn::Time), maximumPartS = timeS * (1 + partsRoundingTolerance);
        double sumS = 0;
        for (const LadderColumn part : parts) {
            sumS += columnSeconds(part);
            isOnePartLonger = isOnePartLonger || (timeS > 0 && columnSeconds(part) > maximumPartS);
        }
        if (timeS > 0 && sumS > maximumPartS && !first)
            first = PartsOverlap{&row[time], timeS, sumS};
    }
    return first;
}

/// The unit that a line of text gives for the times below it: the name of a time, with a unit in brackets or after
/// "in".
std::optional<HeaderName> timeHeaderInLine(std::string_view line)
{
    constexpr std::size_t headingLengthLimit = 100;  // longer lines are paragraphs, not headings
    const std::size_t from = line.find_first_not_of("#*|_ \t");
    const std::size_t to = line.find_last_not_of("#*|_: \t\r");
    if (from == std::string_view::npos || to - from + 1 > headingLengthLimit)
        return std::nullopt;
    const std::string_view heading = line.substr(from, to - from + 1);
    // "2 h" is a limit here, not a unit for the table.
    const std::vector<std::string_view> headingWords = splitWords(heading);
    const bool hasUnitAfterIn =
        headingWords.size() > 2 &&
        isAmong(std::array<std::string_view, 4>{"in", "en", "em", "w"}, headingWords[headingWords.size() - 2]);
    if (!hasUnitAfterIn && heading.back() != ')' && heading.back() != ']')
        return std::nullopt;
    const HeaderName name = parseHeaderName(heading);
    if (!name.unitGiven || name.dimension != Dimension::Time || name.isRate || name.isPercentage || name.isUnitOnly)
        return std::nullopt;
    const std::vector<std::string_view> words = splitFields(name.base, '_');
    const bool hasTimeWord =
        std::any_of(words.begin(), words.end(), [&](std::string_view word) { return isListed("heading_times", word); });
    return hasTimeWord ? std::optional(name) : std::nullopt;
}

}  // namespace

void applyUnitAboveTable(ColumnAssignment& columns, const Grid& grid, const LadderFileOptions& options)
{
    constexpr std::size_t lineLimit = 3;
    std::vector<std::string_view> lines = splitLines(grid.surroundingText);
    lines.erase(std::remove_if(lines.begin(), lines.end(), [](std::string_view line) { return trimmed(line).empty(); }),
                lines.end());
    std::optional<HeaderName> timeHeader;
    for (std::size_t i = 0; i < std::min(lineLimit, lines.size()) && !timeHeader; ++i)
        timeHeader = timeHeaderInLine(lines[lines.size() - 1 - i]);
    if (!timeHeader || timeHeader->factor == 1)
        return;
    std::vector<std::string> convertedHeaders;
    for (const LadderRole& role : ladderRoles)
        if (role.dimension == Dimension::Time && columns[role.column] && !options.columns.contains(role.column) &&
            !columns.mapping(role.column).unitGiven) {
            MappedColumn& mapping = columns.mapping(role.column);
            mapping.unitGiven = true;
            mapping.unitFactor = timeHeader->factor;
            mapping.unit = timeHeader->unit;
            mapping.evidence = formatMessage("its unit is given above the table");
            convertedHeaders.push_back(mapping.header);
        }
    if (!convertedHeaders.empty())
        columns.warnings.push_back(formatMessage("{} {} read in {}, as given above the table",
                                                 shortQuotedList(convertedHeaders),
                                                 convertedHeaders.size() == 1 ? "was" : "were", timeHeader->unit) +
                                   columns.hint("--map", "time=" + convertedHeaders.front() + "(s)", "reads seconds"));
}

void dropOverlappingParts(ColumnAssignment& columns, const Grid& grid, const LadderFileOptions& options)
{
    if (!columns[LadderColumn::Time])
        return;
    const bool isTimeRequested = options.columns.contains(LadderColumn::Time);
    bool isOnePartLonger = false;
    const std::optional<PartsOverlap> overlap = findPartsOverlap(columns, grid, isOnePartLonger);
    if (!overlap || (isOnePartLonger && !isTimeRequested))
        return;
    const bool isTimeGuessed = columns.mapping(LadderColumn::Time).isGuessed;
    std::vector<std::string> droppedHeaders;
    for (const LadderColumn part : assignedParts(columns))
        if (!options.columns.contains(part) && (isTimeRequested || isTimeGuessed || columns.mapping(part).isGuessed)) {
            droppedHeaders.push_back(columns.mapping(part).header);
            columns.unassign(part);
        }
    if (droppedHeaders.empty())
        return;
    const ProblemLocation& where = overlap->timeCell->where;
    columns.warnings.push_back(formatMessage(
        "the parts sum to {} s where {} is {} s ({}): they overlap, and {} {} left out",
        significantText(overlap->partsSumS, 3), inQuotes(columns.mapping(LadderColumn::Time).header),
        significantText(overlap->timeS, 3), where.line > 0 ? formatMessage("line {}", where.line) : where.jsonPointer,
        shortQuotedList(droppedHeaders), droppedHeaders.size() == 1 ? "was" : "were"));
}

std::optional<Problem> checkEnergyUnit(ColumnAssignment& columns, const Grid& grid,
                                       const std::vector<HeaderName>& names)
{
    constexpr double minimumPowerW = 0.01, maximumPowerW = 50e3;  // of one worker: a core, a node full of accelerators
    const std::optional<std::size_t> at = columns[LadderColumn::Energy];
    if (!at || !columns[LadderColumn::P] || columns.mapping(LadderColumn::Energy).unitGiven)
        return std::nullopt;
    MappedColumn& mapping = columns.mapping(LadderColumn::Energy);
    std::vector<double> powers;  // of one worker, if the figures are joules
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> p = parseNumber(row[columns.workersColumn()].text), figure = parseNumber(row[*at].text);
        const double timeS =
            columns[LadderColumn::Time]
                ? cellValue(row[*columns[LadderColumn::Time]].text, columns.mapping(LadderColumn::Time)).value_or(0)
                : 0;
        if (p && figure && *p > 0 && *figure > 0 && timeS > 0)
            powers.push_back(*figure / (*p * timeS));
    }
    const auto isPossible = [&](double unitFactor) {
        return powers.empty() || std::all_of(powers.begin(), powers.end(), [&](double power) {
                   return power * unitFactor >= minimumPowerW && power * unitFactor <= maximumPowerW;
               });
    };
    const std::string usual = usualUnitOf(names[*at].base);
    const HeaderName usualUnit = parseHeaderName(usual);
    if (usualUnit.isUnitOnly && isPossible(usualUnit.factor)) {
        mapping.unitGiven = true;
        mapping.unitFactor = usualUnit.factor;
        mapping.unit = usualUnit.unit;
        mapping.evidence = formatMessage("such columns are in {}", usualUnit.unit);
        columns.warnings.push_back(
            formatMessage("{} was read in {}, as the program that writes it does", inQuotes(mapping.header), usual) +
            columns.hint("--map", "energy=" + mapping.header + "(J)", "reads joules"));
        return std::nullopt;
    }
    if (!mapping.isGuessed || isPossible(1))
        return std::nullopt;
    std::vector<std::string> choices;
    for (const char* unit : {"J", "kJ", "Wh", "kWh"})
        choices.push_back(quotedOption("--map", fmt::format("energy={}({})", mapping.header, unit)));
    const std::string description = formatMessage("{} has no unit; as joules it would be {} W per worker",
                                                  inQuotes(mapping.header), significantText(powers.front(), 2));
    if (columns.hints == ColumnHints::None) {
        columns.warnings.push_back(description + ", so it was left out");
        columns.unassign(LadderColumn::Energy);
        return std::nullopt;
    }
    return Problem{description, "the unit: " + joinNonEmpty(choices, ", "),
                   ProblemLocation{.line = grid.header[*at].where.line, .field = mapOptionOf(LadderColumn::Energy)}};
}

void warnAboutMissingUnits(ColumnAssignment& columns)
{
    const MappedColumn* withoutUnit = nullptr;
    const MappedColumn* withUnit = nullptr;
    for (const LadderRole& role : ladderRoles)
        if (columns[role.column] && role.dimension == Dimension::Time) {
            const MappedColumn& each = columns.mapping(role.column);
            if (!each.unitGiven)
                withoutUnit = &each;
            else if (each.unitFactor != 1)
                withUnit = &each;
        }
    if (withoutUnit != nullptr && withUnit != nullptr)
        columns.warnings.push_back(
            formatMessage("column {} has no unit and was read in s, unlike {} in {}", inQuotes(withoutUnit->header),
                          inQuotes(withUnit->header), withUnit->unit) +
            columns.hint(
                "--map",
                fmt::format("{}={}({})", ladderRoleOf(withoutUnit->column).name, withoutUnit->header, withUnit->unit),
                "uses that unit"));
}

std::optional<Problem> checkTimesWithoutUnit(ColumnAssignment& columns, const Grid& grid)
{
    constexpr double tenYears = 3e8, implausibleForAnyRun = 90 * 86400.0, year = 31557600, day = 86400;
    const std::optional<std::size_t>& at = columns[LadderColumn::Time];
    if (!at || columns.mapping(LadderColumn::Time).unitGiven)
        return std::nullopt;
    double smallest = 0;
    for (const std::vector<GridCell>& row : grid.rows)
        if (const Result<double> value = parseNumber(row[*at].text))
            smallest = smallest == 0 ? *value : std::min(smallest, *value);
    const bool isQuestion = smallest >= tenYears;
    if (!isQuestion &&
        smallest < (columns.mapping(LadderColumn::Time).isGuessed ? implausibleRunTimeS : implausibleForAnyRun))
        return std::nullopt;
    const std::string& header = grid.header[*at].text;
    const std::string span = smallest < year ? formatMessage("{} days", significantText(smallest / day, 3))
                                             : formatMessage("{} years", significantText(smallest / year, 2));
    const std::string description =
        formatMessage("{} has no unit, and {} s are {}", inQuotes(header), significantText(smallest, 3), span);
    if (!isQuestion || columns.hints == ColumnHints::None) {
        columns.warnings.push_back(description + columns.hint("--map", "time=" + header + "(us)", "sets another"));
        return std::nullopt;
    }
    return Problem{description, formatMessage("--map \"time={}(ns)\", or another unit in the brackets", header),
                   ProblemLocation{.line = grid.header[*at].where.line, .field = mapOptionOf(LadderColumn::Time)}};
}

}  // namespace scalewright
