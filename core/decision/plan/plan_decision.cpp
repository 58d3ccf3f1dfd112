#include "core/decision/plan/candidates.h"
#include "core/decision/plan/plan_decision.h"
#include "core/decision/plan/within_goals.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/model/scaling/band.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using Candidate = PlanCandidate;
using Field = PlanField;

constexpr double equal = 1e-12;  // relative: products of the same seconds in another order

bool within(double value, double limit)
{
    return value <= limit * (1 + equal);
}

/// The one with the least value; of those equal up to rounding the fastest, as core/decision/cost/cost.h, or the first where
/// they go on to the end of the list and the field says that it is nobody's end. Precondition: ascending p.
template <class Value>
const Candidate* leastOf(const std::vector<const Candidate*>& list, Value value, const Field& field)
{
    const Candidate* first = nullptr;
    for (const Candidate* each : list)
        if (first == nullptr || value(*each) < value(*first) * (1 - equal))
            first = each;
    const Candidate* best = first;
    const Candidate* last = first;
    for (const Candidate* each : list)
        if (value(*each) <= value(*first) * (1 + equal)) {
            best = each->speedup > best->speedup ? each : best;
            last = each;
        }
    const bool toTheEnd = last != nullptr && list.back()->nodes - last->nodes <= 1;  // the last node may be half full
    return field.openEnd && toTheEnd ? first : best;
}

int searchedTo(const Field& field, const Prediction& prediction)
{
    return std::min(prediction.pMax, field.available.value_or(prediction.pMax));
}

struct Limit {
    GoalKind kind;
    double value;
};

/// What a goal is held against; absent where it cannot be told.
std::optional<double> valueOf(GoalKind kind, const Field& field, const Candidate& at)
{
    std::optional<double> value;
    switch (kind) {
    case GoalKind::Deadline:
        if (!field.noRun)
            value = at.runS;
        break;
    case GoalKind::Budget:
        if (!field.noRun)
            value = at.costUsd;
        break;
    case GoalKind::Latency:
        if (!field.noLatency)
            value = at.stepS;
        break;
    case GoalKind::Quality: value = at.quality; break;
    }
    return value;
}

std::string whyUntold(GoalKind kind, const Field& field)
{
    switch (kind) {
    case GoalKind::Deadline: return field.noRun.value_or("");
    case GoalKind::Budget: return field.noRun.value_or("no price per node-hour");
    case GoalKind::Latency: return field.noLatency.value_or("");
    case GoalKind::Quality: break;
    }
    return field.curve == CurveKind::Predicted ? "measured, not predicted" : "the ladder has no quality";
}

bool moreIsBetter(const Limit& limit, const Field& field)
{
    return limit.kind == GoalKind::Quality && !field.less;
}

bool meets(const Limit& limit, const Field& field, double value)
{
    return moreIsBetter(limit, field) ? value >= limit.value : within(value, limit.value);
}

/// nullptr: the curve has no such p.
GoalVerdict judge(const Limit& limit, const Field& field, const Candidate* at)
{
    GoalVerdict verdict{limit.kind, limit.value, std::nullopt, std::nullopt, {}};
    if (at)
        verdict.value = valueOf(limit.kind, field, *at);
    if (verdict.value && !at->runs.mostSucceeded())
        verdict.reason = failureText(at->runs, at->p);
    else if (verdict.value)
        verdict.met = meets(limit, field, *verdict.value);
    else
        verdict.reason = at ? whyUntold(limit.kind, field) : field.noSuchP;
    return verdict;
}

std::vector<Limit> limitsOf(const Goal& goal)
{
    std::vector<Limit> limits;
    const auto add = [&](GoalKind kind, const MaybeQuantity& quantity) {
        if (quantity)
            limits.push_back({kind, quantity->value});
    };
    add(GoalKind::Deadline, goal.deadlineS);
    add(GoalKind::Budget, goal.budgetUsd);
    add(GoalKind::Latency, goal.latencyS);
    add(GoalKind::Quality, goal.quality);
    return limits;
}

