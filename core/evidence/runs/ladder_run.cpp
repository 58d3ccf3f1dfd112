// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/ladder_run.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/json/json.h"
#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/statistics/outliers.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/ladder_run_head.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/samples.h"
#include "core/evidence/runs/ladder_on_disk.h"
#include "core/evidence/runs/processor_time.h"
#include "core/evidence/runs/program_files.h"
#include "core/evidence/runs/run_traces.h"
#include "core/evidence/runs/slurm_ladder.h"

namespace scalewright {

namespace {

constexpr const char* outputLineSeparator = " / ";

std::string hostName()
{
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// All turns in order. The order depends only on the options, so that a later invocation can resume.
std::vector<LadderRunTurn> allTurnsOf(const LadderRunOptions& options)
{
    std::vector<int> order = options.p;
    std::ranges::sort(order);
    std::mt19937_64 random(options.seed);
    std::vector<LadderRunTurn> turns;
    for (int repeat = 1; repeat <= options.repeats; ++repeat) {
        if (options.randomOrder)
            for (std::size_t i = order.size(); i > 1;
                 --i)  // Fisher-Yates, because std::shuffle gives different results in different libraries
                std::swap(order[i - 1], order[random() % i]);
        for (const int p : order)
            turns.push_back({p, repeat});
    }
    return turns;
}

/// "# host sun, Xeon E5, 2 cores, load 0.1 at the start".
std::string hostComment(const MachineFacts& facts)
{
    const std::string load = significantText(facts.loadAverage, 2);
    return fmt::format("# host {}, {}, {} cores, load {} at the start\n", hostName(), sanitised(facts.cpuName),
                       facts.cores, load);
}

std::string ladderFileHeader(const LadderRunOptions& options, const ProgramFiles& files, const MachineFacts& facts)
{
    return fmt::format(
        "# a ladder by Scalewright {}, begun {}\n{}\n{}\n{}{}{}# order {}, seed {}; {} warm-up run(s) of each p, not "
        "counted\n{}",
        SCALEWRIGHT_VERSION, localTimestamp(), detail::commandComment(options.launcher, options.argv),
        detail::folderComment(options.workingFolder), programComment(files.program),
        files.otherFiles.empty() ? std::string()
                                 : fmt::format("# files whose changes are not noticed: {}\n",
                                               sanitised(joinNonEmpty(files.otherFiles, ", "))),
        hostComment(facts), options.randomOrder ? "random" : "up", options.seed, options.warmups, ladderRunHeader);
}

std::string runStatusOf(const CommandResult& end, const SelfReport& reported, int p)
{
    switch (end.endReason) {
    case CommandResult::EndReason::Signalled: return fmt::format("signal {}", end.signal);
    case CommandResult::EndReason::TimedOut: return "timeout";
    default: break;
    }
    if (end.exitStatus != 0)
        return fmt::format("exit {}", end.exitStatus);
    if (reported.p && *reported.p != p)
        return fmt::format("saw {} workers", *reported.p);
    return "ok";
}

/// Keeps the last lines of output that arrives in blocks.
class OutputTail {
public:
    void append(std::string_view block)
    {
        m_text += block;
        if (m_text.size() > 2 * maximumBytes)
            m_text.erase(0, m_text.size() - maximumBytes);
    }
    [[nodiscard]] std::string lines() const { return lastLinesOf(m_text); }

private:
    static constexpr std::size_t maximumBytes = 2048;
    std::string m_text;
};

/// Uses the run's time as reported by the program, which excludes the launcher's start-up.
void applyOwnTime(LadderRunRow& row)
{
    const std::optional<double> ownSeconds = plausibleOwnTime(row.reported, *row.seconds);
    if (!ownSeconds && row.reported.timeS > 0)
        row.reported.warnings.push_back(
            formatMessage("p = {}, run {}: the program reports time = {} for a run that took {}: ignored", row.p,
                          row.repeat, timeText(*row.reported.timeS), timeText(*row.seconds)));
    if (!ownSeconds)
        return;
    row.hasOwnTime = true;
    row.seconds = ownSeconds;
    row.notes.emplace_back(ownTimeNote);
}

/// Time for the launcher to start p processes that do nothing; nullopt if it fails.
std::optional<double> measureLauncherStartS(const LadderRunOptions& options, int p, int cores,
                                            const std::stop_token& stop)
{
    const std::string scratch = uniqueScratchPath();
    LaunchLine line = makeLaunchLine(options.launcher, {"true"}, p, cores, scratch);
    Command command{.argv = std::move(line.argv),
                    .environment = std::move(line.environment),
                    .isIsolated = true,
                    .timeoutS = 60,
                    .scratchFolder = scratch};
    command.onOutput = command.onErrorOutput = [](std::string_view) { return true; };
    const Result<CommandResult> end = runCommand(command, stop);
    return end && end->endReason == CommandResult::EndReason::Exited && end->exitStatus == 0
               ? std::optional(end->wallSeconds)
               : std::nullopt;
}

/// A launcher start-up of at least a tenth of the shortest run distorts the ladder.
void warnAboutLauncherStart(const LadderRunOptions& options, int cores, LadderRunReport& report,
                            const std::stop_token& stop)
{
    if (options.launcher != Launcher::Mpirun && options.launcher != Launcher::Torchrun)
        return;
    const LadderRunRow* shortest = nullptr;
    for (const LadderRunRow& row : report.rows)
        if (row.seconds && !row.reported.timeS && row.isTracedStep != true &&
            (!shortest || *row.seconds < *shortest->seconds))
            shortest = &row;
    // A tenth of a longer run would be more than two seconds; no launcher takes that long.
    constexpr double maximumRunS = 20, share = 0.1;
    if (!shortest || *shortest->seconds > maximumRunS)
        return;
    const std::optional<double> start = measureLauncherStartS(options, shortest->p, cores, stop);
    if (!start || *start < share * *shortest->seconds)
        return;
    report.warnings.push_back(
        formatMessage("starting {} alone takes {} of the {} at p = {}: have the program print its own time, "
                      "scalewright: time=SECONDS",
                      nameOf(options.launcher), timeText(*start), timeText(*shortest->seconds), shortest->p));
    if (options.onWarning)
        options.onWarning(report.warnings.back());
}

Result<LadderRunRow> runOnce(const LadderRunOptions& options, const LadderRunTurn& turn, int cores,
                             detail::RowsAreSteps& areSteps, const std::stop_token& stop)
{
    TRY(const detail::TraceFolder traces, detail::TraceFolder::make(options, turn.p, turn.repeat));
    const std::string scratch = options.launcher == Launcher::None ? std::string() : uniqueScratchPath();
    LaunchLine line = makeLaunchLine(options.launcher, options.argv, turn.p, cores, scratch);
    markRanksInOutput(line, options.launcher);
    line.environment.emplace_back(detail::traceFolderVariable, traces.path().string());
    SelfReportReader lines;
    Command command{.argv = std::move(line.argv),
                    .environment = std::move(line.environment),
                    .workingFolder = options.workingFolder,
                    .isIsolated = true,
                    .timeoutS = options.timeoutS,
                    .scratchFolder = scratch,
                    .resultsFolder = traces.isKept() ? std::string() : traces.path().string()};
    command.onOutput = [&](std::string_view block) {
        lines.addOutput(block);
        return true;
    };
    OutputTail errors;
    if (options.capturesErrorOutput)
        command.onErrorOutput = [&](std::string_view block) {
            errors.append(block);
            if (options.forwardsErrorOutput)
                std::fwrite(block.data(), 1, block.size(), stderr);
            return true;
        };
    LadderRunRow row{.p = turn.p, .repeat = turn.repeat, .host = hostName(), .startedAt = localTimestamp()};
    const std::string program = command.argv.front();
    const std::optional<double> machineBeforeS = detail::readMachineProcessorS();
    const Result<CommandResult> end = runCommand(command, stop);
    std::optional<double> machineS = detail::readMachineProcessorS();
    if (machineS)
        machineS = *machineS - machineBeforeS.value_or(0);
    if (!end)
        return fail(end.error());
    if (end->endReason == CommandResult::EndReason::NotFound ||
        end->endReason == CommandResult::EndReason::NotExecutable)
        return fail(ErrorCode::Environment, formatMessage("{} cannot be run: {}", inQuotes(program), end->startError),
                    "a program that can be run");
    row.reported = lines.combinedReport(turn.p, options.launcher != Launcher::None).value_or(SelfReport{});
    row.status = runStatusOf(*end, row.reported, turn.p);
    if (row.isOk()) {
        row.seconds = row.launchWallTimeS = end->wallSeconds;
        if (row.reported.lineCount > 1)
            row.notes.emplace_back(
                "each worker printed a line: seconds is the longest time=; the shortest communication of any worker is "
                "the transfer, and the rest is waiting, at least");
        applyOwnTime(row);
        detail::removeImpossibleParts(row);
    } else {
        row.reported = {.warnings = std::move(row.reported.warnings)};
        row.errorOutput = errors.lines();
    }
    if (turn.repeat > 0)
        detail::applyTraces(row, traces.path(), areSteps, stop);
    // Ranks and devices are busy while they wait, so their processor time shows nothing.
    if (options.launcher == Launcher::None && row.isOk())
        detail::applyProcessorTime(row, *end, machineS, cores);
    return row;
}

void warnAboutLadderSetup(const LadderRunOptions& options, const MachineFacts& facts,
                          std::vector<std::string>& warnings)
{
    if (facts.loadAverage > 0.5 * facts.cores && options.launcher != Launcher::Slurm)
        warnings.push_back(
            formatMessage("other programs are running (load {} on {} cores): times are longer than an idle machine's",
                          significantText(facts.loadAverage, 2), facts.cores));
    const int maximumP = *std::ranges::max_element(options.p);
    if (maximumP > facts.cores && options.launcher != Launcher::Slurm)
        warnings.push_back(
            formatMessage("p = {} is more workers than this machine's {}: they wait for each other, which is not a "
                          "property of the program",
                          maximumP, countWithNoun(facts.cores, "core")));
    if (options.p.size() < 5)
        warnings.push_back(
            formatMessage("{}: five or more are needed to tell a law from a line",
                          options.p.size() == 1 ? "one p alone" : formatMessage("{} different p", options.p.size())));
    if (options.repeats < 5)
        warnings.push_back(formatMessage("{}: five or more are needed to judge how certain a time is",
                                         countWithNoun(options.repeats, "repeat")));
    if (std::string unnamed = missingCountWarning(options); !unnamed.empty())
        warnings.push_back(std::move(unnamed));
}

/// Describes a failed run, with the last lines of its error output.
std::string runFailureText(const LadderRunOptions& options, const LadderRunRow& row)
{
    const std::string status = options.forwardsErrorOutput ? row.failureText() : row.status;
    const std::string message = row.repeat == 0
                                    ? formatMessage("p = {}: the warm-up failed ({})", row.p, status)
                                    : formatMessage("p = {}: run {} failed ({})", row.p, row.repeat, status);
    return row.errorOutput.empty() || options.forwardsErrorOutput ? message : message + (": " + row.errorOutput);
}

/// Reports values from the program that were ignored: warns immediately about the first such run for each p, and once
/// about what is the same in several; the report lists all of them.
class RejectedValues {
public:
    void warn(const LadderRunOptions& options, const LadderRunRow& row)
    {
        if (!options.onWarning || row.reported.warnings.empty() || !m_workerCounts.insert(row.p).second)
            return;
        for (const std::string& warning : row.reported.warnings)
            if (m_warnings.insert(warning).second)
                options.onWarning(warning);
    }

private:
    std::set<int> m_workerCounts;
    std::set<std::string> m_warnings;
};

/// Detects when all runs of this invocation fail in the same way.
class FailureTracker {
public:
    explicit FailureTracker(const LadderRunOptions& options) : m_options(options) {}

    /// Warns about the first run with each failure status.
    void addRun(const LadderRunRow& row, std::vector<std::string>& warnings)
    {
        m_triedCounts.insert(row.p);
        ++m_runCount;
        if (row.isOk())
            m_hasSuccess = true;
        else if (m_failureStatuses.insert(row.status).second) {
            warnings.push_back(runFailureText(m_options, row));
            if (m_options.onWarning)
                m_options.onWarning(warnings.back());
        }
    }
    /// Every p of the ladder has failed with the same status, so neither p nor chance is the cause.
    [[nodiscard]] bool isHopeless() const
    {
        return !m_hasSuccess && m_failureStatuses.size() == 1 && m_runCount > 1 &&
               m_triedCounts.size() == m_options.p.size();
    }
    [[nodiscard]] const std::string& commonStatus() const { return *m_failureStatuses.begin(); }

private:
    const LadderRunOptions& m_options;
    std::set<int> m_triedCounts;
    std::set<std::string> m_failureStatuses;  ///< of failed runs
    int m_runCount = 0;
    bool m_hasSuccess = false;
};

std::vector<double> timesOf(const std::vector<LadderRunRow>& rows)
{
    std::vector<double> times;
    for (const LadderRunRow& row : rows)
        times.push_back(*row.seconds);
    return times;
}

/// Outliers are kept.
void warnAboutOutliers(const std::vector<LadderRunRow>& rows, std::vector<std::string>& warnings)
{
    const std::vector<double> times = timesOf(rows);
    for (const std::size_t i : findOutliers(times))
        warnings.push_back(formatMessage("p = {}: run {} took {}, far from the median of {}{}; it stays in the ladder",
                                         rows[i].p, rows[i].repeat, timeText(times[i]), timeText(median(times)),
                                         rows[i].repeat == 1 ? " (the first run: more warm-ups may help)" : ""));
}

void addFinalWarnings(const LadderRunOptions& options, LadderRunReport& report)
{
    std::map<int, std::pair<int, int>> countsByP;  // ok, all
    std::map<int, std::vector<LadderRunRow>> timed;
    std::set<std::string> hosts, seenWarnings;
    std::size_t tracedRows = 0, stepRows = 0;
    for (const LadderRunRow& row : report.rows) {
        auto& [ok, all] = countsByP[row.p];
        ok += row.isOk() ? 1 : 0;
        ++all;
        if (row.seconds)
            timed[row.p].push_back(row);
        if (!row.host.empty())  // unknown for rows from a project
            hosts.insert(row.host);
        tracedRows += row.partsSource.empty() ? 0 : 1;
        stepRows += row.isTracedStep == true ? 1 : 0;
        for (const auto* list : {&row.reported.warnings, &row.notes})
            for (const std::string& warning : *list)
                if (seenWarnings.insert(warning).second)
                    report.warnings.push_back(warning);
    }
    if (tracedRows > 0)
        report.warnings.push_back(
            formatMessage("{} row(s) take their parts from profiler traces: their times are those of traced runs and "
                          "include the cost of recording",
                          tracedRows));
    if (stepRows > 0)
        report.warnings.push_back(
            formatMessage("{} row(s) time one step, as marked by their traces: the launch and everything before the "
                          "first step are excluded",
                          stepRows));
    for (const auto& [p, counts] : countsByP)
        if (counts.first < counts.second)
            report.warnings.push_back(formatMessage("p = {}: {} of {} runs succeeded; the others have no time", p,
                                                    counts.first, counts.second));
    if (!countsByP.empty() && countsByP.begin()->second.first == 0 && !timed.empty())
        report.warnings.push_back(formatMessage("no run at p = {} succeeded: p = {} is the base of every speedup",
                                                countsByP.begin()->first, timed.begin()->first));
    for (const auto& [p, rows] : timed)
        warnAboutOutliers(rows, report.warnings);
    if (hosts.size() > 1 && options.launcher != Launcher::Slurm)
        report.warnings.push_back(formatMessage("the rows are from {} hosts", hosts.size()));
    if (options.launcher == Launcher::Slurm && !timed.empty() && median(timesOf(timed.rbegin()->second)) < 10)
        report.warnings.push_back(
            formatMessage("every time includes srun's own start-up, a few tenths of a second: with runs as short as {} "
                          "this distorts the ladder; have the program print its own parts",
                          timeText(median(timesOf(timed.rbegin()->second)))));
}

/// Whether the runs so far determine the median of this p within the requested tolerance.
bool isMedianKnown(const LadderRunOptions& options, const std::vector<LadderRunRow>& rows, int p)
{
    std::vector<double> times;
    for (const LadderRunRow& row : rows)
        if (row.p == p && row.seconds)
            times.push_back(*row.seconds);
    return options.medianTolerance && isMedianKnownWithin(times, *options.medianTolerance);
}

Result<void> runLadderLocally(const LadderRunOptions& options, const MachineFacts& facts, detail::LadderOnDisk& file,
                              LadderRunReport& report, const std::stop_token& stop, const LadderRunProgress& progress)
{
    const std::vector<LadderRunTurn> turns = missingTurns(options, report.rows);
    const double totalRuns = static_cast<double>(options.p.size()) * options.repeats;
    std::set<int> warm;
    RejectedValues rejectedValues;
    FailureTracker hopes(options);
    detail::RowsAreSteps areSteps = detail::detectRowsAreSteps(report.rows);
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const LadderRunTurn& turn = turns[i];
        if (isMedianKnown(options, report.rows, turn.p))
            continue;
        if (hopes.isHopeless()) {
            report.warnings.push_back(
                formatMessage("every run ended the same way ({}), at each p: the other {} were not started",
                              hopes.commonStatus(), turns.size() - i));
            break;
        }
        const double completedShare = 1 - static_cast<double>(turns.size() - i) / totalRuns;
        if (warm.insert(turn.p).second)
            for (int warmup = 0; warmup < options.warmups; ++warmup) {
                if (progress)
                    progress(completedShare, formatMessage("p = {}, warm-up", turn.p));
                TRY(LadderRunRow row, runOnce(options, {turn.p, 0}, facts.cores, areSteps, stop));
                const std::string outcomeText = row.seconds ? roundTripText(*row.seconds) + " s" : row.status;
                if (Result<void> appended =
                        file.append(fmt::format("# warm-up p={}: {}, {}\n", row.p, outcomeText, row.startedAt));
                    !appended)
                    return appended;
                hopes.addRun(row, report.warnings);
                report.warmups.push_back(std::move(row));
            }
        if (progress)
            progress(completedShare, formatMessage("p = {}, run {} of {}", turn.p, turn.repeat, options.repeats));
        TRY(LadderRunRow row, runOnce(options, turn, facts.cores, areSteps, stop));
        if (Result<void> appended = file.append(ladderRunLine(row)); !appended)
            return appended;
        rejectedValues.warn(options, row);
        hopes.addRun(row, report.warnings);
        report.rows.push_back(std::move(row));
        if (options.onRow)
            options.onRow(report.rows.back());
    }
    return {};
}

}  // namespace

std::string lastLinesOf(const std::string& output)
{
    constexpr std::size_t maximumLines = 3;
    constexpr std::string_view errorTag = "]<stderr>:";  // of mpirun, after "[1,0"
    std::vector<std::string> lines;
    std::string line;
    for (const char c : sanitised(output) + '\n') {
        if (c != '\n' && c != '\r') {
            line += c;
            continue;
        }
        if (const std::size_t tag = line.find(errorTag); line.starts_with('[') && tag != std::string::npos)
            line.erase(0, tag + errorTag.size());
        if (std::ranges::any_of(line, [](unsigned char each) { return std::isalnum(each) != 0 || each > 127; }))
            lines.push_back(line);
        line.clear();
    }
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(std::min(lines.size(), maximumLines)));
    return joinNonEmpty(lines, outputLineSeparator);
}

