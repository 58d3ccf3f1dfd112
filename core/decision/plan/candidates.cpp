#include "core/decision/plan/candidates.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/decision/plan/machines.h"

namespace scalewright {

namespace {

/// Where the search ends is no knee.
void standIn(PlanField& field, const Prediction& prediction, const Target& target)
{
    const Landmarks& marks = prediction.landmarks;
    field.standInP = marks.kneeP;
    if (!marks.kneeAtLimit || prediction.pMax == 1)
        return;
    if (endsWithTheBatch(prediction.model, prediction.pMax)) {
        field.standInWhy = marks.kneeNote;
        return;
    }
    const std::string percent = significant(100 * prediction.model.efficiencyTarget, 3);
    if (marks.pEfficient && !marks.pEfficientAtLimit) {
        field.standInP = *marks.pEfficient;
        field.standInBy = PlanBy::Efficiency;
        field.standInWhy =
            say("the most workers that keep an efficiency of {} %: no knee up to {}", percent, prediction.pMax);
        return;
    }
    if (const std::optional<int> available = workersAvailable(target); available && *available <= prediction.pMax) {
        field.standInP = *available;
        field.standInBy = PlanBy::Efficiency;
        field.standInWhy =
            say("as many as {} hold: an efficiency of {} % or more at all of them", machinesText(target), percent);
        return;
    }
    if (prediction.pMax < defaultPMax) {  // somebody bounded the search
        field.standInP = prediction.pMax;
        field.standInBy = PlanBy::Efficiency;
        field.standInWhy = say("{}, as many as p-max allows: an efficiency of {} % or more at all of them, and no knee",
                               prediction.pMax, percent);
        return;
    }
    field.standInP = 1;
    field.standInBy = PlanBy::Nothing;
    field.standInWhy =
        say("nothing in this model says where to stop: no knee and an efficiency of {} % or more up to {}, where the "
            "search ends; one worker "
            "stands in until a deadline, a budget or a p is given",
            percent, prediction.pMax);
}

}  // namespace

PlanCandidate candidateOf(const ScalingModel& model, const PredictionRow& row)
{
    return {.p = row.p,
            .nodes = row.nodes,
            .runS = row.tStepS * model.stepsAt(row.p),
            .stepS = row.tStepS,
            .costUsd = row.costUsd,
            .speedup = row.speedup,
            .kneeScore = row.efficiency / row.tStepS,
            .quality = {}};
}

PlanCandidate candidateOf(const MeasuredLadder& ladder, const Rung& rung, const Target& target)
{
    PlanCandidate candidate{.p = rung.p,
                            .nodes = nodesOf(rung.p, workersOnNode(target)),
                            .runS = workTimeS(ladder, rung),
                            .costUsd = {},
                            .speedup = rung.speedup,
                            .kneeScore = rung.efficiency * rung.speedup,
                            .quality = rung.quality,
                            .reachesTarget = rung.reachesTarget,
                            .runs = rung.runCount()};
    if (target.priceUsdPerHour)
        candidate.costUsd = target.priceUsdPerHour->value * (candidate.nodes * (candidate.runS / secondsPerHour));
    return candidate;
}

PlanField fieldOf(const Prediction& prediction, const Plan& plan, const Target& machines)
{
    PlanField field{.candidates = {},
                    .curve = CurveKind::Predicted,
                    .any = say("p up to {}", prediction.pMax),
                    .noRun = plan.steps ? std::nullopt : std::optional("the plan has no steps per run")};
    field.openEnd = !endsWithTheBatch(prediction.model, prediction.pMax);
    standIn(field, prediction, machines);
    const Landmarks& marks = prediction.landmarks;
    const bool keeps = prediction.columns.efficiency[static_cast<std::size_t>(field.standInP - 1)] >=
                       prediction.model.efficiencyTarget;
    if (plan.efficiencyTarget && field.standInBy == PlanBy::Knee && !keeps) {
        const std::string target = significant(100 * prediction.model.efficiencyTarget, 3);
        field.standInWhy += marks.pEfficient ? say(", below the stated efficiency of {} %, which is kept up to p = {}",
                                                   target, *marks.pEfficient)
                                             : say(", below the stated efficiency of {} %, which no p keeps", target);
    }
    boundByMachines(field, machines, &prediction);
    fillNodes(field, prediction.model.workersPerNode, &prediction);
    return field;
}

PlanField fieldOf(const MeasuredLadder& ladder, const Target& target, const Goal& goal)
{
    PlanField field{.candidates = {},
                    .curve = CurveKind::Measured,
                    .standInP = ladder.kneeP,
                    .any = "p measured",
                    .noLatency = "the ladder's times are of whole runs",
                    .less = lowerIsBetter(goal.qualityName.empty() ? ladder.qualityName : goal.qualityName)};
    if (ladder.isThroughput)
        field.noRun =
            "the ladder holds throughputs: a run follows from the plan's steps and from how many of them one unit "
            "of work is";
    else if (!ladder.runUnknown.empty())
        field.noRun = ladder.runUnknown;
    for (const Rung& rung : ladder.rungs)
        (rung.runCount().mostSucceeded() ? field.candidates : field.failing)
            .push_back(candidateOf(ladder, rung, target));
    if (ladder.rungs.size() == 1) {
        field.standInBy = PlanBy::Nothing;
        field.standInWhy = "the only p measured";
    } else if (!field.candidates.empty() && !ladder.at(ladder.kneeP)->runCount().mostSucceeded()) {
        field.standInP =
            std::max_element(field.candidates.begin(), field.candidates.end(),
                             [](const PlanCandidate& a, const PlanCandidate& b) { return a.kneeScore < b.kneeScore; })
                ->p;
        field.standInWhy = "the knee of the p at which most runs succeeded";
    }
    boundByMachines(field, target);
    fillNodes(field, workersOnNode(target));
    return field;
}

}  // namespace scalewright
