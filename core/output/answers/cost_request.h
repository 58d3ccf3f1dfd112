// SPDX-License-Identifier: GPL-3.0-or-later
// What `cost` is asked, and the answer with its JSON form.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/output/answers/answered.h"
#include "core/output/answers/cost.h"
#include "core/output/answers/ladder_input.h"

namespace scalewright {

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

/// The question; it refers to `request`, which must outlive it.
[[nodiscard]] CostQuestion costQuestion(const CostRequest& request);

/// Which p is best at which value of an hour.
[[nodiscard]] Json::Object worthFields(const CostRequest& request, const TimeCostAnalysis& worth);

[[nodiscard]] Result<Answered> answerCost(const CostRequest& request);

/// The request for a ladder or a project as it is; without priceSource if the project has no price.
[[nodiscard]] CostRequest costRequest(CurveInput input);

/// The note that a goal comes from the project; `option` would set another.
[[nodiscard]] std::string projectGoalNote(const char* option);

}  // namespace scalewright
