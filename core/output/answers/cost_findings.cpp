#include <utility>

#include "core/output/answers/cost.h"

namespace scalewright {

Result<CostFindings> findCosts(const CostQuestion& question, const RegimeTerms& terms, int pMax)
{
    const Project& project = question.project;
    const MeasuredLadder* ladder = question.ladder;
    CostFindings found{
        .forecast = forecast(project.baseline, project, pMax, ladder), .worth = {}, .predicted = {}, .regimes = {}};
    Result<Worth> worth = worthOf(project, found.forecast, ladder, ladder ? CurveKind::Measured : CurveKind::Predicted,
                                  terms, question.regimes.front());
    if (!worth)
        return fail(std::move(worth.error()));
    found.worth = *std::move(worth);
    if (found.worth.choice.points.empty())
        return fail(ErrorCode::Refused, "no p ever finishes its run", "a design that recovers from what it loses");
    if (ladder && found.forecast.prediction)
        if (Result<Worth> predicted =
                worthOf(project, found.forecast, nullptr, CurveKind::Predicted, terms, question.regimes.front()))
            found.predicted = *std::move(predicted);
    for (const Regime regime : question.regimes) {
        const RegimeWorth& under = found.worth.under(regime);
        RegimeAnswer one{.regime = regime,
                         .price = under.price,
                         .cost = under.cost,
                         .plan = {},
                         .kneeP = under.kneeP,
                         .rightP = {},
                         .why = {}};
        if (under.pricedByP)
            one.rightP = under.rightP;
        else if (under.choice)
            one.plan = planUnder(regime, project, found.forecast, ladder, *under.price.priceUsdPerHour);
        one.why = one.plan ? one.plan->why : one.rightP ? under.why : "none: " + one.price.note;
        found.regimes.push_back(std::move(one));
    }
    return found;
}

}  // namespace scalewright
