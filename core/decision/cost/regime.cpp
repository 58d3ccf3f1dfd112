// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/regime.h"

#include <algorithm>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/decision/cost/carbon.h"
#include "core/model/scaling/failures.h"
#include "core/model/step/design_terms.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

std::string singleNodeLossText(const DesignTerms& terms)
{
    return terms.checkpointIntervalS ? ", and a run on one node goes back to its last checkpoint"
                                     : ", and a run on one node starts over";
}

/// The recovery of the design, applied only to the loss of spot nodes: a measured time already includes the failures
/// during its measurement.
DesignTerms spotDesignTerms(const Proposal& proposal)
{
    Target target = proposal.target;
    target.nodeMtbfS = target.spotMtbfS;
    Plan plan = proposal.plan;
    plan.steps = plan.steps ? plan.steps : typed(1);  // the ladder's run is known, whatever the plan says
    ModelFieldReader numbers;
    return readDesignTerms(target, proposal.design, plan, numbers).terms;
}

}  // namespace

PricingTerms regimeTerms(const Target& target)
{
    PricingTerms terms;
    terms.timesIncludePreemption = target.spotMtbfS.has_value();
    if (target.spotPriceShare)
        terms.spotPriceFactor = target.spotPriceShare->value;
    if (target.utilisation)
        terms.utilisation = target.utilisation->value;
    if (target.purchaseUsd && target.lifetimeS) {
        const double hours = target.lifetimeS->value / secondsPerHour;
        double usd = target.purchaseUsd->value / hours;
        const std::optional<double> kwhPerHour = computeFootprint(target, 1, secondsPerHour, {}).kwh;
        if (kwhPerHour && target.electricityUsdPerKwh)
            usd += *kwhPerHour * target.electricityUsdPerKwh->value;
        terms.ownedUsdPerHour = usd;
    }
    return terms;
}

PricingTerms regimeTerms(const Proposal& proposal)
{
    PricingTerms terms = regimeTerms(proposal.target);
    if (proposal.goal.runsPerMonth)
        terms.runsPerMonth = proposal.goal.runsPerMonth->value;
    return terms;
}

bool isOwnedForRunsOnly(const PricingTerms& terms)
{
    return terms.ownedUsdPerHour && terms.runsPerMonth && *terms.runsPerMonth > 0 && !terms.utilisation;
}

std::vector<double> ownedPricesUsdPerHour(const PricingTerms& terms, const ScalingCurve& curve, double runs)
{
    std::vector<double> prices;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const double work = curve.baseWorkShare(i);
        const double busy = *terms.runsPerMonth * runs * work * curve.timeS[i] / secondsPerHour / hoursPerMonth;
        prices.push_back(busy > 0 && busy <= 1 ? *terms.ownedUsdPerHour / busy
                                               : std::numeric_limits<double>::infinity());
    }
    return prices;
}

Proposal withSpotNodes(Proposal proposal, double priceUsdPerHour)
{
    Target& target = proposal.target;
    target.priceUsdPerHour = typed(priceUsdPerHour);
    if (target.spotMtbfS)
        target.nodeMtbfS = typed(target.nodeMtbfS ? 1 / (1 / target.nodeMtbfS->value + 1 / target.spotMtbfS->value)
                                                  : target.spotMtbfS->value);
    return proposal;
}

MeasuredLadder withPreemption(const MeasuredLadder& ladder, const Proposal& proposal)
{
    MeasuredLadder spot = ladder;
    if (!proposal.target.spotMtbfS || ladder.isThroughput)
        return spot;
    const DesignTerms terms = spotDesignTerms(proposal);
    for (Rung& rung : spot.rungs) {
        const double workS = baseWorkTimeS(ladder, rung);
        const int nodes = nodeCount(rung.p, workersOnNode(proposal.target));
        const double factor = failureFactor(terms, nodes, workS, workS, 1);
        const auto scale = [](std::optional<Interval>& interval, double multiplier) {
            if (interval)
                interval = Interval{interval->low * multiplier, interval->high * multiplier, interval->level};
        };
        if (rung.parts)
            rung.parts->unattributedS += (factor - 1) * rung.timeS;
        rung.timeS *= factor;
        rung.fastestS *= factor;
        rung.slowestS *= factor;
        for (RunTime& run : rung.runs) {
            if (run.parts)
                run.parts->unattributedS += (factor - 1) * run.timeS;
            run.timeS *= factor;
        }
        if (rung.throughputPerS)
            rung.throughputPerS = *rung.throughputPerS / factor;
        scale(rung.timeInterval, factor);
        scale(rung.speedupInterval, 1 / factor);
        rung.speedup /= factor;
        rung.efficiency = rung.speedup / rung.p;
        rung.karpFlatt.reset();
    }
    const auto pWithMaximum = [&](auto value) {
        return std::ranges::max_element(spot.rungs,
                                        [&](const Rung& a, const Rung& b) { return value(a) < value(b) * (1 - 1e-12); })
            ->p;
    };
    spot.fastestP = pWithMaximum([](const Rung& rung) { return rung.speedup; });
    spot.kneeP = pWithMaximum([](const Rung& rung) { return rung.efficiency * rung.speedup; });
    return spot;
}

std::string preemptionNote(const Proposal& proposal, bool isSingleStep)
{
    const Target& target = proposal.target;
    if (!target.spotMtbfS)
        return "how long a spot node lasts is not set: no time is added for preempted nodes";
    const DesignTerms terms = spotDesignTerms(proposal);
    const std::string keptTime = timeText(target.spotMtbfS->value);
    if (isSingleStep && terms.recovery == Recovery::None)
        return formatMessage(
            "a node lasts {} on average, but no time is added: without recovery a lost node restarts the run, and its "
            "steps are not set",
            keptTime);
    if (isSingleStep && terms.recovery == Recovery::Checkpoint)
        return formatMessage(
            "a node lasts {} on average; the steps of the run are not set, so the loss between checkpoints is that of "
            "an endless run (Daly 2006)",
            keptTime);
    switch (terms.recovery) {
    case Recovery::None:
        return formatMessage(
            "a node lasts {} on average, and without recovery in the design a lost node restarts the run", keptTime);
    case Recovery::Checkpoint:
        return terms.checkpointS > 0
                   ? formatMessage("a node lasts {} on average; checkpoints of {} limit the loss", keptTime,
                                   timeText(terms.checkpointS))
                   : formatMessage(
                         "a node lasts {} on average; checkpoints are assumed to take no time, since their write time "
                         "is not set",
                         keptTime);
    case Recovery::Elastic:
        return formatMessage("a node lasts {} on average; the others continue without a lost one{}", keptTime,
                             singleNodeLossText(terms));
    case Recovery::ReExecute:
        return formatMessage("a node lasts {} on average; another worker repeats a lost share{}", keptTime,
                             singleNodeLossText(terms));
    }
    return {};
}

}  // namespace scalewright
