// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/cost.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/factor.h"
#include "core/base/ranges/ranges.h"
#include "core/evidence/ladder/fixed_work.h"
#include "core/model/scaling/run_cost.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/output/tables/prediction_table.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumReasonWords = 20;

// A conditional expression with two Cells makes GCC 12 warn about uninitialised members.
Cell optionalCell(const std::optional<double>& value)
{
    Cell cell;
    if (value)
        cell = *value;
    return cell;
}

bool isWeakScaling(const CostQuestion& question)
{
    const bool throughput = question.ladder && question.ladder->isThroughput;
    return !throughput && (question.ladder ? question.ladder->scaling : question.project.plan.scaling) == Scaling::Weak;
}

/// The p that speedups refer to.
int basePOf(const CostQuestion& question)
{
    return question.ladder ? question.ladder->baseP : 1;
}

/// "a run", "a unit of work", "for the work of p = 1": the work that a price refers to, as worded in tables and
/// sentences.
std::string pricedWorkText(const CostQuestion& question, const CostFindings& findings)
{
    return question.ladder && question.ladder->isThroughput ? "a unit of work"
           : isWeakScaling(question)                        ? formatMessage("for the work of p = {}", basePOf(question))
                                                            : findings.costAnalysis.unitName;
}

/// How many times the priced work a run at p does: 1 except under weak scaling.
double workMultiple(const CostQuestion& question, const CostFindings& findings, int p)
{
    return !isWeakScaling(question) ? 1
           : question.ladder        ? static_cast<double>(p) / question.ladder->baseP
                                    : usefulWorkers(findings.forecast.model->terms, p);
}

std::string costRowText(const CostQuestion& question, const CostFindings& findings, const CostRow& row)
{
    const double times = workMultiple(question, findings, row.p);
    return formatMessage(
        "{}: {} {}{} {}, {}", row.p, moneyText(row.costUsd), pricedWorkText(question, findings),
        times == 1 ? std::string(",") : formatMessage("; {} times that work takes", significantText(times)),
        timeText(row.timeS), measuredSpeedupText(row.speedup, row.p, basePOf(question)));
}

std::string planText(const CostQuestion& question, const RegimeAnswer& answer)
{
    if (!answer.planP())
        return answer.reason;
    const bool predicted =
        answer.plan && answer.plan->curveKind == CurveKind::Predicted && answer.plan->rule != PlanRule::Chosen;
    if (!answer.plan)
        return formatMessage("{} ({})", *answer.bestP, answer.reason);
    return formatMessage("{} ({}{})", answer.plan->p, answer.reason,
                         !predicted        ? ""
                         : question.ladder ? "; predicted, not measured"
                                           : "; predicted");
}

std::string marginalStepText(const MarginalStep& step)
{
    const bool isCheaper = step.addedCostUsd < 0;
    const bool isFaster = step.speedupGain > 0;
    return joinNonEmpty(
        {formatMessage("{} to {}: {} {} speedup {} {}", step.fromP, step.toP,
                       decimalText(std::abs(step.speedupGain), 2), isFaster ? "more" : "less",
                       isCheaper ? "and saves" : "for", moneyText(std::abs(step.addedCostUsd))),
         step.speedupPerUsd && isFaster && !isCheaper ? speedupPerUsdText(step) + " per dollar" : "", step.note},
        ", ");
}

std::size_t wordCount(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count(text, ' ')) + 1;
}

/// The first goal that cannot be checked until the number of steps per measured time is set, or nullptr.
const GoalVerdict* firstGoalWaitingForSteps(const CostQuestion& question, const std::optional<PlanDecision>& plan)
{
    if (!plan || !question.ladder || question.ladder->stepsPerTimeRequest.empty())
        return nullptr;
    return findElementIf(plan->verdicts, [&](const GoalVerdict& goal) {
        return !goal.isMet && goal.reason == question.ladder->stepsPerTimeRequest;
    });
}

