// What `design check` answers: what in a design cannot work or costs too much, and the fix.
#pragma once

#include <string>
#include <vector>

#include "core/decision/plan/plan_decision.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slots.h"
#include "core/output/answers/answer.h"

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
