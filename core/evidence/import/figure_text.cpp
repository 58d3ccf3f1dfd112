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
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/plain_cells.h"

namespace scalewright {

namespace {

/// Digits and at most one point: nothing else is to be decided about such a cell.
bool isPlainNumber(std::string_view text)
{
    int points = 0;
    for (const char c : text)
        if (c == '.')
            ++points;
        else if (c < '0' || c > '9')
            return false;
    return !text.empty() && text.front() != '.' && points <= 1;
}

/// Without "± 120" behind it.
std::string_view withoutSpread(std::string_view text)
{
    for (const std::string_view sign : {"\u00B1", "+/-", "+-"}) {
        const std::size_t at = text.find(sign);
        if (at == std::string_view::npos || at == 0)
            continue;
        const std::string_view spread = trimmed(text.substr(at + sign.size()));
        if (!spread.empty() && ((spread[0] >= '0' && spread[0] <= '9') || spread[0] == '.'))
            return trimmed(text.substr(0, at));
    }
    return text;
}

/// "16.1k" of a rate: a thousand of what its header counts.
std::optional<double> thousandsOf(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    const double factor = text.back() == 'k' || text.back() == 'K' ? 1e3 : text.back() == 'M' ? 1e6 : 0;
    const Result<double> number = parseNumber(trimmed(text.substr(0, text.size() - 1)));
    return factor > 0 && number ? std::optional(*number * factor) : std::nullopt;
}

/// "2.5M tok/s", "12 req/s", "1.8x": a rate of whatever is counted; of nothing where it is a ratio.
std::optional<double> rateOfThings(std::string_view text)
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
    for (const auto& [ending, perSecond] :
         {std::pair{"/s", 1.0}, std::pair{"/sec", 1.0}, std::pair{"/second", 1.0}, std::pair{" per second", 1.0},
          std::pair{"/min", 1.0 / 60}, std::pair{"/h", 1.0 / 3600}, std::pair{"/hr", 1.0 / 3600}})
        if (unit.ends_with(ending) && factor > 0)
            return *number * factor * perSecond;
    return std::nullopt;
}

/// A number and perhaps words behind it: no date, no second number.
bool isOneNumber(const Separated& text)
{
    return text.before.empty() && !text.number.empty() &&
           std::none_of(text.after.begin(), text.after.end(),
                        [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; });
}

/// A number and perhaps a unit, whatever column it stands in.
bool isFigure(const Separated& text)
{
    return isOneNumber(text) && text.after.size() <= 4;
}

bool hasDecimalPoint(std::string_view number)
{
    const std::size_t point = number.find('.');
    return point != std::string::npos &&
           (number.size() - point != 4 || point == 0 || point > 3 || number[0] == '0');  // "1.072" may be a thousand
}

/// "4.412": a thousand where commas are decimal ones.
bool isEitherPoint(const Separated& text)
{
    return isOneNumber(text) && text.comma == CommaIs::Absent && text.number.find('.') != std::string::npos &&
           !hasDecimalPoint(text.number);
}

std::string withoutPoints(std::string number)
{
    std::erase(number, '.');
    return number;
}

struct Evidence {
    bool decimal = false, thousands = false, either = false, neither = false;
    bool decimalPoint = false, eitherPoint = false;  // of numbers without a comma

    void add(std::string_view cell)
    {
        if (isPlainNumber(cell)) {
            const bool isPoint = cell.find('.') != std::string_view::npos, isDecimal = hasDecimalPoint(cell);
            decimalPoint = decimalPoint || isDecimal;
            thousands = thousands || isDecimal;
            eitherPoint = eitherPoint || (isPoint && !isDecimal);
            return;
        }
        const std::string_view bare = withoutSpread(cell);
        const Separated text = separated(bare);
        const bool point = isOneNumber(text) && text.comma == CommaIs::Absent && hasDecimalPoint(text.number);
        decimalPoint = decimalPoint || point;
        eitherPoint = eitherPoint || isEitherPoint(text);
        if (!isFigure(text))
            return;
        decimal = decimal || text.comma == CommaIs::Decimal;
        thousands = thousands || text.comma == CommaIs::Thousands || point;
        either = either || text.comma == CommaIs::Either;
        neither = neither || text.comma == CommaIs::Neither;
    }
};

Evidence evidenceIn(const Grid& grid, std::size_t column)
{
    Evidence found;
    for (const std::vector<GridCell>& row : grid.rows)
        found.add(row[column].text);
    return found;
}

/// Some column writes its decimals with commas throughout; "0,1,2,3" beside "0,1" is a list.
bool hasDecimalCommas(const Grid& grid)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (const Evidence column = evidenceIn(grid, i); column.decimal && !column.thousands && !column.neither)
            return true;
    return false;
}