/// The row in the headline: measured or predicted, like the table.
struct HeadlineRow {
    int p = 1;
    std::optional<double> usd, timeS, speedup;
    int baseP = 1;  ///< that the speedup refers to
};

/// Costs and times of the row refer to the work of a run at its p.
HeadlineRow headlineRow(const CostQuestion& question, const CostFindings& findings)
{
    const RegimeAnswer& first = findings.regimes.front();
    HeadlineRow result{.p = first.plan ? first.plan->p : *first.bestP};
    if (const CostRow* row = first.cost ? findCostRow(*first.cost, result.p) : nullptr)
        return {result.p, row->costUsd, row->timeS, row->speedup, basePOf(question)};
    if (first.plan && first.plan->timeS && std::isfinite(*first.plan->timeS))
        return {result.p, first.plan->costUsd, *first.plan->timeS * workMultiple(question, findings, result.p),
                first.plan->speedup};
    return result;
}

/// The rung at the recommended p, if the kind of scaling is a guess and that p was measured; otherwise nullptr.
const Rung* rungWithGuessedScaling(const CostQuestion& question, const CostFindings& findings)
{
    const RegimeAnswer& first = findings.regimes.front();
    if (!question.ladder || question.ladder->scalingCaveat.empty() || !(first.plan || first.bestP))
        return nullptr;
    const int p = headlineRow(question, findings).p;
    return first.cost && findCostRow(*first.cost, p) ? question.ladder->findRung(p) : nullptr;
}

/// Speedup and cost at p under both interpretations of flat times.
std::string bothScalingsHeadline(const CostQuestion& question, const HeadlineRow& row, const Rung& rung)
{
    const auto resultText = [&](double speedup, double usd) {
        return joinNonEmpty(
            {speedupFactorText(speedup, question.ladder->baseP), row.usd ? moneyText(usd) : std::string()}, ", ");
    };
    const double more = static_cast<double>(rung.p) / question.ladder->baseP;
    return formatMessage("{}: {} if the work grew with p, else {}.", workersText(row.p),
                         resultText(rung.speedup, row.usd.value_or(0)),
                         resultText(fixedWorkSpeedup(*question.ladder, rung), more * row.usd.value_or(0)));
}

std::string bothScalingsReason(const CurveCost& grew, const std::optional<FixedWorkCost>& fixedWork)
{
    const auto bestText = [](const CurveCost& cost) {
        return cost.costOptimalP == cost.fastestP
                   ? formatMessage("p = {}", cost.fastestP)
                   : formatMessage("p = {} (cheapest) or {} (fastest)", cost.costOptimalP, cost.fastestP);
    };
    const CurveCost* fixed =
        fixedWork && fixedWork->findings.regimes.front().cost ? &*fixedWork->findings.regimes.front().cost : nullptr;
    return fixed ? formatMessage("Best is {} if the work grew with p, {} if not.", bestText(grew), bestText(*fixed))
                 : std::string("Flat times mean that the work grew, or that p changes nothing.");
}

void setCostHeadline(Answer& answer, const CostQuestion& question, const CostFindings& findings)
{
    const RegimeAnswer& first = findings.regimes.front();
    if (!first.plan && !findings.claim.whyNoPlan.empty()) {
        answer.headline = "No feasible number of workers.";
        return;
    }
    if (first.plan && first.plan->infeasibility) {
        answer.headline = formatMessage("{} cannot be used.", workersText(first.plan->p));
        return;
    }
    if (!first.plan && !first.bestP) {
        answer.headline = asSentence(first.cost ? first.reason : first.price.note);
        if (wordCount(answer.headline) > 14)
            answer.headline = formatMessage("No {} price at {} a node-hour on demand.", nameOf(first.regime),
                                            moneyText(question.priceUsdPerHour));
        return;
    }
    const HeadlineRow row = headlineRow(question, findings);
    if (const Rung* rung = rungWithGuessedScaling(question, findings)) {
        answer.headline = bothScalingsHeadline(question, row, *rung);
        return;
    }
    std::vector<std::string> parts;
    if (row.speedup && (row.p != row.baseP || row.baseP == 1))
        parts.push_back(speedupFactorText(*row.speedup, row.baseP));
    if (row.usd)
        parts.push_back(moneyText(*row.usd) + " " + pricedWorkText(question, findings));
    if (row.timeS) {  // under weak scaling both refer to the first p's work, which is less than one run
        const double runs = workMultiple(question, findings, row.p);
        parts.insert(isWeakScaling(question) && row.usd ? parts.end() - 1 : parts.end(), timeText(*row.timeS / runs));
    }
    answer.headline = parts.empty() ? formatMessage("{}: not on this curve.", workersText(row.p))
                                    : formatMessage("{}: {}.", workersText(row.p), joinNonEmpty(parts, ", "));
}

