#include "core/evidence/import/column_checks.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/text.h"
#include "core/evidence/ladder/ladder_notes.h"

namespace scalewright {

namespace {

/// A row whose parts are more than its time.
struct Overlap {
    const GridCell* time = nullptr;
    double timeS = 0, sumS = 0;
};

std::vector<LadderColumn> partsOf(const Columns& columns)
{
    std::vector<LadderColumn> parts;
    for (const LadderRole& role : ladderRoles)
        if (role.says == LadderSays::Part && columns[role.column])
            parts.push_back(role.column);
    return parts;
}

/// The first row whose parts sum to more than its time; `oneIsLonger` where one of them is longer by itself somewhere.
std::optional<Overlap> overlapOf(const Columns& columns, const Grid& grid, bool& oneIsLonger)
{
    const std::size_t time = *columns[LadderColumn::Time];
    const std::vector<LadderColumn> parts = partsOf(columns);
    std::optional<Overlap> first;
    for (const std::vector<GridCell>& row : grid.rows) {
        const auto secondsIn = [&](LadderColumn column) {
            return readingOf(row[*columns[column]].text, columns.how(column)).value_or(0);
        };
        const double timeS = secondsIn(LadderColumn::Time), most = timeS * (1 + roundingOfParts);
        double sumS = 0;
        for (const LadderColumn part : parts) {
            sumS += secondsIn(part);
            oneIsLonger = oneIsLonger || (timeS > 0 && secondsIn(part) > most);
        }
        if (timeS > 0 && sumS > most && !first)
            first = Overlap{&row[time], timeS, sumS};
    }
    return first;
}

/// What a line of words says of the times below it: a name of a time with a unit in brackets or behind "in".
std::optional<HeaderName> timeSaidBy(std::string_view line)
{
    constexpr std::size_t most = 100;  // a heading, no paragraph
    constexpr std::array<std::string_view, 14> times{"time",  "times",   "runtime", "runtimes", "latency",
                                                     "wall",  "elapsed", "tiempo",  "tiempos",  "tempo",
                                                     "temps", "zeit",    "zeiten",  "laufzeit"};
    const std::size_t from = line.find_first_not_of("#*|_ \t");
    const std::size_t to = line.find_last_not_of("#*|_: \t\r");
    if (from == std::string_view::npos || to - from + 1 > most)
        return std::nullopt;
    const std::string_view heading = line.substr(from, to - from + 1);
    const std::vector<std::string_view> saidIn = wordsIn(heading);  // "2 h" of a limit is no unit of a table
    const bool behindIn =
        saidIn.size() > 2 && isAmong(std::array<std::string_view, 4>{"in", "en", "em", "w"}, saidIn[saidIn.size() - 2]);
    if (!behindIn && heading.back() != ')' && heading.back() != ']')
        return std::nullopt;
    const HeaderName name = headerName(heading);
    if (!name.unitGiven || name.dimension != Dimension::Time || name.isRate || name.isShare || name.isUnit)
        return std::nullopt;
    const std::vector<std::string_view> words = fieldsIn(name.base, '_');
    const bool speaksOfTime = std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return std::find(times.begin(), times.end(), word) != times.end();
    });
    return speaksOfTime ? std::optional(name) : std::nullopt;
}

}  // namespace

void takeUnitAbove(Columns& columns, const Grid& grid, const LadderFileOptions& options)
{
    constexpr std::size_t mostLines = 3;
    std::vector<std::string_view> lines = linesOf(grid.around);
    lines.erase(std::remove_if(lines.begin(), lines.end(), [](std::string_view line) { return trimmed(line).empty(); }),
                lines.end());
    std::optional<HeaderName> said;
    for (std::size_t i = 0; i < std::min(mostLines, lines.size()) && !said; ++i)
        said = timeSaidBy(lines[lines.size() - 1 - i]);
    if (!said || said->factor == 1)
        return;
    std::vector<std::string> taken;
    for (const LadderRole& role : ladderRoles)
        if (role.dimension == Dimension::Time && columns[role.column] && !options.columns.contains(role.column) &&
            !columns.how(role.column).unitGiven) {
            MappedColumn& how = columns.mapped[static_cast<std::size_t>(role.column)];
            how.unitGiven = true;
            how.factor = said->factor;
            how.unit = said->unit;
            how.because = say("its unit stands above the table");
            taken.push_back(how.header);
        }
    if (!taken.empty())
        columns.warnings.push_back(say("{} {} read in {}, which a line above the table says", listed(taken),
                                       taken.size() == 1 ? "was" : "were", said->unit) +
                                   columns.byOption(say("; --map \"time={}(s)\" reads seconds", taken.front())));
}

