// What `fit` and the page Measure answer: which law of scaling a ladder follows, and where it ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/fit/fit.h"
#include "core/output/answers/answer.h"
#include "core/output/answers/ladder_reading.h"

namespace scalewright {

struct FitQuestion {
    const LadderReading& reading;
    const FitComparison& comparison;  ///< of one law that was asked for: its fit or its refusal alone
    bool oneLaw = false;
    const MeasuredLadder* ifFixed = nullptr;  ///< the same ladder with the work fixed, where its scaling is a guess
    FitOptions options{};
};

/// p, S, each law's S, and how far the first one is off; without a caption.
[[nodiscard]] Table fitTable(const MeasuredLadder& ladder, const std::vector<LadderFit>& fits);

[[nodiscard]] Answer fitAnswer(const FitQuestion& question);

/// The limit as the rows count S, against the ladder's measured base; absent where the law has none.
[[nodiscard]] std::optional<double> limitAgainstMeasured(const LadderFit& fit);
/// "the measured p = 1".
[[nodiscard]] std::string measuredBase(const LadderFit& fit);

}  // namespace scalewright
