#include "core/output/study/study.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "core/base/process/command.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/median.h"
#include "core/base/text/quote.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/probes/run_history.h"
#include "core/evidence/runs/ladder_run.h"
#include "core/evidence/runs/program.h"
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
    return commandText(options.words, options.launcher);
}

/// A study under way.
struct Work {
    Study& study;
    const KeepProject& keep;
    bool inMemory;
};

bool hasCeilingsOfHere(const Machine& machine, const std::string& cpu)
{
    const auto here = [&](const MaybeQuantity& figure) {
        const std::optional<std::string> on = measuredOn(figure);
        return on && (on->empty() || *on == cpu);
    };
    return here(machine.peakFlops) && here(machine.memoryBandwidthBytesPerS);
}

/// What is known of the machine without measuring it, where the project does not say it and names no other.
void takeFacts(Project& project)
{
    const MachineFacts facts = readMachineFacts();
    const Machine& machine = project.baseline.machine;
    if ((machine.name.empty() && !hasCatalogueFigures(machine)) || machine.name == facts.cpu)
        project = withFactsOf(std::move(project), facts);
}

Result<void> takeCatalogue(Study& study)
{
    const Result<Catalogue> catalogue = readCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    Result<void> filled = fillMachine(study.project.baseline.machine, *catalogue, study.options.machine);
    if (!filled)
        filled.error().problems.front().where.field = "--machine";
    return filled;
}

Result<void> measureCeilings(const Work& work, const std::stop_token& stop, const StudyProgress& progress)
{
    Study& study = work.study;
    if (!study.options.machine.empty()) {
        study.ceilings = StepState::Done;
        return takeCatalogue(study);
    }
    takeFacts(study.project);
    if (!study.options.ceilings)
        return {};
    const Baseline& baseline = study.project.baseline;
    const bool ofDevice = hasCatalogueFigures(baseline.machine) &&
                          std::any_of(baseline.steps.begin(), baseline.steps.end(),
                                      [](const WorkloadStep& step) { return !step.device.empty(); });
    if (ofDevice || hasCeilingsOfHere(baseline.machine, study.doctor.cpu)) {
        study.ceilings = StepState::Kept;
        return {};
    }
    const auto begun = std::chrono::steady_clock::now();
    const Result<ProbeReport> report =
        runProbe({.kind = ProbeKind::Machine}, stop, [&](double done, const std::string& doing) {
            const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
            progress(done, done > 0.05 ? say("machine: {}, {} left", doing, timeText(passed * (1 - done) / done))
                                       : say("machine: {}", doing));
        });
    if (!report && report.error().code == ErrorCode::Cancelled)
        return fail(report.error());
    if (!report) {  // a disk that is full, too little memory: the rest can be measured all the same
        study.notes.push_back(
            say("the machine's ceilings could not be measured: {}", messageOf(report.error().problems.front())));
        return {};
    }
    study.project = withRunOf(withMachineOf(std::move(study.project), *report), *report, true);
    study.notes.insert(study.notes.end(), report->warnings.begin(), report->warnings.end());
    study.ceilings = StepState::Done;
    return work.keep(study.project);
}

/// A step of a program that leaves profiler traces and does not say its time: it takes as long as they say. Nothing
/// where they mark none.
void takeTracedStep(Profile& profile, const MeasuredProgram& program, const detail::FolderTraces& traces)
{
    WorkloadStep& step = profile.baseline.steps.front();
    if (program.ownTimeS || !traces.step || !step.stepTimeS || *traces.whole->point.timeS > program.end.seconds)
        return;
    step.stepTimeS->value = *traces.step->point.timeS;
    step.stepTimeS->provenance.conditions = say("{}, the mean of {}, in a launch of {}", std::string(timeOfTracedStep),
                                                traces.step->steps, timeText(program.end.seconds));
    step.ioTimeS = step.stepTimeS;
    step.ioTimeS->value = *traces.step->point.ioS;
}

