// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/shapes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// At the last p: one share more or less changes a worker's compute by a sixteenth.
constexpr double maximumSharesPerWorker = 16;
constexpr double shareStepDivisor = 256;        // the number of shares is searched in steps of this fraction of it

/// Rounding unit of the recorded runs: the largest power of ten that divides all values; 0 if all values are the same.
double roundingUnitOf(const MeasuredLadder& ladder)
{
    std::vector<double> values;
    for (const Rung& rung : ladder.rungs)
        for (const RunTime& run : rung.runs)
            values.push_back(ladder.isThroughput ? 1 / run.timeS : run.timeS);
    if (values.empty() || std::ranges::all_of(values, [&](double value) { return value == values.front(); }))
        return 0;
    for (int power = 3; power >= -6; --power) {
        const double unit = std::pow(10.0, power);
        const auto isMultiple = [unit](double value) {
            const double units = std::round(value / unit);
            return units >= 1 && std::abs(value / unit - units) < 1e-6;
        };
        if (std::ranges::all_of(values, isMultiple))
            return unit;
    }
    return 0;
}

/// Q of the best curve with this basis, linearized about the rungs. Accurate enough for a search; the result is then
/// solved exactly.
double approximateSquaredResidualSum(const WeightedRuns& runs, const MatrixXd& basis)
{
    // d(1/eta) = -y^2 d(eta), and eta = 1/y at a rung.
    const VectorXd root = runs.data.weight.array().sqrt();
    const VectorXd scale = (root.array() * runs.data.y.array().square()).matrix();
    const MatrixXd columns = scale.asDiagonal() * basis;
    const VectorXd target = root.cwiseProduct(runs.data.y);
    const VectorXd upper = VectorXd::Constant(basis.cols(), std::numeric_limits<double>::infinity());
    return (columns * boundedLeastSquares(columns, target, upper) - target).squaredNorm();
}

/// Of several bases that differ in one number, keeps the nearest. That number counts as a parameter of the shape.
class BasisSearch {
public:
    explicit BasisSearch(const WeightedRuns& runs) : m_runs(runs) {}
    void tryBasis(const MatrixXd& basis)
    {
        if (const double misfit = approximateSquaredResidualSum(m_runs, basis);
            !m_nearestBasis || misfit < m_smallestResidualSum) {
            m_smallestResidualSum = misfit;
            m_nearestBasis = basis;
        }
    }
    [[nodiscard]] std::optional<FittedShape> bestShape(std::string name) const
    {
        std::optional<FittedShape> shape;
        if (m_nearestBasis)
            shape = fitShape(m_runs, reciprocalCurve(*m_nearestBasis), std::move(name), {}, false);
        if (shape)
            ++shape->parameters;
        return shape;
    }

private:
    const WeightedRuns& m_runs;
    double m_smallestResidualSum = 0;
    std::optional<MatrixXd> m_nearestBasis;
};

/// Largest fraction of the work that any of p workers gets if the work is split into this many equal shares.
VectorXd busiestWorkerShares(const WeightedRuns& runs, double shares)
{
    return (shares * runs.p.array().inverse() - 1e-9).ceil().matrix() / shares;
}

/// Number of shares whose curve, with a serial part, is nearest to the rungs: weighted least squares on the times, with
/// both parts >= 0.
double nearestShareCount(const WeightedRuns& runs)
{
    const double maximumShares = maximumSharesPerWorker * runs.p[runs.p.size() - 1];
    const VectorXd times = runs.data.y.cwiseInverse();
    const VectorXd weight = (runs.data.weight.array() * runs.data.y.array().pow(4)).matrix();
    const double totalWeight = weight.sum(), meanTime = weight.dot(times) / totalWeight;
    double nearest = 1;
    double smallest = std::numeric_limits<double>::infinity();
    for (double shares = 1; shares <= maximumShares; shares += std::max(1.0, std::floor(shares / shareStepDivisor))) {
        const VectorXd largest = busiestWorkerShares(runs, shares);
        const double mean = weight.dot(largest) / totalWeight;
        const double squares = (weight.array() * (largest.array() - mean).square()).sum();
        double slope = squares > 0 ? weight.dot((largest.array() - mean).matrix().cwiseProduct(times)) / squares : 0;
        slope = std::max(slope, 0.0);
        double serial = meanTime - slope * mean;
        if (serial < 0) {
            serial = 0;
            slope = weight.dot(largest.cwiseProduct(times)) / weight.dot(largest.cwiseAbs2());
        }
        const double misfit = (weight.array() * (times.array() - serial - slope * largest.array()).square()).sum();
        if (misfit < smallest) {
            smallest = misfit;
            nearest = shares;
        }
    }
    return nearest;
}

}  // namespace

