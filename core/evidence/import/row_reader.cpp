// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/row_reader.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

namespace {

/// "OOM @ 77 GB", "timeout after 600 s".
bool startsWithFailure(std::string_view text)
{
    if (!text.empty() && text.front() >= '0' && text.front() <= '9')
        return false;
    const std::string small = lowerCaseLatinAndCyrillic(text.substr(0, 40));
    const auto startsWith = [&](std::string_view word) { return small.starts_with(word); };
    return startsWith("out of memory") || startsWith("todo") || startsWith("tbd") ||
           std::any_of(wordList("failed").begin(), wordList("failed").end(), startsWith);
}

/// "NCCL timeout", "abgest\u00FCrzt (OOM)".
bool mentionsFailure(std::string_view text)
{
    const std::string small = lowerCaseLatinAndCyrillic(text);
    const std::vector<std::string> words = splitNameWords(small, false);
    return small.find("out of memory") != std::string::npos ||
           std::any_of(words.begin(), words.end(), [](const std::string& word) { return isListed("failed", word); });
}

/// Whether a run without a time or rate failed. Judged by the first word ("exit 3", "CANCELLED by 1000"), unless that
/// word means success or a run that has not finished.
bool isFailedOutcome(std::string_view outcome)
{
    const std::string word = lowerCaseLatinAndCyrillic(outcome.substr(0, outcome.find(' ')));
    return !isMissing(outcome) && !isListed("succeeded", word) && !isListed("unfinished", word);
}

bool isFailedRow(const std::vector<GridCell>& row, const OutcomeColumns& columns)
{
    return (columns.outcome && isFailedOutcome(row[*columns.outcome].text)) ||
           std::any_of(columns.remarks.begin(), columns.remarks.end(),
                       [&](std::size_t column) { return mentionsFailure(row[column].text); });
}

}  // namespace

NumberReader::NumberReader(const Grid& grid, const ColumnAssignment& columns)
{
    for (std::size_t i = 0; i < m_hasFigures.size(); ++i)
        if (const std::optional<std::size_t>& at = columns.columnOfRole[i])
            m_hasFigures[i] = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                return row[*at].nested == nullptr && !isMissing(row[*at].text) && !isWord(row[*at].text);
            });
}

bool NumberReader::isFailureCell(const GridCell& cell, const LadderRole& role) const
{
    return (role.kind == LadderColumnKind::Time || role.kind == LadderColumnKind::TimePart) &&
           m_hasFigures[static_cast<std::size_t>(role.column)] && cell.nested == nullptr &&
           (isWord(cell.text) || startsWithFailure(cell.text));
}

void NumberReader::addProblem(const GridCell& cell, const std::string& field, const Problem& problem)
{
    ProblemLocation where = cell.where;
    where.field = field;
    error.problems.push_back({problem.message, problem.expected, where});
}

std::optional<double> NumberReader::readFigure(const GridCell& cell, const MappedColumn& mapping)
{
    if (reportIfNested(cell))
        return std::nullopt;
    if (isMissing(cell.text))
        return std::nullopt;
    const Result<CellFigure> figure = parseFigure(cell.text, mapping);
    if (!figure) {
        const bool isQuestion = mapping.hasUnclearPoints || (mapping.commas == CommaReading::Inferred &&
                                                             splitAtNumber(cell.text).comma == CommaMeaning::Ambiguous);
        if (!isQuestion || m_columnsAskedAbout.insert(mapping.header).second)
            addProblem(cell, mapping.header, figure.error().problems.front());
        return std::nullopt;
    }
    addRemarks(cell.text, mapping, *figure);
    return figure->value;
}

std::optional<int> NumberReader::readWorkers(const GridCell& cell, const MappedColumn& mapping)
{
    if (reportIfNested(cell))
        return std::nullopt;
    const std::optional<std::string> grouped =
        cell.text.find('.') == std::string::npos ? std::nullopt : withoutPointGroups(cell.text);
    // Points in JSON are always decimal.
    if (grouped && mapping.commas == CommaReading::Inferred && cell.where.jsonPointer.empty()) {
        addProblem(cell, mapping.header,
                   {formatMessage("{} may be {} or {} workers", inQuotes(cell.text),
                                  cell.text.substr(0, cell.text.find('.')), *grouped),
                    mapping.mayNameOptions ? "one of them: --commas decimal or --commas thousands"
                                           : "a whole number without a point",
                    {}});
        return std::nullopt;
    }
    const Result<double> number =
        parseNumber(grouped && mapping.commas == CommaReading::Decimal ? *grouped : cell.text);
    if (number && *number >= 1 && *number <= maximumPMax && *number == std::floor(*number))
        return static_cast<int>(*number);
    std::string message = isMissing(cell.text) ? "no number of workers"
                                               : formatMessage("{} is not a number of workers", inQuotes(cell.text));
    if (number && *number == std::floor(*number))
        message = *number == 0  ? formatMessage("{} is zero workers", inQuotes(cell.text))
                  : *number < 0 ? formatMessage("{} is negative", inQuotes(cell.text))
                                : formatMessage("{} is too many workers", inQuotes(cell.text));
    addProblem(cell, mapping.header,
               {std::move(message), formatMessage("a whole number from 1 to {}, without separators", maximumPMax), {}});
    return std::nullopt;
}

