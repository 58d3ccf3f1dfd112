#include "core/fit/law_evidence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/fit/fit_interval.h"
#include "core/fit/fit_law.h"
#include "core/fit/fit_solver.h"
#include "core/quantity/units.h"
#include "core/base/fisher_f.h"
#include "core/base/student_t.h"

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double lackOfFitLevel = 0.99;
constexpr double kappaLevel = 0.99;        // one-sided
constexpr double fallLevel = 0.99;
constexpr double smallShare = 0.05;        // of the time at the last p: what a kappa that is not told from 0 may be
constexpr double likelihoodMargin = 6;     // 20 to 1
constexpr double parameterMargin = 5;      // for every parameter more
constexpr int fewestPoints = 5;
constexpr double mostSharesPerWorker = 16; // at the last p: a share more or less is a sixteenth of its compute
constexpr double sharesApart = 256;        // tried in steps of this part of their number
constexpr double onTheRungs = 1e-4;
constexpr double leastVariance = 1e-20;    // of numbers written with ten digits

/// The runs of a ladder, weighted so that their noise is alike.
struct Runs {
    VectorXd p;
    Data data;           ///< of the rungs; the weight counts their runs
    double within = 0;   ///< W
    int runs = 0;
    std::vector<LogTimes> logs;
    [[nodiscard]] int rungs() const { return static_cast<int>(p.size()); }
    [[nodiscard]] int degreesWithin() const { return runs - rungs(); }
};

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

struct Shape {
    std::optional<Law> law;  ///< none: one that no law has
    std::string name;
    int parameters = 2;
    double misfit = 0;  ///< Q
    VectorXd mu;
    bool mayFall = false;
    bool inflation = false;  ///< every worker computes more slowly the more there are
    VectorXd growing{};  ///< of a shape that is amdahl and a third term: that term
    VectorXd coefficients{};
    /// Of one that no law has and that may fall: where its throughput is largest; infinite where that is nowhere
    double peak = std::numeric_limits<double>::infinity();
};

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

Curve curveOf(MatrixXd basis)
{
    const Index rows = basis.rows(), columns = basis.cols();
    return {std::move(basis), VectorXd::Zero(rows),
            VectorXd::Constant(columns, std::numeric_limits<double>::infinity()), true};
}

/// Shapes of scaling that none of the laws has, so that a law is not taken for the truth because it is the nearest on
/// offer.
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
    std::optional<Shape> tree = shapeOf(runs, curveOf(basis), "an exchange in log2 p rounds", {}, true);
    if (tree)
        tree->peak = leastOf(tree->coefficients[0], tree->coefficients[1], rounds, farthest);
    add(tree);
    if (scaling == Scaling::Strong) {
        // Under weak scaling a serial part is the same curve as compute.
        MatrixXd serial(runs.p.size(), 3);
        serial << basis.col(0), VectorXd::Ones(runs.p.size()), basis.col(1);
        const auto withSerial = [&](std::string name, const std::function<double(double)>& growth) {
            std::optional<Shape> shape = shapeOf(runs, curveOf(serial), std::move(name), {}, true);
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
                shapeOf(runs, curveOf(basis), "compute that slows with every worker", {}, false);
            if (shape)
                shape->inflation = true;
            add(shape);
        };
        inflates(smooth);
        for (const double power : {0.25, 0.5, 0.75, 0.9})
            inflates(runs.p.array().pow(power));
        add(shapeOf(runs, curveOf(runs.p.cwiseInverse()), "work that is shared out whole, with nothing lost", {},
                    false));
    } else {
        // A step up from one worker to two, and a growth that is not a ring's.
        MatrixXd grown(runs.p.size(), 3);
        const VectorXd beyondOne = (runs.p.array() > 1).cast<double>();
        grown << runs.p.cwiseInverse(), beyondOne.cwiseQuotient(runs.p), VectorXd::Zero(runs.p.size());
        const auto grows = [&](const VectorXd& growing) {
            grown.col(2) = growing.cwiseQuotient(runs.p);
            add(shapeOf(runs, curveOf(grown), "a time that grows with p, and not as a ring’s", {}, true));
        };
        const VectorXd smooth = runs.p.array().log() / std::log(2.0);
        grows(smooth);
        grows(basis.col(1).cwiseProduct(runs.p));
        for (const double power : {0.5, 0.75, 1.25, 1.5})
            grows(runs.p.array().pow(power) - 1);
        grows(runs.p.cwiseProduct(smooth));
        add(shapeOf(runs, curveOf(runs.p.cwiseInverse()), "a step that takes the same at every p", {}, false));
    }
    for (Index i = 0; i < runs.p.size(); ++i)
        basis(i, 1) = runs.p[i] > 1 ? share[i] : 0;
    add(shapeOf(runs, curveOf(basis), "an exchange of one length", {}, false));

    constexpr int hinges = 48;
    const double first = runs.p[0], last = runs.p[runs.p.size() - 1];
    std::optional<Shape> plateau;
    for (int k = 1; k < hinges; ++k) {
        const double hinge = first * std::pow(last / first, static_cast<double>(k) / hinges);
        std::optional<Shape> at = shapeOf(runs, curveOf(runs.p.cwiseMin(hinge).cwiseInverse()), "a plateau", {}, false);
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
            shape = shapeOf(m_runs, curveOf(*m_nearest), std::move(name), {}, false);
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

/// Of strong scaling: shapes as free as those that grow, though more workers never make them slower. They bend as a
/// growing overhead does before its peak.
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
        shapeOf(runs, curveOf(basis), "a serial part and work that is shared out in whole parts", {}, false);
    if (whole)
        ++whole->parameters;
    add(std::move(whole));
    return shapes;
}

