// The input of `cost` (cost.cpp) and its JSON output: the rows and the plan (cost_output.cpp), and which p is best at
// which hour value (cost_worth.cpp).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "core/output/answers/cost.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct CostRequest {
    CurveInput input;
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceSource;
    Project project;  ///< the file's project or an empty one, with the options applied
    int pMax = defaultPMax;
    /// Which goals come from the project, and whether the project's plan is ignored.
    std::vector<std::string> goalNotes;
    PricingTerms terms;
    std::vector<PricingRegime> regimes{PricingRegime::OnDemand};

    [[nodiscard]] const MeasuredLadder* measuredLadder() const
    {
        return input.ladder ? &input.ladder->measuredRuns : nullptr;
    }
};

/// The question for core/output/answers; it refers to `request`, which must outlive it.
[[nodiscard]] CostQuestion costQuestion(const CostRequest& request);

/// The costs assuming fixed work, for a ladder whose growing work is only a guess.
struct FixedWorkCosts {
    CostRequest request;
    CostFindings findings;
};

[[nodiscard]] Json::Object costJson(const CostRequest& request, const CostFindings& findings,
                                    const std::optional<FixedWorkCosts>& fixedWork);

/// Which p is best at which value of an hour.
void addWorthJson(Json::Object& json, const CostRequest& request, const TimeCostAnalysis& worth);

}  // namespace scalewright::cli
