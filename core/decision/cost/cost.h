// Pricing a curve (book 41.7), measured, predicted or fitted: Cost(p) = c N T_p/3600, N = ceil(p/g) nodes of g workers,
// the marginal speedup per dollar, and both optima by name.
//
//     const CurveCost cost = priceCurve(curveOf(ladder), 3.20);
//     cost.costOptimalP;   // 1
//     cost.exchange;       // "2.06x the cost to go 3.88x faster"
//
// With one worker a node Cost(p) = Cost(p0)/E(p) for strong scaling, so the cheapest p is the base unless some speedup
// is superlinear. For weak scaling the run at p does p/p0 times the work: the cost is of the base's share of it, c N
// (p0/p) T_p/3600, so that Cost(p) = Cost(p0)/E(p) holds there too. For ladders of throughput it is of one unit of
// work.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decision/cost/curve.h"
#include "core/evidence/ladder/ladder.h"
#include "core/project/document/goal.h"

namespace scalewright {

struct CostRow {
    int p = 1;
    int nodes = 1;
    double timeS = 0, speedup = 1, efficiency = 1, costUsd = 0;
    std::optional<double> commShare, idleShare;  ///< of the time, 0…1; absent where the curve does not tell
};

/// One step up the curve. Without a ratio (a step that costs nothing more or less) `note` says so; a negative ratio
/// says in `note` which of the two it is: slower and dearer, or faster and cheaper.
struct MarginalStep {
    int from = 1, to = 1;
    double speedupGain = 0, costUsd = 0;
    std::optional<double> speedupPerUsd;
    std::string note;
};

struct CurveCost {
    double priceUsdPerHour = 0;
    std::vector<CostRow> rows;
    std::vector<MarginalStep> marginal;
    int costOptimalP = 1;  ///< argmin Cost, the fastest on ties: it buys more for the same money
    std::string costOptimalDoubt;  ///< of a measured curve: which other p the runs do not tell from it, and that some
        ///< of its runs failed; empty where neither is so
    int fastestP = 1;
    std::string exchange;  ///< "2.06x the cost to go 3.88x faster", that one p is both, or that there is only one; with
        ///< the curve's doubt and the two p's failures
    /// The exchange as numbers: the fastest's cost and speed over the cheapest's
    std::optional<std::pair<double, double>> bought;
    std::vector<std::string> notes;  ///< of what the costs are, what a price of nothing does
};

/// One row a point. A node-hour is charged for ceil(p/g) nodes, g the curve's workers on a node.
/// Precondition: the curve has a point and its p are whole; priceUsdPerHour >= 0 and finite, and p T_p times it
/// too.
[[nodiscard]] CurveCost priceCurve(const ScalingCurve& curve, double priceUsdPerHour);
/// The same where each p has a price of its own, a point each: CurveCost::priceUsdPerHour is the cheapest p's.
[[nodiscard]] CurveCost priceCurve(const ScalingCurve& curve, const std::vector<double>& pricesUsdPerHour);

/// Who owns the machines (book 41.7, section 4).
enum class Regime { OnDemand, Spot, Owned };

/// "on-demand", "spot", "owned". Error (Input): the list.
[[nodiscard]] const char* regimeName(Regime regime);
[[nodiscard]] Result<Regime> regimeFromName(std::string_view name);

/// What a regime makes of the on-demand price. The factors are the book's exercise 41.7.2.
struct RegimeTerms {
    double spotFactor = 0.30;
    bool spotTimesKnown = false;  ///< what nodes that are taken back add is in the times (core/decision/cost/regime.h)
    double ownedFactor = 0.60;  ///< of the on-demand price, for each hour that an owned node exists
    std::optional<double> utilisationThreshold;  ///< owning pays above it; absent: above ownedFactor, where an hour of
        ///< use, ownedFactor/utilisation, costs what it does on demand
    /// Amortisation and power of a node for each hour that it exists; instead of ownedFactor
    std::optional<double> ownedUsdPerHour;
    std::optional<double> utilisation;  ///< of the owned machines, 0…1; absent: what the runs of a month make of it,
        ///< else assumed and said
    /// What machines bought for these runs alone do; counts where `utilisation` is absent
    std::optional<double> runsPerMonth;
};

struct RegimePrice {
    std::optional<double> priceUsdPerHour;  ///< absent where the regime does not apply
    std::string note;  ///< the factor, the assumption, or why it does not apply
    bool assumed = false;  ///< rests on a share or a use that nobody gave
};
[[nodiscard]] RegimePrice regimePrice(Regime regime, double onDemandUsdPerHour, const RegimeTerms& terms);

/// What prices can and cannot move, in words, for the regimes that were compared: scaling every price alike leaves
/// argmin c p T_p where it is.
[[nodiscard]] std::string priceNote(const MeasuredLadder& ladder, const Goal& goal, int workersPerNode = 1);

}  // namespace scalewright
