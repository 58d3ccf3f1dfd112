// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/cost.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/model.h"

namespace scalewright {

namespace {

constexpr double assumedUtilisation = 0.60;  // of owned machines, used if not set
constexpr double costEqualityTolerance = 1e-12;  // relative: products of the same seconds in a different order

double baseWorkNodeHours(const MeasuredLadder& ladder, const Rung& rung, int workersPerNode)
{
    return nodeCount(rung.p, workersPerNode) * (baseWorkTimeS(ladder, rung) / secondsPerHour);
}

/// The rung with the smallest value; the fastest of those that are equal up to rounding.
template <class Value>
const Rung* rungWithMinimum(const std::vector<const Rung*>& rungs, Value value)
{
    const Rung* best = nullptr;
    for (const Rung* rung : rungs)
        if (best == nullptr || value(*rung) < value(*best) * (1 - costEqualityTolerance) ||
            (value(*rung) <= value(*best) * (1 + costEqualityTolerance) && rung->speedup > best->speedup))
            best = rung;
    return best;
}

std::vector<const Rung*> rungPointers(const MeasuredLadder& ladder)
{
    std::vector<const Rung*> rungs;
    rungs.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs)
        rungs.push_back(&rung);
    return rungs;
}

MarginalStep marginalStepBetween(const CostRow& from, const CostRow& to)
{
    MarginalStep step{.fromP = from.p,
                      .toP = to.p,
                      .speedupGain = to.speedup - from.speedup,
                      .addedCostUsd = to.costUsd - from.costUsd};
    if (std::abs(step.addedCostUsd) <= costEqualityTolerance * std::max(from.costUsd, to.costUsd)) {
        step.addedCostUsd = 0;
        step.note = step.speedupGain > 0   ? "the step costs nothing extra: no ratio, nothing to weigh"
                    : step.speedupGain < 0 ? "the step costs nothing extra and is slower: no ratio"
                                           : "the step changes neither speed nor cost";
        return step;
    }
    step.speedupPerUsd = step.speedupGain / step.addedCostUsd;
    if (*step.speedupPerUsd < 0)
        step.note = step.addedCostUsd > 0 ? "slower and more expensive" : "faster and cheaper";
    return step;
}

/// Cost(p)/Cost(p0) = 1/E: names the other p that may cost as little as the cheapest, within the scatter of the runs.
std::string costOptimumCaveat(const ScalingCurve& curve, std::size_t cheapest)
{
    if (curve.source != ScalingCurve::Source::Measured || curve.size() < 2)
        return {};
    if (curve.speedupIntervals.empty())
        return curve.efficiency[cheapest] > 1 + costEqualityTolerance && cheapest > 0
                   ? formatMessage("cheaper than p = {} by {}: with few runs this may be noise",
                                   significantText(curve.p.front()), percentageText(1 - 1 / curve.efficiency[cheapest]))
                   : curve.runsNote;
    // Half-widths of ln E; 0 for the base, whose scatter is already included in the others.
    const auto half = [&](std::size_t i, bool isUpper) {
        const std::optional<Interval>& interval = curve.speedupIntervals[i];
        return interval ? std::abs(std::log((isUpper ? interval->high : interval->low) / curve.speedup[i])) : 0.0;
    };
    std::vector<std::string> inseparableP;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (i == cheapest || (!curve.speedupIntervals[i] && !curve.speedupIntervals[cheapest]))
            continue;
        const double dearer = std::log(curve.efficiency[cheapest] / curve.efficiency[i]);
        if (dearer <= std::hypot(half(i, true), half(cheapest, false)))
            inseparableP.push_back(significantText(curve.p[i]));
    }
    if (inseparableP.empty())
        return {};
    return formatMessage("the runs do not separate its cost from that of p = {}: their 95 % intervals overlap",
                         fmt::format("{}", fmt::join(inseparableP, ", ")));
}

}  // namespace

CurveCost priceCurve(const ScalingCurve& curve, double priceUsdPerHour)
{
    return priceCurve(curve, std::vector<double>(curve.size(), priceUsdPerHour));
}

