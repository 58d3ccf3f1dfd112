#include "core/evidence/import/ladder_columns.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/quantity/duration.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_candidates.h"
#include "core/evidence/import/column_checks.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/run_table.h"
#include "core/evidence/import/text.h"
#include "core/evidence/ladder/ladder_notes.h"

namespace scalewright {

namespace {

/// What a role cannot be read from, though a person named it.
std::optional<Problem> unfit(const LadderRole& role, const std::string& header, const HeaderName& name)
{
    const std::string asked = inQuotes(header);
    const Where where{.field = optionOf(role.column)};
    if (name.isMinimum && role.dimension == Dimension::Time)
        return Problem{
            say("{} may mean minutes or the least of the times", asked),
            say("{}={}(min) for minutes, or {}={}(s)", std::string(role.name), header, std::string(role.name), header),
            where};
    if (name.isShare && (role.dimension == Dimension::Time || role.dimension == Dimension::Energy))
        return Problem{say("{} is a share", asked), say("a column of {}", headerUnits(role.dimension)), where};
    if (name.isRate && role.dimension == Dimension::Time)
        return Problem{say("{} is a rate", asked),
                       say("a column of {}, or throughput={}", headerUnits(role.dimension), header), where};
    const bool wrongUnit =
        name.unitGiven && !name.isRate && name.dimension != role.dimension &&
        (role.dimension == Dimension::Time || role.dimension == Dimension::Rate || role.dimension == Dimension::Energy);
    if (wrongUnit)
        return Problem{say("{} is in {}", asked, name.unit),
                       role.dimension == Dimension::Rate ? "a rate, such as images_per_s"
                                                         : say("a column of {}", headerUnits(role.dimension)),
                       where};
    return std::nullopt;
}

Result<void> takeNamed(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names,
                       const LadderFileOptions& options)
{
    Error error;
    for (const auto& [column, header] : options.columns) {
        std::optional<std::size_t> found = findHeader(grid, header);
        HeaderName name = found ? names[*found] : headerName(header);
        if (!found) {  // "median(us)": a header and a unit that it does not say
            const std::size_t bracket = header.find_last_of("([");
            if (bracket != std::string::npos)
                found = findHeader(grid, trimmed(std::string_view(header).substr(0, bracket)));
            const std::string inside =
                bracket == std::string::npos
                    ? std::string()
                    : lowerCase(trimmed(std::string_view(header).substr(bracket + 1, header.size() - bracket - 2)));
            if (found && column == LadderColumn::Throughput && (inside == "all" || inside == "each")) {
                columns.rateOf = inside == "all" ? RateOf::All : RateOf::OneWorker;
                name = names[*found];
            } else if (found && !name.unitGiven)
                error.problems.push_back({say("there is no unit {}", inQuotes(header.substr(bracket))),
                                          say("{} in brackets", headerUnits(roleOf(column).dimension)),
                                          Where{.field = optionOf(column)}});
            if (found)
                name.isShare = false;  // whoever says the unit knows
        }
        if (!found) {
            error.problems.push_back({say("there is no column {}", inQuotes(header)), say("one of {}", headersOf(grid)),
                                      Where{.field = optionOf(column)}});
            continue;
        }
        if (columns.taken(*found)) {
            error.problems.push_back({say("the column {} is named for two roles", inQuotes(header)),
                                      "a column for each role", Where{.field = optionOf(column)}});
            continue;
        }
        if (columns.rateOf && column == LadderColumn::Throughput)
            name.isShare = false;
        if (std::optional<Problem> problem = unfit(roleOf(column), grid.header[*found].text, name))
            error.problems.push_back(std::move(*problem));
        else
            columns.take(column, *found, grid, name);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

/// What attribute --csv writes: there communication, waiting and io are folds that were lost, and no seconds.
bool holdsFolds(const Grid& grid, const LadderRole& role)
{
    return role.says == LadderSays::Part && findHeader(grid, "lost_folds").has_value();
}

/// Two columns for one role.
Problem ambiguous(const LadderRole& role, const Grid& grid, const std::vector<std::size_t>& candidates,
                  const Columns& columns)
{
    std::vector<std::string> texts;
    std::vector<std::string> choices;
    for (const std::size_t each : candidates) {
        texts.push_back(grid.header[each].text);
        if (choices.size() < 6)
            choices.push_back(asOption("--map", fmt::format("{}={}", role.name, grid.header[each].text)));
    }
    if (role.says == LadderSays::Workers)
        if (const std::optional<Hybrid> hybrid = hybridAmong(grid, candidates))
            choices.push_back(asOption(
                "--map", fmt::format("p={}*{}", grid.header[hybrid->of].text, grid.header[hybrid->threads].text)));
    const GridCell& second = grid.header[candidates[1]];
    return {say("{} could be {}", std::string(role.name), listed(texts)),
            "one of them" + columns.byOption(say(": {}", joined(choices, ", "))),
            Where{.line = second.where.line, .field = optionOf(role.column)}};
}

Result<void> takeByContract(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    Error error;
    for (const LadderRole& role : ladderRoles) {
        if (columns[role.column] || holdsFolds(grid, role))
            continue;
        std::vector<std::size_t> candidates;
        bool exactly = false;
        for (std::size_t i = 0; i < grid.header.size(); ++i) {
            const HeaderName& name = names[i];
            const bool rate = role.column == LadderColumn::Throughput && name.isRate && name.base == "throughput_per";
            const bool plain = name.base == role.name && unitFits(role, name) && !name.isRate;
            if (!(rate || plain) || name.isShare || columns.taken(i))
                continue;
            if (lowerCase(grid.header[i].text) == role.name)
                candidates = {i}, exactly = true;
            else if (!exactly)
                candidates.push_back(i);
        }
        if (candidates.size() > 1)
            error.problems.push_back(ambiguous(role, grid, candidates, columns));
        else if (!candidates.empty())
            columns.take(role.column, candidates.front(), grid, names[candidates.front()]);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

/// The whole that stands beside its parts: "total" without a unit is a time where it holds them all, in the unit they
/// have.
void takeTotal(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    const auto& total = std::find_if(names.begin(), names.end(), [](const HeaderName& name) {
        return name.base == "total" && !name.unitGiven && !name.isShare;
    });
    const std::size_t at = static_cast<std::size_t>(total - names.begin());
    if (columns[LadderColumn::Time] || columns[LadderColumn::Throughput] || total == names.end() || columns.taken(at))
        return;
    std::optional<double> factor;
    HeaderName name = *total;
    std::vector<std::size_t> parts;
    for (const LadderRole& role : ladderRoles)
        if (role.says == LadderSays::Part && columns[role.column]) {
            const HeaderName& part = names[*columns[role.column]];
            if (factor && *factor != columns.how(role.column).factor)
                return;
            factor = columns.how(role.column).factor;
            name.unitGiven = part.unitGiven;
            name.factor = part.factor;
            name.unit = part.unit;
            parts.push_back(*columns[role.column]);
        }
    const bool holdsEachPart =
        !parts.empty() && std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            double longest = 0;
            for (const std::size_t part : parts)
                longest = std::max(longest, parseNumber(row[part].text).value_or(0));
            const Result<double> whole = parseNumber(row[at].text);
            return isMissing(row[at].text) || (whole && *whole >= (1 - roundingOfParts) * longest);
        });
    if (holdsEachPart)  // parts that overlap are left out: dropOverlapping
        columns.take(LadderColumn::Time, at, grid, name, Confidence::Unsure);
    else if (!parts.empty())
        columns.warnings.push_back(say("column {} is less than a part in some row and was not read as the time",
                                       inQuotes(grid.header[at].text)) +
                                   columns.byOption(say(" ({})", asOption("--map", "time=" + grid.header[at].text))));
}

/// The problems: roles that two columns could have.
Error takeByGuess(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    const bool throughputSaid = columns[LadderColumn::Throughput].has_value();
    const bool partsSaid = columns[LadderColumn::Comp] && columns[LadderColumn::Comm];
    const bool timeSaid = columns[LadderColumn::Time].has_value();
    Error error;
    for (const LadderRole& role : ladderRoles) {
        const LadderColumn column = role.column;
        // Beside what is said by name, a guess for the same thing could only contradict it.
        if (columns[column] || holdsFolds(grid, role) || (column == LadderColumn::Time && throughputSaid) ||
            (column == LadderColumn::Throughput && (timeSaid || partsSaid || columns[LadderColumn::Time])))
            continue;
        const bool matters = tellsTime(role) || role.says == LadderSays::Workers;
        std::string because;
        std::vector<std::size_t> candidates =
            decidedByValues(role, candidatesFor(role, columns, grid, names), grid, names, columns, because);
        if (candidates.empty())
            continue;
        if (candidates.size() > 1 && matters) {
            error.problems.push_back(ambiguous(role, grid, candidates, columns));
            continue;
        }
        const std::size_t chosen = candidates.front();
        const bool hasUnit = role.says == LadderSays::Workers || role.says == LadderSays::Quality ||
                             role.column == LadderColumn::Throughput || names[chosen].unitGiven;
        columns.take(column, chosen, grid, names[chosen],
                     hasUnit && !isVague(names[chosen].base) && candidates.size() == 1 ? Confidence::Likely
                                                                                       : Confidence::Unsure);
        columns.mapped[static_cast<std::size_t>(column)].because = because;
    }
    if (error.problems.empty())
        takeTotal(columns, grid, names);
    return error;
}

/// Rows that share their p and differ in another count of workers: that one is p, whatever the names say.
void takeAllWorkers(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    if (!columns[LadderColumn::P])
        return;
    const std::size_t chosen = columns.p();
    const std::optional<OtherColumn> all = countsAllWorkers(grid, chosen);
    if (!all || columns.taken(all->column))
        return;
    if (grid.header[all->column].text.find('*') == std::string::npos)
        columns.warnings.push_back(
            say("p is {}, because {}", inQuotes(grid.header[all->column].text), all->because) +
            columns.byOption(say(" ({} reads the other)", asOption("--map", "p=" + grid.header[chosen].text))));
    columns.take(LadderColumn::P, all->column, grid, names[all->column], Confidence::Likely);
    columns.mapped[static_cast<std::size_t>(LadderColumn::P)].because = all->because;
    columns.factors = all->factors;
}

/// A bare "time" beside a clock on the wall: that one is read where the values show that the other is none, else asked.
std::optional<Problem> takeWallClock(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    const std::optional<std::size_t> time = columns[LadderColumn::Time];
    if (!time || !columns[LadderColumn::P] || names[*time].unitGiven || names[*time].base != "time")
        return std::nullopt;
    const std::optional<WallClock> wall = wallClockBeside(grid, names, *time, columns.p());
    if (!wall || columns.taken(wall->column))
        return std::nullopt;
    if (!wall->decided)
        return ambiguous(roleOf(LadderColumn::Time), grid, {*time, wall->column}, columns);
    columns.warnings.push_back(
        say("{} falls as p grows to the last digit, as simulated time does; {} was read",
            inQuotes(grid.header[*time].text), inQuotes(grid.header[wall->column].text)) +
        columns.byOption(say(" ({} reads the other)", asOption("--map", "time=" + grid.header[*time].text))));
    columns.take(LadderColumn::Time, wall->column, grid, names[wall->column], Confidence::Likely);
    columns.mapped[static_cast<std::size_t>(LadderColumn::Time)].because =
        say("{} falls as simulated time does", inQuotes(grid.header[*time].text));
    return std::nullopt;
}

/// A rate whose header names a worker is of one, or of all: by how it goes with p. Both where that does not tell.
std::optional<Problem> decideRate(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    const std::optional<std::size_t>& at = columns[LadderColumn::Throughput];
    if (!at || !columns[LadderColumn::P])
        return std::nullopt;
    const std::string header = grid.header[*at].text;
    RateOf of = columns.rateOf.value_or(whoseRate(grid, columns, names[*at], *at));
    if (of == RateOf::Unclear && columns.hints == ColumnHints::Options)
        return Problem{say("{} may be the rate of one worker or of all", inQuotes(header)),
                       say("--map \"throughput={}(each)\" where it is of one, --map \"throughput={}(all)\" where it is "
                           "of all",
                           header, header),
                       Where{.line = grid.header[*at].where.line, .field = optionOf(LadderColumn::Throughput)}};
    if (of == RateOf::Unclear)
        of = RateOf::OneWorker;
    MappedColumn& how = columns.mapped[static_cast<std::size_t>(LadderColumn::Throughput)];
    how.ofOneWorker = of == RateOf::OneWorker;
    if (!columns.rateOf && !names[*at].ofWorker.empty())
        how.because = how.ofOneWorker ? "one worker's, so times p" : "it rises with p, so it is of all workers";
    if (columns.rateOf || names[*at].ofWorker.empty())
        return std::nullopt;
    columns.warnings.push_back(
        how.ofOneWorker ? say("{} is of one worker and was taken times p", inQuotes(header)) +
                              columns.byOption(say("; --map \"throughput={}(all)\" reads it as of all", header))
                        : say("{} rises with p and was read as of all workers", inQuotes(header)) +
                              columns.byOption(say("; --map \"throughput={}(each)\" reads it as of one", header)));
    return std::nullopt;
}

/// A metric and its value in every row (performance studies write these): the columns, where there are such.
std::string longFormatHint(const Grid& grid, const Columns& columns)
{
    for (const char* key : {"metric", "variable", "measure", "name", "key"}) {
        const std::optional<std::size_t> metric = findHeader(grid, key);
        const std::optional<std::size_t> value = findHeader(grid, "value");
        if (metric && value)
            return columns.hints == ColumnHints::None
                       ? say("one figure per row, named by column {}: keep the rows of one of {} and say that column "
                             "{} is the time or the throughput",
                             inQuotes(key), listed(textsOf(grid, *metric)), inQuotes(grid.header[*value].text))
                       : say("one figure per row, named by column {}: keep one with {} {} (or throughput={}); NAME is "
                             "{}",
                             inQuotes(key), asOption("--where", grid.header[*metric].text + "=NAME"),
                             asOption("--map", "time=" + grid.header[*value].text), grid.header[*value].text,
                             listed(textsOf(grid, *metric)));
    }
    return {};
}

/// A number in commands that no option names is p where nobody can be asked which column is.
void takeUnnamedNumber(Columns& columns, const Grid& grid, const std::vector<HeaderName>& names)
{
    const std::optional<std::size_t> number = findHeader(grid, unnamedNumber);
    if (columns[LadderColumn::P] || !number || columns.hints == ColumnHints::Options)
        return;
    columns.take(LadderColumn::P, *number, grid, names[*number], Confidence::Unsure);
    columns.mapped[static_cast<std::size_t>(LadderColumn::P)].because = "the commands differ in it alone";
}

std::string workersHint(const Grid& grid, const Columns& columns)
{
    if (findHeader(grid, unnamedNumber))
        return say("--map \"p={}\" where it counts the workers", std::string(unnamedNumber));
    return "a column p" + columns.byOption(", or --map p=NAME");
}

}  // namespace

std::string optionOf(LadderColumn column)
{
    return "--map " + std::string(roleOf(column).name);
}

std::string asOption(std::string_view option, std::string_view text)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               (static_cast<unsigned char>(c) & 0x80u) != 0 ||
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

void Columns::take(LadderColumn column, std::size_t index, const Grid& grid, const HeaderName& name,
                   std::optional<Confidence> guess)
{
    const std::size_t row = static_cast<std::size_t>(column);
    at[row] = index;
    const Dimension dimension = roleOf(column).dimension;
    const bool hasUnit = name.unitGiven && (name.isRate ? dimension == Dimension::Rate : dimension == name.dimension);
    const char* base = dimension == Dimension::Time     ? "s"
                       : dimension == Dimension::Energy ? "J"
                       : dimension == Dimension::Rate   ? "per s"
                                                        : "";
    mapped[row] = {column,
                   grid.header[index].text,
                   guess.has_value(),
                   hasUnit ? name.factor : 1,
                   hasUnit,
                   hasUnit ? name.unit : base,
                   guess.value_or(Confidence::Said),
                   Commas::AsFound,
                   hints == ColumnHints::Options};
}

bool unitFits(const LadderRole& role, const HeaderName& name)
{
    return !name.unitGiven || name.dimension == role.dimension;
}

bool isMissing(std::string_view text)
{
    constexpr std::array<std::string_view, 7> markers{"", "N/A", "n/a", "NA", "-", "\xE2\x80\x93", "\xE2\x80\x94"};
    return std::find(markers.begin(), markers.end(), text) != markers.end();
}

bool isWord(std::string_view text)
{
    // Letters of ASCII, and by their first byte those of Cyrillic (D0 to D3) and of East Asia (E3 to ED).
    const auto isLetter = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (byte >= 0xD0 && byte <= 0xD3) ||
               (byte >= 0xE3 && byte <= 0xED);
    };
    return !isMissing(text) && std::count_if(text.begin(), text.end(), isLetter) > 1 &&
           std::none_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isNumber(std::string_view text)
{
    if (text.find(',') == std::string_view::npos)
        return parseNumber(text) || durationOf(text);
    std::string points(text);
    std::replace(points.begin(), points.end(), ',', '.');
    return parseNumber(points) || durationOf(points);
}

std::string headersOf(const Grid& grid)
{
    std::vector<std::string> names;
    for (const GridCell& cell : grid.header)
        if (!cell.text.empty())
            names.push_back(cell.text);
    return listed(names);
}

std::optional<std::size_t> findHeader(const Grid& grid, std::string_view name)
{
    for (const bool exactly : {true, false})
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (exactly ? grid.header[i].text == name : lowerCase(grid.header[i].text) == lowerCase(name))
                return i;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (const std::string_view plain = withoutTracker(grid.header[i].text);
            plain != grid.header[i].text && plain == name) {
            if (found)
                return std::nullopt;  // a parameter and a metric
            found = i;
        }
    return found;
}

/// Distinct texts of a column, in the order they come.
std::vector<std::string> textsOf(const Grid& grid, std::size_t column)
{
    std::vector<std::string> texts;
    std::unordered_set<std::string_view> seen;
    for (const std::vector<GridCell>& row : grid.rows)
        if (seen.insert(row[column].text).second)
            texts.push_back(row[column].text);
    return texts;
}

std::string listed(const std::vector<std::string>& texts)
{
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < texts.size() && i < most; ++i)
        text.append(i == 0 ? "" : ", ").append(inQuotes(texts[i]));
    return texts.size() > most ? say("{} and {} more", text, texts.size() - most) : std::move(text);
}

Result<Columns> columnsOf(const Grid& grid, const LadderFileOptions& options)
{
    Columns columns;
    columns.hints = options.hints;
    const std::vector<HeaderName> names = headerNames(grid);
    const auto numbers = std::count_if(grid.header.begin(), grid.header.end(),
                                       [](const GridCell& cell) { return parseNumber(cell.text).has_value(); });
    const Where where = grid.header.empty() ? Where{}
                                            : Where{.line = grid.header.front().where.line,
                                                    .pointer = grid.header.front().where.pointer};
    if (std::all_of(grid.header.begin(), grid.header.end(), [](const GridCell& cell) { return isNumber(cell.text); }) ||
        (numbers > 1 && options.columns.empty()))
        return fail(noHeader(where));
    if (const Result<void> taken = takeNamed(columns, grid, names, options); !taken)
        return fail(taken.error());
    if (const Result<void> taken = takeByContract(columns, grid, names); !taken)
        return fail(taken.error());
    const bool exactly = columns[LadderColumn::P] && grid.header[columns.p()].text == roleOf(LadderColumn::P).name;
    Error error = takeByGuess(columns, grid, names);
    takeUnnamedNumber(columns, grid, names);
    if (!options.columns.contains(LadderColumn::P) && !exactly)
        takeAllWorkers(columns, grid, names);
    if (!options.columns.contains(LadderColumn::Time))
        if (std::optional<Problem> unclear = takeWallClock(columns, grid, names))
            error.problems.push_back(std::move(*unclear));
    if (std::optional<Problem> unclear = decideRate(columns, grid, names))
        error.problems.push_back(std::move(*unclear));
    takeUnitAbove(columns, grid, options);
    dropOverlapping(columns, grid, options);
    warnOfBareUnits(columns);
    if (std::optional<Problem> unclear = tooLongForSeconds(columns, grid))
        error.problems.push_back(std::move(*unclear));
    const auto asked = [&](auto&& ofRole) {
        return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
            return ofRole(role) && std::any_of(error.problems.begin(), error.problems.end(), [&](const Problem& each) {
                       return each.where.field == optionOf(role.column);
                   });
        });
    };
    const bool workersAsked = asked([](const LadderRole& role) { return role.says == LadderSays::Workers; });
    const bool timesAsked = asked([](const LadderRole& role) { return tellsTime(role); });
    if (!columns[LadderColumn::P] && !workersAsked)
        error.problems.push_back({say("no column is the number of workers; the header names {}", headersOf(grid)),
                                  workersHint(grid, columns), where});
    if (!columns.anyFigure() && !timesAsked) {
        const std::string hint = longFormatHint(grid, columns);
        error.problems.push_back({say("no column holds a time or a throughput; the header names {}", headersOf(grid)),
                                  hint.empty() ? "a column time, or comp, comm and idle, or throughput" +
                                                     columns.byOption(", or --map time=NAME")
                                               : hint,
                                  where});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return columns;
}

}  // namespace scalewright