std::string LadderRunRow::failureText() const
{
    const std::size_t before = errorOutput.rfind(outputLineSeparator);
    const std::string last =
        errorOutput.substr(before == std::string::npos ? 0 : before + std::string_view(outputLineSeparator).size());
    if (last.empty())
        return status;
    constexpr std::size_t maximumLength = 120;
    if (last.size() <= maximumLength)
        return formatMessage("{}: {}", status, last);
    std::size_t cutEnd = maximumLength;
    // Inside a UTF-8 character.
    while (cutEnd > 0 && (static_cast<unsigned char>(last[cutEnd]) & 0xC0U) == 0x80U)
        --cutEnd;
    return formatMessage("{}: {}…", status, last.substr(0, cutEnd));
}

std::string missingCountWarning(const LadderRunOptions& options)
{
    const bool hasPlaceholder = std::ranges::any_of(
        options.argv, [](const std::string& word) { return word.find("{p}") != std::string::npos; });
    return hasPlaceholder || options.launcher != Launcher::None
               ? ""
               : "the command has no {p}: it gets the count only from SCALEWRIGHT_P";
}

std::vector<LadderRunTurn> missingTurns(const LadderRunOptions& options, const std::vector<LadderRunRow>& rows)
{
    std::set<std::pair<int, int>> complete;
    for (const LadderRunRow& row : rows)
        complete.emplace(row.p, row.repeat);
    std::vector<LadderRunTurn> turns = allTurnsOf(options);
    std::erase_if(turns, [&](const LadderRunTurn& turn) { return complete.contains({turn.p, turn.repeat}); });
    return turns;
}

