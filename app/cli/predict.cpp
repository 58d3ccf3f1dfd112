// predict [PROJECT] [options]: the speedup at every p, p*, R = 1, the knee, and what the plan achieves (book 41.4).
#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/communication_options.h"
#include "app/cli/field_options.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/plan_output.h"
#include "app/cli/served_output.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/plan/served.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/search.h"
#include "core/model/step/compute_estimate.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/served.h"
#include "core/output/tables/prediction_table.h"

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

/// The project's analysis, plus what only this command reports.
struct PredictionFindings : Analysis {
    std::optional<PredictionRow> atCommDominates;
    std::optional<double> continuousPStar;
    Table table;
};

/// 1, 2, 4 … and `last`, at most 1024.
std::vector<int> doublingsUpTo(int last)
{
    std::vector<int> counts;
    for (int p = 1; p <= std::min(last, 1024); p *= 2)
        counts.push_back(p);
    if (last < 1024 && counts.back() != last)
        counts.push_back(last);
    return counts;
}

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
            values.readAmount(options.tCompLayers, "--t-comp-layers", Dimension::Count, Sign::Positive);
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
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.addProblem("--scaling", fmt::format("there is no scaling \"{}\"", *options.scaling), "strong or weak");
    else if (options.scaling)
        project.plan.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    if (const auto plan = readFieldOption(planPField, options.plan, values)) {
        project.plan.p = static_cast<int>(*plan);
        project.plan.reason = "given by --plan";
    }
}

Result<PredictionRequest> readPredictionRequest(const PredictOptions& options)
{
    PredictionRequest request;
    Result<Project> givenProject = readProjectOrEmpty(options.project, options.variant, options.edits);
    if (!givenProject)
        return fail(std::move(givenProject.error()));
    Project project = *givenProject;
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
    request.workerCounts = givenCounts.value_or(doublingsUpTo(workersAvailable(input.project.target).value_or(1024)));
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
    request.project = withConditionsKept(*givenProject, input.project);
    request.intervals = modelIntervals(input.project);
    Project noted = input.project;  // the option --beta2 has no project field, but counts as set
    if (input.beta2S && !noted.target.bandwidth2BytesPerS)
        noted.target.bandwidth2BytesPerS = typed(1);
    request.notes = modelNotes(noted);
    if (const MaybeQuantity& tComp = input.project.baseline.tCompS;
        tComp && tComp->provenance.origin == Origin::Assumed && !tComp->provenance.source.empty())
        request.notes.push_back(fmt::format("T_comp {} is assumed, from {}: {}", timeText(tComp->value),
                                            tComp->provenance.source, tComp->provenance.conditions));
    if (input.betaS)
        request.intervals.betaS.reset();
    return request;
}

PredictionFindings computeFindings(const PredictionRequest& request)
{
    PredictionFindings findings;
    static_cast<Analysis&>(findings) = analyse(
        request.project, {.pMax = request.pMax, .modelOverride = ModelOverride{request.model, request.intervals}});
    const Landmarks& marks = findings.prediction->landmarks;
    if (marks.pCommDominates)
        findings.atCommDominates = findings.prediction->row(*marks.pCommDominates);
    findings.continuousPStar = continuousOptimum(request.model);
    findings.table = predictionTable(*findings.prediction, request.workerCounts);
    return findings;
}

