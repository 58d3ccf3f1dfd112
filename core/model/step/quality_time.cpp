// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step/quality_time.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/work_share.h"
#include "core/model/step/halo_exchange.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

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

TimeToQuality timeToQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int p)
{
    const PredictionRow row = predictAt(model, p);
    TimeToQuality result{
        .p = p,
        .batch = efficiency.batch * (model.scaling == Scaling::Weak ? usefulWorkers(model.terms, p) : 1),
        .costUsd = {}};
    result.steps = stepsToQuality(efficiency, result.batch);
    result.timeS = result.steps * row.tStepS;
    if (row.costUsd)
        result.costUsd = *row.costUsd / model.stepsAt(p) * result.steps;
    return result;
}

TimeToQuality fastestTimeToQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int pMax)
{
    TimeToQuality fastest = timeToQuality(model, efficiency, 1);
    for (int p = 2; p <= searchLimit(model, pMax); ++p)
        if (const TimeToQuality each = timeToQuality(model, efficiency, p); each.timeS < fastest.timeS)
            fastest = each;
    return fastest;
}

std::vector<std::string> qualityNotes(const Project& project, const ScalingModel& model, int planP, int pMax)
{
    std::vector<std::string> notes;
    const std::optional<StatisticalEfficiency> efficiency = statisticalEfficiency(project.baseline);
    const bool weak = model.scaling == Scaling::Weak;
    if (efficiency && !(model.maximumWorkers && planP > *model.maximumWorkers)) {
        const TimeToQuality atPlan = timeToQuality(model, *efficiency, planP);
        if (std::isfinite(atPlan.timeS)) {
            std::string note = formatMessage(
                "time to the quality at p = {}: {} steps of a batch of {} (S_min (1 + B_crit/B), McCandlish et al. "
                "2018), {}",
                planP, significantText(atPlan.steps), significantText(atPlan.batch), timeText(atPlan.timeS));
            if (weak)
                if (const TimeToQuality fastest = fastestTimeToQuality(model, *efficiency, pMax); fastest.p != planP)
                    note += formatMessage("; shortest at p = {}, {}", fastest.p, timeText(fastest.timeS));
            notes.push_back(std::move(note));
        }
    } else if (weak && planP > 1) {
        notes.emplace_back(
            "a batch p times as large is assumed to need p times fewer steps; enter batch, critical batch and fewest "
            "steps to check");
    }
    if (std::string unevenNote = unevenBatchNote(model, planP); !unevenNote.empty())
        notes.push_back(std::move(unevenNote));
    const Design& design = project.design;
    if (isOptionChosen(design.consistency.slot, "asynchronous") ||
        isOptionChosen(design.consistency.slot, "bounded-staleness") ||
        isOptionChosen(design.consistency.slot, "eventual"))
        notes.emplace_back("stale views may take more steps to the same quality (Ho et al. 2013): not counted");
    if (model.primaryExchange().communication.localSteps > 1)
        notes.push_back(formatMessage("an exchange every {} steps may take more steps to the same quality: not counted",
                                      model.primaryExchange().communication.localSteps));
    const ExchangeOutcome delivers = traitsOf(model.primaryExchange().pattern).outcome;
    if (delivers == ExchangeOutcome::NeighbourMean && !exchangesHalos(design))
        notes.push_back(formatMessage(
            "{} agrees only among neighbours, over many rounds ({}): the additional steps are not counted",
            titleOf(model.primaryExchange().pattern), patternSource(model.primaryExchange().pattern)));
    if (delivers == ExchangeOutcome::SampledClientMean && model.primaryExchange().communication.participation < 1)
        notes.push_back(formatMessage("a round uses {} % of the clients: the additional rounds are not counted",
                                      significantText(100 * model.primaryExchange().communication.participation)));
    return notes;
}

}  // namespace scalewright
