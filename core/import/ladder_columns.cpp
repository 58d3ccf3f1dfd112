#include "core/import/ladder_columns.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <unordered_set>

#include <fmt/format.h>

#include "core/import/column_names.h"
#include "core/import/evidence.h"
#include "core/import/programs/run_command.h"
#include "core/import/text.h"
#include "core/import/run_table.h"
#include "core/ladder/ladder_notes.h"
#include "core/quantity/duration.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"

namespace scalewright {

namespace {

/// Names that mean something else where no unit makes a time of them: "epoch" counts, "tp" is a degree of parallelism,
/// a halo has a width.
bool needsUnit(std::string_view name)
{
    constexpr std::array<std::string_view, 8> others{"step", "epoch", "iteration", "total",
                                                     "tp",   "speed", "halo",      "exchange"};
    return isAmong(others, name);
}

/// Names that other things have too: one that is said better goes before them.
bool isVague(std::string_view name)
{
    constexpr std::array<std::string_view, 11> vague{"load", "rate", "x_p",  "duration",    "ncpus", "alloccpus",
                                                     "mpi",  "core", "fils", "performance", "perf"};
    return (name.size() <= 2 && name != "np") || needsUnit(name) || isAmong(vague, name);
}

/// The clock that a tracker keeps of every whole run, start-up and validation included.
bool isTrackersClock(const Grid& grid, std::size_t column)
{
    constexpr std::array<std::string_view, 4> clocks{"Runtime", "_runtime", "summary._runtime", "duration"};
    return grid.ofRuns && isAmong(clocks, grid.header[column].text);
}

/// A column of words is no figure, whatever its name.
bool holdsFigures(const Grid& grid, std::size_t column)
{
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const std::string& text = row[column].text;
        return row[column].nested == nullptr &&
               (isMissing(text) || (text[0] >= '0' && text[0] <= '9') || isNumber(text));
    });
}

/// Numbers of workers, in some row at least; of a name that is a time's too ("mpi"), in every row.
bool holdsWorkers(const Grid& grid, std::size_t column, std::string_view base)
{
    if (base == "mpi" && std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return !parseCount(row[column].text, 1, 1'000'000'000);
        }))
        return false;
    return std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
        const Result<double> number = parseNumber(row[column].text);
        return number && *number >= 1 && *number == std::floor(*number);
    });
}

bool sameTexts(const Grid& grid, std::size_t one, std::size_t other)
{
    return std::all_of(grid.rows.begin(), grid.rows.end(),
                       [&](const std::vector<GridCell>& row) { return row[one].text == row[other].text; });
}

std::string optionOf(LadderColumn column)
{
    return "--map " + std::string(roleOf(column).name);
}

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

bool hasWordLike(const Grid& grid, std::size_t column, std::initializer_list<std::string_view> parts)
{
    const std::vector<std::string> words = nameWords(lowerCaseOfLetters(grid.header[column].text));
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return word.find(part) != std::string::npos; });
    });
}

bool namesThreads(const Grid& grid, std::size_t column)
{
    return hasWordLike(grid, column, {"thread", "omp", "hilos"});
}

/// Of candidates, the threads of each and what has them: "np" and "threads".
struct Hybrid {
    std::size_t of = 0, threads = 0;
};
std::optional<Hybrid> hybridAmong(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const auto isThreads = [&](std::size_t i) { return namesThreads(grid, i); };
    const auto isWhole = [&](std::size_t i) {
        return std::all_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return parseCount(row[i].text, 1, 1'000'000).has_value();
        });
    };
    const auto threads = std::find_if(candidates.begin(), candidates.end(), isThreads);
    const auto of = std::find_if_not(candidates.begin(), candidates.end(), isThreads);
    return threads != candidates.end() && of != candidates.end() && isWhole(*threads) && isWhole(*of)
               ? std::optional(Hybrid{*of, *threads})
               : std::nullopt;
}