/// The table's rows. A term that the table omits because it is zero everywhere is written as 0.
Json rowsJson(const PredictionRequest& request, const PredictionFindings& findings)
{
    const Table& table = findings.table;
    Json::Array rows;
    for (const std::vector<Cell>& cells : table.rows) {
        Json::Object row;
        int p = 1;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string& key = table.columns[i].key;
            const double* number = std::get_if<double>(&cells[i]);
            if (key == "p") {
                p = static_cast<int>(*number);
                row.emplace_back(key, Json(p));
                if (request.model.workersPerNode == 1)
                    row.emplace_back("nodes", Json(p));
            } else if (number) {
                setOrReason(row, key, std::optional(*number), "");
            } else {
                setOrReason(row, key, std::optional<double>(),
                            p > searchLimit(request.model, maximumPMax) ? tooManyWorkersText(request.model, p)
                            : key == "cost" && !request.model.nodePriceUsdPerHour
                                ? "no price is given"
                                : neverFinishesReason(request.model, p));
            }
        }
        for (const char* term : {"t_comm_hidden", "t_coordination", "t_wait", "t_failure"})
            if (std::none_of(table.columns.begin(), table.columns.end(),
                             [term](const Column& each) { return each.key == term; }))
                row.emplace_back(term, Json(0));
        const SpeedupAtP value = speedupAtP(findings, p);
        if (value.measured && p > 1)
            row.emplace_back(value.isAssumed            ? "assumed_speedup"
                             : value.measuredAt.empty() ? "measured_speedup"
                                                        : "calibrated_speedup",
                             Json(*value.measured));
        row.emplace_back("basis", Json(speedupOriginName(value)));
        addFeasibilityJson(row, findings.feasible, p);
        rows.emplace_back(std::move(row));
    }
    return Json(std::move(rows));
}

/// The terms that the design adds to compute and communication, with their assumptions.
Json designTermsJson(const PredictionRequest& request, int planP)
{
    const DesignTerms& terms = request.model.terms;
    Json::Array priced;
    for (const PricedTerm& term : pricedTerms(terms, request.model.primaryExchange().communication.localSteps))
        priced.emplace_back(Json::Object{{"term", Json(term.key)},
                                         {"says", Json(term.description)},
                                         {"formula", Json(term.formula)},
                                         {"source", Json(term.source)},
                                         {"simplification", Json(term.simplification)}});
    Json::Array notes;
    for (const std::string& note : request.notes)
        notes.emplace_back(note);
    for (const std::string& note : modelSplitNotes(request.project, request.model, planP))
        notes.emplace_back(note);
    return Json(
        Json::Object{{"t_step_formula",
                      Json("(t_comp + t_comm + t_coordination + t_wait) x failure factor; t_comm is the exposed part")},
                     {"priced", Json(std::move(priced))},
                     {"notes", Json(std::move(notes))}});
}

Json inputsJson(const PredictionRequest& request)
{
    const ScalingModel& model = request.model;
    const CommunicationParameters& c = model.primaryExchange().communication;
    const PatternInputs inputs = patternInputs(model.primaryExchange().pattern);
    Json::Object json{{"t_comp_s", Json(model.tCompS)}, {"alpha_s", Json(c.alphaS)}, {"beta_s", Json(c.betaS)}};
    if (inputs.gamma)
        json.emplace_back("gamma_s", Json(c.gammaS));
    json.emplace_back("workers_per_node", Json(model.workersPerNode));
    if (c.twoLevelNetwork || inputs.hierarchy) {
        json.emplace_back("alpha2_s", Json(c.alpha2S));
        json.emplace_back("beta2_s", Json(c.beta2S));
        json.emplace_back("shared_network_card", Json(c.sharedNetworkCard));
        json.emplace_back("oversubscription", Json(c.oversubscription));
    }
    if (inputs.serverShards)
        json.emplace_back("shards", Json(c.serverShards));
    if (inputs.neighbours)
        json.emplace_back("neighbours", Json(c.neighbours));
    if (inputs.participation)
        json.emplace_back("participation", Json(c.participation));
    if (inputs.linearScatter)
        json.emplace_back("linear", Json(c.linearScatter));
    json.emplace_back("buckets", Json(c.buckets));
    json.emplace_back("local_steps", Json(c.localSteps));
    json.emplace_back("efficiency_target", Json(model.efficiencyTarget));
    setOrReason(json, "price_usd_per_hour", model.nodePriceUsdPerHour, "no price is given");
    json.emplace_back("steps", Json(model.steps));
    json.emplace_back("p_max", Json(request.pMax));
    return Json(std::move(json));
}

