// Which p is right, and for whom (book 41.7, section 3): runs as points in the plane of time and money, and the lower
// convex hull of them.
//
// Who values an hour of waiting at v wants the least of C(p) + v T(p)/3600. Lines of one such sum have the slope -v, so
// the answer is a corner of the lower hull, and between neighbouring corners i (cheaper) and j (faster) it changes
// where
//
//     v = 3600 (C_j - C_i)/(T_i - T_j)
//
//     const Choice choice = choose(moneyPoints(curveOf(ladder), 3.20));    // Output 41.7.2
//     choice.ranges[2].p;               // 4
//     choice.ranges[2].fromUsdPerHour;  // 3.39
//     *choice.ranges[2].toUsdPerHour;   // 36.0
//
// A uniform price scales every C and so every border, and moves no corner: the cheapest p stays. What does move it is
// time that depends on p (preemption), a price that depends on p (whole nodes), a limit that takes points away.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/cost/curve.h"
#include <string>

namespace scalewright {

/// One p in the plane. Time and cost are of the same work at every p: of a run (strong), of the base's share of it
/// (weak).
struct MoneyPoint {
    int p = 1;
    double timeS = 0, costUsd = 0;
    std::optional<Interval> timeInterval;  ///< where the runs were repeated
    bool within = true;  ///< it meets every goal that can be told
    std::optional<int> dominatedBy;  ///< a p that is no slower and no dearer, and better in one; the cheapest such
    bool untold = false;  ///< no corner of the hull, and the runs' intervals do not tell that it is none
    RunCount runs{};  ///< where most of them failed it is right for nobody and beats nobody, unless it is so at every p
};

/// The values of an hour for which a p is right.
struct RightRange {
    int p = 1;
    double fromUsdPerHour = 0;
    std::optional<double> toUsdPerHour;  ///< absent: the fastest, right however much an hour is worth
    /// Of the border at the upper end, from the intervals of the two times (taken as independent, and these two p as
    /// neighbours on the hull); no `high` where the runs do not tell which of the two is faster.
    struct Doubt {
        double low = 0;
        std::optional<double> high;
        double level = 0.95;
        bool operator==(const Doubt&) const = default;
    };
    std::optional<Doubt> doubt;
    std::vector<int> untoldFrom;  ///< its neighbours on the hull, where the runs' intervals do not tell that it is a
        ///< corner beside them
    bool operator==(const RightRange&) const = default;
};

struct Choice {
    std::vector<MoneyPoint> points;  ///< by ascending p; those whose run ends
    /// Of all points (of those most of whose runs succeeded), from the cheapest to the fastest
    std::vector<RightRange> hull;
    /// Of those within the goals; the same where none takes a point away; empty where none is left
    std::vector<RightRange> ranges;

    [[nodiscard]] bool limited() const;  ///< a goal leaves a point out
    [[nodiscard]] const MoneyPoint* at(int p) const;  ///< nullptr where there is no such p
    /// Right at that value of an hour: the cheaper of two at their border; nullptr where `ranges` is empty.
    [[nodiscard]] const RightRange* rightAt(double usdPerHour) const;
};

/// Priced as priceCurve prices (core/decision/cost/cost.h), `runs` times: the steps of a predicted run. Points that never
/// finish are left out. Preconditions: whole p, price >= 0, runs > 0.
[[nodiscard]] std::vector<MoneyPoint> moneyPoints(const ScalingCurve& curve, double priceUsdPerHour, double runs = 1);
/// The same where each p has a price of its own, a point each; what has no finite price is left out.
[[nodiscard]] std::vector<MoneyPoint> moneyPoints(const ScalingCurve& curve,
                                                  const std::vector<double>& pricesUsdPerHour, double runs = 1);

/// Fills dominatedBy and finds the hulls. Of points that cost and take the same the smallest p stands; a point on the
/// line between two others is right at one value only and is no corner.
[[nodiscard]] Choice choose(std::vector<MoneyPoint> points);

/// The p within the goals that is no slower and no dearer than this one, and better in one; absent where there is none,
/// or the runs' intervals do not tell it.
[[nodiscard]] std::optional<int> beats(const Choice& choice, int p);

/// Machines and waiting together where an hour is worth so much, at the p that is right: what everything on the
/// touching line costs. Precondition: `ranges` is not empty.
[[nodiscard]] double leastTotalUsd(const Choice& choice, double usdPerHour);
/// The cost at which the touching line passes that time: leastTotalUsd - v t/3600.
[[nodiscard]] double touchingCostUsd(const Choice& choice, double usdPerHour, double timeS);
/// The value of an hour whose touching line passes through a point of the plane: the least of 3600 (C - c)/(t - T) over
/// the points of the hull left of it, 0 at the least. Absent where none is left of it.
[[nodiscard]] std::optional<double> hourValueThrough(const Choice& choice, double timeS, double costUsd);

/// "p = 4 is best from $3.39 to $36.0 an hour": where it is no corner, why not; of a single point, that there is nothing
/// to choose; and where the runs do not tell it from others, that.
[[nodiscard]] std::string rightText(const Choice& choice, int p);
/// What a uniform price does, with the numbers of the p that is right at this value of an hour: "at 30 % of the price
/// the cheapest p stays 1, and p 4 is right from $1.02 to $10.8 an hour".
[[nodiscard]] std::string scaledText(const Choice& choice, double hourValueUsd, double factor);

}  // namespace scalewright
