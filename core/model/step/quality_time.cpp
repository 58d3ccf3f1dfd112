#include "core/model/step/quality_time.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/work_share.h"
#include "core/model/step/halo.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

bool picks(const DesignSlot& slot, std::string_view option)
{
    return std::any_of(slot.choices.begin(), slot.choices.end(),
                       [option](const SlotChoice& each) { return each.option == option; });
}

std::string timeOf(double value)
{
    return formatAmount(value, Dimension::Time).joined();
}

}  // namespace

std::optional<StatisticalEfficiency> statisticalEfficiency(const Baseline& baseline)
{
    for (const MaybeQuantity* each : {&baseline.batch, &baseline.criticalBatch, &baseline.minSteps})
        if (!*each || !((*each)->value > 0))
            return std::nullopt;
    return StatisticalEfficiency{baseline.batch->value, baseline.criticalBatch->value, baseline.minSteps->value};
}

double stepsToQuality(const StatisticalEfficiency& efficiency, double batch)
{
    return efficiency.minSteps * (1 + efficiency.criticalBatch / batch);
}

ToQuality toQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int p)
{
    const PredictionRow row = predictAt(model, p);
    ToQuality to{.p = p,
                 .batch = efficiency.batch * (model.scaling == Scaling::Weak ? usefulWorkers(model.terms, p) : 1),
                 .costUsd = {}};
    to.steps = stepsToQuality(efficiency, to.batch);
    to.timeS = to.steps * row.tStepS;
    if (row.costUsd)
        to.costUsd = *row.costUsd / model.stepsAt(p) * to.steps;
    return to;
}

ToQuality fastestToQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int pMax)
{
    ToQuality best = toQuality(model, efficiency, 1);
    for (int p = 2; p <= searched(model, pMax); ++p)
        if (const ToQuality each = toQuality(model, efficiency, p); each.timeS < best.timeS)
            best = each;
    return best;
}

std::vector<std::string> qualityNotes(const Project& project, const ScalingModel& model, int planP, int pMax)
{
    std::vector<std::string> notes;
    const std::optional<StatisticalEfficiency> efficiency = statisticalEfficiency(project.baseline);
    const bool weak = model.scaling == Scaling::Weak;
    if (efficiency && !(model.mostWorkers && planP > *model.mostWorkers)) {
        const ToQuality at = toQuality(model, *efficiency, planP);
        if (std::isfinite(at.timeS)) {
            std::string says =
                say("to the quality at p = {}: {} steps of a batch of {} (S_min (1 + B_crit/B), McCandlish et al. "
                    "2018), {}",
                    planP, significant(at.steps), significant(at.batch), timeOf(at.timeS));
            if (weak)
                if (const ToQuality best = fastestToQuality(model, *efficiency, pMax); best.p != planP)
                    says += say("; least at p = {}, {}", best.p, timeOf(best.timeS));
            notes.push_back(std::move(says));
        }
    } else if (weak && planP > 1) {
        notes.emplace_back(
            "a batch p times as large is assumed to need p times fewer steps; enter batch, critical batch and fewest "
            "steps to check");
    }
    if (std::string whole = wholeExamplesNote(model, planP); !whole.empty())
        notes.push_back(std::move(whole));
    const Design& design = project.design;
    if (picks(design.consistency.slot, "asynchronous") || picks(design.consistency.slot, "bounded-staleness") ||
        picks(design.consistency.slot, "eventual"))
        notes.emplace_back("stale views may take more steps to the same quality (Ho et al. 2013): not counted");
    if (model.first().communication.localSteps > 1)
        notes.push_back(say("an exchange every {} steps may take more steps to the same quality: not counted",
                            model.first().communication.localSteps));
    const Delivers delivers = traitsOf(model.first().pattern).delivers;
    if (delivers == Delivers::NeighboursMean && !exchangesHalos(design))
        notes.push_back(
            say("{} agrees among neighbours only, over many rounds ({}): the steps that costs are not counted",
                titleOf(model.first().pattern), patternSource(model.first().pattern)));
    if (delivers == Delivers::SampledMean && model.first().communication.participation < 1)
        notes.push_back(say("a round hears {} % of the clients: the rounds that costs are not counted",
                            significant(100 * model.first().communication.participation)));
    return notes;
}

}  // namespace scalewright
