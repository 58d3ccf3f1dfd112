#include "core/design/sizing/build_or_buy.h"

#include <cmath>

#include "core/design/sizing/sizing.h"

namespace scalewright {

namespace {

/// (m - 1) g c: what managed costs more an hour.
double dearerUsdPerHour(const BuildOrBuy& terms)
{
    return (terms.premium - 1) * terms.accelerators * terms.priceUsdPerHour;
}

}  // namespace

BuildOrBuy buildOrBuyOf(const SizingNeed& need, double accelerators)
{
    return {.accelerators = accelerators,
            .priceUsdPerHour = need.priceUsdPerHour,
            .premium = need.premium,
            .opsHours = need.opsHours.value_or(0),
            .hourValueUsd = need.hourValueUsd.value_or(0)};
}

Totals totalsAt(const BuildOrBuy& terms, double hours)
{
    const double raw = terms.accelerators * terms.priceUsdPerHour * hours;
    return {.rawUsd = raw, .selfUsd = raw + terms.hourValueUsd * terms.opsHours, .managedUsd = terms.premium * raw};
}

std::optional<double> breakEvenHours(const BuildOrBuy& terms)
{
    if (!neverBreaksEven(terms).empty())
        return std::nullopt;
    return terms.hourValueUsd * terms.opsHours / dearerUsdPerHour(terms);
}

std::string neverBreaksEven(const BuildOrBuy& terms)
{
    if (terms.premium <= 1)
        return "managed costs no more an hour than raw machines, so it never becomes the dearer one";
    if (dearerUsdPerHour(terms) == 0)
        return "the accelerators cost nothing, so managed never becomes the dearer one";
    if (!std::isfinite(terms.hourValueUsd * terms.opsHours / dearerUsdPerHour(terms)))
        return "the hours are too many to compute";
    return {};
}

std::optional<double> breakEvenHourValueUsd(const BuildOrBuy& terms, double hours)
{
    if (terms.opsHours == 0)
        return std::nullopt;
    const double value = dearerUsdPerHour(terms) * hours / terms.opsHours;
    return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

std::vector<HourValueRow> hourValueRows(const BuildOrBuy& terms, std::optional<double> hours)
{
    std::vector<HourValueRow> rows;
    for (const double factor : {0.25, 0.5, 1.0, 2.0, 4.0}) {
        BuildOrBuy other = terms;
        other.hourValueUsd *= factor;
        rows.push_back(
            {other.hourValueUsd, breakEvenHours(other), hours ? std::optional(totalsAt(other, *hours)) : std::nullopt});
    }
    return rows;
}

}  // namespace scalewright
