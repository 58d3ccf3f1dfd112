// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON form of a prediction.
#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/decision/claim/value_at_p.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/search.h"
#include "core/model/step/model_split.h"
#include "core/model/step/project_model.h"
#include "core/model/step/quality_time.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/shared_fields.h"
#include "core/output/tables/prediction_table.h"

namespace scalewright {

namespace {

/// The table's rows. A term that the table omits because it is zero everywhere is written as 0.
Json predictionRows(const PredictionQuestion& question)
{
    const ScalingModel& model = *question.analysis.model;
    const Table table = predictionTable(*question.analysis.prediction, question.workers);
    const std::vector<Column>& columns = table.columns;
    return listOf(table.rows, [&](const std::vector<Cell>& cells) {
        Json::Object row;
        int p = 1;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const std::string& key = columns[i].key;
            const double* number = std::get_if<double>(&cells[i]);
            if (key == "p") {
                p = static_cast<int>(*number);
                addFields(row, {{key, p}, {"nodes", when(model.workersPerNode == 1, p)}});
            } else {
                addFields(row, {{key, number ? std::optional(*number) : std::nullopt,
                                 number                                        ? ""
                                 : p > searchLimit(model, maximumPMax)         ? tooManyWorkersText(model, p)
                                 : key == "cost" && !model.nodePriceUsdPerHour ? "no price is given"
                                                                               : neverFinishesReason(model, p)}});
            }
        }
        for (const char* term : {"t_comm_hidden", "t_coordination", "t_wait", "t_failure"})
            if (!contains(columns, term, &Column::key))
                row.emplace_back(term, 0);
        const SpeedupAtP value = speedupAtP(question.analysis, p);
        addFields(row, {{value.isAssumed            ? "assumed_speedup"
                         : value.measuredAt.empty() ? "measured_speedup"
                                                    : "calibrated_speedup",
                         p > 1 ? value.measured : std::nullopt},
                        {"basis", speedupOriginName(value)},
                        feasibilityFields(question.analysis.feasible, p)});
        return row;
    });
}

/// The terms that the design adds to compute and communication, with their assumptions.
Json::Object designTermsFields(const PredictionQuestion& question)
{
    const ScalingModel& model = *question.analysis.model;
    std::vector<std::string> notes = question.notes;
    for (const std::string& note : modelSplitNotes(question.project, model, question.analysis.planP))
        notes.push_back(note);
    return objectOf(
        {{"t_step_formula", "(t_comp + t_comm + t_coordination + t_wait) x failure factor; t_comm is the exposed part"},
         {"priced", listOf(pricedTerms(model.terms, model.primaryExchange().communication.localSteps),
                           [](const PricedTerm& term) { return pricedTermFields("term", term); })},
         {"notes", notes}});
}

Json::Object inputsFields(const PredictionQuestion& question)
{
    const ScalingModel& model = *question.analysis.model;
    const CommunicationParameters& c = model.primaryExchange().communication;
    const PatternInputs inputs = patternInputs(model.primaryExchange().pattern);
    const bool hasNodes = c.twoLevelNetwork || inputs.hierarchy;
    return objectOf({{"t_comp_s", model.tCompS},
                     {"alpha_s", c.alphaS},
                     {"beta_s", c.betaS},
                     {"gamma_s", when(inputs.gamma, c.gammaS)},
                     {"workers_per_node", model.workersPerNode},
                     {"alpha2_s", when(hasNodes, c.alpha2S)},
                     {"beta2_s", when(hasNodes, c.beta2S)},
                     {"shared_network_card", when(hasNodes, c.sharedNetworkCard)},
                     {"oversubscription", when(hasNodes, c.oversubscription)},
                     {"shards", when(inputs.serverShards, c.serverShards)},
                     {"neighbours", when(inputs.neighbours, c.neighbours)},
                     {"participation", when(inputs.participation, c.participation)},
                     {"linear", when(inputs.linearScatter, c.linearScatter)},
                     {"buckets", c.buckets},
                     {"local_steps", c.localSteps},
                     {"efficiency_target", model.efficiencyTarget},
                     {"price_usd_per_hour", model.nodePriceUsdPerHour, "no price is given"},
                     {"steps", model.steps},
                     {"p_max", question.pMax}});
}

/// What the intervals of p*, the knee and the speedup mean.
Json::Object bandFields(const PredictionBand& band)
{
    return objectOf(
        {{"inputs", band.uncertainInputs},
         {"level", band.confidenceLevel},
         {"level_is", "at least: all inputs are within their intervals with 1 - sum(1 - level_i) or more (Bonferroni)"},
         {"p_star_high_at_limit", band.pStarHighAtLimit},
         {"knee_p_high_at_limit", band.kneeHighAtLimit}});
}

/// The interval of a p; its upper end is unknown if it reaches the end of the search range.
Json::Object workersIntervalFields(int value, int low, int high, bool atLimit, double level)
{
    return objectOf({{"value", value},
                     {"low", low},
                     {"high", when(!atLimit, high), "above p-max, where the search ends"},
                     {"level", level}});
}

Json::Object exchangeFields(const Exchange& exchange)
{
    return objectOf({{"for", exchange.name},
                     {"pattern", patternName(exchange.pattern)},
                     {"beta_s", exchange.communication.betaS},
                     {"local_steps", exchange.communication.localSteps},
                     {"pattern_formula", patternFormula(exchange.pattern)}});
}

/// Time to the target quality at the p of each row, or the reason why it is unknown.
Json::Object timeToQualityFields(const PredictionQuestion& question)
{
    const ScalingModel& model = *question.analysis.model;
    const std::optional<StatisticalEfficiency> efficiency = statisticalEfficiency(question.project.baseline);
    const char* missingReason = "batch, critical batch and minimum steps are not all given";
    const auto row = [&](int p) -> std::optional<Json::Object> {
        if (p > searchLimit(model, maximumPMax))
            return std::nullopt;
        const TimeToQuality each = timeToQuality(model, *efficiency, p);
        return objectOf({{"p", each.p},
                         {"batch", each.batch},
                         {"steps", each.steps},
                         {"time_s", std::optional(each.timeS), "it never finishes"},
                         {"cost_usd", each.costUsd, "no price is given"}});
    };
    return objectOf(
        {{"formula", "steps = S_min (1 + B_crit/B), time = steps x t_step (McCandlish et al. 2018)"},
         {"notes", qualityNotes(question.project, model, question.analysis.planP, question.analysis.pMax)},
         {"fastest_p",
          efficiency ? std::optional(fastestTimeToQuality(model, *efficiency, question.analysis.pMax).p) : std::nullopt,
          missingReason},
         {"rows", efficiency ? std::optional(listOf(question.workers, row)) : std::nullopt, missingReason}});
}

}  // namespace

