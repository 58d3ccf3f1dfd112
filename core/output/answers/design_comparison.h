// The answer from `design compare`: which of two designs is faster, and what moved p*.
#pragma once

#include <string>

#include "core/design/slots/compare.h"
#include "core/model/scaling/prediction.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct ComparedDesign {
    std::string name;
    int planP = 1;  ///< only for a design that has a prediction
};

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
