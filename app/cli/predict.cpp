// SPDX-License-Identifier: GPL-3.0-or-later
// predict [PROJECT] [options]: the speedup at every p, p*, R = 1, the knee, and what the plan achieves (book 41.4).
#include <fmt/format.h>

#include "app/cli/communication_options.h"
#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/plan/served.h"
#include "core/model/step/compute_estimate.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/served.h"

namespace scalewright::cli {

namespace {

struct PredictOptions {
    Edits edits;
    OptionText project, variant, tComp, tCompShare, tCompLayers, p, pMax, price, machines, steps, scaling, plan,
        efficiency;
    CommunicationOptions communication;
    bool csv = false;
};

/// The request, after reading and checking it.
struct PredictionRequest {
    Project project;
    ScalingModel model;  ///< default if isService
    bool isService = false;  ///< planned by its throughput, without a curve
    ModelIntervals intervals;
    int pMax = defaultPMax;
    std::vector<int> workerCounts;
    std::string projectName;  // from the project file; empty without one
    std::vector<std::string> notes;  // what the design leaves unspecified
};

/// Estimates T_comp as the options ask.
void estimateTComp(Project& project, const PredictOptions& options, OptionValues& values)
{
    const auto use = [&](Result<Quantity> estimate, const char* option) {
        if (estimate)
            project.baseline.tCompS = *std::move(estimate);
        else
            for (const Problem& problem : estimate.error().problems)
                values.addProblem(option, fmt::format("{}: {}", problem.location.jsonPointer, problem.message),
                                  problem.expected);
    };
    if (options.tCompShare && (options.tComp || options.tCompLayers)) {
        values.addProblem("--t-comp-share", "estimates T_comp, which is also given", "only one of the two");
    } else if (options.tCompShare) {
        if (const std::optional<double> share = values.readShare(options.tCompShare, "--t-comp-share")) {
            if (*share > 0)
                use(estimateComputeTime(project, share), "--t-comp-share");
            else
                values.addProblem("--t-comp-share", "is zero", "a share above 0 and up to 1, such as 0.4");
        }
    } else if (options.tCompLayers) {
        const std::optional<double> layers =
            values.readAmount(options.tCompLayers, "--t-comp-layers", Dimension::Count);
        if (!project.baseline.tCompS)
            values.addProblem("--t-comp-layers", "needs the time of a step with so many layers", "--t-comp 0.5s");
        else if (layers)
            use(scaleFromFewerLayers(project, *project.baseline.tCompS, *layers), "--t-comp-layers");
    }
}

/// Adds an estimate of T_comp to the error that it is missing, if there is one.
void suggestTComp(Error& error, const Project& project)
{
    const Result<Quantity> estimate = estimateComputeTime(project);
    for (Problem& problem : error.problems)
        if (estimate && problem.location.jsonPointer == fieldOf(&Baseline::tCompS).jsonPointer)
            problem.expected +=
                fmt::format("; or the estimate of {} from {}: --set \"{}={}\"", timeText(estimate->value),
                            estimate->provenance.source, problem.location.jsonPointer, estimate->asTyped);
}

void applyOptions(Project& project, const PredictOptions& options, OptionValues& values)
{
    setFieldFromOption<&Baseline::tCompS>(project.baseline, options.tComp, values);
    estimateTComp(project, options, values);
    setFieldFromOption<&Target::priceUsdPerHour>(project.target, options.price, values);
    setFieldFromOption<&Target::machinesAvailable>(project.target, options.machines, values);
    setFieldFromOption<&Plan::steps>(project.plan, options.steps, values);
    setFieldFromOption<&Plan::efficiencyTarget>(project.plan, options.efficiency, values);
    if (const std::optional<Scaling> scaling = values.readName<Scaling>(options.scaling, "--scaling"))
        project.plan.scaling = *scaling;
    if (const auto plan = readFieldOption(planPField, options.plan, values)) {
        project.plan.p = static_cast<int>(*plan);
        project.plan.reason = "given by --plan";
    }
}

Result<PredictionRequest> readPredictionRequest(const PredictOptions& options)
{
    PredictionRequest request;
    TRY(Project givenProject, readProjectOrEmpty(options.project, options.variant, options.edits));
    Project project = givenProject;
    if (options.project)
        request.projectName = inputName(*options.project);
    OptionValues values;
    applyOptions(project, options, values);
    const bool requiresAll = !options.project;
    if (requiresAll && !options.tComp)
        values.addProblem("--t-comp", "is missing",
                          "one machine's compute time of a step, such as --t-comp 1.5s; or a PROJECT");
    const CommunicationInput input =
        applyCommunicationOptions(std::move(project), options.communication, requiresAll, values);
    request.pMax = values.readPMax(options.pMax);
    const auto givenCounts = values.readWorkerCounts(options.p, "--p", maximumPMax);
    request.workerCounts = givenCounts.value_or(defaultWorkerCounts(input.project));
    if (!values.isValid())
        return fail(values.error());

    Result<ScalingModel> model = modelOf(input);
    if (!model && isPlannedByThroughput(input.project.baseline)) {
        request.project = input.project;
        request.isService = true;
        if (!givenCounts)
            request.workerCounts.clear();
        return request;
    }
    if (!model) {
        suggestTComp(model.error(), input.project);
        return fail(withFileName(std::move(model.error()), request.projectName));
    }
    request.model = *model;
    request.project = withConditionsKept(givenProject, input.project);
    request.intervals = modelIntervals(input.project);
    Project noted = input.project;  // the option --beta2 has no project field, but counts as set
    if (input.beta2S && !noted.target.bandwidth2BytesPerS)
        noted.target.bandwidth2BytesPerS = typed(1);
    request.notes = predictionNotes(noted);
    if (input.betaS)
        request.intervals.betaS.reset();
    return request;
}

}  // namespace

CommandRunner declarePredict(CLI::App& command)
{
    auto options = std::make_shared<PredictOptions>();
    declareOptions(
        command,
        {{"PROJECT", options->project, "project file, or - for standard input; options override its values"},
         editOption(options->edits),
         {&Baseline::tCompS, options->tComp},
         {"--t-comp-share", "SHARE", options->tCompShare,
          "estimates T_comp from the project's model, batch and peak: 6 x parameters x tokens / (share x peak)"},
         {"--t-comp-layers", "N", options->tCompLayers,
          "T_comp was measured with so many of the model's layers: scales it to all of them"}});
    options->communication.declare(command);
    declareOptions(command,
                   {{"--variant", "NAME", options->variant, "variant with this name (default: the one shown)"},
                    {&Communication::localSteps, options->communication.localSteps},
                    {"--exchange", "EXCHANGE", options->communication.furtherExchanges,
                     "a further exchange of the same step, PATTERN=BYTES[,shards=N][,local-steps=N]; may be repeated, "
                     "T_comm is the sum"},
                    {&Plan::efficiencyTarget, options->efficiency},
                    {"--p", "LIST", options->p,
                     std::string(workerCountsHelp) + " (default: 1, 2, 4 … 1024, or up to the machines available)"},
                    pMaxOption(options->pMax, "p*"),
                    {planPField, options->plan},
                    {&Target::priceUsdPerHour, options->price},
                    {&Target::machinesAvailable, options->machines},
                    {&Plan::steps, options->steps},
                    {"--scaling", options->scaling,
                     "strong (the step's work is fixed) or weak (it grows with p) (default: strong)"},
                    {"--csv", options->csv, "the rows as CSV instead of text"}});
    command.footer(patternsHelp() +
                   "\nExample: scalewright-cli predict --t-comp 1s --alpha 0.8ms --beta 40ms --p 1..1024");
    return [options]() -> Result<Reply> {
        TRY(const PredictionRequest request, readPredictionRequest(*options));
        if (request.isService) {
            const Analysis analysis = analyse(request.project);
            const std::vector<int>& given = request.workerCounts;
            return replyOf(
                answerServed(request.project, analysis, given.empty() ? defaultServedWorkers(analysis) : given,
                             {"pattern", "p_star", "p_star_at_limit", "speedup_at_p_star", "efficiency_at_p_star",
                              "comm_to_compute_at_p_star", "knee_p", "knee_at_limit", "p_comm_dominates",
                              "speedup_at_p_comm_dominates"}),
                options->csv);
        }
        const Analysis analysis = analyse(
            request.project, {.pMax = request.pMax, .modelOverride = ModelOverride{request.model, request.intervals}});
        return replyOf(answerPrediction({request.project, analysis, request.workerCounts, request.notes, request.pMax}),
                       options->csv);
    };
}

}  // namespace scalewright::cli
