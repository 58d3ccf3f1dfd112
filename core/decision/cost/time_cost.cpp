// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/time_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <set>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/decision/plan/goal_decision.h"
#include "core/decision/plan/served.h"
#include "core/model/scaling/prediction.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// The source of the points: a prediction or a ladder.
struct CurveSource {
    const Prediction* prediction = nullptr;
    const MeasuredLadder* ladder = nullptr;
};

ScalingCurve curveOfSource(const CurveSource& source, const Target& target)
{
    if (source.prediction)
        return curveOf(*source.prediction, source.prediction->pMax);
    ScalingCurve curve = curveOf(*source.ladder);
    curve.workersPerNode = workersOnNode(target);
    return curve;
}

TimeCostTradeOff tradeOffOf(const CurveSource& source, const Baseline& baseline, const Proposal& proposal, double runs)
{
    std::vector<TimeCostPoint> points =
        timeCostPoints(curveOfSource(source, proposal.target), proposal.target.priceUsdPerHour->value, runs);
    const std::optional<std::vector<int>> within =
        findPMeetingGoals(baseline, proposal, source.prediction, source.ladder);
    if (!within)
        return analyseTradeOff(std::move(points));
    // At the lower end of its interval, a point may meet the goals. Time and cost are proportional, so that is the same
    // as higher limits.
    std::map<int, double> factors;
    if (std::ranges::any_of(points, [](const TimeCostPoint& each) { return each.timeInterval.has_value(); }))
        factors = limitFactorsToMeetGoals(baseline, proposal, source.prediction, source.ladder);
    for (TimeCostPoint& point : points) {
        point.meetsGoals = std::binary_search(within->begin(), within->end(), point.p);
        const auto factor = factors.find(point.p);
        point.mightMeetGoals = !point.meetsGoals && point.timeInterval && point.timeInterval->low > 0 &&
                               factor != factors.end() &&
                               isWithinLimit(factor->second, point.timeS / point.timeInterval->low);
    }
    return analyseTradeOff(std::move(points));
}

/// argmin of the cost of the same work at one price; the fastest if costs are equal.
int cheapestP(const ScalingCurve& curve)
{
    const auto hours = [&](std::size_t i) {
        return nodeCount(static_cast<int>(curve.p[i]), curve.workersPerNode) * curve.timeS[i] * curve.baseWorkShare(i);
    };
    std::size_t cheapest = 0;
    for (std::size_t i = 1; i < curve.size(); ++i)
        if (const double dearer = hours(i) - hours(cheapest), tie = 1e-12 * hours(cheapest);
            dearer < -tie || (dearer <= tie && curve.speedup[i] > curve.speedup[cheapest]))
            cheapest = i;
    return static_cast<int>(curve.p[cheapest]);
}

/// The rows of a table, for the steps of a run. For a prediction: doublings until past its fastest p, and its cheapest,
/// fastest and knee. `additionalP`: the p in the other regimes' tables, and the plan's.
ScalingCurve tableCurve(const CurveSource& source, const Target& target, double runs,
                        const std::set<int>& additionalP = {})
{
    ScalingCurve fullCurve = curveOfSource(source, target);
    if (!source.prediction)
        return fullCurve;
    const Prediction& prediction = *source.prediction;
    const int fastest = prediction.landmarks.pStar;
    std::set<int> rows = additionalP;
    rows.insert({cheapestP(fullCurve), fastest, prediction.landmarks.kneeP});
    for (int p = 1; p <= prediction.pMax; p *= 2) {
        rows.insert(p);
        if (p > fastest)
            break;
    }
    ScalingCurve curve{.provenance = fullCurve.provenance,
                       .scaling = fullCurve.scaling,
                       .backupWorkers = fullCurve.backupWorkers,
                       .workersPerNode = fullCurve.workersPerNode};
    for (const int p : rows) {
        const auto i = static_cast<std::size_t>(p - 1);
        if (i >= fullCurve.timeS.size() || !std::isfinite(fullCurve.timeS[i]))
            continue;
        curve.p.push_back(p);
        curve.timeS.push_back(runs * fullCurve.timeS[i]);
        curve.speedup.push_back(fullCurve.speedup[i]);
        curve.efficiency.push_back(fullCurve.efficiency[i]);
        curve.commShare.push_back(prediction.columns.tComm[i] / fullCurve.timeS[i]);
    }
    return curve;
}

