// A scaling curve: p against T, S and E with their intervals, whatever it was made from. Prices, charts and plans read
// curves.
//
//     const ScalingCurve curve = curveOf(measured(ladder).value(), ladder.provenance);
//     curve.speedup[3];                   // 3.88 at curve.p[3] = 8 of Output 41.7.2
//     priceCurve(curve, 3.20).exchange;   // core/decision/cost/cost.h
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

/// Columns of one length, or empty where the source does not tell; NaN where it does not tell at one p.
struct ScalingCurve {
    enum class Source { Predicted, Frozen, Fitted, Measured };
    Source source = Source::Predicted;
    /// The ladder's, the frozen prediction's with its date, the law's; empty for the project's prediction
    std::string name;
    Provenance provenance;  ///< of a ladder: what it says of itself; else which source, in its conditions
    Scaling scaling = Scaling::Strong;
    int baseP = 1;  ///< S(p0) = p0 there
    bool isThroughput = false;  ///< times are of one unit of work
    double timesOfRun = 0;  ///< MeasuredLadder::timesOfRun
    int backupWorkers = 0;  ///< of the project that was predicted: their work is not used
    int workersPerNode = 1;  ///< of the project that was predicted; a ladder does not tell
    /// Of a ladder whose scaling is a guess: what its opposite would say (MeasuredLadder::scalingDoubt)
    std::string doubt;

    std::string runsNote;  ///< MeasuredLadder::runsNote

    std::vector<double> p;  ///< ascending; whole unless fitted
    /// Of a step (predicted, frozen) or a run (measured, fitted); infinite where it never finishes
    std::vector<double> timeS;
    std::vector<double> speedup, efficiency;
    std::vector<double> commToCompute;  ///< R; of a ladder, where its parts tell
    std::vector<double> commShare, idleShare;  ///< of a ladder's times, 0…1
    std::vector<double> costUsd;  ///< as predicted (PredictionRow::costUsd); empty without a price
    std::vector<std::optional<Interval>> timeInterval, speedupInterval;
    std::vector<RunCount> runs;  ///< of a ladder some of whose runs failed

    [[nodiscard]] std::size_t size() const { return p.size(); }
    /// The base's work as a share of what is done there: 1, under weak scaling p0 over the workers whose work counts.
    [[nodiscard]] double baseShare(std::size_t i) const
    {
        return scalewright::baseShare(scaling, baseP, std::max(1.0, p[i] - backupWorkers));
    }
    /// The point at that p, nullopt where the curve has none.
    [[nodiscard]] std::optional<std::size_t> at(double workers) const;
    /// S between two points, straight in p; nullopt outside of them.
    [[nodiscard]] std::optional<double> speedupAt(double workers) const;
};

/// At p = 1…reach, bounded by the prediction's p-max. `band`: the intervals of S.
[[nodiscard]] ScalingCurve curveOf(const Prediction& prediction, int reach, const PredictionBand* band = nullptr);
/// The predicted S(p) beside a ladder that starts at p0: with S(p0) = p0, as the ladder has it. nullopt where the
/// prediction does not reach one of the two, or never finishes at p0.
[[nodiscard]] std::optional<double> speedupAgainst(const Prediction& prediction, int baseP, int p);
/// The curve's S, E and intervals where S(p0) is taken as `speedup`; as it is where it has no S at p0.
[[nodiscard]] ScalingCurve withSpeedupAt(ScalingCurve curve, int baseP, double speedup);
/// At the p that were measured.
[[nodiscard]] ScalingCurve curveOf(const MeasuredLadder& ladder, const Provenance& provenance = {});
/// At these p, ascending and >= 1: the law between whole p too, straight in p where the pattern has only whole ones.
[[nodiscard]] ScalingCurve curveOf(const LadderFit& fit, std::vector<double> p);
/// Error (Input): what the frozen prediction misses.
[[nodiscard]] Result<ScalingCurve> curveOf(const FrozenPrediction& frozen, int reach);

}  // namespace scalewright