void dropOverlapping(Columns& columns, const Grid& grid, const LadderFileOptions& options)
{
    if (!columns[LadderColumn::Time])
        return;
    const bool timeAsked = options.columns.contains(LadderColumn::Time);
    bool oneIsLonger = false;
    const std::optional<Overlap> overlap = overlapOf(columns, grid, oneIsLonger);
    if (!overlap || (oneIsLonger && !timeAsked))
        return;
    const bool timeGuessed = columns.how(LadderColumn::Time).guessed;
    std::vector<std::string> left;
    for (const LadderColumn part : partsOf(columns))
        if (!options.columns.contains(part) && (timeAsked || timeGuessed || columns.how(part).guessed)) {
            left.push_back(columns.how(part).header);
            columns.leave(part);
        }
    if (left.empty())
        return;
    const Where& where = overlap->time->where;
    columns.warnings.push_back(say(
        "the parts sum to {} s where {} is {} s ({}): they overlap, and {} {} left out", significant(overlap->sumS, 3),
        inQuotes(columns.how(LadderColumn::Time).header), significant(overlap->timeS, 3),
        where.line > 0 ? say("line {}", where.line) : where.pointer, listed(left), left.size() == 1 ? "was" : "were"));
}

void warnOfBareUnits(Columns& columns)
{
    const MappedColumn* bare = nullptr;
    const MappedColumn* other = nullptr;
    for (const LadderRole& role : ladderRoles)
        if (columns[role.column] && role.dimension == Dimension::Time) {
            const MappedColumn& each = columns.how(role.column);
            if (!each.unitGiven)
                bare = &each;
            else if (each.factor != 1)
                other = &each;
        }
    if (bare != nullptr && other != nullptr)
        columns.warnings.push_back(
            say("column {} names no unit and was read in s, beside {} in {}", inQuotes(bare->header),
                inQuotes(other->header), other->unit) +
            columns.byOption(say(
                "; {} reads it so too",
                asOption("--map", fmt::format("{}={}({})", roleOf(bare->column).name, bare->header, other->unit)))));
}

std::optional<Problem> tooLongForSeconds(Columns& columns, const Grid& grid)
{
    constexpr double tenYears = 3e8, longForAnyRun = 90 * 86400.0, year = 31557600, day = 86400;
    const std::optional<std::size_t>& at = columns[LadderColumn::Time];
    if (!at || columns.how(LadderColumn::Time).unitGiven)
        return std::nullopt;
    double least = 0;
    for (const std::vector<GridCell>& row : grid.rows)
        if (const Result<double> value = parseNumber(row[*at].text))
            least = least == 0 ? *value : std::min(least, *value);
    const bool isAsked = least >= tenYears;
    if (!isAsked && least < (columns.how(LadderColumn::Time).guessed ? longForAGuess : longForAnyRun))
        return std::nullopt;
    const std::string& header = grid.header[*at].text;
    const std::string span =
        least < year ? say("{} days", significant(least / day, 3)) : say("{} years", significant(least / year, 2));
    const std::string says = say("{} names no unit, and {} s are {}", inQuotes(header), significant(least, 3), span);
    if (!isAsked || columns.hints == ColumnHints::None) {
        columns.warnings.push_back(says + columns.byOption(say("; --map \"time={}(us)\" says another", header)));
        return std::nullopt;
    }
    return Problem{says, say("--map \"time={}(ns)\", or another unit in the brackets", header),
                   Where{.line = grid.header[*at].where.line, .field = optionOf(LadderColumn::Time)}};
}

}  // namespace scalewright
