#include "core/evidence/import/programs/program_runs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/run_table.h"

namespace scalewright {

namespace {

std::optional<double> jsonNumber(const Json* value)
{
    const Json::Number* number = value == nullptr ? nullptr : value->asNumber();
    const Result<double> read = number == nullptr ? fail(ErrorCode::Input, {}) : parseNumber(number->text);
    return read && std::isfinite(*read) ? std::optional(*read) : std::nullopt;
}

/// Runs that ended badly, by their exit status or their state.
bool hasFailed(const ProgramRun& run)
{
    const std::string state = lowerCase(run.state.substr(0, run.state.find_first_of(" (")));
    return run[Logged::Exit].value_or(0) != 0 || (!state.empty() && state != "completed");
}

/// p of runs that do not say it, by their commands; whether it is only a number in them that may be p.
bool takeWorkersOfCommands(std::vector<ProgramRun>& runs, std::vector<std::string>& said)
{
    if (std::all_of(runs.begin(), runs.end(),
                    [](const ProgramRun& run) { return run[Logged::P] || run.command.empty(); }))
        return false;
    std::vector<std::string> commands;
    for (const ProgramRun& run : runs)
        commands.push_back(run.command);
    const WorkersOfCommands workers = workersOfCommands(commands);
    for (std::size_t i = 0; i < workers.counts.size(); ++i)
        runs[i][Logged::P] = static_cast<double>(workers.counts[i]);
    for (std::size_t i = 0; i < workers.unnamed.size(); ++i)
        if (const Result<double> number = parseNumber(workers.unnamed[i]))
            runs[i][Logged::P] = *number;
    if (!workers.because.empty())
        said.push_back(workers.because);
    return !workers.unnamed.empty();
}

/// How the work of runs goes with p.
enum class WorkOverP { Unknown, Same, AsP, Otherwise };

WorkOverP workOver(const std::vector<ProgramRun>& runs)
{
    constexpr double apart = 1.02;
    double same = 0, lowest = 0, asP = 0, lowestAsP = 0;
    std::set<double> workers;
    for (const ProgramRun& run : runs) {
        if (hasFailed(run))
            continue;
        std::optional<double> work = run[Logged::Work];
        if (!work && run[Logged::Time] && run[Logged::Rate])
            work = *run[Logged::Time] * *run[Logged::Rate];
        if (!work || *work <= 0 || !run[Logged::P])
            return WorkOverP::Unknown;
        const double each = *work / *run[Logged::P];
        workers.insert(*run[Logged::P]);
        same = std::max(same, *work);
        lowest = lowest == 0 ? *work : std::min(lowest, *work);
        asP = std::max(asP, each);
        lowestAsP = lowestAsP == 0 ? each : std::min(lowestAsP, each);
    }
    return workers.size() < 2         ? WorkOverP::Unknown
           : same <= apart * lowest   ? WorkOverP::Same
           : asP <= apart * lowestAsP ? WorkOverP::AsP
                                      : WorkOverP::Otherwise;
}

void sayStats(const ProgramRuns& from, std::vector<std::string>& said)
{
    std::size_t most = 0, fewest = 0, skipped = 0;
    for (const ProgramRun& run : from.runs)
        if (run.steps > 0) {
            most = std::max(most, run.steps - run.skipped);
            fewest = fewest == 0 ? run.steps - run.skipped : std::min(fewest, run.steps - run.skipped);
            skipped = std::max(skipped, run.skipped);
        }
    if (most == 0)
        said.push_back(say("{}: {}", from.program,
                           from.runs.size() == 1 ? std::string("1 run") : say("{} runs", from.runs.size())));
    else if (most == fewest && skipped == 0)
        said.push_back(say("{}: the median of {} steps", from.program, most));
    else if (most == fewest)
        said.push_back(say("{}: the median of {} steps behind a warm-up of {}", from.program, most, skipped));
    else
        said.push_back(
            say("{}: medians of {} to {} steps behind a warm-up of up to {}", from.program, fewest, most, skipped));
}

/// p as processes beside the threads of each, so that the columns ask which of them counts.
void addThreads(const std::vector<ProgramRun>& runs, Grid& grid)
{
    grid.header.front().text = "processes";
    grid.header.insert(grid.header.begin() + 1, {"threads", grid.header.front().where});
    for (std::size_t i = 0; i < runs.size(); ++i)
        grid.rows[i].insert(
            grid.rows[i].begin() + 1,
            {runs[i].threads ? std::to_string(*runs[i].threads) : std::string(), Where{.line = runs[i].line}});
}

/// What ran, where that differs.
void addNames(const std::vector<ProgramRun>& runs, Grid& grid)
{
    if (std::all_of(runs.begin(), runs.end(), [&](const ProgramRun& run) { return run.name == runs.front().name; }))
        return;
    grid.header.push_back({"name", grid.header.front().where});
    for (std::size_t i = 0; i < runs.size(); ++i)
        grid.rows[i].push_back({runs[i].name, Where{.line = runs[i].line}});
}

/// "np=4", where a line says p in that way; empty of a program that says it otherwise.
std::string lineOfWorkers(std::string_view name)
{
    for (const Program& program : programs())
        for (const ProgramField& field : program.fields)
            if (program.name == name && field.as == Logged::P && !field.after.empty() &&
                field.after.front().ends_with('='))
                return field.after.front() + '4';
    return {};
}

std::string expectedWorkers(const ProgramRuns& from)
{
    const char* const folder = "a folder of such files, each named by its p: 8gpus.log";
    const std::string line = lineOfWorkers(from.program);
    if (from.runs.size() > 1 && !line.empty())
        return say("a line such as {} above each of its {} runs", line, from.runs.size());
    return from.mayBeP.empty()
               ? folder
               : say("the column that counts them, such as --map p={}, or {}", from.mayBeP, std::string(folder));
}

Grid gridOfRuns(const ProgramRuns& from, WorkOverP work)
{
    const auto all = [&](Logged kind) {
        return std::all_of(from.runs.begin(), from.runs.end(),
                           [&](const ProgramRun& run) { return run[kind] || hasFailed(run); });
    };
    const bool rates = all(Logged::Rate) && (work == WorkOverP::Otherwise || !all(Logged::Time));
    std::vector<std::pair<const char*, Logged>> columns{{"p", Logged::P}};
    if (rates)
        columns.emplace_back("throughput", Logged::Rate);
    else
        for (const auto& [header, kind] :
             {std::pair{"time_s", Logged::Time}, std::pair{"comp_s", Logged::Comp}, std::pair{"comm_s", Logged::Comm},
              std::pair{"io_s", Logged::Io}, std::pair{"energy_j", Logged::Energy}})
            if (std::any_of(from.runs.begin(), from.runs.end(),
                            [k = kind](const ProgramRun& run) { return run[k].has_value(); }))
                columns.emplace_back(header, kind);
    const bool weak = !rates && work == WorkOverP::AsP, strong = !rates && work == WorkOverP::Same;
    const bool failed = std::any_of(from.runs.begin(), from.runs.end(), hasFailed);
    Grid grid;
    for (const auto& [header, kind] : columns)
        grid.header.push_back({header, Where{.line = from.runs.front().line}});
    if (weak || strong)
        grid.header.push_back({"scaling", Where{.line = from.runs.front().line}});
    if (failed)
        grid.header.push_back({"status", Where{.line = from.runs.front().line}});
    for (const ProgramRun& run : from.runs) {
        std::vector<GridCell>& row = grid.rows.emplace_back();
        for (const auto& [header, kind] : columns)
            row.push_back({run[kind] && (kind == Logged::P || !hasFailed(run)) ? roundTrip(*run[kind]) : std::string(),
                           Where{.line = run.line}});
        if (weak || strong)
            row.push_back({weak ? "weak" : "strong", Where{.line = run.line}});
        if (failed)
            row.push_back({hasFailed(run) ? "failed" : "ok", Where{.line = run.line}});
    }
    return grid;
}

/// The columns of a log that has a row a step.
struct MetricColumns {
    std::optional<std::size_t> counter, time, rate;
    std::optional<std::size_t> clock;  ///< the time of a step, or since the start, on the wall
    std::optional<std::size_t> stamp;  ///< the moment of each row
    bool timeIsVague = false;  ///< "dt" may be simulated
    bool ofOne = false;        ///< the rate is one worker's
    bool countWorkers = false;
    std::string mayCountWorkers{};  ///< "Rank", which may be the rank that wrote the row
};

/// "global/Samples per second" is "samples_per_sec".
std::string metricName(std::string_view header)
{
    std::string name = lowerCase(lastOfKey(header));
    std::replace(name.begin(), name.end(), ' ', '_');
    if (const std::size_t at = name.rfind("second"); at != std::string::npos && at + 6 == name.size())
        name.replace(at, 6, "sec");
    return name.starts_with('_') ? name.substr(1) : name;
}

bool isClock(std::string_view header)
{
    const auto bare = [](std::string text) {
        std::erase(text, '_');
        return text;
    };
    const std::string base = bare(headerName(header).base);
    const std::vector<std::string>& clocks = columnNames().wallClock;
    return std::any_of(clocks.begin(), clocks.end(), [&](const std::string& each) { return bare(each) == base; });
}

MetricColumns metricColumns(const Grid& grid)
{
    constexpr std::array<std::string_view, 5> counters{"step", "global_step", "iteration", "iter", "batch_idx"};
    constexpr std::array<std::string_view, 11> times{
        "step_time",      "time_per_step", "iter_time",     "batch_time",   "iteration_time", "train_step_time",
        "time_per_batch", "step_time_s",   "time_per_iter", "sec_per_step", "epoch_time"};
    constexpr std::array<std::string_view, 2> vague{"dt", "time_step"};
    constexpr std::array<std::string_view, 8> rates{"samples_per_sec", "tokens_per_sec",   "items_per_sec",
                                                    "images_per_sec",  "examples_per_sec", "batches_per_sec",
                                                    "tokens_per_s",    "samples_per_s"};
    MetricColumns columns;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& header = grid.header[i].text;
        const std::string name = metricName(header), base = headerName(header).base, whole = lowerCase(header);
        const bool isVague = isAmong(vague, name) || isAmong(vague, base);
        if (!columns.counter && isAmong(counters, name)) {
            columns.counter = i;
        } else if (name == "wall_time" && findHeader(grid, "Value")) {
            columns.stamp = i;
        } else if ((!columns.time || columns.timeIsVague) && (isAmong(times, name) || isAmong(times, base))) {
            columns.time = i;
            columns.timeIsVague = false;
        } else if (!columns.time && isVague) {
            columns.time = i;
            columns.timeIsVague = true;
        } else if (isAmong(rates, name) && (!columns.rate || whole.find("global/") != std::string::npos)) {
            columns.rate = i;
            columns.ofOne = whole.find("device/") != std::string::npos;
        } else if (name == "p" || countsWorkers(headerName(header))) {
            columns.countWorkers = true;
        } else if (isWorkerWord(base)) {
            columns.mayCountWorkers = header;
        } else if (!columns.clock && isClock(header)) {
            columns.clock = i;
        }
    }
    if (columns.time && !columns.timeIsVague)
        columns.clock.reset();
    return columns;
}

/// In seconds where the header says a unit of time; those above zero.
std::vector<double> numbersOver(const Grid& grid, const std::optional<std::size_t>& column)
{
    std::vector<double> numbers;
    const double factor = column ? headerName(grid.header[*column].text).factor : 1;
    for (const std::vector<GridCell>& row : grid.rows)
        if (const Result<double> value = column ? parseNumber(row[*column].text) : fail(ErrorCode::Input, {});
            value && *value > 0)
            numbers.push_back(*value * factor);
    return numbers;
}

/// A clock that runs on from step to step, and no time of each.
bool isRunning(const std::vector<double>& clock)
{
    constexpr std::size_t byChance = 8;
    constexpr double grown = 1.5;
    return clock.size() > 1 && std::is_sorted(clock.begin(), clock.end(), std::less_equal<>()) &&
           (clock.size() >= byChance || clock.back() >= grown * clock.front());
}

std::vector<double> differences(const std::vector<double>& clock)
{
    std::vector<double> steps;
    for (std::size_t i = 1; i < clock.size(); ++i)
        steps.push_back(clock[i] - clock[i - 1]);
    return steps;
}

bool isConstant(const Grid& grid, std::size_t column)
{
    return textsOf(grid, column).size() == 1;
}

/// The time of a step between rows that keep their moment.
std::vector<double> stepsOfStamps(const Grid& grid, const MetricColumns& columns)
{
    std::vector<double> steps;
    std::optional<std::pair<double, double>> before;
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> moment =
                                 columns.stamp ? parseNumber(row[*columns.stamp].text) : fail(ErrorCode::Input, {}),
                             step = parseNumber(row[*columns.counter].text);
        if (!moment || !step || *moment <= 0 || *step <= 0)
            continue;
        if (before && *step > before->first && *moment > before->second)
            steps.push_back((*moment - before->second) / (*step - before->first));
        before = {*step, *moment};
    }
    return steps;
}

}  // namespace

