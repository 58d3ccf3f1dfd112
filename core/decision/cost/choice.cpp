#include "core/decision/cost/choice.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/base/quantity/units.h"
#include "core/decision/cost/cost.h"

namespace scalewright {

namespace {

constexpr double alike = 1e-12;  // relative: sums of the same dollars in another order

double borderUsdPerHour(const MoneyPoint& cheaper, const MoneyPoint& faster)
{
    return (faster.costUsd - cheaper.costUsd) / (cheaper.timeS - faster.timeS) * secondsPerHour;
}

/// With r the ratio of the times and a, b what an hour on each p costs: v = (b - a r)/(r - 1), falling in r.
std::optional<RightRange::Doubt> doubtOf(const MoneyPoint& cheaper, const MoneyPoint& faster)
{
    if (!cheaper.timeInterval || !faster.timeInterval || cheaper.timeInterval->low <= 0 ||
        faster.timeInterval->low <= 0)
        return std::nullopt;
    const double a = cheaper.costUsd / cheaper.timeS * secondsPerHour;
    const double b = faster.costUsd / faster.timeS * secondsPerHour;
    const auto up = [](const MoneyPoint& point) { return std::log(point.timeInterval->high / point.timeS); };
    const auto down = [](const MoneyPoint& point) { return std::log(point.timeS / point.timeInterval->low); };
    const double ratio = cheaper.timeS / faster.timeS;
    const double most = ratio * std::exp(std::hypot(up(cheaper), down(faster)));
    const double least = ratio * std::exp(-std::hypot(down(cheaper), up(faster)));
    const auto value = [&](double r) { return (b - a * r) / (r - 1); };
    RightRange::Doubt doubt{.low = std::max(0.0, value(most)),
                            .high = {},
                            .level = std::min(cheaper.timeInterval->level, faster.timeInterval->level)};
    if (least > 1)
        doubt.high = value(least);
    return doubt;
}

double half(const MoneyPoint& point, bool up)
{
    return up ? std::log(point.timeInterval->high / point.timeS) : std::log(point.timeS / point.timeInterval->low);
}

/// By how much a point lies below the line from a cheaper to a faster one, USD, with its times multiplied: what an hour
/// costs stays.
double belowChord(const MoneyPoint& cheaper, const MoneyPoint& point, const MoneyPoint& faster, double a = 1,
                  double b = 1, double c = 1)
{
    const double t0 = a * cheaper.timeS, t = b * point.timeS, t1 = c * faster.timeS;
    return a * cheaper.costUsd + (c * faster.costUsd - a * cheaper.costUsd) * (t0 - t) / (t0 - t1) - b * point.costUsd;
}

/// Half-width of that towards `sign`: the three times' intervals, each alone, added in quadrature.
double halfOfChord(const MoneyPoint& cheaper, const MoneyPoint& point, const MoneyPoint& faster, int sign)
{
    const double at = belowChord(cheaper, point, faster);
    double squares = 0;
    for (int which = 0; which < 3; ++which) {
        const MoneyPoint& moved = which == 0 ? cheaper : which == 1 ? point : faster;
        double farthest = 0;
        for (const bool up : {true, false}) {
            const double factor = std::exp(up ? half(moved, true) : -half(moved, false));
            const double change = belowChord(cheaper, point, faster, which == 0 ? factor : 1, which == 1 ? factor : 1,
                                             which == 2 ? factor : 1) -
                                  at;
            farthest = std::max(farthest, sign * change);
        }
        squares += farthest * farthest;
    }
    return std::sqrt(squares);
}

/// Whether `less` takes less of something than `more`, beyond what the runs scatter; by their times' intervals.
bool toldLess(const MoneyPoint& less, const MoneyPoint& more, double ratio)
{
    return std::log(ratio) > std::hypot(half(less, true), half(more, false));
}

bool haveIntervals(std::initializer_list<const MoneyPoint*> points)
{
    return std::all_of(points.begin(), points.end(),
                       [](const MoneyPoint* each) { return each->timeInterval && each->timeInterval->low > 0; });
}

std::vector<int> untoldAt(const std::vector<const MoneyPoint*>& corners, std::size_t i)
{
    const MoneyPoint& here = *corners[i];
    std::vector<int> untold;
    if (i > 0 && i + 1 < corners.size()) {
        const MoneyPoint& cheaper = *corners[i - 1];
        const MoneyPoint& faster = *corners[i + 1];
        if (haveIntervals({&cheaper, &here, &faster}) &&
            belowChord(cheaper, here, faster) <= halfOfChord(cheaper, here, faster, -1))
            untold = {cheaper.p, faster.p};
    } else if (i + 1 < corners.size()) {
        const MoneyPoint& next = *corners[i + 1];
        if (haveIntervals({&here, &next}) && here.costUsd > 0 && !toldLess(here, next, next.costUsd / here.costUsd))
            untold = {next.p};
    } else if (i > 0) {
        const MoneyPoint& before = *corners[i - 1];
        if (haveIntervals({&here, &before}) && !toldLess(here, before, before.timeS / here.timeS))
            untold = {before.p};
    }
    return untold;
}

/// Of a point that is no corner: whether the runs leave it open that it is one.
bool mayBeCorner(const MoneyPoint& point, const std::vector<RightRange>& hull, const Choice& choice)
{
    if (!haveIntervals({&point}) || hull.empty())
        return false;
    const MoneyPoint& fastest = *choice.at(hull.back().p);
    if (haveIntervals({&fastest}) && !toldLess(fastest, point, point.timeS / fastest.timeS))
        return true;  // it may be the fastest
    const MoneyPoint* cheaper = nullptr;
    const MoneyPoint* faster = nullptr;
    for (const RightRange& range : hull) {
        const MoneyPoint* corner = choice.at(range.p);
        if (corner->timeS > point.timeS)
            cheaper = corner;
        else if (!faster)
            faster = corner;
    }
    if (cheaper && faster)
        return haveIntervals({cheaper, &point, faster}) &&
               belowChord(*cheaper, point, *faster) + halfOfChord(*cheaper, point, *faster, 1) > 0;
    if (faster)  // slower than the cheapest
        return haveIntervals({faster, &point}) && faster->costUsd > 0 &&
               !toldLess(*faster, point, point.costUsd / faster->costUsd);
    return cheaper && haveIntervals({cheaper, &point}) && !toldLess(*cheaper, point, point.timeS / cheaper->timeS);
}

std::vector<RightRange> lowerHull(std::vector<const MoneyPoint*> points)
{
    std::stable_sort(points.begin(), points.end(), [](const MoneyPoint* one, const MoneyPoint* other) {
        return one->costUsd != other->costUsd ? one->costUsd < other->costUsd : one->timeS < other->timeS;
    });
    std::vector<const MoneyPoint*> corners;
    for (const MoneyPoint* each : points) {
        if (!corners.empty() && each->timeS >= corners.back()->timeS * (1 - alike))
            continue;  // dearer and no faster
        while (corners.size() > 1 && borderUsdPerHour(*corners[corners.size() - 2], *corners.back()) >=
                                         borderUsdPerHour(*corners.back(), *each) * (1 - alike))
            corners.pop_back();
        if (corners.size() == 1 && each->costUsd <= corners.back()->costUsd * (1 + alike))
            corners.pop_back();  // faster for the same money
        corners.push_back(each);
    }
    std::vector<RightRange> ranges;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        RightRange& range =
            ranges.emplace_back(RightRange{.p = corners[i]->p, .toUsdPerHour = {}, .doubt = {}, .untoldFrom = {}});
        if (i > 0)
            range.fromUsdPerHour = *ranges[i - 1].toUsdPerHour;
        if (i + 1 < corners.size()) {
            range.toUsdPerHour = borderUsdPerHour(*corners[i], *corners[i + 1]);
            range.doubt = doubtOf(*corners[i], *corners[i + 1]);
        }
        range.untoldFrom = untoldAt(corners, i);
    }
    return ranges;
}

std::string rangeText(const RightRange& range, double factor = 1)
{
    if (range.fromUsdPerHour == 0 && !range.toUsdPerHour)
        return say("p = {} is best whatever an hour is worth", range.p);
    if (!range.toUsdPerHour)
        return say("p = {} is best above {} an hour", range.p, moneyText(factor * range.fromUsdPerHour));
    if (range.fromUsdPerHour == 0)
        return say("p = {} is best below {} an hour", range.p, moneyText(factor * *range.toUsdPerHour));
    return say("p = {} is best from {} to {} an hour", range.p, moneyText(factor * range.fromUsdPerHour),
               moneyText(factor * *range.toUsdPerHour));
}

}  // namespace

