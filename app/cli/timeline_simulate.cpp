// SPDX-License-Identifier: GPL-3.0-or-later
// timeline simulate PROJECT: every step of every worker of a design.
#include <charconv>

#include <fmt/format.h>

#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/cli/timeline.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/evidence/timeline/ladder_check.h"
#include "core/evidence/timeline/simulate.h"
#include "core/model/step/design_terms.h"
#include "core/output/answers/simulated_run.h"

namespace scalewright::cli {

namespace {

/// Splits "2:1.5:10" into numbers; nullopt if a part is not a number, or if there are too few or too many parts.
std::optional<std::vector<double>> splitNumbers(const std::string& text, std::size_t minimumCount,
                                                std::size_t maximumCount)
{
    std::vector<double> numbers;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(':', start), text.size());
        const Result<double> number = parseTypedAmount(text.substr(start, end - start), Dimension::Ratio);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
        start = end + 1;
    }
    if (numbers.size() < minimumCount || numbers.size() > maximumCount)
        return std::nullopt;
    return numbers;
}

bool isIndex(double value)
{
    return value >= 0 && value < 1e9 && value == std::floor(value);
}

/// A question, and the project's ladder if it was requested.
struct SimulationRequest {
    SimulationQuestion question;
    std::optional<MeasuredLadder> ladder;
    /// The project's run of the same design with the same p, if it measured waiting.
    std::optional<Rung> measured;
    Origin measuredOrigin = Origin::Measured;
};

/// Options that change the design or break a worker leave nothing to compare with.
void addMeasuredRun(SimulationRequest& request, const Project& project)
{
    const SimulationQuestion& question = request.question;
    const Analysis analysis = analyse(project);
    if (!analysis.model || *analysis.model != question.model || !question.slowedWorkers.empty() ||
        question.killedWorker)
        return;
    if (const Rung* measured = measuredWaitingAt(analysis, question.p)) {
        request.measured = *measured;
        request.measuredOrigin = analysis.ladderOfRuns()->origin;
    }
}

Json::Object measuredFields(const Rung& measured)
{
    const TimeParts& parts = *measured.parts;
    return objectOf({{"time_s", measured.timeS},
                     {"compute_s", parts.compS},
                     {"communication_s", parts.commS},
                     {"waiting_s", parts.idleS},
                     {"io_s", parts.ioS},
                     {"unattributed_s", parts.unattributedS},
                     {"waiting_share", parts.idleS / measured.timeS}});
}