void setCostReason(Answer& answer, const CostQuestion& question, const CostFindings& findings,
                   const std::optional<FixedWorkCost>& fixedWork)
{
    const RegimeAnswer& first = findings.regimes.front();
    const bool usesPrediction =
        first.plan && first.plan->curveKind == CurveKind::Predicted && findings.predictedCostAnalysis;
    const bool meets = first.plan && !contains(first.plan->verdicts, false, &GoalVerdict::isMet);
    const std::optional<int> dominatingP =
        meets && first.plan->rule == PlanRule::Chosen
            ? findDominatingP(
                  usesPrediction ? findings.predictedCostAnalysis->tradeOff : findings.costAnalysis.tradeOff,
                  first.plan->p)
            : std::nullopt;
    if (!first.plan && !findings.claim.whyNoPlan.empty()) {
        answer.because = asSentence(findings.claim.whyNoPlan);
    } else if (first.plan && first.plan->infeasibility) {
        answer.because = asSentence(first.plan->infeasibility->reason);
    } else if (!first.price.priceUsdPerHour) {
        if (const std::string reason = asSentence(first.price.note); reason != answer.headline)
            answer.because = reason;
    } else if (const GoalVerdict* goal = firstGoalWaitingForSteps(question, first.plan)) {
        answer.because = formatMessage("The {} is not checked: say whether a row is a step, an epoch or the run.",
                                       nameOf(goal->kind));
    } else if (first.cost && rungWithGuessedScaling(question, findings)) {
        answer.because = bothScalingsReason(*first.cost, fixedWork);
    } else if (first.plan && first.plan->shortfall) {
        const Shortfall& missed = *first.plan->shortfall;
        answer.because = formatMessage("No p meets every goal: p = {} comes closest and {}.", missed.p,
                                       missedGoalText(missed.verdict));
    } else if (dominatingP) {
        answer.because = formatMessage("p = {} is no slower and costs no more.", *dominatingP);
    } else if (first.plan && first.plan->rule != PlanRule::Knee && first.plan->rule != PlanRule::NoRule &&
               first.plan->rule != PlanRule::EfficiencyTarget && wordCount(first.plan->reason) <= maximumReasonWords) {
        const bool otherwise =
            first.plan->curveKind == CurveKind::Predicted && question.ladder && first.plan->rule != PlanRule::Chosen;
        answer.because = asSentence(first.plan->reason + (otherwise ? " (predicted)" : ""));
    } else if (first.cost && first.cost->rows.size() == 1) {
        answer.because = "A second p would show what more workers gain.";
    } else if (first.cost && first.cost->costOptimalP == first.cost->fastestP) {
        answer.because = formatMessage("p = {} is both the cheapest and the fastest.", first.cost->fastestP);
    } else if (first.cost) {
        const CostRow& cheapest = *findCostRow(*first.cost, first.cost->costOptimalP);
        const CostRow& fastest = *findCostRow(*first.cost, first.cost->fastestP);
        answer.because =
            formatMessage("Cheapest is p = {} ({}), fastest p = {} ({}, {}).", cheapest.p, moneyText(cheapest.costUsd),
                          fastest.p, moneyText(fastest.costUsd), speedupFactorText(fastest.speedup, basePOf(question)));
    }
}