const MoneyPoint* Choice::at(int p) const
{
    const auto found = std::find_if(points.begin(), points.end(), [p](const MoneyPoint& each) { return each.p == p; });
    return found == points.end() ? nullptr : &*found;
}

bool Choice::limited() const
{
    return std::any_of(points.begin(), points.end(), [](const MoneyPoint& point) { return !point.within; });
}

const RightRange* Choice::rightAt(double usdPerHour) const
{
    for (const RightRange& range : ranges)
        if (!range.toUsdPerHour || usdPerHour <= *range.toUsdPerHour)
            return &range;
    return nullptr;
}

std::vector<MoneyPoint> moneyPoints(const ScalingCurve& curve, double priceUsdPerHour, double runs)
{
    return moneyPoints(curve, std::vector<double>(curve.size(), priceUsdPerHour), runs);
}

std::vector<MoneyPoint> moneyPoints(const ScalingCurve& curve, const std::vector<double>& pricesUsdPerHour, double runs)
{
    std::vector<MoneyPoint> points;
    for (std::size_t i = 0; i < curve.size(); ++i) {
        const int p = static_cast<int>(curve.p[i]);
        const double share = runs * curve.baseShare(i);
        const double time = curve.timeS[i] * share;
        const double cost = pricesUsdPerHour[i] * (nodesOf(p, curve.workersPerNode) * (time / secondsPerHour));
        if (!std::isfinite(time) || !std::isfinite(cost))
            continue;
        MoneyPoint& point = points.emplace_back(
            MoneyPoint{.p = p, .timeS = time, .costUsd = cost, .timeInterval = {}, .dominatedBy = {}});
        if (!curve.timeInterval.empty() && curve.timeInterval[i])
            point.timeInterval = Interval{curve.timeInterval[i]->low * share, curve.timeInterval[i]->high * share,
                                          curve.timeInterval[i]->level};
        if (!curve.runs.empty())
            point.runs = curve.runs[i];
    }
    return points;
}