bool sameCurve(const Shape& a, const Shape& b)
{
    return (a.mu - b.mu).cwiseAbs().maxCoeff() <= 1e-6 * a.mu.maxCoeff();
}

/// What the test of kappa = 0 says.
struct Nested {
    double f = 0, threshold = 0;
    double scatter = 0;  ///< s^2
    int degrees = 0;
    bool rejects = false, hints = false;
};

/// P that pure scatter gives less than this much lack of fit; nothing where runs or rungs cannot tell.
std::optional<double> lackOfFit(const Runs& runs, const Shape& shape)
{
    const int over = runs.rungs() - shape.parameters, under = runs.degreesWithin();
    if (over < 1 || under < 1 || !(runs.within > 0))
        return std::nullopt;
    return fisherCoverage(shape.misfit / over / (runs.within / under), over, under);
}

class Weighing {
public:
    Weighing(const MeasuredLadder& ladder, const std::vector<Law>& laws, const FitOptions& options)
        : m_runs(runsOf(ladder)), m_scaling(ladder.scaling)
    {
        for (const Law law : laws) {
            const LawCurve curve(law, ladder.scaling, m_runs.p, options);
            const bool mayFall = law == Law::Usl || law == Law::AlphaBeta;
            if (const std::optional<Shape> shape = shapeOf(m_runs, curve.curve(), spokenName(law), law, mayFall))
                m_laws.push_back(*shape);
        }
        m_others = otherShapes(m_runs, ladder.scaling);
        if (ladder.scaling == Scaling::Strong)
            m_monotone = monotoneShapes(m_runs);
        m_falls = falls();
        testKappa();
    }