CurveCost priceCurve(const ScalingCurve& curve, const std::vector<double>& pricesUsdPerHour)
{
    const std::size_t count = curve.size();
    const bool free = std::ranges::all_of(pricesUsdPerHour, [](double price) { return price == 0; });
    std::vector<double> hours;  // node-hours for the base rung's work
    hours.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        hours.push_back(nodeCount(static_cast<int>(curve.p[i]), curve.workersPerNode) *
                        (curve.timeS[i] * curve.baseWorkShare(i) / secondsPerHour));
    const auto weight = [&](std::size_t i) { return free ? hours[i] : pricesUsdPerHour[i] * hours[i]; };
    std::size_t fastest = 0, cheapest = 0;
    for (std::size_t i = 1; i < count; ++i) {
        fastest = curve.speedup[i] > curve.speedup[fastest] ? i : fastest;
        const bool ties = std::abs(weight(i) - weight(cheapest)) <= costEqualityTolerance * weight(cheapest);
        cheapest = ties                           ? (curve.speedup[i] > curve.speedup[cheapest] ? i : cheapest)
                   : weight(i) < weight(cheapest) ? i
                                                  : cheapest;
    }
    const auto workersAt = [&](std::size_t i) { return static_cast<int>(curve.p[i]); };
    const auto share = [](const std::vector<double>& column, std::size_t i) {
        return column.empty() || std::isnan(column[i]) ? std::nullopt : std::optional(column[i]);
    };

    CurveCost cost{.priceUsdPerHour = pricesUsdPerHour[cheapest],
                   .costOptimalP = workersAt(cheapest),
                   .fastestP = workersAt(fastest)};
    for (std::size_t i = 0; i < count; ++i)
        cost.rows.push_back({.p = workersAt(i),
                             .nodes = nodeCount(workersAt(i), curve.workersPerNode),
                             .timeS = curve.timeS[i],
                             .speedup = curve.speedup[i],
                             .efficiency = curve.efficiency[i],
                             .costUsd = pricesUsdPerHour[i] * hours[i],
                             .commShare = share(curve.commShare, i),
                             .idleShare = share(curve.idleShare, i)});
    for (std::size_t i = 1; i < count; ++i)
        cost.marginalSteps.push_back(marginalStepBetween(cost.rows[i - 1], cost.rows[i]));

    cost.tradeOffText =
        count == 1 ? formatMessage("p = {} is the only one: there is nothing to choose", workersAt(cheapest))
        : cheapest == fastest
            ? formatMessage("p = {} is the cheapest and the fastest", workersAt(cheapest))
            : formatMessage("{}× the cost to go {}× faster", plainFactorText(weight(fastest) / weight(cheapest)),
                            plainFactorText(curve.speedup[fastest] / curve.speedup[cheapest]));
    if (cheapest != fastest)
        cost.fastestToCheapestRatios.emplace(weight(fastest) / weight(cheapest),
                                             curve.speedup[fastest] / curve.speedup[cheapest]);
    const auto failures = [&](std::size_t i) {
        return curve.runCounts.empty() ? "" : failureText(curve.runCounts[i], workersAt(i));
    };
    cost.tradeOffText = joinNonEmpty(
        {std::move(cost.tradeOffText), failures(cheapest), cheapest == fastest ? "" : failures(fastest)}, "; ");
    if (!curve.scalingCaveat.empty())
        cost.tradeOffText += formatMessage(". {}", curve.scalingCaveat);
    cost.costOptimalCaveat = costOptimumCaveat(curve, cheapest);
    // Failures are more important than the note about few runs.
    if (std::string failed = failures(cheapest); !failed.empty())
        cost.costOptimalCaveat = cost.costOptimalCaveat == curve.runsNote
                                     ? std::move(failed)
                                     : joinNonEmpty({std::move(cost.costOptimalCaveat), std::move(failed)}, "; ");
    if (free)
        cost.notes.emplace_back("a node-hour costs nothing: every p costs the same, and only the time decides");
    if (curve.isThroughput)
        cost.notes.emplace_back("the ladder has throughputs: times and costs are per unit of work");
    else if (curve.timesPerRun > 0)
        cost.notes.push_back(
            formatMessage("a run is the plan's steps at the measured rate: {} times one measured time or unit of work",
                          significantText(curve.timesPerRun)));
    if (!curve.isThroughput && curve.scaling == Scaling::Weak)
        cost.notes.push_back(formatMessage(
            "weak scaling: times, costs and goals are of the work of one run at p = {}, at the efficiency of p workers",
            curve.baseP));
    return cost;
}

