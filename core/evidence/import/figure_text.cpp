// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/figure_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"

namespace scalewright {

namespace {

/// Digits with at most one point: such a cell needs no further interpretation.
bool isPlainNumber(std::string_view text)
{
    int points = 0;
    for (const char c : text)
        if (c == '.')
            ++points;
        else if (!isDigit(c))
            return false;
    return !text.empty() && text.front() != '.' && points <= 1;
}

/// Removes a trailing "± 120".
std::string_view withoutUncertainty(std::string_view text)
{
    for (const std::string_view sign : {"\u00B1", "+/-", "+-"}) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos || at == 0)
            continue;
        const std::string_view uncertainty = trimmed(text.substr(at + sign.size()));
        if (!uncertainty.empty() && (isDigit(uncertainty[0]) || uncertainty[0] == '.'))
            return trimmed(text.substr(0, at));
    }
    return text;
}

/// "16.1k" in a rate: multiples of a thousand of the header's unit.
std::optional<double> parseScaledNumber(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    const double factor = text.back() == 'k' || text.back() == 'K' ? 1e3 : text.back() == 'M' ? 1e6 : 0;
    const Result<double> number = parseNumber(trimmed(text.substr(0, text.size() - 1)));
    return factor > 0 && number ? std::optional(*number * factor) : std::nullopt;
}

/// "2.5M tok/s", "12 req/s", "1.8x": a rate of any item, or a ratio.
std::optional<double> parseRate(std::string_view text)
{
    const std::size_t end = std::min(text.find_first_not_of("0123456789.eE+-"), text.size());
    const Result<double> number = parseNumber(trimmed(text.substr(0, end)));
    std::string unit = lowerCase(trimmed(text.substr(end)));
    if (!number || unit.empty())
        return std::nullopt;
    if (unit == "x" || unit == "\xC3\x97")
        return *number;
    const char prefix = text.substr(end).front();
    double factor = 1;
    if (unit.size() > 1 && unit[1] == ' ') {
        factor = prefix == 'k' || prefix == 'K' ? 1e3 : prefix == 'M' ? 1e6 : prefix == 'G' || prefix == 'B' ? 1e9 : 0;
        unit = std::string(trimmed(std::string_view(unit).substr(1)));
    }
    for (const auto& [suffix, perSecond] :
         {std::pair{"/s", 1.0}, std::pair{"/sec", 1.0}, std::pair{"/second", 1.0}, std::pair{" per second", 1.0},
          std::pair{"/min", 1.0 / 60}, std::pair{"/h", 1.0 / 3600}, std::pair{"/hr", 1.0 / 3600}})
        if (unit.ends_with(suffix) && factor > 0)
            return *number * factor * perSecond;
    return std::nullopt;
}

/// One number, optionally followed by words; not a date or a second number.
bool isSingleNumber(const NumberInText& text)
{
    return text.textBefore.empty() && !text.number.empty() &&
           std::none_of(text.textAfter.begin(), text.textAfter.end(),
                        [](char c) { return isDigit(c) || c == '.' || c == ','; });
}

/// One number and an optional short unit, in any column.
bool isNumberWithUnit(const NumberInText& text)
{
    return isSingleNumber(text) && text.textAfter.size() <= 4;
}

bool isDecimalPointCertain(std::string_view number)
{
    const std::size_t point = number.find('.');
    return point != std::string::npos &&
           (number.size() - point != 4 || point == 0 || point > 3 || number[0] == '0');  // "1.072" may be 1072
}

/// "4.412": this is 4412 if the file uses decimal commas.
bool isPointAmbiguous(const NumberInText& text)
{
    return isSingleNumber(text) && text.comma == CommaMeaning::Absent && text.number.find('.') != std::string::npos &&
           !isDecimalPointCertain(text.number);
}

std::string withoutPoints(std::string number)
{
    std::erase(number, '.');
    return number;
}

struct SeparatorEvidence {
    bool favorsDecimalCommas = false, favorsThousandsCommas = false, hasAmbiguousComma = false, hasInvalidComma = false;
    bool hasDecimalPoint = false, hasAmbiguousPoint = false;  // in numbers without a comma

    void add(const SeparatorEvidence& other)
    {
        favorsDecimalCommas = favorsDecimalCommas || other.favorsDecimalCommas;
        favorsThousandsCommas = favorsThousandsCommas || other.favorsThousandsCommas;
        hasAmbiguousComma = hasAmbiguousComma || other.hasAmbiguousComma;
        hasInvalidComma = hasInvalidComma || other.hasInvalidComma;
        hasDecimalPoint = hasDecimalPoint || other.hasDecimalPoint;
        hasAmbiguousPoint = hasAmbiguousPoint || other.hasAmbiguousPoint;
    }