Result<LadderRunReport> runLadder(const LadderRunOptions& requested, const std::stop_token& stop,
                                  const LadderRunProgress& progress)
{
    TRY_DO(checkLauncherInstalled(requested.launcher));
    const ProgramFiles files = findProgramFiles(requested.argv, requested.workingFolder);
    const detail::LadderFileChoice choice = detail::chooseLadderFile(requested, files.program);
    LadderRunOptions options = requested;
    options.file = choice.file;
    if (options.launcher == Launcher::Slurm && options.file.empty())
        return fail(ErrorCode::Input, "a ladder of jobs needs a file: its scripts and job ids are stored beside it",
                    "-o LADDER.csv, in a folder that the nodes can read");
    detail::LadderOnDisk file(options.file);
    TRY_DO(file.open());
    const std::string& text = file.text();
    if (!options.file.empty())
        detail::removeEmptyTraceFolders(options.file);
    const MachineFacts facts = readMachineFacts();
    LadderRunReport report{.file = options.file, .program = files.program};
    if (options.file != requested.file && !choice.changedFiles.empty())
        report.warnings.push_back(
            formatMessage("the program has changed ({}): its runs go to {}, and {} keeps the earlier ones",
                          choice.changedFiles, options.file.string(), requested.file.string()));
    if (text.empty()) {
        if (Result<void> free =
                options.launcher == Launcher::Slurm ? detail::checkSlurmFolderIsFree(options) : Result<void>();
            !free)
            return fail(free.error());
        TRY_DO(file.append(ladderFileHeader(options, files, facts)));
        report.rows = options.earlierRows;
        report.resumedCount = report.rows.size();
    } else {
        TRY(std::vector<LadderRunRow> before, file.rowsToResume(options, report.warnings));
        report.rows = std::move(before);
        if (options.launcher != Launcher::Slurm && text.find("# host " + hostName() + ',') == std::string::npos &&
            !missingTurns(options, report.rows).empty())
            TRY_DO(file.append(hostComment(facts)));
        report.resumedCount = report.rows.size();
        if (options.onRow)
            std::ranges::for_each(report.rows, options.onRow);
    }
    warnAboutLadderSetup(options, facts, report.warnings);
    if (options.onWarning)
        std::ranges::for_each(report.warnings, options.onWarning);
    Result<void> outcome = options.launcher == Launcher::Slurm
                               ? detail::runLadderWithSlurm(options, file, report, stop, progress)
                               : runLadderLocally(options, facts, file, report, stop, progress);
    if (!outcome && options.launcher != Launcher::Slurm && outcome.error().code == ErrorCode::Cancelled &&
        !outcome.error().problems.empty()) {
        Error error = outcome.error();
        const std::string finished =
            formatMessage("interrupted after {} of {}", report.rows.size(),
                          countWithNoun(static_cast<long>(options.p.size()) * options.repeats, "run"));
        error.problems.front().message =
            !options.file.empty() ? formatMessage("{}: they are kept in {}, and the same command continues", finished,
                                                  options.file.string())
            : options.onRow       ? finished
                                  : formatMessage("{}: they are lost, because no -o FILE keeps them", finished);
        return fail(std::move(error));
    }
    if (!outcome)
        return fail(outcome.error());
    addFinalWarnings(options, report);
    warnAboutLauncherStart(options, facts.cores, report, stop);
    return report;
}

}  // namespace scalewright