/// Why none of `left` meets this goal. `before`: what those left meet already.
std::string failureText(const Field& field, const Shortfall& shortfall, const std::string& before)
{
    const GoalVerdict& goal = shortfall.goal;
    const int p = shortfall.p;
    switch (goal.goal) {
    case GoalKind::Deadline:
        return say("no {}{} meets the deadline of {}: the fastest, {}, takes {}, {} too long", field.any, before,
                   timeText(goal.limit), p, timeText(*goal.value), timeText(*goal.value - goal.limit));
    case GoalKind::Budget:
        return say("no {}{} fits the budget of {}: the cheapest, {}, costs {}, {} too much", field.any, before,
                   moneyText(goal.limit), p, moneyText(*goal.value), moneyText(*goal.value - goal.limit));
    case GoalKind::Latency:
        return say("no {}{} has steps of {}: the fastest, {}, takes {}, {} too long", field.any, before,
                   timeText(goal.limit), p, timeText(*goal.value), timeText(*goal.value - goal.limit));
    case GoalKind::Quality: break;
    }
    return say("no {}{} reaches a quality of {}: the closest, {}, has {}", field.any, before, significant(goal.limit),
               p, significant(*goal.value));
}

/// "within the deadline of 300 s and the budget of $2.00".
std::string limitsText(const std::vector<Limit>& limits)
{
    std::vector<std::string> words;
    for (const Limit& limit : limits)
        if (limit.kind == GoalKind::Deadline)
            words.push_back(say("the deadline of {}", timeText(limit.value)));
        else if (limit.kind == GoalKind::Budget)
            words.push_back(say("the budget of {}", moneyText(limit.value)));
    return words.size() == 2 ? say("{} and {}", words[0], words[1]) : words.empty() ? "" : words[0];
}

/// What the goals leave of a curve.
struct Within {
    std::vector<const Candidate*> left;  ///< with a shortfall those that come closest to that goal; none at a quality
    std::vector<Limit> told;  ///< those that all of `left` meet
    std::string target;  ///< " that reaches the quality target", where that took some away
    std::optional<Shortfall> shortfall;  ///< the first goal that none of those left before it meets: why …
    std::string why;  ///< … in words
};

Within withinGoals(const Field& field, const Goal& goal)
{
    Within within;
    std::vector<const Candidate*>& left = within.left;
    left.reserve(field.candidates.size());
    for (const Candidate& each : field.candidates)
        left.push_back(&each);
    const std::size_t all = left.size();
    std::erase_if(left, [](const Candidate* each) { return !each->reachesTarget; });
    if (left.empty()) {
        if (all > 0) {
            within.why = "no p measured reaches the quality target";
            within.shortfall = Shortfall{{GoalKind::Quality, 0, std::nullopt, false, within.why}, field.standInP};
        }
        return within;
    }
    if (left.size() < all)
        within.target = " that reaches the quality target";
    std::vector<Limit>& told = within.told;
    for (const Limit& limit : limitsOf(goal)) {
        const auto value = [&](const Candidate* each) { return valueOf(limit.kind, field, *each); };
        if (std::none_of(left.begin(), left.end(), value))
            continue;
        const auto off = [&](const Candidate* each) {
            return value(each) ? (moreIsBetter(limit, field) ? -1 : 1) * *value(each)
                               : std::numeric_limits<double>::infinity();
        };
        const Candidate& closest = **std::min_element(
            left.begin(), left.end(), [&](const Candidate* a, const Candidate* b) { return off(a) < off(b); });
        const std::string before =
            within.target + (told.empty() || within.shortfall                         ? ""
                             : told.size() == 1 && told[0].kind == GoalKind::Deadline ? " within the deadline"
                                                                                      : " within the other goals");
        const auto misses = [&](const Candidate* each) { return !value(each) || !meets(limit, field, *value(each)); };
        if (!std::all_of(left.begin(), left.end(), misses)) {
            std::erase_if(left, misses);
            told.push_back(limit);
            continue;
        }
        if (!within.shortfall) {
            within.shortfall = Shortfall{judge(limit, field, &closest), closest.p};
            within.why = failureText(field, *within.shortfall, before);
        }
        // Least violation first, then the rest of the goals among those that tie in it.
        const double least = off(&closest);
        std::erase_if(left, [&](const Candidate* each) { return off(each) > least + equal * std::abs(least); });
    }
    return within;
}