Choice choose(std::vector<MoneyPoint> points)
{
    Choice choice{.points = std::move(points), .hull = {}, .ranges = {}};
    std::vector<const MoneyPoint*> all, within;
    const bool someSucceed = std::any_of(choice.points.begin(), choice.points.end(),
                                         [](const MoneyPoint& each) { return each.runs.mostSucceeded(); });
    for (const MoneyPoint& each : choice.points) {
        if (someSucceed && !each.runs.mostSucceeded())
            continue;
        all.push_back(&each);
        if (each.within)
            within.push_back(&each);
    }
    choice.hull = lowerHull(all);
    choice.ranges = within.size() == all.size() ? choice.hull : lowerHull(within);

    // From the cheapest on, who is no faster than somebody before is dominated by the first that is as fast.
    std::stable_sort(all.begin(), all.end(), [](const MoneyPoint* one, const MoneyPoint* other) {
        return one->costUsd != other->costUsd ? one->costUsd < other->costUsd : one->timeS < other->timeS;
    });
    std::vector<std::optional<int>> by(choice.points.size());
    std::vector<const MoneyPoint*> front;  // cheapest first, each faster than those before
    for (const MoneyPoint* each : all) {
        const auto beats = std::find_if(front.begin(), front.end(),
                                        [&](const MoneyPoint* other) { return other->timeS <= each->timeS; });
        if (beats != front.end())
            by[static_cast<std::size_t>(each - choice.points.data())] = (*beats)->p;
        else
            front.push_back(each);
    }
    for (std::size_t i = 0; i < by.size(); ++i) {
        MoneyPoint& point = choice.points[i];
        point.dominatedBy = by[i];
        const bool corner = std::any_of(choice.ranges.begin(), choice.ranges.end(),
                                        [&](const RightRange& range) { return range.p == point.p; });
        point.untold =
            !corner && point.within && point.runs.mostSucceeded() && mayBeCorner(point, choice.ranges, choice);
    }
    if (choice.ranges.empty() || !choice.ranges.back().untoldFrom.empty())
        return choice;
    // The fastest has dearer rivals too, which are no corners.
    const MoneyPoint& fastest = *choice.at(choice.ranges.back().p);
    const MoneyPoint* rival = nullptr;
    for (const MoneyPoint& point : choice.points)
        if (point.untold && point.costUsd > fastest.costUsd && !toldLess(fastest, point, point.timeS / fastest.timeS) &&
            (!rival || point.timeS < rival->timeS))
            rival = &point;
    if (rival)
        choice.ranges.back().untoldFrom = {rival->p};
    return choice;
}

