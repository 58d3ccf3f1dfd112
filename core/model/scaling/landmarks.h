// The p that matter on a predicted curve: the fastest, the knee, the last efficient one, where communication takes
 // over.
#pragma once

#include <optional>

#include "core/model/scaling/columns.h"

namespace scalewright {

/// The landmarks of a prediction, or the reason in words why one does not exist.
struct Landmarks {
    int pStar = 1;  ///< fastest p in 1…pMax, the smallest on ties
    bool pStarAtLimit = false;  ///< pStar is pMax: the search ended there
    std::string kneeNote;  ///< in words when kneeAtLimit; else empty
    std::string pStarNote;  ///< in words when pStarAtLimit, when no p > 1 gains anything or none finishes; else empty
    int kneeP = 1;  ///< argmax E/T (Eager, Zahorjan, Lazowska 1989), the smallest on ties
    bool kneeAtLimit = false;  ///< kneeP is pMax: no knee was found, only the end of the search
    std::optional<int> pEfficient;  ///< the largest p in 1…pMax with E at or above the model's efficiency target
    bool pEfficientAtLimit = false;  ///< pEfficient is pMax
    std::string pEfficientReason;  ///< why there is none: E is below the target from p = 1 on
    std::optional<int> pCommDominates;  ///< first p with R >= 1
    std::string pCommDominatesReason;  ///< why there is none: "never: …" or "beyond p-max: …"
    std::optional<double> speedupLimit;  ///< lim S for p to infinity (0 where communication grows without bound)
    std::string speedupLimitReason;  ///< why there is none (no communication at all: S = p)
    bool operator==(const Landmarks&) const = default;
};
[[nodiscard]] Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns);

}  // namespace scalewright
