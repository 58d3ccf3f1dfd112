// timeline simulate PROJECT: every worker's every step of a design.
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
#include "core/evidence/timeline/ladder_check.h"
#include "core/evidence/timeline/simulate.h"
#include "core/model/step/design_terms.h"
#include "core/output/answers/simulated_run.h"

namespace scalewright::cli {

namespace {

/// "2:1.5:10" in its parts; nullopt where one is no number or there are too few or too many.
std::optional<std::vector<double>> parts(const std::string& text, std::size_t least, std::size_t most)
{
    std::vector<double> numbers;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(':', from), text.size());
        const Result<double> number = typedAmount(text.substr(from, to - from), Dimension::Ratio);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
        from = to + 1;
    }
    if (numbers.size() < least || numbers.size() > most)
        return std::nullopt;
    return numbers;
}

bool isIndex(double value)
{
    return value >= 0 && value < 1e9 && value == std::floor(value);
}

/// A question, and the ladder of the project where it is asked for.
struct Asked {
    SimulationQuestion question;
    std::optional<MeasuredLadder> ladder;
};

Result<Asked> read(const TimelineSimulateOptions& options)
{
    Asked asked;
    Result<Project> given = readOrEmpty(options.project, options.variant, options.edits);
    if (!given)
        return fail(std::move(given.error()));
    Project project = std::move(*given);
    Values values;
    layField<&Baseline::tCompS>(project.baseline, options.tComp, values);
    if (!options.project && !options.tComp)
        values.add("--t-comp", "is missing",
                   "one machine's compute time of a step, such as --t-comp 1.5s; or a PROJECT");
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.add("--scaling", "there is no scaling " + inQuotes(*options.scaling), "strong or weak");
    else if (options.scaling)
        project.plan.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    const int pMax = values.pMax(options.pMax);
    const CommunicationInput input = layOver(std::move(project), options.communication, !options.project, values);
    if (!values.ok())
        return fail(values.error());
    Result<ScalingModel> model = modelOf(input);
    if (!model)
        return fail(inFile(std::move(model.error()), options.project ? inputName(*options.project) : std::string()));

    SimulationQuestion& question = asked.question;
    question.model = *model;
    question.spans = options.events;
    if (options.ladder) {
        if (input.project.measurements.ladders.empty())
            return fail(ErrorCode::Input, "the project has no measured ladder", "a PROJECT with one",
                        {.field = "--ladder"});
        const Analysis analysis = analyse(input.project, {.pMax = pMax, .model = GivenModel{*model, {}}});
        if (!analysis.ladder || !analysis.ladder->measured)
            return fail(analysis.ladder ? analysis.ladder->measured.error()
                                        : Error{ErrorCode::Input, {{"no ladder is in sight", {}, {}}}});
        asked.ladder = *analysis.ladder->measured;
        question.p = asked.ladder->rungs.back().p;
    } else if (options.p)
        question.p = values.count(options.p, "--p", 1, largestPMax).value_or(1);
    else if (options.project)
        question.p = analyse(input.project, {.pMax = pMax, .model = GivenModel{*model, {}}}).planP;
    else
        values.add("--p", "is missing", "how many workers, such as --p 8");
    question.steps = values.count(options.steps, "--steps", 1, 10'000'000).value_or(100);
    question.seed = static_cast<std::uint64_t>(values.count(options.seed, "--seed", 0, 2'000'000'000).value_or(1));
    DesignTerms& terms = question.model.terms;
    if (const auto jitter = readField(&LoadBalancing::jitterS, options.jitter, values))
        terms.jitterS = *jitter;
    if (const auto backup = readField(&LoadBalancing::backupWorkers, options.backup, values))
        terms.backupWorkers = static_cast<int>(*backup);
    if (const auto staleness = readField(&Consistency::stalenessSteps, options.staleness, values)) {
        terms.barrier = Barrier::BoundedStaleness;
        terms.stalenessSteps = static_cast<int>(*staleness);
    }
    for (const std::string& slow : options.slow) {
        const auto numbers = parts(slow, 2, 3);
        if (!numbers || !isIndex((*numbers)[0]) || (numbers->size() == 3 && !isIndex((*numbers)[2]))) {
            values.add("--slow", inQuotes(slow) + " names no worker and factor",
                       "WORKER:FACTOR or WORKER:FACTOR:STEP, such as 2:1.5 (the first worker is 0)");
            continue;
        }
        question.slowed.push_back({static_cast<int>((*numbers)[0]), (*numbers)[1],
                                   numbers->size() == 3 ? static_cast<int>((*numbers)[2]) : 0});
    }
    if (options.kill) {
        const auto numbers = parts(*options.kill, 2, 2);
        if (!numbers || !isIndex((*numbers)[0]) || !isIndex((*numbers)[1]))
            values.add("--kill", inQuotes(*options.kill) + " names no worker and step",
                       "WORKER:STEP, such as 2:50 (the first of each is 0)");
        else
            question.killed = KilledWorker{static_cast<int>((*numbers)[0]), static_cast<int>((*numbers)[1])};
    }
    if (!values.ok())
        return fail(values.error());
    if (Result<void> valid = validate(question); !valid)
        return fail(inOptions(std::move(valid.error())));
    if (options.events && std::size_t(question.p) * std::size_t(question.steps) > 200'000)
        return fail(ErrorCode::Input,
                    fmt::format("{} workers for {} steps are too many events to write", question.p, question.steps),
                    "at most 200000 of workers times steps", {.field = "--events"});
    return asked;
}

Result<Reply> overLadder(const SimulationQuestion& question, const MeasuredLadder& ladder, const std::stop_token& stop)
{
    const Result<LadderCheck> check = againstLadder(question, ladder, stop);
    if (!check)
        return fail(check.error());
    Reply answer{.answer = ladderCheckAnswer(*check)};
    Json::Array rows;
    for (const LadderCheckRow& row : check->rows) {
        Json::Object json{{"p", Json(row.p)},
                          {"measured_s", Json(row.measuredS)},
                          {"simulated_s", Json(row.simulatedS)},
                          {"difference", Json(row.difference())}};
        json.emplace_back("compute_s", Json(row.simulated.compS));
        json.emplace_back("communication_s", Json(row.simulated.commS));
        json.emplace_back("waiting_s", Json(row.simulated.idleS));
        setOrReason(json, "part", row.part, "no part differs, or the ladder has none");
        setOrReason(json, "part_difference_s", row.part.empty() ? std::nullopt : std::optional(row.partDifferenceS),
                    "no part differs, or the ladder has none");
        rows.emplace_back(std::move(json));
    }
    answer.json = {{"rows", Json(std::move(rows))}, {"scale", Json(check->scale)}, {"about", Json(check->about)}};
    return answer;
}

const char* stateName(WorkerState state)
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
    const Result<Asked> asked = read(options);
    if (!asked)
        return fail(asked.error());
    const SimulationQuestion* const question = &asked->question;
    const StopOnInterrupt interrupt;
    if (asked->ladder)
        return overLadder(*question, *asked->ladder, interrupt.token());
    const Simulation run = simulate(*question, interrupt.token());
    if (interrupt.token().stop_requested())
        return fail(ErrorCode::Cancelled, "the simulation was stopped");
    if (run.tooLarge)
        return fail(ErrorCode::Input,
                    fmt::format("{} workers for {} steps fail and checkpoint too often to simulate", question->p,
                                question->steps),
                    fmt::format("at most {} failures and checkpoints{}: fewer steps, shorter steps or a longer "
                                "checkpoint interval",
                                mostDisturbances, question->spans ? ", times the workers" : ""),
                    {.field = "--steps"});
    const SimulationAgainstModel against = againstModel(*question, run);

    Reply answer;
    answer.json.emplace_back("p", Json(question->p));
    answer.json.emplace_back("steps", Json(question->steps));
    answer.json.emplace_back("seed", Json(static_cast<std::size_t>(question->seed)));
    const bool broken = !question->slowed.empty() || question->killed;
    if (!run.finishes) {
        setOrReason(answer.json, "step_time_s", std::optional<double>(),
                    "it never finishes: a million failures did not let it through");
    } else {
        answer.json.emplace_back("step_time_s", Json(run.stepTimeS));
        answer.json.emplace_back("run_s", Json(run.runS));
    }
    answer.json.emplace_back("idle_share", Json(run.idleShare));
    answer.json.emplace_back("failures", Json(run.failures));
    setOrReason(answer.json, "closed_form_step_time_s",
                std::isfinite(against.closedFormS) ? std::optional(against.closedFormS) : std::nullopt,
                neverFinishes(question->model, question->p));
    answer.json.emplace_back("against_closed_form", Json(against.about));
    std::optional<Simulation> whole;
    if (broken) {
        SimulationQuestion before = *question;
        before.slowed.clear();
        before.killed.reset();
        before.spans = false;
        whole = simulate(before, interrupt.token());
        answer.json.emplace_back("before", Json(Json::Object{{"step_time_s", Json(whole->stepTimeS)},
                                                             {"idle_share", Json(whole->idleShare)}}));
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
    if (options.events) {
        Json::Array events;
        for (const SimulatedSpan& span : run.spans)
            events.emplace_back(Json::Object{{"worker", Json(span.worker)},
                                             {"step", Json(span.step)},
                                             {"state", Json(stateName(span.state))},
                                             {"start_s", Json(span.fromS)},
                                             {"end_s", Json(span.toS)}});
        answer.json.emplace_back("events", Json(std::move(events)));
    }
    answer.answer = simulatedRunAnswer({*question, run, against, whole ? &*whole : nullptr});
    return answer;
}

}  // namespace scalewright::cli