/// The curves of a project under a regime.
struct RegimeInputs {
    Proposal proposal;
    std::shared_ptr<const Prediction> prediction;
    std::optional<MeasuredLadder> ladder;

    [[nodiscard]] CurveSource curveSource(bool predicted) const
    {
        return predicted ? CurveSource{.prediction = prediction.get()} : CurveSource{.ladder = &*ladder};
    }
};

/// `predicted`, `measured`: whether that curve is needed; `costs`: whether the costs in the prediction's own rows are
/// needed too. Errors: those of scalingModel() on spot nodes.
Result<RegimeInputs> regimeInputs(PricingRegime regime, const Project& project, const Forecast& forecast,
                                  const MeasuredLadder* ladder, double price, bool predicted, bool measured, bool costs)
{
    RegimeInputs inputs{.proposal = project, .prediction = predicted ? forecast.prediction : nullptr, .ladder = {}};
    inputs.proposal.target.priceUsdPerHour = typed(price);
    const bool isPreemptible = regime == PricingRegime::Spot && project.target.spotMtbfS;
    if (regime == PricingRegime::Spot)
        inputs.proposal = withSpotNodes(std::move(inputs.proposal), price);
    if (measured && ladder)
        inputs.ladder = regime == PricingRegime::Spot ? withPreemption(*ladder, project) : *ladder;
    if (inputs.prediction && regime != PricingRegime::OnDemand && (isPreemptible || costs)) {
        TRY(ScalingModel model, scalingModel(project.baseline, inputs.proposal));
        inputs.prediction = std::make_shared<const Prediction>(predict(model, forecast.prediction->pMax));
    }
    return inputs;
}

/// The p in the tables of the previous regimes, and the p of the plan.
std::set<int> workersInTables(const TimeCostAnalysis& result, const std::optional<int>& planP)
{
    std::set<int> rows;
    if (planP)
        rows.insert(*planP);
    for (const RegimeEvaluation& each : result.regimes)
        if (each.cost)
            for (const CostRow& row : each.cost->rows)
                rows.insert(row.p);
    return rows;
}

std::optional<int> kneePOf(const CurveSource& source)
{
    if (source.ladder)
        return source.ladder->rungs.size() > 1 ? std::optional(source.ladder->kneeP) : std::nullopt;
    const Landmarks& marks = source.prediction->landmarks;
    return marks.kneeAtLimit ? std::nullopt : std::optional(marks.kneeP);
}

