// SPDX-License-Identifier: GPL-3.0-or-later
// Which p is best, and for whom (book 41.7, section 3): runs as points in the plane of time and money, and their lower
// convex hull.
//
// For a value v of an hour of waiting, the best p minimises C(p) + v T(p)/3600. Lines of equal sum have the slope -v,
// so the answer is a corner of the lower hull, and between neighbouring corners i (cheaper) and j (faster) it changes
// at
//
//     v = 3600 (C_j - C_i)/(T_i - T_j)
//
//     const TimeCostTradeOff tradeOff = analyseTradeOff(timeCostPoints(curveOf(ladder), 3.20));    // Output 41.7.2
//     tradeOff.bestRanges[2].p;               // 4
//     tradeOff.bestRanges[2].fromUsdPerHour;  // 3.39
//     *tradeOff.bestRanges[2].toUsdPerHour;   // 36.0
//
// A uniform price scales every C and therefore every border, but moves no corner: the cheapest p does not change. It
// does change with times that depend on p (preemption), prices that depend on p (whole nodes) and limits that remove
// points.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/cost/curve.h"

namespace scalewright {

/// One p in the plane. Time and cost are for the same work at every p: a run (strong), or the base's share of a run
/// (weak).
struct TimeCostPoint {
    int p = 1;
    double timeS = 0, costUsd = 0;
    std::optional<Interval> timeInterval;  ///< set if the runs were repeated
    bool meetsGoals = true;  ///< meets all goals that can be judged
    bool mightMeetGoals = false;  ///< misses a deadline or a budget, but the interval of its time contains that limit
    /// A p that is no slower and no more expensive, and better in one of the two; the cheapest such p.
    std::optional<int> dominatedBy;
    bool mightBeCorner = false;  ///< not a corner of the hull, but the intervals of the runs do not exclude it
    /// If most runs failed, the point is never best and dominates nothing, unless most runs failed at every p.
    RunCount runCount{};
};

/// The values of an hour for which a p is best.
struct HourValueRange {
    int p = 1;
    double fromUsdPerHour = 0;
    std::optional<double> toUsdPerHour;  ///< absent: the fastest, best however much an hour is worth
    /// Interval of the upper border, from the intervals of the two times (assumed independent, with the two p as
    /// neighbours on the hull); no `high` if the runs do not show which of the two is faster.
    struct BorderInterval {
        double low = 0;
        std::optional<double> high;
        double confidenceLevel = 0.95;
        bool operator==(const BorderInterval&) const = default;
    };
    std::optional<BorderInterval> borderInterval;
    /// The neighbours on the hull, if the intervals of the runs do not show that this p is a corner between them.
    std::vector<int> inseparableFrom;
    bool operator==(const HourValueRange&) const = default;
};

struct TimeCostTradeOff {
    std::vector<TimeCostPoint> points;  ///< by ascending p; only those whose run finishes
    /// Of all points whose runs mostly succeeded (all points if none did), from the cheapest to the fastest
    std::vector<HourValueRange> hull;
    /// Of the points within the goals; equal to `hull` if all are, empty if none is
    std::vector<HourValueRange> bestRanges;

    [[nodiscard]] bool isLimitedByGoals() const;  ///< a goal excludes a point
    [[nodiscard]] const TimeCostPoint* findPoint(int p) const;  ///< nullptr if there is no such p
    /// The range that contains this value of an hour, at a border the cheaper of the two; nullptr if `bestRanges` is
    /// empty.
    [[nodiscard]] const HourValueRange* bestRangeAt(double usdPerHour) const;
};

/// Points priced as in priceCurve (core/decision/cost/cost.h), times `runs`: the number of steps in a predicted run.
/// Points that never finish are omitted. Preconditions: integer p, price >= 0, runs > 0.
[[nodiscard]] std::vector<TimeCostPoint> timeCostPoints(const ScalingCurve& curve, double priceUsdPerHour,
                                                        double runs = 1);
/// The same with one price per point; points without a finite price are omitted.
[[nodiscard]] std::vector<TimeCostPoint> timeCostPoints(const ScalingCurve& curve,
                                                        const std::vector<double>& pricesUsdPerHour, double runs = 1);

/// Sets dominatedBy and finds the hulls. Among points with equal cost and time, the smallest p is kept; a point on the
/// line between two others is best at only one value and is not a corner.
[[nodiscard]] TimeCostTradeOff analyseTradeOff(std::vector<TimeCostPoint> points);

/// The p within the goals that is no slower and no more expensive than this one, and better in one of the two; absent
/// if none exists or the intervals of the runs do not show it.
[[nodiscard]] std::optional<int> findDominatingP(const TimeCostTradeOff& tradeOff, int p);

/// How far the intervals of the runs decide a choice of p.
struct ChoiceCertainty {
    std::vector<int> rivals;  ///< those p that may meet the goals and may cost no more, machines and waiting together
    bool isClear = false;  ///< no rivals, every p has an interval, and a p outside the measured range cannot be better
    bool operator==(const ChoiceCertainty&) const = default;
};
/// For p at this value of an hour, which may be infinite (only time matters). Each rival is compared with p alone: it is
/// one if the value lies in the interval of the border between the two (see BorderInterval).
[[nodiscard]] ChoiceCertainty choiceCertainty(const TimeCostTradeOff& tradeOff, int p, double usdPerHour);

/// The cost of machines and waiting at the best p for this value of an hour: the same for every point on the tangent.
/// Precondition: `bestRanges` is not empty.
[[nodiscard]] double minimumTotalUsd(const TimeCostTradeOff& tradeOff, double usdPerHour);
/// The cost on the tangent at that time: minimumTotalUsd - v t/3600.
[[nodiscard]] double tangentCostUsd(const TimeCostTradeOff& tradeOff, double usdPerHour, double timeS);
/// The value of an hour whose tangent passes through a point of the plane: the minimum of 3600 (C - c)/(t - T) over the
/// points of the hull to its left, at least 0. Absent if there are no points to its left.
[[nodiscard]] std::optional<double> hourValueThroughPoint(const TimeCostTradeOff& tradeOff, double timeS,
                                                          double costUsd);

/// "p = 4 is best from $3.39 to $36.0 an hour"; for a p that is not a corner, the reason; for a single point, that
/// there is nothing to choose. Also names the p that the runs do not separate from it.
[[nodiscard]] std::string bestRangeText(const TimeCostTradeOff& tradeOff, int p);
/// The effect of a uniform price, with the numbers for the best p at this value of an hour: "at 30 % of the price the
/// cheapest p stays 1; every border scales with it: p = 4 is best from $1.02 to $10.8 an hour".
[[nodiscard]] std::string scaledPriceText(const TimeCostTradeOff& tradeOff, double hourValueUsd, double factor);

}  // namespace scalewright
