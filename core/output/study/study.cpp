// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/study/study.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/median.h"
#include "core/base/text/quote.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/probes/run_history.h"
#include "core/evidence/runs/ladder_run.h"
#include "core/evidence/runs/program.h"
#include "core/evidence/runs/program_files.h"
#include "core/evidence/runs/run_traces.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/output/study/one_program.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/project_file.h"
#include "core/project/document/this_machine.h"

namespace scalewright {

namespace {

std::string commandOf(const StudyOptions& options)
{
    return commandText(options.argv, options.launcher);
}

struct StudyContext {
    Study& study;
    const SaveProject& save;
    bool isInMemory;
};

bool hasCeilingsOfThisMachine(const Machine& machine, const std::string& cpu)
{
    const auto isOfThisMachine = [&](const MaybeQuantity& figure) {
        const std::optional<std::string> machineName = measuredProcessor(figure);
        return machineName && (machineName->empty() || *machineName == cpu);
    };
    return isOfThisMachine(machine.peakFlops) && isOfThisMachine(machine.memoryBandwidthBytesPerS);
}

/// Adds facts about this machine that need no measurement and that the project lacks, unless the project describes
/// another machine.
void addMachineFacts(Project& project)
{
    const MachineFacts facts = readMachineFacts();
    const Machine& machine = project.baseline.machine;
    if ((machine.name.empty() && !hasCatalogueFigures(machine)) || machine.name == facts.cpuName)
        project = withMachineFacts(std::move(project), facts);
}

Result<void> addCatalogueCeilings(Study& study)
{
    TRY(const Catalogue catalogue,
        readCatalogue(study.options.skipsOwnCatalogue ? OwnCatalogue::Skipped : OwnCatalogue::Required));
    Result<void> filled = fillMachine(study.project.baseline.machine, catalogue, study.options.catalogueMachine);
    if (!filled)
        filled.error().problems.front().location.field = "--machine";
    return filled;
}

Result<void> measureCeilings(const StudyContext& work, const std::stop_token& stop, const StudyProgress& progress)
{
    Study& study = work.study;
    if (!study.options.catalogueMachine.empty()) {
        study.ceilingsState = StepState::Done;
        return addCatalogueCeilings(study);
    }
    addMachineFacts(study.project);
    if (!study.options.measuresCeilings)
        return {};
    const Baseline& baseline = study.project.baseline;
    const bool usesDevice =
        hasCatalogueFigures(baseline.machine) &&
        std::ranges::any_of(baseline.steps, [](const WorkloadStep& step) { return !step.device.empty(); });
    if (usesDevice || hasCeilingsOfThisMachine(baseline.machine, study.doctorReport.cpuName)) {
        study.ceilingsState = StepState::Kept;
        return {};
    }
    const auto startTime = std::chrono::steady_clock::now();
    const Result<ProbeReport> report =
        runProbe({.kind = ProbeKind::Machine}, stop, [&](double completedShare, const std::string& activity) {
            const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - startTime).count();
            progress(completedShare, completedShare > 0.05
                                         ? formatMessage("machine: {}, {} left", activity,
                                                         timeText(passed * (1 - completedShare) / completedShare))
                                         : formatMessage("machine: {}", activity));
        });
    if (!report && report.error().code == ErrorCode::Cancelled)
        return fail(report.error());
    if (!report) {  // caused by a full disk or too little memory, for example; the rest can still be measured
        study.notes.push_back(formatMessage("the machine's ceilings could not be measured: {}",
                                            messageOf(report.error().problems.front())));
        return {};
    }
    study.project = withProbeRun(withMeasuredMachine(std::move(study.project), *report), *report, true);
    append(study.notes, report->warnings);
    study.ceilingsState = StepState::Done;
    return work.save(study.project);
}

/// If a program leaves profiler traces but does not report its time, takes the step's time from the traces. No effect
/// if they mark no step.
void applyTracedStep(Profile& profile, const MeasuredProgram& program, const detail::FolderTraces& traces)
{
    WorkloadStep& step = profile.baseline.steps.front();
    if (program.ownTimeS || !traces.step || !step.stepTimeS ||
        *traces.wholeRun->point.timeS > program.commandResult.wallSeconds)
        return;
    step.stepTimeS->value = *traces.step->point.timeS;
    step.stepTimeS->provenance.conditions =
        formatMessage("{}, the mean of {}, in a launch of {}", std::string(tracedStepConditions),
                      traces.step->stepCount, timeText(program.commandResult.wallSeconds));
    step.ioTimeS = step.stepTimeS;
    step.ioTimeS->value = *traces.step->point.ioS;
}

const MaybeQuantity& baselineTime(const Project& project)
{
    return project.baseline.steps.empty() ? project.baseline.tCompS : project.baseline.steps.front().stepTimeS;
}

bool isTracedStepTime(const MaybeQuantity& time)
{
    return time && time->provenance.conditions.starts_with(tracedStepConditions);
}

/// Whether the newest runs of this command are of the program in another state.
std::string changedFilesOf(const Study& study)
{
    const std::optional<std::size_t> newest = ladderIndexOf(study.project, commandOf(study.options));
    return newest ? changedFilesText(study.project.measurements.ladders[*newest].program, study.program)
                  : std::string();
}

bool isProgramChanged(const Study& study)
{
    return !changedFilesOf(study).empty();
}

Result<void> measureOnce(const StudyContext& work, const std::stop_token& stop, const StudyProgress& progress)
{
    Study& study = work.study;
    const StudyOptions& options = study.options;
    const std::string command = commandOf(options);
    const bool another = ladderIndexOf(study.project, command) && !study.project.baseline.steps.empty();
    const bool isStale = options.again || isProgramChanged(study);
    // a step next to a ladder of this program was set by the user
    if ((another && !(isStale && hasStepOf(study.project, command))) || (hasStepOf(study.project, command) && !isStale))
        return {};
    const int p = *std::ranges::min_element(options.p);
    progress(0, formatMessage("measure: p = {}, one run", p));
    const std::string scratch = options.launcher == Launcher::None ? std::string() : uniqueScratchPath();
    LaunchLine line = makeLaunchLine(options.launcher, options.argv, p, readMachineFacts().cores, scratch);
    markRanksInOutput(line, options.launcher);
    TRY(const detail::TraceFolder traces, detail::TraceFolder::make({.file = study.ladderFile}, p, 0));
    line.environment.emplace_back(detail::traceFolderVariable, traces.path().string());
    constexpr std::size_t maximumBytes = 4096;
    std::string output;
    const Result<MeasuredProgram> program = measureProgram(
        line.argv,
        [&](std::string_view block) {
            output += block;
            if (output.size() > 2 * maximumBytes)
                output.erase(0, output.size() - maximumBytes);
            return true;
        },
        {.workingFolder = options.workingFolder,
         .isIsolated = true,
         .environment = line.environment,
         .scratchFolder = scratch,
         .workers = options.launcher == Launcher::None ? 1 : p},
        stop);
    if (!program)
        return fail(program.error());
    const CommandResult& end = program->commandResult;
    if (end.endReason == CommandResult::EndReason::NotFound || end.endReason == CommandResult::EndReason::NotExecutable)
        return fail(ErrorCode::Environment,
                    formatMessage("{} cannot be run: {}", inQuotes(line.argv.front()), end.startError),
                    "a program that can be run");
    if (end.exitStatus != 0) {
        const std::string lastOutput = lastLinesOf(output);
        return fail(ErrorCode::Refused,
                    formatMessage("the program fails at p = {} ({}){}", p, endReasonText(end),
                                  lastOutput.empty() ? "" : ": " + lastOutput),
                    "a command that succeeds");
    }
    Profile profile = profileOf(*program, substituteCount(options.argv, p));
    applyTracedStep(profile, *program, detail::readFolderTraces(traces.path(), stop));
    TRY(Project after, withMeasuredStep(study.project, std::move(profile), command));
    if (const std::string machineNote = machineChangeText(study.project, after); !machineNote.empty())
        study.notes.push_back(machineNote);
    study.project = std::move(after);
    append(study.notes, program->notes);
    study.measureState = StepState::Done;
    return work.save(study.project);
}

/// Estimates the time of the remaining runs from the finished ones; uses `m_fallbackS` for a p without finished runs.
class RemainingTime {
public:
    RemainingTime(const LadderRunOptions& options, double first) : m_options(options), m_fallbackS(first) {}
    void addRow(const LadderRunRow& row)
    {
        m_rows.push_back(row);
        if (row.seconds)
            m_timesByP[row.p].push_back(row.launchWallTimeS.value_or(*row.seconds));
    }
    [[nodiscard]] double seconds() const
    {
        double remainingS = 0;
        for (const LadderRunTurn& turn : missingTurns(m_options, m_rows)) {
            const auto found = m_timesByP.find(turn.p);
            remainingS += found == m_timesByP.end() ? m_fallbackS : median(found->second);
        }
        return remainingS;
    }

private:
    const LadderRunOptions& m_options;
    double m_fallbackS;
    std::vector<LadderRunRow> m_rows;
    std::map<int, std::vector<double>> m_timesByP;
};

/// Whether every p has all of its runs.
bool isLadderComplete(const Ladder& ladder, const StudyOptions& options)
{
    std::map<int, int> runs;
    for (const LadderPoint& point : ladder.points)
        ++runs[point.p];
    for (const FailedRuns& failed : ladder.failed)
        runs[failed.p] += failed.runs;
    return std::ranges::all_of(options.p, [&](int p) { return runs[p] >= options.repeats; });
}

Result<void> runStudyLadder(const StudyContext& work, const std::stop_token& stop, const StudyProgress& progress)
{
    Study& study = work.study;
    const StudyOptions& options = study.options;
    if (const std::optional<std::size_t> ladderIndex = studyLadderIndex(study);
        ladderIndex && !options.again && isLadderComplete(study.project.measurements.ladders[*ladderIndex], options))
        return {};
    LadderRunOptions settings;
    settings.p = options.p;
    settings.repeats = options.repeats;
    settings.warmups = 0;  // the measured run already served as warm-up
    settings.launcher = options.launcher;
    settings.argv = options.argv;
    settings.workingFolder = options.workingFolder;
    settings.again = options.again;
    settings.keptTracesFolder = options.keptTracesFolder;
    if (!work.isInMemory)
        settings.file = study.ladderFile;
    else if (const std::optional<std::size_t> ladderIndex = studyLadderIndex(study); ladderIndex && !options.again)
        settings.earlierRows =
            rowsOf(study.project.measurements.ladders[*ladderIndex], isTracedStepTime(baselineTime(study.project)));
    settings.capturesErrorOutput = true;
    const MaybeQuantity& measuredTime = baselineTime(study.project);
    RemainingTime remaining(settings, valueOr(measuredTime, 0));
    Ladder initialLadder = withMachineLoad(emptyLadder(options.argv, options.launcher), settings.file);
    settings.onWarning = options.onWarning;
    initialLadder.program = study.program;
    initialLadder.scaling = study.project.plan.scaling;
    initialLadder.stepsPerMeasuredTime =
        Quantity{1,
                 std::nullopt,
                 {Origin::Measured,
                  thisMachineSource,
                  today(),
                  isTracedStepTime(measuredTime) ? "the baseline's step is one step of its traces"
                                                 : "the baseline's step is one run",
                  {}}};
    LadderRecorder recorder(study.project, std::move(initialLadder), work.save);
    settings.onRow = [&](const LadderRunRow& row) {
        remaining.addRow(row);
        recorder.addRow(row);
    };
    // With a file, runLadder() would report these rows.
    std::ranges::for_each(settings.earlierRows, settings.onRow);
    const Result<LadderRunReport> report =
        runLadder(settings, stop, [&](double completedShare, const std::string& activity) {
            progress(completedShare, formatMessage("ladder: {}, {} left", activity, timeText(remaining.seconds())));
        });
    if (!report)
        return fail(report.error());
    study.ladderFile = report->file;
    if (!recorder.saveResult())
        return recorder.saveResult();
    append(study.notes, report->warnings);
    study.ladderState = report->rows.size() > report->resumedCount ? StepState::Done : StepState::Kept;
    if (!studyLadderIndex(study)) {
        const bool hasRows = !report->rows.empty();
        return fail(ErrorCode::Refused,
                    formatMessage("no run of the ladder succeeded{}",
                                  hasRows ? formatMessage("; the last, at p = {}: {}", report->rows.back().p,
                                                          report->rows.back().failureText())
                                          : ""),
                    "a command that succeeds at some p");
    }
    return {};
}

/// Applies the options to the project, and sets the defaults in a new one.
void applyOptions(Study& study, bool isNew)
{
    const StudyOptions& options = study.options;
    Project& project = study.project;
    if (project.title.empty())
        project.title = programLabel(options.argv);
    if (options.scaling)
        project.plan.scaling = *options.scaling;
    study.isScalingAssumed = isNew && !options.scaling;
    if (options.priceUsdPerHour)
        project.target.priceUsdPerHour =
            Quantity{*options.priceUsdPerHour, std::nullopt, {Origin::Typed, "--price", today(), {}, {}}};
    if (const std::optional<std::size_t> ladderIndex = studyLadderIndex(study); ladderIndex && options.scaling)
        project.measurements.ladders[*ladderIndex].scaling = *options.scaling;
}

}  // namespace

