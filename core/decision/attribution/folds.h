// A rung's time, part by part, against the ideal: how many folds each part lost, and how sure the runs are of it.
#pragma once

#include <optional>

#include "core/decision/attribution/attribution.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright::attribution {

using Part = double TimeParts::*;

/// What each part of the base would take at p if the step up were ideal.
[[nodiscard]] double idealShare(const MeasuredLadder& ladder, int p);

/// Two runs or more, each with its parts.
[[nodiscard]] bool partsInEveryRun(const Rung& rung);

/// The folds of one part less those of another (nullptr: of nothing), as the runs have them.
struct Contrast {
    double folds = 0, error = 0;
    int degrees = 0;
    /// value -+ Student's t at that level times the error.
    [[nodiscard]] Interval around(double value, double level) const;
};
/// Nothing without repeats of the parts at the base and here, or where they do not scatter at all (Welch 1947).
[[nodiscard]] std::optional<Contrast> contrast(const Rung& base, const Rung& rung, double share, Part part, Part less);

[[nodiscard]] LostFolds lostFolds(const MeasuredLadder& ladder, const Rung& rung);

/// The parts' scatter, pooled over the rungs, relative; 0 without repeats. Parts of less than a thousandth of the time
/// do not count.
[[nodiscard]] double noiseOfParts(const MeasuredLadder& ladder);

/// What compute that does not shrink is; told is false where it may be the other.
struct ComputeLoss {
    Cause cause = Cause::SerialFraction;
    bool told = true;
};
[[nodiscard]] ComputeLoss computeLoss(const MeasuredLadder& ladder);

}  // namespace scalewright::attribution