/// The policy's second and third rule: fills p, by, why and shortfall.
void decideBy(PlanDecision& decision, const Field& field, const Goal& goal)
{
    decision.p = field.standInP;
    decision.by = field.standInBy;
    decision.why = field.standInWhy;
    if (field.candidates.empty())
        return;
    const Within within = withinGoals(field, goal);
    const auto& [left, told, target, shortfall, failure] = within;
    decision.shortfall = shortfall;
    if (left.empty()) {
        decision.why = failure;
        return;
    }
    if (shortfall) {
        const GoalKind missed = shortfall->goal.goal;
        const Candidate& best = *leastOf(
            left,
            [&](const Candidate& each) {
                return goal.hourValueUsd && each.costUsd
                           ? *each.costUsd + goal.hourValueUsd->value * (each.runS / secondsPerHour)
                           : each.nodes * each.runS;
            },
            field);
        decision.p = best.p;
        decision.by = missed == GoalKind::Budget ? PlanBy::Cheapest : PlanBy::Fastest;
        decision.why = failure;
        return;
    }

    const auto sets = [&](GoalKind kind) {
        return std::any_of(told.begin(), told.end(), [kind](const Limit& each) { return each.kind == kind; });
    };
    const auto decide = [&](const Candidate& best, PlanBy by, std::string why) {
        decision.p = best.p;
        decision.by = by;
        decision.why = std::move(why);
    };
    const std::string limits = limitsText(told);
    const auto ofRun = [&](const Candidate& best) {
        const std::string time = timeText(best.runS);
        return best.costUsd ? time + ", " + moneyText(*best.costUsd) : time;
    };
    if (goal.hourValueUsd && left.front()->costUsd) {
        const auto waiting = [&](const Candidate& each) {
            return goal.hourValueUsd->value * (each.runS / secondsPerHour);
        };
        const Candidate& best = *leastOf(
            left, [&](const Candidate& each) { return *each.costUsd + waiting(each); }, field);
        decide(best, PlanBy::MachinesAndTime,
               say("least cost{} at {} an hour of waiting{}: {} for machines, {} for time", target,
                   moneyText(goal.hourValueUsd->value), limits.empty() ? "" : say(", within {}", limits),
                   moneyText(*best.costUsd), moneyText(waiting(best))));
    } else if (sets(GoalKind::Deadline)) {
        // Where nodes cost nothing or nobody said what, node time is what is saved.
        const bool priced = left.front()->costUsd.value_or(0) > 0;
        const Candidate& best = *leastOf(
            left, [&](const Candidate& each) { return priced ? *each.costUsd : each.nodes * each.runS; }, field);
        decide(best, PlanBy::Cheapest, say("the cheapest{} within {}: {}", target, limits, ofRun(best)));
    } else if (sets(GoalKind::Budget)) {
        const Candidate& best = *leastOf(
            left, [](const Candidate& each) { return 1 / each.speedup; }, field);
        decide(best, PlanBy::Fastest, say("the fastest{} within {}: {}", target, limits, ofRun(best)));
    } else if (left.size() < field.candidates.size() && field.standInBy != PlanBy::Knee && target.empty()) {
        decide(*left.front(), PlanBy::Efficiency,
               say("the fewest workers that meet every goal: {} has no knee", field.any));
    } else if (left.size() < field.candidates.size()) {
        const Candidate& best = *leastOf(
            left, [](const Candidate& each) { return 1 / each.kneeScore; }, field);
        decide(best, PlanBy::Knee,
               !target.empty() ? say("the knee of the p{}", target) : "the knee of the p that meet every goal");
    }
}

}  // namespace

const char* planByName(PlanBy by)
{
    switch (by) {
    case PlanBy::Chosen: return "chosen";
    case PlanBy::MachinesAndTime: return "machines-and-time";
    case PlanBy::Cheapest: return "cheapest";
    case PlanBy::Fastest: return "fastest";
    case PlanBy::Knee: return "knee";
    case PlanBy::Efficiency: return "efficiency";
    case PlanBy::Nothing: break;
    }
    return "nothing";
}

const char* goalName(GoalKind goal)
{
    switch (goal) {
    case GoalKind::Deadline: return "deadline";
    case GoalKind::Budget: return "budget";
    case GoalKind::Latency: return "latency";
    case GoalKind::Quality: break;
    }
    return "quality";
}