Json sensitivityJson(const std::vector<Sensitivity>& rows)
{
    Json::Array json;
    for (const Sensitivity& each : rows) {
        Json::Object row{{"parameter", Json(each.parameter)},
                         {"p_star_times_ten", Json(each.pStarTimesTen)},
                         {"p_star_times_ten_at_limit", Json(each.timesTenAtLimit)},
                         {"p_star_tenth", Json(each.pStarTenth)},
                         {"p_star_tenth_at_limit", Json(each.tenthAtLimit)}};
        setOrReason(row, "speedup_times_ten", std::optional(each.speedupTimesTen), "");
        setOrReason(row, "speedup_tenth", std::optional(each.speedupTenth), "");
        json.emplace_back(std::move(row));
    }
    return Json(std::move(json));
}

/// What the intervals of p*, the knee and the speedup mean.
Json bandJson(const PredictionBand& band)
{
    return Json(Json::Object{
        {"inputs", Json(band.uncertainInputs)},
        {"level", Json(band.confidenceLevel)},
        {"level_is",
         Json("at least: all inputs are within their intervals with 1 - sum(1 - level_i) or more (Bonferroni)")},
        {"p_star_high_at_limit", Json(band.pStarHighAtLimit)},
        {"knee_p_high_at_limit", Json(band.kneeHighAtLimit)}});
}

/// The interval of a p; its upper end is unknown if it reaches the end of the search range.
Json workersIntervalJson(int value, int low, int high, bool atLimit, double level)
{
    Json::Object json{{"value", Json(value)}, {"low", Json(low)}};
    setOrReason(json, "high", atLimit ? std::nullopt : std::optional(high), "above p-max, where the search ends");
    json.emplace_back("level", Json(level));
    return Json(std::move(json));
}

/// All exchanges in a step, starting with the one named by `pattern`.
Json exchangesJson(const ScalingModel& model)
{
    Json::Array json;
    for (const Exchange& each : model.exchanges)
        json.emplace_back(Json::Object{{"for", Json(each.name)},
                                       {"pattern", Json(patternName(each.pattern))},
                                       {"beta_s", Json(each.communication.betaS)},
                                       {"local_steps", Json(each.communication.localSteps)},
                                       {"pattern_formula", Json(patternFormula(each.pattern))}});
    return Json(std::move(json));
}

/// Time to the target quality at the p of each row, or the reason why it is unknown.
Json timeToQualityJson(const PredictionRequest& request, const PredictionFindings& findings)
{
    Json::Array notes;
    for (const std::string& note : qualityNotes(request.project, request.model, findings.planP, findings.pMax))
        notes.emplace_back(note);
    Json::Object json{{"formula", Json("steps = S_min (1 + B_crit/B), time = steps x t_step (McCandlish et al. 2018)")},
                      {"notes", Json(std::move(notes))}};
    const std::optional<StatisticalEfficiency> efficiency = statisticalEfficiency(request.project.baseline);
    const auto rowOf = [](const TimeToQuality& each) {
        Json::Object row{{"p", Json(each.p)}, {"batch", Json(each.batch)}, {"steps", Json(each.steps)}};
        setOrReason(row, "time_s", std::optional(each.timeS), "it never finishes");
        setOrReason(row, "cost_usd", each.costUsd, "no price is given");
        return Json(std::move(row));
    };
    const char* missingReason = "batch, critical batch and minimum steps are not all given";
    if (!efficiency) {
        setOrReason(json, "fastest_p", std::optional<double>(), missingReason);
        setOrReason(json, "rows", std::optional<double>(), missingReason);
        return Json(std::move(json));
    }
    json.emplace_back("fastest_p", Json(fastestTimeToQuality(request.model, *efficiency, findings.pMax).p));
    Json::Array rows;
    for (const int p : request.workerCounts)
        if (p <= searchLimit(request.model, maximumPMax))
            rows.push_back(rowOf(timeToQuality(request.model, *efficiency, p)));
    json.emplace_back("rows", Json(std::move(rows)));
    return Json(std::move(json));
}

