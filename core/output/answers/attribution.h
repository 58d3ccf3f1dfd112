// What `attribute` and the page Measure answer: where the missing folds of a speedup went.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/attribution/attribution.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/ladder_reading.h"

namespace scalewright {

/// An input that the design's model lacks.
struct MissingInput {
    std::string name, pointer;
};

/// One remedy of the design, and what it predicts; absent where it cannot be predicted.
struct OfferedRemedy {
    std::string id, title, assumes;
    struct Then {
        int pStar = 1;
        double speedupAtPStar = 1;
        int planP = 1;
        double speedupAtPlan = 1;
        bool pStarAtLimit = false;  ///< the search ended there, and it still rises
    };
    std::optional<Then> then;
    std::optional<LadderBound> bound{};
};

struct AttributionQuestion {
    const Attribution& why;
    const LadderReading& reading;
    const MeasuredLadder* ifFixed = nullptr;  ///< the same ladder with the work fixed, where its scaling is a guess
    std::vector<std::string> whatIfs{};  ///< remedyEffect of each cause that was asked about
    std::optional<std::vector<OfferedRemedy>> remedies{};  ///< where they were asked for
    std::vector<MissingInput> missing{};  ///< why no remedy can be predicted
};

/// p, T, S, E, lost folds and their parts; without a caption.
[[nodiscard]] Table lostFoldsTable(const MeasuredLadder& ladder, const Attribution& why);

[[nodiscard]] Answer attributionAnswer(const AttributionQuestion& question);

}  // namespace scalewright
