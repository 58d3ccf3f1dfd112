// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/conditions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/model/scaling/row.h"
#include "core/model/step/project_model.h"

namespace scalewright {

namespace {

/// The conditions that a time depends on, apart from the pattern and T_comp.
constexpr std::array targetConditions{&Target::alphaS,           &Target::bandwidthBytesPerS,
                                      &Target::alpha2S,          &Target::bandwidth2BytesPerS,
                                      &Target::oversubscription, &Target::workersPerNode};

/// The model without what does not change a step's undisturbed time: prices, the length of a run, failures.
ScalingModel stepModelOf(ScalingModel model)
{
    const ScalingModel defaults;
    model.nodePriceUsdPerHour = defaults.nodePriceUsdPerHour;
    model.steps = defaults.steps;
    model.hasRunLength = defaults.hasRunLength;
    model.efficiencyTarget = defaults.efficiencyTarget;
    model.maximumWorkers = defaults.maximumWorkers;
    model.criticalWorkers = defaults.criticalWorkers;
    copyMembers(model.terms, defaults.terms, failureMembers);
    return model;
}

/// The rate of a link in bits, as on data sheets: "10 Gbit/s".
std::string conditionText(const FieldInfo& field, double value)
{
    if (field.dimension != Dimension::Bandwidth)
        return amountText(value, field.dimension);
    AmountText bits = formatAmount(8 * value, Dimension::Bandwidth);
    if (const std::size_t point = bits.number.find('.'); point != std::string::npos) {
        bits.number.erase(bits.number.find_last_not_of('0') + 1);
        if (bits.number.ends_with('.'))
            bits.number.pop_back();
    }
    if (const std::size_t bytes = bits.unit.rfind("B/s"); bytes != std::string::npos)
        bits.unit.replace(bytes, 3, "bit/s");
    return bits.joined();
}

class Differences {
public:
    /// A value that one side does not set is no difference: the user is filling in a gap.
    void compare(const FieldInfo& field, const MaybeQuantity& then, const MaybeQuantity& now)
    {
        if (then && now && then->value != now->value)
            m_texts.push_back(formatMessage("{} ({})", conditionText(field, then->value), field.name));
    }
    template <class Section>
    void compareAll(const Section& then, const Section& now)
    {
        for (const QuantityField<Section>& field : quantities<Section>)
            compare(field.info, then.*field.member, now.*field.member);
    }
    void add(std::string text) { m_texts.push_back(std::move(text)); }

    [[nodiscard]] bool isEmpty() const { return m_texts.empty(); }
    /// The first two, and the number of the others.
    [[nodiscard]] std::string text() const
    {
        constexpr std::size_t shown = 2;
        std::vector<std::string> first(m_texts.begin(),
                                       m_texts.begin() + static_cast<std::ptrdiff_t>(std::min(shown, m_texts.size())));
        std::string text = joinNonEmpty(first, ", ");
        if (m_texts.size() > shown)
            text += formatMessage(" and {} more", m_texts.size() - shown);
        return text;
    }

private:
    std::vector<std::string> m_texts;
};

/// now/then, for one part of T(p); the part is absent in the model at one of them: as it is.
double ratioOf(double now, double then)
{
    return then > 0 && std::isfinite(now / then) ? now / then : 1;
}

/// What the model adds to a part that it did not have under the conditions of the runs.
double addedTo(double now, double then)
{
    return then > 0 ? 0 : std::max(0.0, now);
}

struct ModelledParts {
    double compS, commS, waitS;
    [[nodiscard]] double totalS() const { return compS + commS + waitS; }
};

ModelledParts partsAt(const ScalingModel& model, int p)
{
    const PredictionRow row = predictAt(model, p);
    return {row.tCompS, row.tCommS, std::max(0.0, row.tWaitS) + row.tCoordinationS};
}

TimeParts calibratedParts(const TimeParts& measured, const ModelledParts& now, const ModelledParts& then)
{
    TimeParts parts = measured;
    parts.compS = measured.compS * ratioOf(now.compS, then.compS);
    parts.commS = measured.commS * ratioOf(now.commS, then.commS) + addedTo(now.commS, then.commS);
    parts.idleS = measured.idleS * ratioOf(now.waitS, then.waitS) + addedTo(now.waitS, then.waitS);
    // What is neither computation nor named is most likely communication.
    parts.unattributedS = measured.unattributedS * ratioOf(now.commS + now.waitS, then.commS + then.waitS);
    return parts;
}

MeasuredLadder calibrated(const MeasuredLadder& ladder, const ScalingModel& now, const ScalingModel& then)
{
    std::vector<TimeParts> parts;
    parts.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs) {
        const ModelledParts modelledNow = partsAt(now, rung.p), modelledThen = partsAt(then, rung.p);
        // The model's seconds are of a step, the rung's of whatever was timed.
        const double scale = rung.timeS / std::max(modelledThen.totalS(), 1e-300);
        const auto scaled = [scale](const ModelledParts& each) {
            return ModelledParts{each.compS * scale, each.commS * scale, each.waitS * scale};
        };
        if (rung.parts)
            parts.push_back(calibratedParts(*rung.parts, scaled(modelledNow), scaled(modelledThen)));
        else
            parts.push_back({.unattributedS = rung.timeS * ratioOf(modelledNow.totalS(), modelledThen.totalS())});
    }
    MeasuredLadder result = withParts(ladder, parts);
    if (!ladder.hasParts)
        for (std::size_t i = 0; i < result.rungs.size(); ++i)
            if (!ladder.rungs[i].parts)
                result.rungs[i].parts.reset();
    result.hasParts = ladder.hasParts;
    return result;
}

/// The models under two conditions. Where T_comp is not set, both have the same: it cancels in the ratios of the other
/// parts.
struct ModelPair {
    std::optional<ScalingModel> then, now;
    bool isTCompKnown = false;
};

ModelPair modelsUnder(const RunConditions& then, const RunConditions& now, Scaling scaling)
{
    const MaybeQuantity& known = then.baseline.tCompS ? then.baseline.tCompS : now.baseline.tCompS;
    const auto under = [&](RunConditions conditions) {
        if (!conditions.baseline.tCompS)
            conditions.baseline.tCompS = known ? known : typed(1);
        return modelUnder(conditions, scaling);
    };
    return {under(then), under(now), known.has_value()};
}

}  // namespace