RegimePrice regimePrice(PricingRegime regime, double onDemandUsdPerHour, const PricingTerms& terms)
{
    switch (regime) {
    case PricingRegime::OnDemand: return {onDemandUsdPerHour, "the full price, no commitment"};
    case PricingRegime::Spot:
        return {
            onDemandUsdPerHour * terms.spotPriceFactor,
            terms.timesIncludePreemption
                ? formatMessage("{} of the on-demand price; the times include what preempted nodes add",
                                percentageText(terms.spotPriceFactor))
                : formatMessage(
                      "{} of the on-demand price; nodes may be preempted, and the time that this adds is not included",
                      percentageText(terms.spotPriceFactor))};
    case PricingRegime::Owned: break;
    }
    if (terms.ownedUsdPerHour) {
        const double busy = terms.utilisation.value_or(terms.utilisationThreshold.value_or(assumedUtilisation));
        const double usd = *terms.ownedUsdPerHour / busy;
        const std::string ownershipNote =
            onDemandUsdPerHour <= 0 ? ""
            : *terms.ownedUsdPerHour > onDemandUsdPerHour
                ? "; it never costs less than on demand, even when always busy"
                : formatMessage("; it costs less than on demand when more than {} busy",
                                percentageText(*terms.ownedUsdPerHour / onDemandUsdPerHour));
        return {usd,
                formatMessage("{} for each hour that a node exists, {} of them {}{}", moneyText(*terms.ownedUsdPerHour),
                              percentageText(busy), terms.utilisation ? "busy" : "assumed to be busy", ownershipNote),
                !terms.utilisation};
    }
    const double threshold = terms.utilisationThreshold.value_or(terms.ownedPriceFactor);
    const double usdPerExistingHour = onDemandUsdPerHour * terms.ownedPriceFactor;
    const std::string rate =
        formatMessage("{} of the on-demand price for each hour that a node exists (exercise 41.7.2)",
                      percentageText(terms.ownedPriceFactor));
    if (!terms.utilisation)
        return {usdPerExistingHour,
                formatMessage("{}, assumed to be always busy; owning pays off above {} busy", rate,
                              percentageText(threshold)),
                true};
    if (*terms.utilisation <= threshold)
        return {std::nullopt,
                formatMessage("owned machines that are busy {} of the time do not pay off: they do above {}",
                              percentageText(*terms.utilisation), percentageText(threshold))};
    return {usdPerExistingHour / *terms.utilisation,
            formatMessage("{}, {} of them busy; owning pays off above {}", rate, percentageText(*terms.utilisation),
                          percentageText(threshold)),
            true};
}

std::string priceSensitivityNote(const MeasuredLadder& ladder, const Goal& goal, int workersPerNode)
{
    const int cheapest = rungWithMinimum(rungPointers(ladder), [&](const Rung& rung) {
                             return baseWorkNodeHours(ladder, rung, workersPerNode);
                         })->p;
    if (ladder.rungs.size() == 1)
        return "With only one p, a price changes nothing.";
    std::string note = formatMessage("Scaling every price equally does not move the cheapest p, {}.", cheapest);
    if (goal.hourValueUsd && goal.hourValueUsd->value > 0)
        return note +
               " A value of time does: the cheaper the nodes, the more the waiting matters, and the more nodes pay "
               "off.";
    if (goal.budgetUsd)
        return note + " A budget does: it allows more of the cheaper nodes.";
    if (goal.deadlineS)
        return note + " A deadline moves p too, but not with the price of a node.";
    return note + " With a value of time or a budget it would move with the price.";
}

}  // namespace scalewright
