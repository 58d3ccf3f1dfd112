// SPDX-License-Identifier: GPL-3.0-or-later
// Which p is worth its money: the time-cost plane of a project under each way to pay, and what it means for two uses of
// one curve (book 41.7, sections 3 and 4, exercise 41.7.3). Used by the command line and the page; the plan itself is
// in core/decision/plan.
//
//     const Result<TimeCostAnalysis> analysis = analyseTimeAndCost(project, forecast, &ladder, CurveKind::Measured);
//     analysis->tradeOff.bestRangeAt(12)->p;   // 4 of Output 41.7.2
//     analysis->nightlyAdvice->summary;        // "p 1: $0.711 a run in 800 s, the cheapest"
#pragma once

#include <optional>
#include <vector>

#include "core/decision/cost/choice.h"
#include "core/decision/cost/regime.h"
#include "core/decision/plan/forecast.h"
#include "core/project/document/plan.h"

namespace scalewright {

struct Project;

/// One way to pay. If it has no trade-off, it does not apply, and the note of the price says why.
struct RegimeEvaluation {
    PricingRegime regime = PricingRegime::OnDemand;
    RegimePrice price;
    std::optional<TimeCostTradeOff> tradeOff;
    std::optional<CurveCost> cost;  ///< like TimeCostAnalysis::cost, with this regime's times and prices
    std::optional<int> kneeP;  ///< knee of the curve under this regime; absent if it has none
    /// Best p at the value of an hour, or the cheapest if none is set; absent if no p meets the goals
    std::optional<int> bestP;
    /// Each p has its own price: machines owned for the month's runs; `price` is the price at the best p.
    bool hasPricePerP = false;
    std::string reason;  ///< what moved the best p, or that a price alone does not move it
};

/// Advice for one use of the curve: which p, what it gives up compared with the other extreme, and what would change
/// it.
struct PurposeAdvice {
    int p = 1;
    std::string summary, downside, changeCondition;
};

struct TimeCostAnalysis {
    CurveKind curveKind = CurveKind::Measured;
    bool isAssumed = false;  ///< the ladder was not run
    std::string measuredAt;  ///< MeasuredLadder::measuredAt
    PricingRegime regime = PricingRegime::OnDemand;  ///< the regime of `cost`, `tradeOff` and both advices
    double priceUsdPerHour = 0;  ///< on demand
    double stepsPerRun = 1;  ///< of a predicted run
    bool isSingleStep = false;  ///< times and costs are per step: predicted, and the plan has no steps
    const char* unitName = "a run";  ///< what a time and a cost refer to, in words
    std::optional<double> hourValueUsd;
    /// Rows for every measured p; for a prediction at 1, 2, 4 … until past its fastest p, and at the cheapest, fastest,
    /// knee and plan of every regime. For `stepsPerRun` steps.
    CurveCost cost;
    TimeCostTradeOff tradeOff;
    std::vector<RegimeEvaluation> regimes;  ///< on demand, spot, owned
    std::optional<PurposeAdvice> nightlyAdvice, interactiveAdvice;  ///< absent if no p meets the goals
    std::string priceNote;  ///< what a uniform price changes and does not change, with the numbers for spot

    /// At the project's value of an hour; the cheapest if none is set. Absent if no p meets the goals.
    [[nodiscard]] std::optional<int> bestP() const { return forRegime(regime).bestP; }
    [[nodiscard]] const RegimeEvaluation& forRegime(PricingRegime which) const
    {
        return regimes[static_cast<std::size_t>(which)];
    }
};

/// `terms`: replaces the target's terms. `regime`: if it does not apply, on-demand is used. Errors (Input): no price
/// (pointer /target/price_usd_per_hour), or no prediction or measurement although that curve is requested.
[[nodiscard]] Result<TimeCostAnalysis> analyseTimeAndCost(const Project& project, const Forecast& forecast,
                                                          const MeasuredLadder* ladder, CurveKind curveKind,
                                                          const std::optional<PricingTerms>& terms = {},
                                                          PricingRegime regime = PricingRegime::OnDemand);

/// The plan under one regime: decidePlan (core/decision/plan) on its curves. Absent for machines owned for the month's
/// runs (core/decision/cost/regime.h), whose price differs at every p: there RegimeEvaluation::bestP is the cheapest.
/// `price` is the price under the regime.
[[nodiscard]] std::optional<PlanDecision> planForRegime(PricingRegime regime, const Project& project,
                                                        const Forecast& forecast, const MeasuredLadder* ladder,
                                                        double price);

/// How certain the plan's p is on that plane, for what its rule minimises; not clear if it may miss a goal. Absent if
/// the rule does not weigh time and cost, or if no p meets every goal.
[[nodiscard]] std::optional<ChoiceCertainty> planCertainty(const PlanDecision& plan, const TimeCostTradeOff& tradeOff,
                                                           const std::optional<double>& hourValueUsd);

/// The on-demand plane of one curve, without the rest. Absent if analyseTimeAndCost fails.
[[nodiscard]] std::optional<TimeCostTradeOff> tradeOffOn(const Project& project, const Forecast& forecast,
                                                         const MeasuredLadder* ladder, CurveKind curveKind);

/// What the difference between the two curves means for the decision at that value of an hour.
[[nodiscard]] std::string curveDifferenceText(const TimeCostTradeOff& predicted, const TimeCostTradeOff& measured,
                                              double hourValueUsd);

}  // namespace scalewright