/// Machines bought for the month's runs alone: a different price at every p.
void evaluateOwnedForRuns(RegimeEvaluation& evaluation, const Project& project, const CurveSource& source,
                          const TimeCostAnalysis& result, const PricingTerms& terms)
{
    const ScalingCurve curve = curveOfSource(source, project.target);
    std::vector<TimeCostPoint> points =
        timeCostPoints(curve, ownedPricesUsdPerHour(terms, curve, result.stepsPerRun), result.stepsPerRun);
    const std::string nodePrice = moneyText(*terms.ownedUsdPerHour), runs = significantText(*terms.runsPerMonth);
    if (points.empty()) {
        evaluation.price = {
            std::nullopt,
            formatMessage("{} runs take longer than a month at every p: machines bought only for them do not suffice",
                          runs)};
        return;
    }
    // A budget is compared with these costs, not with the costs at a uniform price.
    Proposal proposalWithoutBudget = project;
    proposalWithoutBudget.goal.budgetUsd.reset();
    const std::optional<std::vector<int>> within =
        findPMeetingGoals(project.baseline, proposalWithoutBudget, source.prediction, source.ladder);
    for (TimeCostPoint& point : points)
        point.meetsGoals =
            (!within || std::binary_search(within->begin(), within->end(), point.p)) &&
            (!project.goal.budgetUsd || result.isSingleStep || point.costUsd <= project.goal.budgetUsd->value);
    evaluation.tradeOff = analyseTradeOff(std::move(points));
    ScalingCurve rows = tableCurve(source, project.target, result.stepsPerRun, workersInTables(result, project.plan.p));
    std::vector<double> prices = ownedPricesUsdPerHour(terms, rows);
    for (std::size_t i = rows.size(); i-- > 0;)
        if (!std::isfinite(prices[i])) {
            const auto position = static_cast<std::ptrdiff_t>(i);
            prices.erase(prices.begin() + position);
            for (std::vector<double>* column : {&rows.p, &rows.timeS, &rows.speedup, &rows.efficiency, &rows.commShare,
                                                &rows.idleShare, &rows.commToCompute})
                if (!column->empty())
                    column->erase(column->begin() + position);
            for (auto* column : {&rows.timeIntervals, &rows.speedupIntervals})
                if (!column->empty())
                    column->erase(column->begin() + position);
            if (!rows.runCounts.empty())
                rows.runCounts.erase(rows.runCounts.begin() + position);
        }
    if (rows.size() > 0)
        evaluation.cost = priceCurve(rows, prices);
    const HourValueRange* best = evaluation.tradeOff->bestRangeAt(result.hourValueUsd.value_or(0));
    const TimeCostPoint& pricedPoint =
        best ? *evaluation.tradeOff->findPoint(best->p) : evaluation.tradeOff->points.front();
    const double busy = *terms.runsPerMonth * pricedPoint.timeS / secondsPerHour / hoursPerMonth;
    evaluation.price = {*terms.ownedUsdPerHour / busy,
                        formatMessage("{} for each hour that a node exists, bought only for {} runs a month: at p {} "
                                      "they are busy {} % of it; the share depends on p",
                                      nodePrice, runs, pricedPoint.p, significantText(100 * busy))};
}

/// Owned machines are busy only with the month's runs, and the length of a run is known.
bool isPricedByRuns(const PricingTerms& terms, const TimeCostAnalysis& result, const MeasuredLadder* ladder)
{
    return isOwnedForRunsOnly(terms) && !result.isSingleStep &&
           !(result.curveKind == CurveKind::Measured && ladder->isThroughput);
}

/// Evaluates a regime on the curve used by `result`.
RegimeEvaluation evaluateRegime(PricingRegime regime, const Project& project, const Forecast& forecast,
                                const MeasuredLadder* ladder, const TimeCostAnalysis& result, const PricingTerms& terms)
{
    RegimeEvaluation evaluation{.regime = regime,
                                .price = regimePrice(regime, result.priceUsdPerHour, terms),
                                .tradeOff = {},
                                .cost = {},
                                .kneeP = {},
                                .bestP = {},
                                .reason = {}};
    const bool predicted = result.curveKind == CurveKind::Predicted;
    if (regime == PricingRegime::Owned && isPricedByRuns(terms, result, ladder)) {
        evaluation.hasPricePerP = true;
        evaluation.kneeP =
            kneePOf(predicted ? CurveSource{.prediction = forecast.prediction.get()} : CurveSource{.ladder = ladder});
        evaluateOwnedForRuns(
            evaluation, project,
            predicted ? CurveSource{.prediction = forecast.prediction.get()} : CurveSource{.ladder = ladder}, result,
            terms);
        return evaluation;
    }
    if (!evaluation.price.priceUsdPerHour)
        return evaluation;
    const Result<RegimeInputs> inputs =
        regimeInputs(regime, project, forecast, ladder, *evaluation.price.priceUsdPerHour, predicted, !predicted,
                     project.goal.budgetUsd.has_value());
    if (!inputs) {
        const Problem& problem = inputs.error().problems.front();
        evaluation.price.note = formatMessage("{}: {}", problem.message, problem.expected);
        return evaluation;
    }
    const CurveSource source = inputs->curveSource(predicted);
    evaluation.tradeOff = tradeOffOf(source, project.baseline, inputs->proposal, result.stepsPerRun);
    evaluation.kneeP = kneePOf(source);
    if (const ScalingCurve rows =
            tableCurve(source, project.target, result.stepsPerRun, workersInTables(result, forecast.plannedP()));
        rows.size() > 0)
        evaluation.cost = priceCurve(rows, *evaluation.price.priceUsdPerHour);
    return evaluation;
}