std::optional<ProgramRuns> programRuns(std::string_view text)
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
    if (const Program* program = programOf(text))
        return ProgramRuns{program->name, runsOf(*program, text)};
    const std::string header = lowerCase(bare.substr(0, bare.find('\n')));
    if (header.find("step") == std::string::npos && header.find("iter") == std::string::npos)
        return std::nullopt;
    const Result<Grid> grid = gridOfTable(text);
    return grid ? runOfMetrics(*grid) : std::nullopt;
}

std::optional<ProgramRuns> runOfTrainerState(const Json& document)
{
    const Json* history = document.find("log_history");
    const Json::Array* entries = history == nullptr ? nullptr : history->asArray();
    ProgramRun run{.line = 1};
    const auto take = [&](const Json& entry) {
        const std::optional<double> rate = jsonNumber(entry.find("train_samples_per_second")),
                                    time = jsonNumber(entry.find("train_runtime"));
        if (rate && *rate > 0)
            run[Logged::Rate] = rate;
        if (time && *time > 0)
            run[Logged::Time] = time;
    };
    if (entries != nullptr)
        for (const Json& entry : *entries)
            take(entry);
    else if (document.find("train_runtime") != nullptr && document.find("train_samples_per_second") != nullptr)
        take(document);
    else
        return std::nullopt;
    for (const char* const key : {"world_size", "num_processes", "n_gpu"})
        if (const std::optional<double> p = jsonNumber(document.find(key)); p && !run[Logged::P])
            run[Logged::P] = p;
    return ProgramRuns{"Hugging Face Trainer", {std::move(run)}};
}

