#include "core/evidence/fit/shapes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double mostSharesPerWorker = 16; // at the last p: a share more or less is a sixteenth of its compute
constexpr double sharesApart = 256;        // tried in steps of this part of their number

/// The last decimal that the runs were written with: the largest power of ten of which all are multiples; 0 for one
/// value alone.
double lastDecimalOf(const MeasuredLadder& ladder)
{
    std::vector<double> values;
    for (const Rung& rung : ladder.rungs)
        for (const RunTime& run : rung.runs)
            values.push_back(ladder.isThroughput ? 1 / run.timeS : run.timeS);
    if (values.empty() ||
        std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); }))
        return 0;
    for (int power = 3; power >= -6; --power) {
        const double unit = std::pow(10.0, power);
        const auto isMultiple = [unit](double value) {
            const double units = std::round(value / unit);
            return units >= 1 && std::abs(value / unit - units) < 1e-6;
        };
        if (std::all_of(values.begin(), values.end(), isMultiple))
            return unit;
    }
    return 0;
}
/// Where work/p + share growth(p) is least, of p from 1 to `farthest`; infinite where it still falls there.
double leastOf(double work, double share, const std::function<double(double)>& growth, double farthest)
{
    constexpr int samples = 4000;
    double least = std::numeric_limits<double>::infinity(), at = 1;
    for (int i = 0; i <= samples; ++i) {
        const double p = std::pow(farthest, static_cast<double>(i) / samples);
        if (const double time = work / p + share * growth(p); time < least) {
            least = time;
            at = p;
        }
    }
    return at < farthest ? at : std::numeric_limits<double>::infinity();
}

/// Q of the best curve of this basis, linearised about the rungs. Good enough to search by; what is found is solved.
double roughMisfit(const Runs& runs, const MatrixXd& basis)
{
    // d(1/eta) = -y^2 d(eta), and eta is 1/y on a rung.
    const VectorXd root = runs.data.weight.array().sqrt();
    const VectorXd scale = (root.array() * runs.data.y.array().square()).matrix();
    const MatrixXd columns = scale.asDiagonal() * basis;
    const VectorXd target = root.cwiseProduct(runs.data.y);
    const VectorXd upper = VectorXd::Constant(basis.cols(), std::numeric_limits<double>::infinity());
    return (columns * boundedLeastSquares(columns, target, upper) - target).squaredNorm();
}

/// Keeps the nearest of bases that differ by one searched number, which counts as a parameter of the shape.
class Search {
public:
    explicit Search(const Runs& runs) : m_runs(runs) {}
    void tryOut(const MatrixXd& basis)
    {
        if (const double misfit = roughMisfit(m_runs, basis); !m_nearest || misfit < m_least) {
            m_least = misfit;
            m_nearest = basis;
        }
    }
    [[nodiscard]] std::optional<Shape> found(std::string name) const
    {
        std::optional<Shape> shape;
        if (m_nearest)
            shape = shapeOf(m_runs, freeCurve(*m_nearest), std::move(name), {}, false);
        if (shape)
            ++shape->parameters;
        return shape;
    }

private:
    const Runs& m_runs;
    double m_least = 0;
    std::optional<MatrixXd> m_nearest;
};

/// What the busiest of p workers has of so many equal shares, as a part of all.
VectorXd sharesAtMost(const Runs& runs, double shares)
{
    return (shares * runs.p.array().inverse() - 1e-9).ceil().matrix() / shares;
}

/// The number of shares whose curve, with a serial part, lies nearest to the rungs: weighted least squares of the times,
/// both parts >= 0.
double nearestShares(const Runs& runs)
{
    const double most = mostSharesPerWorker * runs.p[runs.p.size() - 1];
    const VectorXd times = runs.data.y.cwiseInverse();
    const VectorXd weight = (runs.data.weight.array() * runs.data.y.array().pow(4)).matrix();
    const double all = weight.sum(), meanTime = weight.dot(times) / all;
    double nearest = 1;
    double least = std::numeric_limits<double>::infinity();
    for (double shares = 1; shares <= most; shares += std::max(1.0, std::floor(shares / sharesApart))) {
        const VectorXd largest = sharesAtMost(runs, shares);
        const double mean = weight.dot(largest) / all;
        const double squares = (weight.array() * (largest.array() - mean).square()).sum();
        double slope = squares > 0 ? weight.dot((largest.array() - mean).matrix().cwiseProduct(times)) / squares : 0;
        slope = std::max(slope, 0.0);
        double serial = meanTime - slope * mean;
        if (serial < 0) {
            serial = 0;
            slope = weight.dot(largest.cwiseProduct(times)) / weight.dot(largest.cwiseAbs2());
        }
        const double misfit = (weight.array() * (times.array() - serial - slope * largest.array()).square()).sum();
        if (misfit < least) {
            least = misfit;
            nearest = shares;
        }
    }
    return nearest;
}

}  // namespace

