// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/program_runs.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/json_rows.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/run_table.h"

namespace scalewright {

namespace {

/// Judged by exit status or state.
bool hasFailed(const ProgramRun& run)
{
    const std::string state = lowerCase(run.state.substr(0, run.state.find_first_of(" (")));
    return run[LoggedValue::Exit].value_or(0) != 0 || (!state.empty() && state != "completed");
}

/// Sets p from the commands for runs that do not log it. Returns true if p is only a number in the commands that
/// belongs to no option.
bool setWorkersFromCommands(std::vector<ProgramRun>& runs, std::vector<std::string>& notes)
{
    if (std::all_of(runs.begin(), runs.end(),
                    [](const ProgramRun& run) { return run[LoggedValue::P] || run.command.empty(); }))
        return false;
    std::vector<std::string> commands;
    for (const ProgramRun& run : runs)
        commands.push_back(run.command);
    const CommandWorkers workers = findCommandWorkers(commands);
    for (std::size_t i = 0; i < workers.counts.size(); ++i)
        runs[i][LoggedValue::P] = static_cast<double>(workers.counts[i]);
    for (std::size_t i = 0; i < workers.unnamedNumbers.size(); ++i)
        if (const Result<double> number = parseNumber(workers.unnamedNumbers[i]))
            runs[i][LoggedValue::P] = *number;
    if (!workers.reason.empty())
        notes.push_back(workers.reason);
    return !workers.unnamedNumbers.empty();
}

/// How the work of the runs depends on p.
enum class WorkScaling { Unknown, Fixed, ProportionalToP, Irregular };

WorkScaling classifyWork(const std::vector<ProgramRun>& runs)
{
    constexpr double ratioLimit = 1.02;
    double highest = 0, lowest = 0, highestPerP = 0, lowestPerP = 0;
    std::set<double> workers;
    for (const ProgramRun& run : runs) {
        if (hasFailed(run))
            continue;
        std::optional<double> work = run[LoggedValue::Work];
        if (!work && run[LoggedValue::Time] && run[LoggedValue::Rate])
            work = *run[LoggedValue::Time] * *run[LoggedValue::Rate];
        if (!work || *work <= 0 || !run[LoggedValue::P])
            return WorkScaling::Unknown;
        const double each = *work / *run[LoggedValue::P];
        workers.insert(*run[LoggedValue::P]);
        highest = std::max(highest, *work);
        lowest = lowest == 0 ? *work : std::min(lowest, *work);
        highestPerP = std::max(highestPerP, each);
        lowestPerP = lowestPerP == 0 ? each : std::min(lowestPerP, each);
    }
    return workers.size() < 2                       ? WorkScaling::Unknown
           : highest <= ratioLimit * lowest         ? WorkScaling::Fixed
           : highestPerP <= ratioLimit * lowestPerP ? WorkScaling::ProportionalToP
                                                    : WorkScaling::Irregular;
}

void addStepSummary(const ProgramRuns& programRuns, std::vector<std::string>& notes)
{
    std::size_t maximumSteps = 0, minimumSteps = 0, skipped = 0;
    if (std::any_of(programRuns.runs.begin(), programRuns.runs.end(),
                    [](const ProgramRun& run) { return run.firstStepCompiles; }))
        notes.emplace_back("the first step compiles and is left out");
    for (const ProgramRun& run : programRuns.runs)
        if (run.stepCount > 0) {
            maximumSteps = std::max(maximumSteps, run.stepCount - run.skippedSteps);
            minimumSteps = minimumSteps == 0 ? run.stepCount - run.skippedSteps
                                             : std::min(minimumSteps, run.stepCount - run.skippedSteps);
            skipped = std::max(skipped, run.skippedSteps);
        }
    if (maximumSteps == 0)
        notes.push_back(formatMessage(
            "{}: {}", programRuns.program,
            programRuns.runs.size() == 1 ? std::string("1 run") : formatMessage("{} runs", programRuns.runs.size())));
    else if (maximumSteps == minimumSteps && skipped == 0)
        notes.push_back(formatMessage("{}: the median of {} steps", programRuns.program, maximumSteps));
    else if (maximumSteps == minimumSteps)
        notes.push_back(formatMessage("{}: the median of {} steps after a warm-up of {}", programRuns.program,
                                      maximumSteps, skipped));
    else
        notes.push_back(formatMessage("{}: medians of {} to {} steps after a warm-up of up to {}", programRuns.program,
                                      minimumSteps, maximumSteps, skipped));
}

/// Runs of several programs, each at one p, are no ladder.
std::optional<Error> differentProgramsError(const ProgramRuns& programRuns)
{
    std::map<std::string, std::set<double>> workersOfName;
    std::set<double> workers;
    for (const ProgramRun& run : programRuns.runs) {
        workersOfName[run.name].insert(run[LoggedValue::P].value_or(0));
        workers.insert(run[LoggedValue::P].value_or(0));
    }
    const bool areApart = workersOfName.size() > 1 && workers.size() > 1 &&
                          std::all_of(workersOfName.begin(), workersOfName.end(),
                                      [](const auto& each) { return each.second.size() == 1; });
    if (!areApart)
        return std::nullopt;
    std::vector<std::string> parts;
    for (const auto& [name, p] : workersOfName)
        parts.push_back(formatMessage("{} at p = {}", inQuotes(name), significantText(*p.begin())));
    return Error{
        ErrorCode::Input,
        {{formatMessage("{} ran different tests at different p: {}", programRuns.program, joinNonEmpty(parts, ", ")),
          "one of the tests at several p",
          {}}}};
}

/// "np=4", if some line of the program gives p in this form; empty otherwise.
std::string exampleWorkersLine(std::string_view name)
{
    for (const Program& program : knownPrograms())
        for (const ProgramField& field : program.fields)
            if (program.name == name && field.kind == LoggedValue::P && !field.after.empty() &&
                field.after.front().ends_with('='))
                return field.after.front() + '4';
    return {};
}

std::string expectedWorkersText(const ProgramRuns& programRuns)
{
    const char* const folder = "a folder of such files, each named after its p, such as 8gpus.log";
    const std::string line = exampleWorkersLine(programRuns.program);
    if (programRuns.runs.size() > 1 && !line.empty())
        return formatMessage("a line such as {} above each of its {} runs", line, programRuns.runs.size());
    return programRuns.possibleWorkersHeader.empty()
               ? folder
               : formatMessage("the column that counts them, such as --map p={}, or {}",
                               programRuns.possibleWorkersHeader, std::string(folder));
}

/// Whether the text differs between runs, or between runs with the same name and p.
bool differs(const std::vector<ProgramRun>& runs, std::string ProgramRun::*text, bool atSameP)
{
    std::map<std::pair<std::string, double>, std::string> first;
    return !std::all_of(runs.begin(), runs.end(), [&](const ProgramRun& run) {
        const auto key =
            atSameP ? std::pair(run.name, run[LoggedValue::P].value_or(0)) : std::pair<std::string, double>();
        return first.try_emplace(key, run.*text).first->second == run.*text;
    });
}

/// One row per run. Processes and threads per process are separate columns, so that column assignment decides which is p.
Grid gridOfRuns(const ProgramRuns& programRuns, WorkScaling work, bool isHybrid)
{
    const std::vector<ProgramRun>& runs = programRuns.runs;
    Grid grid;
    for (const ProgramRun& run : runs)
        grid.rows.push_back({{"", ProblemLocation{.line = run.startLine}}});
    grid.header = {{"", grid.rows.front().front().where}};
    const auto add = [&](const char* header, const auto& textOf) {
        addColumn(grid, header, 0, [&](std::size_t i) { return std::string(textOf(runs[i])); });
    };
    const auto addFigure = [&](const char* header, LoggedValue kind) {
        add(header, [&](const ProgramRun& run) {
            return run[kind] && (kind == LoggedValue::P || !hasFailed(run)) ? roundTripText(*run[kind]) : std::string();
        });
    };
    const auto all = [&](LoggedValue kind) {
        return std::all_of(runs.begin(), runs.end(),
                           [&](const ProgramRun& run) { return run[kind] || hasFailed(run); });
    };
    const bool rates = all(LoggedValue::Rate) && (work == WorkScaling::Irregular || !all(LoggedValue::Time));
    addFigure(isHybrid ? "processes" : "p", LoggedValue::P);
    if (isHybrid)
        add("threads",
            [](const ProgramRun& run) { return run.threads ? std::to_string(*run.threads) : std::string(); });
    if (rates)
        addFigure("throughput", LoggedValue::Rate);
    else
        for (const auto& [header, kind] :
             {std::pair{"time_s", LoggedValue::Time}, std::pair{"comp_s", LoggedValue::Comp},
              std::pair{"comm_s", LoggedValue::Comm}, std::pair{"io_s", LoggedValue::Io},
              std::pair{"energy_j", LoggedValue::Energy}})
            if (std::any_of(runs.begin(), runs.end(), [k = kind](const ProgramRun& run) { return run[k].has_value(); }))
                addFigure(header, kind);
    if (!rates && (work == WorkScaling::ProportionalToP || work == WorkScaling::Fixed))
        add("scaling", [&](const ProgramRun&) { return work == WorkScaling::Fixed ? "strong" : "weak"; });
    if (std::any_of(runs.begin(), runs.end(), hasFailed))
        add("status", [](const ProgramRun& run) { return hasFailed(run) ? "failed" : "ok"; });
    if (differs(runs, &ProgramRun::name, false))
        add("name", [](const ProgramRun& run) { return run.name; });
    if (differs(runs, &ProgramRun::setting, true))
        add("setting", [](const ProgramRun& run) { return run.setting; });
    eraseColumn(grid, 0);
    return grid;
}

/// The columns of a log with one row per step.
struct MetricColumns {
    std::optional<std::size_t> stepCounter, time, rate;
    std::optional<std::size_t> wallClock;  ///< wall-clock time of a step, or since the start
    std::optional<std::size_t> timestamp;  ///< time when each row was written
    bool isTimeAmbiguous = false;  ///< "dt" may be simulated time
    bool isPerWorkerRate = false;  ///< the rate is per worker
    bool hasWorkerCount = false;
    std::string possibleWorkersHeader{};  ///< "Rank", which may also be the rank that wrote the row
};

/// "global/Samples per second" gives "samples_per_sec".
std::string normalizedMetricName(std::string_view header)
{
    std::string name = lowerCase(lastKeyPart(header));
    std::replace(name.begin(), name.end(), ' ', '_');
    if (const std::size_t at = name.rfind("second"); at != std::string::npos && at + 6 == name.size())
        name.replace(at, 6, "sec");
    return name.starts_with('_') ? name.substr(1) : name;
}

bool isWallClockHeader(std::string_view header)
{
    const auto bare = [](std::string text) {
        std::erase(text, '_');
        return text;
    };
    const std::string base = bare(parseHeaderName(header).base);
    const std::vector<std::string>& clocks = wordList("wall_clock");
    return std::any_of(clocks.begin(), clocks.end(), [&](const std::string& each) { return bare(each) == base; });
}

MetricColumns findMetricColumns(const Grid& grid)
{
    MetricColumns columns;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& header = grid.header[i].text;
        const std::string name = normalizedMetricName(header), base = parseHeaderName(header).base,
                          lowerHeader = lowerCase(header);
        const bool isAmbiguous = isListed("vague_step_times", name) || isListed("vague_step_times", base);
        if (!columns.stepCounter && isListed("step_counters", name)) {
            columns.stepCounter = i;
        } else if (name == "wall_time" && findHeader(grid, "Value")) {
            columns.timestamp = i;
        } else if ((!columns.time || columns.isTimeAmbiguous) &&
                   (isListed("step_times", name) || isListed("step_times", base))) {
            columns.time = i;
            columns.isTimeAmbiguous = false;
        } else if (!columns.time && isAmbiguous) {
            columns.time = i;
            columns.isTimeAmbiguous = true;
        } else if (isListed("step_rates", name) &&
                   (!columns.rate || lowerHeader.find("global/") != std::string::npos)) {
            columns.rate = i;
            columns.isPerWorkerRate = lowerHeader.find("device/") != std::string::npos;
        } else if (name == "p" || isWorkerCountHeader(parseHeaderName(header))) {
            columns.hasWorkerCount = true;
        } else if (isWorkerWord(base)) {
            columns.possibleWorkersHeader = header;
        } else if (!columns.wallClock && isWallClockHeader(header)) {
            columns.wallClock = i;
        }
    }
    if (columns.time && !columns.isTimeAmbiguous)
        columns.wallClock.reset();
    return columns;
}

/// The positive numbers, in seconds if the header has a time unit.
std::vector<double> positiveNumbers(const Grid& grid, const std::optional<std::size_t>& column)
{
    std::vector<double> numbers;
    const double factor = column ? parseHeaderName(grid.header[*column].text).factor : 1;
    for (const std::vector<GridCell>& row : grid.rows)
        if (const Result<double> value = column ? parseNumber(row[*column].text) : fail(ErrorCode::Input, {});
            value && *value > 0)
            numbers.push_back(*value * factor);
    return numbers;
}

std::vector<double> differences(const std::vector<double>& clock)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < clock.size(); ++i)
        steps.push_back(clock[i] - clock[i - 1]);
    return steps;
}

