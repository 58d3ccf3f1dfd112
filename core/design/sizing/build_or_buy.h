// SPDX-License-Identifier: GPL-3.0-or-later
// Build or buy: the cost of running the cluster yourself compared with a managed cluster (book 41.5, section 2).
//
//     C_self = g c h + v T_ops,   C_managed = m g c h,   equal at h = v T_ops/((m - 1) g c)
//
//     breakEvenHours({.accelerators = 16, .priceUsdPerHour = 2.5, .managedPriceFactor = 1.6, .operatorHours = 40,
//                     .operatorHourUsd = 60});   // 100
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scalewright {

/// Preconditions: all values are finite and >= 0, managedPriceFactor > 0.
struct BuildOrBuyTerms {
    double accelerators = 1;  ///< g
    double priceUsdPerHour = 0;  ///< c, per accelerator
    double managedPriceFactor = 1.6;  ///< m, managed price divided by raw price
    double operatorHours = 0;  ///< T_ops, hours needed to run the cluster yourself
    double operatorHourUsd = 0;  ///< v
};

struct SizingNeed;
/// The terms for this number of accelerators at the prices in `need`; operator hours and their value are 0 if not set.
[[nodiscard]] BuildOrBuyTerms buildOrBuyTerms(const SizingNeed& need, double accelerators);

struct CostTotals {
    double rawUsd = 0;  ///< g c h
    double selfManagedUsd = 0, managedUsd = 0;
    /// In a tie, managed is preferred, as in the book: C_managed <= C_self.
    [[nodiscard]] bool isManagedPreferred() const { return managedUsd <= selfManagedUsd; }
};
[[nodiscard]] CostTotals costTotalsAfter(const BuildOrBuyTerms& terms, double hours);

/// Job hours above which self-managed is cheaper. Absent if managed never becomes more expensive (no surcharge, or
/// nothing to pay); noBreakEvenReason() gives the reason.
[[nodiscard]] std::optional<double> breakEvenHours(const BuildOrBuyTerms& terms);
/// Empty if there is a break-even point.
[[nodiscard]] std::string noBreakEvenReason(const BuildOrBuyTerms& terms);

/// Value of an operator hour at which both cost the same after this many job hours, v = (m - 1) g c h/T_ops; absent if
/// there are no operator hours.
[[nodiscard]] std::optional<double> breakEvenOperatorHourUsd(const BuildOrBuyTerms& terms, double hours);

/// Sensitivity to the value of an operator hour.
struct BreakEvenRow {
    double operatorHourUsd = 0;
    std::optional<double> breakEvenHours;
    std::optional<CostTotals> totals;  ///< at `hours`, if given
};
/// Rows for 1/4, 1/2, 1, 2 and 4 times the operator hour value in `terms`.
[[nodiscard]] std::vector<BreakEvenRow> breakEvenRows(const BuildOrBuyTerms& terms, std::optional<double> hours);

}  // namespace scalewright
