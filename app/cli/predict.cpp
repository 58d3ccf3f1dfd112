// predict [PROJECT] [options]: the speedup at every p, p*, R = 1, the knee, what the plan buys (book 41.4).
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
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/search.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/answers/prediction.h"
#include "core/output/tables/prediction_table.h"

namespace scalewright::cli {

namespace {

struct PredictOptions {
    Edits edits;
    Text project, variant, tComp, p, pMax, price, machines, steps, scaling, plan, efficiency;
    CommunicationOptions communication;
    bool csv = false;
};

/// What is asked, read and checked.
struct Question {
    Project project;
    ScalingModel model;
    ModelIntervals intervals;
    int pMax = defaultPMax;
    std::vector<int> workers{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    std::string name;  // of the project file; empty without one
    std::vector<std::string> notes;  // what the design left open
};

/// What is answered: the project's analysis, and what only this command says.
struct Findings : Analysis {
    std::optional<PredictionRow> atCommDominates;
    std::optional<double> continuous;
    Table table;
};

void layOver(Project& project, const PredictOptions& options, Values& values)
{
    layField<&Baseline::tCompS>(project.baseline, options.tComp, values);
    layField<&Target::priceUsdPerHour>(project.target, options.price, values);
    layField<&Target::machinesAvailable>(project.target, options.machines, values);
    layField<&Plan::steps>(project.plan, options.steps, values);
    layField<&Plan::efficiencyTarget>(project.plan, options.efficiency, values);
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.add("--scaling", fmt::format("there is no scaling \"{}\"", *options.scaling), "strong or weak");
    else if (options.scaling)
        project.plan.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    if (const auto plan = readField(planPField, options.plan, values)) {
        project.plan.p = static_cast<int>(*plan);
        project.plan.reason = "given by --plan";
    }
}

Result<Question> read(const PredictOptions& options)
{
    Question question;
    Result<Project> given = readOrEmpty(options.project, options.variant, options.edits);
    if (!given)
        return fail(std::move(given.error()));
    Project project = std::move(*given);
    if (options.project)
        question.name = inputName(*options.project);
    Values values;
    layOver(project, options, values);
    const bool complete = !options.project;
    if (complete && !options.tComp)
        values.add("--t-comp", "is missing",
                   "one machine's compute time of a step, such as --t-comp 1.5s; or a PROJECT");
    const CommunicationInput input = layOver(std::move(project), options.communication, complete, values);
    question.pMax = values.pMax(options.pMax);
    question.workers = values.workers(options.p, "--p", largestPMax).value_or(question.workers);
    if (!values.ok())
        return fail(values.error());

    Result<ScalingModel> model = modelOf(input);
    if (!model)
        return fail(inFile(std::move(model.error()), question.name));
    question.model = *model;
    question.project = input.project;
    question.intervals = modelIntervals(input.project);
    Project noted = input.project;  // --beta2 has no field, and is given all the same
    if (input.beta2S && !noted.target.bandwidth2BytesPerS)
        noted.target.bandwidth2BytesPerS = typed(1);
    question.notes = modelNotes(noted);
    if (input.betaS)
        question.intervals.betaS.reset();
    return question;
}

Findings answer(const Question& question)
{
    Findings found;
    static_cast<Analysis&>(found) =
        analyse(question.project, {.pMax = question.pMax, .model = GivenModel{question.model, question.intervals}});
    const Landmarks& marks = found.prediction->landmarks;
    if (marks.pCommDominates)
        found.atCommDominates = found.prediction->row(*marks.pCommDominates);
    found.continuous = continuousOptimum(question.model);
    found.table = predictionTable(*found.prediction, question.workers);
    return found;
}

/// The table's rows; a term that the table leaves out as zero everywhere is 0.
Json rowsJson(const Question& question, const Findings& found)
{
    const Table& table = found.table;
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
                if (question.model.workersPerNode == 1)
                    row.emplace_back("nodes", Json(p));
            } else if (number) {
                setOrReason(row, key, std::optional(*number), "");
            } else {
                setOrReason(row, key, std::optional<double>(),
                            p > searched(question.model, largestPMax)          ? tooManyWorkers(question.model, p)
                            : key == "cost" && !question.model.priceUsdPerHour ? "no price is given"
                                                                               : neverFinishes(question.model, p));
            }
        }
        for (const char* term : {"t_comm_hidden", "t_coordination", "t_wait", "t_failure"})
            if (std::none_of(table.columns.begin(), table.columns.end(),
                             [term](const Column& each) { return each.key == term; }))
                row.emplace_back(term, Json(0));
        if (const ValueAtP value = valueAtP(found, p); value.measured && p > 1)
            row.emplace_back(value.assumed ? "assumed_speedup" : "measured_speedup", Json(*value.measured));
        rows.emplace_back(std::move(row));
    }
    return Json(std::move(rows));
}