/// Processes and their threads are two counts even where they are equal; cores and threads are one.
bool areProcessesOfThreads(const Grid& grid, const std::vector<std::size_t>& candidates)
{
    const std::optional<Hybrid> hybrid = hybridAmong(grid, candidates);
    return hybrid && hasWordLike(grid, hybrid->of, {"proc", "rank", "mpi", "task", "np"});
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
            choices.push_back(fmt::format("--map {}={}", role.name, grid.header[each].text));
    }
    if (role.says == LadderSays::Workers)
        if (const std::optional<Hybrid> hybrid = hybridAmong(grid, candidates))
            choices.push_back(
                fmt::format("--map p={}*{}", grid.header[hybrid->of].text, grid.header[hybrid->threads].text));
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

/// Without what says of whom it is: "throughput_per_gpu" is "throughput".
std::string ofAll(const HeaderName& name)
{
    const std::string behind = "_per_" + name.ofWorker;
    return !name.isRate && !name.ofWorker.empty() && name.base.ends_with(behind)
               ? name.base.substr(0, name.base.size() - behind.size())
               : name.base;
}

/// The same texts at every p, several p: what was set there, and not what was measured.
bool isSetAtEveryP(const Columns& columns, const Grid& grid, std::size_t column)
{
    const std::optional<std::size_t> p = columns[LadderColumn::P];
    if (!p)
        return false;
    std::map<std::string, std::set<std::string>> valuesAt;
    for (const std::vector<GridCell>& row : grid.rows)
        valuesAt[row[*p].text].insert(row[column].text);
    return valuesAt.size() > 1 && std::all_of(valuesAt.begin(), valuesAt.end(), [&](const auto& each) {
               return each.second == valuesAt.begin()->second;
           });
}

