// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "core/base/error/try.h"
#include "core/output/answers/cost.h"

namespace scalewright {

Result<CostFindings> computeCosts(const CostQuestion& question, const PricingTerms& terms, int pMax)
{
    const Project& project = question.project;
    const MeasuredLadder* ladder = question.ladder;
    CostFindings findings{.forecast = makeForecast(project.baseline, project, pMax, ladder)};
    findings.claim = makeClaim(project, findings.forecast, nullptr);
    TRY(TimeCostAnalysis costAnalysis,
        analyseTimeAndCost(project, findings.forecast, ladder, ladder ? CurveKind::Measured : CurveKind::Predicted,
                           terms, question.regimes.front()));
    findings.costAnalysis = std::move(costAnalysis);
    if (findings.costAnalysis.tradeOff.points.empty())
        return fail(ErrorCode::Refused, "no p ever finishes its run", "a design that recovers from failures");
    if (ladder && findings.forecast.prediction)
        if (Result<TimeCostAnalysis> predicted = analyseTimeAndCost(
                project, findings.forecast, nullptr, CurveKind::Predicted, terms, question.regimes.front()))
            findings.predictedCostAnalysis = *std::move(predicted);
    for (const PricingRegime regime : question.regimes) {
        const RegimeEvaluation& regimeWorth = findings.costAnalysis.forRegime(regime);
        RegimeAnswer regimeAnswer{
            .regime = regime, .price = regimeWorth.price, .cost = regimeWorth.cost, .kneeP = regimeWorth.kneeP};
        if (regimeWorth.hasPricePerP)
            regimeAnswer.bestP = regimeWorth.bestP;
        else if (regimeWorth.tradeOff)
            regimeAnswer.plan =
                planForRegime(regime, project, findings.forecast, ladder, *regimeWorth.price.priceUsdPerHour);
        regimeAnswer.reason = regimeAnswer.plan                   ? regimeAnswer.plan->reason
                              : !findings.claim.whyNoPlan.empty() ? findings.claim.whyNoPlan
                              : regimeAnswer.bestP                ? regimeWorth.reason
                                                                  : "none: " + regimeAnswer.price.note;
        findings.regimes.push_back(std::move(regimeAnswer));
    }
    return findings;
}

}  // namespace scalewright