std::string regimeReason(const RegimeEvaluation& evaluation, const RegimeEvaluation& onDemand, const Project& project)
{
    const bool isPreemptible = evaluation.regime == PricingRegime::Spot && project.target.spotMtbfS;
    const bool hasHourValue = project.goal.hourValueUsd && project.goal.hourValueUsd->value > 0;
    if (!evaluation.bestP || !onDemand.bestP)
        return "no p meets the goals";
    if (evaluation.regime == PricingRegime::OnDemand)
        return "the full price, no commitment";
    if (onDemand.tradeOff->points.size() == 1)
        return "with one p there is nothing to choose";
    if (evaluation.hasPricePerP)
        return "bought for these runs: fewer, busier machines cost less, as long as the runs fit in the month";
    const double factor =
        onDemand.price.priceUsdPerHour > 0.0 ? *evaluation.price.priceUsdPerHour / *onDemand.price.priceUsdPerHour : 1;
    if (*evaluation.bestP == *onDemand.bestP)
        return isPreemptible
                   ? formatMessage("preempted nodes make it slower; the {} p stays", hasHourValue ? "best" : "cheapest")
               : hasHourValue
                   ? formatMessage("every border scaled by {}: not enough to move p", significantText(factor, 2))
                   : "a price alone never moves the cheapest p";
    const bool cheaper = factor < 1;
    if (hasHourValue && (*evaluation.bestP > *onDemand.bestP) == cheaper)
        return cheaper ? "with cheaper nodes an hour matters more" : "with more expensive nodes an hour matters less";
    if (isPreemptible)
        return "more nodes are preempted more often: preemption moves p";
    return project.goal.budgetUsd ? "the budget allows other p" : "price and waiting are weighed differently";
}

std::string withinGoalsText(const TimeCostTradeOff& tradeOff)
{
    return tradeOff.isLimitedByGoals() ? " within the goals" : "";
}