std::filesystem::path ladderFileOf(const std::filesystem::path& project)
{
    return project.parent_path() / (project.stem().string() + ".ladder.csv");
}

std::optional<std::size_t> studyLadderIndex(const Study& study)
{
    return ladderIndexOf(study.project, commandOf(study.options), study.program);
}

namespace {

Result<Study> runStudySteps(const StudyOptions& options, Project project, const SaveProject& save, bool isInMemory,
                            const std::stop_token& stop, const StudyProgress& progress)
{
    const std::string command = commandOf(options);
    TRY_DO(checkCanAddMeasurements(project, command, options.file.string()));
    const bool isNew = !hasStepOf(project, command) && !ladderIndexOf(project, command);
    Study result{.options = options, .project = std::move(project)};
    if (!isInMemory)
        result.ladderFile = ladderFileOf(options.file);
    result.doctorReport = examineMachine(readMachineFacts(), *std::ranges::max_element(options.p));
    ProgramFiles files = findProgramFiles(options.argv, options.workingFolder);
    result.program = std::move(files.program);
    result.otherFiles = std::move(files.otherFiles);
    if (const std::string changed = changedFilesOf(result); !changed.empty()) {
        result.notes.push_back(formatMessage(
            "the program has changed ({}): it is measured again; the earlier ladder stays in the project", changed));
        if (options.onWarning)
            options.onWarning(result.notes.back());
    }
    applyOptions(result, isNew);
    const StudyContext work{result, save, isInMemory};
    const StudyProgress progressOrNone = progress ? progress : [](double, const std::string&) {};
    for (const auto step : {&measureCeilings, &measureOnce, &runStudyLadder})
        TRY_DO(step(work, stop, progressOrNone));
    if (Result<void> saved = save(result.project); !saved)  // saves the price if one was given
        return fail(saved.error());
    return result;
}

/// Applies a value set by the study, such as a title or a scaling, unless it has been edited in the meantime.
template <class Value>
void applyIfUnchanged(Value& value, const Value& before, const Value& after)
{
    if (value == before)
        value = after;
}

}  // namespace