const MaybeQuantity& oneRun(const Project& project)
{
    return project.baseline.steps.empty() ? project.baseline.tCompS : project.baseline.steps.front().stepTimeS;
}

bool isOfTracedStep(const MaybeQuantity& time)
{
    return time && time->provenance.conditions.starts_with(timeOfTracedStep);
}

/// The last lines that are not empty.
std::string lastLines(const std::string& text)
{
    std::vector<std::string> lines;
    std::string line;
    for (const char c : cleaned(text) + '\n') {
        if (c != '\n' && c != '\r') {
            line += c;
            continue;
        }
        if (!line.empty())
            lines.push_back(std::exchange(line, {}));
    }
    return joined({lines.end() - static_cast<std::ptrdiff_t>(std::min<std::size_t>(lines.size(), 3)), lines.end()},
                  "\n");
}

Result<void> measureOnce(const Work& work, const std::stop_token& stop, const StudyProgress& progress)
{
    Study& study = work.study;
    const StudyOptions& options = study.options;
    const std::string command = commandOf(options);
    const bool another = ladderOf(study.project, command) && !study.project.baseline.steps.empty();
    if (another || hasStepOf(study.project, command))  // a step beside its ladder is the person's own
        return {};
    const int p = *std::min_element(options.p.begin(), options.p.end());
    progress(0, say("measure: p = {}, one run", p));
    const std::string scratch = options.launcher == Launcher::None ? std::string() : scratchName();
    LaunchLine line = launchLine(options.launcher, options.words, p, readMachineFacts().cores, scratch);
    const Result<detail::TraceFolder> traces = detail::TraceFolder::make({.file = study.ladderFile}, p, 0);
    if (!traces)
        return fail(traces.error());
    line.environment.emplace_back(detail::traceFolderVariable, traces->path().string());
    constexpr std::size_t most = 4096;
    std::string output;
    const Result<MeasuredProgram> program = measureProgram(
        line.words,
        [&](std::string_view block) {
            output += block;
            if (output.size() > 2 * most)
                output.erase(0, output.size() - most);
            return true;
        },
        {.folder = options.folder,
         .apart = true,
         .environment = line.environment,
         .scratch = scratch,
         .workers = options.launcher == Launcher::None ? 1 : p},
        stop);
    if (!program)
        return fail(program.error());
    const CommandEnd& end = program->end;
    if (end.how == CommandEnd::How::NotFound || end.how == CommandEnd::How::NotExecutable)
        return fail(ErrorCode::Environment, say("{} cannot be run: {}", inQuotes(line.words.front()), end.startError),
                    "a program that can be run");
    if (end.status != 0) {
        const std::string said = lastLines(output);
        return fail(ErrorCode::Refused,
                    say("the program fails at p = {} ({}){}", p, endInWords(end), said.empty() ? "" : ":\n" + said),
                    "a command that succeeds");
    }
    Profile profile = profileOf(*program, withCount(options.words, p));
    takeTracedStep(profile, *program, detail::readFolderTraces(traces->path(), stop));
    Result<Project> after = withStepOf(study.project, std::move(profile), command);
    if (!after)
        return fail(std::move(after.error()));
    if (const std::string said = saidOfMachine(study.project, *after); !said.empty())
        study.notes.push_back(said);
    study.project = *std::move(after);
    study.notes.insert(study.notes.end(), program->notes.begin(), program->notes.end());
    study.measure = StepState::Done;
    return work.keep(study.project);
}

/// What runs are still to come would take, from those that were made; `first` stands in where a p has none.
class TimeLeft {
public:
    TimeLeft(const LadderRunOptions& options, double first) : m_options(options), m_first(first) {}
    void hear(const LadderRunRow& row)
    {
        m_rows.push_back(row);
        if (row.seconds)
            m_times[row.p].push_back(row.launchS.value_or(*row.seconds));
    }
    [[nodiscard]] double seconds() const
    {
        double left = 0;
        for (const LadderRunTurn& turn : missingTurns(m_options, m_rows)) {
            const auto known = m_times.find(turn.p);
            left += known == m_times.end() ? m_first : median(known->second);
        }
        return left;
    }

private:
    const LadderRunOptions& m_options;
    double m_first;
    std::vector<LadderRunRow> m_rows;
    std::map<int, std::vector<double>> m_times;
};