Runs runsOf(const MeasuredLadder& ladder)
{
    const auto count = static_cast<Index>(ladder.rungs.size());
    Runs all{.p = VectorXd(count), .data = {VectorXd(count), VectorXd(count)}, .logs = {}};
    const double unit = lastDecimalOf(ladder);
    for (const Rung& rung : ladder.rungs) {
        LogTimes logs = logTimes(rung);
        // Rounding is uniform, of variance unit^2/12, and alike in runs that are alike: their mean is no nearer than
        // one of them.
        const double share = unit / (ladder.isThroughput ? std::exp(-logs.mean) : std::exp(logs.mean));
        if (logs.runs > 1)
            logs.deviation = std::hypot(logs.deviation, share * std::sqrt(logs.runs / 12.0));
        all.logs.push_back(logs);
    }
    for (Index i = 0; i < count; ++i) {
        const Rung& rung = ladder.rungs[static_cast<std::size_t>(i)];
        all.p[i] = rung.p;
        // Weak ladders of throughputs have times of p/p0 units; the unit goes below anyway.
        all.data.y[i] =
            std::log(ladder.scaling == Scaling::Weak ? rung.p : 1) - all.logs[static_cast<std::size_t>(i)].mean;
        all.runs += all.logs[static_cast<std::size_t>(i)].runs;
    }
    all.data.y = (all.data.y.array() - all.data.y.maxCoeff()).exp();
    std::vector<Repeats> repeats;
    for (Index i = 0; i < count; ++i)
        if (const LogTimes& logs = all.logs[static_cast<std::size_t>(i)]; logs.runs > 1)
            repeats.push_back(
                {.mu = all.data.y[i], .deviation = all.data.y[i] * logs.deviation, .degrees = logs.runs - 1});
    const int power = static_cast<int>(noisePower(repeats).value_or(NoisePower::Proportional));
    for (Index i = 0; i < count; ++i) {
        const LogTimes& logs = all.logs[static_cast<std::size_t>(i)];
        const double shape = std::pow(all.data.y[i], -2.0 * power);
        all.data.weight[i] = logs.runs * shape;
        all.within += (logs.runs - 1) * std::pow(all.data.y[i] * logs.deviation, 2) * shape;
    }
    return all;
}

Curve freeCurve(MatrixXd basis)
{
    const Index rows = basis.rows(), columns = basis.cols();
    return {std::move(basis), VectorXd::Zero(rows),
            VectorXd::Constant(columns, std::numeric_limits<double>::infinity()), true};
}

std::optional<Shape> shapeOf(const Runs& runs, const Curve& curve, std::string name, std::optional<Law> law,
                             bool mayFall)
{
    const std::optional<Solution> found = solve(curve, runs.data);
    if (!found || !std::isfinite(found->residualSum))
        return std::nullopt;
    Shape shape{law,
                std::move(name),
                static_cast<int>(curve.basis.cols()),
                found->residualSum,
                curveValues(curve, found->coefficients),
                mayFall};
    shape.coefficients = found->coefficients;
    return shape;
}

