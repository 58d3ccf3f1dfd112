// Which p is best at which value of an hour, and for which use.
#include "app/cli/cost.h"

#include "app/cli/output.h"

namespace scalewright::cli {

namespace {

Json rangesJson(const std::vector<HourValueRange>& ranges)
{
    Json::Array json;
    for (const HourValueRange& range : ranges) {
        Json::Object object{{"p", Json(range.p)}, {"from_usd_per_hour", Json(range.fromUsdPerHour)}};
        setOrReason(object, "to_usd_per_hour", range.toUsdPerHour, "the fastest: right at any higher value of an hour");
        if (range.borderInterval) {
            Json::Object doubt{{"value", Json(*range.toUsdPerHour)}, {"low", Json(range.borderInterval->low)}};
            setOrReason(doubt, "high", range.borderInterval->high, "the runs do not show which of the two p is faster");
            doubt.emplace_back("level", Json(range.borderInterval->confidenceLevel));
            object.emplace_back("border", Json(std::move(doubt)));
        }
        if (!range.inseparableFrom.empty()) {
            Json::Array undecidedFrom;
            for (const int p : range.inseparableFrom)
                undecidedFrom.emplace_back(p);
            object.emplace_back("untold_from", Json(std::move(undecidedFrom)));
        }
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

Json purposeAdviceJson(const std::optional<PurposeAdvice>& use)
{
    if (!use)
        return Json();
    return Json(Json::Object{{"p", Json(use->p)},
                             {"why", Json(use->summary)},
                             {"gives_up", Json(use->downside)},
                             {"would_change", Json(use->changeCondition)}});
}

}  // namespace

void addWorthJson(Json::Object& json, const CostRequest& request, const TimeCostAnalysis& worth)
{
    json.emplace_back("right", rangesJson(worth.tradeOff.bestRanges));
    if (worth.tradeOff.bestRanges != worth.tradeOff.hull)
        json.emplace_back("right_without_goals", rangesJson(worth.tradeOff.hull));
    setOrReason(json, "right_p", worth.bestP(), "no p meets every goal");
    setOrReason(json, "hour_value_usd", worth.hourValueUsd,
                "no hour value is set (--hour-value): right_p is the cheapest");
    Json::Array dominated;
    for (const TimeCostPoint& point : worth.tradeOff.points)
        if (point.dominatedBy && (worth.curveKind == CurveKind::Measured || findCostRow(worth.cost, point.p)))
            dominated.emplace_back(Json::Object{{"p", Json(point.p)}, {"by", Json(*point.dominatedBy)}});
    json.emplace_back("dominated", Json(std::move(dominated)));
    Json::Array regimes;
    for (const RegimeEvaluation& each : worth.regimes) {
        Json::Object object{{"regime", Json(regimeName(each.regime))}};
        setOrReason(object, "right_p", each.bestP,
                    each.tradeOff ? std::string(each.reason) : std::string(each.price.note));
        const TimeCostPoint* atRightP = each.bestP ? each.tradeOff->findPoint(*each.bestP) : nullptr;
        setOrReason(object, "t", atRightP ? std::optional(atRightP->timeS) : std::nullopt, "no p is right");
        setOrReason(object, "cost", atRightP ? std::optional(atRightP->costUsd) : std::nullopt, "no p is right");
        object.emplace_back("why", Json(each.reason));
        if (each.regime == PricingRegime::Spot)
            object.emplace_back("preemption", Json(preemptionNote(request.project, worth.isSingleStep)));
        if (each.tradeOff)
            object.emplace_back("right", rangesJson(each.tradeOff->bestRanges));
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("right_by_regime", Json(std::move(regimes)));
    json.emplace_back("price_scales", Json(worth.priceNote));
    json.emplace_back("nightly", purposeAdviceJson(worth.nightlyAdvice));
    json.emplace_back("interactive", purposeAdviceJson(worth.interactiveAdvice));
}

}  // namespace scalewright::cli
