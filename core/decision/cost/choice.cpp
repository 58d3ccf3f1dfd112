// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/choice.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include "core/base/quantity/units.h"
#include "core/decision/cost/cost.h"

namespace scalewright {

namespace {

constexpr double hullTolerance = 1e-12;  // relative: the same dollars added in a different order

double borderHourValueUsd(const TimeCostPoint& cheaper, const TimeCostPoint& faster)
{
    return (faster.costUsd - cheaper.costUsd) / (cheaper.timeS - faster.timeS) * secondsPerHour;
}

/// With r the ratio of the times and a, b the cost of an hour on each p: v = (b - a r)/(r - 1), decreasing in r.
std::optional<HourValueRange::BorderInterval> borderIntervalOf(const TimeCostPoint& cheaper,
                                                               const TimeCostPoint& faster)
{
    if (!cheaper.timeInterval || !faster.timeInterval || cheaper.timeInterval->low <= 0 ||
        faster.timeInterval->low <= 0)
        return std::nullopt;
    const double a = cheaper.costUsd / cheaper.timeS * secondsPerHour;
    const double b = faster.costUsd / faster.timeS * secondsPerHour;
    const auto logUpperWidth = [](const TimeCostPoint& point) {
        return std::log(point.timeInterval->high / point.timeS);
    };
    const auto logLowerWidth = [](const TimeCostPoint& point) {
        return std::log(point.timeS / point.timeInterval->low);
    };
    const double ratio = cheaper.timeS / faster.timeS;
    const double maximumRatio = ratio * std::exp(std::hypot(logUpperWidth(cheaper), logLowerWidth(faster)));
    const double minimumRatio = ratio * std::exp(-std::hypot(logLowerWidth(cheaper), logUpperWidth(faster)));
    const auto value = [&](double r) { return (b - a * r) / (r - 1); };
    HourValueRange::BorderInterval interval{
        .low = std::max(0.0, value(maximumRatio)),
        .high = {},
        .confidenceLevel = std::min(cheaper.timeInterval->level, faster.timeInterval->level)};
    if (minimumRatio > 1)
        interval.high = value(minimumRatio);
    return interval;
}

double logHalfWidth(const TimeCostPoint& point, bool isUpper)
{
    return isUpper ? std::log(point.timeInterval->high / point.timeS) : std::log(point.timeS / point.timeInterval->low);
}

/// How far a point is below the chord from a cheaper to a faster point, in USD. a, b and c multiply the times at a
/// constant cost per hour.
double distanceBelowChordUsd(const TimeCostPoint& cheaper, const TimeCostPoint& point, const TimeCostPoint& faster,
                             double a = 1, double b = 1, double c = 1)
{
    const double t0 = a * cheaper.timeS, t = b * point.timeS, t1 = c * faster.timeS;
    return a * cheaper.costUsd + (c * faster.costUsd - a * cheaper.costUsd) * (t0 - t) / (t0 - t1) - b * point.costUsd;
}

/// Half-width of that distance in the direction of `sign`: the effects of the three time intervals, added in
/// quadrature.
double chordDistanceHalfWidth(const TimeCostPoint& cheaper, const TimeCostPoint& point, const TimeCostPoint& faster,
                              int sign)
{
    const double distance = distanceBelowChordUsd(cheaper, point, faster);
    double squares = 0;
    for (int which = 0; which < 3; ++which) {
        const TimeCostPoint& varied = which == 0 ? cheaper : which == 1 ? point : faster;
        double largestChange = 0;
        for (const bool isUpper : {true, false}) {
            const double factor = std::exp(isUpper ? logHalfWidth(varied, true) : -logHalfWidth(varied, false));
            const double change = distanceBelowChordUsd(cheaper, point, faster, which == 0 ? factor : 1,
                                                        which == 1 ? factor : 1, which == 2 ? factor : 1) -
                                  distance;
            largestChange = std::max(largestChange, sign * change);
        }
        squares += largestChange * largestChange;
    }
    return std::sqrt(squares);
}

/// Whether `less` is smaller than `more`, which is `ratio` times as large, by more than the scatter of the runs (the
/// intervals of their times).
bool isSignificantlyLess(const TimeCostPoint& less, const TimeCostPoint& more, double ratio)
{
    return std::log(ratio) > std::hypot(logHalfWidth(less, true), logHalfWidth(more, false));
}

bool haveIntervals(std::initializer_list<const TimeCostPoint*> points)
{
    return std::ranges::all_of(
        points, [](const TimeCostPoint* each) { return each->timeInterval && each->timeInterval->low > 0; });
}

std::vector<int> inseparableRivals(const std::vector<const TimeCostPoint*>& corners, std::size_t i)
{
    const TimeCostPoint& corner = *corners[i];
    std::vector<int> rivals;
    if (i > 0 && i + 1 < corners.size()) {
        const TimeCostPoint& cheaper = *corners[i - 1];
        const TimeCostPoint& faster = *corners[i + 1];
        if (haveIntervals({&cheaper, &corner, &faster}) &&
            distanceBelowChordUsd(cheaper, corner, faster) <= chordDistanceHalfWidth(cheaper, corner, faster, -1))
            rivals = {cheaper.p, faster.p};
    } else if (i + 1 < corners.size()) {
        const TimeCostPoint& next = *corners[i + 1];
        if (haveIntervals({&corner, &next}) && corner.costUsd > 0 &&
            !isSignificantlyLess(corner, next, next.costUsd / corner.costUsd))
            rivals = {next.p};
    } else if (i > 0) {
        const TimeCostPoint& before = *corners[i - 1];
        if (haveIntervals({&corner, &before}) && !isSignificantlyLess(corner, before, before.timeS / corner.timeS))
            rivals = {before.p};
    }
    return rivals;
}

/// Whether a point that is not a corner could be one within the intervals of the runs. `corners`: of the hull, from the
/// cheapest to the fastest.
bool isCornerPossible(const TimeCostPoint& point, const std::vector<const TimeCostPoint*>& corners)
{
    if (!haveIntervals({&point}) || corners.empty())
        return false;
    const TimeCostPoint& fastest = *corners.back();
    if (haveIntervals({&fastest}) && !isSignificantlyLess(fastest, point, point.timeS / fastest.timeS))
        return true;  // it may be the fastest
    const auto next = std::partition_point(corners.begin(), corners.end(),
                                           [&](const TimeCostPoint* corner) { return corner->timeS > point.timeS; });
    const TimeCostPoint* cheaper = next == corners.begin() ? nullptr : *std::prev(next);
    const TimeCostPoint* faster = next == corners.end() ? nullptr : *next;
    if (cheaper && faster)
        return haveIntervals({cheaper, &point, faster}) &&
               distanceBelowChordUsd(*cheaper, point, *faster) + chordDistanceHalfWidth(*cheaper, point, *faster, 1) >
                   0;
    if (faster)  // slower than the cheapest
        return haveIntervals({faster, &point}) && faster->costUsd > 0 &&
               !isSignificantlyLess(*faster, point, point.costUsd / faster->costUsd);
    return cheaper && haveIntervals({cheaper, &point}) &&
           !isSignificantlyLess(*cheaper, point, point.timeS / cheaper->timeS);
}

std::vector<HourValueRange> lowerHull(std::vector<const TimeCostPoint*> points)
{
    std::ranges::stable_sort(points, [](const TimeCostPoint* left, const TimeCostPoint* right) {
        return left->costUsd != right->costUsd ? left->costUsd < right->costUsd : left->timeS < right->timeS;
    });
    std::vector<const TimeCostPoint*> corners;
    for (const TimeCostPoint* each : points) {
        if (!corners.empty() && each->timeS >= corners.back()->timeS * (1 - hullTolerance))
            continue;  // more expensive and no faster
        while (corners.size() > 1 && borderHourValueUsd(*corners[corners.size() - 2], *corners.back()) >=
                                         borderHourValueUsd(*corners.back(), *each) * (1 - hullTolerance))
            corners.pop_back();
        if (corners.size() == 1 && each->costUsd <= corners.back()->costUsd * (1 + hullTolerance))
            corners.pop_back();  // faster for the same money
        corners.push_back(each);
    }
    std::vector<HourValueRange> ranges;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        HourValueRange& range = ranges.emplace_back(
            HourValueRange{.p = corners[i]->p, .toUsdPerHour = {}, .borderInterval = {}, .inseparableFrom = {}});
        if (i > 0)
            range.fromUsdPerHour = *ranges[i - 1].toUsdPerHour;
        if (i + 1 < corners.size()) {
            range.toUsdPerHour = borderHourValueUsd(*corners[i], *corners[i + 1]);
            range.borderInterval = borderIntervalOf(*corners[i], *corners[i + 1]);
        }
        range.inseparableFrom = inseparableRivals(corners, i);
    }
    return ranges;
}

std::string bestHourValueText(const HourValueRange& range, double factor = 1)
{
    if (range.fromUsdPerHour == 0 && !range.toUsdPerHour)
        return formatMessage("p = {} is best whatever an hour is worth", range.p);
    if (!range.toUsdPerHour)
        return formatMessage("p = {} is best above {} an hour", range.p, moneyText(factor * range.fromUsdPerHour));
    if (range.fromUsdPerHour == 0)
        return formatMessage("p = {} is best below {} an hour", range.p, moneyText(factor * *range.toUsdPerHour));
    return formatMessage("p = {} is best from {} to {} an hour", range.p, moneyText(factor * range.fromUsdPerHour),
                         moneyText(factor * *range.toUsdPerHour));
}

}  // namespace