void setCostNextStep(Answer& answer, const CostQuestion& question, const CostFindings& findings)
{
    const Goal& goal = question.project.goal;
    const std::vector<HourValueRange>& ranges = findings.costAnalysis.tradeOff.bestRanges;
    if (!findings.claim.waysOut.empty())
        answer.next = {
            asSentence(capitalised(joinNonEmpty(findings.claim.waysOut, "; or "))), {}, "/design/partitioning/choices"};
    else if (question.ladder && question.ladder->areHostsMixed)
        answer.next = {"Measure every p on one type of machine."};
    else if (!findings.regimes.front().price.priceUsdPerHour)
        answer.next = {"Price these runs on demand, or keep the machines busier.", {}, "/target/utilisation"};
    else if (question.ladder && !question.ladder->stepsPerTimeRequest.empty())
        answer.next = askForStepsPerTime(*question.ladder);
    else if (question.ladder && !question.ladder->scalingCaveat.empty())
        answer.next = askForScaling();
    else if (findings.regimes.front().plan && needsStepsPerRun(*findings.regimes.front().plan, question.project.plan))
        answer.next = askForStepsPerRun(*findings.regimes.front().plan);
    else if (!question.project.plan.p && !goal.hourValueUsd && !goal.deadlineS && !goal.budgetUsd && ranges.size() > 1)
        answer.next = {formatMessage("What is an hour of waiting worth? Below {}, p = {} is best.",
                                     moneyText(*ranges.front().toUsdPerHour), ranges.front().p),
                       {},
                       "/goal/hour_value_usd"};
    else if (question.ladder && !question.ladder->disturbance.empty())
        answer.next = {formatMessage("Measure again on a quiet machine: {}.", question.ladder->disturbance)};
    else if (question.ladder && !question.ladder->runsNote.empty())
        answer.next = {"Repeat each run three times for error bars."};
    else if (!question.ladder && findings.regimes.front().plan)
        answer.next = {formatMessage("Measure p = {}: this is predicted.", findings.regimes.front().plan->p)};
}

/// Whether the plan is a landmark that the scatter of the runs leaves open.
bool isCloseCall(const CostQuestion& question, const RegimeAnswer& first)
{
    const std::optional<int> p = first.planP();
    if (!p || !first.cost || !question.ladder)
        return false;
    const std::string& note = question.ladder->runsNote;
    const auto tells = [&](const std::string* doubt) { return doubt && !doubt->empty() && *doubt != note; };
    return (*p == first.cost->costOptimalP && tells(&first.cost->costOptimalCaveat)) ||
           (*p == first.cost->fastestP &&
            tells(landmarkDoubt(question, *p, &MeasuredLadder::fastestP, &MeasuredLadder::fastestCaveat))) ||
           (p == first.kneeP &&
            tells(landmarkDoubt(question, *p, &MeasuredLadder::kneeP, &MeasuredLadder::kneeCaveat)));
}

void setCostConfidence(Answer& answer, const CostQuestion& question, const CostFindings& findings)
{
    const RegimeAnswer& first = findings.regimes.front();
    if (question.ladder)
        answer.confidence = measuredConfidence(*question.ladder);
    else
        answer.confidence.basis = Basis::Predicted;
    if (question.reading)
        answer.confidence.note = joinNonEmpty({readingNote(*question.reading), answer.confidence.note}, ", ");
    if (first.plan && !(first.cost && findCostRow(*first.cost, first.plan->p)))
        answer.confidence.basis = Basis::Predicted;  // the plan's p was not measured
    if (first.price.isAssumed)
        answer.confidence.note = joinNonEmpty({"price assumed", answer.confidence.note}, ", ");
    if (question.ladder && question.ladder->areHostsMixed) {
        answer.confidence.clarity = Clarity::Unknown;
        answer.because = joinNonEmpty({answer.headline, answer.because}, " ");
        answer.headline = formatMessage("No verdict: {}.", question.ladder->hostsNote);
    } else if (rungWithGuessedScaling(question, findings))
        answer.confidence.clarity = Clarity::Unknown;
    else if (!(first.plan && setPlanClarity(answer.confidence, *first.plan, findings.costAnalysis.tradeOff,
                                            findings.costAnalysis.hourValueUsd)) &&
             isCloseCall(question, first))
        answer.confidence.clarity = Clarity::Close;
}