Result<Study> runProgramStudy(const StudyOptions& options, const std::stop_token& stop, const StudyProgress& progress)
{
    TRY_DO(checkLauncherInstalled(options.launcher));
    TRY_DO(checkCanSave(options.file));
    TRY(Project project, readOrCreateProject(options.file));
    SharedProject shared(options.file, project);
    Project before = project;
    const SaveProject save = [&](const Project& after) {
        Result<void> saved = shared.change([&](const Project& now) { return mergeProjects(before, after, now); });
        before = after;
        return saved;
    };
    return runStudySteps(options, std::move(project), save, false, stop, progress);
}

Result<Study> runProgramStudy(const StudyOptions& options, Project project, const SaveProject& save,
                              const std::stop_token& stop, const StudyProgress& progress)
{
    TRY_DO(checkLauncherInstalled(options.launcher));
    return runStudySteps(options, std::move(project), save, true, stop, progress);
}

Project withStudyResults(Project project, const Project& before, const Project& after)
{
    applyIfUnchanged(project.title, before.title, after.title);
    applyIfUnchanged(project.plan.scaling, before.plan.scaling, after.plan.scaling);
    applyIfUnchanged(project.baseline, before.baseline, after.baseline);
    applyIfUnchanged(project.measurements.machines, before.measurements.machines, after.measurements.machines);
    std::vector<Ladder>& ladders = project.measurements.ladders;
    for (const Ladder& ladder : after.measurements.ladders) {
        const std::vector<Ladder>& earlierLadders = before.measurements.ladders;
        const auto hasSameProvenance = [&](const Ladder& entry) { return entry.provenance == ladder.provenance; };
        const auto earlier = std::ranges::find_if(earlierLadders, hasSameProvenance);
        const auto current = std::ranges::find_if(ladders, hasSameProvenance);
        if (earlier == earlierLadders.end() && current == ladders.end())
            ladders.push_back(ladder);
        else if (earlier != earlierLadders.end() && current != ladders.end() && current->points == earlier->points &&
                 current->failed == earlier->failed) {
            current->points = ladder.points;
            current->failed = ladder.failed;
        }
    }
    return project;
}

}  // namespace scalewright