    void addCell(std::string_view cell)
    {
        if (isPlainNumber(cell)) {
            const bool hasPoint = cell.find('.') != std::string_view::npos, isDecimal = isDecimalPointCertain(cell);
            hasDecimalPoint = hasDecimalPoint || isDecimal;
            favorsThousandsCommas = favorsThousandsCommas || isDecimal;
            hasAmbiguousPoint = hasAmbiguousPoint || (hasPoint && !isDecimal);
            return;
        }
        const std::string_view valueText = withoutUncertainty(cell);
        const NumberInText text = splitAtNumber(valueText);
        const bool point =
            isSingleNumber(text) && text.comma == CommaMeaning::Absent && isDecimalPointCertain(text.number);
        hasDecimalPoint = hasDecimalPoint || point;
        hasAmbiguousPoint = hasAmbiguousPoint || isPointAmbiguous(text);
        if (!isNumberWithUnit(text))
            return;
        favorsDecimalCommas = favorsDecimalCommas || text.comma == CommaMeaning::Decimal;
        favorsThousandsCommas = favorsThousandsCommas || text.comma == CommaMeaning::Thousands || point;
        hasAmbiguousComma = hasAmbiguousComma || text.comma == CommaMeaning::Ambiguous;
        hasInvalidComma = hasInvalidComma || text.comma == CommaMeaning::Invalid;
    }
};

SeparatorEvidence collectSeparatorEvidence(const Grid& grid, std::size_t column)
{
    SeparatorEvidence evidence;
    for (const std::vector<GridCell>& row : grid.rows)
        evidence.addCell(row[column].text);
    return evidence;
}

std::vector<SeparatorEvidence> evidenceOfColumns(const Grid& grid)
{
    std::vector<SeparatorEvidence> columns;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        columns.push_back(collectSeparatorEvidence(grid, i));
    return columns;
}

/// True if some column has only decimal commas. If a column contains both "0,1,2,3" and "0,1", these are lists.
bool hasDecimalCommas(const std::vector<SeparatorEvidence>& columns)
{
    return std::any_of(columns.begin(), columns.end(), [](const SeparatorEvidence& column) {
        return column.favorsDecimalCommas && !column.favorsThousandsCommas && !column.hasInvalidComma;
    });
}

/// Looks for words used only in German: in the headers, around the table and in its first cells.
bool isGermanTable(const Grid& grid)
{
    constexpr std::size_t enough = 200;
    const auto isGermanText = [](std::string_view text) {
        const std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(text), false);
        return std::any_of(words.begin(), words.end(),
                           [](const std::string& word) { return isListed("german", word); });
    };
    const auto hasGermanCell = [&](const std::vector<GridCell>& cells) {
        return std::any_of(cells.begin(), cells.end(), [&](const GridCell& cell) { return isGermanText(cell.text); });
    };
    return hasGermanCell(grid.header) || isGermanText(grid.surroundingText) ||
           std::any_of(grid.rows.begin(),
                       grid.rows.begin() + static_cast<std::ptrdiff_t>(std::min(enough, grid.rows.size())),
                       hasGermanCell);
}

/// True if the values only rise or only fall with p; repeats are averaged.
bool isMonotonicInP(const Grid& grid, std::size_t p, std::size_t column, const MappedColumn& mapping)
{
    std::map<double, std::pair<double, int>> sums;
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> workers = parseNumber(row[p].text);
        if (!workers || isMissing(row[column].text) || isWord(row[column].text))
            continue;
        const Result<CellFigure> figure = parseFigure(row[column].text, mapping);
        if (!figure)
            return false;
        auto& [sum, count] = sums[*workers];
        sum += figure->value;
        ++count;
    }
    std::vector<double> means;
    for (const auto& [workers, sumAndCount] : sums)
        means.push_back(sumAndCount.first / sumAndCount.second);
    return std::is_sorted(means.begin(), means.end()) || std::is_sorted(means.rbegin(), means.rend());
}

}  // namespace

