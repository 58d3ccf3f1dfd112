#include "core/evidence/runs/run_traces.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/run.h"

namespace scalewright::detail {

namespace {

namespace fs = std::filesystem;

constexpr const char* tracesOfRun = ".traces-";  // behind the ladder's name, before the run's

std::vector<fs::path> tracesBelow(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code wrong;
    for (fs::recursive_directory_iterator at(folder, wrong), end; !wrong && at != end; at.increment(wrong))
        if (std::error_code none; at->is_regular_file(none) && namedAsTrace(at->path().filename().string()))
            found.push_back(at->path());
    std::sort(found.begin(), found.end());
    return found;
}

/// The path, with a number behind it where something is there: nobody's folder is written over.
fs::path freeName(const fs::path& plain)
{
    fs::path folder = plain;
    std::error_code none;
    for (int again = 2; fs::exists(folder, none); ++again)
        folder = fmt::format("{}.{}", plain.string(), again);
    return folder;
}

}  // namespace

std::string runName(int p, int repeat)
{
    return repeat == 0 ? fmt::format("p{}-warm-up", p) : fmt::format("p{}-{}", p, repeat);
}

fs::path keptFolder(const fs::path& keep, int p, int repeat)
{
    return freeName(keep / runName(p, repeat));
}

void removeEmptyTraceFolders(const fs::path& ladder)
{
    std::error_code none;
    const fs::path whole = fs::absolute(ladder, none);
    const std::string start = whole.filename().string() + tracesOfRun;
    std::vector<fs::path> folders;
    for (const fs::directory_entry& each : fs::directory_iterator(whole.parent_path(), none))
        if (each.path().filename().string().starts_with(start) && each.is_directory(none) && !each.is_symlink(none))
            folders.push_back(each.path());
    for (const fs::path& each : folders)
        fs::remove(each, none);  // only if it is empty
}

Result<TraceFolder> TraceFolder::make(const LadderRunOptions& options, int p, int repeat)
{
    const bool kept = !options.keepTraces.empty() && repeat > 0;
    std::error_code error;
    fs::path folder;
    if (kept)
        folder = keptFolder(options.keepTraces, p, repeat);
    else if (options.file.empty())  // not in memory, where scratch is: traces are large
        folder = fs::temp_directory_path(error) / fs::path(scratchName()).filename();
    else
        folder = freeName(options.file.string() + tracesOfRun + runName(p, repeat));
    folder = fs::absolute(folder, error);
    fs::create_directories(folder, error);
    if (error)
        return fail(ErrorCode::Environment, say("the folder for the traces cannot be made: {}", error.message()),
                    "a folder that can be written", {.file = folder.string()});
    return TraceFolder(std::move(folder), kept);
}

TraceFolder::~TraceFolder()
{
    if (m_path.empty())
        return;
    std::error_code none;
    if (m_kept)
        fs::remove(m_path, none);  // only if it is empty
    else
        fs::remove_all(m_path, none);
}

FolderTraces readFolderTraces(const fs::path& folder, const std::stop_token& stop)
{
    FolderTraces out;
    const std::vector<fs::path> files = tracesBelow(folder);
    if (files.empty())
        return out;
    const auto note = [&out](std::string message) { out.notes.push_back(std::move(message)); };
    const Result<TraceRules> rules = standardTraceRules();
    if (!rules) {
        note(say("its traces were not read: {}", describe(rules.error())));
        return out;
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
            return out;
        }
        for (Problem& problem : recording.error().problems) {
            problem.where.file = cleaned(name.string());
            note(say("a trace that cannot be read: {}", describe(problem)));
        }
    }
    if (recordings.empty())
        return out;
    out.files = recordings.size();
    const TraceRun run = assembleRun(std::move(recordings), *rules);
    out.ranks = run.ranks.size();
    for (const std::string& warning : run.warnings)
        note(warning);
    out.whole = wholePoint(run);
    if (TracePoint step = ladderPoint(run); !step.wholeRecording && *step.point.timeS > 0)
        out.step = std::move(step);
    return out;
}

namespace {

void takeParts(LadderRunRow& row, const LadderPoint& point)
{
    row.said.compS = point.compS;
    row.said.commS = point.commS;
    row.said.idleS = point.idleS;
    row.said.ioS = point.ioS;
}

bool saysParts(const SpokenLine& said)
{
    return said.compS || said.commS || said.idleS || said.ioS;
}

/// The row's parts are the traces', and its time where they are of a step. Whether it took them.
bool takePoint(LadderRunRow& row, const FolderTraces& traces, bool ofStep)
{
    const TracePoint& trace = ofStep ? *traces.step : *traces.whole;
    const auto note = [&row](std::string message) { row.notes.push_back(std::move(message)); };
    const double wholeS = *traces.whole->point.timeS, launchS = *row.seconds;
    if (trace.unclassifiedS > 0)
        note(say("{} of its traces is unclassified and no part", timeText(trace.unclassifiedS)));
    if (wholeS <= 0) {
        note("its traces hold nothing that takes time");
        return false;
    }
    if (wholeS > launchS) {
        note(say("its traces cover {} and the run took {}: they are not of this run alone, and are left out",
                 timeText(wholeS), timeText(launchS)));
        return false;
    }
    takeParts(row, trace.point);
    if (ofStep)
        row.seconds = trace.point.timeS;
    row.partsFrom = ofStep ? say("{}, the mean of {}, by {} profiler trace(s) of {} rank(s); the launch took {}",
                                 std::string(partsOfStep), trace.steps, traces.files, traces.ranks, timeText(launchS))
                           : say("parts from {} profiler trace(s) of {} rank(s), which cover {} of its {}",
                                 traces.files, traces.ranks, timeText(wholeS), timeText(launchS));
    if (trace.point.p != row.p)
        note(say("its traces are of {} rank(s), not of {}", trace.point.p, row.p));
    return true;
}

}  // namespace

RowsAreSteps rowsAreSteps(const std::vector<LadderRunRow>& rows)
{
    for (const LadderRunRow& row : rows)
        if (row.ok() && row.bySteps)
            return row.bySteps;
    return std::nullopt;
}

void takeTraces(LadderRunRow& row, const fs::path& folder, RowsAreSteps& bySteps, const std::stop_token& stop)
{
    if (!row.ok())
        return;
    FolderTraces traces;
    const bool partsSaid = saysParts(row.said);
    if (!partsSaid)
        traces = readFolderTraces(folder, stop);
    else if (!tracesBelow(folder).empty())
        traces.notes.emplace_back("the program says its parts itself, and its traces do not count");
    row.notes.insert(row.notes.end(), traces.notes.begin(), traces.notes.end());
    const bool isStep = traces.step && !row.ownTime && bySteps.value_or(true) && takePoint(row, traces, true);
    row.bySteps = isStep;
    if (!isStep && bySteps == true && !row.ownTime) {
        row.status = "no step in its traces";
        row.seconds.reset();
        row.said = {.warnings = std::move(row.said.warnings)};
        return;
    }
    if (!isStep && traces.whole)
        takePoint(row, traces, false);
    if (!bySteps)
        bySteps = isStep;
}

}  // namespace scalewright::detail
