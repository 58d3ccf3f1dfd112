// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/run_traces.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/ladder/ranks.h"
#include "core/evidence/trace/run.h"

namespace scalewright::detail {

namespace {

namespace fs = std::filesystem;

constexpr const char* traceFolderSuffix = ".traces-";  // between the ladder's name and the run's name

std::vector<fs::path> findTraces(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (std::error_code ignored;
            entry->is_regular_file(ignored) && isTraceFileName(entry->path().filename().string()))
            found.push_back(entry->path());
    std::ranges::sort(found);
    return found;
}

/// The path, with a number appended if it exists: existing folders are never overwritten.
fs::path unusedPath(const fs::path& wanted)
{
    fs::path folder = wanted;
    std::error_code ignored;
    for (int suffix = 2; fs::exists(folder, ignored); ++suffix)
        folder = fmt::format("{}.{}", wanted.string(), suffix);
    return folder;
}

}  // namespace

std::string runName(int p, int repeat)
{
    return repeat == 0 ? fmt::format("p{}-warm-up", p) : fmt::format("p{}-{}", p, repeat);
}

fs::path keptTraceFolder(const fs::path& parent, int p, int repeat)
{
    return unusedPath(parent / runName(p, repeat));
}

void removeEmptyTraceFolders(const fs::path& ladder)
{
    std::error_code ignored;
    const fs::path absolutePath = fs::absolute(ladder, ignored);
    const std::string start = absolutePath.filename().string() + traceFolderSuffix;
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(absolutePath.parent_path(), ignored))
        if (entry.path().filename().string().starts_with(start) && entry.is_directory(ignored) &&
            !entry.is_symlink(ignored))
            folders.push_back(entry.path());
    for (const fs::path& traceFolder : folders)
        fs::remove(traceFolder, ignored);  // only removes an empty folder
}

Result<TraceFolder> TraceFolder::make(const LadderRunOptions& options, int p, int repeat)
{
    const bool shouldKeep = !options.keptTracesFolder.empty() && repeat > 0;
    std::error_code error;
    fs::path folder;
    if (shouldKeep)
        folder = keptTraceFolder(options.keptTracesFolder, p, repeat);
    else if (options.file.empty())  // not in the scratch folder, which is in memory: traces are large
        folder = fs::temp_directory_path(error) / fs::path(uniqueScratchPath()).filename();
    else
        folder = unusedPath(options.file.string() + traceFolderSuffix + runName(p, repeat));
    folder = fs::absolute(folder, error);
    fs::create_directories(folder, error);
    if (error)
        return fail(ErrorCode::Environment, formatMessage("cannot create the trace folder: {}", error.message()),
                    "a writable folder", {.file = folder.string()});
    return TraceFolder(std::move(folder), shouldKeep);
}

TraceFolder::~TraceFolder()
{
    if (m_path.empty())
        return;
    std::error_code ignored;
    if (m_isKept)
        fs::remove(m_path, ignored);  // only removes an empty folder
    else
        fs::remove_all(m_path, ignored);
}

FolderTraces readFolderTraces(const fs::path& folder, const std::stop_token& stop)
{
    FolderTraces result;
    const std::vector<fs::path> files = findTraces(folder);
    if (files.empty())
        return result;
    const auto note = [&result](std::string message) { result.notes.push_back(std::move(message)); };
    const Result<TraceRules> rules = standardTraceRules();
    if (!rules) {
        note(formatMessage("its traces were not read: {}", describe(rules.error())));
        return result;
    }
    std::vector<std::pair<fs::path, TraceRecording>> recordings;
    for (const fs::path& file : files) {
        const fs::path name = file.lexically_relative(folder);
        Result<TraceRecording> recording = readTrace(file, {.stop = stop});
        if (recording) {
            recordings.emplace_back(name, std::move(*recording));
            continue;
        }
        if (recording.error().code == ErrorCode::Cancelled) {
            note("its traces were not read: the ladder was stopped");
            return result;
        }
        for (Problem& problem : recording.error().problems) {
            problem.location.file = sanitised(name.string());
            note(formatMessage("a trace that cannot be read: {}", describe(problem)));
        }
    }
    if (recordings.empty())
        return result;
    result.traceCount = recordings.size();
    const TraceRun run = assembleRun(std::move(recordings), *rules);
    result.rankCount = run.ranks.size();
    for (const std::string& warning : run.warnings)
        note(warning);
    result.wholeRun = wholeRecordingPoint(run);
    if (TracePoint step = stepTracePoint(run); !step.isWholeRecording && *step.point.timeS > 0)
        result.step = std::move(step);
    return result;
}