void NumberReader::addRemarks(const std::string& text, const MappedColumn& mapping, const CellFigure& figure)
{
    enum RemarkKind { DecimalComma, Thousands, ThousandsPoint, Spread, Minutes, BareM };
    const auto isFirst = [&](RemarkKind kind, bool perColumn) {
        return m_remarksMade.emplace(perColumn ? mapping.header : std::string(), kind).second;
    };
    const auto column = [&] { return inQuotes(mapping.header); };  // called for only a few cells
    const auto number = [&] { return inQuotes(text); };
    const bool hasComma = text.find(',') != std::string::npos;
    if (hasComma && mapping.commas == CommaReading::Decimal && isFirst(DecimalComma, false))
        remarks.emplace_back("commas in numbers were read as decimal points");
    else if (hasComma && mapping.commas != CommaReading::Decimal &&
             splitAtNumber(text).comma == CommaMeaning::Ambiguous && isFirst(Thousands, true))
        remarks.push_back(formatMessage("commas in column {} were read as thousands separators: {} is {}", column(),
                                        number(), roundTripText(figure.value / mapping.unitFactor)) +
                          (mapping.mayNameOptions ? "; --commas decimal reads them as decimal points" : ""));
    if (figure.hasThousandsPoint && isFirst(ThousandsPoint, true))
        remarks.push_back(
            (mapping.isGerman
                 ? formatMessage("points in column {} were read as thousands separators, because the table is in "
                                 "German: {} is {}",
                                 column(), number(), roundTripText(figure.value / mapping.unitFactor))
                 : formatMessage("points in column {} were read as thousands separators, as the other figures of "
                                 "this table show: {} is {}",
                                 column(), number(), roundTripText(figure.value / mapping.unitFactor))) +
            (mapping.mayNameOptions ? "; --commas thousands reads them as decimal points" : ""));
    if (figure.hasUncertainty && isFirst(Spread, true))
        remarks.push_back(formatMessage("column {} gives values with their spread ({}): only the value was used",
                                        column(), number()));
    if (figure.isBareM && isFirst(BareM, true))
        remarks.push_back(formatMessage("{} in column {} was read as minutes", number(), column()));
    if (figure.isMinutesAndSeconds && isFirst(Minutes, true))
        remarks.push_back(
            formatMessage("{} in column {} was read as minutes and seconds; hours and minutes are written {}", number(),
                          column(), inQuotes(text + ":00")));
}

bool NumberReader::reportIfNested(const GridCell& cell)
{
    if (cell.nested != nullptr)
        error.problems.push_back({formatMessage("found {} instead of a number or a text", cell.nested->kindName()),
                                  "one figure per member", cell.where});
    return cell.nested != nullptr;
}

OutcomeColumns findOutcomeColumns(const Grid& grid, const ColumnAssignment& columns)
{
    OutcomeColumns found;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string base = parseHeaderName(grid.header[i].text).base;
        if (columns.isAssigned(i))
            continue;
        if (!found.outcome && isListed("outcome", base))
            found.outcome = i;
        else if (isListed("remark", base))
            found.remarks.push_back(i);
    }
    return found;
}

std::string locationText(const GridCell& cell)
{
    return cell.where.line > 0 ? formatMessage("line {}", cell.where.line) : cell.where.jsonPointer;
}

/// For a row without a figure: whether it has no number of workers either.
static bool skipWithoutWorkers(const GridCell& pCell, SkippedRows& skipped)
{
    if (pCell.nested != nullptr || parseNumber(pCell.text))
        return false;
    skipped.messages.push_back(
        formatMessage("{}: has neither a number of workers nor a figure and was left out", locationText(pCell)));
    return true;
}