Result<CellFigure> parseFigure(std::string_view cell, const MappedColumn& mapping)
{
    if (isPlainNumber(cell) && !mapping.hasThousandsPoints && !mapping.hasUnclearPoints)
        if (const Result<double> number = parseNumber(cell))
            return CellFigure{.value = *number * mapping.unitFactor};
    const Dimension dimension = ladderRoleOf(mapping.column).dimension;
    const std::string_view valueText = withoutUncertainty(cell);
    CellFigure figure{.hasUncertainty = valueText != cell};
    if (const std::optional<Duration> duration =
            dimension == Dimension::Time ? parseDuration(valueText) : std::nullopt) {
        const bool hours = duration->isAmbiguousClock && isHoursMinutesHeader(mapping.header);
        figure.value = (hours ? 60 : 1) * duration->seconds;
        figure.isMinutesAndSeconds = duration->isAmbiguousClock && !hours;
        figure.isBareM = duration->isMinutesOnly;
        return figure;
    }
    NumberInText parts = splitAtNumber(valueText);
    if (parts.ambiguousReadings && mapping.commas == CommaReading::Inferred)
        return fail(
            ErrorCode::Input,
            formatMessage("{} may be {} or {}: the commas of column {} may be decimal commas or thousands separators",
                          inQuotes(cell), parts.ambiguousReadings->asThousands, parts.ambiguousReadings->asDecimal,
                          inQuotes(mapping.header)),
            mapping.mayNameOptions ? "one of them: --commas thousands or --commas decimal" : "one of them");
    if (parts.ambiguousReadings)
        parts.number = mapping.commas == CommaReading::Thousands ? parts.ambiguousReadings->asThousands
                                                                 : parts.ambiguousReadings->asDecimal;
    const bool contradicts = (parts.comma == CommaMeaning::Decimal && mapping.commas == CommaReading::Thousands) ||
                             (parts.comma == CommaMeaning::Thousands && mapping.commas == CommaReading::Decimal);
    if (contradicts || parts.comma == CommaMeaning::Invalid)
        return fail(ErrorCode::Input, formatMessage("{} has a comma that may not be a decimal comma", inQuotes(cell)),
                    "a decimal point in every number, and no thousands separators");
    if (mapping.hasUnclearPoints && isPointAmbiguous(parts))
        return fail(
            ErrorCode::Input,
            formatMessage("{} may be {} or {}: the points of column {} may be decimal points or thousands separators",
                          inQuotes(cell), withoutPoints(parts.number), parts.number, inQuotes(mapping.header)),
            mapping.mayNameOptions ? "one of them: --commas decimal or --commas thousands" : "one of them");
    figure.hasThousandsPoint = mapping.hasThousandsPoints && isPointAmbiguous(parts);
    if (figure.hasThousandsPoint)
        std::erase(parts.number, '.');
    const std::string text = parts.text();
    if (const Result<double> number = parseNumber(text)) {
        figure.value = *number * mapping.unitFactor;
        return figure;
    }
    if (const std::optional<double> thousands = dimension == Dimension::Rate ? parseScaledNumber(text) : std::nullopt) {
        figure.value = *thousands * mapping.unitFactor;
        return figure;
    }
    // A unit in the cell takes precedence over the header's.
    const Result<double> amount = parseAmount(text, dimension);
    if (!amount && dimension == Dimension::Rate)
        if (const std::optional<double> rate = parseRate(text)) {
            figure.value = *rate;
            return figure;
        }
    if (!amount)
        return fail(amount.error());
    figure.value = *amount;
    return figure;
}

void detectUnitsInCells(const Grid& grid, ColumnAssignment& columns)
{
    for (const LadderRole& role : ladderRoles) {
        if (!columns[role.column] || role.dimension != Dimension::Time)
            continue;
        MappedColumn& mapping = columns.mapping(role.column);
        const std::size_t at = *columns[role.column];
        bool hasFigure = false;
        const bool isEveryUnitGiven =
            std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
                const std::string& text = row[at].text;
                const bool isEmpty = isMissing(text) || isWord(text);
                hasFigure = hasFigure || !isEmpty;
                return isEmpty ||
                       (!parseNumber(splitAtNumber(withoutUncertainty(text)).text()) && parseFigure(text, mapping));
            });
        if (!isEveryUnitGiven || !hasFigure || mapping.unitGiven)
            continue;
        mapping.unitGiven = true;
        if (mapping.isGuessed)
            mapping.confidence = Confidence::Likely;
    }
}

void removeDigitGroups(Grid& grid, CommaReading option, std::vector<std::string>& notes)
{
    std::optional<bool> decimalCommas;  // known once a cell depends on it
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (!isWorkersHeader(parseHeaderName(grid.header[i].text)))
            continue;
        std::string first;
        for (std::vector<GridCell>& row : grid.rows) {
            GridCell& cell = row[i];
            if (cell.text.find_first_not_of("0123456789") == std::string::npos)
                continue;
            std::optional<std::string> digits = withoutUnambiguousSeparators(cell.text);
            if (!digits && !decimalCommas)
                decimalCommas = option == CommaReading::Inferred ? hasDecimalCommas(evidenceOfColumns(grid))
                                                                 : option == CommaReading::Decimal;
            if (!digits && *decimalCommas)
                digits = withoutPointGroups(cell.text);
            if (cell.nested != nullptr || !digits)
                continue;
            if (first.empty())
                first = formatMessage("{} in column {} was read as {}", inQuotes(cell.text),
                                      inQuotes(grid.header[i].text), *digits);
            cell.text = *std::move(digits);
        }
        if (!first.empty())
            notes.push_back(std::move(first));
    }
}

