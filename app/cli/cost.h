// What `cost` asks and finds (cost.cpp), and how it is told: the rows and the plan (cost_output.cpp), which p is right
// for whom (cost_worth.cpp).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "core/plan/forecast.h"
#include "core/cost/cost.h"
#include "core/project/project.h"
#include "core/tables/table.h"
#include "core/cost/worth.h"

namespace scalewright::cli {

struct Question {
    CurveInput input;
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceFrom;
    Project project;  ///< the file's, or an empty one, with what the options say laid over
    int pMax = defaultPMax;
    std::vector<std::string> goalsFrom;  ///< what of the goal is the project's, and what of its plan is set aside
    RegimeTerms terms;
    std::vector<Regime> regimes{Regime::OnDemand};

    [[nodiscard]] const MeasuredLadder* measured() const { return input.ladder ? &input.ladder->runs : nullptr; }
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

/// All that is answered.
struct Findings {
    Forecast forecast;
    Worth worth;  ///< under the first regime; of the ladder, of the prediction where there is none
    std::optional<Worth> predicted;  ///< the project's own prediction, held against the ladder
    std::vector<RegimeAnswer> regimes;  ///< as they were asked for
};

/// The answer if the work was fixed, where that it grew is a guess.
struct Opposite {
    Question question;
    Findings findings;
};

[[nodiscard]] Table costTable(const Question& question, const Findings& found);
[[nodiscard]] Json::Object costJson(const Question& question, const Findings& found,
                                    const std::optional<Opposite>& other);
[[nodiscard]] std::string costText(const Question& question, const Findings& found,
                                   const std::optional<Opposite>& other);

/// Of the curve's cost at p; null where it has no such row.
[[nodiscard]] const CostRow* findRow(const CurveCost& cost, int p);

/// Which p is right for which value of an hour.
void addWorth(Json::Object& json, const Question& question, const Worth& worth);
[[nodiscard]] std::string worthText(const Question& question, const Worth& worth, const Worth* fixed);

}  // namespace scalewright::cli
