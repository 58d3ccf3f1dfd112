// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `attribute` and the Measure page: what caused the lost speedup.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json/fields.h"
#include "core/decision/attribution/attribution.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/ladder_input.h"

namespace scalewright {

/// An input that the design's model needs but does not have.
struct MissingInput {
    std::string name, jsonPointer;
};

/// A remedy for the design; `prediction` is empty if its effect cannot be predicted.
struct OfferedRemedy {
    std::string id, title, assumption;
    struct PredictedSpeedup {
        int pStar = 1;
        double speedupAtPStar = 1;
        int planP = 1;
        double speedupAtPlan = 1;
        bool pStarAtLimit = false;  ///< the search ended at pStar and the speedup was still rising
    };
    std::optional<PredictedSpeedup> prediction;
    std::optional<LadderSpeedupBound> bound{};
};

struct AttributionQuestion {
    const Attribution& attribution;
    const LadderReading& reading;
    /// The same ladder interpreted as fixed work; set if its scaling is a guess.
    const MeasuredLadder* fixedWorkLadder = nullptr;
    std::vector<std::string> whatIfTexts{};  ///< remedyEffect for each requested cause
    std::optional<std::vector<OfferedRemedy>> remedies{};  ///< set if remedies were requested
    std::vector<MissingInput> missingInputs{};  ///< why no remedy can be predicted
};

/// p, T, S, E, lost folds and their parts; without a caption.
[[nodiscard]] Table lostFoldsTable(const MeasuredLadder& ladder, const Attribution& attribution);

[[nodiscard]] Answer attributionAnswer(const AttributionQuestion& question);

/// The ladder after the remedy for one cause, with everything else unchanged.
struct WhatIfResult {
    Cause cause = Cause::CommunicationWall;
    MeasuredLadder ladder;
    std::string effect;
};

[[nodiscard]] Json::Object attributionFields(const LadderInput& input, const Attribution& attribution,
                                             const std::vector<WhatIfResult>& whatIfResults = {});

}  // namespace scalewright