double leastTotalUsd(const Choice& choice, double usdPerHour)
{
    const MoneyPoint& right = *choice.at(choice.rightAt(usdPerHour)->p);
    return right.costUsd + usdPerHour * (right.timeS / secondsPerHour);
}

double touchingCostUsd(const Choice& choice, double usdPerHour, double timeS)
{
    return leastTotalUsd(choice, usdPerHour) - usdPerHour * (timeS / secondsPerHour);
}

std::optional<double> hourValueThrough(const Choice& choice, double timeS, double costUsd)
{
    std::optional<double> least;
    for (const RightRange& range : choice.ranges) {
        const MoneyPoint& corner = *choice.at(range.p);
        if (corner.timeS >= timeS)
            continue;
        const double value = std::max(0.0, (corner.costUsd - costUsd) / (timeS - corner.timeS) * secondsPerHour);
        least = least ? std::min(*least, value) : value;
    }
    return least;
}

std::optional<int> beats(const Choice& choice, int p)
{
    const MoneyPoint* point = choice.at(p);
    if (!point || !point->dominatedBy || point->untold)
        return std::nullopt;
    const MoneyPoint* other = choice.at(*point->dominatedBy);
    return other && other->within ? point->dominatedBy : std::nullopt;
}

std::string rightText(const Choice& choice, int p)
{
    const MoneyPoint* point = choice.at(p);
    if (choice.points.size() == 1 && point && point->within)
        return joined(
            {say("p = {} is the only one: with one p there is nothing to choose", p), failureText(point->runs, p)},
            "; ");
    for (const RightRange& range : choice.ranges)
        if (range.p == p)
            return joined({rangeText(range), failureText(point->runs, p)}, "; ") +
                   (range.untoldFrom.empty() ? ""
                    : range.untoldFrom.size() == 1
                        ? say("; the runs do not separate it from p = {}", range.untoldFrom[0])
                        : say("; possibly never, beside p = {} and {}", range.untoldFrom[0], range.untoldFrom[1]));
    if (!point)
        return say("p = {} is not on this curve", p);
    if (!point->runs.mostSucceeded())
        return say("p = {} is never best: {}", p, failureText(point->runs, p));
    if (!point->within)
        return say("p = {} misses a goal, whatever an hour is worth", p);
    if (point->dominatedBy)
        return point->untold ? say("p = {} is possibly never best: p = {} beats it on both, within the noise", p,
                                   *point->dominatedBy)
                             : say("p = {} is never best: p = {} beats it on both", p, *point->dominatedBy);
    return point->untold ? say("p = {} is possibly never best: a cheaper or a faster p wins, within the noise", p)
                         : say("p = {} is never best: a cheaper or a faster p always wins", p);
}

std::string scaledText(const Choice& choice, double hourValueUsd, double factor)
{
    const RightRange* right = choice.rightAt(hourValueUsd);
    if (!right || choice.points.size() == 1)
        return {};
    std::string text =
        choice.limited()
            ? say("at {} % of the price the cheapest p within the goals stays {}; every border drops with it",
                  significant(100 * factor), choice.ranges.front().p)
            : say("at {} % of the price the cheapest p stays {}; every border drops with it", significant(100 * factor),
                  choice.ranges.front().p);
    if (choice.ranges.size() > 1)
        text += say(": {}", rangeText(*right, factor));
    const RightRange* then = choice.rightAt(hourValueUsd / factor);
    if (then != right)
        text += say("; at {} an hour p = {} is best then", moneyText(hourValueUsd), then->p);
    return text;
}

}  // namespace scalewright