Result<SimulationRequest> readSimulationRequest(const TimelineSimulateOptions& options)
{
    SimulationRequest request;
    TRY(Project givenProject, readProjectOrEmpty(options.project, options.variant, options.edits));
    Project project = givenProject;
    OptionValues values;
    setFieldFromOption<&Baseline::tCompS>(project.baseline, options.tComp, values);
    if (!options.project && !options.tComp)
        values.addProblem("--t-comp", "is missing",
                          "one machine's compute time of a step, such as --t-comp 1.5s; or a PROJECT");
    if (const std::optional<Scaling> scaling = values.readName<Scaling>(options.scaling, "--scaling"))
        project.plan.scaling = *scaling;
    const int pMax = values.readPMax(options.pMax);
    const CommunicationInput input =
        applyCommunicationOptions(std::move(project), options.communication, !options.project, values);
    if (!values.isValid())
        return fail(values.error());
    Result<ScalingModel> model = modelOf(input);
    if (!model)
        return fail(
            withFileName(std::move(model.error()), options.project ? inputName(*options.project) : std::string()));

    SimulationQuestion& question = request.question;
    question.model = *model;
    question.recordSpans = options.writesEvents;
    if (options.usesMeasuredLadder) {
        if (input.project.measurements.ladders.empty())
            return fail(ErrorCode::Input, "the project has no measured ladder", "a PROJECT with one",
                        {.field = "--ladder"});
        const Analysis analysis = analyse(input.project, {.pMax = pMax, .modelOverride = ModelOverride{*model, {}}});
        if (!analysis.ladder || !analysis.ladder->measured)
            return fail(analysis.ladder ? analysis.ladder->measured.error()
                                        : Error{ErrorCode::Input, {{"the project shows no ladder", {}, {}}}});
        request.ladder = *analysis.ladder->measured;
        question.p = request.ladder->rungs.back().p;
    } else if (options.p)
        question.p = values.readCount(options.p, "--p", 1, maximumPMax).value_or(1);
    else if (options.project)
        question.p = analyse(input.project, {.pMax = pMax, .modelOverride = ModelOverride{*model, {}}}).planP;
    else
        values.addProblem("--p", "is missing", "how many workers, such as --p 8");
    question.steps = values.readCount(options.steps, "--steps", 1, 10'000'000).value_or(100);
    question.seed = static_cast<std::uint64_t>(values.readCount(options.seed, "--seed", 0, 2'000'000'000).value_or(1));
    DesignTerms& terms = question.model.terms;
    if (const auto jitter = readFieldOption(&LoadBalancing::jitterS, options.jitter, values))
        terms.jitterS = *jitter;
    if (const auto backup = readFieldOption(&LoadBalancing::backupWorkers, options.backupWorkers, values))
        terms.backupWorkers = static_cast<int>(*backup);
    if (const auto staleness = readFieldOption(&Consistency::stalenessSteps, options.staleness, values)) {
        terms.barrier = Barrier::BoundedStaleness;
        terms.stalenessSteps = static_cast<int>(*staleness);
    }
    for (const std::string& slow : options.slowedWorkers) {
        const auto numbers = splitNumbers(slow, 2, 3);
        if (!numbers || !isIndex((*numbers)[0]) || (numbers->size() == 3 && !isIndex((*numbers)[2]))) {
            values.addProblem("--slow", inQuotes(slow) + " is not a worker and a factor",
                              "WORKER:FACTOR or WORKER:FACTOR:STEP, such as 2:1.5 (the first worker is 0)");
            continue;
        }
        question.slowedWorkers.push_back({static_cast<int>((*numbers)[0]), (*numbers)[1],
                                          numbers->size() == 3 ? static_cast<int>((*numbers)[2]) : 0});
    }
    if (options.killedWorker) {
        const auto numbers = splitNumbers(*options.killedWorker, 2, 2);
        if (!numbers || !isIndex((*numbers)[0]) || !isIndex((*numbers)[1]))
            values.addProblem("--kill", inQuotes(*options.killedWorker) + " is not a worker and a step",
                              "WORKER:STEP, such as 2:50 (the first of each is 0)");
        else
            question.killedWorker = KilledWorker{static_cast<int>((*numbers)[0]), static_cast<int>((*numbers)[1])};
    }
    if (!values.isValid())
        return fail(values.error());
    if (options.project && !request.ladder)
        addMeasuredRun(request, givenProject);
    if (Result<void> valid = validate(question); !valid)
        return fail(withOptionNames(std::move(valid.error())));
    if (options.writesEvents && std::size_t(question.p) * std::size_t(question.steps) > 200'000)
        return fail(ErrorCode::Input,
                    fmt::format("{} workers for {} steps give too many events to write", question.p, question.steps),
                    "at most 200000 of workers times steps", {.field = "--events"});
    return request;
}

Result<Reply> runLadderCheck(const SimulationQuestion& question, const MeasuredLadder& ladder,
                             const std::stop_token& stop)
{
    TRY(const LadderCheck check, checkAgainstLadder(question, ladder, stop));
    static constexpr const char* noPart = "no part differs, or the ladder has no parts";
    const auto row = [](const LadderCheckRow& each) {
        return objectOf({{"p", each.p},
                         {"measured_s", each.measuredS},
                         {"simulated_s", each.simulatedS},
                         {"difference", each.relativeDifference()},
                         {"compute_s", each.simulatedParts.compS},
                         {"communication_s", each.simulatedParts.commS},
                         {"waiting_s", each.simulatedParts.idleS},
                         {"part", each.worstPart, noPart},
                         {"part_difference_s", when(!each.worstPart.empty(), each.partDifferenceS), noPart}});
    };
    return Reply{
        .answer = ladderCheckAnswer(check),
        .json = objectOf({{"rows", listOf(check.rows, row)}, {"scale", check.scale}, {"about", check.summary}})};
}

}  // namespace

Result<Reply> timelineSimulate(const TimelineSimulateOptions& options)
{
    TRY(const SimulationRequest request, readSimulationRequest(options));
    const SimulationQuestion* const question = &request.question;
    const StopOnInterrupt interrupt;
    if (request.ladder)
        return runLadderCheck(*question, *request.ladder, interrupt.token());
    const Simulation run = simulate(*question, interrupt.token());
    if (interrupt.token().stop_requested())
        return fail(ErrorCode::Cancelled, "the simulation was stopped");
    if (run.isTooLarge)
        return fail(ErrorCode::Input,
                    fmt::format("{} workers for {} steps fail and checkpoint too often to simulate", question->p,
                                question->steps),
                    fmt::format("at most {} failures and checkpoints{}: fewer steps, shorter steps or a longer "
                                "checkpoint interval",
                                maximumInterruptions, question->recordSpans ? ", times the workers" : ""),
                    {.field = "--steps"});
    const ModelComparison against = compareWithModel(*question, run);

    std::optional<Simulation> undisturbed;
    if (!question->slowedWorkers.empty() || question->killedWorker) {
        SimulationQuestion before = *question;
        before.slowedWorkers.clear();
        before.killedWorker.reset();
        before.recordSpans = false;
        undisturbed = simulate(before, interrupt.token());
    }
    const std::optional<Rung>& measured = request.measured;
    std::size_t worker = 0;
    return Reply{
        .answer = simulatedRunAnswer({*question, run, against, undisturbed ? &*undisturbed : nullptr,
                                      measured ? &*measured : nullptr, request.measuredOrigin}),
        .json = objectOf(
            {{"p", question->p},
             {"steps", question->steps},
             {"seed", question->seed},
             {"step_time_s", when(run.canFinish, run.stepTimeS), "it never finishes: stopped after a million failures"},
             {"run_s", when(run.canFinish, run.runS)},
             {"idle_share", run.idleShare},
             {"measured", measured ? std::optional(measuredFields(*measured)) : std::nullopt},
             {"failures", run.failureCount},
             {"closed_form_step_time_s", when(std::isfinite(against.closedFormS), against.closedFormS),
              neverFinishesReason(question->model, question->p)},
             {"against_closed_form", against.summary},
             {"before", undisturbed ? std::optional(objectOf({{"step_time_s", undisturbed->stepTimeS},
                                                              {"idle_share", undisturbed->idleShare}}))
                                    : std::nullopt},
             {"workers", listOf(run.workers,
                                [&](const SimulatedWorker& each) {
                                    return objectOf({{"worker", worker++},
                                                     {"compute_s", each.computeS},
                                                     {"communication_s", each.communicationS},
                                                     {"waiting_s", each.waitingS},
                                                     {"hidden_communication_s", each.hiddenS},
                                                     {"coordination_s", each.coordinationS},
                                                     {"checkpoint_s", each.checkpointS},
                                                     {"failure_s", each.failureS}});
                                })},
             {"events", when(options.writesEvents, listOf(run.spans, [](const SimulatedSpan& span) {
                                 return objectOf({{"worker", span.worker},
                                                  {"step", span.step},
                                                  {"state", nameOf(span.state)},
                                                  {"start_s", span.fromS},
                                                  {"end_s", span.toS}});
                             }))}})};
}

}  // namespace scalewright::cli