/// What the design priced beyond compute and communication, and what that took for granted.
Json termsJson(const Question& question, int planP)
{
    const DesignTerms& terms = question.model.terms;
    Json::Array priced;
    for (const PricedTerm& term : pricedTerms(terms, question.model.first().communication.localSteps))
        priced.emplace_back(Json::Object{{"term", Json(term.key)},
                                         {"says", Json(term.says)},
                                         {"formula", Json(term.formula)},
                                         {"source", Json(term.source)},
                                         {"simplification", Json(term.simplification)}});
    Json::Array notes;
    for (const std::string& note : question.notes)
        notes.emplace_back(note);
    for (const std::string& note : splitNotes(question.project, question.model, planP))
        notes.emplace_back(note);
    return Json(
        Json::Object{{"t_step_formula",
                      Json("(t_comp + t_comm + t_coordination + t_wait) x failure factor; t_comm is what is exposed")},
                     {"priced", Json(std::move(priced))},
                     {"notes", Json(std::move(notes))}});
}

Json inputsJson(const Question& question)
{
    const ScalingModel& model = question.model;
    const CommunicationParameters& c = model.first().communication;
    const PatternInputs inputs = patternInputs(model.first().pattern);
    Json::Object json{{"t_comp_s", Json(model.tCompS)}, {"alpha_s", Json(c.alphaS)}, {"beta_s", Json(c.betaS)}};
    if (inputs.gamma)
        json.emplace_back("gamma_s", Json(c.gammaS));
    json.emplace_back("workers_per_node", Json(model.workersPerNode));
    if (c.twoLevels || inputs.hierarchy) {
        json.emplace_back("alpha2_s", Json(c.alpha2S));
        json.emplace_back("beta2_s", Json(c.beta2S));
        json.emplace_back("shared_network_card", Json(c.sharedNetworkCard));
        json.emplace_back("oversubscription", Json(c.oversubscription));
    }
    if (inputs.shards)
        json.emplace_back("shards", Json(c.shards));
    if (inputs.neighbours)
        json.emplace_back("neighbours", Json(c.neighbours));
    if (inputs.participation)
        json.emplace_back("participation", Json(c.participation));
    if (inputs.linearScatter)
        json.emplace_back("linear", Json(c.linearScatter));
    json.emplace_back("buckets", Json(c.buckets));
    json.emplace_back("local_steps", Json(c.localSteps));
    json.emplace_back("efficiency_target", Json(model.efficiencyTarget));
    setOrReason(json, "price_usd_per_hour", model.priceUsdPerHour, "no price is given");
    json.emplace_back("steps", Json(model.steps));
    json.emplace_back("p_max", Json(question.pMax));
    return Json(std::move(json));
}

Json sensitivityJson(const std::vector<Sensitivity>& rows)
{
    Json::Array json;
    for (const Sensitivity& each : rows) {
        Json::Object row{{"parameter", Json(each.parameter)},
                         {"p_star_times_ten", Json(each.pStarTimesTen)},
                         {"p_star_times_ten_at_limit", Json(each.timesTenAtEdge)},
                         {"p_star_tenth", Json(each.pStarTenth)},
                         {"p_star_tenth_at_limit", Json(each.tenthAtEdge)}};
        setOrReason(row, "speedup_times_ten", std::optional(each.speedupTimesTen), "");
        setOrReason(row, "speedup_tenth", std::optional(each.speedupTenth), "");
        json.emplace_back(std::move(row));
    }
    return Json(std::move(json));
}

/// What the intervals of p*, knee and speedup are.
Json bandJson(const PredictionBand& band)
{
    return Json(Json::Object{
        {"inputs", Json(band.inputs)},
        {"level", Json(band.level)},
        {"level_is",
         Json("at least: all inputs hold in their intervals with 1 - sum(1 - level_i) or more (Bonferroni)")},
        {"p_star_high_at_limit", Json(band.pStarHighAtEdge)},
        {"knee_p_high_at_limit", Json(band.kneeHighAtEdge)}});
}

