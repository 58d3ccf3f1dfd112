// What follows for a prediction when its inputs are known to an interval only.
#pragma once

#include <optional>
#include <vector>

#include "core/model/scaling/intervals.h"
#include "core/model/scaling/model.h"

namespace scalewright {

/// What follows for the outputs when every input may lie anywhere in its interval, independently: extremes over the
/// corners of that box, where the messages of several exchanges are long or short together (exact for S, which is
/// monotone in each input; for p* checked against dense sampling). Of the design's terms two may break that order, a
/// run that starts again after failures and a staleness near its barrier: there the corners are all that is said.
///
/// A box of k separate 95 % intervals is no 95 % region. What holds whatever the inputs have to do with one another is
/// Bonferroni's inequality: all k hold together with at least 1 - sum(1 - level_i), and then what they imply lies in
/// the band.
struct PredictionBand {
    std::vector<double> speedupLow, speedupHigh;  ///< index p-1
    int pStarLow = 1, pStarHigh = 1;
    int kneeLow = 1, kneeHigh = 1;
    double speedupAtPStarLow = 0, speedupAtPStarHigh = 0;
    bool pStarHighAtEdge = false, kneeHighAtEdge = false;  ///< the upper end is where the search ended: there is none
    double level = 0.95;  ///< 1 - sum(1 - level_i), 0 or more: at least so often the truth lies in the band
    int inputs = 0;  ///< how many intervals have a width: k
    bool operator==(const PredictionBand&) const = default;
};
[[nodiscard]] std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals,
                                                        int pMax = defaultPMax);
/// The same for the time of a step at p: its extremes over the corners. nullopt where no interval has a width, or a
/// corner has no finite time.
[[nodiscard]] std::optional<Interval> stepBand(const ScalingModel& model, const ModelIntervals& intervals, int p);

}  // namespace scalewright
