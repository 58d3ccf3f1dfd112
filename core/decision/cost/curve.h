// SPDX-License-Identifier: GPL-3.0-or-later
// A scaling curve from any source: T, S and E over p, with their intervals. Prices, charts and plans read curves.
//
//     const ScalingCurve curve = curveOf(analyseLadder(ladder).value(), ladder.provenance);
//     curve.speedup[3];                       // 3.88 at curve.p[3] = 8 of Output 41.7.2
//     priceCurve(curve, 3.20).tradeOffText;   // core/decision/cost/cost.h
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/fit/fit.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/band.h"
#include "core/model/scaling/prediction.h"

namespace scalewright {

struct FrozenPrediction;

/// All columns have the same length, or are empty if the source does not have them; NaN if it has no value at one p.
struct ScalingCurve {
    enum class Source { Predicted, Frozen, Fitted, Measured };
    Source source = Source::Predicted;
    /// The name of the ladder, of the frozen prediction (with its date) or of the law; empty for the project's
    /// prediction
    std::string name;
    Provenance provenance;  ///< that of the ladder; otherwise the kind of source, in `conditions`
    Scaling scaling = Scaling::Strong;
    int baseP = 1;  ///< where S = p0
    bool isThroughput = false;  ///< times are per unit of work
    double timesPerRun = 0;  ///< MeasuredLadder::timesPerRun
    int backupWorkers = 0;  ///< of the predicted project: their work is redundant
    int workersPerNode = 1;  ///< of the predicted project; unknown for a ladder
    /// For a ladder whose scaling is a guess: what the other scaling would mean (MeasuredLadder::scalingCaveat)
    std::string scalingCaveat;

    std::string runsNote;  ///< MeasuredLadder::runsNote

    std::vector<double> p;  ///< ascending; integers unless fitted
    /// Time of a step (predicted, frozen) or a run (measured, fitted); infinite if it never finishes
    std::vector<double> timeS;
    std::vector<double> speedup, efficiency;
    std::vector<double> commToCompute;  ///< R; for a ladder, only if it has parts
    std::vector<double> commShare, idleShare;  ///< shares of a ladder's times, 0…1
    std::vector<double> costUsd;  ///< as predicted (PredictionRow::costUsd); empty without a price
    std::vector<std::optional<Interval>> timeIntervals, speedupIntervals;
    std::vector<RunCount> runCounts;  ///< set for a ladder with failed runs

    [[nodiscard]] std::size_t size() const { return p.size(); }
    /// The base's work as a share of the work done at this point: 1; under weak scaling, p0 over the workers whose work
    /// counts.
    [[nodiscard]] double baseWorkShare(std::size_t i) const
    {
        return scalewright::baseWorkShare(scaling, baseP, std::max(1.0, p[i] - backupWorkers));
    }
    /// Index of the point at that p; nullopt if the curve has none.
    [[nodiscard]] std::optional<std::size_t> indexOfP(double workers) const;
};

/// The curve at p = 1…largestP, limited by the prediction's pMax. `band`: the intervals of S.
[[nodiscard]] ScalingCurve curveOf(const Prediction& prediction, int largestP, const PredictionBand* band = nullptr);
/// The curve with S, E and intervals rescaled so that S(p0) is `speedup`; unchanged if it has no S at p0.
[[nodiscard]] ScalingCurve withBaseSpeedup(ScalingCurve curve, int baseP, double speedup);
/// At the measured p.
[[nodiscard]] ScalingCurve curveOf(const MeasuredLadder& ladder, const Provenance& provenance = {});
/// The curve at these p, ascending and >= 1. The law is also evaluated between integer p, linearly in p if the pattern
/// exists only at integers.
[[nodiscard]] ScalingCurve curveOf(const LadderFit& fit, std::vector<double> p);
/// Error (Input): lists what is missing in the frozen prediction.
[[nodiscard]] Result<ScalingCurve> curveOf(const FrozenPrediction& frozen, int largestP);

}  // namespace scalewright
