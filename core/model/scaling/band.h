// SPDX-License-Identifier: GPL-3.0-or-later
// The band of a prediction whose inputs are known only as intervals.
#pragma once

#include <optional>
#include <vector>

#include "core/model/scaling/intervals.h"
#include "core/model/scaling/model.h"

namespace scalewright {

/// The range of the outputs when every input varies independently within its interval: the extremes over the corners of
/// that box, in which the messages of several exchanges are long or short together (exact for S, which is monotone in
/// each input; checked against dense sampling for p*). Two of the design's terms may break this monotonicity: a run
/// that restarts after failures, and a small staleness bound. For these, the band covers only the corners.
///
/// A box of k separate 95 % intervals is not a 95 % region. Bonferroni's inequality holds for any dependence between
/// the inputs: all k intervals hold together with probability at least 1 - sum(1 - level_i), and then the outputs they
/// imply are in the band.
struct PredictionBand {
    std::vector<double> speedupLow, speedupHigh;  ///< index p-1
    int pStarLow = 1, pStarHigh = 1;
    int kneeLow = 1, kneeHigh = 1;
    double speedupAtPStarLow = 0, speedupAtPStarHigh = 0;
    bool pStarHighAtLimit = false, kneeHighAtLimit = false;  ///< true if the search ended there
    double confidenceLevel = 0.95;  ///< 1 - sum(1 - level_i), at least 0: minimum coverage
    int uncertainInputs = 0;  ///< k, the number of intervals with a width
    bool operator==(const PredictionBand&) const = default;
};
[[nodiscard]] std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals,
                                                        int pMax = defaultPMax);
/// The band for the time of a step at p: its extremes over the corners. nullopt if no interval has a width, or if the
/// time at a corner is not finite.
[[nodiscard]] std::optional<Interval> stepTimeBand(const ScalingModel& model, const ModelIntervals& intervals, int p);

}  // namespace scalewright
