#include "core/decision/plan/machines.h"

#include <algorithm>
#include <limits>

#include "core/base/quantity/units.h"

namespace scalewright {

std::string machinesText(const Target& target)
{
    return countedText(static_cast<int>(target.machinesAvailable->value), "machine");
}

namespace {

/// The p of the knee among those up to `most`: more workers may be slower and dearer, as beside a power of two.
int kneeUpTo(const Prediction& prediction, int most)
{
    const auto score = [&](int p) {
        const PredictionRow row = prediction.row(p);
        return row.finishes() ? row.efficiency / row.tStepS : 0;
    };
    int best = 1;
    for (int p = 2; p <= std::min(most, prediction.pMax); ++p)
        if (score(p) >= score(best))
            best = p;
    return best;
}

}  // namespace

void boundByMachines(PlanField& field, const Target& target, const Prediction* prediction)
{
    field.available = workersAvailable(target);
    if (!field.available)
        return;
    const auto beyond = [&](const PlanCandidate& each) { return each.p > *field.available; };
    std::erase_if(field.candidates, beyond);
    std::erase_if(field.failing, beyond);
    field.any = field.curve == CurveKind::Measured ? say("p measured up to {}", *field.available)
                                                   : say("p up to {}", *field.available);
    if (field.standInP <= *field.available)
        return;
    const auto most =
        std::max_element(field.candidates.begin(), field.candidates.end(),
                         [](const PlanCandidate& a, const PlanCandidate& b) { return a.kneeScore < b.kneeScore; });
    const int without = field.standInP;
    field.standInP = prediction                       ? kneeUpTo(*prediction, *field.available)
                     : most == field.candidates.end() ? *field.available
                                                      : most->p;
    field.standInWhy =
        field.standInP == *field.available
            ? say("as many as fit on {}; without that limit {}", machinesText(target), without)
            : say("the knee of those that fit on {}; without that limit {}", machinesText(target), without);
}

void fillNodes(PlanField& field, int workersPerNode, const Prediction* prediction)
{
    if (field.standInBy != PlanBy::Knee || workersPerNode < 2)
        return;
    const int knee = field.standInP, nodes = nodesOf(knee, workersPerNode);
    const auto runS = [&](int p) {
        const auto at = std::find_if(field.candidates.begin(), field.candidates.end(),
                                     [p](const PlanCandidate& each) { return each.p == p; });
        if (!prediction)
            return at == field.candidates.end() ? std::numeric_limits<double>::infinity() : at->runS;
        const PredictionRow row = prediction->row(p);
        return row.finishes() ? row.tStepS * prediction->model.stepsAt(p) : std::numeric_limits<double>::infinity();
    };
    int most = field.available.value_or(largestPMax);
    if (prediction)
        most = std::min(most, prediction->pMax);
    const auto held = static_cast<int>(std::min<long>(most, static_cast<long>(nodes) * workersPerNode));
    double fastest = runS(knee);
    for (int p = knee + 1; p <= held; ++p)
        if (const double time = runS(p); time < fastest) {
            fastest = time;
            field.standInP = p;
        }
    if (field.standInP != knee)
        field.standInWhy += say("; {} fit on the same nodes", field.standInP);
}

}  // namespace scalewright