std::vector<Shape> otherShapes(const Runs& runs, Scaling scaling)
{
    std::vector<Shape> shapes;
    const auto add = [&](const std::optional<Shape>& shape) {
        if (shape)
            shapes.push_back(*shape);
    };
    const VectorXd share = scaling == Scaling::Weak ? VectorXd(runs.p.cwiseInverse()) : VectorXd::Ones(runs.p.size());
    MatrixXd basis(runs.p.size(), 2);
    basis.col(0) = runs.p.cwiseInverse();
    for (Index i = 0; i < runs.p.size(); ++i)
        basis(i, 1) = share[i] * std::ceil(std::log2(runs.p[i]) - 1e-9);
    const auto rounds = [](double p) { return std::log2(p); };
    const double farthest = 64 * runs.p[runs.p.size() - 1];
    std::optional<Shape> tree = shapeOf(runs, freeCurve(basis), "an exchange in log2 p rounds", {}, true);
    if (tree)
        tree->peak = leastOf(tree->coefficients[0], tree->coefficients[1], rounds, farthest);
    add(tree);
    if (scaling == Scaling::Strong) {
        // Under weak scaling a serial part is the same curve as compute.
        MatrixXd serial(runs.p.size(), 3);
        serial << basis.col(0), VectorXd::Ones(runs.p.size()), basis.col(1);
        const auto withSerial = [&](std::string name, const std::function<double(double)>& growth) {
            std::optional<Shape> shape = shapeOf(runs, freeCurve(serial), std::move(name), {}, true);
            if (shape) {
                shape->growing = serial.col(2);
                shape->peak = leastOf(shape->coefficients[0], shape->coefficients[2], growth, farthest);
            }
            add(shape);
        };
        withSerial("a serial part and an exchange in log2 p rounds", rounds);
        const VectorXd smooth = runs.p.array().log() / std::log(2.0);
        if ((smooth - basis.col(1)).cwiseAbs().maxCoeff() > 1e-9) {
            serial.col(2) = smooth;
            withSerial("a serial part and a time that grows as log2 p", rounds);
        }
        // usl's kappa is such a term with the power 1: what lies between a tree and it, and beyond it.
        const auto otherGrowth = [&](const std::function<double(double)>& growth) {
            for (Index i = 0; i < runs.p.size(); ++i)
                serial(i, 2) = growth(runs.p[i]);
            withSerial("a serial part and a time that grows as another power of p", growth);
        };
        for (const double power : {0.5, 0.75, 1.25, 1.5})
            otherGrowth([power](double p) { return std::pow(p, power) - 1; });
        otherGrowth([](double p) { return p * std::log2(p); });
        const auto inflates = [&](const VectorXd& work) {
            basis.col(1) = work.cwiseQuotient(runs.p);
            std::optional<Shape> shape =
                shapeOf(runs, freeCurve(basis), "compute that slows with every worker", {}, false);
            if (shape)
                shape->inflation = true;
            add(shape);
        };
        inflates(smooth);
        for (const double power : {0.25, 0.5, 0.75, 0.9})
            inflates(runs.p.array().pow(power));
        add(shapeOf(runs, freeCurve(runs.p.cwiseInverse()), "work that is shared out whole, with nothing lost", {},
                    false));
    } else {
        // A step up from one worker to two, and a growth that is not a ring's.
        MatrixXd grown(runs.p.size(), 3);
        const VectorXd beyondOne = (runs.p.array() > 1).cast<double>();
        grown << runs.p.cwiseInverse(), beyondOne.cwiseQuotient(runs.p), VectorXd::Zero(runs.p.size());
        const auto grows = [&](const VectorXd& growing) {
            grown.col(2) = growing.cwiseQuotient(runs.p);
            add(shapeOf(runs, freeCurve(grown), "a time that grows with p, and not as a ring’s", {}, true));
        };
        const VectorXd smooth = runs.p.array().log() / std::log(2.0);
        grows(smooth);
        grows(basis.col(1).cwiseProduct(runs.p));
        for (const double power : {0.5, 0.75, 1.25, 1.5})
            grows(runs.p.array().pow(power) - 1);
        grows(runs.p.cwiseProduct(smooth));
        add(shapeOf(runs, freeCurve(runs.p.cwiseInverse()), "a step that takes the same at every p", {}, false));
    }
    for (Index i = 0; i < runs.p.size(); ++i)
        basis(i, 1) = runs.p[i] > 1 ? share[i] : 0;
    add(shapeOf(runs, freeCurve(basis), "an exchange of one length", {}, false));

    constexpr int hinges = 48;
    const double first = runs.p[0], last = runs.p[runs.p.size() - 1];
    std::optional<Shape> plateau;
    for (int k = 1; k < hinges; ++k) {
        const double hinge = first * std::pow(last / first, static_cast<double>(k) / hinges);
        std::optional<Shape> at =
            shapeOf(runs, freeCurve(runs.p.cwiseMin(hinge).cwiseInverse()), "a plateau", {}, false);
        if (at && (!plateau || at->misfit < plateau->misfit))
            plateau = std::move(at);
    }
    if (plateau) {
        plateau->parameters = 2;
        plateau->inflation = true;
        add(plateau);
    }
    return shapes;
}

std::vector<Shape> monotoneShapes(const Runs& runs)
{
    std::vector<Shape> shapes;
    const auto add = [&](std::optional<Shape> shape) {
        if (shape)
            shapes.push_back(std::move(*shape));
    };
    const Index count = runs.p.size();
    const double first = runs.p[0], last = runs.p[count - 1];
    MatrixXd basis(count, 3);
    basis.col(0) = runs.p.cwiseInverse();
    basis.col(1) = VectorXd::Ones(count);

    constexpr int hinges = 48;
    Search shared(runs);
    for (int k = 1; k < hinges; ++k) {
        basis.col(2) = runs.p.cwiseMin(first * std::pow(last / first, static_cast<double>(k) / hinges)).cwiseInverse();
        shared.tryOut(basis);
    }
    add(shared.found("a serial part and a stage that only some of the workers share"));

    Search faster(runs);
    for (Index from = 1; from < count; ++from) {
        basis.col(2).head(from) = runs.p.head(from).cwiseInverse();
        basis.col(2).tail(count - from).setZero();
        faster.tryOut(basis);
    }
    add(faster.found("a serial part and compute that is faster from some p on"));

    basis.resize(count, 2);
    basis.col(0) = sharesAtMost(runs, nearestShares(runs));
    basis.col(1) = VectorXd::Ones(count);
    std::optional<Shape> whole =
        shapeOf(runs, freeCurve(basis), "a serial part and work that is shared out in whole parts", {}, false);
    if (whole)
        ++whole->parameters;
    add(std::move(whole));
    return shapes;
}

}  // namespace scalewright::fits