    [[nodiscard]] LawEvidence evidence(std::optional<Law> nearest) const;

private:
    [[nodiscard]] const Shape* find(Law law) const
    {
        const auto found =
            std::find_if(m_laws.begin(), m_laws.end(), [law](const Shape& shape) { return shape.law == law; });
        return found == m_laws.end() ? nullptr : &*found;
    }
    [[nodiscard]] std::optional<double> lackOfFit(const Shape& shape) const { return fits::lackOfFit(m_runs, shape); }
    [[nodiscard]] bool fitsWithin(const Shape& shape) const { return lackOfFit(shape).value_or(0) <= lackOfFitLevel; }
    [[nodiscard]] double lead(const Shape& best, const Shape& other) const
    {
        const double floor = leastVariance * m_runs.runs;
        return (m_runs.runs - best.parameters) *
               std::log(std::max(other.misfit + m_runs.within, floor) / std::max(best.misfit + m_runs.within, floor));
    }
    [[nodiscard]] double criterion(const Shape& shape) const
    {
        const double sum = std::max(shape.misfit + m_runs.within, leastVariance * m_runs.runs);
        return aicc(sum, m_runs.runs, shape.parameters).value_or(m_runs.runs * std::log(sum));
    }
    [[nodiscard]] bool falls() const;
    void testKappa();
    /// A term that grows so and takes a twentieth of the time at the last p is rejected beside `least`, the misfit with
    /// it free.
    [[nodiscard]] bool isSmall(const VectorXd& growing, double least) const;
    [[nodiscard]] bool growthIsSmall() const;
    [[nodiscard]] const Shape* best() const;
    [[nodiscard]] LawEvidence evidenceFor(const Shape& first) const;
    [[nodiscard]] std::string doubt(const Shape& best) const;
    [[nodiscard]] std::string doubtOfGrowth(const Shape& best) const;
    /// The nearest of all shapes that grow, and the monotone rivals that the likelihood does not set behind it.
    [[nodiscard]] const Shape* nearestGrowing() const;
    [[nodiscard]] std::vector<NearShape> monotoneAsNear() const;
    [[nodiscard]] std::string tooFew() const;
    [[nodiscard]] bool asNear(const Shape& best, const Shape& other) const;
    [[nodiscard]] std::vector<NearShape> asNear(const Shape& best) const;
    [[nodiscard]] std::optional<PeakSpan> peaksOf(const Shape& best) const;
    [[nodiscard]] std::vector<ShapeMisfit> ranked() const;

    Runs m_runs;
    Scaling m_scaling;
    std::vector<Shape> m_laws, m_others;
    std::vector<Shape> m_monotone;  ///< rivals of what grows, and of nothing else
    std::optional<Nested> m_kappa;
    bool m_falls = false;
};

bool Weighing::falls() const
{
    const int degrees = m_runs.degreesWithin();
    if (degrees < 2 || m_runs.rungs() < 2 || m_scaling == Scaling::Weak)
        return false;
    double squares = 0;
    for (const LogTimes& logs : m_runs.logs)
        squares += (logs.runs - 1) * logs.deviation * logs.deviation;
    const double deviation = std::sqrt(squares / degrees);
    const LogTimes& last = m_runs.logs.back();
    const double limit = studentT(1 - 2 * (1 - fallLevel) / (m_runs.rungs() - 1), degrees);
    return std::any_of(m_runs.logs.begin(), m_runs.logs.end() - 1, [&](const LogTimes& logs) {
        return last.mean - logs.mean > limit * deviation * std::sqrt(1.0 / last.runs + 1.0 / logs.runs);
    });
}

void Weighing::testKappa()
{
    const Shape* amdahl = find(Law::Amdahl);
    const Shape* usl = find(Law::Usl);
    if (!amdahl || !usl)
        return;
    Nested test;
    double sum = usl->misfit;
    test.degrees = m_runs.rungs() - 3;
    if (fitsWithin(*usl)) {
        sum += m_runs.within;
        test.degrees = m_runs.runs - 3;
    }
    if (test.degrees < 1)
        return;
    test.scatter = std::max(sum / test.degrees, leastVariance);
    test.f = std::max(0.0, amdahl->misfit - usl->misfit) / test.scatter;
    test.threshold = std::pow(studentT(2 * kappaLevel - 1, test.degrees), 2);
    test.rejects = test.f > test.threshold;
    test.hints = test.f > std::pow(studentT(0.9, test.degrees), 2);
    m_kappa = test;
}

