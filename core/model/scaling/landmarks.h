// SPDX-License-Identifier: GPL-3.0-or-later
// The landmarks of a predicted curve: the fastest p, the knee, the last efficient p, and the p at which communication
// starts to dominate.
#pragma once

#include <optional>

#include "core/model/scaling/columns.h"

namespace scalewright {

/// The landmarks of a prediction, or a text that says why one does not exist.
struct Landmarks {
    int pStar = 1;  ///< fastest p in 1…pMax, the smallest if tied
    bool pStarAtLimit = false;  ///< pStar equals pMax: the search ended there
    std::string kneeNote;  ///< set if kneeAtLimit, otherwise empty
    std::string pStarNote;  ///< set if pStarAtLimit, or if no p > 1 is faster or no run finishes; otherwise empty
    int kneeP = 1;  ///< argmax E/T (Eager, Zahorjan, Lazowska 1989), the smallest if tied
    bool kneeAtLimit = false;  ///< kneeP equals pMax: the end of the search, not a knee
    std::optional<int> pEfficient;  ///< the largest p in 1…pMax with E at or above the model's efficiency target
    bool pEfficientAtLimit = false;  ///< pEfficient is pMax
    std::string pEfficientMissingReason;  ///< for example, E is below the target from p = 1 on
    std::optional<int> pCommDominates;  ///< first p with R >= 1
    std::string pCommDominatesMissingReason;  ///< "never: …" or "beyond p-max: …"
    std::optional<double> speedupLimit;  ///< lim S for p to infinity (0 if communication grows without bound)
    std::string speedupLimitMissingReason;  ///< for example, no communication at all: S = p
    bool operator==(const Landmarks&) const = default;
};
[[nodiscard]] Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns);

}  // namespace scalewright
