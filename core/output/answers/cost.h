// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `cost`: cost and speed of the plan's p, the cheapest and the fastest p, and which p is best for which
// value of an hour.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decision/claim/claim.h"
#include "core/decision/cost/cost.h"
#include "core/decision/cost/time_cost.h"
#include "core/decision/plan/forecast.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/ladder_reading.h"
#include "core/project/document/project.h"

namespace scalewright {

struct CostQuestion {
    const Project& project;  ///< with the command-line options applied
    std::optional<LadderReading> reading;  ///< empty if predicted
    /// The ladder interpreted as runs of the plan; set together with `reading`
    const MeasuredLadder* ladder = nullptr;
    std::string name;  ///< the project's title or file name
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceSource;
    std::vector<PricingRegime> regimes{PricingRegime::OnDemand};
    std::vector<std::string> goalNotes;  ///< which goals come from the project, and which parts of its plan are ignored
};

/// What one more dollar buys, in three digits: "2.39k", "-0.255" if the step is slower, "cheaper" if it is both faster
/// and cheaper, "–" if there is no ratio.
[[nodiscard]] std::string speedupPerUsdText(const MarginalStep& step);

/// One way to pay for the machines. Has no cost and no plan if it does not apply.
struct RegimeAnswer {
    PricingRegime regime = PricingRegime::OnDemand;
    RegimePrice price;
    std::optional<CurveCost> cost;
    std::optional<PlanDecision> plan;
    std::optional<int> kneeP;  ///< knee of the curve under this regime
    std::optional<int> bestP;  ///< used instead of the plan if each p has its own price
    std::string reason;

    /// Also empty if no p meets every goal.
    [[nodiscard]] std::optional<int> planP() const
    {
        return plan && !plan->shortfall ? std::optional(plan->p) : plan ? std::nullopt : bestP;
    }
};

struct CostFindings {
    Forecast forecast;
    Claim claim;
    /// Under the first regime; for the ladder if there is one, otherwise for the prediction.
    TimeCostAnalysis costAnalysis;
    /// For the project's own prediction, to compare with the ladder.
    std::optional<TimeCostAnalysis> predictedCostAnalysis;
    std::vector<RegimeAnswer> regimes;  ///< in the requested order, at least one
};

/// Computes everything that the answer needs. `terms`: terms of the regimes. `pMax`: the largest p for a predicted
/// plan. Errors: those of analyseTimeAndCost; Refused if no p ever finishes its run.
[[nodiscard]] Result<CostFindings> computeCosts(const CostQuestion& question, const PricingTerms& terms, int pMax);

/// The cost if the work was fixed, for ladders whose growing work is only a guess.
struct FixedWorkCost {
    CostQuestion question;
    CostFindings findings;
};

/// Has a caption, which is also written to its CSV.
[[nodiscard]] Table costTable(const CostQuestion& question, const CostFindings& findings);

[[nodiscard]] Answer costAnswer(const CostQuestion& question, const CostFindings& findings,
                                const std::optional<FixedWorkCost>& fixedWork);

/// The recommended p, and the monthly cost of the runs at that p.
[[nodiscard]] std::optional<std::pair<int, double>> monthlyCost(const CostQuestion& question,
                                                                const CostFindings& findings);

/// Why there is no knee; may be empty for a ladder.
[[nodiscard]] std::string noKneeReason(const CostQuestion& question, const CostFindings& findings);

/// The uncertainty of the ladder's own landmark; nullptr if p is not that landmark (it may differ under another regime)
/// or if the landmark is certain.
[[nodiscard]] const std::string* landmarkDoubt(const CostQuestion& question, int p, int MeasuredLadder::*landmark,
                                               std::string MeasuredLadder::*doubt);

/// Whether the tables show this p: a prediction ends at the available machines or at the plan's p.
[[nodiscard]] bool isShownRow(const CostQuestion& question, const CostFindings& findings, int p);

/// The row for p, or nullptr.
[[nodiscard]] const CostRow* findCostRow(const CurveCost& cost, int p);

/// Adds which p is best for which value of an hour and for which use (cost_worth.cpp).
void addHourValueFacts(Answer& answer, const CostQuestion& question, const TimeCostAnalysis& costAnalysis,
                       const TimeCostAnalysis* fixed);

}  // namespace scalewright
