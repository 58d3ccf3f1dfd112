// SPDX-License-Identifier: GPL-3.0-or-later
// timeline import FILES|DIR: reads recorded traces and shows where each rank's time went.
#include "app/cli/timeline.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "app/cli/field_options.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/evidence/calibration/calibration.h"
#include "core/evidence/timeline/compare.h"
#include "core/evidence/timeline/replay.h"
#include "core/evidence/trace/flow.h"
#include "core/evidence/trace/reference.h"
#include "core/evidence/trace/run.h"
#include "core/evidence/trace/scanner.h"
#include "core/output/answers/recorded_run.h"
#include "core/output/study/one_program.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

Result<TraceRules> readTraceRules(const OptionText& file)
{
    Result<TraceRules> standard = standardTraceRules();
    if (!standard || !file)
        return standard;
    TRY(const std::string text, readText(*file));
    Result<TraceRules> ownRules = parseTraceRules(text);
    if (!ownRules)
        return fail(withFileName(std::move(ownRules.error()), inputName(*file)));
    return joinRules(std::move(*ownRules), *standard);
}

Result<TraceRun> readRun(const std::vector<std::string>& paths, const TraceRules& rules,
                         const TraceReadOptions& reading)
{
    if (paths == std::vector<std::string>{"-"}) {
        TRY(std::string text, readText("-"));
        const std::size_t size = text.size();
        text.append(scanPadding, '\0');
        Result<TraceRecording> recording = scanTrace(std::string_view(text).substr(0, size), reading);
        if (!recording)
            return fail(withFileName(std::move(recording.error()), inputName("-")));
        std::vector<std::pair<std::filesystem::path, TraceRecording>> recordings;
        recordings.emplace_back(inputName("-"), std::move(*recording));
        return assembleRun(std::move(recordings), rules);
    }
    std::vector<std::filesystem::path> files;
    for (const std::string& path : paths) {
        if (path == "-")
            return fail(ErrorCode::Input, "standard input is one trace and cannot be combined with files", "- or files",
                        {.field = "PATH"});
        files.emplace_back(path);
    }
    return importTraces(files, rules, reading);
}

Json::Object timeShareFields(const TimeTotals& shares)
{
    return objectOf({{"span_s", shares.spanS},
                     {"compute_s", shares.computeS},
                     {"communication_s", shares.communicationS},
                     {"overlap_s", shares.overlapS},
                     {"exposed_communication_s", shares.exposedS},
                     {"memory_s", shares.memoryS},
                     {"io_s", shares.ioS}});
}

Json stepsJson(const TraceRank& rank)
{
    return listOf(rank.breakdown.steps, [&](const StepWindow& window) {
        const TimeTotals shares = totalsWithin(rank.breakdown.times, window.fromNs, window.toNs);
        return objectOf({{"rank", rank.rank},
                         {"name", window.name.empty() ? std::string("whole recording") : sanitised(window.name)},
                         {"start_s", double(window.fromNs - rank.breakdown.times.fromNs) * 1e-9},
                         timeShareFields(shares),
                         {"waiting_s", shares.waitS},
                         {"idle_s", shares.idleS},
                         {"unclassified_s", shares.unclassifiedS}});
    });
}

Json::Object pointFields(const TracePoint& trace)
{
    const LadderPoint& point = trace.point;
    return objectOf({{"p", point.p},
                     {"time", *point.timeS},
                     {"comp", *point.compS},
                     {"comm", *point.commS},
                     {"idle", *point.idleS},
                     {"io", *point.ioS},
                     {"unclassified", trace.unclassifiedS},
                     {"steps", trace.stepCount},
                     {"about", trace.description}});
}