void addUseAdvice(TimeCostAnalysis& result, const CurveSource& source)
{
    const TimeCostTradeOff& tradeOff = result.tradeOff;
    if (tradeOff.bestRanges.empty())
        return;
    const HourValueRange& first = tradeOff.bestRanges.front();
    const TimeCostPoint& cheapest = *tradeOff.findPoint(first.p);
    const TimeCostPoint& fastest = *tradeOff.findPoint(tradeOff.bestRanges.back().p);
    // Weak scaling: refer to the same work at every p.
    const bool weak =
        source.ladder ? source.ladder->scaling == Scaling::Weak : source.prediction->model.scaling == Scaling::Weak;
    const int base = source.ladder ? source.ladder->baseP : 1;
    const std::string unit = weak ? formatMessage("the work of p = {}", base) : result.unitName;
    const std::string forUnit = weak ? formatMessage("for the work of p = {}", base) : unit;
    const std::string nodesText = result.regime == PricingRegime::OnDemand ? ""
                                  : result.regime == PricingRegime::Spot   ? " on spot nodes"
                                                                           : " on owned nodes";
    PurposeAdvice nightly{.p = cheapest.p, .summary = {}, .downside = {}, .changeCondition = {}};
    PurposeAdvice interactive{.p = fastest.p, .summary = {}, .downside = {}, .changeCondition = {}};
    const bool guessed = source.ladder && !source.ladder->scalingCaveat.empty();
    const std::string qualifier = guessed ? " if the work grew with p, which is a guess; if it was fixed, the smallest "
                                            "p costs the least and more workers gain little"
                                  : source.ladder ? ""
                                                  : " predicted";
    const auto inseparableText = [&tradeOff](const HourValueRange& range) {
        return range.inseparableFrom.empty() || tradeOff.bestRanges.size() < 2
                   ? ""
                   : formatMessage(", but the runs do not separate it from p {}", range.inseparableFrom.front());
    };
    nightly.summary = formatMessage("p {}: {} {} in {}{}, the cheapest{}{}{}", cheapest.p, moneyText(cheapest.costUsd),
                                    forUnit, timeText(cheapest.timeS), nodesText, qualifier, withinGoalsText(tradeOff),
                                    inseparableText(first));
    interactive.summary =
        source.prediction && fastest.p == source.prediction->pMax &&
                !isLimitedByBatch(source.prediction->model, source.prediction->pMax)
            ? formatMessage("p {}: {} in {}{}, the fastest{} in the search range{}", fastest.p, unit,
                            timeText(fastest.timeS), nodesText, qualifier, withinGoalsText(tradeOff))
            : formatMessage("p {}: {} in {}{}, the fastest{}{}{}", fastest.p, unit, timeText(fastest.timeS), nodesText,
                            qualifier, withinGoalsText(tradeOff), inseparableText(tradeOff.bestRanges.back()));
    nightly.summary =
        scalewright::joinNonEmpty({std::move(nightly.summary), failureText(cheapest.runCount, cheapest.p)}, "; ");
    interactive.summary =
        scalewright::joinNonEmpty({std::move(interactive.summary), failureText(fastest.runCount, fastest.p)}, "; ");
    const bool hasFailedPoint =
        std::ranges::any_of(tradeOff.points, [](const TimeCostPoint& each) { return !each.runCount.mostSucceeded(); });
    if (tradeOff.points.size() == 1) {
        nightly.summary = interactive.summary =
            formatMessage("p {}: {} {} in {}{}, the only p{}", cheapest.p, moneyText(cheapest.costUsd), forUnit,
                          timeText(cheapest.timeS), nodesText, qualifier);
        nightly.summary = interactive.summary =
            scalewright::joinNonEmpty({std::move(nightly.summary), failureText(cheapest.runCount, cheapest.p)}, "; ");
        nightly.downside = interactive.downside = "With only one p there is nothing to choose.";
        nightly.changeCondition = interactive.changeCondition = "Measure a second p to see what more workers buy.";
    } else if (cheapest.p == fastest.p) {
        nightly.downside = interactive.downside =
            hasFailedPoint ? "It is the cheapest and the fastest of the p at which most runs succeeded."
            : cheapest.runCount.allSucceeded()
                ? "It gives up nothing: it is the cheapest and the fastest."
                : "It is the cheapest and the fastest, but not all of its runs succeeded.";
        nightly.changeCondition = interactive.changeCondition =
            "A run at another p that is faster or cheaper would change it.";
    } else {
        const std::string dearer = moneyText(fastest.costUsd - cheapest.costUsd);
        nightly.downside = formatMessage("It gives up speed: p {} is {} times as fast for {} more.", fastest.p,
                                         decimalText(cheapest.timeS / fastest.timeS, 2), dearer);
        interactive.downside = cheapest.costUsd > 0
                                   ? formatMessage("It gives up {} {}: {} times the cost of p {} to save {}.", dearer,
                                                   forUnit, decimalText(fastest.costUsd / cheapest.costUsd, 2),
                                                   cheapest.p, timeText(cheapest.timeS - fastest.timeS))
                                   : "It gives up no money: a node-hour costs nothing.";
        nightly.changeCondition =
            formatMessage("With a night shorter than {}, or an hour of waiting worth more than {}, p = {} is best.",
                          timeText(cheapest.timeS), moneyText(*first.toUsdPerHour), tradeOff.bestRanges[1].p);
        const auto fastestPoint = std::ranges::find(tradeOff.points, fastest.p, &TimeCostPoint::p);
        std::vector<int> neighbours;
        if (fastestPoint != tradeOff.points.begin())
            neighbours.push_back(std::prev(fastestPoint)->p);
        if (std::next(fastestPoint) != tradeOff.points.end())
            neighbours.push_back(std::next(fastestPoint)->p);
        const std::string neighboursText =
            neighbours.empty() ? ""
            : neighbours.size() == 1
                ? formatMessage(", and at p = {} for comparison", neighbours[0])
                : formatMessage(", and at p = {} and {} for comparison", neighbours[0], neighbours[1]);
        interactive.changeCondition =
            source.ladder
                ? formatMessage(
                      "Measure the latency of requests under load, several times, at p = {}{}. The ladder has whole "
                      "runs; the best p has the lowest tail latency.",
                      fastest.p, neighboursText)
                : formatMessage("Measure a run at p = {}{}: this is only predicted.", fastest.p, neighboursText);
    }
    result.nightlyAdvice = std::move(nightly);
    result.interactiveAdvice = std::move(interactive);
}

}  // namespace

