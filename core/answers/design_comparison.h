// What `design compare` answers: which of two designs is faster, and what moved p*.
#pragma once

#include <string>

#include "core/answers/answer.h"
#include "core/design/compare.h"
#include "core/scaling/prediction.h"

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

/// The table is curvesTable; of two sides without a prediction, the slots.
[[nodiscard]] Answer designComparisonAnswer(const DesignComparisonQuestion& question);

}  // namespace scalewright