Json::Object toJson(const PredictionRequest& request, const PredictionFindings& findings)
{
    const ScalingModel& model = request.model;
    const Landmarks& marks = findings.prediction->landmarks;
    Json::Object json{{"pattern", Json(patternName(model.primaryExchange().pattern))},
                      {"pattern_formula", Json(patternFormula(model.primaryExchange().pattern))},
                      {"pattern_source", Json(patternSource(model.primaryExchange().pattern))},
                      {"scaling", Json(model.scaling == Scaling::Strong ? "strong" : "weak")},
                      {"inputs", inputsJson(request)},
                      {"p_star", Json(marks.pStar)},
                      {"p_star_at_limit", Json(marks.pStarAtLimit)}};
    if (!marks.pStarNote.empty())
        json.emplace_back("p_star_note", Json(marks.pStarNote));
    if (model.exchanges.size() > 1)
        json.emplace_back("exchanges", exchangesJson(model));
    if (findings.band) {
        json.emplace_back("band", bandJson(*findings.band));
        json.emplace_back("p_star_interval",
                          workersIntervalJson(marks.pStar, findings.band->pStarLow, findings.band->pStarHigh,
                                              findings.band->pStarHighAtLimit, findings.band->confidenceLevel));
        json.emplace_back("speedup_at_p_star_interval",
                          intervalJson(findings.pStarRow.speedup,
                                       {findings.band->speedupAtPStarLow, findings.band->speedupAtPStarHigh,
                                        findings.band->confidenceLevel}));
        json.emplace_back("knee_p_interval",
                          workersIntervalJson(marks.kneeP, findings.band->kneeLow, findings.band->kneeHigh,
                                              findings.band->kneeHighAtLimit, findings.band->confidenceLevel));
    } else {
        setOrReason(json, "band", std::optional<double>(), "the inputs have no intervals");
        setOrReason(json, "p_star_interval", std::optional<double>(), "the inputs have no intervals");
    }
    setOrReason(json, "p_star_continuous", findings.continuousPStar,
                "no closed form for this pattern and design, or no finite optimum");
    setOrReason(json, "speedup_at_p_star", std::optional(findings.pStarRow.speedup), "");
    setOrReason(json, "efficiency_at_p_star", std::optional(findings.pStarRow.efficiency), "");
    setOrReason(json, "comm_to_compute_at_p_star", std::optional(findings.pStarRow.commToCompute), "");
    json.emplace_back("knee_p", Json(marks.kneeP));
    json.emplace_back("knee_at_limit", Json(marks.kneeAtLimit));
    setOrReason(json, "p_efficient", marks.pEfficient, marks.pEfficientMissingReason);
    json.emplace_back("p_efficient_at_limit", Json(marks.pEfficientAtLimit));
    setOrReason(json, "speedup_at_knee_p", std::optional(findings.kneeRow.speedup), "");
    setOrReason(json, "plan_p", findings.plannedP(), findings.claim.whyNoPlan);
    if (findings.plan)
        json.emplace_back("plan_p_reason", Json(findings.plan->reason));
    addPlanJson(json, findings.plan, findings.claim);
    const bool fed = !model.maximumWorkers || findings.planP <= *model.maximumWorkers;
    setOrReason(json, "speedup_at_plan_p", fed ? std::optional(findings.planRow.speedup) : std::nullopt,
                fed ? "" : tooManyWorkersText(model, findings.planP));
    const SpeedupAtP planned = speedupAtP(findings, findings.planP);
    setOrReason(json, "measured_speedup_at_plan_p",
                planned.predicted && !planned.isAssumed ? planned.measured : std::nullopt,
                planned.lastMeasuredP ? formatMessage("beyond the last run, p = {}", *planned.lastMeasuredP)
                : planned.isAssumed   ? "the ladder is assumed, not measured"
                                      : "no run at this p");
    if (const std::string note = baseSpeedupNote(findings); !note.empty())
        json.emplace_back("measured_base_note", Json(note));
    if (planned.isAssumed)
        setOrReason(json, "assumed_speedup_at_plan_p", planned.measured, "the assumed ladder does not have this p");
    const bool comparable = findings.planRow.finishes() && findings.pStarRow.finishes();
    const auto share = [&](const char* key, double value) {
        setOrReason(
            json, key, comparable ? std::optional(value) : std::nullopt,
            comparable ? "" : neverFinishesReason(model, findings.planRow.finishes() ? marks.pStar : findings.planP));
    };
    share("plan_share_of_speedup", findings.planRow.speedup / findings.pStarRow.speedup);
    share("plan_share_of_cost", runCostRatio(request.model, findings.planRow, findings.pStarRow));
    setOrReason(json, "p_comm_dominates", marks.pCommDominates, marks.pCommDominatesMissingReason);
    setOrReason(json, "speedup_at_p_comm_dominates",
                findings.atCommDominates ? std::optional(findings.atCommDominates->speedup) : std::nullopt,
                marks.pCommDominatesMissingReason);
    setOrReason(json, "speedup_limit", marks.speedupLimit, marks.speedupLimitMissingReason);
    json.emplace_back("sensitivity", sensitivityJson(findings.sensitivity));
    json.emplace_back("terms", designTermsJson(request, findings.planP));
    json.emplace_back("to_quality", timeToQualityJson(request, findings));
    json.emplace_back("rows", rowsJson(request, findings));
    return json;
}

}  // namespace

