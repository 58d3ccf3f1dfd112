// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/law_evidence.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/distributions.h"
#include "core/evidence/fit/fit_interval.h"
#include "core/evidence/fit/fit_landmarks.h"
#include "core/evidence/fit/fit_law.h"
#include "core/evidence/fit/fit_solver.h"
#include "core/evidence/fit/shapes.h"

namespace scalewright::fits {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
constexpr double lackOfFitLevel = 0.99;
constexpr double kappaTestLevel = 0.99;        // one-sided
constexpr double slowdownTestLevel = 0.99;
constexpr double negligibleShare = 0.05;  // of the time at the last p: an undetected kappa may cost at most this much
constexpr double likelihoodMargin = 6;  // 20 to 1
constexpr double parameterMargin = 5;  // per additional parameter
constexpr int minimumPoints = 5;
constexpr double exactFitTolerance = 1e-4;
constexpr double minimumVariance = 1e-20;  // for values recorded to ten digits

bool isSameCurve(const FittedShape& a, const FittedShape& b)
{
    return (a.mu - b.mu).cwiseAbs().maxCoeff() <= 1e-6 * a.mu.maxCoeff();
}

/// Result of testing kappa = 0.
struct KappaTest {
    double fStatistic = 0, threshold = 0;
    double variance = 0;  ///< s^2
    int degreesOfFreedom = 0;
    bool rejectsZeroKappa = false, suggestsKappa = false;
};

/// Probability that scatter alone gives less lack of fit than this; nullopt if there are too few runs or rungs.
std::optional<double> lackOfFit(const WeightedRuns& runs, const FittedShape& shape)
{
    const int residualDegrees = runs.rungCount() - shape.parameters, repeatDegrees = runs.repeatDegreesOfFreedom();
    if (residualDegrees < 1 || repeatDegrees < 1 || !(runs.withinRungSquares > 0))
        return std::nullopt;
    return fisherCdf(shape.residualSum / residualDegrees / (runs.withinRungSquares / repeatDegrees), residualDegrees,
                     repeatDegrees);
}

class LawAssessment {
public:
    LawAssessment(const MeasuredLadder& ladder, const std::vector<Law>& laws, const FitOptions& options)
        : m_runs(weightedRuns(ladder)), m_scaling(ladder.scaling)
    {
        for (const Law law : laws) {
            const LawCurve curve(law, ladder.scaling, m_runs.p, options);
            const bool canSlowDown = law == Law::Usl || law == Law::AlphaBeta;
            if (const std::optional<FittedShape> shape =
                    fitShape(m_runs, curve.curve(), nameInSentence(law), law, canSlowDown))
                m_lawShapes.push_back(*shape);
        }
        m_otherShapes = otherShapes(m_runs, ladder.scaling);
        if (ladder.scaling == Scaling::Strong)
            m_monotoneShapes = monotoneShapes(m_runs);
        m_slowsDown = detectSlowdown();
        testKappa();
    }

    [[nodiscard]] LawEvidence evidence(std::optional<Law> nearest) const;

private:
    [[nodiscard]] const FittedShape* find(Law law) const { return findElement(m_lawShapes, law, &FittedShape::law); }
    [[nodiscard]] std::optional<double> lackOfFit(const FittedShape& shape) const
    {
        return fits::lackOfFit(m_runs, shape);
    }
    [[nodiscard]] bool fitsWithinScatter(const FittedShape& shape) const
    {
        return lackOfFit(shape).value_or(0) <= lackOfFitLevel;
    }
    [[nodiscard]] double likelihoodLead(const FittedShape& best, const FittedShape& other) const
    {
        const double floor = minimumVariance * m_runs.runCount;
        return (m_runs.runCount - best.parameters) *
               std::log(std::max(other.residualSum + m_runs.withinRungSquares, floor) /
                        std::max(best.residualSum + m_runs.withinRungSquares, floor));
    }
    [[nodiscard]] double criterion(const FittedShape& shape) const
    {
        const double sum = std::max(shape.residualSum + m_runs.withinRungSquares, minimumVariance * m_runs.runCount);
        return aicc(sum, m_runs.runCount, shape.parameters).value_or(m_runs.runCount * std::log(sum));
    }
    [[nodiscard]] bool detectSlowdown() const;
    void testKappa();
    /// Whether the data reject this growing term when it takes a twentieth of the time at the last p. `freeResidualSum`
    /// is the residual sum when the term is free.
    [[nodiscard]] bool isTermNegligible(const VectorXd& growing, double freeResidualSum) const;
    [[nodiscard]] bool isGrowthNegligible() const;
    /// Of nested laws that fit equally well, the simplest leads: amdahl, unless the test of kappa = 0 suggests growth.
    [[nodiscard]] bool leadsAsSimplest(const FittedShape& shape) const;
    [[nodiscard]] const FittedShape* bestShape() const;
    [[nodiscard]] LawEvidence evidenceFor(const FittedShape& first) const;
    [[nodiscard]] std::string reasonUndecided(const FittedShape& best) const;
    [[nodiscard]] std::string reasonGrowthUndecided(const FittedShape& best) const;
    /// The best-fitting growing shape, and the monotone rivals that the likelihood does not rank below it.
    [[nodiscard]] const FittedShape* nearestGrowing() const;
    [[nodiscard]] std::vector<RivalShape> monotoneRivals() const;
    [[nodiscard]] std::string reasonTooFewPoints() const;
    [[nodiscard]] bool isCloseRival(const FittedShape& best, const FittedShape& other) const;
    [[nodiscard]] std::vector<RivalShape> closeRivals(const FittedShape& best) const;
    [[nodiscard]] std::vector<ShapeMisfit> rankShapes() const;