bool Weighing::isSmall(const VectorXd& growing, double least) const
{
    // eta = c0/p + c1 (p-1)/p + c2 growing with c2 bound to c0 and c1 so that it is that share at the last p.
    const Index end = m_runs.p.size() - 1;
    const double last = m_runs.p[end];
    const double odds = smallShare / (1 - smallShare);
    MatrixXd basis(m_runs.p.size(), 2);
    const VectorXd share = growing / growing[end];
    basis.col(0) = m_runs.p.cwiseInverse() + odds / last * share;
    basis.col(1) = (1 - m_runs.p.array().inverse()).matrix() + odds * (1 - 1 / last) * share;
    const std::optional<Solution> held = solve(curveOf(std::move(basis)), m_runs.data);
    return !held || held->residualSum - least > m_kappa->threshold * m_kappa->scatter;
}

bool Weighing::growthIsSmall() const
{
    const Shape* usl = find(Law::Usl);
    if (!usl || !m_kappa)
        return false;
    if (!isSmall((m_runs.p.array() - 1).matrix(), usl->misfit))
        return false;
    return std::all_of(m_others.begin(), m_others.end(), [&](const Shape& other) {
        return other.growing.size() == 0 || isSmall(other.growing, other.misfit);
    });
}

const Shape* Weighing::best() const
{
    const Shape* first = nullptr;
    for (const Shape& shape : m_laws) {
        if ((m_falls || (m_kappa && m_kappa->hints)) && !shape.mayFall && find(Law::Usl))
            continue;
        // The same curve in other words has the same criterion but for rounding: the first named stays.
        if (!first || criterion(shape) < criterion(*first) - 1e-6)
            first = &shape;
    }
    return first;
}

/// Why no growth is told, of strong scaling: the best is a law that grows.
std::string Weighing::doubtOfGrowth(const Shape& best) const
{
    if (std::string few = tooFew(); !few.empty())
        return few;
    const auto fits = [this](const Shape& shape) { return shape.mayFall && fitsWithin(shape); };
    if (std::none_of(m_laws.begin(), m_laws.end(), fits) && std::none_of(m_others.begin(), m_others.end(), fits))
        return say("none describes the ladder: {}, the nearest, strays from the rungs by more than their runs scatter",
                   best.name);
    if (best.law == Law::Usl && !m_falls && !(m_kappa && m_kappa->rejects))
        return "Amdahl’s law, the Universal Scalability Law with kappa = 0, is not excluded";
    for (const std::vector<Shape>* shapes : {&m_laws, &m_others})
        for (const Shape& other : *shapes)
            if (!other.mayFall && asNear(best, other))
                return say("{} comes as near", other.name);
    if (const std::vector<NearShape> monotone = monotoneAsNear(); !monotone.empty())
        return say("{} comes as near", monotone.front().name);
    return {};
}

const Shape* Weighing::nearestGrowing() const
{
    const Shape* nearest = nullptr;
    for (const std::vector<Shape>* shapes : {&m_laws, &m_others})
        for (const Shape& shape : *shapes)
            if (shape.mayFall && (!nearest || shape.misfit < nearest->misfit))
                nearest = &shape;
    return nearest;
}

std::vector<NearShape> Weighing::monotoneAsNear() const
{
    std::vector<NearShape> near;
    if (const Shape* growing = nearestGrowing(); growing && !m_falls)
        for (const Shape& rival : m_monotone)
            if (lead(*growing, rival) < likelihoodMargin)
                near.push_back({{}, rival.name});
    return near;
}

std::string Weighing::tooFew() const
{
    // Without repeats the noise has to come from the rungs, too: AICc of usl needs six.
    const int fewest = m_runs.degreesWithin() > 0 ? fewestPoints : fewestPoints + 1;
    if (m_runs.rungs() >= fewest)
        return {};
    return m_runs.degreesWithin() > 0
               ? say("fewer than {} different p tell no law from another", fewest)
               : say("fewer than {} different p without repeats tell no law from another", fewest);
}

