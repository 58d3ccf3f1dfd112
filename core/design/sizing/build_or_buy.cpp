// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/sizing/build_or_buy.h"

#include <cmath>

#include "core/design/sizing/sizing.h"

namespace scalewright {

namespace {

/// (m - 1) g c: extra cost per hour of the managed cluster.
double managedExtraUsdPerHour(const BuildOrBuyTerms& terms)
{
    return (terms.managedPriceFactor - 1) * terms.accelerators * terms.priceUsdPerHour;
}

}  // namespace

BuildOrBuyTerms buildOrBuyTerms(const SizingNeed& need, double accelerators)
{
    return {.accelerators = accelerators,
            .priceUsdPerHour = need.priceUsdPerHour,
            .managedPriceFactor = need.managedPriceFactor,
            .operatorHours = need.operatorHours.value_or(0),
            .operatorHourUsd = need.operatorHourUsd.value_or(0)};
}

CostTotals costTotalsAfter(const BuildOrBuyTerms& terms, double hours)
{
    const double raw = terms.accelerators * terms.priceUsdPerHour * hours;
    return {.rawUsd = raw,
            .selfManagedUsd = raw + terms.operatorHourUsd * terms.operatorHours,
            .managedUsd = terms.managedPriceFactor * raw};
}

std::optional<double> breakEvenHours(const BuildOrBuyTerms& terms)
{
    if (!noBreakEvenReason(terms).empty())
        return std::nullopt;
    return terms.operatorHourUsd * terms.operatorHours / managedExtraUsdPerHour(terms);
}

std::string noBreakEvenReason(const BuildOrBuyTerms& terms)
{
    if (terms.managedPriceFactor <= 1)
        return "managed costs no more per hour than raw machines, so it never becomes more expensive";
    if (managedExtraUsdPerHour(terms) == 0)
        return "the accelerators cost nothing, so managed never becomes more expensive";
    if (!std::isfinite(terms.operatorHourUsd * terms.operatorHours / managedExtraUsdPerHour(terms)))
        return "the number of hours is too large to compute";
    return {};
}

std::optional<double> breakEvenOperatorHourUsd(const BuildOrBuyTerms& terms, double hours)
{
    if (terms.operatorHours == 0)
        return std::nullopt;
    const double value = managedExtraUsdPerHour(terms) * hours / terms.operatorHours;
    return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

std::vector<BreakEvenRow> breakEvenRows(const BuildOrBuyTerms& terms, std::optional<double> hours)
{
    std::vector<BreakEvenRow> rows;
    for (const double factor : {0.25, 0.5, 1.0, 2.0, 4.0}) {
        BuildOrBuyTerms scaledTerms = terms;
        scaledTerms.operatorHourUsd *= factor;
        rows.push_back({scaledTerms.operatorHourUsd, breakEvenHours(scaledTerms),
                        hours ? std::optional(costTotalsAfter(scaledTerms, *hours)) : std::nullopt});
    }
    return rows;
}

}  // namespace scalewright
