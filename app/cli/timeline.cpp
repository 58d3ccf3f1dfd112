// timeline import FILES|DIR: recorded traces, and where each rank's time went.
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

Result<TraceRules> readRules(const Text& file)
{
    Result<TraceRules> standard = standardTraceRules();
    if (!standard || !file)
        return standard;
    const Result<std::string> text = readText(*file);
    if (!text)
        return fail(text.error());
    Result<TraceRules> own = parseTraceRules(*text);
    if (!own)
        return fail(inFile(std::move(own.error()), inputName(*file)));
    return joinedRules(std::move(*own), *standard);
}

Result<TraceRun> readRun(const std::vector<std::string>& paths, const TraceRules& rules, const TraceReading& reading)
{
    if (paths == std::vector<std::string>{"-"}) {
        Result<std::string> text = readText("-");
        if (!text)
            return fail(text.error());
        const std::size_t size = text->size();
        text->append(scanPadding, '\0');
        Result<TraceRecording> recording = scanTrace(std::string_view(*text).substr(0, size), reading);
        if (!recording)
            return fail(inFile(std::move(recording.error()), inputName("-")));
        std::vector<std::pair<std::filesystem::path, TraceRecording>> one;
        one.emplace_back(inputName("-"), std::move(*recording));
        return assembleRun(std::move(one), rules);
    }
    std::vector<std::filesystem::path> files;
    for (const std::string& path : paths) {
        if (path == "-")
            return fail(ErrorCode::Input, "standard input is one trace and stands alone", "- or files",
                        {.field = "PATH"});
        files.emplace_back(path);
    }
    return importTraces(files, rules, reading);
}

void sharesJson(Json::Object& json, const TimeShares& shares)
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
    for (const StepWindow& window : rank.reading.steps) {
        const TimeShares shares = sharesWithin(rank.reading.times, window.fromNs, window.toNs);
        Json::Object step{{"rank", Json(rank.rank)},
                          {"name", Json(window.name.empty() ? std::string("whole recording") : cleaned(window.name))},
                          {"start_s", Json(double(window.fromNs - rank.reading.times.fromNs) * 1e-9)}};
        sharesJson(step, shares);
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
            {"steps", Json(trace.steps)},
            {"about", Json(trace.about)}};
}

Json::Object runJson(const TraceRun& run)
{
    Json::Array ranks, allSteps;
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        const TraceRank& rank = run.ranks[r];
        Json::Object json{{"rank", Json(rank.rank)},
                          {"file", Json(cleaned(rank.source->file.string()))},
                          {"on_device", Json(rank.reading.times.onDevice)}};
        if (!rank.device.empty())
            json.emplace_back("device", Json(cleaned(rank.device)));
        if (rank.windows() > 1)
            json.emplace_back("windows", Json(rank.windows()));
        if (rank.tensors > 0)
            json.emplace_back("tensors", Json(rank.tensors));
        sharesJson(json, rank.whole);
        setOrReason(json, "waiting_s", rank.waitingS, rank.noWaiting);
        json.emplace_back("idle_s", Json(rank.whole.idleS));
        json.emplace_back("unclassified_s", Json(rank.whole.unclassifiedS));
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
        setOrReason(json, "straggler", std::optional<int>(), run.aboutStraggler);
    json.emplace_back("stragglers", Json(Json::Array(run.stragglers.begin(), run.stragglers.end())));
    json.emplace_back("straggler_about", Json(run.aboutStraggler));
    if (run.lateness.steps > 0 && !run.lateness.late.empty()) {
        const StragglerVerdict& its = run.lateness;
        Json::Array late;
        for (const std::size_t at : its.late)
            late.emplace_back(run.ranks[at].rank);
        json.emplace_back(
            "straggler_evidence",
            Json(Json::Object{{"ranks", Json(std::move(late))},
                              {"named", Json(!run.stragglers.empty())},
                              {"steps", Json(its.steps)},
                              {"last_in", Json(its.last)},
                              {"last_share", Json(its.lastShare())},
                              {"late_s", Json(its.lateS)},
                              {"saves_s", Json(its.savesS)},
                              {"saves_share", Json(run.spanS() > 0 ? its.savesS * double(its.steps) / run.spanS() : 0)},
                              {"chance", its.chance ? Json(*its.chance) : Json()},
                              {"longer_compute_s", Json(run.longer.computeS)},
                              {"longer_io_s", Json(run.longer.ioS)},
                              {"longer_idle_s", Json(run.longer.idleS)}}));
    }
    json.emplace_back("straggler_calibration", Json(run.stragglerCalibration));
    json.emplace_back("straggler_calibration_from",
                      Json(Json::Object{{"file", Json(calibrationFile)}, {"seed", Json(shippedCalibration().seed)}}));
    if (run.worldSize)
        json.emplace_back("world_size", Json(*run.worldSize));
    json.emplace_back("matched_collectives", Json(run.matched.collectives.size()));
    const TracePoint point = ladderPoint(run);
    json.emplace_back("ladder_point", Json(pointJson(point)));
    json.emplace_back("profile", Json(Json::Object{{"step_time_s", Json(*point.point.timeS)},
                                                   {"io_time_s", Json(*point.point.ioS)}}));
    json.emplace_back("warnings", listJson(run.warnings));
    return json;
}