const TimeCostPoint* TimeCostTradeOff::findPoint(int p) const
{
    const auto found = std::lower_bound(points.begin(), points.end(), p,
                                        [](const TimeCostPoint& each, int value) { return each.p < value; });
    return found == points.end() || found->p != p ? nullptr : &*found;
}

bool TimeCostTradeOff::isLimitedByGoals() const
{
    return std::ranges::any_of(points, [](const TimeCostPoint& point) { return !point.meetsGoals; });
}

const HourValueRange* TimeCostTradeOff::bestRangeAt(double usdPerHour) const
{
    for (const HourValueRange& range : bestRanges)
        if (!range.toUsdPerHour || usdPerHour <= *range.toUsdPerHour)
            return &range;
    return nullptr;
}

std::vector<TimeCostPoint> timeCostPoints(const ScalingCurve& curve, double priceUsdPerHour, double runs)
{
    return timeCostPoints(curve, std::vector<double>(curve.size(), priceUsdPerHour), runs);
}

std::vector<TimeCostPoint> timeCostPoints(const ScalingCurve& curve, const std::vector<double>& pricesUsdPerHour,
                                          double runs)
{
    std::vector<TimeCostPoint> points;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const int p = static_cast<int>(curve.p[i]);
        const double share = runs * curve.baseWorkShare(i);
        const double time = curve.timeS[i] * share;
        const double cost = pricesUsdPerHour[i] * (nodeCount(p, curve.workersPerNode) * (time / secondsPerHour));
        if (!std::isfinite(time) || !std::isfinite(cost))
            continue;
        TimeCostPoint& point = points.emplace_back(
            TimeCostPoint{.p = p, .timeS = time, .costUsd = cost, .timeInterval = {}, .dominatedBy = {}});
        if (!curve.timeIntervals.empty() && curve.timeIntervals[i])
            point.timeInterval = Interval{curve.timeIntervals[i]->low * share, curve.timeIntervals[i]->high * share,
                                          curve.timeIntervals[i]->level};
        if (!curve.runCounts.empty())
            point.runCount = curve.runCounts[i];
    }
    return points;
}

