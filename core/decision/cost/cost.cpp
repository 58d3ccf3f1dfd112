#include "core/decision/cost/cost.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/model.h"

namespace scalewright {

namespace {

constexpr double takenToBeBusy = 0.60;  // owned machines of which nobody says it
constexpr double equal = 1e-12;  // relative: products of the same seconds in another order
constexpr std::array allRegimes{Regime::OnDemand, Regime::Spot, Regime::Owned};

/// Node-hours that the work of the base takes at this rung.
double nodeHours(const MeasuredLadder& ladder, const Rung& rung, int workersPerNode)
{
    return nodesOf(rung.p, workersPerNode) * (workTimeS(ladder, rung) / secondsPerHour);
}

/// The one with the least value, the fastest of those that are equal up to rounding.
template <class Value>
const Rung* leastOf(const std::vector<const Rung*>& rungs, Value value)
{
    const Rung* best = nullptr;
    for (const Rung* rung : rungs)
        if (best == nullptr || value(*rung) < value(*best) * (1 - equal) ||
            (value(*rung) <= value(*best) * (1 + equal) && rung->speedup > best->speedup))
            best = rung;
    return best;
}

std::vector<const Rung*> all(const MeasuredLadder& ladder)
{
    std::vector<const Rung*> rungs;
    rungs.reserve(ladder.rungs.size());
    for (const Rung& rung : ladder.rungs)
        rungs.push_back(&rung);
    return rungs;
}

MarginalStep stepOf(const CostRow& from, const CostRow& to)
{
    MarginalStep step{
        .from = from.p, .to = to.p, .speedupGain = to.speedup - from.speedup, .costUsd = to.costUsd - from.costUsd};
    if (std::abs(step.costUsd) <= equal * std::max(from.costUsd, to.costUsd)) {
        step.costUsd = 0;
        step.note = step.speedupGain > 0   ? "the step costs nothing more: there is no ratio, and nothing to weigh"
                    : step.speedupGain < 0 ? "the step costs nothing more and is slower: there is no ratio"
                                           : "the step changes neither speed nor cost";
        return step;
    }
    step.speedupPerUsd = step.speedupGain / step.costUsd;
    if (*step.speedupPerUsd < 0)
        step.note = step.costUsd > 0 ? "slower and dearer" : "faster and cheaper";
    return step;
}

/// Cost(p)/Cost(p0) = 1/E: which other p cost as little as the cheapest, as far as the runs tell.
std::string costDoubt(const ScalingCurve& curve, std::size_t cheapest)
{
    if (curve.source != ScalingCurve::Source::Measured || curve.size() < 2)
        return {};
    if (curve.speedupInterval.empty())
        return curve.efficiency[cheapest] > 1 + equal && cheapest > 0
                   ? say("cheaper than p = {} by {}: with few runs nothing shows that this is more than noise",
                         significant(curve.p.front()), percent(1 - 1 / curve.efficiency[cheapest]))
                   : curve.runsNote;
    // Half-widths of ln E, of the base none: the others' hold its scatter.
    const auto half = [&](std::size_t i, bool up) {
        const std::optional<Interval>& interval = curve.speedupInterval[i];
        return interval ? std::abs(std::log((up ? interval->high : interval->low) / curve.speedup[i])) : 0.0;
    };
    std::vector<std::string> near;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        if (i == cheapest || (!curve.speedupInterval[i] && !curve.speedupInterval[cheapest]))
            continue;
        const double dearer = std::log(curve.efficiency[cheapest] / curve.efficiency[i]);
        if (dearer <= std::hypot(half(i, true), half(cheapest, false)))
            near.push_back(significant(curve.p[i]));
    }
    if (near.empty())
        return {};
    return say("the runs do not tell its cost from that of p = {}: their 95 % intervals overlap",
               fmt::format("{}", fmt::join(near, ", ")));
}

}  // namespace

CurveCost priceCurve(const ScalingCurve& curve, double priceUsdPerHour)
{
    return priceCurve(curve, std::vector<double>(curve.size(), priceUsdPerHour));
}