std::optional<ProgramRuns> runOfMetrics(const Grid& grid)
{
    constexpr std::size_t enough = 4;
    const MetricColumns columns = metricColumns(grid);
    if (columns.countWorkers || !columns.counter || grid.rows.size() < enough)
        return std::nullopt;
    std::vector<double> times = numbersOver(grid, columns.clock);
    if (isRunning(times))
        times = differences(times);
    if (times.empty() && columns.time && !(columns.timeIsVague && isConstant(grid, *columns.time)))
        times = numbersOver(grid, columns.time);
    if (const std::vector<double> stamps = stepsOfStamps(grid, columns); !stamps.empty())
        times = stamps;
    const std::vector<double> rates = numbersOver(grid, columns.rate);
    ProgramRun run{.line = 1};
    run[Logged::Time] = steadyOf(times);
    run[columns.ofOne ? Logged::RateOfOne : Logged::Rate] = steadyOf(rates);
    run.steps = std::max(times.size(), rates.size());
    run.skipped = warmUpOf(run.steps);
    return run.steps > 0 ? std::optional(ProgramRuns{"metrics of a run", {std::move(run)}, columns.mayCountWorkers})
                         : std::nullopt;
}

Result<FoundTable> tableOf(ProgramRuns from)
{
    FoundTable found;
    std::vector<std::string> said;
    found.format = from.program;
    std::erase_if(from.runs, [](const ProgramRun& run) { return !run.isTimed() && !hasFailed(run); });
    if (from.runs.empty())
        return fail(ErrorCode::Input, say("is of {}, and no step or run in it was timed", from.program),
                    "the output of a run that went through its first steps");
    const bool unnamed = takeWorkersOfCommands(from.runs, said);
    const auto unknown =
        std::find_if(from.runs.begin(), from.runs.end(), [](const ProgramRun& run) { return !run[Logged::P]; });
    if (unknown != from.runs.end())
        return fail(ErrorCode::Input, say("is of {}, and does not say how many workers ran", from.program),
                    expectedWorkers(from), Where{.line = unknown->line > 1 ? unknown->line : 0});
    for (ProgramRun& run : from.runs)
        if (run[Logged::RateOfOne] && !run[Logged::Rate])
            run[Logged::Rate] = *run[Logged::RateOfOne] * *run[Logged::P];
    const bool hybrid =
        std::any_of(from.runs.begin(), from.runs.end(), [](const ProgramRun& run) { return run.threads.has_value(); });
    const WorkOverP work = hybrid ? WorkOverP::Unknown : workOver(from.runs);
    sayStats(from, said);
    if (work == WorkOverP::Otherwise)
        said.emplace_back("the work differs from run to run: rates are compared");
    found.grid = gridOfRuns(from, work);
    addNames(from.runs, found.grid);
    if (hybrid)
        addThreads(from.runs, found.grid);
    if (unnamed)
        found.grid.header.front().text = unnamedNumber;
    found.said = joined(said, "; ");
    return found;
}

}  // namespace scalewright
