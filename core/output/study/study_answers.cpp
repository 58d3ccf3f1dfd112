#include "core/output/study/study_answers.h"

#include <algorithm>
#include <utility>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/scaling_fit.h"

namespace scalewright {

namespace {

/// What the answers read, worked out once.
struct Read {
    const Study& study;
    Analysis analysis;
    const LadderAnalysis* ladder = nullptr;  ///< where it can be read
    std::optional<LadderReading> reading;
};

Read readStudy(const Study& study)
{
    const std::optional<std::size_t> shown = ladderOfStudy(study);
    Read read{study, analyse(study.project, {.shownLadder = shown.value_or(0)}), nullptr, std::nullopt};
    const LadderAnalysis* ladder = shown ? read.analysis.ladder.get() : nullptr;
    if (ladder == nullptr || !ladder->measured)
        return read;
    read.ladder = ladder;
    const MeasuredLadder& measured = *ladder->measured;
    read.reading.emplace(
        LadderReading{.ladder = measured,
                      .caption = ladderCaption(measured, study.project.title, ladder->source.points.size()),
                      .warnings = measured.warnings});
    return read;
}

/// A sentence as a cell.
std::string cell(std::string text)
{
    while (!text.empty() && text.back() == '.')
        text.pop_back();
    return text;
}

StudyStep answered(const char* step, const char* label, Answer answer)
{
    StudyStep made{.step = step, .label = label, .found = cell(answer.headline), .reason = {}, .answer = {}};
    made.answer = std::move(answer);
    return made;
}

StudyStep leftOut(const char* step, const char* label, std::string reason)
{
    return {.step = step,
            .label = label,
            .state = StepState::LeftOut,
            .found = {},
            .reason = std::move(reason),
            .answer = {}};
}

StudyStep leftOut(const char* step, const char* label, const Error& error)
{
    const Problem& problem = error.problems.front();
    return leftOut(step, label,
                   say("{}{}", problem.where.pointer.empty() ? "" : problem.where.pointer + ": ", messageOf(problem)));
}

constexpr const char* noLadder = "no run of the ladder succeeded";

std::string deviceOf(const Study& study)
{
    const std::vector<WorkloadStep>& steps = study.project.baseline.steps;
    return steps.empty() ? std::string() : steps.front().device;
}

StudyStep ceilingsStep(const Study& study)
{
    const Machine& machine = study.project.baseline.machine;
    if (!machine.peakFlops || !machine.memoryBandwidthBytesPerS)
        return leftOut(
            "probe", "Machine",
            study.options.ceilings ? "the machine's ceilings could not be measured" : "left out by --no-probe");
    if (const std::string doubt = deviceDoubt(study.project.baseline); !doubt.empty())
        return leftOut("probe", "Machine", say("of the processor; {} computes: --machine CARD", deviceOf(study)));
    StudyStep step{
        .step = "probe", .label = "Machine", .state = study.ceilings, .found = {}, .reason = {}, .answer = {}};
    step.found = say("{}, memory {}", formatAmount(machine.peakFlops->value, Dimension::ComputeRate).joined(),
                     formatAmount(machine.memoryBandwidthBytesPerS->value, Dimension::Bandwidth).joined());
    return step;
}

StudyStep measureStep(const Study& study)
{
    const Baseline& baseline = study.project.baseline;
    StudyStep step{
        .step = "measure", .label = "Measured", .state = study.measure, .found = {}, .reason = {}, .answer = {}};
    if (baseline.steps.empty() || !baseline.steps.front().stepTimeS)
        return leftOut("measure", "Measured", "the project's step has no time");
    const WorkloadStep& once = baseline.steps.front();
    const auto amount = [](const MaybeQuantity& quantity, const char* before, Dimension dimension) {
        return quantity ? before + formatAmount(quantity->value, dimension).joined() : std::string();
    };
    step.found = joined({"one run takes " + timeText(once.stepTimeS->value) +
                             (once.device.empty() ? std::string() : " on " + once.device),
                         amount(baseline.workingSetBytes, "memory ", Dimension::Bytes),
                         once.ioTimeS && once.ioTimeS->value > 0 ? amount(once.ioTimeS, "I/O ", Dimension::Time) : ""},
                        ", ");
    return step;
}

StudyStep ladderStep(const Read& read)
{
    if (read.ladder == nullptr)
        return leftOut("ladder", "Ladder",
                       read.analysis.ladder && !read.analysis.ladder->measured
                           ? messageOf(read.analysis.ladder->measured.error().problems.front())
                           : noLadder);
    const MeasuredLadder& ladder = *read.ladder->measured;
    std::string counts, failures;
    long runs = 0;
    for (const Rung& rung : ladder.rungs) {
        counts += (counts.empty() ? "" : ", ") + std::to_string(rung.p);
        runs += rung.repeats;
        if (rung.failed > 0)
            failures += "; " + ladder.failuresAt(rung.p);
    }
    for (const FailedRuns& none : ladder.allFailed)
        failures += say("; p = {} failed", none.p);
    StudyStep step{
        .step = "ladder", .label = "Ladder", .state = read.study.ladder, .found = {}, .reason = {}, .answer = {}};
    step.found = say("{} at p = {}{}", countedText(runs, "run"), counts, failures);
    return step;
}

StudyStep diagnoseStep(const Read& read)
{
    const FlowView& flow = read.analysis.flow;
    if (!flow.diagnosis)
        return leftOut("diagnose", "Ceiling", flow.diagnosis.error());
    const Result<std::vector<WrongAxis>> others = wrongAxes(flow.profile, *flow.diagnosis);
    const Result<AxisEffect> chosen = namedAxis(flow.profile, *flow.diagnosis);
    const Result<AxisMenu> menu = readAxisMenu();
    if (!others || !chosen || !menu)
        return leftOut("diagnose", "Ceiling", !others ? others.error() : !chosen ? chosen.error() : menu.error());
    return answered("diagnose", "Ceiling", diagnosisAnswer({flow.profile, *flow.diagnosis, *menu, *chosen, *others}));
}

StudyStep predictStep(const Read& read)
{
    const Project& project = read.study.project;
    if (!read.analysis.model)
        return leftOut("predict", "Predicted", read.analysis.model.error());
    return answered("predict", "Predicted",
                    predictionAnswer({project, read.analysis, read.study.options.p, modelNotes(project)}));
}

StudyStep attributeStep(const Read& read)
{
    if (read.ladder == nullptr)
        return leftOut("attribute", "Lost", noLadder);
    const Attribution& why = *read.ladder->attribution;
    StudyStep step = answered("attribute", "Lost", attributionAnswer({.why = why, .reading = *read.reading}));
    const auto lost =
        std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& each) { return each.p == why.atP; });
    if (lost != why.rows.end() && why.rows.size() > 1)  // the headline is the whole study's
        step.found = say("{} of {}: {}", decimalText(std::max(0.0, lost->total), 2), why.atP, causeTitle(why.owner));
    return step;
}