namespace {

std::string missedOnItsFigures(const GoalVerdict& verdict)
{
    switch (verdict.goal) {
    case GoalKind::Deadline:
    case GoalKind::Latency: {
        const std::string name = verdict.goal == GoalKind::Deadline ? "deadline" : "latency";
        return std::isfinite(*verdict.value)
                   ? say("misses the {} by {}", name, timeText(*verdict.value - verdict.limit))
                   : say("misses the {}: the run never finishes", name);
    }
    case GoalKind::Budget:
        return std::isfinite(*verdict.value) ? say("misses the budget by {}", moneyText(*verdict.value - verdict.limit))
                                             : "misses the budget: the run never finishes";
    case GoalKind::Quality: break;
    }
    return "misses the quality target";
}

}  // namespace

std::string missedText(const GoalVerdict& verdict)
{
    return missedOnItsFigures(verdict) + (verdict.between ? ", not for certain" : "");
}

bool waitsForSteps(const PlanDecision& decision, const Plan& plan)
{
    return decision.curve == CurveKind::Predicted && !plan.steps &&
           std::any_of(decision.goals.begin(), decision.goals.end(), [](const GoalVerdict& goal) {
               return !goal.met && (goal.goal == GoalKind::Deadline || goal.goal == GoalKind::Budget);
           });
}

std::vector<GoalVerdict> openGoals(const Goal& goal)
{
    std::vector<GoalVerdict> goals;
    for (const Limit& limit : limitsOf(goal)) {
        GoalVerdict& open = goals.emplace_back(GoalVerdict{limit.kind, limit.value, std::nullopt, std::nullopt, {}});
        open.reason = limit.kind == GoalKind::Quality ? "measured, not predicted" : "no prediction yet";
    }
    return goals;
}

std::optional<std::vector<int>> withinGoals(const Proposal& proposal, const Prediction* prediction,
                                            const MeasuredLadder* ladder)
{
    if (prediction && limitsOf(proposal.goal).empty() && !workersAvailable(proposal.target))
        return std::nullopt;
    Field field = prediction ? fieldOf(*prediction, proposal.plan, proposal.target)
                             : fieldOf(*ladder, proposal.target, proposal.goal);
    for (int p = 1; prediction && p <= searchedTo(field, *prediction); ++p)
        if (const PredictionRow row = prediction->row(p); row.finishes())
            field.candidates.push_back(candidateOf(prediction->model, row));
    const Within within = withinGoals(field, proposal.goal);
    if (within.shortfall)
        return std::vector<int>{};
    if (within.left.size() == field.candidates.size() && !field.available)
        return std::nullopt;
    std::vector<int> found;
    for (const Candidate* each : within.left)
        found.push_back(each->p);
    return found;
}