/// The columns whose names people use for the role, those that say it best first.
std::vector<std::size_t> candidatesFor(const LadderRole& role, const Columns& columns, const Grid& grid,
                                       const std::vector<HeaderName>& names)
{
    std::vector<std::size_t> candidates;
    const bool workers = role.says == LadderSays::Workers;
    const auto consider = [&](std::size_t i) {
        if (!columns.taken(i) && (workers ? holdsWorkers(grid, i, names[i].base) : holdsFigures(grid, i)) &&
            !isAmong(candidates, i))
            candidates.push_back(i);
    };
    const std::vector<std::string>& guesses = columnNames().roles.at(role.column);
    const auto isNamed = [&](const HeaderName& name, const std::string& base, const std::string& guess) {
        const bool simulated = guess == "total" && name.unit == "day";  // "total_days" of a model's weather
        return base == guess && !name.isShare && !name.isRate && unitFits(role, name) && !simulated &&
               (name.unitGiven || !needsUnit(guess));
    };
    for (const std::string& guess : guesses)
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (isNamed(names[i], workers ? withoutCounting(names[i].base) : names[i].base, guess))
                consider(i);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];
        if (role.column == LadderColumn::Throughput && name.isRate && name.ofWorker.empty())
            consider(i);
        else if (role.column == LadderColumn::Time && name.unitGiven && name.dimension == Dimension::Time &&
                 !name.isRate && !name.isMinimum &&
                 ((name.isUnit && name.base.size() > 1 && !isSetAtEveryP(columns, grid, i)) ||
                  name.base.starts_with("time_per_")))  // "S" is a speedup
            consider(i);
        else if (role.column == LadderColumn::Energy && name.isUnit && name.base.size() > 1 &&
                 name.dimension == Dimension::Energy)
            consider(i);
    }
    if (!candidates.empty())
        return candidates;
    // What says less: the mean of such a time, a rate of one worker, a count that no list names.
    bool isMedian = false;
    for (const std::string& guess : guesses)
        for (std::size_t i = 0; i < grid.header.size(); ++i) {
            const HeaderName& name = names[i];
            const std::string bare = columnNames().withoutStatistics(name.base);
            if (bare == name.base || !(isNamed(name, bare, guess) || isNamed(name, bare, role.name)))
                continue;
            const bool median = name.base.find("med") != std::string::npos;
            if (median && !isMedian)
                candidates.clear();
            if (median || !isMedian)
                consider(i);
            isMedian = isMedian || median;
        }
    if (!candidates.empty())
        return candidates;
    const auto isPart = [&](const std::string& base) {
        const std::vector<std::string_view> words = fieldsIn(base, '_');
        return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& each) {
            const std::vector<std::string>& ofPart = columnNames().roles.at(each.column);
            return each.says == LadderSays::Part &&
                   (isAmong(ofPart, base) || std::any_of(words.begin(), words.end(), [&](std::string_view word) {
                        return word == each.name || (word != "mpi" && isAmong(ofPart, word));
                    }));
        });
    };
    // "median_ms", "mean [s]"; "value" beside a column of its unit.
    for (const std::string_view statistic : {"median", "med", "mean", "avg", "average", "value", "result", "wert"})
        for (std::size_t i = 0; role.column == LadderColumn::Time && i < grid.header.size() && candidates.empty(); ++i)
            if (names[i].base == statistic && names[i].unitGiven && names[i].dimension == Dimension::Time &&
                !names[i].isRate && !names[i].isShare)
                consider(i);
    if (!candidates.empty())
        return candidates;
    for (std::size_t i = 0; role.column == LadderColumn::Time && i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];  // "MPI Time (seconds) N=1000"
        const std::string base = '_' + name.base + '_';
        if (name.unitGiven && name.dimension == Dimension::Time && !name.isRate && !name.isMinimum && !name.isShare &&
            (base.find("_time_") != std::string::npos || base.find("_runtime_") != std::string::npos) &&
            !isPart(name.base))
            consider(i);
    }
    const bool noTime = role.column == LadderColumn::Time && candidates.empty();
    for (std::size_t i = 0; noTime && i < grid.header.size(); ++i)
        if (speaksOfTime(names[i]) && !isPart(names[i].base))
            consider(i);
    for (std::size_t i = 0; role.column == LadderColumn::Throughput && i < grid.header.size(); ++i)
        if (speaksOfThroughput(names[i]))
            consider(i);
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName& name = names[i];
        const std::string bare = ofAll(name);
        if (role.column == LadderColumn::Throughput && !name.ofWorker.empty() && !name.isShare &&
            (name.isRate || bare == role.name || isAmong(guesses, bare)))
            consider(i);
        else if (workers && (countsWorkers(name) || grid.header[i].text.find('*') != std::string::npos))
            consider(i);
    }
    // What holds workers counts them where nothing counts the workers themselves.
    if (workers && candidates.empty())
        for (const std::string& host : columnNames().hosts)
            for (std::size_t i = 0; i < grid.header.size(); ++i)
                if (withoutCounting(names[i].base) == host && !names[i].unitGiven && !names[i].isShare)
                    consider(i);
    return candidates;
}