void resolveCommas(const Grid& grid, ColumnAssignment& columns, CommaReading option)
{
    const std::vector<SeparatorEvidence> evidence = evidenceOfColumns(grid);
    const bool decimalCommas =
        option == CommaReading::Inferred ? hasDecimalCommas(evidence) : option == CommaReading::Decimal;
    bool anyDecimalPoint = false;
    SeparatorEvidence fileEvidence;
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        fileEvidence.add(evidence[i]);
        anyDecimalPoint = anyDecimalPoint || (columns.isAssigned(i) && anyText(grid, i, [&](const std::string& text) {
                                                  return text.find('.') != std::string::npos && parseNumber(text) &&
                                                         !(decimalCommas && isPointAmbiguous(splitAtNumber(text)));
                                              }));
    }
    columns.mapping(LadderColumn::P).commas = option;
    for (const LadderRole& role : ladderRoles) {
        if (!role.pointMember || !columns[role.column])
            continue;
        const std::size_t at = *columns[role.column];
        MappedColumn& mapping = columns.mapping(role.column);
        const SeparatorEvidence& columnEvidence = evidence[at];
        mapping.hasThousandsPoints =
            decimalCommas && columnEvidence.hasAmbiguousPoint && !columnEvidence.hasDecimalPoint;
        if (option == CommaReading::Inferred && !decimalCommas && columnEvidence.hasAmbiguousPoint &&
            !fileEvidence.hasDecimalPoint) {
            // "1.250" above "640": the values are in order only if the first is 1250.
            MappedColumn candidate = mapping;
            candidate.hasThousandsPoints = true;
            const bool isOrderedAsThousands = isMonotonicInP(grid, columns.workersColumn(), at, candidate),
                       ordered = isMonotonicInP(grid, columns.workersColumn(), at, mapping);
            mapping.hasThousandsPoints = isOrderedAsThousands && !ordered;
            if (role.dimension == Dimension::Rate && isOrderedAsThousands == ordered) {
                mapping.isGerman = mapping.hasThousandsPoints = isGermanTable(grid);
                mapping.hasUnclearPoints = !mapping.isGerman && grid.mayHaveThousandsPoints;
            }
        }
        const auto ordered = [&](CommaReading commas) {
            MappedColumn candidate = mapping;
            candidate.commas = commas;
            return isMonotonicInP(grid, columns.workersColumn(), at, candidate);
        };
        if (option != CommaReading::Inferred)
            mapping.commas = option;
        else if (anyDecimalPoint || (columnEvidence.favorsThousandsCommas && !columnEvidence.favorsDecimalCommas))
            mapping.commas = CommaReading::Thousands;
        else if (columnEvidence.favorsDecimalCommas)
            mapping.commas = CommaReading::Decimal;
        else if (columnEvidence.hasAmbiguousComma &&
                 fileEvidence.favorsDecimalCommas != fileEvidence.favorsThousandsCommas)
            mapping.commas = fileEvidence.favorsDecimalCommas ? CommaReading::Decimal : CommaReading::Thousands;
        else if (columnEvidence.hasAmbiguousComma && ordered(CommaReading::Thousands) != ordered(CommaReading::Decimal))
            mapping.commas = ordered(CommaReading::Thousands) ? CommaReading::Thousands : CommaReading::Decimal;
    }
}

std::optional<AmbiguousNumber> findAmbiguousPoint(const Grid& grid)
{
    const std::vector<SeparatorEvidence> evidence = evidenceOfColumns(grid);
    if (!grid.mayHaveThousandsPoints || hasDecimalCommas(evidence))
        return std::nullopt;
    std::optional<AmbiguousNumber> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const SeparatorEvidence& columnEvidence = evidence[i];
        if (columnEvidence.hasDecimalPoint)
            return std::nullopt;
        const HeaderName name = parseHeaderName(grid.header[i].text);
        if (found || !columnEvidence.hasAmbiguousPoint || !(name.isRate || mentionsThroughput(name)))
            continue;
        for (const std::vector<GridCell>& row : grid.rows)
            if (const NumberInText number = splitAtNumber(plainCellText(row[i].text));
                !found && isPointAmbiguous(number))
                found = AmbiguousNumber{number.number, number.number, withoutPoints(number.number)};
    }
    return found;
}

}  // namespace scalewright