/// Words that German has and no other language, in the headers, around the table and in its first cells.
bool speaksGerman(const Grid& grid)
{
    constexpr std::size_t enough = 200;
    const auto isGerman = [](std::string_view text) {
        const std::vector<std::string> words = nameWords(lowerCaseOfLetters(text), false);
        return std::any_of(words.begin(), words.end(),
                           [](const std::string& word) { return isAmong(columnNames().german, word); });
    };
    const auto any = [&](const std::vector<GridCell>& cells) {
        return std::any_of(cells.begin(), cells.end(), [&](const GridCell& cell) { return isGerman(cell.text); });
    };
    return any(grid.header) || isGerman(grid.around) ||
           std::any_of(grid.rows.begin(),
                       grid.rows.begin() + static_cast<std::ptrdiff_t>(std::min(enough, grid.rows.size())), any);
}

/// Whether the figures rise or fall with p throughout, repeats by their mean.
bool inOrder(const Grid& grid, std::size_t p, std::size_t column, const MappedColumn& how)
{
    std::map<double, std::pair<double, int>> sums;
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> workers = parseNumber(row[p].text);
        if (!workers || isMissing(row[column].text) || isWord(row[column].text))
            continue;
        const Result<CellFigure> figure = figureIn(row[column].text, how);
        if (!figure)
            return false;
        auto& [sum, count] = sums[*workers];
        sum += figure->value;
        ++count;
    }
    std::vector<double> means;
    for (const auto& [workers, each] : sums)
        means.push_back(each.first / each.second);
    return std::is_sorted(means.begin(), means.end()) || std::is_sorted(means.rbegin(), means.rend());
}

}  // namespace

Result<CellFigure> figureIn(std::string_view cell, const MappedColumn& how)
{
    if (isPlainNumber(cell) && !how.thousandsPoints && !how.pointsUnclear)
        if (const Result<double> number = parseNumber(cell))
            return CellFigure{.value = *number * how.factor};
    const Dimension dimension = roleOf(how.column).dimension;
    const std::string_view bare = withoutSpread(cell);
    CellFigure figure{.hasSpread = bare != cell};
    if (const std::optional<Duration> duration = dimension == Dimension::Time ? durationOf(bare) : std::nullopt) {
        const bool hours = duration->isMinutes && isHoursAndMinutes(how.header);
        figure.value = (hours ? 60 : 1) * duration->seconds;
        figure.isMinutes = duration->isMinutes && !hours;
        figure.isOnlyM = duration->isOnlyM;
        return figure;
    }
    Separated parts = separated(bare);
    if (parts.either && how.commas == Commas::AsFound)
        return fail(ErrorCode::Input,
                    say("{} may be {} or {}: the commas of column {} may be decimal ones or between thousands",
                        inQuotes(cell), parts.either->thousands, parts.either->fraction, inQuotes(how.header)),
                    how.byOption ? "which of them: --commas thousands or --commas decimal" : "which of them");
    if (parts.either)
        parts.number = how.commas == Commas::Thousands ? parts.either->thousands : parts.either->fraction;
    const bool contradicts = (parts.comma == CommaIs::Decimal && how.commas == Commas::Thousands) ||
                             (parts.comma == CommaIs::Thousands && how.commas == Commas::Decimal);
    if (contradicts || parts.comma == CommaIs::Neither)
        return fail(ErrorCode::Input,
                    say("{} has a comma, and it is not clear that it is a decimal one", inQuotes(cell)),
                    "a decimal point in every number, and nothing between thousands");
    if (how.pointsUnclear && isEitherPoint(parts))
        return fail(ErrorCode::Input,
                    say("{} may be {} or {}: the points of column {} may be decimal ones or between thousands",
                        inQuotes(cell), withoutPoints(parts.number), parts.number, inQuotes(how.header)),
                    how.byOption ? "which of them: --commas decimal or --commas thousands" : "which of them");
    figure.isThousandsPoint = how.thousandsPoints && isEitherPoint(parts);
    if (figure.isThousandsPoint)
        std::erase(parts.number, '.');
    const std::string text = parts.text();
    if (const Result<double> number = parseNumber(text)) {
        figure.value = *number * how.factor;
        return figure;
    }
    if (const std::optional<double> thousands = dimension == Dimension::Rate ? thousandsOf(text) : std::nullopt) {
        figure.value = *thousands * how.factor;
        return figure;
    }
    const Result<double> amount = parseAmount(text, dimension);  // a unit of its own goes before the header's
    if (!amount && dimension == Dimension::Rate)
        if (const std::optional<double> rate = rateOfThings(text)) {
            figure.value = *rate;
            return figure;
        }
    if (!amount)
        return fail(amount.error());
    figure.value = *amount;
    return figure;
}