    WeightedRuns m_runs;
    Scaling m_scaling;
    std::vector<FittedShape> m_lawShapes, m_otherShapes;
    std::vector<FittedShape> m_monotoneShapes;  ///< compared only with growing shapes
    std::optional<KappaTest> m_kappaTest;
    bool m_slowsDown = false;
};

bool LawAssessment::detectSlowdown() const
{
    const int degrees = m_runs.repeatDegreesOfFreedom();
    if (degrees < 2 || m_runs.rungCount() < 2 || m_scaling == Scaling::Weak)
        return false;
    double squares = 0;
    for (const LogTimeStatistics& logs : m_runs.rungLogTimes)
        squares += (logs.runCount - 1) * logs.standardDeviation * logs.standardDeviation;
    const double deviation = std::sqrt(squares / degrees);
    const LogTimeStatistics& last = m_runs.rungLogTimes.back();
    const double limit = studentTQuantile(1 - 2 * (1 - slowdownTestLevel) / (m_runs.rungCount() - 1), degrees);
    return std::any_of(m_runs.rungLogTimes.begin(), m_runs.rungLogTimes.end() - 1, [&](const LogTimeStatistics& logs) {
        return last.mean - logs.mean > limit * deviation * std::sqrt(1.0 / last.runCount + 1.0 / logs.runCount);
    });
}

void LawAssessment::testKappa()
{
    const FittedShape* amdahl = find(Law::Amdahl);
    const FittedShape* usl = find(Law::Usl);
    if (!amdahl || !usl)
        return;
    KappaTest test;
    double sum = usl->residualSum;
    test.degreesOfFreedom = m_runs.rungCount() - 3;
    if (fitsWithinScatter(*usl)) {
        sum += m_runs.withinRungSquares;
        test.degreesOfFreedom = m_runs.runCount - 3;
    }
    if (test.degreesOfFreedom < 1)
        return;
    test.variance = std::max(sum / test.degreesOfFreedom, minimumVariance);
    test.fStatistic = std::max(0.0, amdahl->residualSum - usl->residualSum) / test.variance;
    test.threshold = std::pow(studentTQuantile(2 * kappaTestLevel - 1, test.degreesOfFreedom), 2);
    test.rejectsZeroKappa = test.fStatistic > test.threshold;
    test.suggestsKappa = test.fStatistic > std::pow(studentTQuantile(0.9, test.degreesOfFreedom), 2);
    m_kappaTest = test;
}

bool LawAssessment::isTermNegligible(const VectorXd& growing, double freeResidualSum) const
{
    // eta = c0/p + c1 (p-1)/p + c2 growing, with c2 tied to c0 and c1 so that its share at the last p is
    // negligibleShare.
    const Index end = m_runs.p.size() - 1;
    const double last = m_runs.p[end];
    const double odds = negligibleShare / (1 - negligibleShare);
    MatrixXd basis(m_runs.p.size(), 2);
    const VectorXd share = growing / growing[end];
    basis.col(0) = m_runs.p.cwiseInverse() + odds / last * share;
    basis.col(1) = (1 - m_runs.p.array().inverse()).matrix() + odds * (1 - 1 / last) * share;
    const std::optional<Solution> constrained = fitCurve(reciprocalCurve(std::move(basis)), m_runs.data);
    return !constrained || constrained->residualSum - freeResidualSum > m_kappaTest->threshold * m_kappaTest->variance;
}

bool LawAssessment::isGrowthNegligible() const
{
    const FittedShape* usl = find(Law::Usl);
    if (!usl || !m_kappaTest)
        return false;
    if (!isTermNegligible((m_runs.p.array() - 1).matrix(), usl->residualSum))
        return false;
    return std::ranges::all_of(m_otherShapes, [&](const FittedShape& other) {
        return other.growingTerm.size() == 0 || isTermNegligible(other.growingTerm, other.residualSum);
    });
}

bool LawAssessment::leadsAsSimplest(const FittedShape& shape) const
{
    return shape.law == Law::Amdahl && m_kappaTest && !m_kappaTest->suggestsKappa && !m_slowsDown &&
           fitsWithinScatter(shape);
}

const FittedShape* LawAssessment::bestShape() const
{
    if (const FittedShape* amdahl = find(Law::Amdahl); amdahl && leadsAsSimplest(*amdahl))
        return amdahl;
    const FittedShape* first = nullptr;
    for (const FittedShape& shape : m_lawShapes) {
        if ((m_slowsDown || (m_kappaTest && m_kappaTest->suggestsKappa)) && !shape.canSlowDown && find(Law::Usl))
            continue;
        // Equal curves with different parameters have equal criteria except for rounding: keep the first.
        if (!first || criterion(shape) < criterion(*first) - 1e-6)
            first = &shape;
    }
    return first;
}

/// For strong scaling, if the best law has a growing overhead: why that overhead is not decided.
std::string LawAssessment::reasonGrowthUndecided(const FittedShape& best) const
{
    if (std::string tooFew = reasonTooFewPoints(); !tooFew.empty())
        return tooFew;
    const auto fits = [this](const FittedShape& shape) { return shape.canSlowDown && fitsWithinScatter(shape); };
    if (std::ranges::none_of(m_lawShapes, fits) && std::ranges::none_of(m_otherShapes, fits))
        return formatMessage(
            "no law describes the ladder: {}, the nearest, deviates from the rungs by more than the scatter of their "
            "runs",
            best.name);
    if (best.law == Law::Usl && !m_slowsDown && !(m_kappaTest && m_kappaTest->rejectsZeroKappa))
        return "Amdahl’s law, the Universal Scalability Law with kappa = 0, is not excluded";
    for (const std::vector<FittedShape>* shapes : {&m_lawShapes, &m_otherShapes})
        for (const FittedShape& other : *shapes)
            if (!other.canSlowDown && isCloseRival(best, other))
                return formatMessage("{} fits equally well", other.name);
    if (const std::vector<RivalShape> monotone = monotoneRivals(); !monotone.empty())
        return formatMessage("{} fits equally well", monotone.front().name);
    return {};
}

const FittedShape* LawAssessment::nearestGrowing() const
{
    const FittedShape* nearest = nullptr;
    for (const std::vector<FittedShape>* shapes : {&m_lawShapes, &m_otherShapes})
        for (const FittedShape& shape : *shapes)
            if (shape.canSlowDown && (!nearest || shape.residualSum < nearest->residualSum))
                nearest = &shape;
    return nearest;
}

std::vector<RivalShape> LawAssessment::monotoneRivals() const
{
    std::vector<RivalShape> rivals;
    if (const FittedShape* growing = nearestGrowing(); growing && !m_slowsDown)
        for (const FittedShape& rival : m_monotoneShapes)
            if (likelihoodLead(*growing, rival) < likelihoodMargin)
                rivals.push_back({{}, rival.name});
    return rivals;
}

std::string LawAssessment::reasonTooFewPoints() const
{
    // Without repeats, the noise must also be estimated from the rungs: AICc needs six for usl.
    const int minimumRungs = m_runs.repeatDegreesOfFreedom() > 0 ? minimumPoints : minimumPoints + 1;
    if (m_runs.rungCount() >= minimumRungs)
        return {};
    return m_runs.repeatDegreesOfFreedom() > 0
               ? formatMessage("fewer than {} distinct p cannot distinguish the laws", minimumRungs)
               : formatMessage("fewer than {} distinct p without repeats cannot distinguish the laws", minimumRungs);
}

/// Why the best law is not decided; empty if it is.
std::string LawAssessment::reasonUndecided(const FittedShape& best) const
{
    if (std::string tooFew = reasonTooFewPoints(); !tooFew.empty())
        return tooFew;
    if (!fitsWithinScatter(best))
        return formatMessage(
            "no law describes the ladder: {}, the nearest, deviates from the rungs by more than the scatter of their "
            "runs",
            best.name);
    if (best.law == Law::Usl && !m_slowsDown && !(m_kappaTest && m_kappaTest->rejectsZeroKappa))
        return "Amdahl’s law, the Universal Scalability Law with kappa = 0, is not excluded";
    if (best.law == Law::Amdahl && !isGrowthNegligible())
        return formatMessage("an overhead that grows to a twentieth of the time at p = {} is not excluded",
                             significantText(m_runs.p[m_runs.p.size() - 1]));
    std::vector<std::string> rivals;
    for (const RivalShape& each : closeRivals(best))
        rivals.push_back(each.name);
    if (!rivals.empty())
        return rivals.size() == 1 ? formatMessage("{} fits equally well", rivals.front())
                                  : formatMessage("{} fit equally well", joinNonEmpty(rivals, ", "));
    return {};
}

bool LawAssessment::isCloseRival(const FittedShape& best, const FittedShape& other) const
{
    const FittedShape* usl = find(Law::Usl);
    // Amdahl's law is nested in usl and in the shapes with one more term; tests of that term compare them.
    const bool nested = (best.law == Law::Usl && other.law == Law::Amdahl) ||
                        (best.law == Law::Amdahl && usl && other.law && isSameCurve(*usl, other)) ||
                        (best.law == Law::Amdahl && other.growingTerm.size() > 0);
    // If a law's own term vanishes, its curve is the same as one without overhead, and the two cannot be distinguished.
    const bool isSame = other.parameters > 1 && isSameCurve(best, other);
    if (nested || &best == &other || isSame || (m_slowsDown && !other.canSlowDown))
        return false;
    return likelihoodLead(best, other) <
           likelihoodMargin + parameterMargin * std::max(0, best.parameters - other.parameters);
}

std::vector<RivalShape> LawAssessment::closeRivals(const FittedShape& best) const
{
    std::vector<RivalShape> rivals;
    if (best.law == Law::Usl && !m_slowsDown && m_kappaTest && !m_kappaTest->rejectsZeroKappa)
        rivals.push_back({Law::Amdahl, nameInSentence(Law::Amdahl)});
    if (best.law == Law::Amdahl && !isGrowthNegligible() && find(Law::Usl))
        rivals.push_back({Law::Usl, nameInSentence(Law::Usl)});
    for (const std::vector<FittedShape>* shapes : {&m_lawShapes, &m_otherShapes})
        for (const FittedShape& other : *shapes)
            if (const RivalShape candidate{other.law, other.name};
                isCloseRival(best, other) && !contains(rivals, candidate))
                rivals.push_back(candidate);
    if (best.canSlowDown)
        for (RivalShape& rival : monotoneRivals())
            rivals.push_back(std::move(rival));
    return rivals;
}

std::vector<ShapeMisfit> LawAssessment::rankShapes() const
{
    std::vector<ShapeMisfit> misfits;
    for (const std::vector<FittedShape>* shapes : {&m_lawShapes, &m_otherShapes})
        for (const FittedShape& shape : *shapes) {
            const VectorXd deviation = (m_runs.data.y.array() / shape.mu.array() - 1).matrix();
            const int degrees = std::max(1, m_runs.rungCount() - shape.parameters);
            ShapeMisfit misfit{shape.law,
                               shape.name,
                               shape.isComputeInflation,
                               std::sqrt(deviation.squaredNorm() / degrees),
                               {},
                               !fitsWithinScatter(shape) || (m_slowsDown && !shape.canSlowDown)};
            if (m_runs.repeatDegreesOfFreedom() > 0 && m_runs.withinRungSquares > 0)
                misfit.normalizedResidualSum =
                    shape.residualSum / (m_runs.withinRungSquares / m_runs.repeatDegreesOfFreedom());
            misfits.push_back(std::move(misfit));
        }
    // Shapes that match the rungs to four digits count as exact, so that the laws come first.
    std::ranges::stable_sort(misfits, [](const ShapeMisfit& a, const ShapeMisfit& b) {
        return std::max(a.relativeDeviation, exactFitTolerance) < std::max(b.relativeDeviation, exactFitTolerance);
    });
    // Of shapes that differ only in a power, keep the nearest.
    std::vector<ShapeMisfit> distinctShapes;
    for (ShapeMisfit& shape : misfits)
        if (!contains(distinctShapes, shape.name, &ShapeMisfit::name))
            distinctShapes.push_back(std::move(shape));
    return distinctShapes;
}

LawEvidence LawAssessment::evidence(std::optional<Law> nearest) const
{
    const FittedShape* first = bestShape();
    if (!first)
        return {.slowsDown = m_slowsDown, .testSummary = {}};
    LawEvidence evidence = evidenceFor(*first);
    evidence.best = findBestSpeedup(m_runs, m_scaling, leadsAsSimplest(*first), m_slowsDown, m_otherShapes);
    const FittedShape* other = nearest ? find(*nearest) : nullptr;
    if (leadsAsSimplest(*first) || evidence.isDecided || evidence.hasGrowingOverhead || !other || other == first ||
        (m_slowsDown && !other->canSlowDown))
        return evidence;
    // A comparison with the nearest law decides nothing, because the tests favoured no law.
    LawEvidence around = evidenceFor(*other);
    around.best = evidence.best;
    if (around.isDecided || around.hasGrowingOverhead) {
        around.isDecided = around.hasGrowingOverhead = false;
        around.testSummary =
            joinNonEmpty({around.testSummary, formatMessage("{} fits equally well", first->name)}, "; ");
    }
    const RivalShape rival{first->law, first->name};
    if (!contains(around.closeRivals, rival))
        around.closeRivals.push_back(rival);
    return around;
}

LawEvidence LawAssessment::evidenceFor(const FittedShape& first) const
{
    LawEvidence evidence{.bestLaw = first.law, .slowsDown = m_slowsDown, .shapes = rankShapes(), .testSummary = {}};
    const int degrees = m_runs.runCount - first.parameters;
    VectorXd deviation = (m_runs.data.y.array() / first.mu.array() - 1).matrix();
    double squares = 0;
    for (Index i = 0; i < deviation.size(); ++i) {
        const LogTimeStatistics& logs = m_runs.rungLogTimes[static_cast<std::size_t>(i)];
        squares += logs.runCount * deviation[i] * deviation[i] +
                   (logs.runCount - 1) * logs.standardDeviation * logs.standardDeviation;
    }
    evidence.noise = degrees > 0 ? std::sqrt(squares / degrees) : 0;

    std::vector<std::string> tests;
    if (m_slowsDown)
        tests.emplace_back(
            "the last rung is slower than an earlier one by more than the scatter of the runs, which Amdahl’s law, "
            "Gustafson’s law and a plateau cannot explain");
    if (m_kappaTest)
        tests.push_back(formatMessage(
            "a partial F-test at {} % {} kappa = 0, Amdahl’s law ({} against {}, {} degrees of freedom)",
            significantText(100 * kappaTestLevel), m_kappaTest->rejectsZeroKappa ? "rejects" : "does not reject",
            significantText(m_kappaTest->fStatistic, 3), significantText(m_kappaTest->threshold, 3),
            m_kappaTest->degreesOfFreedom));
    std::string against = reasonUndecided(first);
    evidence.isDecided = against.empty();
    evidence.closeRivals = closeRivals(first);
    if (m_scaling == Scaling::Strong && first.canSlowDown && !evidence.isDecided) {
        std::string growthDoubt = reasonGrowthUndecided(first);
        evidence.hasGrowingOverhead = growthDoubt.empty();
        if (!evidence.hasGrowingOverhead)
            against = std::move(growthDoubt);
    } else {
        evidence.hasGrowingOverhead = evidence.isDecided && m_scaling == Scaling::Strong && first.canSlowDown;
    }
    if (!against.empty() && !evidence.hasGrowingOverhead)
        tests.push_back(std::move(against));
    evidence.testSummary = joinNonEmpty(tests, "; ");
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

LawEvidence assessLaws(const MeasuredLadder& ladder, const std::vector<Law>& laws, const FitOptions& options,
                       std::optional<Law> nearest)
{
    return LawAssessment(ladder, laws, options).evidence(nearest);
}

bool isRejectedByRuns(const MeasuredLadder& ladder, Law law, const FitOptions& options)
{
    const WeightedRuns runs = weightedRuns(ladder);
    const LawCurve curve(law, ladder.scaling, runs.p, options);
    const std::optional<FittedShape> shape = fitShape(runs, curve.curve(), nameInSentence(law), law, true);
    return shape && lackOfFit(runs, *shape).value_or(0) > lackOfFitLevel;
}

}  // namespace scalewright::fits
