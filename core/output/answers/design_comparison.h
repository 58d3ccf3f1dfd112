// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `design compare`: which of two designs is faster, and what moved p*.
#pragma once

#include <optional>
#include <string>

#include "core/design/slots/compare.h"
#include "core/model/scaling/prediction.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/compared_plan.h"

namespace scalewright {

struct Claim;
struct Project;

[[nodiscard]] ComparedPlan comparedPlanOf(const Project& project, int pMax);

struct ComparedDesign {
    std::string name;
    ComparedPlan plan;
};

/// "A: 8 workers, 206 s, $1.46; B: 16 workers, 235 s, $3.34."; empty unless at least one side has a plan with a time.
[[nodiscard]] std::string comparedPlansText(const ComparedDesign& left, const ComparedDesign& right);
/// "A is 29.0 s faster and $1.88 cheaper."; empty unless both have a time for the same unit.
[[nodiscard]] std::string planDifferenceText(const ComparedDesign& left, const ComparedDesign& right);

struct DesignComparisonQuestion {
    const DesignComparison& comparison;
    const DesignCatalogue& catalogue;
    ComparedDesign left, right;
};

/// T(p) and S(p) of both sides at powers of two; without a caption.
[[nodiscard]] Table curvesTable(const DesignComparison& comparison);

/// The names of the two sides for use in a sentence, and the memory that they need if it exceeds their workers' memory:
/// "25.6 GB on a worker of 16 GB"; empty if they fit.
struct ComparedNames {
    std::string left = "left", right = "right";
    std::string leftMemoryOverflow{}, rightMemoryOverflow{};
};
/// "Parameter server reaches 12.7× at p = 26; all-reduce does not fit: it needs 25.6 GB on a worker of 16 GB."
[[nodiscard]] std::string designComparisonHeadline(const DesignComparison& comparison, const ComparedNames& names = {});

/// The table is curvesTable, or the slots if neither side has a prediction.
[[nodiscard]] Answer designComparisonAnswer(const DesignComparisonQuestion& question);

}  // namespace scalewright