CurveCost priceCurve(const ScalingCurve& curve, const std::vector<double>& pricesUsdPerHour)
{
    const std::size_t count = curve.size();
    const bool free =
        std::all_of(pricesUsdPerHour.begin(), pricesUsdPerHour.end(), [](double price) { return price == 0; });
    std::vector<double> hours;  // node-hours that the work of the base takes
    hours.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        hours.push_back(nodesOf(static_cast<int>(curve.p[i]), curve.workersPerNode) *
                        (curve.timeS[i] * curve.baseShare(i) / secondsPerHour));
    const auto weight = [&](std::size_t i) { return free ? hours[i] : pricesUsdPerHour[i] * hours[i]; };
    std::size_t fastest = 0, cheapest = 0;
    for (std::size_t i = 1; i < count; ++i) {
        fastest = curve.speedup[i] > curve.speedup[fastest] ? i : fastest;
        const bool ties = std::abs(weight(i) - weight(cheapest)) <= equal * weight(cheapest);
        cheapest = ties                           ? (curve.speedup[i] > curve.speedup[cheapest] ? i : cheapest)
                   : weight(i) < weight(cheapest) ? i
                                                  : cheapest;
    }
    const auto whole = [&](std::size_t i) { return static_cast<int>(curve.p[i]); };
    const auto share = [](const std::vector<double>& column, std::size_t i) {
        return column.empty() || std::isnan(column[i]) ? std::nullopt : std::optional(column[i]);
    };

    CurveCost cost{
        .priceUsdPerHour = pricesUsdPerHour[cheapest], .costOptimalP = whole(cheapest), .fastestP = whole(fastest)};
    for (std::size_t i = 0; i < count; ++i)
        cost.rows.push_back({.p = whole(i),
                             .nodes = nodesOf(whole(i), curve.workersPerNode),
                             .timeS = curve.timeS[i],
                             .speedup = curve.speedup[i],
                             .efficiency = curve.efficiency[i],
                             .costUsd = pricesUsdPerHour[i] * hours[i],
                             .commShare = share(curve.commShare, i),
                             .idleShare = share(curve.idleShare, i)});
    for (std::size_t i = 1; i < count; ++i)
        cost.marginal.push_back(stepOf(cost.rows[i - 1], cost.rows[i]));

    cost.exchange = count == 1 ? say("p = {} is the only one: with one p there is nothing to choose", whole(cheapest))
                    : cheapest == fastest
                        ? say("p = {} is the cheapest and the fastest", whole(cheapest))
                        : say("{}x the cost to go {}x faster", factorText(weight(fastest) / weight(cheapest)),
                              factorText(curve.speedup[fastest] / curve.speedup[cheapest]));
    if (cheapest != fastest)
        cost.bought.emplace(weight(fastest) / weight(cheapest), curve.speedup[fastest] / curve.speedup[cheapest]);
    const auto failures = [&](std::size_t i) { return curve.runs.empty() ? "" : failureText(curve.runs[i], whole(i)); };
    cost.exchange =
        joined({std::move(cost.exchange), failures(cheapest), cheapest == fastest ? "" : failures(fastest)}, "; ");
    if (!curve.doubt.empty())
        cost.exchange += say(". {}", curve.doubt);
    cost.costOptimalDoubt = costDoubt(curve, cheapest);
    if (std::string failed = failures(cheapest); !failed.empty())  // they say more than that the runs are few
        cost.costOptimalDoubt = cost.costOptimalDoubt == curve.runsNote
                                    ? std::move(failed)
                                    : joined({std::move(cost.costOptimalDoubt), std::move(failed)}, "; ");
    if (free)
        cost.notes.emplace_back("a node-hour costs nothing: every p costs the same, and the time alone decides");
    if (curve.isThroughput)
        cost.notes.emplace_back("the ladder holds throughputs: times and costs are of one unit of work");
    else if (curve.timesOfRun > 0)
        cost.notes.push_back(say(
            "a run is the plan's steps at the measured rate: {} times what one measured time, or unit of work, takes",
            significant(curve.timesOfRun)));
    if (!curve.isThroughput && curve.scaling == Scaling::Weak)
        cost.notes.push_back(
            say("weak scaling: times, costs and goals are of the work that p = {} does in one run, at p workers' "
                "efficiency",
                curve.baseP));
    return cost;
}