/// The interval of a p; where it reaches the end of the search nobody knows how high it goes.
Json workersIntervalJson(int value, int low, int high, bool atEdge, double level)
{
    Json::Object json{{"value", Json(value)}, {"low", Json(low)}};
    setOrReason(json, "high", atEdge ? std::nullopt : std::optional(high), "beyond p-max, where the search ends");
    json.emplace_back("level", Json(level));
    return Json(std::move(json));
}

/// All exchanges of a step, the one that `pattern` names first.
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

/// Time to the quality at each p of the rows, or why it is not told.
Json toQualityJson(const Question& question, const Findings& found)
{
    Json::Array notes;
    for (const std::string& note : qualityNotes(question.project, question.model, found.planP, found.pMax))
        notes.emplace_back(note);
    Json::Object json{{"formula", Json("steps = S_min (1 + B_crit/B), time = steps x t_step (McCandlish et al. 2018)")},
                      {"notes", Json(std::move(notes))}};
    const std::optional<StatisticalEfficiency> efficiency = statisticalEfficiency(question.project.baseline);
    const auto rowOf = [](const ToQuality& each) {
        Json::Object row{{"p", Json(each.p)}, {"batch", Json(each.batch)}, {"steps", Json(each.steps)}};
        setOrReason(row, "time_s", std::optional(each.timeS), "it never finishes");
        setOrReason(row, "cost_usd", each.costUsd, "no price is given");
        return Json(std::move(row));
    };
    const char* unknown = "batch, critical batch and fewest steps are not all given";
    if (!efficiency) {
        setOrReason(json, "fastest_p", std::optional<double>(), unknown);
        setOrReason(json, "rows", std::optional<double>(), unknown);
        return Json(std::move(json));
    }
    json.emplace_back("fastest_p", Json(fastestToQuality(question.model, *efficiency, found.pMax).p));
    Json::Array rows;
    for (const int p : question.workers)
        if (p <= searched(question.model, largestPMax))
            rows.push_back(rowOf(toQuality(question.model, *efficiency, p)));
    json.emplace_back("rows", Json(std::move(rows)));
    return Json(std::move(json));
}

Json::Object toJson(const Question& question, const Findings& found)
{
    const ScalingModel& model = question.model;
    const Landmarks& marks = found.prediction->landmarks;
    Json::Object json{{"pattern", Json(patternName(model.first().pattern))},
                      {"pattern_formula", Json(patternFormula(model.first().pattern))},
                      {"pattern_source", Json(patternSource(model.first().pattern))},
                      {"scaling", Json(model.scaling == Scaling::Strong ? "strong" : "weak")},
                      {"inputs", inputsJson(question)},
                      {"p_star", Json(marks.pStar)},
                      {"p_star_at_limit", Json(marks.pStarAtLimit)}};
    if (!marks.pStarNote.empty())
        json.emplace_back("p_star_note", Json(marks.pStarNote));
    if (model.exchanges.size() > 1)
        json.emplace_back("exchanges", exchangesJson(model));
    if (found.band) {
        json.emplace_back("band", bandJson(*found.band));
        json.emplace_back("p_star_interval",
                          workersIntervalJson(marks.pStar, found.band->pStarLow, found.band->pStarHigh,
                                              found.band->pStarHighAtEdge, found.band->level));
        json.emplace_back("speedup_at_p_star_interval",
                          intervalJson(found.atPStar.speedup, {found.band->speedupAtPStarLow,
                                                               found.band->speedupAtPStarHigh, found.band->level}));
        json.emplace_back("knee_p_interval", workersIntervalJson(marks.kneeP, found.band->kneeLow, found.band->kneeHigh,
                                                                 found.band->kneeHighAtEdge, found.band->level));
    } else {
        setOrReason(json, "band", std::optional<double>(), "the inputs have no intervals");
        setOrReason(json, "p_star_interval", std::optional<double>(), "the inputs have no intervals");
    }
    setOrReason(json, "p_star_continuous", found.continuous,
                "no closed form for this pattern and what the design adds, or no finite optimum");
    setOrReason(json, "speedup_at_p_star", std::optional(found.atPStar.speedup), "");
    setOrReason(json, "efficiency_at_p_star", std::optional(found.atPStar.efficiency), "");
    setOrReason(json, "comm_to_compute_at_p_star", std::optional(found.atPStar.commToCompute), "");
    json.emplace_back("knee_p", Json(marks.kneeP));
    json.emplace_back("knee_at_limit", Json(marks.kneeAtLimit));
    setOrReason(json, "p_efficient", marks.pEfficient, marks.pEfficientReason);
    json.emplace_back("p_efficient_at_limit", Json(marks.pEfficientAtLimit));
    setOrReason(json, "speedup_at_knee_p", std::optional(found.atKnee.speedup), "");
    json.emplace_back("plan_p", Json(found.planP));
    json.emplace_back("plan_p_reason", Json(found.plan->why));
    addPlanJson(json, found.plan);
    const bool fed = !model.mostWorkers || found.planP <= *model.mostWorkers;
    setOrReason(json, "speedup_at_plan_p", fed ? std::optional(found.atPlan.speedup) : std::nullopt,
                fed ? "" : tooManyWorkers(model, found.planP));
    const ValueAtP planned = valueAtP(found, found.planP);
    setOrReason(json, "measured_speedup_at_plan_p",
                planned.predicted && !planned.assumed ? planned.measured : std::nullopt,
                planned.lastMeasuredP ? say("beyond the last run, p = {}", *planned.lastMeasuredP)
                : planned.assumed     ? "nobody ran the ladder: it is assumed"
                                      : "no run was made at this p");
    if (const std::string note = baseNote(found); !note.empty())
        json.emplace_back("measured_base_note", Json(note));
    if (planned.assumed)
        setOrReason(json, "assumed_speedup_at_plan_p", planned.measured, "the assumed ladder does not have this p");
    const bool comparable = found.atPlan.finishes() && found.atPStar.finishes();
    const auto share = [&](const char* key, double value) {
        setOrReason(json, key, comparable ? std::optional(value) : std::nullopt,
                    comparable ? "" : neverFinishes(model, found.atPlan.finishes() ? marks.pStar : found.planP));
    };
    share("plan_share_of_speedup", found.atPlan.speedup / found.atPStar.speedup);
    share("plan_share_of_cost", costShare(question.model, found.atPlan, found.atPStar));
    setOrReason(json, "p_comm_dominates", marks.pCommDominates, marks.pCommDominatesReason);
    setOrReason(json, "speedup_at_p_comm_dominates",
                found.atCommDominates ? std::optional(found.atCommDominates->speedup) : std::nullopt,
                marks.pCommDominatesReason);
    setOrReason(json, "speedup_limit", marks.speedupLimit, marks.speedupLimitReason);
    json.emplace_back("sensitivity", sensitivityJson(found.sensitivity));
    json.emplace_back("terms", termsJson(question, found.planP));
    json.emplace_back("to_quality", toQualityJson(question, found));
    json.emplace_back("rows", rowsJson(question, found));
    return json;
}

}  // namespace