void addUntimedRow(const std::vector<GridCell>& row, const ColumnAssignment& columns, const OutcomeColumns& outcome,
                   Outcome rowOutcome, NumberReader& figures, SkippedRows& skipped)
{
    const GridCell& pCell = row[columns.workersColumn()];
    if (skipWithoutWorkers(pCell, skipped))
        return;
    const std::optional<int> p = figures.readWorkers(pCell, columns.mapping(LadderColumn::P));
    if (!p || rowOutcome == Outcome::Unfinished)
        return;
    if (rowOutcome == Outcome::Failed || isFailedRow(row, outcome))
        ++skipped.failedRunsAtP[*p];
    else
        skipped.messages.push_back(formatMessage("{}: p = {} has no figure and was left out", locationText(pCell), *p));
}

std::optional<TimedPoint> readPoint(const std::vector<GridCell>& row, const ColumnAssignment& columns,
                                    NumberReader& figures, SkippedRows& skipped)
{
    const std::size_t problems = figures.error.problems.size();
    const GridCell& pCell = row[columns.workersColumn()];
    const auto failedRole = std::find_if(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        return columns[role.column] && figures.isFailureCell(row[*columns[role.column]], role);
    });
    const bool hasFailed = failedRole != ladderRoles.end();
    if (hasFailed && skipWithoutWorkers(pCell, skipped))
        return std::nullopt;
    LadderPoint point;
    if (const std::optional<int> p = figures.readWorkers(pCell, columns.mapping(LadderColumn::P)))
        point.p = *p;
    for (const LadderRole& role : ladderRoles)
        if (role.pointMember && columns[role.column] && !figures.isFailureCell(row[*columns[role.column]], role))
            point.*role.pointMember = figures.readFigure(row[*columns[role.column]], columns.mapping(role.column));
    if (point.throughputPerS && columns.mapping(LadderColumn::Throughput).isPerWorker)
        *point.throughputPerS *=
            point.p * (columns.rateWorkersPerP ? parseWholeNumber(row[*columns.rateWorkersPerP]).value_or(1) : 1);
    if (figures.error.problems.size() > problems)
        return std::nullopt;
    if (hasFailed) {
        ++skipped.failedRunsAtP[point.p];
        skipped.messages.push_back(
            formatMessage("{}: p = {} has {} instead of a figure and was left out as a failed run", locationText(pCell),
                          point.p, inQuotes(row[*columns[failedRole->column]].text)));
        return std::nullopt;
    }
    if (!hasTime(point))
        return std::nullopt;  // the question about its column was already added
    const Result<RunTime> run = deriveRunTime(point);
    if (!run) {
        for (const Problem& problem : run.error().problems) {
            const auto role = std::find_if(ladderRoles.begin(), ladderRoles.end(),
                                           [&](const LadderRole& each) { return problem.location.field == each.name; });
            const std::optional<std::size_t> column = role != ladderRoles.end() ? columns[role->column] : std::nullopt;
            if (column)
                figures.addProblem(row[*column], columns.mapping(role->column).header, problem);
            else
                figures.addProblem(pCell, problem.location.field, problem);
        }
        return std::nullopt;
    }
    return TimedPoint{std::move(point), run->timeS};
}

void checkWorkConsistency(const std::vector<WorkDone>& rows, std::vector<std::string>& warnings)
{
    constexpr double ratioLimit =
        1.25;  // our own choice: a time may include start-up that the throughput excludes, and both are rounded
    constexpr std::size_t maximumWarnings = 5;
    std::vector<std::size_t> inconsistent(rows.size() + 1);
    std::size_t reference = 0;
    for (const double power : {0.0, 1.0, -1.0}) {
        const auto work = [&](std::size_t i) { return rows[i].work / std::pow(rows[i].p, power); };
        std::vector<std::size_t> order(rows.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return work(a) < work(b); });
        const std::size_t middle = order.empty() ? 0 : order[(order.size() - 1) / 2];
        std::vector<std::size_t> outliers;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (work(i) > ratioLimit * work(middle) || work(middle) > ratioLimit * work(i))
                outliers.push_back(i);
        if (outliers.size() < inconsistent.size()) {
            inconsistent = std::move(outliers);
            reference = middle;
        }
    }
    for (std::size_t i = 0; i < inconsistent.size() && i < maximumWarnings; ++i)
        warnings.push_back(
            formatMessage("{}: time × throughput is {}, but {} at {}: they differ by more than a quarter, so one of "
                          "the two is wrong there; the time was used",
                          rows[inconsistent[i]].location, significantText(rows[inconsistent[i]].work, 3),
                          significantText(rows[reference].work, 3), rows[reference].location));
    if (inconsistent.size() > maximumWarnings)
        warnings.push_back(
            formatMessage("time and throughput disagree in {} more rows", inconsistent.size() - maximumWarnings));
}

}  // namespace scalewright