WeightedRuns weightedRuns(const MeasuredLadder& ladder)
{
    const auto count = static_cast<Index>(ladder.rungs.size());
    WeightedRuns weighted{.p = VectorXd(count), .data = {VectorXd(count), VectorXd(count)}, .rungLogTimes = {}};
    const double unit = roundingUnitOf(ladder);
    for (const Rung& rung : ladder.rungs) {
        LogTimeStatistics logs = logTimeStatistics(rung);
        // Rounding is uniform with variance unit^2/12. Runs with equal values have the same rounding error, so their
        // mean is no more accurate than one of them.
        const double share = unit / (ladder.isThroughput ? std::exp(-logs.mean) : std::exp(logs.mean));
        if (logs.runCount > 1)
            logs.standardDeviation = std::hypot(logs.standardDeviation, share * std::sqrt(logs.runCount / 12.0));
        weighted.rungLogTimes.push_back(logs);
    }
    for (Index i = 0; i < count; ++i) {
        const Rung& rung = ladder.rungs[static_cast<std::size_t>(i)];
        weighted.p[i] = rung.p;
        // In a weak-scaling throughput ladder, a time covers p/p0 units; the scaling below removes the unit.
        weighted.data.y[i] = std::log(ladder.scaling == Scaling::Weak ? rung.p : 1) -
                             weighted.rungLogTimes[static_cast<std::size_t>(i)].mean;
        weighted.runCount += weighted.rungLogTimes[static_cast<std::size_t>(i)].runCount;
    }
    weighted.data.y = (weighted.data.y.array() - weighted.data.y.maxCoeff()).exp();
    std::vector<RepeatStatistics> repeats;
    for (Index i = 0; i < count; ++i)
        if (const LogTimeStatistics& logs = weighted.rungLogTimes[static_cast<std::size_t>(i)]; logs.runCount > 1)
            repeats.push_back({.mu = weighted.data.y[i],
                               .deviation = weighted.data.y[i] * logs.standardDeviation,
                               .degreesOfFreedom = logs.runCount - 1});
    const int power = static_cast<int>(likeliestNoisePower(repeats).value_or(NoisePower::Proportional));
    for (Index i = 0; i < count; ++i) {
        const LogTimeStatistics& logs = weighted.rungLogTimes[static_cast<std::size_t>(i)];
        const double shape = std::pow(weighted.data.y[i], -2.0 * power);
        weighted.data.weight[i] = logs.runCount * shape;
        weighted.withinRungSquares +=
            (logs.runCount - 1) * std::pow(weighted.data.y[i] * logs.standardDeviation, 2) * shape;
    }
    return weighted;
}

Curve reciprocalCurve(MatrixXd basis)
{
    const Index rows = basis.rows(), columns = basis.cols();
    return {std::move(basis), VectorXd::Zero(rows),
            VectorXd::Constant(columns, std::numeric_limits<double>::infinity()), true};
}

std::optional<FittedShape> fitShape(const WeightedRuns& runs, const Curve& curve, std::string name,
                                    std::optional<Law> law, bool canSlowDown)
{
    const std::optional<Solution> found = fitCurve(curve, runs.data);
    if (!found || !std::isfinite(found->residualSum))
        return std::nullopt;
    return FittedShape{law,
                       std::move(name),
                       static_cast<int>(curve.basis.cols()),
                       found->residualSum,
                       curveValues(curve, found->coefficients),
                       canSlowDown};
}

