// timeline simulate PROJECT: every step of every worker of a design.
#include <charconv>

#include <fmt/format.h>

#include "app/cli/field_options.h"
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

Json measuredJson(const Rung& measured)
{
    const TimeParts& parts = *measured.parts;
    return Json(Json::Object{{"time_s", Json(measured.timeS)},
                             {"compute_s", Json(parts.compS)},
                             {"communication_s", Json(parts.commS)},
                             {"waiting_s", Json(parts.idleS)},
                             {"io_s", Json(parts.ioS)},
                             {"unattributed_s", Json(parts.unattributedS)},
                             {"waiting_share", Json(parts.idleS / measured.timeS)}});
}

Result<SimulationRequest> readSimulationRequest(const TimelineSimulateOptions& options)
{
    SimulationRequest request;
    Result<Project> givenProject = readProjectOrEmpty(options.project, options.variant, options.edits);
    if (!givenProject)
        return fail(std::move(givenProject.error()));
    Project project = *givenProject;
    OptionValues values;
    setFieldFromOption<&Baseline::tCompS>(project.baseline, options.tComp, values);
    if (!options.project && !options.tComp)
        values.addProblem("--t-comp", "is missing",
                          "one machine's compute time of a step, such as --t-comp 1.5s; or a PROJECT");
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.addProblem("--scaling", "there is no scaling " + inQuotes(*options.scaling), "strong or weak");
    else if (options.scaling)
        project.plan.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
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
        addMeasuredRun(request, *givenProject);
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
    const Result<LadderCheck> check = checkAgainstLadder(question, ladder, stop);
    if (!check)
        return fail(check.error());
    Reply answer{.answer = ladderCheckAnswer(*check)};
    Json::Array rows;
    for (const LadderCheckRow& row : check->rows) {
        Json::Object json{{"p", Json(row.p)},
                          {"measured_s", Json(row.measuredS)},
                          {"simulated_s", Json(row.simulatedS)},
                          {"difference", Json(row.relativeDifference())}};
        json.emplace_back("compute_s", Json(row.simulatedParts.compS));
        json.emplace_back("communication_s", Json(row.simulatedParts.commS));
        json.emplace_back("waiting_s", Json(row.simulatedParts.idleS));
        setOrReason(json, "part", row.worstPart, "no part differs, or the ladder has no parts");
        setOrReason(json, "part_difference_s",
                    row.worstPart.empty() ? std::nullopt : std::optional(row.partDifferenceS),
                    "no part differs, or the ladder has no parts");
        rows.emplace_back(std::move(json));
    }
    answer.json = {{"rows", Json(std::move(rows))}, {"scale", Json(check->scale)}, {"about", Json(check->summary)}};
    return answer;
}

const char* workerStateName(WorkerState state)
{
    switch (state) {
    case WorkerState::Compute: return "compute";
    case WorkerState::Communication: return "communication";
    case WorkerState::HiddenCommunication: return "hidden-communication";
    case WorkerState::Waiting: return "waiting";
    case WorkerState::Coordination: return "coordination";
    case WorkerState::Checkpoint: return "checkpoint";
    case WorkerState::Failure: break;
    }
    return "failure";
}

}  // namespace

Result<Reply> timelineSimulate(const TimelineSimulateOptions& options)
{
    const Result<SimulationRequest> request = readSimulationRequest(options);
    if (!request)
        return fail(request.error());
    const SimulationQuestion* const question = &request->question;
    const StopOnInterrupt interrupt;
    if (request->ladder)
        return runLadderCheck(*question, *request->ladder, interrupt.token());
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

    Reply answer;
    answer.json.emplace_back("p", Json(question->p));
    answer.json.emplace_back("steps", Json(question->steps));
    answer.json.emplace_back("seed", Json(static_cast<std::size_t>(question->seed)));
    const bool isDisturbed = !question->slowedWorkers.empty() || question->killedWorker;
    if (!run.canFinish) {
        setOrReason(answer.json, "step_time_s", std::optional<double>(),
                    "it never finishes: stopped after a million failures");
    } else {
        answer.json.emplace_back("step_time_s", Json(run.stepTimeS));
        answer.json.emplace_back("run_s", Json(run.runS));
    }
    answer.json.emplace_back("idle_share", Json(run.idleShare));
    if (request->measured)
        answer.json.emplace_back("measured", measuredJson(*request->measured));
    answer.json.emplace_back("failures", Json(run.failureCount));
    setOrReason(answer.json, "closed_form_step_time_s",
                std::isfinite(against.closedFormS) ? std::optional(against.closedFormS) : std::nullopt,
                neverFinishesReason(question->model, question->p));
    answer.json.emplace_back("against_closed_form", Json(against.summary));
    std::optional<Simulation> undisturbed;
    if (isDisturbed) {
        SimulationQuestion before = *question;
        before.slowedWorkers.clear();
        before.killedWorker.reset();
        before.recordSpans = false;
        undisturbed = simulate(before, interrupt.token());
        answer.json.emplace_back("before", Json(Json::Object{{"step_time_s", Json(undisturbed->stepTimeS)},
                                                             {"idle_share", Json(undisturbed->idleShare)}}));
    }
    Json::Array workers;
    for (std::size_t i = 0; i < run.workers.size(); ++i) {
        const SimulatedWorker& w = run.workers[i];
        workers.emplace_back(Json::Object{{"worker", Json(i)},
                                          {"compute_s", Json(w.computeS)},
                                          {"communication_s", Json(w.communicationS)},
                                          {"waiting_s", Json(w.waitingS)},
                                          {"hidden_communication_s", Json(w.hiddenS)},
                                          {"coordination_s", Json(w.coordinationS)},
                                          {"checkpoint_s", Json(w.checkpointS)},
                                          {"failure_s", Json(w.failureS)}});
    }
    answer.json.emplace_back("workers", Json(std::move(workers)));
    if (options.writesEvents) {
        Json::Array events;
        for (const SimulatedSpan& span : run.spans)
            events.emplace_back(Json::Object{{"worker", Json(span.worker)},
                                             {"step", Json(span.step)},
                                             {"state", Json(workerStateName(span.state))},
                                             {"start_s", Json(span.fromS)},
                                             {"end_s", Json(span.toS)}});
        answer.json.emplace_back("events", Json(std::move(events)));
    }
    answer.answer = simulatedRunAnswer({*question, run, against, undisturbed ? &*undisturbed : nullptr,
                                        request->measured ? &*request->measured : nullptr, request->measuredOrigin});
    return answer;
}

}  // namespace scalewright::cli