Json::Object predictionFields(const PredictionQuestion& question)
{
    const Analysis& analysis = question.analysis;
    const ScalingModel& model = *analysis.model;
    const Landmarks& marks = analysis.prediction->landmarks;
    const PredictionBand* band = analysis.band.get();
    constexpr const char* exact = "the inputs have no intervals";
    const SpeedupAtP planned = speedupAtP(analysis, analysis.planP);
    const bool fed = !model.maximumWorkers || analysis.planP <= *model.maximumWorkers;
    const bool comparable = analysis.planRow.finishes() && analysis.pStarRow.finishes();
    const std::string incomparable =
        comparable ? "" : neverFinishesReason(model, analysis.planRow.finishes() ? marks.pStar : analysis.planP);
    return objectOf({
        {"pattern", patternName(model.primaryExchange().pattern)},
        {"pattern_formula", patternFormula(model.primaryExchange().pattern)},
        {"pattern_source", patternSource(model.primaryExchange().pattern)},
        {"scaling", nameOf(model.scaling)},
        {"inputs", inputsFields(question)},
        {"p_star", marks.pStar},
        {"p_star_at_limit", marks.pStarAtLimit},
        {"p_star_note", ifAny(marks.pStarNote)},
        {"exchanges", when(model.exchanges.size() > 1, listOf(model.exchanges, exchangeFields))},
        {"band", band ? std::optional(bandFields(*band)) : std::nullopt, exact},
        {"p_star_interval",
         band ? std::optional(workersIntervalFields(marks.pStar, band->pStarLow, band->pStarHigh,
                                                    band->pStarHighAtLimit, band->confidenceLevel))
              : std::nullopt,
         exact},
        {"speedup_at_p_star_interval",
         band
             ? std::optional(intervalFields(analysis.pStarRow.speedup,
                                            {band->speedupAtPStarLow, band->speedupAtPStarHigh, band->confidenceLevel}))
             : std::nullopt},
        {"knee_p_interval", band ? std::optional(workersIntervalFields(marks.kneeP, band->kneeLow, band->kneeHigh,
                                                                       band->kneeHighAtLimit, band->confidenceLevel))
                                 : std::nullopt},
        {"p_star_continuous", continuousOptimum(model),
         "no closed form for this pattern and design, or no finite optimum"},
        {"speedup_at_p_star", analysis.pStarRow.speedup},
        {"efficiency_at_p_star", analysis.pStarRow.efficiency},
        {"comm_to_compute_at_p_star", analysis.pStarRow.commToCompute},
        {"knee_p", marks.kneeP},
        {"knee_at_limit", marks.kneeAtLimit},
        {"p_efficient", marks.pEfficient, marks.pEfficientMissingReason},
        {"p_efficient_at_limit", marks.pEfficientAtLimit},
        {"speedup_at_knee_p", analysis.kneeRow.speedup},
        {"plan_p", analysis.plannedP(), analysis.claim.whyNoPlan},
        {"plan_p_reason", analysis.plan ? std::optional(analysis.plan->reason) : std::nullopt},
        planFields(analysis.plan, analysis.claim),
        {"speedup_at_plan_p", when(fed, analysis.planRow.speedup),
         fed ? "" : tooManyWorkersText(model, analysis.planP)},
        {"measured_speedup_at_plan_p", planned.predicted && !planned.isAssumed ? planned.measured : std::nullopt,
         planned.lastMeasuredP ? formatMessage("beyond the last run, p = {}", *planned.lastMeasuredP)
         : planned.isAssumed   ? "the ladder is assumed, not measured"
                               : "no run at this p"},
        {"measured_base_note", ifAny(baseSpeedupNote(analysis))},
        planned.isAssumed
            ? Field("assumed_speedup_at_plan_p", planned.measured, "the assumed ladder does not have this p")
            : Field(Json::Object()),
        {"plan_share_of_speedup", when(comparable, analysis.planRow.speedup / analysis.pStarRow.speedup), incomparable},
        {"plan_share_of_cost", when(comparable, runCostRatio(model, analysis.planRow, analysis.pStarRow)),
         incomparable},
        {"p_comm_dominates", marks.pCommDominates, marks.pCommDominatesMissingReason},
        {"speedup_at_p_comm_dominates",
         marks.pCommDominates ? std::optional(analysis.prediction->row(*marks.pCommDominates).speedup) : std::nullopt,
         marks.pCommDominatesMissingReason},
        {"speedup_limit", marks.speedupLimit, marks.speedupLimitMissingReason},
        {"sensitivity", listOf(analysis.sensitivity,
                               [](const Sensitivity& each) {
                                   return objectOf({{"parameter", each.parameter},
                                                    {"p_star_times_ten", each.pStarTimesTen},
                                                    {"p_star_times_ten_at_limit", each.timesTenAtLimit},
                                                    {"p_star_tenth", each.pStarTenth},
                                                    {"p_star_tenth_at_limit", each.tenthAtLimit},
                                                    {"speedup_times_ten", each.speedupTimesTen},
                                                    {"speedup_tenth", each.speedupTenth}});
                               })},
        {"terms", designTermsFields(question)},
        {"to_quality", timeToQualityFields(question)},
        {"rows", predictionRows(question)},
    });
}

std::vector<int> defaultWorkerCounts(const Project& project)
{
    const int last = workersAvailable(project.target).value_or(1024);
    std::vector<int> counts;
    for (int p = 1; p <= std::min(last, 1024); p *= 2)
        counts.push_back(p);
    if (last < 1024 && counts.back() != last)
        counts.push_back(last);
    return counts;
}

std::vector<std::string> predictionNotes(const Project& project)
{
    std::vector<std::string> notes = modelNotes(project);
    if (const MaybeQuantity& tComp = project.baseline.tCompS;
        tComp && tComp->provenance.origin == Origin::Assumed && !tComp->provenance.source.empty())
        notes.push_back(formatMessage("T_comp {} is assumed, from {}: {}", timeText(tComp->value),
                                      tComp->provenance.source, tComp->provenance.conditions));
    return notes;
}

Answered answerPrediction(const PredictionQuestion& question)
{
    Table rows = predictionTable(*question.analysis.prediction, question.workers);
    addFeasibleColumn(rows, question.analysis.feasible);
    return {.answer = predictionAnswer(question), .json = predictionFields(question), .rows = std::move(rows)};
}

}  // namespace scalewright