Result<TimeCostAnalysis> analyseTimeAndCost(const Project& project, const Forecast& forecast,
                                            const MeasuredLadder* ladder, CurveKind curveKind,
                                            const std::optional<PricingTerms>& givenTerms,
                                            PricingRegime requestedRegime)
{
    const FieldInfo& field = fieldOf(&Target::priceUsdPerHour);
    if (!project.target.priceUsdPerHour)
        return fail(ErrorCode::Input, formatMessage("{} is not set", field.phrase), field.howToGet,
                    {.jsonPointer = field.jsonPointer});
    if (isPlannedByThroughput(project.baseline) && !ladder)
        return fail(ErrorCode::Refused, "a service has no run to time", "its cost an hour");
    if (curveKind == CurveKind::Measured && !ladder)
        return fail(ErrorCode::Input, "nothing is measured", "a ladder: the run at several p",
                    {.jsonPointer = "/measurements/ladders"});
    if (curveKind == CurveKind::Predicted && !forecast.prediction)
        return fail(forecast.model.error());
    PricingTerms terms = givenTerms.value_or(regimeTerms(project));
    if (curveKind == CurveKind::Measured && ladder->isThroughput)
        terms.timesIncludePreemption = false;  // the length of a job is unknown
    const CurveSource source = curveKind == CurveKind::Predicted ? CurveSource{.prediction = forecast.prediction.get()}
                                                                 : CurveSource{.ladder = ladder};
    const double price = project.target.priceUsdPerHour->value;
    TimeCostAnalysis result{
        .curveKind = curveKind,
        .isAssumed = curveKind == CurveKind::Measured && ladder && ladder->origin == Origin::Assumed,
        .measuredAt = curveKind == CurveKind::Measured && ladder ? ladder->measuredAt : std::string(),
        .regime = PricingRegime::OnDemand,
        .priceUsdPerHour = price,
        .hourValueUsd = {},
        .cost = {},
        .tradeOff = {},
        .regimes = {},
        .nightlyAdvice = {},
        .interactiveAdvice = {},
        .priceNote = {}};
    if (curveKind == CurveKind::Predicted) {
        result.isSingleStep = !project.plan.steps;
        result.stepsPerRun = forecast.model->steps;
    }
    result.unitName = result.isSingleStep                          ? "a step"
                      : ladder && curveKind == CurveKind::Measured ? ladder->timedUnitName()
                                                                   : "a run";
    if (project.goal.hourValueUsd)
        result.hourValueUsd = project.goal.hourValueUsd->value;
    const double hour = result.hourValueUsd.value_or(0);
    for (const PricingRegime regime : {PricingRegime::OnDemand, PricingRegime::Spot, PricingRegime::Owned}) {
        RegimeEvaluation& evaluation =
            result.regimes.emplace_back(evaluateRegime(regime, project, forecast, ladder, result, terms));
        if (!evaluation.tradeOff)
            continue;
        if (const HourValueRange* best = evaluation.tradeOff->bestRangeAt(hour))
            evaluation.bestP = best->p;
        evaluation.reason = regimeReason(evaluation, result.regimes.front(), project);
        if (const TimeCostTradeOff& onDemand = *result.regimes.front().tradeOff;
            evaluation.bestP && result.regimes.front().bestP &&
            minimumTotalUsd(*evaluation.tradeOff, hour) > minimumTotalUsd(onDemand, hour) * (1 + 1e-9))
            evaluation.reason +=
                formatMessage("; on demand costs less: {} at p {}{}", moneyText(minimumTotalUsd(onDemand, hour)),
                              *result.regimes.front().bestP, hour > 0 ? ", machines and waiting together" : "");
    }
    result.regime = result.forRegime(requestedRegime).tradeOff ? requestedRegime : PricingRegime::OnDemand;
    result.tradeOff = *result.forRegime(result.regime).tradeOff;
    if (result.forRegime(result.regime).cost)
        result.cost = *result.forRegime(result.regime).cost;
    addUseAdvice(result, source);
    if (result.tradeOff.points.size() == 1) {
        result.priceNote = "With only one p, a price changes nothing.";
        return result;
    }
    result.priceNote =
        "One price for every p never moves the cheapest p; it scales the hour values at which the best p changes.";
    if (const TimeCostTradeOff& onDemand = *result.regimes.front().tradeOff; !onDemand.bestRanges.empty() && price > 0)
        result.priceNote +=
            formatMessage(" Without preemption, {}.", scaledPriceText(onDemand, hour, terms.spotPriceFactor));
    return result;
}