void addLandmarkFacts(Answer& answer, const CostQuestion& question, const CostFindings& findings,
                      const std::optional<FixedWorkCost>& fixedWork)
{
    const RegimeAnswer& first = findings.regimes.front();
    const CurveCost& cost = *first.cost;
    const CurveCost* fixed =
        fixedWork && fixedWork->findings.regimes.front().cost ? &*fixedWork->findings.regimes.front().cost : nullptr;
    const auto rowFact = [&](const char* name, int p, const char* end = "") {
        if (const CostRow* row = findCostRow(cost, p))
            answer.add(Fact::Value, name, costRowText(question, findings, *row) + end);
    };
    const auto ifFixed = [&](const char* name, int p) {
        if (const CostRow* row = fixed ? findCostRow(*fixed, p) : nullptr)
            addFixedWorkFact(answer, name, costRowText(fixedWork->question, fixedWork->findings, *row));
    };
    const auto addDoubt = [&](const char* name, const std::string* words) {
        if (words && !(question.ladder && *words == question.ladder->runsNote))
            answer.add(Fact::Range, name, *words);
    };
    if (cost.rows.size() == 1) {
        rowFact("the only p", cost.rows.front().p);
        answer.add(Fact::Value, "the only p", "with one p there is nothing to choose; measure a second one");
    } else {
        rowFact("cost-optimal", cost.costOptimalP);
        addDoubt("cost-optimal", &cost.costOptimalCaveat);
        ifFixed("cost-optimal", cost.costOptimalP);
        rowFact("fastest", cost.fastestP);
        addDoubt("fastest",
                 landmarkDoubt(question, cost.fastestP, &MeasuredLadder::fastestP, &MeasuredLadder::fastestCaveat));
        if (fixed)
            ifFixed("fastest", fixed->fastestP);
        answer.add(Fact::Value, "exchange", cost.tradeOffText);
    }
    if (first.kneeP) {
        rowFact("knee", *first.kneeP, ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
        addDoubt("knee", landmarkDoubt(question, *first.kneeP, &MeasuredLadder::kneeP, &MeasuredLadder::kneeCaveat));
    }
    if (fixed)
        ifFixed("knee", fixedWork->question.ladder->kneeP);
    const bool sharesLadderLandmarks =
        question.ladder && first.kneeP == question.ladder->kneeP && cost.fastestP == question.ladder->fastestP;
    if (!first.kneeP || sharesLadderLandmarks)
        answer.add(Fact::Value, "knee", noKneeReason(question, findings));
    for (const MarginalStep& step : cost.marginalSteps)
        if (isShownRow(question, findings, step.toP))
            answer.add(Fact::Value, "each step", marginalStepText(step));
}

void addPlanFacts(Answer& answer, const CostQuestion& question, const CostFindings& findings,
                  const std::optional<FixedWorkCost>& fixedWork)
{
    const RegimeAnswer& first = findings.regimes.front();
    answer.add(Fact::Value, "plan p", planText(question, first));
    answer.add(Fact::Value, "why this p", findings.claim.whyThisP);
    answer.add(Fact::Value, "largest parts", limitText(findings.claim));
    answer.add(Fact::Assumption, "feasible p", findings.forecast.feasible.assumptionNote());
    answer.add(Fact::Assumption, "feasible p", findings.forecast.feasible.missingNote());
    if (const MeasuredLadder* runs = findings.forecast.ladderOfRuns(); runs && runs->isCalibrated()) {
        answer.add(Fact::Assumption, "calibrated",
                   "measured at {}; each part is multiplied by the model's ratio for it", runs->measuredAt);
        if (findings.claim.speedup && findings.claim.speedup->predicted && findings.forecast.model)
            answer.add(Fact::Alternative, "raw model", "{} a step, {}",
                       timeText(predictAt(*findings.forecast.model, findings.claim.speedup->p).tStepS),
                       speedupFactorText(*findings.claim.speedup->predicted));
    }
    if (fixedWork)
        addFixedWorkFact(answer, "plan p", planText(fixedWork->question, fixedWork->findings.regimes.front()));
    if (first.plan)
        answer.add(Fact::Goal, "goal", goalTexts(*first.plan));
    answer.add(Fact::Interpretation, "goal", question.goalNotes);
    if (const std::optional<std::pair<int, double>> month = monthlyCost(question, findings))
        answer.add(Fact::Value, "a month", "{} runs at p {}: {}",
                   significantText(question.project.goal.runsPerMonth->value), month->first, moneyText(month->second));
}

void addRegimeFacts(Answer& answer, const CostQuestion& question, const CostFindings& findings)
{
    const std::vector<RegimeAnswer>& regimes = findings.regimes;
    if (regimes.size() == 1 && regimes.front().regime == PricingRegime::OnDemand)
        return;
    for (const RegimeAnswer& each : regimes) {
        const char* name = nameOf(each.regime);
        if (!each.price.priceUsdPerHour || !each.cost) {
            answer.add(Fact::Alternative, name, each.price.note);
            continue;
        }
        answer.add(Fact::Alternative, name, "{}: cheapest p {}",
                   amountText(*each.price.priceUsdPerHour, Dimension::Price), each.cost->costOptimalP);
        if (&each != &regimes.front())  // The first regime is already among the plan facts.
            answer.add(Fact::Alternative, name, "plan p " + planText(question, each));
        answer.add(Fact::Assumption, name, each.price.note);
        if (const std::string& reason = findings.costAnalysis.forRegime(each.regime).reason; reason != each.price.note)
            answer.add(Fact::Alternative, name, reason);
    }
}

void addCostNotes(Answer& answer, const CostQuestion& question, const CostFindings& findings,
                  const std::optional<FixedWorkCost>& fixedWork)
{
    const int workersPerNode = workersOnNode(question.project.target);
    if (findings.predictedCostAnalysis)
        answer.add(Fact::Alternative, "predicted",
                   curveDifferenceText(findings.predictedCostAnalysis->tradeOff, findings.costAnalysis.tradeOff,
                                       findings.costAnalysis.hourValueUsd.value_or(0)));
    if (question.ladder)
        answer.add(Fact::Value, "prices",
                   priceSensitivityNote(*question.ladder, question.project.goal, workersPerNode));
    if (fixedWork && fixedWork->findings.regimes.front().cost)
        addFixedWorkFact(
            answer, "prices",
            formatMessage("the cheapest p is still {}", fixedWork->findings.regimes.front().cost->costOptimalP));
    if (const std::optional<CurveCost>& cost = findings.regimes.front().cost)
        answer.add(Fact::Assumption, "note", cost->notes);
    if (!question.ladder) {
        if (findings.forecast.prediction->landmarks.pStarAtLimit)
            answer.add(Fact::Warning, "note", findings.forecast.prediction->landmarks.pStarNote);
        answer.add(Fact::Assumption, "note", "predicted, not measured: a ladder in the project replaces it");
    }
    answer.add(Fact::Formula, "cost",
               "c N T_p/3600, N = ceil(p / workers on a node); the minimum does not depend on c");
}

/// `inputs`: for a prediction, whether to include all inputs of the model.
std::string costCaption(const CostQuestion& question, const CostFindings& findings, bool inputs)
{
    const int workersPerNode = workersOnNode(question.project.target);
    const std::string scaling = formatMessage("{} scaling", nameOf(question.project.plan.scaling));
    const std::string subject =
        question.reading
            ? question.reading->caption
            : formatMessage("{}: predicted, {}, {}", question.name,
                            inputs ? joinNonEmpty(modelParameterTexts(*findings.forecast.model, false), ", ") : scaling,
                            findings.costAnalysis.isSingleStep
                                ? std::string("one step")
                                : formatMessage("a run of {}", stepsText(findings.costAnalysis.stepsPerRun)));
    const std::optional<double> price = findings.regimes.front().price.priceUsdPerHour;
    const std::string regimeText =
        findings.costAnalysis.regime == PricingRegime::OnDemand
            ? std::string()
            : formatMessage(", {}{}", nameOf(findings.costAnalysis.regime),
                            price ? " at " + amountText(*price, Dimension::Price) : std::string());
    return formatMessage(
        "{}, {} per node-hour ({}){}{}", subject, moneyText(question.priceUsdPerHour), question.priceSource,
        workersPerNode > 1 ? formatMessage(", {} workers a node", workersPerNode) : std::string(), regimeText);
}

}  // namespace

