// timeline import FILES|DIR: reads recorded traces and shows where each rank's time went.
#include "app/cli/field_options.h"
#include "app/cli/timeline.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
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
    const Result<std::string> text = readText(*file);
    if (!text)
        return fail(text.error());
    Result<TraceRules> ownRules = parseTraceRules(*text);
    if (!ownRules)
        return fail(withFileName(std::move(ownRules.error()), inputName(*file)));
    return joinRules(std::move(*ownRules), *standard);
}

Result<TraceRun> readRun(const std::vector<std::string>& paths, const TraceRules& rules,
                         const TraceReadOptions& reading)
{
    if (paths == std::vector<std::string>{"-"}) {
        Result<std::string> text = readText("-");
        if (!text)
            return fail(text.error());
        const std::size_t size = text->size();
        text->append(scanPadding, '\0');
        Result<TraceRecording> recording = scanTrace(std::string_view(*text).substr(0, size), reading);
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

void addTimeSharesJson(Json::Object& json, const TimeTotals& shares)
{
    json.emplace_back("span_s", Json(shares.spanS));
    json.emplace_back("compute_s", Json(shares.computeS));
    json.emplace_back("communication_s", Json(shares.communicationS));
    json.emplace_back("overlap_s", Json(shares.overlapS));
    json.emplace_back("exposed_communication_s", Json(shares.exposedS));
    json.emplace_back("memory_s", Json(shares.memoryS));
    json.emplace_back("io_s", Json(shares.ioS));
}

Json::Array stepsJson(const TraceRank& rank)
{
    Json::Array steps;
    for (const StepWindow& window : rank.breakdown.steps) {
        const TimeTotals shares = totalsWithin(rank.breakdown.times, window.fromNs, window.toNs);
        Json::Object step{{"rank", Json(rank.rank)},
                          {"name", Json(window.name.empty() ? std::string("whole recording") : sanitised(window.name))},
                          {"start_s", Json(double(window.fromNs - rank.breakdown.times.fromNs) * 1e-9)}};
        addTimeSharesJson(step, shares);
        step.emplace_back("waiting_s", Json(shares.waitS));
        step.emplace_back("idle_s", Json(shares.idleS));
        step.emplace_back("unclassified_s", Json(shares.unclassifiedS));
        steps.emplace_back(std::move(step));
    }
    return steps;
}

Json::Object pointJson(const TracePoint& trace)
{
    const LadderPoint& point = trace.point;
    return {{"p", Json(point.p)},
            {"time", Json(*point.timeS)},
            {"comp", Json(*point.compS)},
            {"comm", Json(*point.commS)},
            {"idle", Json(*point.idleS)},
            {"io", Json(*point.ioS)},
            {"unclassified", Json(trace.unclassifiedS)},
            {"steps", Json(trace.stepCount)},
            {"about", Json(trace.description)}};
}

Json::Object runJson(const TraceRun& run)
{
    Json::Array ranks, allSteps;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const TraceRank& rank = run.ranks[r];
        Json::Object json{{"rank", Json(rank.rank)},
                          {"file", Json(sanitised(rank.source->file.string()))},
                          {"on_device", Json(rank.breakdown.times.usesDevice)}};
        if (!rank.deviceName.empty())
            json.emplace_back("device", Json(sanitised(rank.deviceName)));
        if (rank.windowCount() > 1)
            json.emplace_back("windows", Json(rank.windowCount()));
        if (rank.tensorCount > 0)
            json.emplace_back("tensors", Json(rank.tensorCount));
        addTimeSharesJson(json, rank.totals);
        setOrReason(json, "waiting_s", rank.waitingS, rank.waitingUnknownReason);
        json.emplace_back("idle_s", Json(rank.totals.idleS));
        json.emplace_back("unclassified_s", Json(rank.totals.unclassifiedS));
        json.emplace_back("unclassified_share", Json(rank.unclassifiedShare()));
        const bool matched = !run.matched.collectives.empty();
        const char* unmatched = "no collective is matched across ranks";
        setOrReason(json, "collective_waiting_s", matched ? std::optional(run.matched.waitingS[r]) : std::nullopt,
                    unmatched);
        setOrReason(json, "collective_transfer_s", matched ? std::optional(run.matched.transferS[r]) : std::nullopt,
                    unmatched);
        setOrReason(json, "clock_offset_s", matched ? std::optional(run.matched.offsets[r].seconds) : std::nullopt,
                    unmatched);
        setOrReason(json, "clock_offset_spread_s",
                    matched ? std::optional(run.matched.offsets[r].spreadS) : std::nullopt, unmatched);
        Json::Array steps = stepsJson(rank);
        allSteps.insert(allSteps.end(), steps.begin(), steps.end());
        json.emplace_back("steps", Json(std::move(steps)));
        ranks.emplace_back(std::move(json));
    }
    Json::Object json{{"ranks", Json(std::move(ranks))},
                      {"unclassified_share", Json(run.unclassifiedShare)},
                      {"steps", Json(std::move(allSteps))}};
    if (run.straggler)
        json.emplace_back("straggler", Json(*run.straggler));
    else
        setOrReason(json, "straggler", std::optional<int>(), run.stragglerSummary);
    json.emplace_back("stragglers", Json(Json::Array(run.stragglers.begin(), run.stragglers.end())));
    json.emplace_back("straggler_about", Json(run.stragglerSummary));
    if (run.stragglerVerdict.stepCount > 0 && !run.stragglerVerdict.latestRanks.empty()) {
        const StragglerVerdict& verdict = run.stragglerVerdict;
        Json::Array lateRanks;
        for (const std::size_t at : verdict.latestRanks)
            lateRanks.emplace_back(run.ranks[at].rank);
        json.emplace_back(
            "straggler_evidence",
            Json(Json::Object{
                {"ranks", Json(std::move(lateRanks))},
                {"named", Json(!run.stragglers.empty())},
                {"steps", Json(verdict.stepCount)},
                {"last_in", Json(verdict.lastArrivals)},
                {"last_share", Json(verdict.lastArrivalShare())},
                {"late_s", Json(verdict.latenessS)},
                {"saves_s", Json(verdict.savingS)},
                {"saves_share", Json(run.spanS() > 0 ? verdict.savingS * double(verdict.stepCount) / run.spanS() : 0)},
                {"chance", verdict.pValue ? Json(*verdict.pValue) : Json()},
                {"longer_compute_s", Json(run.lateRankExcess.computeS)},
                {"longer_io_s", Json(run.lateRankExcess.ioS)},
                {"longer_idle_s", Json(run.lateRankExcess.idleS)}}));
    }
    json.emplace_back("straggler_calibration", Json(run.stragglerTrackRecord));
    json.emplace_back("straggler_calibration_from",
                      Json(Json::Object{{"file", Json(calibrationFile)}, {"seed", Json(shippedCalibration().seed)}}));
    if (run.worldSize)
        json.emplace_back("world_size", Json(*run.worldSize));
    json.emplace_back("matched_collectives", Json(run.matched.collectives.size()));
    const TracePoint point = stepTracePoint(run);
    json.emplace_back("ladder_point", Json(pointJson(point)));
    json.emplace_back("profile", Json(Json::Object{{"step_time_s", Json(*point.point.timeS)},
                                                   {"io_time_s", Json(*point.point.ioS)}}));
    json.emplace_back("warnings", listJson(run.warnings));
    return json;
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

Json::Object replayJson(const Replay& replayed)
{
    Json::Array ranks;
    for (const ReplayRank& rank : replayed.ranks)
        ranks.emplace_back(Json::Object{{"rank", Json(rank.rank)},
                                        {"segments_s", Json(rank.workS)},
                                        {"transfer_s", Json(rank.transferS)},
                                        {"waiting_s", Json(rank.waitingS)}});
    return {{"span_s", Json(replayed.spanS)}, {"ranks", Json(std::move(ranks))}};
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
        target.emplace_back("replay", Json());
        target.emplace_back("replay_reason", Json(messageOf(unchangedReplay.error().problems.front())));
        return replays;
    }
    Json::Object json = replayJson(*unchangedReplay);
    json.emplace_back("recorded_span_s", Json(unchangedReplay->recordedSpanS));
    json.emplace_back("error", Json(unchangedReplay->relativeError()));
    replays.unchanged = std::move(*unchangedReplay);
    if (handles) {
        Result<Replay> whatIfReplay = replay(run, *handles);
        if (!whatIfReplay)
            return fail(whatIfReplay.error());
        json.emplace_back("what_if", Json(replayJson(*whatIfReplay)));
        replays.whatIf = std::move(*whatIfReplay);
    }
    target.emplace_back("replay", Json(std::move(json)));
    return replays;
}

constexpr std::array<std::pair<Activity, const char*>, 6> comparedParts{{{Activity::Compute, "compute_s"},
                                                                         {Activity::Communication, "communication_s"},
                                                                         {Activity::Waiting, "waiting_s"},
                                                                         {Activity::Memory, "memory_s"},
                                                                         {Activity::InputOutput, "io_s"},
                                                                         {Activity::Unknown, "unclassified_s"}}};

/// Compares the run with another run, worker by worker and part by part.
void addComparisonJson(Json::Object& target, const RunComparison& comparison, const TraceRun& otherRun)
{
    const auto partsJson = [](const WorkerParts& parts, const WorkerParts* subtracted) {
        Json::Object json{{"span_s", Json(parts.spanS - (subtracted ? subtracted->spanS : 0))}};
        for (const auto& [activity, key] : comparedParts)
            json.emplace_back(key, Json(parts.part(activity) - (subtracted ? subtracted->part(activity) : 0)));
        json.emplace_back("idle_s", Json(parts.idleS() - (subtracted ? subtracted->idleS() : 0)));
        return json;
    };
    const auto numbers = [](const std::vector<int>& list) {
        Json::Array json;
        for (const int number : list)
            json.emplace_back(number);
        return json;
    };
    Json::Array ranks;
    for (const ComparedWorker& worker : comparison.workers) {
        ranks.emplace_back(Json::Object{{"rank", Json(worker.first.worker)},
                                        {"first", Json(partsJson(worker.first, nullptr))},
                                        {"second", Json(partsJson(worker.second, nullptr))},
                                        {"difference", Json(partsJson(worker.second, &worker.first))}});
    }
    target.emplace_back("comparison",
                        Json(Json::Object{{"over", Json(comparison.basis == PartsBasis::Step ? "step" : "run")},
                                          {"first_s", Json(comparison.firstSpanS)},
                                          {"second_s", Json(comparison.secondSpanS)},
                                          {"ranks", Json(std::move(ranks))},
                                          {"only_first", Json(numbers(comparison.onlyInFirst))},
                                          {"only_second", Json(numbers(comparison.onlyInSecond))},
                                          {"about", Json(comparison.summary)},
                                          {"warnings", listJson(otherRun.warnings)}}));
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
    Result<RecordedRun> record = makeRecordedRun(run, folder);
    if (!record)
        return fail(record.error());
    record->name = recordingName(run, record->files.size() > 1);
    record->provenance = {Origin::Imported, record->name, today(), {}, {}};
    if (options.rulesFile) {
        Result<TraceReference> rules = makeReference(*options.rulesFile, folder);
        if (!rules)
            return fail(rules.error());
        record = withUserRules(*std::move(record), *std::move(rules));
    }
    const auto hasSameFiles = [&](const RecordedRun& existing) {
        return std::equal(existing.files.begin(), existing.files.end(), record->files.begin(), record->files.end(),
                          [](const auto& a, const auto& b) { return a.file == b.file; });
    };
    return changeProject(*options.project, [&](Project project) -> Result<Project> {
        std::vector<RecordedRun>& runs = project.measurements.traces;
        if (const auto existingRun = std::find_if(runs.begin(), runs.end(), hasSameFiles); existingRun != runs.end())
            *existingRun = *record;
        else
            runs.push_back(*record);
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
    if (const Result<void> projectCheck = checkProjectOptions(options); !projectCheck)
        return fail(projectCheck.error());
    Result<TraceRules> rules = readTraceRules(options.rulesFile);
    if (!rules)
        return fail(rules.error());
    if (options.processIsRank)
        rules->workerProcessPatterns.emplace_back("*");
    for (const auto* list : {&options.paths, &options.comparedPaths})
        for (const std::string& path : *list)
            rememberTraceFiles(path);
    if (options.writesLadder && !options.comparedPaths.empty())
        return fail(ErrorCode::Input, "--ladder and --compare answer different questions", "one of them",
                    {.field = "--compare"});
    const Result<std::optional<ReplayOptions>> handles = readReplayHandles(options);
    if (!handles)
        return fail(handles.error());
    const StopOnInterrupt interrupt;
    ProgressLine progress;
    const TraceReadOptions reading{.stop = interrupt.token(),
                                   .progress = [&](double share) { progress.report(share, "reading"); }};
    if (options.writesLadder) {
        Reply answer{.text = "p,time,comp,comm,idle,io\n"};
        std::string notes;
        Json::Array rows;
        for (const std::string& path : options.paths) {
            const Result<TraceRun> run = readRun({path}, *rules, reading);
            if (!run)
                return fail(run.error());
            const TracePoint trace = stepTracePoint(*run);
            const LadderPoint& point = trace.point;
            answer.text +=
                fmt::format("{},{},{},{},{},{}\n", point.p, roundTripText(*point.timeS), roundTripText(*point.compS),
                            roundTripText(*point.commS), roundTripText(*point.idleS), roundTripText(*point.ioS));
            rows.emplace_back(pointJson(trace));
            if (trace.unclassifiedS > 0)
                notes += fmt::format("# {}: {} of {} unclassified\n", inputName(path), timeText(trace.unclassifiedS),
                                     timeText(*point.timeS));
        }
        answer.text += notes;
        answer.json.emplace_back("rows", Json(std::move(rows)));
        return answer;
    }
    const Result<TraceRun> run = readRun(options.paths, *rules, reading);
    if (!run)
        return fail(run.error());
    Reply answer{.json = runJson(*run)};
    if (options.paths != std::vector<std::string>{"-"}) {
        const Result<std::vector<TraceReference>> references = makeReferences(*run, std::filesystem::current_path());
        if (!references)
            return fail(references.error());
        Json::Array list;
        for (const TraceReference& reference : *references)
            list.push_back(referenceJson(reference));
        answer.json.emplace_back("references", Json(std::move(list)));
    }
    std::optional<RunComparison> comparison;
    if (!options.comparedPaths.empty()) {
        const Result<TraceRun> otherRun = readRun(options.comparedPaths, *rules, reading);
        if (!otherRun)
            return fail(otherRun.error());
        comparison = compareRuns(makeComparable(*run, *otherRun));
        addComparisonJson(answer.json, *comparison, *otherRun);
    }
    const Result<Replays> replays = addReplaysJson(answer.json, *run, *handles);
    if (!replays)
        return fail(replays.error());
    if (options.project) {
        if (const Result<void> saved = saveRunToProject(options, *run); !saved)
            return fail(saved.error());
        answer.json.emplace_back("project", Json(*options.project));
    }
    const auto pointerTo = [](const auto& value) { return value ? &*value : nullptr; };
    answer.answer = recordedRunAnswer({*run, pointerTo(comparison), pointerTo(replays->unchanged),
                                       pointerTo(replays->whatIf), joinShellWords(options.paths)});
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
    importing
        ->add_option("--rules", import->rulesFile,
                     "your own rules file, applied before the program's (resources/catalogue/trace-rules.json)")
        ->type_name("FILE");
    importing
        ->add_option("--compare", import->comparedPaths,
                     "another run's files or folder: what changed from PATH to it, by rank and part")
        ->type_name("PATH");
    importing->add_flag("--process-is-rank", import->processIsRank,
                        "each process of a file is a rank, if the file does not name ranks");
    importing->add_flag("--ladder", import->writesLadder,
                        "each PATH is a run: writes a ladder (CSV) with one row each");
    for (const auto& [option, ranks, help] :
         {std::tuple("--as-median", &import->medianRanks, "replay with this rank as fast as the median of the others"),
          {"--without", &import->ranksLeftOutOfReplay, "replay without this rank; its work is not redistributed"}})
        importing->add_option(option, *ranks, help)
            ->type_name("RANK,...")
            ->delimiter(',')
            ->allow_extra_args(false);  // the next word is a PATH
    importing
        ->add_option("--exchange", import->exchangeFactor,
                     "replay with exchanges that take this many times as long: 0.5 is twice as fast")
        ->type_name("FACTOR");
    importing->add_flag("--overlap", import->hidesExchanges,
                        "replay with every exchange hidden by the work after it, as far as possible");
    importing
        ->add_option(
            "--project", import->project,
            "project that receives the run; created if it does not exist; it refers to the files where they are")
        ->type_name("FILE");
    auto sim = std::make_shared<TimelineSimulateOptions>();
    CLI::App* simulating = command.add_subcommand(
        "simulate", "every step of every worker of a design, before anything is built; slow down or kill one");
    simulating->add_option("PROJECT", sim->project,
                           "project file, or - for standard input; or give --t-comp and the communication's options");
    simulating->add_option("--variant", sim->variant, "variant with this name (default: the one shown)")
        ->type_name("NAME");
    declareEditOption(*simulating, sim->edits);
    declareFieldOption(*simulating, &Baseline::tCompS, sim->tComp);
    sim->communication.declare(*simulating);
    declareFieldOption(*simulating, &Communication::localSteps, sim->communication.localSteps);
    simulating->add_option("--scaling", sim->scaling, "strong or weak")->type_name("KIND");
    simulating->add_option("--p", sim->p, "workers (default: the plan's p)")->type_name("N");
    declarePMaxOption(*simulating, sim->pMax, "the plan");
    simulating->add_option("--steps", sim->steps, "steps to simulate (default: 100)")->type_name("N");
    simulating->add_option("--seed", sim->seed, "seed of jitter and failures (default: 1)")->type_name("N");
    declareFieldOption(*simulating, &LoadBalancing::jitterS, sim->jitter);
    declareFieldOption(*simulating, &LoadBalancing::backupWorkers, sim->backupWorkers);
    declareFieldOption(*simulating, &Consistency::stalenessSteps, sim->staleness);
    simulating
        ->add_option("--slow", sim->slowedWorkers,
                     "WORKER:FACTOR or WORKER:FACTOR:STEP: its compute takes FACTOR times as long, from STEP on")
        ->type_name("W:F");
    simulating
        ->add_option("--kill", sim->killedWorker,
                     "WORKER:STEP: it dies in that step, and the design's recovery responds")
        ->type_name("W:S");
    simulating->add_flag("--events", sim->writesEvents, "also every span of every worker (with --json)");
    simulating->add_flag("--ladder", sim->usesMeasuredLadder,
                         "at every p of the project's measured ladder: where the two differ, and in which part");
    return [import, sim, importing] { return importing->parsed() ? timelineImport(*import) : timelineSimulate(*sim); };
}

}  // namespace scalewright::cli