/// Why the best is not told from the rest; empty where it is.
std::string Weighing::doubt(const Shape& best) const
{
    if (std::string few = tooFew(); !few.empty())
        return few;
    if (!fitsWithin(best))
        return say("none describes the ladder: {}, the nearest, strays from the rungs by more than their runs scatter",
                   best.name);
    if (best.law == Law::Usl && !m_falls && !(m_kappa && m_kappa->rejects))
        return "Amdahl’s law, the Universal Scalability Law with kappa = 0, is not excluded";
    if (best.law == Law::Amdahl && !growthIsSmall())
        return say("an overhead that grows to a twentieth of the time at p = {} is not excluded",
                   significant(m_runs.p[m_runs.p.size() - 1]));
    std::vector<std::string> near;
    for (const NearShape& each : asNear(best))
        near.push_back(each.name);
    if (!near.empty())
        return near.size() == 1 ? say("{} comes as near", near.front()) : say("{} come as near", joined(near, ", "));
    return {};
}

bool Weighing::asNear(const Shape& best, const Shape& other) const
{
    const Shape* usl = find(Law::Usl);
    // Amdahl's law within usl and within the shapes with a term more: what the tests of that term are for.
    const bool nested = (best.law == Law::Usl && other.law == Law::Amdahl) ||
                        (best.law == Law::Amdahl && usl && other.law && sameCurve(*usl, other)) ||
                        (best.law == Law::Amdahl && other.growing.size() > 0);
    // A law whose own term has come to nothing is the same curve as nothing lost, and is not told from it.
    const bool same = other.parameters > 1 && sameCurve(best, other);
    if (nested || &best == &other || same || (m_falls && !other.mayFall))
        return false;
    return lead(best, other) < likelihoodMargin + parameterMargin * std::max(0, best.parameters - other.parameters);
}

std::vector<NearShape> Weighing::asNear(const Shape& best) const
{
    std::vector<NearShape> near;
    if (best.law == Law::Usl && !m_falls && m_kappa && !m_kappa->rejects)
        near.push_back({Law::Amdahl, spokenName(Law::Amdahl)});
    if (best.law == Law::Amdahl && !growthIsSmall() && find(Law::Usl))
        near.push_back({Law::Usl, spokenName(Law::Usl)});
    for (const std::vector<Shape>* shapes : {&m_laws, &m_others})
        for (const Shape& other : *shapes)
            if (const NearShape named{other.law, other.name};
                asNear(best, other) && std::find(near.begin(), near.end(), named) == near.end())
                near.push_back(named);
    if (best.mayFall)
        for (NearShape& rival : monotoneAsNear())
            near.push_back(std::move(rival));
    return near;
}

std::optional<PeakSpan> Weighing::peaksOf(const Shape& best) const
{
    std::optional<PeakSpan> span;
    for (const Shape& other : m_others)
        if (asNear(best, other))
            span = span ? PeakSpan{std::min(span->low, other.peak), std::max(span->high, other.peak)}
                        : PeakSpan{other.peak, other.peak};
    return span;
}

std::vector<ShapeMisfit> Weighing::ranked() const
{
    std::vector<ShapeMisfit> all;
    for (const std::vector<Shape>* shapes : {&m_laws, &m_others})
        for (const Shape& shape : *shapes) {
            const VectorXd deviation = (m_runs.data.y.array() / shape.mu.array() - 1).matrix();
            const int degrees = std::max(1, m_runs.rungs() - shape.parameters);
            ShapeMisfit misfit{shape.law,
                               shape.name,
                               shape.inflation,
                               std::sqrt(deviation.squaredNorm() / degrees),
                               {},
                               !fitsWithin(shape) || (m_falls && !shape.mayFall)};
            if (m_runs.degreesWithin() > 0 && m_runs.within > 0)
                misfit.distance = shape.misfit / (m_runs.within / m_runs.degreesWithin());
            all.push_back(std::move(misfit));
        }
    // What lies on the rungs to four digits lies on them: the laws come first then.
    std::stable_sort(all.begin(), all.end(), [](const ShapeMisfit& a, const ShapeMisfit& b) {
        return std::max(a.stray, onTheRungs) < std::max(b.stray, onTheRungs);
    });
    // Of shapes that differ by a power alone the nearest.
    std::vector<ShapeMisfit> named;
    for (ShapeMisfit& shape : all)
        if (std::none_of(named.begin(), named.end(),
                         [&](const ShapeMisfit& nearer) { return nearer.name == shape.name; }))
            named.push_back(std::move(shape));
    return named;
}

