// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/study/study_answers.h"

#include <algorithm>
#include <utility>

#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
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
#include "core/output/study/one_program.h"

namespace scalewright {

namespace {

/// The data behind the answers, computed once.
struct StudyReading {
    const Study& study;
    Analysis analysis;
    const LadderAnalysis* ladder = nullptr;  ///< null if it cannot be read
    std::optional<LadderReading> reading;
};

StudyReading readStudy(const Study& study)
{
    const std::optional<std::size_t> ladderIndex = studyLadderIndex(study);
    StudyReading read{study, analyse(study.project, {.shownLadderIndex = ladderIndex.value_or(0)}), nullptr,
                      std::nullopt};
    const LadderAnalysis* ladder = ladderIndex ? read.analysis.ladder.get() : nullptr;
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

std::string withoutFinalPeriod(std::string text)
{
    while (!text.empty() && text.back() == '.')
        text.pop_back();
    return text;
}

StudyStep answeredStep(const char* step, const char* label, Answer answer)
{
    StudyStep result{.commandName = step, .label = label, .finding = withoutFinalPeriod(answer.headline)};
    result.answer = std::move(answer);
    return result;
}

StudyStep skippedStep(const char* step, const char* label, std::string reason)
{
    return {.commandName = step, .label = label, .state = StepState::Skipped, .reason = std::move(reason)};
}

StudyStep skippedStep(const char* step, const char* label, const Error& error)
{
    const Problem& problem = error.problems.front();
    return skippedStep(
        step, label,
        formatMessage("{}{}", problem.location.jsonPointer.empty() ? "" : problem.location.jsonPointer + ": ",
                      messageOf(problem)));
}

constexpr const char* noLadderText = "no run of the ladder succeeded";

std::string deviceOf(const Study& study)
{
    const std::vector<WorkloadStep>& steps = study.project.baseline.steps;
    return steps.empty() ? std::string() : steps.front().device;
}

StudyStep ceilingsStep(const Study& study)
{
    const Machine& machine = study.project.baseline.machine;
    if (!machine.peakFlops || !machine.memoryBandwidthBytesPerS)
        return skippedStep(
            "probe", "Machine",
            study.options.measuresCeilings ? "the machine's ceilings could not be measured" : "skipped by --no-probe");
    if (const std::string doubt = deviceWarning(study.project.baseline); !doubt.empty())
        return skippedStep(
            "probe", "Machine",
            formatMessage("the ceilings are of the processor, but {} computes: --machine CARD", deviceOf(study)));
    StudyStep step{.commandName = "probe", .label = "Machine", .state = study.ceilingsState};
    step.finding = formatMessage("{}, memory {}", amountText(machine.peakFlops->value, Dimension::ComputeRate),
                                 amountText(machine.memoryBandwidthBytesPerS->value, Dimension::Bandwidth));
    return step;
}

/// What a measured time is of: a step that traces mark, what the program reports, or else the run.
std::string timedUnitText(const Quantity& time)
{
    const std::string& conditions = time.provenance.conditions;
    return conditions.starts_with(tracedStepConditions) ? "one step takes "
           : conditions.starts_with(ownTimeConditions)  ? "the program reports "
                                                        : "one run takes ";
}

StudyStep measureStep(const Study& study)
{
    const Baseline& baseline = study.project.baseline;
    StudyStep step{.commandName = "measure", .label = "Measured", .state = study.measureState};
    if (baseline.steps.empty() || !baseline.steps.front().stepTimeS)
        return skippedStep("measure", "Measured", "the project's step has no time");
    const WorkloadStep& baselineStep = baseline.steps.front();
    const auto amount = [](const MaybeQuantity& quantity, const char* before, Dimension dimension) {
        return quantity ? before + amountText(quantity->value, dimension) : std::string();
    };
    step.finding = joinNonEmpty(
        {timedUnitText(*baselineStep.stepTimeS) + timeText(baselineStep.stepTimeS->value) +
             (baselineStep.device.empty() ? std::string() : " on " + baselineStep.device),
         amount(baseline.workingSetBytes, "memory ", Dimension::Bytes),
         overlappingReadingText(baselineStep).empty() ? baselineStep.ioTimeS && baselineStep.ioTimeS->value > 0
                                                            ? amount(baselineStep.ioTimeS, "I/O ", Dimension::Time)
                                                            : ""
                                                      : overlappingReadingText(baselineStep)},
        ", ");
    return step;
}

StudyStep ladderStep(const StudyReading& read)
{
    if (read.ladder == nullptr)
        return skippedStep("ladder", "Ladder",
                           read.analysis.ladder && !read.analysis.ladder->measured
                               ? messageOf(read.analysis.ladder->measured.error().problems.front())
                               : noLadderText);
    const MeasuredLadder& ladder = *read.ladder->measured;
    std::string workerCounts, failures;
    long runs = 0;
    for (const Rung& rung : ladder.rungs) {
        workerCounts += (workerCounts.empty() ? "" : ", ") + std::to_string(rung.p);
        runs += rung.repeats;
        if (rung.failedCount > 0)
            failures += "; " + ladder.failureTextAt(rung.p);
    }
    for (const FailedRuns& failedRuns : ladder.failedPoints)
        failures += formatMessage("; p = {} failed", failedRuns.p);
    StudyStep step{.commandName = "ladder", .label = "Ladder", .state = read.study.ladderState};
    step.finding = formatMessage("{} at p = {}{}", countWithNoun(runs, "run"), workerCounts, failures);
    return step;
}

StudyStep diagnoseStep(const StudyReading& read)
{
    const FlowProgress& flow = read.analysis.diagnosisFlow;
    if (!flow.diagnosis)
        return skippedStep("diagnose", "Ceiling", flow.diagnosis.error());
    Result<Answered> answered = answerDiagnosis(flow.profile, *flow.diagnosis);
    return answered ? answeredStep("diagnose", "Ceiling", std::move(answered->answer))
                    : skippedStep("diagnose", "Ceiling", answered.error());
}

StudyStep predictStep(const StudyReading& read)
{
    const Project& project = read.study.project;
    if (!read.analysis.model)
        return skippedStep("predict", "Predicted", read.analysis.model.error());
    return answeredStep("predict", "Predicted",
                        predictionAnswer({project, read.analysis, read.study.options.p, modelNotes(project)}));
}

StudyStep attributeStep(const StudyReading& read)
{
    if (read.ladder == nullptr)
        return skippedStep("attribute", "Lost", noLadderText);
    const Attribution& attribution = *read.ladder->attribution;
    StudyStep step =
        answeredStep("attribute", "Lost", attributionAnswer({.attribution = attribution, .reading = *read.reading}));
    const auto lost = std::ranges::find(attribution.rows, attribution.explainedP, &LostFolds::p);
    // The attribution's headline is the headline of the whole study.
    if (lost != attribution.rows.end() && attribution.rows.size() > 1)
        step.finding = formatMessage("{} of {}: {}", decimalText(std::max(0.0, lost->total), 2), attribution.explainedP,
                                     titleOf(attribution.mainCause));
    return step;
}

StudyStep fitStep(const StudyReading& read)
{
    if (read.ladder == nullptr)
        return skippedStep("fit", "Law", noLadderText);
    const FitOptions options = fitOptionsOf(read.study.project);
    const FitComparison comparison = fitLaws(*read.ladder->measured, options);
    if (comparison.fits.empty())
        return skippedStep("fit", "Law",
                           comparison.refusedLaws.empty() ? "no law fits" : comparison.refusedLaws.front().reason);
    return answeredStep("fit", "Law",
                        fitAnswer({.reading = *read.reading, .comparison = comparison, .options = options}));
}

StudyStep costStep(const StudyReading& read)
{
    const Project& project = read.study.project;
    if (!project.target.priceUsdPerHour)
        return skippedStep("cost", "Cost", "no price per node-hour: --price USD");
    const CostQuestion question{
        .project = project,
        .reading = read.reading,
        .ladder = read.ladder ? &read.ladder->ladderOfRuns : nullptr,
        .name = project.title,
        .priceUsdPerHour = project.target.priceUsdPerHour->value,
        .priceSource = read.study.options.priceUsdPerHour ? "given by --price" : "the project's"};
    const Result<CostFindings> findings = computeCosts(question, regimeTerms(project), defaultPMax);
    if (!findings)
        return skippedStep("cost", "Cost", findings.error());
    return answeredStep("cost", "Cost", costAnswer(question, *findings, std::nullopt));
}

/// Converts a ladder run command to the equivalent run command: "scalewright-cli run -p 1,2,4 --repeat 3 -o
/// my.scalewright -- ./train '{p}'".
std::string asRunCommand(const std::string& command, const StudyOptions& options)
{
    const std::string_view prefix = "scalewright-cli ladder run ", repeat = "--repeat ";
    const std::size_t repeatPosition = command.find(repeat);
    if (!command.starts_with(prefix) || repeatPosition == std::string::npos)
        return command;
    // The rest of the command says how the program was run.
    const std::size_t end = command.find(' ', repeatPosition + repeat.size()) + 1;
    const std::string ladderOptions = command.substr(prefix.size(), end - prefix.size());
    return formatMessage(
        "scalewright-cli run {}{}{}-o {} -- {}", ladderOptions, options.measuresCeilings ? "" : "--no-probe ",
        options.launcher == Launcher::None ? std::string() : formatMessage("--launcher {} ", nameOf(options.launcher)),
        joinShellWords({options.file.string()}), joinShellWords(options.argv));
}

/// The next step of the first answer that has one, starting with the answer that provides the headline.
NextStep chooseNext(const Study& study, const std::vector<StudyStep>& steps)
{
    for (const char* name : {"attribute", "fit", "cost", "diagnose"})
        if (const StudyStep* step = findElement(steps, name, &StudyStep::commandName);
            step && step->answer && !step->answer->next.text.empty()) {
            NextStep next = step->answer->next;
            next.command = asRunCommand(next.command, study.options);
            return next;
        }
    return {};
}

void addDoctorFacts(Answer& answer, const DoctorReport& doctor)
{
    answer.add(Fact::Warning, "machine", doctor.warnings);
    for (const DoctorTool& tool : doctor.tools)
        if (tool.path.empty())
            answer.add(Fact::Advice, "missing", "{} {}: {}", tool.name, tool.purpose, tool.installHint);
}

/// Adds all facts from a step, under the step's label in the table.
void addStepFacts(Answer& answer, const StudyStep& step)
{
    if (!step.answer) {
        answer.add(Fact::Interpretation, uncapitalised(step.label), step.reason);
        return;
    }
    const Answer& stepAnswer = *step.answer;
    answer.add(Fact::Value, uncapitalised(step.label), joinNonEmpty({stepAnswer.headline, stepAnswer.because}, " "));
    answer.add(Fact::Advice, uncapitalised(step.label), stepAnswer.next.text);
    for (const Fact& fact : stepAnswer.details)
        answer.add(
            fact.kind,
            formatMessage("{}: {}", uncapitalised(step.label), fact.label.empty() ? nameOf(fact.kind) : fact.label),
            fact.text);
}

}  // namespace

std::vector<StudyStep> studySteps(const Study& study)
{
    const StudyReading read = readStudy(study);
    StudyStep doctor{.commandName = "doctor", .label = "Here", .finding = describe(study.doctorReport)};
    return {std::move(doctor), ceilingsStep(study), measureStep(study), ladderStep(read), diagnoseStep(read),
            predictStep(read), attributeStep(read), fitStep(read),      costStep(read)};
}

Answer studyAnswer(const Study& study, const std::vector<StudyStep>& steps)
{
    Answer answer;
    answer.table.columns = {{"step", "step", "", -1}, {"found", "found", "", -1}};
    for (const StudyStep& each : steps)
        if (!each.finding.empty())
            answer.table.rows.push_back({each.label, each.finding});
    const StudyStep* lost = findElement(steps, "attribute", &StudyStep::commandName);
    if (lost != nullptr && lost->answer) {
        answer.headline = lost->answer->headline;
        answer.because = lost->answer->because;
        answer.confidence = lost->answer->confidence;
    } else if (const StudyStep* measuredStep = findElement(steps, "measure", &StudyStep::commandName)) {
        answer.headline =
            asSentence(capitalised(measuredStep->finding.empty() ? measuredStep->reason : measuredStep->finding));
    }
    answer.next = chooseNext(study, steps);
    answer.add(Fact::Source, "project", study.options.file.string());
    answer.add(Fact::Source, "rows", study.ladderFile.string());
    std::vector<std::string> programNames;
    for (const ProgramFile& each : study.program)
        programNames.push_back(std::filesystem::path(each.file).filename().string());
    answer.add(Fact::Source, "program", joinNonEmpty(programNames, ", "));
    if (!study.otherFiles.empty())
        answer.add(Fact::Assumption, "program", "unchanged files: {}", joinNonEmpty(study.otherFiles, ", "));
    if (study.isScalingAssumed)
        answer.add(Fact::Assumption, "scaling",
                   "the work is fixed (strong scaling); use --scaling weak if it grows with p");
    addDoctorFacts(answer, study.doctorReport);
    answer.add(Fact::Warning, "note", study.notes);
    for (const StudyStep& each : steps)
        addStepFacts(answer, each);
    return answer;
}

}  // namespace scalewright