RunConditions conditionsOfRuns(const Ladder& ladder, const Project& project)
{
    return ladder.conditions ? *ladder.conditions : RunConditions{project.baseline, project.target, project.design};
}

std::optional<ScalingModel> modelUnder(const RunConditions& conditions, Scaling scaling)
{
    Proposal proposal;
    proposal.target = conditions.target;
    proposal.design = conditions.design;
    proposal.plan.scaling = scaling;
    // Failures are not part of an undisturbed step, and need the plan's steps.
    proposal.target.nodeMtbfS.reset();
    proposal.design.faultTolerance = {};
    Result<ScalingModel> model = scalingModel(conditions.baseline, proposal);
    return model ? std::optional(*std::move(model)) : std::nullopt;
}

std::string changedConditionsText(const RunConditions& then, const RunConditions& now, Scaling scaling)
{
    Differences differences;
    differences.compare(fieldOf(&Baseline::batch), then.baseline.batch, now.baseline.batch);
    if (then.baseline.model && now.baseline.model)
        differences.compare(fieldOf(&ModelShape::parameters), then.baseline.model->parameters,
                            now.baseline.model->parameters);
    if (!then.target.node.empty() && !now.target.node.empty() && then.target.node != now.target.node)
        differences.add(then.target.node);
    differences.compare(fieldOf(&Target::memoryBytes), then.target.memoryBytes, now.target.memoryBytes);
    const ModelPair models = modelsUnder(then, now, scaling);
    if (!models.then || !models.now || stepModelOf(*models.then) == stepModelOf(*models.now))
        return differences.text();
    for (const auto member : targetConditions)
        for (const QuantityField<Target>& field : quantities<Target>)
            if (field.member == member)
                differences.compare(field.info, then.target.*member, now.target.*member);
    differences.compare(fieldOf(&Baseline::tCompS), then.baseline.tCompS, now.baseline.tCompS);
    if (then.design.communication.pattern != now.design.communication.pattern)
        differences.add(uncapitalised(titleOf(then.design.communication.pattern)));
    differences.compareAll(then.design.communication, now.design.communication);
    differences.compareAll(then.design.partitioning, now.design.partitioning);
    differences.compareAll(then.design.consistency, now.design.consistency);
    differences.compareAll(then.design.coordination, now.design.coordination);
    differences.compareAll(then.design.loadBalancing, now.design.loadBalancing);
    return differences.isEmpty() ? "another design" : differences.text();
}

std::shared_ptr<const MeasuredLadder> ladderUnderConditions(const MeasuredLadder& ladder, const RunConditions& now,
                                                            const ScalingModel* model)
{
    std::shared_ptr<const MeasuredLadder> asMeasured(std::shared_ptr<const MeasuredLadder>(), &ladder);
    if (!ladder.conditions || (model && model->scaling != ladder.scaling) || *ladder.conditions == now)
        return asMeasured;
    const std::string measuredAt = changedConditionsText(*ladder.conditions, now, ladder.scaling);
    ModelPair models = modelsUnder(*ladder.conditions, now, ladder.scaling);
    if (model)
        models.now = *model;
    if (measuredAt.empty() || !models.then || !models.now)
        return asMeasured;
    // Total times cannot be divided into parts without T_comp: they stay, with the conditions beside them.
    auto result = std::make_shared<MeasuredLadder>(
        models.isTCompKnown || ladder.hasParts ? calibrated(ladder, *models.now, *models.then) : ladder);
    if (!ladder.isCalibrated())
        result->measuredAt = measuredAt;
    result->conditions = now;
    return result;
}

Project withConditionsKept(const Project& before, Project after)
{
    if (after.measurements.ladders.empty())
        return after;
    const RunConditions then{before.baseline, before.target, before.design},
        now{after.baseline, after.target, after.design};
    const Scaling scaling = after.plan.scaling;
    for (Ladder& ladder : after.measurements.ladders) {
        const auto same = std::ranges::find_if(before.measurements.ladders, [&](const Ladder& each) {
            return each.name == ladder.name && each.points == ladder.points;
        });
        if (same == before.measurements.ladders.end())
            continue;
        if (!ladder.conditions && !same->conditions && !(then == now) &&
            !changedConditionsText(then, now, scaling).empty())
            ladder.conditions = then;
        else if (ladder.conditions && changedConditionsText(*ladder.conditions, now, scaling).empty())
            ladder.conditions.reset();
    }
    return after;
}

}  // namespace scalewright