namespace {

/// A run's time and cost, and a step's time, are all in proportion to `time`, which may be anywhere in `interval`.
void doubt(PlanDecision& decision, const Interval& interval, double time)
{
    for (GoalVerdict& verdict : decision.goals) {
        if (!verdict.met || verdict.goal == GoalKind::Quality || !(time > 0) || !std::isfinite(*verdict.value))
            continue;
        const Interval value{*verdict.value * interval.low / time, *verdict.value * interval.high / time,
                             interval.level};
        if (within(value.low, verdict.limit) != within(value.high, verdict.limit))
            verdict.between = value;
    }
}

void leaveOpen(GoalVerdict& verdict, std::string reason)
{
    verdict.met.reset();
    verdict.between.reset();
    verdict.reason = std::move(reason);
}

/// A run as predicted that takes another time where it was measured: a goal that turns on that is not judged.
/// Precondition: the decision is the prediction's.
void doubtByRuns(PlanDecision& decision, const Prediction& prediction, const MeasuredLadder& ladder, const Plan& plan)
{
    constexpr double apart = 1.25;  // below it the verdict at a p that was measured says it, or one on each side
    if (!plan.steps || ladder.isThroughput || ladder.scaling != prediction.model.scaling)
        return;
    const auto each = [&](auto turn) {
        for (GoalVerdict& verdict : decision.goals)
            if (verdict.met && !verdict.otherwiseMeasured && std::isfinite(*verdict.value) &&
                (verdict.goal == GoalKind::Deadline || verdict.goal == GoalKind::Budget))
                turn(verdict);
    };
    const Rung* here = ladder.at(decision.p);
    const Rung& ran = here ? *here : decision.p > ladder.rungs.back().p ? ladder.rungs.back() : ladder.rungs.front();
    const PredictionRow row = predictAt(prediction.model, ran.p);
    if (!row.finishes())
        return;
    const double times = workTimeS(ladder, ran) / (row.tStepS * prediction.model.stepsAt(ran.p));
    const auto turnsOn = [](const GoalVerdict& verdict, double by) {
        return within(*verdict.value * by, verdict.limit) != *verdict.met;
    };
    if (!ladder.runUnknown.empty()) {  // a row is between a step and the whole run
        const double ofRun = ladder.timesOfRun > 0 ? times / ladder.timesOfRun : times;
        each([&](GoalVerdict& verdict) {
            if (turnsOn(verdict, ofRun) || turnsOn(verdict, ofRun * plan.steps->value))
                leaveOpen(verdict, ladder.runUnknown);
        });
        return;
    }
    const bool between = decision.p >= ladder.rungs.front().p && decision.p <= ladder.rungs.back().p;
    if (between && std::abs(std::log(times)) <= std::log(apart))
        return;
    each([&](GoalVerdict& verdict) {
        if (turnsOn(verdict, times))
            leaveOpen(verdict, say("{} as predicted, but p = {} took {} times its prediction",
                                   *verdict.met ? "met" : "missed", ran.p, significant(times, 3)));
    });
}

/// Fewer steps of a larger batch are no fewer than the quality needs: a goal that turns on that is not judged.
void doubtByQuality(PlanDecision& decision, const ScalingModel& model)
{
    if (!model.criticalWorkers)
        return;
    const double examples = examplesShare(model, decision.p);
    for (GoalVerdict& verdict : decision.goals)
        if (verdict.met == true && (verdict.goal == GoalKind::Deadline || verdict.goal == GoalKind::Budget) &&
            !within(*verdict.value * examples, verdict.limit))
            leaveOpen(verdict, say("met by the plan's steps, but to the same quality the larger batch takes {} times "
                                   "the examples",
                                   significant(examples)));
}

/// What was measured against the verdicts of the prediction.
void holdAgainst(PlanDecision& decision, const std::vector<Limit>& limits, const Field& seen,
                 const MeasuredLadder& ladder)
{
    const bool here = ladder.at(decision.p) != nullptr;
    const bool between = decision.p > ladder.rungs.front().p && decision.p < ladder.rungs.back().p;
    for (std::size_t i = 0; i < decision.goals.size(); ++i) {
        GoalVerdict& verdict = decision.goals[i];
        const Candidate* closest = nullptr;
        std::optional<double> value;
        bool anyMet = false;
        for (const Candidate& run : seen.candidates) {
            const GoalVerdict found = judge(limits[i], seen, &run);
            if (!found.met || (here && run.p != decision.p))
                continue;
            anyMet = anyMet || *found.met;
            if (!value || (moreIsBetter(limits[i], seen) ? *found.value > *value : *found.value < *value)) {
                value = found.value;
                closest = &run;
            }
        }
        if (!closest || !verdict.met || *verdict.met == anyMet || (!here && !(between && *verdict.met)))
            continue;
        verdict.otherwiseMeasured = value;
        verdict.measuredP = closest->p;
    }
}

/// What a reason says of runs that failed: at the p it names, and at those it passed over for that.
std::string failuresText(const PlanDecision& decision, const Field& field, const MeasuredLadder& ladder)
{
    std::vector<std::string> words{ladder.failuresAt(decision.p)};
    if (decision.by != PlanBy::Chosen && field.candidates.empty() && field.failing.size() > 1) {
        words.emplace_back("most runs succeeded at no p");
        return joined(words, "; ");
    }
    constexpr std::size_t most = 4;
    const auto passedOver = static_cast<std::size_t>(std::count_if(
        field.failing.begin(), field.failing.end(), [&](const Candidate& each) { return each.p != decision.p; }));
    if (decision.by != PlanBy::Chosen && passedOver > 0 && passedOver <= most) {
        std::vector<std::string> each;
        for (const Candidate& failing : field.failing)
            if (failing.p != decision.p)
                each.push_back(failureText(failing.runs, failing.p));
        words.push_back(say("left out, as half of the runs or more failed: {}", joined(each, ", ")));
    } else if (decision.by != PlanBy::Chosen && passedOver > 0) {
        words.push_back(say("left out: {} p at which half of the runs or more failed", passedOver));
    }
    return joined(words, "; ");
}

std::string chosenWhy(const Plan& plan)
{
    return plan.reason.empty() ? "the project's plan" : plan.reason;
}

/// A goal, or an hour's worth, says which p.
bool decides(const Goal& goal)
{
    return goal.hourValueUsd || !limitsOf(goal).empty();
}

/// What was run is what is predicted, and all that is asked of a p can be read off the runs.
bool runsAnswer(const Proposal& proposal, const Prediction& prediction, const MeasuredLadder& ladder)
{
    const Goal& goal = proposal.goal;
    if (ladder.scaling != prediction.model.scaling || !ladder.stepDoubt.empty() || goal.latencyS)
        return false;
    const bool ofRun = goal.hourValueUsd || goal.deadlineS || goal.budgetUsd;
    return !ofRun || !fieldOf(ladder, proposal.target, goal).noRun;
}

/// The decision on one curve. `beyondRuns`: only on a p outside of those that were run, which answer between them.
PlanDecision decideOn(const Proposal& proposal, const Prediction* prediction, const MeasuredLadder* ladder,
                      const ModelIntervals& intervals, CurveKind curve, bool beyondRuns)
{
    const auto& [target, goal, design, plan] = proposal;
    PlanDecision decision;
    const bool measured = curve == CurveKind::Measured;
    Field field = measured ? fieldOf(*ladder, target, goal) : fieldOf(*prediction, plan, target);
    decision.curve = field.curve;
    if (plan.p) {
        decision.p = *plan.p;
        decision.by = PlanBy::Chosen;
        decision.why = chosenWhy(plan);
    } else {
        const auto wasBetween = [&](int p) {
            return beyondRuns && p >= ladder->rungs.front().p && p <= ladder->rungs.back().p;
        };
        if (!measured && decides(goal))
            for (int p = 1; p <= searchedTo(field, *prediction); ++p)
                if (const PredictionRow row = prediction->row(p); row.finishes() && !wasBetween(p))
                    field.candidates.push_back(candidateOf(prediction->model, row));
        decideBy(decision, field, goal);
        if (decision.shortfall && decision.shortfall->p != decision.p)
            decision.why += decision.by == PlanBy::Knee ? say("; the knee, {}, stands in", decision.p)
                                                        : say("; p = {} is as close", decision.p);
    }

    // The chosen p may lie beyond what was searched.
    std::optional<Candidate> at;
    if (!measured && prediction->model.mostWorkers && decision.p > *prediction->model.mostWorkers)
        field.noSuchP = tooManyWorkers(prediction->model, decision.p);
    else if (!measured)
        at = candidateOf(prediction->model, predictAt(prediction->model, decision.p));
    else if (const Rung* rung = ladder->at(decision.p))
        at = candidateOf(*ladder, *rung, target);
    for (const Limit& limit : limitsOf(goal))
        decision.goals.push_back(judge(limit, field, at ? &*at : nullptr));
    const Rung* rung = measured ? ladder->at(decision.p) : nullptr;
    if (rung && rung->timeInterval)
        doubt(decision, *rung->timeInterval, rung->timeS);
    else if (!measured && at && !decision.goals.empty())
        if (const std::optional<Interval> step = stepBand(prediction->model, intervals, decision.p))
            doubt(decision, *step, at->stepS);
    if (decision.by != PlanBy::Chosen &&
        std::any_of(decision.goals.begin(), decision.goals.end(),
                    [](const GoalVerdict& verdict) { return verdict.met == true && verdict.between; }))
        decision.why += "; not for certain, as intervals have it";
    if (!measured)
        doubtByQuality(decision, prediction->model);
    if (!measured && ladder) {
        holdAgainst(decision, limitsOf(goal), fieldOf(*ladder, target, goal), *ladder);
        doubtByRuns(decision, *prediction, *ladder, plan);
        const bool opened = std::any_of(decision.goals.begin(), decision.goals.end(),
                                        [](const GoalVerdict& verdict) { return verdict.value && !verdict.met; });
        if (opened && decision.by != PlanBy::Chosen)
            decision.why += "; the runs leave that open";
    }
    if (at) {
        decision.speedup = at->speedup;
        decision.timeS = at->runS;
        decision.costUsd = at->costUsd;
    }
    if (at && at->p > 1 && at->speedup < 1)
        decision.why += "; slower than one machine";
    if (decision.by == PlanBy::Chosen) {
        if (!at && measured)
            decision.why += ", which was not measured";
        else if (!at)
            decision.why += say(", which is more than the batch has examples for: {} at most, one each",
                                *prediction->model.mostWorkers);
        else if (!at->reachesTarget)
            decision.why += ", which misses the quality target";
        if (field.available && decision.p > *field.available)
            decision.why += say(", which needs {}; available: {}",
                                countedText(nodesOf(decision.p, workersOnNode(target)), "machine"),
                                significant(target.machinesAvailable->value));
        for (const GoalVerdict& verdict : decision.goals)
            if (verdict.met == false)
                decision.why += say(", which {}", missedText(verdict));
    }
    if (ladder)
        decision.why = joined({std::move(decision.why), failuresText(decision, field, *ladder)}, "; ");
    return decision;
}

/// What a plan by these goals makes least: machines and waiting, under a deadline machines alone, under a budget time.
double objective(const PlanDecision& decision, const Goal& goal)
{
    const double timeS = decision.timeS.value_or(std::numeric_limits<double>::infinity());
    if (goal.hourValueUsd && decision.costUsd)
        return *decision.costUsd + goal.hourValueUsd->value * (timeS / secondsPerHour);
    return decision.by == PlanBy::Cheapest && decision.costUsd ? *decision.costUsd : timeS;
}

/// The runs decide where they can; outside of them the prediction may, where no p that was run meets every goal, or the
/// best of them is the last, or the first and fewer were not run.
PlanDecision decideByRuns(const Proposal& proposal, const Prediction& prediction, const MeasuredLadder& ladder,
                          const ModelIntervals& intervals)
{
    const Goal& goal = proposal.goal;
    PlanDecision runs = decideOn(proposal, &prediction, &ladder, intervals, CurveKind::Measured, false);
    const bool more = runs.p == ladder.rungs.back().p && runs.by != PlanBy::Cheapest,
               fewer = runs.p == ladder.rungs.front().p && runs.p > 1;
    if (!runs.shortfall && !more && !fewer)
        return runs;
    if (ladder.rungs.front().p == 1 && ladder.rungs.back().p >= prediction.pMax)
        return runs;
    PlanDecision beyond = decideOn(proposal, &prediction, &ladder, intervals, CurveKind::Predicted, true);
    const bool opened = std::any_of(beyond.goals.begin(), beyond.goals.end(),
                                    [](const GoalVerdict& verdict) { return verdict.met != true; });
    if (beyond.shortfall || !beyond.timeS || opened)
        return runs;
    return runs.shortfall || objective(beyond, goal) < objective(runs, goal) ? beyond : runs;
}

}  // namespace

