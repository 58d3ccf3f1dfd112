// SPDX-License-Identifier: GPL-3.0-or-later
// Prices a measured, predicted or fitted curve (book 41.7): Cost(p) = c N T_p/3600, N = ceil(p/g) nodes of g workers,
// the marginal speedup per dollar, and both optima by name.
//
//     const CurveCost cost = priceCurve(curveOf(ladder), 3.20);
//     cost.costOptimalP;   // 1
//     cost.tradeOffText;   // "2.06x the cost to go 3.88x faster"
//
// With one worker per node, Cost(p) = Cost(p0)/E(p) for strong scaling, so the cheapest p is the base unless some
// speedup is superlinear. For weak scaling, the run at p does p/p0 times the work: the cost is for the base's share of
// that work, c N (p0/p) T_p/3600, so that Cost(p) = Cost(p0)/E(p) holds there too. For throughput ladders, it is the
// cost of one unit of work.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text/enum_names.h"
#include "core/decision/cost/curve.h"
#include "core/evidence/ladder/ladder.h"
#include "core/project/document/goal.h"

namespace scalewright {

struct CostRow {
    int p = 1;
    int nodes = 1;
    double timeS = 0, speedup = 1, efficiency = 1, costUsd = 0;
    std::optional<double> commShare, idleShare;  ///< share of the time, 0…1; absent if the curve does not have it
};

/// One step up the curve. If there is no ratio (the step does not change the cost), `note` says so; for a negative
/// ratio it says which case applies: slower and more expensive, or faster and cheaper.
struct MarginalStep {
    int fromP = 1, toP = 1;
    double speedupGain = 0, addedCostUsd = 0;
    std::optional<double> speedupPerUsd;
    std::string note;
};

struct CurveCost {
    double priceUsdPerHour = 0;
    std::vector<CostRow> rows;
    std::vector<MarginalStep> marginalSteps;
    int costOptimalP = 1;  ///< argmin Cost; if tied, the fastest, which gives more for the same money
    /// For a measured curve: which other p the runs do not separate from it, and that some of its runs failed;
    /// otherwise empty.
    std::string costOptimalCaveat;
    int fastestP = 1;
    /// "2.06x the cost to go 3.88x faster", or that one p is both, or that there is only one p; with the curve's caveat
    /// and the failures at both p.
    std::string tradeOffText;
    /// The same as numbers: cost and speed of the fastest p relative to the cheapest
    std::optional<std::pair<double, double>> fastestToCheapestRatios;
    std::vector<std::string> notes;  ///< what the costs refer to, and the effect of a price of zero
};

/// One row per point. A node-hour is charged for ceil(p/g) nodes, where g is the curve's workers per node.
/// Preconditions: the curve has a point and its p are integers; priceUsdPerHour >= 0 and finite, also when multiplied
/// by p T_p.
[[nodiscard]] CurveCost priceCurve(const ScalingCurve& curve, double priceUsdPerHour);
/// The same with one price per point: CurveCost::priceUsdPerHour is the price at the cheapest p.
[[nodiscard]] CurveCost priceCurve(const ScalingCurve& curve, const std::vector<double>& pricesUsdPerHour);

/// Who owns the machines (book 41.7, section 4).
enum class PricingRegime { OnDemand, Spot, Owned };

template <>
inline constexpr auto enumNames<PricingRegime> = namedValues<PricingRegime>(
    "regime", {{PricingRegime::OnDemand, "on-demand"}, {PricingRegime::Spot, "spot"}, {PricingRegime::Owned, "owned"}});

/// How a regime changes the on-demand price. The factors are those of the book's exercise 41.7.2.
struct PricingTerms {
    double spotPriceFactor = 0.30;
    /// The times include the delay from preempted nodes (core/decision/cost/regime.h).
    bool timesIncludePreemption = false;
    double ownedPriceFactor = 0.60;  ///< share of the on-demand price, for each hour that an owned node exists
    /// Owning pays off above it; absent: above ownedPriceFactor, where an hour of use, ownedPriceFactor/utilisation,
    /// costs the same as on demand.
    std::optional<double> utilisationThreshold;
    /// Amortisation and power of a node per hour that it exists; replaces ownedPriceFactor
    std::optional<double> ownedUsdPerHour;
    /// Of the owned machines, 0…1; absent: follows from the runs per month, otherwise assumed and marked.
    std::optional<double> utilisation;
    /// For machines bought for these runs alone; used if `utilisation` is absent
    std::optional<double> runsPerMonth;
};

struct RegimePrice {
    std::optional<double> priceUsdPerHour;  ///< absent if the regime does not apply
    std::string note;  ///< the factor, the assumption, or why the regime does not apply
    bool isAssumed = false;  ///< based on a price factor or utilisation that is not set
};
[[nodiscard]] RegimePrice regimePrice(PricingRegime regime, double onDemandUsdPerHour, const PricingTerms& terms);

/// What prices can and cannot change, in words, for the compared regimes: scaling all prices equally does not move
/// argmin c p T_p.
[[nodiscard]] std::string priceSensitivityNote(const MeasuredLadder& ladder, const Goal& goal, int workersPerNode = 1);

}  // namespace scalewright