std::optional<PlanDecision> planForRegime(PricingRegime regime, const Project& project, const Forecast& forecast,
                                          const MeasuredLadder* ladder, double price)
{
    Result<RegimeInputs> inputs = regimeInputs(regime, project, forecast, ladder, price, true, true, true);
    const std::optional<Error> missing = inputs ? std::nullopt : std::optional(inputs.error());
    if (missing)  // a ladder or a chosen p does not need a prediction
        inputs = regimeInputs(regime, project, forecast, ladder, price, false, true, true);
    if (!inputs)
        return std::nullopt;
    std::optional<PlanDecision> plan =
        decidePlan(project.baseline, inputs->proposal, inputs->prediction.get(),
                   inputs->ladder ? &*inputs->ladder : nullptr, modelIntervals(project.baseline, inputs->proposal));
    if (plan && missing)
        plan->reason += formatMessage("; no prediction under this regime: {}", missing->problems.front().message);
    return plan;
}

std::optional<ChoiceCertainty> planCertainty(const PlanDecision& plan, const TimeCostTradeOff& tradeOff,
                                             const std::optional<double>& hourValueUsd)
{
    std::optional<double> usdPerHour;
    switch (plan.rule) {
    case PlanRule::MachinesAndWaiting: usdPerHour = hourValueUsd.value_or(0); break;
    case PlanRule::Cheapest: usdPerHour = 0; break;
    case PlanRule::Fastest: usdPerHour = std::numeric_limits<double>::infinity(); break;
    case PlanRule::Chosen:
    case PlanRule::Knee:
    case PlanRule::EfficiencyTarget:
    case PlanRule::NoRule: break;
    }
    if (!usdPerHour || plan.shortfall)
        return std::nullopt;
    ChoiceCertainty certainty = choiceCertainty(tradeOff, plan.p, *usdPerHour);
    certainty.isClear = certainty.isClear && std::ranges::none_of(plan.verdicts, [](const GoalVerdict& verdict) {
                            return verdict.valueInterval || !verdict.isMet;
                        });
    return certainty;
}