Json::Object rankFields(const TraceRun& run, std::size_t r)
{
    const TraceRank& rank = run.ranks[r];
    const auto& matched = run.matched;
    const auto ifMatched = [&](const char* key, const auto& values, const auto& valueOf) {
        return Field(key, matched.collectives.empty() ? std::nullopt : std::optional(valueOf(values[r])),
                     "no collective is matched across ranks");
    };
    const auto itself = [](double value) { return value; };
    return objectOf(
        {{"rank", rank.rank},
         {"file", sanitised(rank.source->file.string())},
         {"on_device", rank.breakdown.times.usesDevice},
         {"device", ifAny(sanitised(rank.deviceName))},
         {"windows", when(rank.windowCount() > 1, rank.windowCount())},
         {"tensors", when(rank.tensorCount > 0, rank.tensorCount)},
         timeShareFields(rank.totals),
         {"waiting_s", rank.waitingS, rank.waitingUnknownReason},
         {"idle_s", rank.totals.idleS},
         {"unclassified_s", rank.totals.unclassifiedS},
         {"unclassified_share", rank.unclassifiedShare()},
         ifMatched("collective_waiting_s", matched.waitingS, itself),
         ifMatched("collective_transfer_s", matched.transferS, itself),
         ifMatched("clock_offset_s", matched.offsets, [](const auto& offset) { return offset.seconds; }),
         ifMatched("clock_offset_spread_s", matched.offsets, [](const auto& offset) { return offset.spreadS; }),
         {"steps", stepsJson(rank)}});
}

Json::Object stragglerFields(const TraceRun& run)
{
    const StragglerVerdict& verdict = run.stragglerVerdict;
    const auto rankAt = [&](std::size_t at) { return Json(run.ranks[at].rank); };
    return objectOf({{"ranks", listOf(verdict.latestRanks, rankAt)},
                     {"named", !run.stragglers.empty()},
                     {"steps", verdict.stepCount},
                     {"last_in", verdict.lastArrivals},
                     {"last_share", verdict.lastArrivalShare()},
                     {"late_s", verdict.latenessS},
                     {"saves_s", verdict.savingS},
                     {"saves_share", run.spanS() > 0 ? verdict.savingS * double(verdict.stepCount) / run.spanS() : 0},
                     {"chance", verdict.pValue ? Json(*verdict.pValue) : Json()},
                     {"longer_compute_s", run.lateRankExcess.computeS},
                     {"longer_io_s", run.lateRankExcess.ioS},
                     {"longer_idle_s", run.lateRankExcess.idleS}});
}

Json::Object runFields(const TraceRun& run)
{
    Json::Array ranks, allSteps;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        ranks.emplace_back(rankFields(run, r));
        const Json::Array& steps = *ranks.back().find("steps")->asArray();
        append(allSteps, steps);
    }
    const bool hasEvidence = run.stragglerVerdict.stepCount > 0 && !run.stragglerVerdict.latestRanks.empty();
    const TracePoint point = stepTracePoint(run);
    return objectOf(
        {{"ranks", ranks},
         {"unclassified_share", run.unclassifiedShare},
         {"steps", allSteps},
         {"straggler", run.straggler, run.stragglerSummary},
         {"stragglers", run.stragglers},
         {"straggler_about", run.stragglerSummary},
         {"straggler_probable", run.hasProbableStraggler},
         {"straggler_detectable_s", run.stragglerVerdict.detectableS, "too few steps to find a slow rank"},
         {"weaknesses", run.weaknesses},
         {"straggler_evidence", hasEvidence ? std::optional(stragglerFields(run)) : std::nullopt},
         {"straggler_calibration", run.stragglerTrackRecord},
         {"straggler_calibration_from", objectOf({{"file", calibrationFile}, {"seed", shippedCalibration().seed}})},
         {"world_size", run.worldSize},
         {"matched_collectives", run.matched.collectives.size()},
         {"ladder_point", pointFields(point)},
         {"profile", objectOf({{"step_time_s", *point.point.timeS}, {"io_time_s", *point.point.ioS}})},
         {"warnings", run.warnings}});
}

