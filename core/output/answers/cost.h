// What `cost` answers: what the plan's p costs and how fast it is there, which p is cheapest and which fastest, and
// which is best for which value of an hour.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/decision/cost/cost.h"
#include "core/decision/cost/worth.h"
#include "core/decision/plan/forecast.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/ladder_reading.h"
#include "core/project/document/project.h"

namespace scalewright {

struct CostQuestion {
    const Project& project;  ///< with what the options say laid over
    std::optional<LadderReading> reading;  ///< absent: predicted
    const MeasuredLadder* ladder = nullptr;  ///< the ladder as runs of the plan; with `reading`
    std::string name;  ///< the project's title, or its file
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceFrom;
    std::vector<Regime> regimes{Regime::OnDemand};
    std::vector<std::string> goalsFrom;  ///< what of the goal is the project's, and what of its plan is set aside
};

/// One way to pay for the machines; no cost and no plan where it does not apply.
struct RegimeAnswer {
    Regime regime = Regime::OnDemand;
    RegimePrice price;
    std::optional<CurveCost> cost;
    std::optional<PlanDecision> plan;
    std::optional<int> kneeP;   ///< of the curve under the regime
    std::optional<int> rightP;  ///< stands in for the plan where each p has a price of its own
    std::string why;

    /// Absent too where no p meets every goal.
    [[nodiscard]] std::optional<int> planP() const
    {
        return plan && !plan->shortfall ? std::optional(plan->p) : plan ? std::nullopt : rightP;
    }
};

struct CostFindings {
    Forecast forecast;
    Worth worth;  ///< under the first regime; of the ladder, of the prediction where there is none
    std::optional<Worth> predicted;  ///< the project's own prediction, held against the ladder
    std::vector<RegimeAnswer> regimes;  ///< as they were asked for, at least one
};

/// All that is worked out before it is said. `terms` of the regimes; `pMax` of a plan by the prediction. Errors:
/// worthOf's; Refused where no p ever finishes its run.
[[nodiscard]] Result<CostFindings> findCosts(const CostQuestion& question, const RegimeTerms& terms, int pMax);

/// The answer if the work was fixed, where that it grew is a guess.
struct OppositeCost {
    CostQuestion question;
    CostFindings findings;
};

/// With a caption, which its CSV carries.
[[nodiscard]] Table costTable(const CostQuestion& question, const CostFindings& found);

[[nodiscard]] Answer costAnswer(const CostQuestion& question, const CostFindings& found,
                                const std::optional<OppositeCost>& other);

/// The month's runs at the p to request: which p, and what they cost.
[[nodiscard]] std::optional<std::pair<int, double>> monthOf(const CostQuestion& question, const CostFindings& found);

/// Why there is no knee; of a ladder perhaps empty.
[[nodiscard]] std::string noKneeReason(const CostQuestion& question, const CostFindings& found);

/// What the runs leave open of the ladder's own landmark; under another regime it may be another p.
[[nodiscard]] const std::string* doubtOf(const CostQuestion& question, int p, int MeasuredLadder::*landmark,
                                         std::string MeasuredLadder::*doubt);

/// Of the curve's cost at p; null where it has no such row.
[[nodiscard]] const CostRow* findRow(const CurveCost& cost, int p);

/// Facts of which p is best for which value of an hour, and for which use (cost_worth.cpp).
void addWorthFacts(Answer& answer, const CostQuestion& question, const Worth& worth, const Worth* fixed);

}  // namespace scalewright