/// Every p has its runs.
bool isComplete(const Ladder& ladder, const StudyOptions& options)
{
    std::map<int, int> runs;
    for (const LadderPoint& point : ladder.points)
        ++runs[point.p];
    for (const FailedRuns& failed : ladder.failed)
        runs[failed.p] += failed.runs;
    return std::all_of(options.p.begin(), options.p.end(), [&](int p) { return runs[p] >= options.repeats; });
}

Result<void> runStudyLadder(const Work& work, const std::stop_token& stop, const StudyProgress& progress)
{
    Study& study = work.study;
    const StudyOptions& options = study.options;
    if (const std::optional<std::size_t> at = ladderOfStudy(study);
        at && isComplete(study.project.measurements.ladders[*at], options))
        return {};
    LadderRunOptions settings;
    settings.p = options.p;
    settings.repeats = options.repeats;
    settings.warmups = 0;  // the measured run was one
    settings.launcher = options.launcher;
    settings.words = options.words;
    settings.folder = options.folder;
    if (!work.inMemory)
        settings.file = study.ladderFile;
    else if (const std::optional<std::size_t> at = ladderOfStudy(study))
        settings.before = rowsOf(study.project.measurements.ladders[*at], isOfTracedStep(oneRun(study.project)));
    settings.hearErrors = true;
    const MaybeQuantity& once = oneRun(study.project);
    TimeLeft left(settings, once ? once->value : 0);
    Ladder begins = beginningHere(emptyLadder(options.words, options.launcher), settings.file);
    settings.warned = options.warned;
    begins.scaling = study.project.plan.scaling;
    begins.stepsPerTime =
        Quantity{1,
                 std::nullopt,
                 {Origin::Measured,
                  thisMachine,
                  today(),
                  isOfTracedStep(once) ? "the baseline's step is one of its traces" : "the baseline's step is one run",
                  {}}};
    LadderInProject kept(study.project, std::move(begins), work.keep);
    settings.came = [&](const LadderRunRow& row) {
        left.hear(row);
        kept.hear(row);
    };
    std::for_each(settings.before.begin(), settings.before.end(), settings.came);  // a file would tell of them
    const Result<LadderRunReport> report = runLadder(settings, stop, [&](double done, const std::string& doing) {
        progress(done, say("ladder: {}, {} left", doing, timeText(left.seconds())));
    });
    if (!report)
        return fail(report.error());
    if (!kept.saved())
        return kept.saved();
    study.notes.insert(study.notes.end(), report->warnings.begin(), report->warnings.end());
    study.ladder = report->rows.size() > report->resumed ? StepState::Done : StepState::Kept;
    if (!ladderOfStudy(study)) {
        const bool any = !report->rows.empty();
        return fail(
            ErrorCode::Refused,
            say("no run of the ladder succeeded{}",
                any ? say("; the last, at p = {}: {}", report->rows.back().p, report->rows.back().failure()) : ""),
            "a command that succeeds at one p at least");
    }
    return {};
}

/// What the options say of the project, and what a new one begins with.
void layOver(Study& study, bool fresh)
{
    const StudyOptions& options = study.options;
    Project& project = study.project;
    if (project.title.empty())
        project.title = programName(options.words);
    if (options.scaling)
        project.plan.scaling = *options.scaling;
    study.scalingAssumed = fresh && !options.scaling;
    if (options.priceUsdPerHour)
        project.target.priceUsdPerHour =
            Quantity{*options.priceUsdPerHour, std::nullopt, {Origin::Typed, "--price", today(), {}, {}}};
    if (const std::optional<std::size_t> at = ladderOfStudy(study); at && options.scaling)
        project.measurements.ladders[*at].scaling = *options.scaling;
}

}  // namespace

