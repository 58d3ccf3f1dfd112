#include "core/output/answers/decision.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/value_at_p.h"
#include "core/decision/cost/choice.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/deck.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/prediction.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// "best from $0.52 to $3.39/h of waiting"; empty where one p is best at every value.
std::string bestRange(const Choice& choice, int p)
{
    if (choice.ranges.size() < 2)
        return {};
    const RightRange* own = rangeOfPlan(choice, p);
    if (!own)
        return {};
    if (!own->toUsdPerHour)
        return say("best above {}/h of waiting", moneyText(own->fromUsdPerHour));
    return own->fromUsdPerHour > 0
               ? say("best from {} to {}/h of waiting", moneyText(own->fromUsdPerHour), moneyText(*own->toUsdPerHour))
               : say("best below {}/h of waiting", moneyText(*own->toUsdPerHour));
}

/// "No goal yet: p = 1 is cheapest, p = 8 fastest."
std::string withoutGoal(const Choice* choice)
{
    if (!choice || choice->hull.empty())
        return "No goal says where to stop.";
    const int cheapest = choice->hull.front().p, fastest = choice->hull.back().p;
    return cheapest == fastest ? say("No goal yet: p = {} is cheapest and fastest.", cheapest)
                               : say("No goal yet: p = {} is cheapest, p = {} fastest.", cheapest, fastest);
}

}  // namespace

Answer decisionAnswer(const Project& project, const Analysis& analysis, const Choice* choice)
{
    Answer answer;
    const std::optional<PlanDecision>& plan = analysis.plan;
    if (!plan)
        return answer;
    if (plan->by == PlanBy::Nothing) {
        answer.headline = withoutGoal(choice);
        answer.next = {"Say what an hour of waiting is worth.", {}, "/goal/hour_value_usd"};
        return answer;
    }
    std::vector<std::string> parts;
    const RunAtP run = runAtP(project, analysis, plan->p);
    if (run.timeS && std::isfinite(*run.timeS))
        parts.push_back(timeText(*run.timeS));
    if (run.costUsd && std::isfinite(*run.costUsd))
        parts.push_back(moneyText(*run.costUsd));
    answer.headline = parts.empty() ? workersText(plan->p) + "."
                                    : say("{}: {} {}.", workersText(plan->p), joined(parts, ", "), run.work);
    const auto missed =
        std::find_if(plan->goals.begin(), plan->goals.end(), [](const GoalVerdict& goal) { return goal.met == false; });
    const std::optional<int> better = choice ? beats(*choice, plan->p) : std::nullopt;
    answer.because = missed != plan->goals.end() ? missedText(*missed)
                     : better                    ? say("p = {} is no slower and no dearer", *better)
                     : choice                    ? bestRange(*choice, plan->p)
                                                 : "";
    if (run.measured)
        answer.sure.basis = basisOf(analysis.ladder->measured->origin);
    else if (plan->curve)
        answer.sure.basis = modelBasis(project).value_or(Basis::Predicted);
    return answer;
}

}  // namespace scalewright