std::vector<FittedShape> otherShapes(const WeightedRuns& runs, Scaling scaling)
{
    std::vector<FittedShape> shapes;
    const auto add = [&](const std::optional<FittedShape>& shape) {
        if (shape)
            shapes.push_back(*shape);
    };
    const VectorXd share = scaling == Scaling::Weak ? VectorXd(runs.p.cwiseInverse()) : VectorXd::Ones(runs.p.size());
    MatrixXd basis(runs.p.size(), 2);
    basis.col(0) = runs.p.cwiseInverse();
    for (Index i = 0; i < runs.p.size(); ++i)
        basis(i, 1) = share[i] * std::ceil(std::log2(runs.p[i]) - 1e-9);
    add(fitShape(runs, reciprocalCurve(basis), "an exchange in log2 p rounds", {}, true));
    if (scaling == Scaling::Strong) {
        // Under weak scaling, a serial part gives the same curve as compute.
        MatrixXd serial(runs.p.size(), 3);
        serial << basis.col(0), VectorXd::Ones(runs.p.size()), basis.col(1);
        const auto withSerial = [&](std::string name) {
            std::optional<FittedShape> shape = fitShape(runs, reciprocalCurve(serial), std::move(name), {}, true);
            if (shape)
                shape->growingTerm = serial.col(2);
            add(shape);
        };
        withSerial("a serial part and an exchange in log2 p rounds");
        const VectorXd smooth = runs.p.array().log() / std::log(2.0);
        if ((smooth - basis.col(1)).cwiseAbs().maxCoeff() > 1e-9) {
            serial.col(2) = smooth;
            withSerial("a serial part and a time that grows as log2 p");
        }
        // usl's kappa is such a term with power 1; these powers are between a tree and usl, or above usl.
        const auto otherGrowth = [&](const VectorXd& growth) {
            serial.col(2) = growth;
            withSerial("a serial part and a time that grows as another power of p");
        };
        for (const double power : {0.5, 0.75, 1.25, 1.5})
            otherGrowth(runs.p.array().pow(power) - 1);
        otherGrowth(runs.p.cwiseProduct(smooth));
        const auto inflates = [&](const VectorXd& work) {
            basis.col(1) = work.cwiseQuotient(runs.p);
            std::optional<FittedShape> shape =
                fitShape(runs, reciprocalCurve(basis), "compute that slows with every worker", {}, false);
            if (shape)
                shape->isComputeInflation = true;
            add(shape);
        };
        inflates(smooth);
        for (const double power : {0.25, 0.5, 0.75, 0.9})
            inflates(runs.p.array().pow(power));
        add(fitShape(runs, reciprocalCurve(runs.p.cwiseInverse()), "work that is divided evenly, with no overhead", {},
                     false));
    } else {
        // A step up from one worker to two, plus a growth other than a ring's.
        MatrixXd grown(runs.p.size(), 3);
        const VectorXd beyondOne = (runs.p.array() > 1).cast<double>();
        grown << runs.p.cwiseInverse(), beyondOne.cwiseQuotient(runs.p), VectorXd::Zero(runs.p.size());
        const auto grows = [&](const VectorXd& growing) {
            grown.col(2) = growing.cwiseQuotient(runs.p);
            add(fitShape(runs, reciprocalCurve(grown), "a time that grows with p, but not like a ring’s", {}, true));
        };
        const VectorXd smooth = runs.p.array().log() / std::log(2.0);
        grows(smooth);
        grows(basis.col(1).cwiseProduct(runs.p));
        for (const double power : {0.5, 0.75, 1.25, 1.5})
            grows(runs.p.array().pow(power) - 1);
        grows(runs.p.cwiseProduct(smooth));
        add(fitShape(runs, reciprocalCurve(runs.p.cwiseInverse()), "a step that takes the same time at every p", {},
                     false));
    }
    for (Index i = 0; i < runs.p.size(); ++i)
        basis(i, 1) = runs.p[i] > 1 ? share[i] : 0;
    add(fitShape(runs, reciprocalCurve(basis), "an exchange of constant length", {}, false));

    constexpr int hinges = 48;
    const double first = runs.p[0], last = runs.p[runs.p.size() - 1];
    std::optional<FittedShape> plateau;
    for (int k = 1; k < hinges; ++k) {
        const double hinge = first * std::pow(last / first, static_cast<double>(k) / hinges);
        std::optional<FittedShape> at =
            fitShape(runs, reciprocalCurve(runs.p.cwiseMin(hinge).cwiseInverse()), "a plateau", {}, false);
        if (at && (!plateau || at->residualSum < plateau->residualSum))
            plateau = std::move(at);
    }
    if (plateau) {
        plateau->parameters = 2;
        plateau->isComputeInflation = true;
        add(plateau);
    }
    return shapes;
}

std::vector<FittedShape> monotoneShapes(const WeightedRuns& runs)
{
    std::vector<FittedShape> shapes;
    const auto add = [&](std::optional<FittedShape> shape) {
        if (shape)
            shapes.push_back(std::move(*shape));
    };
    const Index count = runs.p.size();
    const double first = runs.p[0], last = runs.p[count - 1];
    MatrixXd basis(count, 3);
    basis.col(0) = runs.p.cwiseInverse();
    basis.col(1) = VectorXd::Ones(count);

    constexpr int hinges = 48;
    BasisSearch shared(runs);
    for (int k = 1; k < hinges; ++k) {
        basis.col(2) = runs.p.cwiseMin(first * std::pow(last / first, static_cast<double>(k) / hinges)).cwiseInverse();
        shared.tryBasis(basis);
    }
    add(shared.bestShape("a serial part and a stage that only some of the workers share"));

    BasisSearch faster(runs);
    for (Index from = 1; from < count; ++from) {
        basis.col(2).head(from) = runs.p.head(from).cwiseInverse();
        basis.col(2).tail(count - from).setZero();
        faster.tryBasis(basis);
    }
    add(faster.bestShape("a serial part and compute that is faster from some p on"));

    basis.resize(count, 2);
    basis.col(0) = busiestWorkerShares(runs, nearestShareCount(runs));
    basis.col(1) = VectorXd::Ones(count);
    std::optional<FittedShape> whole =
        fitShape(runs, reciprocalCurve(basis), "a serial part and work that is divided into whole parts", {}, false);
    if (whole)
        ++whole->parameters;
    add(std::move(whole));
    return shapes;
}

}  // namespace scalewright::fits
