// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `fit` and the Measure page: which scaling law a ladder follows, and where scaling ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/fit/fit.h"
#include "core/output/answers/answered.h"
#include "core/output/answers/ladder_input.h"

namespace scalewright {

struct FitQuestion {
    const LadderReading& reading;
    const FitComparison& comparison;  ///< if one law was requested: only its fit or why it cannot be fitted
    bool isSingleLaw = false;
    /// The same ladder interpreted as fixed work; set if its scaling is a guess.
    const MeasuredLadder* fixedWorkLadder = nullptr;
    FitOptions options{};
};

/// p, S, each law's S, and the deviation of the first law; without a caption.
[[nodiscard]] Table fitTable(const MeasuredLadder& ladder, const std::vector<LadderFit>& fits);

[[nodiscard]] Answer fitAnswer(const FitQuestion& question);

/// What is requested in addition to the ladder.
struct FitRequest {
    std::optional<Law> law;  ///< absent: all laws, best first
    FitOptions options;
};

/// The fit, or why the ladder does not allow it (in `problems`). Errors: invalid options.
[[nodiscard]] Result<Answered> answerFit(const LadderInput& input, const FitRequest& request);

/// The speedup limit relative to the ladder's measured base, like S in the rows; empty if the law has no limit.
[[nodiscard]] std::optional<double> speedupLimitAgainstMeasured(const LadderFit& fit);
/// "the measured p = 1".
[[nodiscard]] std::string measuredBaseText(const LadderFit& fit);

}  // namespace scalewright
