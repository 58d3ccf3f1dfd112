// Which p is worth its money: the plane of time and money of a project, under each way to pay, and what it means for
// two uses of one curve (book 41.7, sections 3 and 4, exercise 41.7.3). Read by the command line and the page alike;
// the plan itself is core/decision/plan's.
//
//     const Result<Worth> worth = worthOf(project, forecast, &ladder, CurveKind::Measured);
//     worth->choice.rightAt(12)->p;        // 4 of Output 41.7.2
//     worth->nightly.sentence;    // "p 1: $0.711 a run in 800 s, the cheapest"
#pragma once

#include <optional>
#include <vector>

#include "core/decision/cost/choice.h"
#include "core/decision/cost/regime.h"
#include "core/decision/plan/forecast.h"
#include "core/project/document/plan.h"

namespace scalewright {

struct Project;

/// One way to pay. Without a choice it does not apply, and the price's note says why.
struct RegimeWorth {
    Regime regime = Regime::OnDemand;
    RegimePrice price;
    std::optional<Choice> choice;
    std::optional<CurveCost> cost;  ///< as Worth::cost, at this regime's times and prices
    std::optional<int> kneeP;   ///< of the curve as it is under the regime; absent where there is none
    /// At the value of an hour, the cheapest where none is given; absent where no p meets the goals
    std::optional<int> rightP;
    bool pricedByP =
        false;     ///< each p has a price of its own: machines owned for the month's runs; `price` is the right p's
    std::string why;                ///< what moved it, or that a price alone does not
};

/// A use of the curve: which p, what is given up by not choosing the other end, what measurement would change it.
struct UseAdvice {
    int p = 1;
    std::string sentence, givesUp, wouldChange;
};

struct Worth {
    CurveKind curve = CurveKind::Measured;
    bool assumed = false;  ///< it is a ladder that nobody ran
    Regime regime = Regime::OnDemand;  ///< the one that `cost`, `choice` and the two uses are of
    double priceUsdPerHour = 0;     ///< on demand
    double runs = 1;                ///< steps of a predicted run
    bool ofAStep = false;           ///< times and costs are of one step: predicted, and the plan has no steps
    const char* work = "a run";     ///< what a time and a cost are of, in words
    std::optional<double> hourValueUsd;
    CurveCost cost;  ///< of every p that was measured; of a prediction at 1, 2, 4 … to past its fastest, and at its
        ///< cheapest, fastest, knee and plan, of every regime. Of `runs` steps
    Choice choice;
    std::vector<RegimeWorth> regimes;  ///< on demand, spot, owned
    std::optional<UseAdvice> nightly, interactive;  ///< absent where no p meets the goals
    std::string price;  ///< what a uniform price does and does not, with spot's numbers

    /// At the project's value of an hour; without one the cheapest. Absent where no p meets the goals.
    [[nodiscard]] std::optional<int> rightP() const { return under(regime).rightP; }
    [[nodiscard]] const RegimeWorth& under(Regime which) const { return regimes[static_cast<std::size_t>(which)]; }
};

/// `terms`: of the regimes, instead of the target's. `regime`: on demand stands in where it does not apply. Errors
/// (Input): no price (pointer /target/price_usd_per_hour), nothing predicted or nothing measured where that is asked
/// for.
[[nodiscard]] Result<Worth> worthOf(const Project& project, const Forecast& forecast, const MeasuredLadder* ladder,
                                    CurveKind kind, const std::optional<RegimeTerms>& terms = {},
                                    Regime regime = Regime::OnDemand);

/// The plan under one regime: decidePlan (core/decision/plan) on the curves as they are under it. Of machines owned for the
/// month's runs (core/decision/cost/regime.h), whose price is another at every p, there is none: RegimeWorth::rightP is the
/// cheapest. `price` is the regime's.
[[nodiscard]] std::optional<PlanDecision> planUnder(Regime regime, const Project& project, const Forecast& forecast,
                                                    const MeasuredLadder* ladder, double price);

/// The plane of one curve on demand, without the rest. Absent where worthOf refuses.
[[nodiscard]] std::optional<Choice> choiceOn(const Project& project, const Forecast& forecast,
                                             const MeasuredLadder* ladder, CurveKind kind);

/// What the difference between the two curves does to the decision, at that value of an hour.
[[nodiscard]] std::string differenceText(const Choice& predicted, const Choice& measured, double hourValueUsd);

}  // namespace scalewright