std::string speedupPerUsdText(const MarginalStep& step)
{
    if (!step.speedupPerUsd)
        return "–";
    if (step.speedupGain > 0 && step.addedCostUsd < 0)
        return "cheaper";
    constexpr double longNumber = 1000;  // from here on, three digits without an exponent
    const double size = std::abs(*step.speedupPerUsd);
    return (step.speedupGain < 0 ? "-" : "") + (size < longNumber ? significantText(size) : plainFactorText(size));
}

bool isShownRow(const CostQuestion& question, const CostFindings& findings, int p)
{
    const std::optional<int> available = findings.forecast.feasible.availableWorkers();
    return question.ladder || !available || p <= *available || p == findings.forecast.plannedP();
}

const CostRow* findCostRow(const CurveCost& cost, int p)
{
    return findElement(cost.rows, p, &CostRow::p);
}

const std::string* landmarkDoubt(const CostQuestion& question, int p, int MeasuredLadder::*landmark,
                                 std::string MeasuredLadder::*doubt)
{
    const MeasuredLadder* ladder = question.ladder;
    return ladder && ladder->*landmark == p && !(ladder->*doubt).empty() ? &(ladder->*doubt) : nullptr;
}

std::string noKneeReason(const CostQuestion& question, const CostFindings& findings)
{
    return question.ladder
               ? question.ladder->kneeNote
               : formatMessage("no knee up to p = {}, where the search ended", findings.forecast.prediction->pMax);
}