/// The handles that were given; nullopt where none was.
Result<std::optional<ReplayHandles>> handlesOf(const TimelineImportOptions& options)
{
    Values values;
    ReplayHandles handles;
    for (const auto& [texts, option, to] : {std::tuple(&options.asMedian, "--as-median", &handles.asMedian),
                                            {&options.without, "--without", &handles.without}})
        for (const std::string& text : *texts)
            if (const auto rank = values.count(text, option, 0, 1'000'000'000))
                to->push_back(*rank);
    if (const auto factor = values.amount(options.exchange, "--exchange", Dimension::Ratio, Sign::NotNegative))
        handles.exchangeFactor = *factor;
    handles.overlapAll = options.overlap;
    if (!values.ok())
        return fail(values.error());
    return handles == ReplayHandles{} ? std::nullopt : std::optional(handles);
}

Json::Object replayJson(const Replay& replayed)
{
    Json::Array ranks;
    for (const ReplayRank& rank : replayed.ranks)
        ranks.emplace_back(Json::Object{{"rank", Json(rank.rank)},
                                        {"segments_s", Json(rank.segmentsS)},
                                        {"transfer_s", Json(rank.transferS)},
                                        {"waiting_s", Json(rank.waitingS)}});
    return {{"span_s", Json(replayed.spanS)}, {"ranks", Json(std::move(ranks))}};
}

/// The unchanged replay, and what the handles make of it.
struct Replays {
    std::optional<Replay> same, whatIf;
};

/// The unchanged replay against the recording, and with the handles. A refusal is an error only where handles ask.
Result<Replays> replaysOf(Json::Object& into, const TraceRun& run, const std::optional<ReplayHandles>& handles)
{
    Replays replays;
    Result<Replay> same = replay(run);
    if (!same) {
        if (handles)
            return fail(same.error());
        into.emplace_back("replay", Json());
        into.emplace_back("replay_reason", Json(messageOf(same.error().problems.front())));
        return replays;
    }
    Json::Object json = replayJson(*same);
    json.emplace_back("recorded_span_s", Json(same->recordedSpanS));
    json.emplace_back("error", Json(same->error()));
    replays.same = std::move(*same);
    if (handles) {
        Result<Replay> mended = replay(run, *handles);
        if (!mended)
            return fail(mended.error());
        json.emplace_back("what_if", Json(replayJson(*mended)));
        replays.whatIf = std::move(*mended);
    }
    into.emplace_back("replay", Json(std::move(json)));
    return replays;
}

constexpr std::array<std::pair<Doing, const char*>, 6> comparedParts{{{Doing::Compute, "compute_s"},
                                                                      {Doing::Communication, "communication_s"},
                                                                      {Doing::Waiting, "waiting_s"},
                                                                      {Doing::Memory, "memory_s"},
                                                                      {Doing::InputOutput, "io_s"},
                                                                      {Doing::Unknown, "unclassified_s"}}};

/// The run held against another one, worker by worker and part by part.
void addComparison(Json::Object& into, const RunComparison& its, const TraceRun& other)
{
    const auto partsJson = [](const WorkerParts& of, const WorkerParts* less) {
        Json::Object json{{"span_s", Json(of.spanS - (less ? less->spanS : 0))}};
        for (const auto& [what, key] : comparedParts)
            json.emplace_back(key, Json(of.part(what) - (less ? less->part(what) : 0)));
        json.emplace_back("idle_s", Json(of.idleS() - (less ? less->idleS() : 0)));
        return json;
    };
    const auto numbers = [](const std::vector<int>& list) {
        Json::Array json;
        for (const int number : list)
            json.emplace_back(number);
        return json;
    };
    Json::Array ranks;
    for (const ComparedWorker& worker : its.workers) {
        ranks.emplace_back(Json::Object{{"rank", Json(worker.first.worker)},
                                        {"first", Json(partsJson(worker.first, nullptr))},
                                        {"second", Json(partsJson(worker.second, nullptr))},
                                        {"difference", Json(partsJson(worker.second, &worker.first))}});
    }
    into.emplace_back("comparison", Json(Json::Object{{"over", Json(its.over == PartsOver::Step ? "step" : "run")},
                                                      {"first_s", Json(its.firstS)},
                                                      {"second_s", Json(its.secondS)},
                                                      {"ranks", Json(std::move(ranks))},
                                                      {"only_first", Json(numbers(its.onlyFirst))},
                                                      {"only_second", Json(numbers(its.onlySecond))},
                                                      {"about", Json(its.about)},
                                                      {"warnings", listJson(other.warnings)}}));
}

/// Its name in a project, as in the window: the file's, or of several the folder's.
std::string recordedName(const TraceRun& run, bool several)
{
    const std::filesystem::path first = std::filesystem::absolute(run.ranks.front().source->file);
    return (several && first.has_parent_path() ? first.parent_path().filename() : first.filename()).string();
}

/// The run into the project, once however often it is read: traces stay where they lie, the project refers to them.
Result<void> intoProject(const TimelineImportOptions& options, const TraceRun& run)
{
    const std::filesystem::path folder = std::filesystem::absolute(*options.project).parent_path();
    Result<RecordedRun> record = recordOf(run, folder);
    if (!record)
        return fail(record.error());
    record->name = recordedName(run, record->files.size() > 1);
    record->provenance = {Origin::Imported, record->name, today(), {}, {}};
    if (options.rules) {
        Result<TraceReference> rules = referenceTo(*options.rules, folder);
        if (!rules)
            return fail(rules.error());
        record = withOwnRules(*std::move(record), *std::move(rules));
    }
    const auto sameFiles = [&](const RecordedRun& kept) {
        return std::equal(kept.files.begin(), kept.files.end(), record->files.begin(), record->files.end(),
                          [](const auto& a, const auto& b) { return a.file == b.file; });
    };
    return changeProject(*options.project, [&](Project project) -> Result<Project> {
        std::vector<RecordedRun>& runs = project.measurements.traces;
        if (const auto kept = std::find_if(runs.begin(), runs.end(), sameFiles); kept != runs.end())
            *kept = *record;
        else
            runs.push_back(*record);
        return project;
    });
}

Result<void> checkProject(const TimelineImportOptions& options)
{
    Values values;
    if (!options.project)
        return {};
    if (options.project->empty() || *options.project == "-")
        values.add("--project", "the run goes into it", "a file");
    if (options.paths == std::vector<std::string>{"-"})
        values.add("--project", "it refers to files, and standard input is none", "trace files or their folder");
    if (options.ladder)
        values.add("--ladder", "with --project all PATHs are one run", "one of the two");
    if (values.ok())
        return canBeSaved(*options.project);
    return fail(values.error());
}

/// A trace, or all in a folder, is not written over.
void rememberTraces(const std::string& path)
{
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
        rememberRead(path);
        return;
    }
    for (std::filesystem::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
        if (namedAsTrace(at->path().filename().string()))
            rememberRead(at->path().string());
}

}  // namespace

Result<Reply> timelineImport(const TimelineImportOptions& options)
{
    if (const Result<void> takes = checkProject(options); !takes)
        return fail(takes.error());
    Result<TraceRules> rules = readRules(options.rules);
    if (!rules)
        return fail(rules.error());
    if (options.processIsRank)
        rules->workerProcesses.emplace_back("*");
    for (const auto* list : {&options.paths, &options.compare})
        for (const std::string& path : *list)
            rememberTraces(path);
    if (options.ladder && !options.compare.empty())
        return fail(ErrorCode::Input, "--ladder and --compare answer different questions", "one of them",
                    {.field = "--compare"});
    const Result<std::optional<ReplayHandles>> handles = handlesOf(options);
    if (!handles)
        return fail(handles.error());
    const StopOnInterrupt interrupt;
    Progress progress;
    const TraceReading reading{.stop = interrupt.token(),
                               .progress = [&](double share) { progress.report(share, "reading"); }};
    if (options.ladder) {
        Reply answer{.text = "p,time,comp,comm,idle,io\n"};
        std::string notes;
        Json::Array rows;
        for (const std::string& path : options.paths) {
            const Result<TraceRun> run = readRun({path}, *rules, reading);
            if (!run)
                return fail(run.error());
            const TracePoint trace = ladderPoint(*run);
            const LadderPoint& point = trace.point;
            answer.text += fmt::format("{},{},{},{},{},{}\n", point.p, roundTrip(*point.timeS), roundTrip(*point.compS),
                                       roundTrip(*point.commS), roundTrip(*point.idleS), roundTrip(*point.ioS));
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
        const Result<std::vector<TraceReference>> references = referencesTo(*run, std::filesystem::current_path());
        if (!references)
            return fail(references.error());
        Json::Array list;
        for (const TraceReference& reference : *references)
            list.push_back(referenceJson(reference));
        answer.json.emplace_back("references", Json(std::move(list)));
    }
    std::optional<RunComparison> comparison;
    if (!options.compare.empty()) {
        const Result<TraceRun> other = readRun(options.compare, *rules, reading);
        if (!other)
            return fail(other.error());
        comparison = compared(comparable(*run, *other));
        addComparison(answer.json, *comparison, *other);
    }
    const Result<Replays> replays = replaysOf(answer.json, *run, *handles);
    if (!replays)
        return fail(replays.error());
    if (options.project) {
        if (const Result<void> kept = intoProject(options, *run); !kept)
            return fail(kept.error());
        answer.json.emplace_back("project", Json(*options.project));
    }
    const auto given = [](const auto& value) { return value ? &*value : nullptr; };
    answer.answer = recordedRunAnswer(
        {*run, given(comparison), given(replays->same), given(replays->whatIf), shellLine(options.paths)});
    return answer;
}

Run declareTimeline(CLI::App& command)
{
    auto import = std::make_shared<TimelineImportOptions>();
    command.require_subcommand(1, 1);
    CLI::App* importing = command.add_subcommand(
        "import", "Chrome-trace JSON of one or many ranks, plain or gzip: where each rank's time went");
    importing->add_option("PATH", import->paths, "trace files, or a folder of them, or - for standard input")
        ->required()
        ->type_name("");
    importing
        ->add_option("--rules", import->rules,
                     "a file of rules of your own, asked before the program's (resources/catalogue/trace-rules.json)")
        ->type_name("FILE");
    importing
        ->add_option("--compare", import->compare,
                     "another run's files or folder: what changed from PATH to it, by rank and part")
        ->type_name("PATH");
    importing->add_flag("--process-is-rank", import->processIsRank,
                        "each process of a file is a rank, where nothing in it says so");
    importing->add_flag("--ladder", import->ladder, "each PATH is a run: a ladder (CSV) with one row each");
    for (const auto& [option, ranks, says] :
         {std::tuple("--as-median", &import->asMedian, "replay with this rank as fast as the median of the others"),
          {"--without", &import->without, "replay without this rank; nobody takes over its work"}})
        importing->add_option(option, *ranks, says)
            ->type_name("RANK,...")
            ->delimiter(',')
            ->allow_extra_args(false);  // what follows is a PATH
    importing
        ->add_option("--exchange", import->exchange,
                     "replay with exchanges that take this many times as long: 0.5 is twice as fast")
        ->type_name("FACTOR");
    importing->add_flag("--overlap", import->overlap,
                        "replay with every exchange hidden by the work after it, as far as that goes");
    importing
        ->add_option("--project", import->project,
                     "a project that gets the run, made where it is not there; it refers to the files where they lie")
        ->type_name("FILE");
    auto sim = std::make_shared<TimelineSimulateOptions>();
    CLI::App* simulating = command.add_subcommand(
        "simulate", "every worker's every step of a design, before anything is built; slow or kill one");
    simulating->add_option("PROJECT", sim->project,
                           "project file, or - for standard input; or give --t-comp and the communication's options");
    simulating->add_option("--variant", sim->variant, "the variant of this name instead of the one shown")
        ->type_name("NAME");
    declareEdits(*simulating, sim->edits);
    declareField(*simulating, &Baseline::tCompS, sim->tComp);
    sim->communication.declare(*simulating);
    declareField(*simulating, &Communication::localSteps, sim->communication.localSteps);
    simulating->add_option("--scaling", sim->scaling, "strong or weak")->type_name("KIND");
    simulating->add_option("--p", sim->p, "workers; the plan's p")->type_name("N");
    declarePMax(*simulating, sim->pMax, "the plan");
    simulating->add_option("--steps", sim->steps, "steps that are simulated; 100")->type_name("N");
    simulating->add_option("--seed", sim->seed, "of jitter and failures; 1")->type_name("N");
    declareField(*simulating, &LoadBalancing::jitterS, sim->jitter);
    declareField(*simulating, &LoadBalancing::backupWorkers, sim->backup);
    declareField(*simulating, &Consistency::stalenessSteps, sim->staleness);
    simulating
        ->add_option("--slow", sim->slow,
                     "WORKER:FACTOR or WORKER:FACTOR:STEP: its compute takes FACTOR times as long, from STEP on")
        ->type_name("W:F");
    simulating->add_option("--kill", sim->kill, "WORKER:STEP: it dies in that step, and the design's recovery answers")
        ->type_name("W:S");
    simulating->add_flag("--events", sim->events, "also every span of every worker (with --json)");
    simulating->add_flag("--ladder", sim->ladder,
                         "at every p of the project's measured ladder: where they part, and over what");
    return [import, sim, importing] { return importing->parsed() ? timelineImport(*import) : timelineSimulate(*sim); };
}

}  // namespace scalewright::cli
