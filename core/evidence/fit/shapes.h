// Curves to compare with a ladder's runs: those of the laws and of shapes that belong to no law.
//
//     const WeightedRuns runs = weightedRuns(ladder);
//     for (const FittedShape& each : otherShapes(runs, ladder.scaling)) …   // each.residualSum against a law's
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/fit/fit_interval.h"
#include "core/evidence/fit/fit_law.h"
#include "core/evidence/fit/fit_solver.h"

namespace scalewright::fits {

/// The runs of a ladder, weighted so that their noise is equal.
struct WeightedRuns {
    Eigen::VectorXd p;
    FitData data;           ///< of the rungs; the weight includes their number of runs
    double withinRungSquares = 0;   ///< W
    int runCount = 0;
    std::vector<LogTimeStatistics> rungLogTimes;
    [[nodiscard]] int rungCount() const { return static_cast<int>(p.size()); }
    [[nodiscard]] int repeatDegreesOfFreedom() const { return runCount - rungCount(); }
};

/// From the reciprocal times, scaled so that the largest is 1. Precondition: at least one rung.
[[nodiscard]] WeightedRuns weightedRuns(const MeasuredLadder& ladder);

/// A curve fitted to the runs.
struct FittedShape {
    std::optional<Law> law;  ///< nullopt: a shape of no law
    std::string name;
    int parameters = 2;
    double residualSum = 0;  ///< Q
    Eigen::VectorXd mu;
    bool canSlowDown = false;
    bool isComputeInflation = false;  ///< compute per worker slows down as workers are added
    Eigen::VectorXd growingTerm{};  ///< the third term of a shape that extends amdahl; else empty
    Eigen::VectorXd coefficients{};
    /// For a shape of no law that can slow down: p of the largest throughput; infinite if none exists.
    double peak = std::numeric_limits<double>::infinity();
};

/// A reciprocal curve with any non-negative coefficients of that basis.
[[nodiscard]] Curve reciprocalCurve(Eigen::MatrixXd basis);

/// Fits the curve to the runs; nullopt if there is no finite fit.
[[nodiscard]] std::optional<FittedShape> fitShape(const WeightedRuns& runs, const Curve& curve, std::string name,
                                                  std::optional<Law> law, bool canSlowDown);

/// Scaling shapes of no law, so that the nearest law is not taken as true only because it is the best candidate.
[[nodiscard]] std::vector<FittedShape> otherShapes(const WeightedRuns& runs, Scaling scaling);

/// Strong scaling: shapes as flexible as the growing ones in which more workers never cost time. They bend like a
/// growing overhead before its peak.
[[nodiscard]] std::vector<FittedShape> monotoneShapes(const WeightedRuns& runs);

}  // namespace scalewright::fits
