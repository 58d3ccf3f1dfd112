// What `design check` answers: what in a design cannot work or costs too much, and the fix.
#pragma once

#include <string>
#include <vector>

#include "core/answers/answer.h"
#include "core/design/slots.h"
#include "core/plan/plan_decision.h"
#include "core/rules/checks.h"

namespace scalewright {

struct DesignCheckQuestion {
    std::string file, variant;
    const DesignCatalogue& catalogue;
    const std::vector<Finding>& findings;  ///< checkDesign's
    const std::optional<PlanDecision>& plan;
};

/// "1 error", "2 warnings", "3 suggestions"; empty for none.
[[nodiscard]] std::string countText(Severity severity, int number);

/// The table has a finding a row. What it says to do next is a fix that was tried (Fix), never one that makes an error.
[[nodiscard]] Answer designCheckAnswer(const DesignCheckQuestion& question);

}  // namespace scalewright