bool isConstantColumn(const Grid& grid, std::size_t column)
{
    return distinctTexts(grid, column).size() == 1;
}

/// Step times computed from the rows' timestamps.
std::vector<double> stepTimesFromTimestamps(const Grid& grid, const MetricColumns& columns)
{
    std::vector<double> steps;
    std::optional<std::pair<double, double>> before;
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> moment = columns.timestamp ? parseNumber(row[*columns.timestamp].text)
                                                        : fail(ErrorCode::Input, {}),
                             step = parseNumber(row[*columns.stepCounter].text);
        if (!moment || !step || *moment <= 0 || *step <= 0)
            continue;
        if (before && *step > before->first && *moment > before->second)
            steps.push_back((*moment - before->second) / (*step - before->first));
        before = {*step, *moment};
    }
    return steps;
}

}  // namespace

std::optional<ProgramRuns> parseProgramRuns(std::string_view text)
{
    const std::string_view bare = trimmed(text);
    if (bare.starts_with('{')) {
        if (bare.find("train_samples_per_second") == std::string_view::npos &&
            bare.find("\"log_history\"") == std::string_view::npos)
            return std::nullopt;
        const Result<Json> document = parseJson(text);
        return document ? runOfTrainerState(*document) : std::nullopt;
    }
    if (std::optional<ProgramRuns> runs = runsOfMlperf(text))
        return runs;
    if (const Program* program = detectProgram(text))
        return ProgramRuns{program->name, parseRuns(*program, text)};
    const std::string header = lowerCase(bare.substr(0, bare.find('\n')));
    if (header.find("step") == std::string::npos && header.find("iter") == std::string::npos)
        return std::nullopt;
    const Result<Grid> grid = gridOfTable(text);
    return grid ? runOfMetrics(*grid) : std::nullopt;
}

