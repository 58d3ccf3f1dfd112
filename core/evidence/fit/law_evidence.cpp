#include "core/evidence/fit/law_evidence.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/statistics/fisher_f.h"
#include "core/base/statistics/student_t.h"
#include "core/evidence/fit/fit_interval.h"
#include "core/evidence/fit/fit_law.h"
#include "core/evidence/fit/fit_solver.h"
#include "core/evidence/fit/shapes.h"

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
constexpr double onTheRungs = 1e-4;
constexpr double leastVariance = 1e-20;    // of numbers written with ten digits

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
    const std::optional<Solution> held = solve(freeCurve(std::move(basis)), m_runs.data);
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
