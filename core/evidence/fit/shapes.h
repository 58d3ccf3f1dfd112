// What a ladder's runs are held against: the curves of the laws and of shapes that no law has.
//
//     const Runs runs = runsOf(ladder);
//     for (const Shape& each : otherShapes(runs, ladder.scaling)) …   // each.misfit against a law's
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/fit/fit_interval.h"
#include "core/evidence/fit/fit_law.h"
#include "core/evidence/fit/fit_solver.h"

namespace scalewright::fits {

/// The runs of a ladder, weighted so that their noise is alike.
struct Runs {
    Eigen::VectorXd p;
    Data data;           ///< of the rungs; the weight counts their runs
    double within = 0;   ///< W
    int runs = 0;
    std::vector<LogTimes> logs;
    [[nodiscard]] int rungs() const { return static_cast<int>(p.size()); }
    [[nodiscard]] int degreesWithin() const { return runs - rungs(); }
};

/// Of the reciprocal times, the largest of which is 1. Precondition: a rung or more.
[[nodiscard]] Runs runsOf(const MeasuredLadder& ladder);

/// A curve at its nearest to the runs.
struct Shape {
    std::optional<Law> law;  ///< none: one that no law has
    std::string name;
    int parameters = 2;
    double misfit = 0;  ///< Q
    Eigen::VectorXd mu;
    bool mayFall = false;
    bool inflation = false;  ///< every worker computes more slowly the more there are
    Eigen::VectorXd growing{};  ///< of a shape that is amdahl and a third term: that term
    Eigen::VectorXd coefficients{};
    /// Of one that no law has and that may fall: where its throughput is largest; infinite where that is nowhere
    double peak = std::numeric_limits<double>::infinity();
};

/// Any coefficients of that basis that are not negative.
[[nodiscard]] Curve freeCurve(Eigen::MatrixXd basis);

/// The curve fitted to the runs; nullopt where nothing finite fits.
[[nodiscard]] std::optional<Shape> shapeOf(const Runs& runs, const Curve& curve, std::string name,
                                           std::optional<Law> law, bool mayFall);

/// Shapes of scaling that none of the laws has, so that a law is not taken for the truth because it is the nearest on
/// offer.
[[nodiscard]] std::vector<Shape> otherShapes(const Runs& runs, Scaling scaling);

/// Of strong scaling: shapes as free as those that grow, though more workers never make them slower. They bend as a
/// growing overhead does before its peak.
[[nodiscard]] std::vector<Shape> monotoneShapes(const Runs& runs);

}  // namespace scalewright::fits