void takeUnitsOfCells(const Grid& grid, Columns& columns)
{
    for (const LadderRole& role : ladderRoles) {
        if (!columns[role.column] || role.dimension != Dimension::Time)
            continue;
        MappedColumn& how = columns.mapped[static_cast<std::size_t>(role.column)];
        const std::size_t at = *columns[role.column];
        bool any = false;
        const bool all = std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            const std::string& text = row[at].text;
            const bool none = isMissing(text) || isWord(text);
            any = any || !none;
            return none || (!parseNumber(separated(withoutSpread(text)).text()) && figureIn(text, how));
        });
        if (!all || !any || how.unitGiven)
            continue;
        how.unitGiven = true;
        if (how.guessed)
            how.confidence = Confidence::Likely;
    }
}

void takeDigitGroups(Grid& grid, Commas option, std::vector<std::string>& said)
{
    const bool decimalCommas = option == Commas::AsFound ? hasDecimalCommas(grid) : option == Commas::Decimal;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (!namesWorkers(headerName(grid.header[i].text)))
            continue;
        std::string first;
        for (std::vector<GridCell>& row : grid.rows) {
            GridCell& cell = row[i];
            std::optional<std::string> digits = withoutDigitGroups(cell.text);
            if (!digits && decimalCommas)
                digits = withoutPointGroups(cell.text);
            if (cell.nested != nullptr || !digits)
                continue;
            if (first.empty())
                first =
                    say("{} in column {} was read as {}", inQuotes(cell.text), inQuotes(grid.header[i].text), *digits);
            cell.text = *std::move(digits);
        }
        if (!first.empty())
            said.push_back(std::move(first));
    }
}

void decideCommas(const Grid& grid, Columns& columns, Commas option)
{
    const bool decimalCommas = option == Commas::AsFound ? hasDecimalCommas(grid) : option == Commas::Decimal;
    bool points = false;
    Evidence ofFile;
    for (const std::vector<GridCell>& row : grid.rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            ofFile.add(row[i].text);
            points = points || (columns.taken(i) && row[i].text.find('.') != std::string::npos &&
                                parseNumber(row[i].text) && !(decimalCommas && isEitherPoint(separated(row[i].text))));
        }
    columns.mapped[static_cast<std::size_t>(LadderColumn::P)].commas = option;
    for (const LadderRole& role : ladderRoles) {
        if (!role.figure || !columns[role.column])
            continue;
        const std::size_t at = *columns[role.column];
        MappedColumn& how = columns.mapped[static_cast<std::size_t>(role.column)];
        const Evidence own = evidenceIn(grid, at);
        how.thousandsPoints = decimalCommas && own.eitherPoint && !own.decimalPoint;
        if (option == Commas::AsFound && !decimalCommas && own.eitherPoint && !ofFile.decimalPoint) {
            MappedColumn tried = how;  // "1.250" above "640": only a thousand and more leaves them in order
            tried.thousandsPoints = true;
            const bool orderedSo = inOrder(grid, columns.p(), at, tried), ordered = inOrder(grid, columns.p(), at, how);
            how.thousandsPoints = orderedSo && !ordered;
            if (role.dimension == Dimension::Rate && orderedSo == ordered) {
                how.isGerman = how.thousandsPoints = speaksGerman(grid);
                how.pointsUnclear = !how.isGerman && grid.pointsMayPart;
            }
        }
        const auto ordered = [&](Commas commas) {
            MappedColumn tried = how;
            tried.commas = commas;
            return inOrder(grid, columns.p(), at, tried);
        };
        if (option != Commas::AsFound)
            how.commas = option;
        else if (points || (own.thousands && !own.decimal))
            how.commas = Commas::Thousands;
        else if (own.decimal)
            how.commas = Commas::Decimal;
        else if (own.either && ofFile.decimal != ofFile.thousands)
            how.commas = ofFile.decimal ? Commas::Decimal : Commas::Thousands;
        else if (own.either && ordered(Commas::Thousands) != ordered(Commas::Decimal))
            how.commas = ordered(Commas::Thousands) ? Commas::Thousands : Commas::Decimal;
    }
}

std::optional<UnclearMark> unclearPoint(const Grid& grid)
{
    if (!grid.pointsMayPart || hasDecimalCommas(grid))
        return std::nullopt;
    std::optional<UnclearMark> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const Evidence own = evidenceIn(grid, i);
        if (own.decimalPoint)
            return std::nullopt;
        const HeaderName name = headerName(grid.header[i].text);
        if (found || !own.eitherPoint || !(name.isRate || speaksOfThroughput(name)))
            continue;
        for (const std::vector<GridCell>& row : grid.rows)
            if (const Separated number = separated(plainCell(row[i].text)); !found && isEitherPoint(number))
                found = UnclearMark{number.number, number.number, withoutPoints(number.number)};
    }
    return found;
}

}  // namespace scalewright