TimeCostTradeOff analyseTradeOff(std::vector<TimeCostPoint> points)
{
    TimeCostTradeOff tradeOff{.points = std::move(points), .hull = {}, .bestRanges = {}};
    std::vector<const TimeCostPoint*> candidates, withinGoals;
    const bool hasSuccessfulPoint =
        std::ranges::any_of(tradeOff.points, [](const TimeCostPoint& each) { return each.runCount.mostSucceeded(); });
    for (const TimeCostPoint& each : tradeOff.points) {
        if (hasSuccessfulPoint && !each.runCount.mostSucceeded())
            continue;
        candidates.push_back(&each);
        if (each.meetsGoals)
            withinGoals.push_back(&each);
    }
    tradeOff.hull = lowerHull(candidates);
    tradeOff.bestRanges = withinGoals.size() == candidates.size() ? tradeOff.hull : lowerHull(withinGoals);

    // In order of cost, a point no faster than an earlier point is dominated by the first one that is as fast.
    std::ranges::stable_sort(candidates, [](const TimeCostPoint* left, const TimeCostPoint* right) {
        return left->costUsd != right->costUsd ? left->costUsd < right->costUsd : left->timeS < right->timeS;
    });
    std::vector<std::optional<int>> dominators(tradeOff.points.size());
    std::vector<const TimeCostPoint*> front;  // cheapest first, each faster than the previous
    for (const TimeCostPoint* each : candidates) {
        const auto dominator = std::partition_point(
            front.begin(), front.end(), [&](const TimeCostPoint* other) { return other->timeS > each->timeS; });
        if (dominator != front.end())
            dominators[static_cast<std::size_t>(each - tradeOff.points.data())] = (*dominator)->p;
        else
            front.push_back(each);
    }
    std::vector<const TimeCostPoint*> corners;
    for (const HourValueRange& range : tradeOff.bestRanges)
        corners.push_back(tradeOff.findPoint(range.p));
    const std::set<const TimeCostPoint*> isCorner(corners.begin(), corners.end());
    for (std::size_t i = 0; i < dominators.size(); ++i) {
        TimeCostPoint& point = tradeOff.points[i];
        point.dominatedBy = dominators[i];
        point.mightBeCorner = !isCorner.contains(&point) && point.meetsGoals && point.runCount.mostSucceeded() &&
                              isCornerPossible(point, corners);
    }
    if (tradeOff.bestRanges.empty() || !tradeOff.bestRanges.back().inseparableFrom.empty())
        return tradeOff;
    // The fastest point may also have more expensive rivals, which are not corners.
    const TimeCostPoint& fastest = *tradeOff.findPoint(tradeOff.bestRanges.back().p);
    const TimeCostPoint* rival = nullptr;
    for (const TimeCostPoint& point : tradeOff.points)
        if (point.mightBeCorner && point.costUsd > fastest.costUsd &&
            !isSignificantlyLess(fastest, point, point.timeS / fastest.timeS) && (!rival || point.timeS < rival->timeS))
            rival = &point;
    if (rival)
        tradeOff.bestRanges.back().inseparableFrom = {rival->p};
    return tradeOff;
}

