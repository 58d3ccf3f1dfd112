// SPDX-License-Identifier: GPL-3.0-or-later
// Curves to compare with a ladder's runs: those of the laws, and other shapes.
//
//     const WeightedRuns runs = weightedRuns(ladder);
//     for (const FittedShape& each : otherShapes(runs, ladder.scaling)) …   // each.residualSum against a law's
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/evidence/fit/fit_interval.h"
#include "core/evidence/fit/fit_law.h"
#include "core/evidence/fit/fit_solver.h"

namespace scalewright::fits {

/// A ladder's runs, weighted so that their noise is equal.
struct WeightedRuns {
    Eigen::VectorXd p;
    FitData data;           ///< one point per rung; the weight includes the number of runs
    double withinRungSquares = 0;   ///< W
    int runCount = 0;
    std::vector<LogTimeStatistics> rungLogTimes;
    [[nodiscard]] int rungCount() const { return static_cast<int>(p.size()); }
    [[nodiscard]] int repeatDegreesOfFreedom() const { return runCount - rungCount(); }
};

/// Uses the reciprocal times, scaled so that the largest is 1. Precondition: at least one rung.
[[nodiscard]] WeightedRuns weightedRuns(const MeasuredLadder& ladder);

/// A curve fitted to the runs.
struct FittedShape {
    std::optional<Law> law;  ///< nullopt: not one of the laws
    std::string name;
    int parameters = 2;
    double residualSum = 0;  ///< Q
    Eigen::VectorXd mu;
    bool canSlowDown = false;
    bool isComputeInflation = false;  ///< compute per worker slows down as workers are added
    Eigen::VectorXd growingTerm{};  ///< the third term of a shape that extends amdahl; else empty
};

/// A reciprocal curve on that basis, with any non-negative coefficients.
[[nodiscard]] Curve reciprocalCurve(Eigen::MatrixXd basis);

/// Fits the curve to the runs; nullopt if there is no finite fit.
[[nodiscard]] std::optional<FittedShape> fitShape(const WeightedRuns& runs, const Curve& curve, std::string name,
                                                  std::optional<Law> law, bool canSlowDown);

/// Scaling shapes other than the laws, so that the nearest law is not assumed true just because it fits best among the
/// laws.
[[nodiscard]] std::vector<FittedShape> otherShapes(const WeightedRuns& runs, Scaling scaling);

/// For strong scaling: shapes as flexible as the growing ones, but in which more workers never cost time. They bend
/// like a growing overhead before its peak.
[[nodiscard]] std::vector<FittedShape> monotoneShapes(const WeightedRuns& runs);

}  // namespace scalewright::fits