std::optional<std::pair<int, double>> monthlyCost(const CostQuestion& question, const CostFindings& findings)
{
    const RegimeAnswer& first = findings.regimes.front();
    const RegimeEvaluation& regimeWorth = findings.costAnalysis.forRegime(first.regime);
    const std::optional<int> p = first.planP();
    const bool unsaid = question.ladder && !question.ladder->stepsPerTimeRequest.empty();
    if (!question.project.goal.runsPerMonth || findings.costAnalysis.isSingleStep || unsaid || !p)
        return std::nullopt;
    const TimeCostPoint* point = regimeWorth.tradeOff ? regimeWorth.tradeOff->findPoint(*p) : nullptr;
    const std::optional<double> usd = first.plan ? first.plan->costUsd
                                      : point    ? std::optional(point->costUsd)
                                                 : std::nullopt;
    return usd ? std::optional(std::pair(*p, *usd * question.project.goal.runsPerMonth->value)) : std::nullopt;
}

Table costTable(const CostQuestion& question, const CostFindings& findings)
{
    const std::vector<RegimeAnswer>& regimes = findings.regimes;
    Table table{
        .caption = costCaption(question, findings, true),
        .columns = {{"p", "p", "", 0}, {"t", "T_p", "s", -1}, {"speedup", "S", "", 2}, {"efficiency", "E", "", 2}}};
    // Preempted nodes change the time, so spot gets a time column of its own.
    const auto hasOwnTimes = [&](const RegimeAnswer& answer) {
        return &answer != &regimes.front() &&
               (answer.regime == PricingRegime::Spot) != (regimes.front().regime == PricingRegime::Spot) &&
               question.project.target.spotMtbfS.has_value();
    };
    for (const RegimeAnswer& answer : regimes) {
        const bool small = answer.cost && std::ranges::any_of(answer.cost->rows, [](const CostRow& row) {
                               return row.costUsd < 0.01 || row.costUsd >= 1e6;
                           });
        const std::string name = nameOf(answer.regime);
        if (hasOwnTimes(answer))
            table.columns.push_back({"t_" + name, "T_p " + name, "s", -1});
        table.columns.push_back({answer.regime == PricingRegime::OnDemand ? "cost" : "cost_" + name,
                                 regimes.size() == 1 ? "cost" : name, "USD", small ? -1 : 3});
    }
    const std::vector<CostRow>& rows = findings.costAnalysis.cost.rows;
    const bool comm = std::ranges::any_of(rows, [](const CostRow& row) { return row.commShare.has_value(); });
    const bool idle = std::ranges::any_of(rows, [](const CostRow& row) { return row.idleShare.has_value(); });
    if (comm)
        table.columns.push_back({"comm_percent", "comm", "%", 1});
    if (idle)
        table.columns.push_back({"idle_percent", "idle", "%", 1});
    const auto percentCell = [](const std::optional<double>& share) {
        return optionalCell(share ? std::optional(100 * *share) : std::nullopt);
    };
    for (const CostRow& each : rows) {
        if (!isShownRow(question, findings, each.p))
            continue;
        std::vector<Cell> row{static_cast<double>(each.p), each.timeS, each.speedup, each.efficiency};
        for (const RegimeAnswer& answer : regimes) {
            const CostRow* costRow = answer.cost ? findCostRow(*answer.cost, each.p) : nullptr;
            if (hasOwnTimes(answer))
                row.push_back(optionalCell(costRow ? std::optional(costRow->timeS) : std::nullopt));
            row.push_back(optionalCell(costRow ? std::optional(costRow->costUsd) : std::nullopt));
        }
        if (comm)
            row.push_back(percentCell(each.commShare));
        if (idle)
            row.push_back(percentCell(each.idleShare));
        table.rows.push_back(std::move(row));
    }
    addFeasibleColumn(table, findings.forecast.feasible);
    return table;
}

Answer costAnswer(const CostQuestion& question, const CostFindings& findings,
                  const std::optional<FixedWorkCost>& fixedWork)
{
    Answer answer;
    answer.table = costTable(question, findings);
    answer.table.caption.clear();
    setCostHeadline(answer, question, findings);
    setCostReason(answer, question, findings, fixedWork);
    setCostNextStep(answer, question, findings);
    setCostConfidence(answer, question, findings);
    addPlanFacts(answer, question, findings, fixedWork);
    if (findings.regimes.front().cost)
        addLandmarkFacts(answer, question, findings, fixedWork);
    addRegimeFacts(answer, question, findings);
    addHourValueFacts(answer, question, findings.costAnalysis, fixedWork ? &fixedWork->findings.costAnalysis : nullptr);
    addCostNotes(answer, question, findings, fixedWork);
    answer.add(Fact::Source, "priced", costCaption(question, findings, false));
    if (!question.ladder && findings.forecast.model)
        addModelInputs(answer, *findings.forecast.model);
    if (question.reading) {
        LadderReading reading = *question.reading;
        reading.caption.clear();  // already in the fact above
        addReadingFacts(answer, reading);
    }
    return answer;
}

}  // namespace scalewright