Run declarePredict(CLI::App& command)
{
    auto options = std::make_shared<PredictOptions>();
    command.add_option("PROJECT", options->project,
                       "project file, or - for standard input; options override what it says");
    declareEdits(command, options->edits);
    declareField(command, &Baseline::tCompS, options->tComp);
    options->communication.declare(command);
    command.add_option("--variant", options->variant, "the variant of this name instead of the one shown")
        ->type_name("NAME");
    declareField(command, &Communication::localSteps, options->communication.localSteps);
    command
        .add_option("--exchange", options->communication.exchanges,
                    "a further exchange of the same step, PATTERN=BYTES[,shards=N][,local-steps=N]; may be repeated, "
                    "T_comm is the sum")
        ->type_name("EXCHANGE");
    declareField(command, &Plan::efficiencyTarget, options->efficiency);
    command.add_option("--p", options->p, std::string(workerCountsHelp) + "; 1..1024")->type_name("LIST");
    declarePMax(command, options->pMax, "p*");
    declareField(command, planPField, options->plan);
    declareField(command, &Target::priceUsdPerHour, options->price);
    declareField(command, &Target::machinesAvailable, options->machines);
    declareField(command, &Plan::steps, options->steps);
    command.add_option("--scaling", options->scaling,
                       "strong (the step's work is fixed) or weak (it grows with p); strong");
    command.add_flag("--csv", options->csv, "the rows as CSV instead of text");
    command.footer(patternsHelp() +
                   "\nExample: scalewright-cli predict --t-comp 1s --alpha 0.8ms --beta 40ms --p 1..1024");
    return [options]() -> Result<Reply> {
        const Result<Question> question = read(*options);
        if (!question)
            return fail(question.error());
        const Findings found = answer(*question);
        if (options->csv)
            return Reply{.text = toCsv(found.table)};
        return Reply{.answer = predictionAnswer({question->project, found, question->workers, question->notes}),
                     .json = toJson(*question, found)};
    };
}

}  // namespace scalewright::cli
