// Which p is right for which value of an hour, and for whom.
#include "app/cli/cost.h"

#include "app/cli/output.h"

namespace scalewright::cli {

namespace {

Json rangesJson(const std::vector<RightRange>& ranges)
{
    Json::Array json;
    for (const RightRange& range : ranges) {
        Json::Object object{{"p", Json(range.p)}, {"from_usd_per_hour", Json(range.fromUsdPerHour)}};
        setOrReason(object, "to_usd_per_hour", range.toUsdPerHour, "the fastest: right however much an hour is worth");
        if (range.doubt) {
            Json::Object doubt{{"value", Json(*range.toUsdPerHour)}, {"low", Json(range.doubt->low)}};
            setOrReason(doubt, "high", range.doubt->high, "the runs do not tell which of the two p is faster");
            doubt.emplace_back("level", Json(range.doubt->level));
            object.emplace_back("border", Json(std::move(doubt)));
        }
        if (!range.untoldFrom.empty()) {
            Json::Array untold;
            for (const int p : range.untoldFrom)
                untold.emplace_back(p);
            object.emplace_back("untold_from", Json(std::move(untold)));
        }
        json.emplace_back(std::move(object));
    }
    return Json(std::move(json));
}

Json useJson(const std::optional<UseAdvice>& use)
{
    if (!use)
        return Json();
    return Json(Json::Object{{"p", Json(use->p)},
                             {"why", Json(use->sentence)},
                             {"gives_up", Json(use->givesUp)},
                             {"would_change", Json(use->wouldChange)}});
}

}  // namespace

void addWorth(Json::Object& json, const Question& question, const Worth& worth)
{
    json.emplace_back("right", rangesJson(worth.choice.ranges));
    if (worth.choice.ranges != worth.choice.hull)
        json.emplace_back("right_without_goals", rangesJson(worth.choice.hull));
    setOrReason(json, "right_p", worth.rightP(), "no p meets every goal");
    setOrReason(json, "hour_value_usd", worth.hourValueUsd,
                "no value of an hour is given (--hour-value): right_p is the cheapest");
    Json::Array dominated;
    for (const MoneyPoint& point : worth.choice.points)
        if (point.dominatedBy && (worth.curve == CurveKind::Measured || findRow(worth.cost, point.p)))
            dominated.emplace_back(Json::Object{{"p", Json(point.p)}, {"by", Json(*point.dominatedBy)}});
    json.emplace_back("dominated", Json(std::move(dominated)));
    Json::Array regimes;
    for (const RegimeWorth& each : worth.regimes) {
        Json::Object object{{"regime", Json(regimeName(each.regime))}};
        setOrReason(object, "right_p", each.rightP, each.choice ? std::string(each.why) : std::string(each.price.note));
        const MoneyPoint* at = each.rightP ? each.choice->at(*each.rightP) : nullptr;
        setOrReason(object, "t", at ? std::optional(at->timeS) : std::nullopt, "no p is right");
        setOrReason(object, "cost", at ? std::optional(at->costUsd) : std::nullopt, "no p is right");
        object.emplace_back("why", Json(each.why));
        if (each.regime == Regime::Spot)
            object.emplace_back("preemption", Json(preemptionNote(question.project, worth.ofAStep)));
        if (each.choice)
            object.emplace_back("right", rangesJson(each.choice->ranges));
        regimes.emplace_back(std::move(object));
    }
    json.emplace_back("right_by_regime", Json(std::move(regimes)));
    json.emplace_back("price_scales", Json(worth.price));
    json.emplace_back("nightly", useJson(worth.nightly));
    json.emplace_back("interactive", useJson(worth.interactive));
}

}  // namespace scalewright::cli