std::optional<ProgramRuns> runOfTrainerState(const Json& document)
{
    const Json::Array& history = listAt(document, "log_history");
    const bool isSummary =
        document.find("train_runtime") != nullptr && document.find("train_samples_per_second") != nullptr;
    if (document.find("log_history") == nullptr && !isSummary)
        return std::nullopt;
    ProgramRun run{.startLine = 1};
    for (const Json& entry : history.empty() ? Json::Array{document} : history)
        for (const auto& [key, kind] :
             {std::pair{"train_samples_per_second", LoggedValue::Rate}, std::pair{"train_runtime", LoggedValue::Time}})
            if (const std::optional<double> value = numberOf(entry.find(key)); value && *value > 0)
                run[kind] = value;
    for (const char* const key : {"world_size", "num_processes", "n_gpu"})
        if (const std::optional<double> p = numberOf(document.find(key)); p && !run[LoggedValue::P])
            run[LoggedValue::P] = p;
    return ProgramRuns{"Hugging Face Trainer", {std::move(run)}};
}

std::optional<ProgramRuns> runOfMetrics(const Grid& grid)
{
    constexpr std::size_t enough = 4;
    const MetricColumns columns = findMetricColumns(grid);
    if (columns.hasWorkerCount || !columns.stepCounter || grid.rows.size() < enough)
        return std::nullopt;
    std::vector<double> times = positiveNumbers(grid, columns.wallClock);
    if (isCumulativeClock(times))
        times = differences(times);
    if (times.empty() && columns.time && !(columns.isTimeAmbiguous && isConstantColumn(grid, *columns.time)))
        times = positiveNumbers(grid, columns.time);
    if (const std::vector<double> stamps = stepTimesFromTimestamps(grid, columns); !stamps.empty())
        times = stamps;
    const std::vector<double> rates = positiveNumbers(grid, columns.rate);
    ProgramRun run{.startLine = 1};
    run[LoggedValue::Time] = steadyMedian(times);
    run[columns.isPerWorkerRate ? LoggedValue::RatePerWorker : LoggedValue::Rate] = steadyMedian(rates);
    run.stepCount = std::max(times.size(), rates.size());
    run.skippedSteps = warmUpSteps(run.stepCount);
    return run.stepCount > 0
               ? std::optional(ProgramRuns{"metrics of a run", {std::move(run)}, columns.possibleWorkersHeader})
               : std::nullopt;
}

