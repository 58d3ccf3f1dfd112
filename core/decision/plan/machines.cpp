// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/machines.h"

#include <algorithm>
#include <limits>

#include "core/base/quantity/units.h"

namespace scalewright {

std::string availableMachinesText(const Target& target)
{
    return countWithNoun(static_cast<int>(target.machinesAvailable->value), "machine");
}

namespace {

/// The knee among the feasible p. Not the largest p: more workers may be slower and more expensive, as next to a power
/// of two.
std::optional<int> feasibleKneeP(const Prediction& prediction, const FeasibleWorkers& feasible)
{
    const auto score = [&](int p) {
        const PredictionRow row = prediction.row(p);
        return row.finishes() ? row.efficiency * row.speedup : 0;
    };
    std::optional<int> best;
    for (int p = 1; p <= std::min(prediction.pMax, feasible.availableWorkers().value_or(prediction.pMax)); ++p)
        if (feasible.contains(p) && (!best || score(p) >= score(*best)))
            best = p;
    return best;
}

}  // namespace

void limitToFeasibleWorkers(PlanCandidateSet& set, const FeasibleWorkers& feasible, const Target& target,
                            const Prediction* prediction)
{
    set.feasible = feasible;
    const std::optional<int> available = feasible.availableWorkers();
    const auto isInfeasible = [&](const PlanCandidate& each) { return !feasible.contains(each.p); };
    std::erase_if(set.candidates, isInfeasible);
    std::erase_if(set.failingCandidates, isInfeasible);
    if (available)
        set.candidatesText = set.curveKind == CurveKind::Measured ? formatMessage("measured p up to {}", *available)
                                                                  : formatMessage("p up to {}", *available);
    const std::optional<FeasibilityProblem> problem = feasible.findProblem(set.fallbackP);
    if (!problem)
        return;
    const auto bestKnee = std::ranges::max_element(
        set.candidates, [](const PlanCandidate& a, const PlanCandidate& b) { return a.kneeScore < b.kneeScore; });
    const int unlimitedP = set.fallbackP;
    const std::optional<int> knee = prediction                         ? feasibleKneeP(*prediction, feasible)
                                    : bestKnee == set.candidates.end() ? std::nullopt
                                                                       : std::optional(bestKnee->p);
    set.fallbackP = knee ? *knee : feasible.smallestP().value_or(unlimitedP);
    const std::string& limit = problem->reason;
    if (problem->limit != FeasibilityLimit::Machines)
        set.fallbackPReason =
            set.fallbackP == feasible.smallestP()
                ? formatMessage("the fewest that are feasible: with {}, {}", unlimitedP, limit)
                : formatMessage("the knee of those that are feasible: with {}, {}", unlimitedP, limit);
    else
        set.fallbackPReason = set.fallbackP == available
                                  ? formatMessage("as many as fit on {}; without that limit {}",
                                                  availableMachinesText(target), unlimitedP)
                                  : formatMessage("the knee of those that fit on {}; without that limit {}",
                                                  availableMachinesText(target), unlimitedP);
}

void extendToFullNodes(PlanCandidateSet& set, int workersPerNode, const Prediction* prediction)
{
    if (set.fallbackRule != PlanRule::Knee || workersPerNode < 2)
        return;
    if (prediction && set.fallbackP > prediction->pMax)
        return;
    const int knee = set.fallbackP, nodes = nodeCount(knee, workersPerNode);
    const auto runS = [&](int p) {
        const auto candidate = std::ranges::find(set.candidates, p, &PlanCandidate::p);
        if (!prediction)
            return candidate == set.candidates.end() ? std::numeric_limits<double>::infinity() : candidate->runTimeS;
        const PredictionRow row = prediction->row(p);
        return row.finishes() ? row.tStepS * prediction->model.stepsAt(p) : std::numeric_limits<double>::infinity();
    };
    int largestP = set.feasible.availableWorkers().value_or(maximumPMax);
    if (prediction)
        largestP = std::min(largestP, prediction->pMax);
    const auto lastPOnNodes = static_cast<int>(std::min<long>(largestP, static_cast<long>(nodes) * workersPerNode));
    double fastest = runS(knee);
    for (int p = knee + 1; p <= lastPOnNodes; ++p)
        if (const double time = runS(p); time < fastest && set.feasible.contains(p)) {
            fastest = time;
            set.fallbackP = p;
        }
    if (set.fallbackP != knee)
        set.fallbackPReason += formatMessage("; {} fit on the same nodes", set.fallbackP);
}

}  // namespace scalewright