/// Those that the values leave, and `because` where they decide: the constant ones go where another varies, of equal ones the first stays, a vague name
/// and a tracker's own clock go where a better one is. What went is said.
std::vector<std::size_t> decidedByValues(const LadderRole& role, std::vector<std::size_t> candidates, const Grid& grid,
                                         const std::vector<HeaderName>& names, Columns& columns, std::string& because)
{
    if (candidates.size() < 2)
        return candidates;
    const std::vector<std::size_t> all = candidates;
    const auto keepIf = [&](auto&& keeps) {
        std::vector<std::size_t> kept;
        std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(kept), keeps);
        if (!kept.empty())
            candidates = std::move(kept);
    };
    if (role.says == LadderSays::Workers)
        keepIf([&](std::size_t i) { return textsOf(grid, i).size() > 1; });
    if (role.says == LadderSays::Workers)
        keepIf([&](std::size_t i) {
            return std::all_of(candidates.begin(), candidates.end(),
                               [&](std::size_t other) { return other == i || partsFiner(grid, i, other); });
        });
    keepIf([&](std::size_t i) { return !isVague(names[i].base) || names[i].unitGiven; });
    if (role.column == LadderColumn::Time)
        keepIf([&](std::size_t i) {
            return !isTrackersClock(grid, i);
        });  // a time that somebody logged was logged to be compared
    const bool isHybrid = role.says == LadderSays::Workers && areProcessesOfThreads(grid, candidates);
    if (isHybrid)  // of columns that say the same, the first
        keepIf([&](std::size_t i) {
            const auto end = std::find(candidates.begin(), candidates.end(), i);
            return std::none_of(candidates.begin(), end, [&](std::size_t other) {
                return sameTexts(grid, i, other) && namesThreads(grid, i) == namesThreads(grid, other);
            });
        });
    if (!isHybrid && std::all_of(candidates.begin(), candidates.end(), [&](std::size_t i) {
            return sameTexts(grid, i, candidates.front()) && names[i].factor == names[candidates.front()].factor;
        }))
        candidates.resize(1);
    if (candidates.size() == 1) {
        std::vector<std::string> others;
        std::string other;
        for (const std::size_t i : all)
            if (i != candidates.front()) {
                others.push_back(grid.header[i].text);
                other = other.empty() ? grid.header[i].text : other;
            }
        because = say("by its values; {} could be it too", listed(others));
        columns.warnings.push_back(say("{} was read from {}; {} could be it too", std::string(role.name),
                                       inQuotes(grid.header[candidates.front()].text), listed(others)) +
                                   columns.byOption(say(" (--map {}={})", std::string(role.name), other)));
    }
    return candidates;
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
                                   columns.byOption(say(" (--map time={})", grid.header[at].text)));
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
        columns.warnings.push_back(say("p is {}, because {}", inQuotes(grid.header[all->column].text), all->because) +
                                   columns.byOption(say(" (--map p={} reads the other)", grid.header[chosen].text)));
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
    columns.warnings.push_back(say("{} falls as p grows to the last digit, as simulated time does; {} was read",
                                   inQuotes(grid.header[*time].text), inQuotes(grid.header[wall->column].text)) +
                               columns.byOption(say(" (--map time={} reads the other)", grid.header[*time].text)));
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

/// Parts that nobody asked for and that are more than the time beside them run at once: they are no parts of it. Where
/// the time is a guess as well, a part that is longer than it shows that one of the two is something else.
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

/// Times of which some say their unit and some do not: the bare ones are seconds, which is hardly meant beside
/// milliseconds.
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
            columns.byOption(say("; --map {}={}({}) reads it so too", std::string(roleOf(bare->column).name),
                                 bare->header, other->unit)));
}

/// Times without a unit that would be years in seconds are in another unit: asked, or warned of where the reader offers
/// the units. Months are warned of, where the name is a guess.
std::optional<Problem> tooLongForSeconds(Columns& columns, const Grid& grid)
{
    constexpr double tenYears = 3e8, year = 31557600, day = 86400;
    const std::optional<std::size_t>& at = columns[LadderColumn::Time];
    if (!at || columns.how(LadderColumn::Time).unitGiven)
        return std::nullopt;
    double least = 0;
    for (const std::vector<GridCell>& row : grid.rows)
        if (const Result<double> value = parseNumber(row[*at].text))
            least = least == 0 ? *value : std::min(least, *value);
    const bool isAsked = least >= tenYears;
    if (!isAsked && !(columns.how(LadderColumn::Time).guessed && least >= longForAGuess))
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
                       : say("one figure per row, named by column {}: keep one with --where {}=NAME --map time={} (or "
                             "throughput={}); NAME is "
                             "{}",
                             inQuotes(key), grid.header[*metric].text, grid.header[*value].text,
                             grid.header[*value].text, listed(textsOf(grid, *metric)));
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