ChoiceCertainty choiceCertainty(const TimeCostTradeOff& tradeOff, int p, double usdPerHour)
{
    ChoiceCertainty certainty{.rivals = {}};
    const TimeCostPoint* chosen = tradeOff.findPoint(p);
    if (!chosen)
        return certainty;
    const auto totalUsd = [&](const TimeCostPoint& point) {
        return point.costUsd + usdPerHour * (point.timeS / secondsPerHour);
    };
    const bool onlyTimeMatters = std::isinf(usdPerHour) || totalUsd(*chosen) <= 0;
    bool haveAllIntervals = true;
    for (const TimeCostPoint& each : tradeOff.points) {
        if (each.p == p || !(each.meetsGoals || each.mightMeetGoals) || !each.runCount.mostSucceeded())
            continue;
        const double ratio = onlyTimeMatters ? each.timeS / chosen->timeS : totalUsd(each) / totalUsd(*chosen);
        if (!haveIntervals({chosen, &each}))
            haveAllIntervals = false;
        else if (!isSignificantlyLess(*chosen, each, ratio))
            certainty.rivals.push_back(each.p);
    }
    // At an end of the measured range, a p beyond it may be better.
    const bool isAtEnd = p == tradeOff.points.back().p || (p == tradeOff.points.front().p && p > 1);
    certainty.isClear = haveAllIntervals && certainty.rivals.empty() && !isAtEnd;
    return certainty;
}

double minimumTotalUsd(const TimeCostTradeOff& tradeOff, double usdPerHour)
{
    const TimeCostPoint& best = *tradeOff.findPoint(tradeOff.bestRangeAt(usdPerHour)->p);
    return best.costUsd + usdPerHour * (best.timeS / secondsPerHour);
}