LawEvidence Weighing::evidence(std::optional<Law> nearest) const
{
    const Shape* first = best();
    if (!first)
        return {.falls = m_falls, .why = {}};
    LawEvidence evidence = evidenceFor(*first);
    const Shape* other = nearest ? find(*nearest) : nullptr;
    if (evidence.told || evidence.grows || !other || other == first || (m_falls && !other->mayFall))
        return evidence;
    // What is compared with the nearest law decides nothing: the tests have spoken for none.
    LawEvidence around = evidenceFor(*other);
    if (around.told || around.grows) {
        around.told = around.grows = false;
        around.why = joined({around.why, say("{} comes as near", first->name)}, "; ");
    }
    const NearShape rival{first->law, first->name};
    if (std::find(around.asNear.begin(), around.asNear.end(), rival) == around.asNear.end())
        around.asNear.push_back(rival);
    return around;
}

LawEvidence Weighing::evidenceFor(const Shape& first) const
{
    LawEvidence evidence{.best = first.law, .falls = m_falls, .shapes = ranked(), .why = {}};
    const int degrees = m_runs.runs - first.parameters;
    VectorXd deviation = (m_runs.data.y.array() / first.mu.array() - 1).matrix();
    double squares = 0;
    for (Index i = 0; i < deviation.size(); ++i) {
        const LogTimes& logs = m_runs.logs[static_cast<std::size_t>(i)];
        squares += logs.runs * deviation[i] * deviation[i] + (logs.runs - 1) * logs.deviation * logs.deviation;
    }
    evidence.noise = degrees > 0 ? std::sqrt(squares / degrees) : 0;

    std::vector<std::string> tests;
    if (m_falls)
        tests.emplace_back(
            "the last rung is slower than an earlier one by more than the runs scatter, which Amdahl’s law, "
            "Gustafson’s law and a plateau cannot be");
    if (m_kappa)
        tests.push_back(
            say("a partial F-test at {} % {} kappa = 0, Amdahl’s law ({} against {}, {} degrees of freedom)",
                significant(100 * kappaLevel), m_kappa->rejects ? "rejects" : "does not reject",
                significant(m_kappa->f, 3), significant(m_kappa->threshold, 3), m_kappa->degrees));
    std::string against = doubt(first);
    evidence.told = against.empty();
    evidence.asNear = asNear(first);
    evidence.peaksAsNear = peaksOf(first);
    if (m_scaling == Scaling::Strong && first.mayFall && !evidence.told) {
        std::string notGrowing = doubtOfGrowth(first);
        evidence.grows = notGrowing.empty();
        if (!evidence.grows)
            against = std::move(notGrowing);
    } else {
        evidence.grows = evidence.told && m_scaling == Scaling::Strong && first.mayFall;
    }
    if (!against.empty() && !evidence.grows)
        tests.push_back(std::move(against));
    evidence.why = joined(tests, "; ");
    return evidence;
}

}  // namespace

std::optional<double> aicc(double sumOfSquares, int runs, int parameters)
{
    const int k = parameters + 1;
    if (runs - k - 1 <= 0)
        return std::nullopt;
    return runs * std::log(sumOfSquares / runs) + 2 * k + 2.0 * k * (k + 1) / (runs - k - 1);
}

LawEvidence weigh(const MeasuredLadder& ladder, const std::vector<Law>& laws, const FitOptions& options,
                  std::optional<Law> nearest)
{
    return Weighing(ladder, laws, options).evidence(nearest);
}

bool lacksFit(const MeasuredLadder& ladder, Law law, const FitOptions& options)
{
    const Runs runs = runsOf(ladder);
    const LawCurve curve(law, ladder.scaling, runs.p, options);
    const std::optional<Shape> shape = shapeOf(runs, curve.curve(), spokenName(law), law, true);
    return shape && lackOfFit(runs, *shape).value_or(0) > lackOfFitLevel;
}

}  // namespace scalewright::fits
