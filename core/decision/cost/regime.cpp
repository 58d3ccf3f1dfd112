#include "core/decision/cost/regime.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/model/scaling/failures.h"
#include "core/model/step/design_terms.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr double wattsPerKilowatt = 1000;

std::string lastNode(const DesignTerms& terms)
{
    return terms.checkpointIntervalS ? ", and a run on one node goes back to its last checkpoint"
                                     : ", and a run on one node starts again";
}

/// The design's recovery against the loss of spot nodes alone: a measured time holds what failed while it was measured.
DesignTerms spotTerms(const Proposal& proposal)
{
    Target target = proposal.target;
    target.nodeMtbfS = target.spotMtbfS;
    Plan plan = proposal.plan;
    plan.steps = plan.steps ? plan.steps : typed(1);  // the ladder's run is known, whatever the plan says
    ModelNumbers numbers;
    return designTerms(target, proposal.design, plan, numbers).terms;
}

}  // namespace

RegimeTerms regimeTerms(const Target& target)
{
    RegimeTerms terms;
    terms.spotTimesKnown = target.spotMtbfS.has_value();
    if (target.spotPriceShare)
        terms.spotFactor = target.spotPriceShare->value;
    if (target.utilisation)
        terms.utilisation = target.utilisation->value;
    if (target.purchaseUsd && target.lifetimeS) {
        const double hours = target.lifetimeS->value / secondsPerHour;
        double usd = target.purchaseUsd->value / hours;
        if (target.powerW && target.electricityUsdPerKwh) {
            const double load = target.load ? target.load->value : 1;
            const double pue = target.pue ? target.pue->value : 1;
            usd += workersOnNode(target) * target.powerW->value * load * pue / wattsPerKilowatt *
                   target.electricityUsdPerKwh->value;
        }
        terms.ownedUsdPerHour = usd;
    }
    return terms;
}

RegimeTerms regimeTerms(const Proposal& proposal)
{
    RegimeTerms terms = regimeTerms(proposal.target);
    if (proposal.goal.runsPerMonth)
        terms.runsPerMonth = proposal.goal.runsPerMonth->value;
    return terms;
}

bool ownedForTheRuns(const RegimeTerms& terms)
{
    return terms.ownedUsdPerHour && terms.runsPerMonth && *terms.runsPerMonth > 0 && !terms.utilisation;
}

std::vector<double> ownedPrices(const RegimeTerms& terms, const ScalingCurve& curve, double runs)
{
    std::vector<double> prices;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const double work = curve.baseShare(i);
        const double busy = *terms.runsPerMonth * runs * work * curve.timeS[i] / secondsPerHour / hoursPerMonth;
        prices.push_back(busy > 0 && busy <= 1 ? *terms.ownedUsdPerHour / busy
                                               : std::numeric_limits<double>::infinity());
    }
    return prices;
}

Proposal onSpot(Proposal proposal, double priceUsdPerHour)
{
    Target& target = proposal.target;
    target.priceUsdPerHour = typed(priceUsdPerHour);
    if (target.spotMtbfS)
        target.nodeMtbfS = typed(target.nodeMtbfS ? 1 / (1 / target.nodeMtbfS->value + 1 / target.spotMtbfS->value)
                                                  : target.spotMtbfS->value);
    return proposal;
}

MeasuredLadder preempted(const MeasuredLadder& ladder, const Proposal& proposal)
{
    MeasuredLadder spot = ladder;
    if (!proposal.target.spotMtbfS || ladder.isThroughput)
        return spot;
    const DesignTerms terms = spotTerms(proposal);
    for (Rung& rung : spot.rungs) {
        const double workS = workTimeS(ladder, rung);
        const int nodes = nodesOf(rung.p, workersOnNode(proposal.target));
        const double factor = failureFactor(terms, nodes, workS, workS, 1);
        const auto scale = [](std::optional<Interval>& interval, double by) {
            if (interval)
                interval = Interval{interval->low * by, interval->high * by, interval->level};
        };
        if (rung.parts)
            rung.parts->restS += (factor - 1) * rung.timeS;
        rung.timeS *= factor;
        rung.fastestS *= factor;
        rung.slowestS *= factor;
        for (RunTime& run : rung.runs) {
            if (run.parts)
                run.parts->restS += (factor - 1) * run.timeS;
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
    const auto most = [&](auto value) {
        return std::max_element(spot.rungs.begin(), spot.rungs.end(),
                                [&](const Rung& a, const Rung& b) { return value(a) < value(b) * (1 - 1e-12); })
            ->p;
    };
    spot.fastestP = most([](const Rung& rung) { return rung.speedup; });
    spot.kneeP = most([](const Rung& rung) { return rung.efficiency * rung.speedup; });
    return spot;
}

std::string preemptionNote(const Proposal& proposal, bool ofAStep)
{
    const Target& target = proposal.target;
    if (!target.spotMtbfS)
        return "how long a spot node is kept is not known: no time is added for nodes that are taken back";
    const DesignTerms terms = spotTerms(proposal);
    const std::string kept = formatAmount(target.spotMtbfS->value, Dimension::Time).joined();
    if (ofAStep && terms.recovery == Recovery::None)
        return say(
            "a node is kept {} on average, but no time is added: without a recovery a lost one starts the run again, "
            "and how many steps it has is not known",
            kept);
    if (ofAStep && terms.recovery == Recovery::Checkpoint)
        return say(
            "a node is kept {} on average; how many steps the run has is not known, so what is lost between "
            "checkpoints is that of a run without end (Daly 2006)",
            kept);
    switch (terms.recovery) {
    case Recovery::None:
        return say("a node is kept {} on average, and without a recovery in the design a lost one starts the run again",
                   kept);
    case Recovery::Checkpoint:
        return terms.checkpointS > 0 ? say("a node is kept {} on average; checkpoints of {} bound what is lost", kept,
                                           formatAmount(terms.checkpointS, Dimension::Time).joined())
                                     : say("a node is kept {} on average; checkpoints are taken to cost no time, since "
                                           "what writing one takes is not given",
                                           kept);
    case Recovery::Elastic:
        return say("a node is kept {} on average; the others go on without a lost one{}", kept, lastNode(terms));
    case Recovery::ReExecute:
        return say("a node is kept {} on average; another worker does a lost share again{}", kept, lastNode(terms));
    }
    return {};
}

}  // namespace scalewright