const char* stepStateName(StepState state)
{
    return state == StepState::Done ? "done" : state == StepState::Kept ? "kept" : "left-out";
}

std::filesystem::path ladderBeside(const std::filesystem::path& project)
{
    return project.parent_path() / (project.stem().string() + ".ladder.csv");
}

std::optional<std::size_t> ladderOfStudy(const Study& study)
{
    return ladderOf(study.project, commandOf(study.options));
}

namespace {

Result<Study> studied(const StudyOptions& options, Project project, const KeepProject& keep, bool inMemory,
                      const std::stop_token& stop, const StudyProgress& progress)
{
    const std::string command = commandOf(options);
    if (Result<void> may = mayHaveAll(project, command, options.file.string()); !may)
        return fail(may.error());
    const bool fresh = !hasStepOf(project, command) && !ladderOf(project, command);
    Study made{.options = options, .project = std::move(project), .doctor = {}, .ladderFile = {}, .notes = {}};
    if (!inMemory)
        made.ladderFile = ladderBeside(options.file);
    made.doctor = examine(readMachineFacts(), *std::max_element(options.p.begin(), options.p.end()));
    layOver(made, fresh);
    const Work work{made, keep, inMemory};
    const StudyProgress told = progress ? progress : [](double, const std::string&) {};
    for (const auto step : {&measureCeilings, &measureOnce, &runStudyLadder})
        if (Result<void> done = step(work, stop, told); !done)
            return fail(std::move(done.error()));
    if (Result<void> kept = keep(made.project); !kept)  // a price that was given
        return fail(kept.error());
    return made;
}

/// A title, a scaling: what a study says of a project that said nothing else meanwhile.
template <class Value>
void takeChanged(Value& value, const Value& before, const Value& after)
{
    if (value == before)
        value = after;
}

}  // namespace

Result<Study> study(const StudyOptions& options, const std::stop_token& stop, const StudyProgress& progress)
{
    if (Result<void> there = launcherIsThere(options.launcher); !there)
        return fail(there.error());
    if (Result<void> can = canBeSaved(options.file); !can)
        return fail(can.error());
    Result<Project> project = projectOrNew(options.file);
    if (!project)
        return fail(std::move(project.error()));
    SharedProject shared(options.file, *project);
    Project before = *project;
    const KeepProject save = [&](const Project& after) {
        Result<void> saved = shared.change([&](const Project& now) { return mergedProject(before, after, now); });
        before = after;
        return saved;
    };
    return studied(options, *std::move(project), save, false, stop, progress);
}

Result<Study> study(const StudyOptions& options, Project project, const KeepProject& keep, const std::stop_token& stop,
                    const StudyProgress& progress)
{
    if (Result<void> there = launcherIsThere(options.launcher); !there)
        return fail(there.error());
    return studied(options, std::move(project), keep, true, stop, progress);
}

Project withStudied(Project project, const Project& before, const Project& after)
{
    takeChanged(project.title, before.title, after.title);
    takeChanged(project.plan.scaling, before.plan.scaling, after.plan.scaling);
    takeChanged(project.baseline, before.baseline, after.baseline);
    takeChanged(project.measurements.machines, before.measurements.machines, after.measurements.machines);
    std::vector<Ladder>& ladders = project.measurements.ladders;
    for (const Ladder& ladder : after.measurements.ladders) {
        const std::vector<Ladder>& all = before.measurements.ladders;
        const auto same = [&](const Ladder& each) { return each.provenance == ladder.provenance; };
        const auto was = std::find_if(all.begin(), all.end(), same);
        const auto is = std::find_if(ladders.begin(), ladders.end(), same);
        if (was == all.end() && is == ladders.end())
            ladders.push_back(ladder);
        else if (was != all.end() && is != ladders.end() && is->points == was->points && is->failed == was->failed) {
            is->points = ladder.points;
            is->failed = ladder.failed;
        }
    }
    return project;
}

}  // namespace scalewright
