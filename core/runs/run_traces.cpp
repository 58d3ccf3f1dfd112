#include "core/runs/run_traces.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/process/command.h"
#include "core/quantity/units.h"
#include "core/base/quote.h"
#include "core/trace/flow.h"
#include "core/trace/run.h"

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

void takeTraces(LadderRunRow& row, const fs::path& folder, const std::stop_token& stop)
{
    const std::vector<fs::path> files = tracesBelow(folder);
    if (!row.ok() || files.empty())
        return;
    const auto note = [&row](std::string message) { row.notes.push_back(std::move(message)); };
    if (row.said.compS || row.said.commS || row.said.idleS || row.said.ioS)
        return note("the program says its parts itself, and its traces do not count");
    const Result<TraceRules> rules = standardTraceRules();
    if (!rules)
        return note(say("its traces were not read: {}", describe(rules.error())));
    std::vector<std::pair<fs::path, TraceRecording>> recordings;
    for (const fs::path& file : files) {
        const fs::path name = file.lexically_relative(folder);
        Result<TraceRecording> recording = readTrace(file, {.stop = stop});
        if (recording) {
            recordings.emplace_back(name, std::move(*recording));
            continue;
        }
        if (recording.error().code == ErrorCode::Cancelled)
            return note("its traces were not read: the ladder was stopped");
        for (Problem& problem : recording.error().problems) {
            problem.where.file = cleaned(name.string());
            note(say("a trace that cannot be read: {}", describe(problem)));
        }
    }
    if (recordings.empty())
        return;
    const std::size_t read = recordings.size();
    const TraceRun run = assembleRun(std::move(recordings), *rules);
    for (const std::string& warning : run.warnings)
        note(warning);
    const TracePoint trace = wholePoint(run);
    const LadderPoint& point = trace.point;
    if (trace.unclassifiedS > 0)
        note(say("{} of its traces is unclassified and no part", timeText(trace.unclassifiedS)));
    if (*point.timeS <= 0)
        return note("its traces hold nothing that takes time");
    if (*point.timeS > *row.seconds)
        return note(say("its traces cover {} and the run took {}: they are not of this run alone, and are left out",
                        timeText(*point.timeS), timeText(*row.seconds)));
    row.said.compS = point.compS;
    row.said.commS = point.commS;
    row.said.idleS = point.idleS;
    row.said.ioS = point.ioS;
    row.partsFrom = say("parts from {} profiler trace(s) of {} rank(s), which cover {} of its {}", read,
                        run.ranks.size(), timeText(*point.timeS), timeText(*row.seconds));
    if (point.p != row.p)
        note(say("its traces are of {} rank(s), not of {}", point.p, row.p));
}

}  // namespace scalewright::detail
