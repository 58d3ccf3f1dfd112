#include "core/ladder/ladder_columns.h"

#include <set>

#include <fmt/format.h>

#include "core/quantity/units.h"
#include "core/result/quote.h"

namespace scalewright {

namespace {

/// The names people have for it, the likeliest first.
std::vector<std::string_view> guessesFor(const LadderRole& role)
{
    std::vector<std::string_view> guesses;
    for (std::size_t from = 0; from < role.guesses.size();) {
        const std::size_t end = std::min(role.guesses.find(' ', from), role.guesses.size());
        guesses.push_back(role.guesses.substr(from, end - from));
        from = end + 1;
    }
    return guesses;
}

/// Names that are counters where no unit makes a time of them: "epoch", but not "epoch_s".
bool needsUnit(std::string_view name)
{
    constexpr std::array<std::string_view, 4> counters{"step", "epoch", "iteration", "total"};
    return std::find(counters.begin(), counters.end(), name) != counters.end();
}

/// A column of words is no figure, whatever its name.
bool holdsFigures(const Grid& grid, std::size_t column)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        return isMissing(text) || (text[0] >= '0' && text[0] <= '9') || isNumber(text);
    });
}

Result<void> takeNamed(Columns& columns, const Grid& grid, const LadderFileOptions& options)
{
    Error error;
    for (const auto& [column, header] : options.columns) {
        std::optional<std::size_t> found = findHeader(grid, header);
        HeaderName name = headerName(found ? grid.header[*found].text : header);
        if (!found) {  // "median(us)": a header and a unit that it does not say
            const std::size_t bracket = header.find_last_of("([");
            if (bracket != std::string::npos)
                found = findHeader(grid, header.substr(0, bracket));
            if (found && !name.unitGiven)
                error.problems.push_back({say("there is no unit {}", inQuotes(header.substr(bracket))),
                                          say("{} in brackets", headerUnits(roleOf(column).dimension)),
                                          Where{.field = "--map " + std::string(roleOf(column).name)}});
        }
        if (!found) {
            error.problems.push_back({say("there is no column {}", inQuotes(header)), say("one of {}", headersOf(grid)),
                                      Where{.field = "--map " + std::string(roleOf(column).name)}});
            continue;
        }
        if (columns.taken(*found)) {
            error.problems.push_back({say("the column {} is named for two roles", inQuotes(header)), say("a column for each role"),
                                      Where{.field = "--map " + std::string(roleOf(column).name)}});
            continue;
        }
        columns.take(column, *found, grid, name, false);
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

void takeByContract(Columns& columns, const Grid& grid)
{
    for (const LadderRole& role : ladderRoles)
        for (std::size_t i = 0; i < grid.header.size() && !columns[role.column]; ++i) {
            const HeaderName name = headerName(grid.header[i].text);
            const bool rate = role.column == LadderColumn::Throughput && name.isRate && name.base == "throughput_per";
            const bool plain = name.base == role.name && unitFits(role, name) && !name.isRate;
            if ((rate || plain) && !name.isShare && !columns.taken(i))
                columns.take(role.column, i, grid, name, false);
        }
}

void takeByGuess(Columns& columns, const Grid& grid)
{
    const bool throughputSaid = columns[LadderColumn::Throughput].has_value();
    const bool partsSaid = columns[LadderColumn::Comp] && columns[LadderColumn::Comm];
    const bool timeSaid = columns[LadderColumn::Time].has_value();
    for (const LadderRole& role : ladderRoles) {
        const LadderColumn column = role.column;
        // Beside what is said by name, a guess for the same thing could only contradict it.
        if (columns[column] || (column == LadderColumn::Time && throughputSaid) ||
            (column == LadderColumn::Throughput && (timeSaid || partsSaid || columns[LadderColumn::Time])))
            continue;
        std::vector<std::size_t> candidates;
        const auto consider = [&](std::size_t i) {
            if (!columns.taken(i) && holdsFigures(grid, i) &&
                std::find(candidates.begin(), candidates.end(), i) == candidates.end())
                candidates.push_back(i);
        };
        for (const std::string_view guess : guessesFor(role))
            for (std::size_t i = 0; i < grid.header.size(); ++i) {
                const HeaderName name = headerName(grid.header[i].text);
                if (name.base == guess && !name.isShare && !name.isRate && unitFits(role, name) && (name.unitGiven || !needsUnit(guess)))
                    consider(i);
            }
        if (column == LadderColumn::Throughput)
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (headerName(grid.header[i].text).isRate)
                    consider(i);
        if (candidates.empty())
            continue;
        const GridCell& chosen = grid.header[candidates.front()];
        columns.take(column, candidates.front(), grid, headerName(chosen.text), true);
        if (candidates.size() > 1 && (tellsTime(role) || role.says == LadderSays::Workers)) {
            std::string others;
            for (std::size_t i = 1; i < candidates.size(); ++i)
                others.append(i == 1 ? "" : ", ").append(inQuotes(grid.header[candidates[i]].text));
            columns.warnings.push_back(say("{} was read from {}; {} could be it too (--map {}={})",
                                                   std::string(role.name), inQuotes(chosen.text), others, std::string(role.name),
                                           grid.header[candidates[1]].text));
        }
    }
}

/// A metric and its value in every row (performance studies write these): the columns, where there are such.
Message longFormatHint(const Grid& grid)
{
    for (const char* key : {"metric", "variable", "measure", "name", "key"}) {
        const std::optional<std::size_t> metric = findHeader(grid, key);
        const std::optional<std::size_t> value = findHeader(grid, "value");
        if (metric && value)
            return say(
                "one figure per row, named by column {}: keep one with --where {}=NAME --map time={} (or throughput={}); NAME is "
                "{}",
                inQuotes(key), grid.header[*metric].text, grid.header[*value].text, grid.header[*value].text,
                listed(textsOf(grid, *metric)));
    }
    return {};
}

}  // namespace

bool unitFits(const LadderRole& role, const HeaderName& name)
{
    return !name.unitGiven || name.dimension == role.dimension;
}

bool isMissing(std::string_view text)
{
    constexpr std::array<std::string_view, 7> markers{"", "N/A", "n/a", "NA", "-", "\xE2\x80\x93", "\xE2\x80\x94"};
    return std::find(markers.begin(), markers.end(), text) != markers.end();
}

bool isNumber(std::string text)
{
    std::replace(text.begin(), text.end(), ',', '.');
    return parseNumber(text).has_value();
}

Message headersOf(const Grid& grid)
{
    std::string names;
    for (const GridCell& cell : grid.header)
        if (!cell.text.empty())
            names.append(names.empty() ? "" : ", ").append(inQuotes(cell.text));
    return names;
}

std::optional<std::size_t> findHeader(const Grid& grid, std::string_view name)
{
    for (const bool exactly : {true, false})
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (exactly ? grid.header[i].text == name : lowerCase(grid.header[i].text) == lowerCase(name))
                return i;
    return std::nullopt;
}

/// Distinct texts of a column, in the order they come.
std::vector<std::string> textsOf(const Grid& grid, std::size_t column)
{
    std::vector<std::string> texts;
    std::set<std::string> seen;
    for (const std::vector<GridCell>& row : grid.rows)
        if (seen.insert(row[column].text).second)
            texts.push_back(row[column].text);
    return texts;
}

Message listed(const std::vector<std::string>& texts)
{
    constexpr std::size_t most = 12;
    std::string text;
    for (std::size_t i = 0; i < texts.size() && i < most; ++i)
        text.append(i == 0 ? "" : ", ").append(inQuotes(texts[i]));
    return texts.size() > most ? say("{} and {} more", text, texts.size() - most) : Message(text);
}

Result<Columns> columnsOf(const Grid& grid, const LadderFileOptions& options)
{
    Columns columns;
    if (const Result<void> named = takeNamed(columns, grid, options); !named)
        return fail(named.error());
    takeByContract(columns, grid);
    takeByGuess(columns, grid);
    const Where where =
        grid.header.empty() ? Where{} : Where{.line = grid.header.front().where.line, .pointer = grid.header.front().where.pointer};
    if (std::all_of(grid.header.begin(), grid.header.end(), [](const GridCell& cell) { return isNumber(cell.text); }))
        return fail(ErrorCode::Input, say("there is no header row: the first line holds numbers"),
                    say("the columns' names first, such as p,time"), where);
    Error error;
    if (!columns[LadderColumn::P])
        error.problems.push_back(
            {say("no column is the number of workers; the header names {}", headersOf(grid)), say("a column p, or --map p=NAME"), where});
    if (!columns.anyFigure()) {
        const Message hint = longFormatHint(grid);
        error.problems.push_back({say("no column holds a time or a throughput; the header names {}", headersOf(grid)),
                                  hint.empty() ? say("a column time, or comp, comm and idle, or throughput, or --map time=NAME") : Message(hint),
                                  where});
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return columns;
}

}  // namespace scalewright
