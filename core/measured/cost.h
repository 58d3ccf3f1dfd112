// Pricing a measured ladder (book 41.7): Cost(p) = c p T_p/3600, the marginal speedup per dollar, and both optima by name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measured/ladder.h"

namespace scalewright {

struct CostRow {
    int p = 1;
    double timeS = 0, speedup = 1, efficiency = 1, costUsd = 0;
    std::optional<double> commShare, idleShare;
};

/// One step up the ladder. Without a ratio (a step that costs nothing more or less) `note` says so.
struct MarginalStep {
    int from = 1, to = 1;
    double speedupGain = 0, costUsd = 0;
    std::optional<double> speedupPerUsd;
    std::string note;
};

struct LadderCost {
    std::vector<CostRow> rows;
    std::vector<MarginalStep> marginal;
    int costOptimalP = 1;  ///< argmin Cost, the smallest on ties
    int fastestP = 1;
    std::string exchange;  ///< "2.06x the cost to go 3.88x faster"
};

/// Precondition: priceUsdPerHour >= 0 and finite.
[[nodiscard]] LadderCost priceLadder(const MeasuredLadder& ladder, double priceUsdPerHour);

}  // namespace scalewright
