// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `design check`: what in a design cannot work or costs too much, and the fix.
#pragma once

#include <string>
#include <vector>

#include "core/decision/plan/plan_decision.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slots.h"
#include "core/output/answers/answered.h"
#include "core/project/document/project.h"

namespace scalewright {

struct DesignCheckQuestion {
    std::string file, variant;
    const DesignCatalogue& catalogue;
    const std::vector<Finding>& findings;  ///< from checkDesign
    const std::optional<PlanDecision>& plan;
};

/// "1 error", "2 warnings", "3 suggestions"; empty for 0.
[[nodiscard]] std::string severityCountText(Severity severity, int number);

/// The table has one row per finding. The next step is a fix that has been tried (Fix), never one that causes an error.
[[nodiscard]] Answer designCheckAnswer(const DesignCheckQuestion& question);

/// Checks the design; its errors are the problems.
[[nodiscard]] Answered answerDesignCheck(const std::string& file, const Project& project, const Analysis& analysis,
                                         const DesignCatalogue& catalogue);

}  // namespace scalewright