/// The replay changes given as options; nullopt if none exist.
Result<std::optional<ReplayOptions>> readReplayHandles(const TimelineImportOptions& options)
{
    OptionValues values;
    ReplayOptions handles;
    for (const auto& [rankTexts, option, ranks] :
         {std::tuple(&options.medianRanks, "--as-median", &handles.ranksAtMedian),
          {&options.ranksLeftOutOfReplay, "--without", &handles.ranksLeftOutOfReplay}})
        for (const std::string& text : *rankTexts)
            if (const auto rank = values.readCount(text, option, 0, 1'000'000'000))
                ranks->push_back(*rank);
    if (const auto factor =
            values.readAmount(options.exchangeFactor, "--exchange", Dimension::Ratio, Sign::NonNegative))
        handles.transferFactor = *factor;
    handles.overlapTransfers = options.hidesExchanges;
    if (!values.isValid())
        return fail(values.error());
    return handles == ReplayOptions{} ? std::nullopt : std::optional(handles);
}

Json::Object replayFields(const Replay& replayed)
{
    return objectOf({{"span_s", replayed.spanS}, {"ranks", listOf(replayed.ranks, [](const ReplayRank& rank) {
                                                      return objectOf({{"rank", rank.rank},
                                                                       {"segments_s", rank.workS},
                                                                       {"transfer_s", rank.transferS},
                                                                       {"waiting_s", rank.waitingS}});
                                                  })}});
}

/// The unchanged replay, and the replay with the given changes.
struct Replays {
    std::optional<Replay> unchanged, whatIf;
};

/// Adds the unchanged replay, compared with the recording, and the replay with changes. If the run cannot be replayed,
/// that is an error only if changes are given.
Result<Replays> addReplaysJson(Json::Object& target, const TraceRun& run, const std::optional<ReplayOptions>& handles)
{
    Replays replays;
    Result<Replay> unchangedReplay = replay(run);
    if (!unchangedReplay) {
        if (handles)
            return fail(unchangedReplay.error());
        addFields(target, {{"replay", std::nullopt, firstProblemMessage(unchangedReplay.error())}});
        return replays;
    }
    replays.unchanged = std::move(*unchangedReplay);
    if (handles) {
        TRY(Replay whatIfReplay, replay(run, *handles));
        replays.whatIf = std::move(whatIfReplay);
    }
    addFields(target, {{"replay", objectOf({replayFields(*replays.unchanged),
                                            {"recorded_span_s", replays.unchanged->recordedSpanS},
                                            {"error", replays.unchanged->relativeError()},
                                            {"what_if", replays.whatIf ? std::optional(replayFields(*replays.whatIf))
                                                                       : std::nullopt}})}});
    return replays;
}

constexpr std::array<std::pair<Activity, const char*>, 6> comparedParts{{{Activity::Compute, "compute_s"},
                                                                         {Activity::Communication, "communication_s"},
                                                                         {Activity::Waiting, "waiting_s"},
                                                                         {Activity::Memory, "memory_s"},
                                                                         {Activity::InputOutput, "io_s"},
                                                                         {Activity::Unknown, "unclassified_s"}}};

/// Compares the run with another run, worker by worker and part by part.
Json::Object comparisonFields(const RunComparison& comparison, const TraceRun& otherRun)
{
    const auto partFields = [](const WorkerParts& parts, const WorkerParts* subtracted) {
        Json::Object json{{"span_s", parts.spanS - (subtracted ? subtracted->spanS : 0)}};
        for (const auto& [activity, key] : comparedParts)
            json.emplace_back(key, parts.part(activity) - (subtracted ? subtracted->part(activity) : 0));
        json.emplace_back("idle_s", parts.idleS() - (subtracted ? subtracted->idleS() : 0));
        return json;
    };
    return objectOf({{"over", comparison.basis == PartsBasis::Step ? "step" : "run"},
                     {"first_s", comparison.firstSpanS},
                     {"second_s", comparison.secondSpanS},
                     {"ranks", listOf(comparison.workers,
                                      [&](const ComparedWorker& worker) {
                                          return objectOf({{"rank", worker.first.worker},
                                                           {"first", partFields(worker.first, nullptr)},
                                                           {"second", partFields(worker.second, nullptr)},
                                                           {"difference", partFields(worker.second, &worker.first)}});
                                      })},
                     {"only_first", comparison.onlyInFirst},
                     {"only_second", comparison.onlyInSecond},
                     {"about", comparison.summary},
                     {"warnings", otherRun.warnings}});
}

/// The run's name in a project, as in the window: the name of the file, or of its folder if there are several files.
std::string recordingName(const TraceRun& run, bool several)
{
    const std::filesystem::path first = std::filesystem::absolute(run.ranks.front().source->file);
    return (several && first.has_parent_path() ? first.parent_path().filename() : first.filename()).string();
}

/// Adds the run to the project, once only, even if it is read again. Traces stay where they are; the project refers to
/// them.
Result<void> saveRunToProject(const TimelineImportOptions& options, const TraceRun& run)
{
    const std::filesystem::path folder = std::filesystem::absolute(*options.project).parent_path();
    TRY(RecordedRun record, makeRecordedRun(run, folder));
    record.name = recordingName(run, record.files.size() > 1);
    record.provenance = {Origin::Imported, record.name, today(), {}, {}};
    if (options.rulesFile) {
        TRY(TraceReference rules, makeReference(*options.rulesFile, folder));
        record = withUserRules(std::move(record), std::move(rules));
    }
    const auto hasSameFiles = [&](const RecordedRun& existing) {
        return std::equal(existing.files.begin(), existing.files.end(), record.files.begin(), record.files.end(),
                          [](const auto& a, const auto& b) { return a.file == b.file; });
    };
    return changeProject(*options.project, [&](Project project) -> Result<Project> {
        std::vector<RecordedRun>& runs = project.measurements.traces;
        if (const auto existingRun = std::ranges::find_if(runs, hasSameFiles); existingRun != runs.end())
            *existingRun = record;
        else
            runs.push_back(record);
        return project;
    });
}

Result<void> checkProjectOptions(const TimelineImportOptions& options)
{
    OptionValues values;
    if (!options.project)
        return {};
    if (options.project->empty() || *options.project == "-")
        values.addProblem("--project", "the run is written to it", "a file");
    if (options.paths == std::vector<std::string>{"-"})
        values.addProblem("--project", "it refers to files, but standard input is not a file",
                          "trace files or their folder");
    if (options.writesLadder)
        values.addProblem("--ladder", "with --project, all PATHs form one run", "one of the two");
    if (values.isValid())
        return checkCanSave(*options.project);
    return fail(values.error());
}

/// Marks a trace, or every trace in a folder, as not to be overwritten.
void rememberTraceFiles(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
        rememberReadFile(path);
        return;
    }
    for (std::filesystem::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
        if (isTraceFileName(at->path().filename().string()))
            rememberReadFile(at->path().string());
}

}  // namespace

Result<Reply> timelineImport(const TimelineImportOptions& options)
{
    TRY_DO(checkProjectOptions(options));
    TRY(TraceRules rules, readTraceRules(options.rulesFile));
    if (options.processIsRank)
        rules.workerProcessPatterns.emplace_back("*");
    for (const auto* list : {&options.paths, &options.comparedPaths})
        for (const std::string& path : *list)
            rememberTraceFiles(path);
    if (options.writesLadder && !options.comparedPaths.empty())
        return fail(ErrorCode::Input, "--ladder and --compare answer different questions", "one of them",
                    {.field = "--compare"});
    TRY(const std::optional<ReplayOptions> handles, readReplayHandles(options));
    const StopOnInterrupt interrupt;
    ProgressLine progress;
    const TraceReadOptions reading{.stop = interrupt.token(),
                                   .progress = [&](double share) { progress.report(share, "reading"); }};
    if (options.writesLadder) {
        Reply answer{.text = "p,time,comp,comm,idle,io\n"};
        std::string notes;
        Json::Array rows;
        for (const std::string& path : options.paths) {
            TRY(const TraceRun run, readRun({path}, rules, reading));
            const TracePoint trace = stepTracePoint(run);
            const LadderPoint& point = trace.point;
            answer.text +=
                fmt::format("{},{},{},{},{},{}\n", point.p, roundTripText(*point.timeS), roundTripText(*point.compS),
                            roundTripText(*point.commS), roundTripText(*point.idleS), roundTripText(*point.ioS));
            rows.emplace_back(pointFields(trace));
            if (trace.unclassifiedS > 0)
                notes += fmt::format("# {}: {} of {} unclassified\n", inputName(path), timeText(trace.unclassifiedS),
                                     timeText(*point.timeS));
        }
        answer.text += notes;
        answer.json.emplace_back("rows", std::move(rows));
        return answer;
    }
    TRY(const TraceRun run, readRun(options.paths, rules, reading));
    Reply answer{.json = runFields(run)};
    if (options.paths != std::vector<std::string>{"-"}) {
        TRY(const std::vector<TraceReference> references, makeReferences(run, std::filesystem::current_path()));
        answer.json.emplace_back("references", listOf(references, referenceJson));
    }
    std::optional<RunComparison> comparison;
    if (!options.comparedPaths.empty()) {
        TRY(const TraceRun otherRun, readRun(options.comparedPaths, rules, reading));
        comparison = compareRuns(makeComparable(run, otherRun));
        answer.json.emplace_back("comparison", comparisonFields(*comparison, otherRun));
    }
    TRY(const Replays replays, addReplaysJson(answer.json, run, handles));
    if (options.project) {
        TRY_DO(saveRunToProject(options, run));
        answer.json.emplace_back("project", *options.project);
    }
    const auto pointerTo = [](const auto& value) { return value ? &*value : nullptr; };
    answer.answer = recordedRunAnswer({run, pointerTo(comparison), pointerTo(replays.unchanged),
                                       pointerTo(replays.whatIf), joinShellWords(options.paths)});
    return answer;
}

CommandRunner declareTimeline(CLI::App& command)
{
    auto import = std::make_shared<TimelineImportOptions>();
    command.require_subcommand(1, 1);
    CLI::App* importing = command.add_subcommand(
        "import", "Chrome-trace JSON of one or many ranks, plain or gzip: where each rank's time went");
    importing->add_option("PATH", import->paths, "trace files, or a folder of them, or - for standard input")
        ->required()
        ->type_name("");
    declareOptions(*importing,
                   {{"--rules", "FILE", import->rulesFile,
                     "your own rules file, applied before the program's (resources/catalogue/trace-rules.json)"},
                    {"--compare", "PATH", import->comparedPaths,
                     "another run's files or folder: what changed from PATH to it, by rank and part"},
                    {"--process-is-rank", import->processIsRank,
                     "each process of a file is a rank, if the file does not name ranks"},
                    {"--ladder", import->writesLadder, "each PATH is a run: writes a ladder (CSV) with one row each"}});
    for (const auto& [option, ranks, help] :
         {std::tuple("--as-median", &import->medianRanks, "replay with this rank as fast as the median of the others"),
          {"--without", &import->ranksLeftOutOfReplay, "replay without this rank; its work is not redistributed"}})
        importing->add_option(option, *ranks, help)
            ->type_name("RANK,...")
            ->delimiter(',')
            ->allow_extra_args(false);  // the next word is a PATH
    declareOptions(
        *importing,
        {{"--exchange", "FACTOR", import->exchangeFactor,
          "replay with exchanges that take this many times as long: 0.5 is twice as fast"},
         {"--overlap", import->hidesExchanges,
          "replay with every exchange hidden by the work after it, as far as possible"},
         {"--project", "FILE", import->project,
          "project that receives the run; created if it does not exist; it refers to the files where they are"}});
    auto sim = std::make_shared<TimelineSimulateOptions>();
    CLI::App* simulating = command.add_subcommand(
        "simulate", "every step of every worker of a design, before anything is built; slow down or kill one");
    declareOptions(*simulating,
                   {{"PROJECT", sim->project,
                     "project file, or - for standard input; or give --t-comp and the communication's options"},
                    {"--variant", "NAME", sim->variant, "variant with this name (default: the one shown)"},
                    editOption(sim->edits),
                    {&Baseline::tCompS, sim->tComp}});
    sim->communication.declare(*simulating);
    declareOptions(
        *simulating,
        {{&Communication::localSteps, sim->communication.localSteps},
         {"--scaling", "KIND", sim->scaling, "strong or weak"},
         {"--p", "N", sim->p, "workers (default: the plan's p)"},
         pMaxOption(sim->pMax, "the plan"),
         {"--steps", "N", sim->steps, "steps to simulate (default: 100)"},
         {"--seed", "N", sim->seed, "seed of jitter and failures (default: 1)"},
         {&LoadBalancing::jitterS, sim->jitter},
         {&LoadBalancing::backupWorkers, sim->backupWorkers},
         {&Consistency::stalenessSteps, sim->staleness},
         {"--slow", "W:F", sim->slowedWorkers,
          "WORKER:FACTOR or WORKER:FACTOR:STEP: its compute takes FACTOR times as long, from STEP on"},
         {"--kill", "W:S", sim->killedWorker, "WORKER:STEP: it dies in that step, and the design's recovery responds"},
         {"--events", sim->writesEvents, "also every span of every worker (with --json)"},
         {"--ladder", sim->usesMeasuredLadder,
          "at every p of the project's measured ladder: where the two differ, and in which part"}});
    return [import, sim, importing] { return importing->parsed() ? timelineImport(*import) : timelineSimulate(*sim); };
}

}  // namespace scalewright::cli