std::optional<PlanDecision> decidePlan(const Proposal& proposal, const Prediction* prediction,
                                       const MeasuredLadder* ladder, const ModelIntervals& intervals)
{
    const Plan& plan = proposal.plan;
    if (!prediction && !ladder) {
        if (!plan.p)
            return std::nullopt;
        PlanDecision decision;
        decision.p = *plan.p;
        decision.by = PlanBy::Chosen;
        decision.why = chosenWhy(plan);
        decision.goals = openGoals(proposal.goal);
        return decision;
    }
    const bool one = !prediction || !ladder || plan.curve || !runsAnswer(proposal, *prediction, *ladder);
    const CurveKind curve =
        ladder && (!prediction || plan.curve == CurveKind::Measured) ? CurveKind::Measured : CurveKind::Predicted;
    if (one)
        return decideOn(proposal, prediction, ladder, intervals, curve, false);
    if (plan.p) {
        const Rung* ran = ladder->at(*plan.p);
        const bool was = ran && ran->runCount().mostSucceeded();
        return decideOn(proposal, prediction, ladder, intervals, was ? CurveKind::Measured : CurveKind::Predicted,
                        false);
    }
    // Without a goal: the knee of the runs, where they reach beyond it.
    constexpr std::size_t fewestForAKnee = 3;
    const bool kneeSeen = ladder->rungs.size() >= fewestForAKnee && ladder->kneeP != ladder->rungs.back().p &&
                          ladder->kneeP != ladder->rungs.front().p;
    if (!decides(proposal.goal))
        return decideOn(proposal, prediction, ladder, intervals, kneeSeen ? CurveKind::Measured : CurveKind::Predicted,
                        false);
    if (ladder->rungs.size() < 2)
        return decideOn(proposal, prediction, ladder, intervals, CurveKind::Predicted, false);
    return decideByRuns(proposal, *prediction, *ladder, intervals);
}

}  // namespace scalewright