namespace {

void setParts(LadderRunRow& row, const LadderPoint& point)
{
    row.reported.compS = point.compS;
    row.reported.commS = point.commS;
    row.reported.idleS = point.idleS;
    row.reported.ioS = point.ioS;
    row.reported.workers = point.ranks;
}

bool hasParts(const SelfReport& reported)
{
    return reported.compS || reported.commS || reported.idleS || reported.ioS;
}

/// Sets the row's parts from the traces, and its time if they are for one step. Returns whether the traces were used.
bool applyTracePoint(LadderRunRow& row, const FolderTraces& traces, bool useStep)
{
    const TracePoint& trace = useStep ? *traces.step : *traces.wholeRun;
    const auto note = [&row](std::string message) { row.notes.push_back(std::move(message)); };
    const double tracedS = *traces.wholeRun->point.timeS, launchS = *row.seconds;
    if (trace.unclassifiedS > 0)
        note(formatMessage("{} of its traces is unclassified and not counted in any part",
                           timeText(trace.unclassifiedS)));
    if (tracedS <= 0) {
        note("its traces contain nothing that takes time");
        return false;
    }
    if (tracedS > launchS) {
        note(formatMessage("its traces cover {} but the run took {}: they are not from this run alone and are ignored",
                           timeText(tracedS), timeText(launchS)));
        return false;
    }
    setParts(row, trace.point);
    if (useStep)
        row.seconds = trace.point.timeS;
    row.partsSource =
        useStep ? formatMessage("{}, the mean of {}, from {} profiler trace(s) of {} rank(s); the launch took {}",
                                std::string(stepPartsPrefix), trace.stepCount, traces.traceCount, traces.rankCount,
                                timeText(launchS))
                : formatMessage("parts from {} profiler trace(s) of {} rank(s), which cover {} of its {}",
                                traces.traceCount, traces.rankCount, timeText(tracedS), timeText(launchS));
    if (trace.point.p != row.p)
        note(formatMessage("its traces are from {} rank(s), not {}", trace.point.p, row.p));
    return true;
}

}  // namespace

RowsAreSteps detectRowsAreSteps(const std::vector<LadderRunRow>& rows)
{
    for (const LadderRunRow& row : rows)
        if (row.isOk() && row.isTracedStep)
            return row.isTracedStep;
    return std::nullopt;
}

void applyTraces(LadderRunRow& row, const fs::path& folder, RowsAreSteps& areSteps, const std::stop_token& stop)
{
    if (!row.isOk())
        return;
    FolderTraces traces;
    // One worker's line does not show for whom it waits.
    const bool hasReportedParts = hasParts(row.reported) && !mayIncludeWaiting(row.reported.workers);
    if (!hasReportedParts)
        traces = readFolderTraces(folder, stop);
    else if (!findTraces(folder).empty())
        traces.notes.emplace_back("the program reports its parts itself: its traces are ignored");
    append(row.notes, traces.notes);
    const bool isStep = traces.step && !row.hasOwnTime && areSteps.value_or(true) && applyTracePoint(row, traces, true);
    row.isTracedStep = isStep;
    if (!isStep && areSteps == true && !row.hasOwnTime) {
        row.status = "no step in its traces";
        row.seconds.reset();
        row.reported = {.warnings = std::move(row.reported.warnings)};
        return;
    }
    if (!isStep && traces.wholeRun)
        applyTracePoint(row, traces, false);
    if (!areSteps)
        areSteps = isStep;
}

}  // namespace scalewright::detail
