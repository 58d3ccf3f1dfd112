// What `design compare` answers: which of two designs is faster, and what moved p*.
#pragma once

#include <string>

#include "core/design/slots/compare.h"
#include "core/model/scaling/prediction.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct ComparedDesign {
    std::string name;
    int planP = 1;  ///< of a side that has a prediction
};

struct DesignComparisonQuestion {
    const DesignComparison& comparison;
    const DesignCatalogue& catalogue;
    ComparedDesign left, right;
};

/// T(p) and S(p) of both sides at powers of two; without a caption.
[[nodiscard]] Table curvesTable(const DesignComparison& comparison);

/// What the sides are called in a sentence, and what they need that their workers do not have: "25.6 GB on a worker of
/// 16 GB"; empty where they fit.
struct ComparedNames {
    std::string left = "left", right = "right";
    std::string leftOverfull{}, rightOverfull{};
};
/// "Parameter server reaches 12.7× at p = 26; all-reduce does not fit: it needs 25.6 GB on a worker of 16 GB."
[[nodiscard]] std::string comparedHeadline(const DesignComparison& comparison, const ComparedNames& names = {});

/// The table is curvesTable; of two sides without a prediction, the slots.
[[nodiscard]] Answer designComparisonAnswer(const DesignComparisonQuestion& question);

}  // namespace scalewright
