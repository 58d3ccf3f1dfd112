// Build or buy: what running the cluster oneself costs against having it run (book 41.5, section 2).
//
//     C_self = g c h + v T_ops,   C_managed = m g c h,   equal at h = v T_ops/((m - 1) g c)
//
//     breakEvenHours({.accelerators = 16, .priceUsdPerHour = 2.5, .premium = 1.6, .opsHours = 40, .hourValueUsd = 60});   // 100
#pragma once

#include <optional>
#include <vector>

#include <string>

namespace scalewright {

/// Preconditions: all finite and >= 0, premium > 0.
struct BuildOrBuy {
    double accelerators = 1;  ///< g
    double priceUsdPerHour = 0;  ///< c, of one accelerator
    double premium = 1.6;  ///< m, what managed costs over raw
    double opsHours = 0;  ///< T_ops, of running the cluster oneself
    double hourValueUsd = 0;  ///< v
};

struct SizingNeed;
/// With so many accelerators, at the need's prices; hours of operation and their value 0 where it does not say.
[[nodiscard]] BuildOrBuy buildOrBuyOf(const SizingNeed& need, double accelerators);

struct Totals {
    double rawUsd = 0;  ///< g c h
    double selfUsd = 0, managedUsd = 0;
    /// Managed on a tie: the book's C_managed <= C_self.
    [[nodiscard]] bool buys() const { return managedUsd <= selfUsd; }
};
[[nodiscard]] Totals totalsAt(const BuildOrBuy& terms, double hours);

/// The hours from which self-managed is cheaper; absent where managed never becomes dearer (no premium, or nothing to
/// pay), with the reason in neverBreaksEven.
[[nodiscard]] std::optional<double> breakEvenHours(const BuildOrBuy& terms);
/// Empty where there is a break-even.
[[nodiscard]] std::string neverBreaksEven(const BuildOrBuy& terms);

/// The value of an hour at which both cost the same after so many hours, v = (m - 1) g c h/T_ops; absent without hours
/// of operation.
[[nodiscard]] std::optional<double> breakEvenHourValueUsd(const BuildOrBuy& terms, double hours);

/// Sensitivity to the value of an hour.
struct HourValueRow {
    double hourValueUsd = 0;
    std::optional<double> breakEvenHours;
    std::optional<Totals> totals;  ///< after `hours`, where they are given
};
/// At a quarter, a half, the same, twice and four times the value that the terms give.
[[nodiscard]] std::vector<HourValueRow> hourValueRows(const BuildOrBuy& terms, std::optional<double> hours);

}  // namespace scalewright