Result<FoundTable> tableOfProgramRuns(ProgramRuns from)
{
    FoundTable found;
    std::vector<std::string> notes;
    found.program = from.program;
    std::erase_if(from.runs, [](const ProgramRun& run) { return !run.isTimed() && !hasFailed(run); });
    if (from.runs.empty())
        return fail(ErrorCode::Input, formatMessage("comes from {}, but no step or run in it was timed", from.program),
                    "the output of a run that completed its first steps");
    const bool unnamed = setWorkersFromCommands(from.runs, notes);
    const auto withoutP =
        std::find_if(from.runs.begin(), from.runs.end(), [](const ProgramRun& run) { return !run[LoggedValue::P]; });
    if (withoutP != from.runs.end())
        return fail(
            ErrorCode::Input, formatMessage("comes from {}, but does not say how many workers ran", from.program),
            expectedWorkersText(from), ProblemLocation{.line = withoutP->startLine > 1 ? withoutP->startLine : 0});
    if (std::optional<Error> different = differentProgramsError(from))
        return fail(std::move(*different));
    for (ProgramRun& run : from.runs)
        if (run[LoggedValue::RatePerWorker] && !run[LoggedValue::Rate])
            run[LoggedValue::Rate] = *run[LoggedValue::RatePerWorker] * *run[LoggedValue::P];
    const bool hybrid =
        std::any_of(from.runs.begin(), from.runs.end(), [](const ProgramRun& run) { return run.threads.has_value(); });
    const WorkScaling work = hybrid ? WorkScaling::Unknown : classifyWork(from.runs);
    addStepSummary(from, notes);
    if (work == WorkScaling::Irregular)
        notes.emplace_back("the work differs from run to run: rates are compared");
    found.grid = gridOfRuns(from, work, hybrid);
    if (unnamed)
        found.grid.header.front().text = unnamedNumberHeader;
    found.note = joinNonEmpty(notes, "; ");
    return found;
}

}  // namespace scalewright