StudyStep fitStep(const Read& read)
{
    if (read.ladder == nullptr)
        return leftOut("fit", "Law", noLadder);
    const FitOptions options = fitOptionsOf(read.study.project);
    const FitComparison comparison = fitLaws(*read.ladder->measured, options);
    if (comparison.fits.empty())
        return leftOut("fit", "Law", comparison.refused.empty() ? "no law fits" : comparison.refused.front().why);
    return answered("fit", "Law", fitAnswer({.reading = *read.reading, .comparison = comparison, .options = options}));
}

StudyStep costStep(const Read& read)
{
    const Project& project = read.study.project;
    if (!project.target.priceUsdPerHour)
        return leftOut("cost", "Cost", "no price of a node-hour is given: --price USD");
    const CostQuestion question{.project = project,
                                .reading = read.reading,
                                .ladder = read.ladder ? &read.ladder->runs : nullptr,
                                .name = project.title,
                                .priceUsdPerHour = project.target.priceUsdPerHour->value,
                                .priceFrom = read.study.options.priceUsdPerHour ? "given by --price" : "the project's",
                                .goalsFrom = {}};
    const Result<CostFindings> found = findCosts(question, regimeTerms(project), defaultPMax);
    if (!found)
        return leftOut("cost", "Cost", found.error());
    return answered("cost", "Cost", costAnswer(question, *found, std::nullopt));
}

const StudyStep* stepOf(const std::vector<StudyStep>& steps, std::string_view name)
{
    const auto at = std::find_if(steps.begin(), steps.end(), [&](const StudyStep& each) { return each.step == name; });
    return at == steps.end() ? nullptr : &*at;
}

