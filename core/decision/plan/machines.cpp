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

/// The knee among p up to `largestP`. Not the largest p: more workers may be slower and more expensive, as next to a
/// power of two.
int kneePUpTo(const Prediction& prediction, int largestP)
{
    const auto score = [&](int p) {
        const PredictionRow row = prediction.row(p);
        return row.finishes() ? row.efficiency / row.tStepS : 0;
    };
    int best = 1;
    for (int p = 2; p <= std::min(largestP, prediction.pMax); ++p)
        if (score(p) >= score(best))
            best = p;
    return best;
}

}  // namespace

void limitToAvailableMachines(PlanCandidateSet& set, const Target& target, const Prediction* prediction)
{
    set.availableWorkers = workersAvailable(target);
    if (!set.availableWorkers)
        return;
    const auto exceedsAvailable = [&](const PlanCandidate& each) { return each.p > *set.availableWorkers; };
    std::erase_if(set.candidates, exceedsAvailable);
    std::erase_if(set.failingCandidates, exceedsAvailable);
    set.candidatesText = set.curveKind == CurveKind::Measured
                             ? formatMessage("measured p up to {}", *set.availableWorkers)
                             : formatMessage("p up to {}", *set.availableWorkers);
    if (set.fallbackP <= *set.availableWorkers)
        return;
    const auto bestKnee =
        std::max_element(set.candidates.begin(), set.candidates.end(),
                         [](const PlanCandidate& a, const PlanCandidate& b) { return a.kneeScore < b.kneeScore; });
    const int unlimitedP = set.fallbackP;
    set.fallbackP = prediction                         ? kneePUpTo(*prediction, *set.availableWorkers)
                    : bestKnee == set.candidates.end() ? *set.availableWorkers
                                                       : bestKnee->p;
    set.fallbackPReason =
        set.fallbackP == *set.availableWorkers
            ? formatMessage("as many as fit on {}; without that limit {}", availableMachinesText(target), unlimitedP)
            : formatMessage("the knee of those that fit on {}; without that limit {}", availableMachinesText(target),
                            unlimitedP);
}

void extendToFullNodes(PlanCandidateSet& set, int workersPerNode, const Prediction* prediction)
{
    if (set.fallbackRule != PlanRule::Knee || workersPerNode < 2)
        return;
    const int knee = set.fallbackP, nodes = nodeCount(knee, workersPerNode);
    const auto runS = [&](int p) {
        const auto candidate = std::find_if(set.candidates.begin(), set.candidates.end(),
                                            [p](const PlanCandidate& each) { return each.p == p; });
        if (!prediction)
            return candidate == set.candidates.end() ? std::numeric_limits<double>::infinity() : candidate->runTimeS;
        const PredictionRow row = prediction->row(p);
        return row.finishes() ? row.tStepS * prediction->model.stepsAt(p) : std::numeric_limits<double>::infinity();
    };
    int largestP = set.availableWorkers.value_or(maximumPMax);
    if (prediction)
        largestP = std::min(largestP, prediction->pMax);
    const auto lastPOnNodes = static_cast<int>(std::min<long>(largestP, static_cast<long>(nodes) * workersPerNode));
    double fastest = runS(knee);
    for (int p = knee + 1; p <= lastPOnNodes; ++p)
        if (const double time = runS(p); time < fastest) {
            fastest = time;
            set.fallbackP = p;
        }
    if (set.fallbackP != knee)
        set.fallbackPReason += formatMessage("; {} fit on the same nodes", set.fallbackP);
}

}  // namespace scalewright