const char* regimeName(Regime regime)
{
    switch (regime) {
    case Regime::OnDemand: return "on-demand";
    case Regime::Spot: return "spot";
    case Regime::Owned: return "owned";
    }
    return "on-demand";
}

Result<Regime> regimeFromName(std::string_view name)
{
    for (const Regime regime : allRegimes)
        if (name == regimeName(regime))
            return regime;
    return fail(ErrorCode::Input, say("there is no regime {}", inQuotes(name)), "on-demand, spot or owned");
}

RegimePrice regimePrice(Regime regime, double onDemandUsdPerHour, const RegimeTerms& terms)
{
    switch (regime) {
    case Regime::OnDemand: return {onDemandUsdPerHour, "the full price, no commitment"};
    case Regime::Spot:
        return {onDemandUsdPerHour * terms.spotFactor,
                terms.spotTimesKnown ? say("{} of the on-demand price; times hold what nodes that are taken back add",
                                           percent(terms.spotFactor))
                                     : say("{} of the on-demand price; a node may be taken back, and the time that "
                                           "this adds is not in the times",
                                           percent(terms.spotFactor))};
    case Regime::Owned: break;
    }
    if (terms.ownedUsdPerHour) {
        const double busy = terms.utilisation.value_or(terms.utilisationThreshold.value_or(takenToBeBusy));
        const double usd = *terms.ownedUsdPerHour / busy;
        const std::string worth = onDemandUsdPerHour <= 0 ? ""
                                  : *terms.ownedUsdPerHour > onDemandUsdPerHour
                                      ? "; it never costs less than on demand, even busy all the time"
                                      : say("; it costs less than on demand from {} busy",
                                            percent(*terms.ownedUsdPerHour / onDemandUsdPerHour));
        return {usd,
                say("{} for each hour that a node exists, over {} of them {}{}", moneyText(*terms.ownedUsdPerHour),
                    percent(busy), terms.utilisation ? "busy" : "taken to be busy", worth),
                !terms.utilisation};
    }
    const double threshold = terms.utilisationThreshold.value_or(terms.ownedFactor);
    const double existing = onDemandUsdPerHour * terms.ownedFactor;
    const std::string rate =
        say("{} of the on-demand price for each hour that a node exists (exercise 41.7.2)", percent(terms.ownedFactor));
    if (!terms.utilisation)
        return {existing,
                say("{}, taken to be busy in all of them; owning pays above {} busy", rate, percent(threshold)), true};
    if (*terms.utilisation <= threshold)
        return {std::nullopt, say("owned machines that are busy {} of the time do not pay: they do above {}",
                                  percent(*terms.utilisation), percent(threshold))};
    return {
        existing / *terms.utilisation,
        say("{}, over {} of them busy; owning pays above {}", rate, percent(*terms.utilisation), percent(threshold)),
        true};
}

std::string priceNote(const MeasuredLadder& ladder, const Goal& goal, int workersPerNode)
{
    const int cheapest =
        leastOf(all(ladder), [&](const Rung& rung) { return nodeHours(ladder, rung, workersPerNode); })->p;
    if (ladder.rungs.size() == 1)
        return "With one p there is nothing that a price could move.";
    std::string note = say("Scaling every price alike leaves the cheapest p of all where it is, {}.", cheapest);
    if (goal.hourValueUsd && goal.hourValueUsd->value > 0)
        return note +
               " A price on time does: the cheaper the nodes, the more the waiting weighs, and the more of "
               "them pay.";
    if (goal.budgetUsd)
        return note + " A budget does: cheaper nodes let more of them fit.";
    if (goal.deadlineS)
        return note + " A deadline moves p too, but the price of a node does not move it further.";
    return note + " A value of time or a budget would make it move with the price.";
}

}  // namespace scalewright