/// "scalewright-cli run -p 1,2,4 --repeat 3 -o my.scalewright -- ./train '{p}'", from the same of ladder run.
std::string asRun(const std::string& command, const StudyOptions& options)
{
    const std::string_view begins = "scalewright-cli ladder run ", repeat = "--repeat ";
    const std::size_t at = command.find(repeat);
    if (!command.starts_with(begins) || at == std::string::npos)
        return command;
    const std::size_t end = command.find(' ', at + repeat.size()) + 1;  // behind it is how the command was run
    const std::string asked = command.substr(begins.size(), end - begins.size());
    return say(
        "scalewright-cli run {}{}{}-o {} -- {}", asked, options.ceilings ? "" : "--no-probe ",
        options.launcher == Launcher::None ? std::string() : say("--launcher {} ", launcherName(options.launcher)),
        shellLine({options.file.string()}), shellLine(options.words));
}

/// The first that has something to do, the answer that the headline is of before the others.
Next weakestLink(const Study& study, const std::vector<StudyStep>& steps)
{
    for (const char* name : {"attribute", "fit", "cost", "diagnose"})
        if (const StudyStep* step = stepOf(steps, name); step && step->answer && !step->answer->next.says.empty()) {
            Next next = step->answer->next;
            next.command = asRun(next.command, study.options);
            return next;
        }
    return {};
}

void addDoctor(Answer& answer, const Doctor& doctor)
{
    addFacts(answer, FactKind::Warning, "machine", doctor.warnings);
    for (const DoctorTool& tool : doctor.tools)
        if (tool.path.empty())
            addFact(answer, FactKind::Advice, "missing", say("{} {}: {}", tool.name, tool.use, tool.howToGet));
}

/// All that a step says, under the label that it has in the table.
void addStep(Answer& answer, const StudyStep& step)
{
    if (!step.answer) {
        addFact(answer, FactKind::Reading, lowered(step.label), step.reason);
        return;
    }
    const Answer& own = *step.answer;
    addFact(answer, FactKind::Figure, lowered(step.label), joined({own.headline, own.because}, " "));
    addFact(answer, FactKind::Advice, lowered(step.label), own.next.says);
    for (const Fact& fact : own.details)
        addFact(answer, fact.kind,
                say("{}: {}", lowered(step.label), fact.label.empty() ? factName(fact.kind) : fact.label), fact.says);
}

}  // namespace

std::vector<StudyStep> studySteps(const Study& study)
{
    const Read read = readStudy(study);
    StudyStep doctor{.step = "doctor", .label = "Here", .found = describe(study.doctor), .reason = {}, .answer = {}};
    return {std::move(doctor), ceilingsStep(study), measureStep(study), ladderStep(read), diagnoseStep(read),
            predictStep(read), attributeStep(read), fitStep(read),      costStep(read)};
}

Answer studyAnswer(const Study& study, const std::vector<StudyStep>& steps)
{
    Answer answer;
    answer.table.columns = {{"step", "step", "", -1}, {"found", "found", "", -1}};
    for (const StudyStep& each : steps)
        if (!each.found.empty())
            answer.table.rows.push_back({each.label, each.found});
    const StudyStep* lost = stepOf(steps, "attribute");
    if (lost != nullptr && lost->answer) {
        answer.headline = lost->answer->headline;
        answer.because = lost->answer->because;
        answer.sure = lost->answer->sure;
    } else if (const StudyStep* once = stepOf(steps, "measure")) {
        answer.headline = sentence(capital(once->found.empty() ? once->reason : once->found));
    }
    answer.next = weakestLink(study, steps);
    addFact(answer, FactKind::Source, "project", study.options.file.string());
    addFact(answer, FactKind::Source, "rows", study.ladderFile.string());
    if (study.scalingAssumed)
        addFact(answer, FactKind::Assumption, "scaling",
                "the work is fixed (strong scaling); --scaling weak where it grows with p");
    addDoctor(answer, study.doctor);
    addFacts(answer, FactKind::Warning, "note", study.notes);
    for (const StudyStep& each : steps)
        addStep(answer, each);
    return answer;
}

}  // namespace scalewright
