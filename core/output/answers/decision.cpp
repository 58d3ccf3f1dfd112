// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/decision.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/cost/time_cost.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/ladder_reading.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// "best from $0.52 to $3.39/h of waiting"; empty if one p is best at every value.
std::string hourValueRangeText(const TimeCostTradeOff& choice, int p)
{
    if (choice.bestRanges.size() < 2)
        return {};
    const HourValueRange* planRange = findPlanRange(choice, p);
    if (!planRange)
        return {};
    if (!planRange->toUsdPerHour)
        return formatMessage("best above {}/h of waiting", moneyText(planRange->fromUsdPerHour));
    return planRange->fromUsdPerHour > 0
               ? formatMessage("best from {} to {}/h of waiting", moneyText(planRange->fromUsdPerHour),
                               moneyText(*planRange->toUsdPerHour))
               : formatMessage("best below {}/h of waiting", moneyText(*planRange->toUsdPerHour));
}

/// "No goal yet: p = 1 is cheapest, p = 8 fastest."
std::string noGoalHeadline(const TimeCostTradeOff* choice)
{
    if (!choice || choice->hull.empty())
        return "No goal is set.";
    const int cheapest = choice->hull.front().p, fastest = choice->hull.back().p;
    return cheapest == fastest ? formatMessage("No goal yet: p = {} is cheapest and fastest.", cheapest)
                               : formatMessage("No goal yet: p = {} is cheapest, p = {} fastest.", cheapest, fastest);
}

}  // namespace

bool setPlanClarity(AnswerConfidence& confidence, const PlanDecision& plan, const TimeCostTradeOff& choice,
                    const std::optional<double>& hourValueUsd)
{
    const std::optional<ChoiceCertainty> certainty = planCertainty(plan, choice, hourValueUsd);
    if (!certainty)
        return false;
    const auto uncertainGoal = std::ranges::find_if(
        plan.verdicts, [](const GoalVerdict& verdict) { return verdict.valueInterval.has_value(); });
    if (!certainty->rivals.empty()) {
        confidence.clarity = Clarity::Close;
        std::vector<std::string> rivals;
        for (const int p : certainty->rivals)
            rivals.push_back(std::to_string(p));
        confidence.reason =
            formatMessage("Within the intervals of the runs, p = {} may be better.", joinNonEmpty(rivals, " or "));
    } else if (uncertainGoal != plan.verdicts.end()) {
        confidence.clarity = Clarity::Close;
        confidence.reason = formatMessage("Within the interval of its runs, p = {} may miss the {}.", plan.p,
                                          nameOf(uncertainGoal->kind));
    } else if (certainty->isClear && confidence.note.empty()) {
        confidence.clarity = Clarity::Clear;
    }
    return true;
}

Answer decisionAnswer(const Project& project, const Analysis& analysis, const TimeCostTradeOff* choice)
{
    Answer answer;
    const std::optional<PlanDecision>& plan = analysis.plan;
    const Claim& claim = analysis.claim;
    if (!plan) {
        answer.headline = asSentence(claim.whyNoPlan);
        answer.because = claim.waysOut.empty() ? "" : capitalised(claim.waysOut.front());
        return answer;
    }
    if (plan->rule == PlanRule::NoRule) {
        answer.headline = noGoalHeadline(choice);
        answer.next = {"Set the value of an hour of waiting.", {}, "/goal/hour_value_usd"};
        return answer;
    }
    std::vector<std::string> parts;
    const RunTimeAndCost& run = claim.run;
    if (claim.served)
        parts.push_back(replicasText(*claim.served));
    if (run.timeS && std::isfinite(*run.timeS))
        parts.push_back(timeText(*run.timeS));
    if (run.costUsd && std::isfinite(*run.costUsd))
        parts.push_back(moneyText(*run.costUsd));
    answer.headline = parts.empty() ? workersText(plan->p) + "."
                                    : formatMessage("{}: {}{}.", workersText(plan->p), joinNonEmpty(parts, ", "),
                                                    run.timeS || run.costUsd ? formatMessage(" {}", run.unitName) : "");
    const auto missed = std::ranges::find(plan->verdicts, false, &GoalVerdict::isMet);
    const std::optional<int> dominatingP = choice ? findDominatingP(*choice, plan->p) : std::nullopt;
    answer.because = plan->infeasibility              ? plan->infeasibility->reason
                     : missed != plan->verdicts.end() ? missedGoalText(*missed)
                     : dominatingP ? formatMessage("p = {} is no slower and costs no more", *dominatingP)
                     : choice      ? hourValueRangeText(*choice, plan->p)
                                   : "";
    if (run.isMeasured) {
        answer.confidence = measuredConfidence(*analysis.ladderOfRuns());
        if (choice)
            setPlanClarity(answer.confidence, *plan, *choice,
                           project.goal.hourValueUsd ? std::optional(project.goal.hourValueUsd->value) : std::nullopt);
    } else if (claim.served)
        answer.confidence.basis = basisOf(project.baseline.serving->throughputPerS->provenance.origin);
    else if (plan->curveKind)
        answer.confidence.basis = modelInputBasis(project).value_or(Basis::Predicted);
    answer.confidence.note = claim.weaknesses.empty() ? "" : claim.weaknesses.front();
    if (answer.because.empty())
        answer.because = claim.whyThisP;
    return answer;
}

}  // namespace scalewright