std::optional<TimeCostTradeOff> tradeOffOn(const Project& project, const Forecast& forecast,
                                           const MeasuredLadder* ladder, CurveKind curveKind)
{
    const bool predicted = curveKind == CurveKind::Predicted;
    if (!project.target.priceUsdPerHour || (predicted ? !forecast.prediction : !ladder))
        return std::nullopt;
    return tradeOffOf(predicted ? CurveSource{.prediction = forecast.prediction.get()} : CurveSource{.ladder = ladder},
                      project.baseline, project, predicted ? forecast.model->steps : 1);
}

namespace {

/// Describes where the two curves differ most.
std::string largestGapText(const TimeCostTradeOff& predicted, const TimeCostTradeOff& measured)
{
    const TimeCostPoint* widestPoint = nullptr;
    double largestGap = std::log(1.05);
    for (const TimeCostPoint& point : measured.points)
        if (const TimeCostPoint* predictedPoint = predicted.findPoint(point.p))
            if (const double gap = std::abs(std::log(point.timeS / predictedPoint->timeS)); gap > largestGap) {
                largestGap = gap;
                widestPoint = &point;
            }
    return widestPoint
               ? formatMessage("; they differ most at p {}: {} predicted, {} measured", widestPoint->p,
                               timeText(predicted.findPoint(widestPoint->p)->timeS), timeText(widestPoint->timeS))
               : "";
}

}  // namespace

std::string curveDifferenceText(const TimeCostTradeOff& predicted, const TimeCostTradeOff& measured,
                                double hourValueUsd)
{
    const HourValueRange* predictedBest = predicted.bestRangeAt(hourValueUsd);
    const HourValueRange* measuredBest = measured.bestRangeAt(hourValueUsd);
    if (!predictedBest || !measuredBest)
        return {};
    // Without a value of an hour the plan follows another rule, so the text says only which p is the cheapest.
    const bool hasHourValue = hourValueUsd > 0;
    const std::string goals = withinGoalsText(measured);
    if (predictedBest->p == measuredBest->p)
        return (hasHourValue
                    ? formatMessage("prediction and measurement suggest the same p, {}", measuredBest->p)
                    : formatMessage("the cheapest p{} is {}, predicted and measured", goals, measuredBest->p)) +
               largestGapText(predicted, measured);
    const std::string both = hasHourValue ? formatMessage("the prediction suggests p {}, the measurement p {}",
                                                          predictedBest->p, measuredBest->p)
                                          : formatMessage("the cheapest p{} is {} as predicted, {} as measured", goals,
                                                          predictedBest->p, measuredBest->p);
    const TimeCostPoint* atPredictedBest = measured.findPoint(predictedBest->p);
    if (!atPredictedBest)
        return formatMessage("{}: measure a run at p {}; {}", both, predictedBest->p,
                             bestRangeText(measured, measuredBest->p));
    if (!atPredictedBest->runCount.mostSucceeded())
        return formatMessage("{}: as measured, {}; {}", both, failureText(atPredictedBest->runCount, predictedBest->p),
                             bestRangeText(measured, measuredBest->p));
    if (!atPredictedBest->meetsGoals)
        return formatMessage("{}: as measured, p {} misses a goal; {}", both, predictedBest->p,
                             bestRangeText(measured, measuredBest->p));
    const TimeCostPoint& best = *measured.findPoint(measuredBest->p);
    const double extraUsd =
        atPredictedBest->costUsd - best.costUsd + hourValueUsd * (atPredictedBest->timeS - best.timeS) / secondsPerHour;
    return formatMessage("{}: as measured, p {} costs {} more{}; {}", both, predictedBest->p, moneyText(extraUsd),
                         hasHourValue ? ", machines and waiting together" : "",
                         bestRangeText(measured, measuredBest->p));
}

}  // namespace scalewright
