// SPDX-License-Identifier: GPL-3.0-or-later
// Which p is best at which value of an hour, and for which use.
#include "core/output/answers/cost_request.h"

namespace scalewright {

namespace {

Json hourValueRanges(const std::vector<HourValueRange>& ranges)
{
    return listOf(ranges, [](const HourValueRange& range) {
        const auto& border = range.borderInterval;
        return objectOf(
            {{"p", range.p},
             {"from_usd_per_hour", range.fromUsdPerHour},
             {"to_usd_per_hour", range.toUsdPerHour, "the fastest: right at any higher value of an hour"},
             {"border", border ? std::optional(objectOf(
                                     {{"value", *range.toUsdPerHour},
                                      {"low", border->low},
                                      {"high", border->high, "the runs do not show which of the two p is faster"},
                                      {"level", border->confidenceLevel}}))
                               : std::nullopt},
             {"untold_from", when(!range.inseparableFrom.empty(), range.inseparableFrom)}});
    });
}

Json purposeAdvice(const std::optional<PurposeAdvice>& use)
{
    return use ? Json(objectOf({{"p", use->p},
                                {"why", use->summary},
                                {"gives_up", use->downside},
                                {"would_change", use->changeCondition}}))
               : Json();
}

}  // namespace

Json::Object worthFields(const CostRequest& request, const TimeCostAnalysis& worth)
{
    const auto isDominated = [&](const TimeCostPoint& point) {
        return point.dominatedBy && (worth.curveKind == CurveKind::Measured || findCostRow(worth.cost, point.p));
    };
    const auto regime = [&](const RegimeEvaluation& each) {
        const TimeCostPoint* best = each.bestP ? each.tradeOff->findPoint(*each.bestP) : nullptr;
        return objectOf(
            {{"regime", nameOf(each.regime)},
             {"right_p", each.bestP, each.tradeOff ? std::string(each.reason) : std::string(each.price.note)},
             {"t", best ? std::optional(best->timeS) : std::nullopt, "no p is right"},
             {"cost", best ? std::optional(best->costUsd) : std::nullopt, "no p is right"},
             {"why", each.reason},
             {"preemption",
              when(each.regime == PricingRegime::Spot, preemptionNote(request.project, worth.isSingleStep))},
             {"right", each.tradeOff ? std::optional(hourValueRanges(each.tradeOff->bestRanges)) : std::nullopt}});
    };
    return objectOf(
        {{"right", hourValueRanges(worth.tradeOff.bestRanges)},
         {"right_without_goals",
          when(worth.tradeOff.bestRanges != worth.tradeOff.hull, hourValueRanges(worth.tradeOff.hull))},
         {"right_p", worth.bestP(), "no p meets every goal"},
         {"hour_value_usd", worth.hourValueUsd, "no hour value is set (--hour-value): right_p is the cheapest"},
         {"dominated", listOf(worth.tradeOff.points,
                              [&](const TimeCostPoint& point) {
                                  return isDominated(point)
                                             ? std::optional(objectOf({{"p", point.p}, {"by", *point.dominatedBy}}))
                                             : std::nullopt;
                              })},
         {"right_by_regime", listOf(worth.regimes, regime)},
         {"price_scales", worth.priceNote},
         {"nightly", purposeAdvice(worth.nightlyAdvice)},
         {"interactive", purposeAdvice(worth.interactiveAdvice)}});
}

}  // namespace scalewright