CommandRunner declarePredict(CLI::App& command)
{
    auto options = std::make_shared<PredictOptions>();
    command.add_option("PROJECT", options->project,
                       "project file, or - for standard input; options override its values");
    declareEditOption(command, options->edits);
    declareFieldOption(command, &Baseline::tCompS, options->tComp);
    command
        .add_option(
            "--t-comp-share", options->tCompShare,
            "estimates T_comp from the project's model, batch and peak: 6 x parameters x tokens / (share x peak)")
        ->type_name("SHARE");
    command
        .add_option("--t-comp-layers", options->tCompLayers,
                    "T_comp was measured with so many of the model's layers: scales it to all of them")
        ->type_name("N");
    options->communication.declare(command);
    command.add_option("--variant", options->variant, "variant with this name (default: the one shown)")
        ->type_name("NAME");
    declareFieldOption(command, &Communication::localSteps, options->communication.localSteps);
    command
        .add_option("--exchange", options->communication.furtherExchanges,
                    "a further exchange of the same step, PATTERN=BYTES[,shards=N][,local-steps=N]; may be repeated, "
                    "T_comm is the sum")
        ->type_name("EXCHANGE");
    declareFieldOption(command, &Plan::efficiencyTarget, options->efficiency);
    command
        .add_option("--p", options->p,
                    std::string(workerCountsHelp) + " (default: 1, 2, 4 … 1024, or up to the machines available)")
        ->type_name("LIST");
    declarePMaxOption(command, options->pMax, "p*");
    declareFieldOption(command, planPField, options->plan);
    declareFieldOption(command, &Target::priceUsdPerHour, options->price);
    declareFieldOption(command, &Target::machinesAvailable, options->machines);
    declareFieldOption(command, &Plan::steps, options->steps);
    command.add_option("--scaling", options->scaling,
                       "strong (the step's work is fixed) or weak (it grows with p) (default: strong)");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(patternsHelp() +
                   "\nExample: scalewright-cli predict --t-comp 1s --alpha 0.8ms --beta 40ms --p 1..1024");
    return [options]() -> Result<Reply> {
        const Result<PredictionRequest> request = readPredictionRequest(*options);
        if (!request)
            return fail(request.error());
        if (request->isService) {
            const Analysis analysis = analyse(request->project);
            const std::vector<int>& given = request->workerCounts;
            return servedReply(request->project, analysis, given.empty() ? defaultServedWorkers(analysis) : given,
                               {"pattern", "p_star", "p_star_at_limit", "speedup_at_p_star", "efficiency_at_p_star",
                                "comm_to_compute_at_p_star", "knee_p", "knee_at_limit", "p_comm_dominates",
                                "speedup_at_p_comm_dominates"});
        }
        const PredictionFindings findings = computeFindings(*request);
        if (options->csv) {
            Table table = findings.table;
            addFeasibleColumn(table, findings.feasible);
            return Reply{.text = toCsv(table)};
        }
        return Reply{.answer = predictionAnswer({request->project, findings, request->workerCounts, request->notes}),
                     .json = toJson(*request, findings)};
    };
}

}  // namespace scalewright::cli