double tangentCostUsd(const TimeCostTradeOff& tradeOff, double usdPerHour, double timeS)
{
    return minimumTotalUsd(tradeOff, usdPerHour) - usdPerHour * (timeS / secondsPerHour);
}

std::optional<double> hourValueThroughPoint(const TimeCostTradeOff& tradeOff, double timeS, double costUsd)
{
    std::optional<double> minimum;
    for (const HourValueRange& range : tradeOff.bestRanges) {
        const TimeCostPoint& corner = *tradeOff.findPoint(range.p);
        if (corner.timeS >= timeS)
            continue;
        const double value = std::max(0.0, (corner.costUsd - costUsd) / (timeS - corner.timeS) * secondsPerHour);
        minimum = minimum ? std::min(*minimum, value) : value;
    }
    return minimum;
}

std::optional<int> findDominatingP(const TimeCostTradeOff& tradeOff, int p)
{
    const TimeCostPoint* point = tradeOff.findPoint(p);
    if (!point || !point->dominatedBy || point->mightBeCorner)
        return std::nullopt;
    const TimeCostPoint* dominating = tradeOff.findPoint(*point->dominatedBy);
    return dominating && dominating->meetsGoals ? point->dominatedBy : std::nullopt;
}

std::string bestRangeText(const TimeCostTradeOff& tradeOff, int p)
{
    const TimeCostPoint* point = tradeOff.findPoint(p);
    if (tradeOff.points.size() == 1 && point && point->meetsGoals)
        return joinNonEmpty(
            {formatMessage("p = {} is the only one: there is nothing to choose", p), failureText(point->runCount, p)},
            "; ");
    for (const HourValueRange& range : tradeOff.bestRanges)
        if (range.p == p)
            return joinNonEmpty({bestHourValueText(range), failureText(point->runCount, p)}, "; ") +
                   (range.inseparableFrom.empty() ? ""
                    : range.inseparableFrom.size() == 1
                        ? formatMessage("; the runs do not separate it from p = {}", range.inseparableFrom[0])
                        : formatMessage("; possibly never, compared with p = {} and {}", range.inseparableFrom[0],
                                        range.inseparableFrom[1]));
    if (!point)
        return formatMessage("p = {} is not on this curve", p);
    if (!point->runCount.mostSucceeded())
        return formatMessage("p = {} is never best: {}", p, failureText(point->runCount, p));
    if (!point->meetsGoals)
        return formatMessage("p = {} misses a goal, whatever an hour is worth", p);
    if (point->dominatedBy)
        return point->mightBeCorner
                   ? formatMessage("p = {} may never be best: p = {} dominates it, within the noise", p,
                                   *point->dominatedBy)
                   : formatMessage("p = {} is never best: p = {} dominates it", p, *point->dominatedBy);
    return point->mightBeCorner
               ? formatMessage("p = {} may never be best: a cheaper or a faster p wins, within the noise", p)
               : formatMessage("p = {} is never best: a cheaper or a faster p always wins", p);
}

std::string scaledPriceText(const TimeCostTradeOff& tradeOff, double hourValueUsd, double factor)
{
    const HourValueRange* best = tradeOff.bestRangeAt(hourValueUsd);
    if (!best || tradeOff.points.size() == 1)
        return {};
    std::string text =
        tradeOff.isLimitedByGoals()
            ? formatMessage(
                  "at {} % of the price the cheapest p within the goals stays {}; every border scales with it",
                  significantText(100 * factor), tradeOff.bestRanges.front().p)
            : formatMessage("at {} % of the price the cheapest p stays {}; every border scales with it",
                            significantText(100 * factor), tradeOff.bestRanges.front().p);
    if (tradeOff.bestRanges.size() > 1)
        text += formatMessage(": {}", bestHourValueText(*best, factor));
    const HourValueRange* bestAtScaledPrice = tradeOff.bestRangeAt(hourValueUsd / factor);
    if (bestAtScaledPrice != best)
        text += formatMessage("; at {} an hour p = {} is then best", moneyText(hourValueUsd), bestAtScaledPrice->p);
    return text;
}

}  // namespace scalewright
