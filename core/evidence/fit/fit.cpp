// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/fit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/statistics/order_statistics.h"
#include "core/base/text/quote.h"
#include "core/evidence/fit/fit_interval.h"
#include "core/evidence/fit/fit_landmarks.h"
#include "core/evidence/fit/fit_law.h"
#include "core/evidence/fit/fit_solver.h"
#include "core/evidence/fit/law_evidence.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using Eigen::Index;
using Eigen::VectorXd;
using namespace fits;

struct LawDescription {
    const char *nameInSentence, *formula, *source;
};

/// In the order of Law.
constexpr std::array<LawDescription, allLaws.size()> lawDescriptions{
    {{"Amdahl’s law", "X(p) = gamma/(f + (1-f)/p)", "Amdahl 1967"},
     {"Gustafson’s law", "X(p) = gamma (p - f(p-1))", "Gustafson 1988"},
     {"the Universal Scalability Law", "X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))", "Gunther 2007"},
     {"the alpha–beta model", "T(p) = t_comp/p + T_comm(p; alpha, beta)", "Hockney 1994"}}};

constexpr double poorFitNoise = 0.15;
constexpr double minimumThroughput = 1e-150;
constexpr double maximumThroughput = 1e150;
// Relative to the sum of squares: values are recorded to about eleven digits.
constexpr double relativeRounding = 1e-22;
constexpr double minimumTermShare = 1e-11;    // fraction of eta; a smaller term is rounding error
constexpr double minimumFirstTermShare = 1e-9; // fraction of eta; without the first term, nothing shrinks with p

const LawDescription& descriptionOf(Law law)
{
    return lawDescriptions[static_cast<std::size_t>(law)];
}

/// The rungs of a ladder, scaled so that the largest throughput is 1.
struct FitPoints {
    VectorXd p, repeatCounts;
    FitData data;
    double throughputUnit = 1;  ///< largest throughput, per second
    int runCount = 0;
    double withinRungSquares = 0;  ///< squared deviations of the runs from their rungs, with the rungs' weights
    std::vector<RepeatStatistics> repeats{};  ///< for the rungs with repeats; mu is scaled like the fit
    std::vector<NoiseShape> noiseShapes{};  ///< every plausible noise shape
};

double throughputOf(const Rung& rung, const MeasuredLadder& ladder)
{
    if (ladder.isThroughput && rung.throughputPerS)
        return *rung.throughputPerS;
    return (ladder.scaling == Scaling::Weak ? rung.p : 1) / rung.timeS;
}

/// Scatter of a rung's runs, relative to its throughput.
std::optional<RepeatStatistics> repeatStatisticsOf(const Rung& rung)
{
    const LogTimeStatistics logs = logTimeStatistics(rung);
    if (logs.runCount < 2)
        return std::nullopt;
    return RepeatStatistics{.deviation = logs.standardDeviation, .degreesOfFreedom = logs.runCount - 1};
}

std::vector<NoiseShape> noiseShapesOf(const FitPoints& points)
{
    std::vector<NoiseShape> noises;
    for (const NoisePower each : plausibleNoisePowers(points.repeats)) {
        NoiseShape noise{.variance =
                             points.data.y.array().pow(2.0 * static_cast<int>(each)) / points.repeatCounts.array()};
        for (Index i = 0; i < noise.variance.size(); ++i)
            noise.variance[i] *= medianVarianceRatio(static_cast<int>(points.repeatCounts[i]));
        for (const RepeatStatistics& repeats : points.repeats) {
            noise.withinRungSquares += repeats.degreesOfFreedom *
                                       std::pow(repeats.deviation / std::pow(repeats.mu, static_cast<int>(each)), 2);
            noise.degreesOfFreedom += repeats.degreesOfFreedom;
        }
        noises.push_back(std::move(noise));
    }
    return noises;
}

Result<FitPoints> fitPointsOf(const MeasuredLadder& ladder)
{
    const auto count = static_cast<Index>(ladder.rungs.size());
    FitPoints points{.p = VectorXd(count), .repeatCounts = VectorXd(count), .data = {VectorXd(count), VectorXd(count)}};
    for (Index i = 0; i < count; ++i) {
        const Rung& rung = ladder.rungs[static_cast<std::size_t>(i)];
        const double throughput = throughputOf(rung, ladder);
        if (rung.p < 1 || rung.repeats < 1 || !(throughput > minimumThroughput) || !(throughput < maximumThroughput))
            return fail(ErrorCode::Input, formatMessage("p = {} has no usable time or throughput", rung.p),
                        "p of at least 1 and times from 1e-150 to 1e150 s");
        points.p[i] = rung.p;
        points.data.y[i] = throughput;
        points.repeatCounts[i] = rung.repeats;
        points.runCount += rung.repeats;
    }
    if (count > 0)
        points.throughputUnit = points.data.y.maxCoeff();
    points.data.y /= points.throughputUnit;
    for (Index i = 0; i < count; ++i)
        if (std::optional<RepeatStatistics> repeats = repeatStatisticsOf(ladder.rungs[static_cast<std::size_t>(i)])) {
            repeats->mu = points.data.y[i];
            repeats->deviation *= repeats->mu;
            points.repeats.push_back(*repeats);
        }
    points.data.weight = points.repeatCounts;
    const std::optional<NoisePower> power = likeliestNoisePower(points.repeats);
    if (power)
        points.data.weight.array() *= points.data.y.array().pow(-2.0 * static_cast<int>(*power));
    for (const RepeatStatistics& repeats : points.repeats)
        points.withinRungSquares +=
            repeats.degreesOfFreedom *
            std::pow(repeats.deviation / std::pow(repeats.mu, static_cast<int>(power.value_or(NoisePower::Constant))),
                     2);
    points.noiseShapes = noiseShapesOf(points);
    // Over more than nine decades, the squares of the small values are lost in the rounding of the large ones.
    if (count > 0 && points.data.y.minCoeff() < 1e-9)
        return fail(ErrorCode::Refused,
                    "the throughputs differ by more than a factor of a billion: no law can be fitted",
                    "rungs of the same job");
    return points;
}

std::string noisePowerText(std::optional<NoisePower> power)
{
    if (!power)
        return {};
    switch (*power) {
    case NoisePower::Constant: return "; the repeats show the same noise at every throughput";
    case NoisePower::Proportional: return "; the repeats show noise proportional to the throughput";
    case NoisePower::ConstantInTime: break;
    }
    return "; the repeats show the same noise in every time";
}

std::string workerCountList(const std::vector<Rung>& rungs)
{
    std::vector<int> p;
    for (std::size_t i = 0; i < rungs.size() && i < 8; ++i)
        p.push_back(rungs[i].p);
    return fmt::format("{}{}", fmt::join(p, ", "), rungs.size() > 8 ? ", …" : "");
}

/// The reason why this law cannot be fitted to this ladder; checked before anything is computed.
std::optional<Error> checkLawApplies(const MeasuredLadder& ladder, Law law, const FitOptions& options,
                                     std::size_t parameters)
{
    const auto refused = [](std::string message, std::string expected) {
        return Error{ErrorCode::Refused, {{std::move(message), std::move(expected), {}}}};
    };
    // Throughput is the same whether or not the work is fixed; a throughput ladder without a stated scaling is read as
    // strong.
    const bool acceptsBothScalings = ladder.isThroughput && !ladder.scalingNote.empty();
    if (law == Law::Gustafson && ladder.scaling == Scaling::Strong && !acceptsBothScalings)
        return refused("Gustafson's law needs work that grows with p, but this ladder is strong scaling",
                       formatMessage("a weak-scaling ladder, or {} for this one", nameInSentence(Law::Amdahl)));
    if (law == Law::Amdahl && ladder.scaling == Scaling::Weak)
        return refused("Amdahl's law needs fixed work, but this ladder's work grows with p (weak scaling)",
                       formatMessage("a strong-scaling ladder, or {} for this one", nameInSentence(Law::Gustafson)));
    if (law == Law::AlphaBeta && !linearFactors(options.pattern, options.communication, 2))
        return Error{ErrorCode::Input,
                     {{formatMessage("{} is not linear in alpha and beta, so least squares cannot fit it",
                                     titleOf(options.pattern)),
                       "another pattern",
                       {.field = "pattern"}}}};
    if (ladder.rungs.size() < parameters + 1)
        return refused(
            ladder.rungs.empty()
                ? "there are no points"
                : formatMessage("too few points: {} has {} parameters, and the ladder has {} distinct p ({})",
                                nameInSentence(law), parameters, ladder.rungs.size(), workerCountList(ladder.rungs)),
            formatMessage("at least {} distinct p; repeats of the same p do not count", parameters + 1));
    return std::nullopt;
}

tl::unexpected<Error> inseparableError(const LawCurve& law, const FitPoints& points, Law kind,
                                       const FitOptions& options)
{
    if (kind == Law::AlphaBeta && !hasIndependentColumns(law.curve().basis.rightCols(2), points.data.weight))
        return fail(ErrorCode::Refused,
                    formatMessage("alpha and beta always act together in {} (T_comm = {}): times at one message size "
                                  "cannot separate them",
                                  titleOf(options.pattern), patternFormula(options.pattern)),
                    "collectives timed at several sizes (fit-comm), or another pattern");
    return fail(ErrorCode::Refused,
                formatMessage("the parameters of {} cannot be separated at these p", nameInSentence(kind)),
                "worker counts over a wider range, starting at 1");
}

std::string lowEndNote(const FittedParameter& parameter)
{
    return parameter.low ? ""
                         : formatMessage("no lower end: the data do not exclude that {} is near 0", parameter.name);
}

std::string boundNote(const FittedParameter& parameter, Law law)
{
    if (parameter.value > 0)
        return "at its bound 1: throughput does not grow with p";
    if (parameter.name == "sigma")
        return "at its bound 0: the ladder shows no contention (a speedup above p would need a negative value)";
    if (parameter.name == "kappa")
        return "at its bound 0: throughput never falls with p in this ladder, so there is no peak";
    if (parameter.name == "f")
        return law == Law::Amdahl ? "at its bound 0: the ladder shows no serial fraction"
                                  : "at its bound 0: the ladder shows no serial time";
    return "at its bound 0: the ladder shows no such time";
}

void addNotes(FittedParameter& parameter, Law law, double upper, bool exact)
{
    const auto add = [&](const std::string& note) {
        if (!note.empty())
            parameter.note = joinNonEmpty({parameter.note, note}, "; ");
    };
    parameter.isAtBound = parameter.value == 0 || parameter.value == upper;
    if (parameter.isAtBound)
        add(boundNote(parameter, law));
    if (exact) {
        add("no interval: the points lie exactly on the curve, so their noise is unknown");
        return;
    }
    add(lowEndNote(parameter));
    if (!parameter.high)
        add(formatMessage("no upper end: the data do not exclude any larger {}", parameter.name));
}

/// One unit of a parameter, in the fit's scaled units.
double parameterUnit(Dimension dimension, double throughputUnit)
{
    return dimension == Dimension::Rate ? throughputUnit : dimension == Dimension::Time ? 1 / throughputUnit : 1;
}

void setParameters(LadderFit& fit, const LawCurve& law, const FitPoints& points, const VectorXd& natural,
                   double residualSum, bool exact)
{
    const std::vector<IntervalEnds> ends =
        exact ? std::vector<IntervalEnds>()
              : profileIntervals(law, points.data, natural, residualSum, points.noiseShapes);
    for (std::size_t j = 0; j < law.parameters().size(); ++j) {
        const ParameterKind& kind = law.parameters()[j];
        const double unit = parameterUnit(kind.dimension, points.throughputUnit);
        const double value = natural[static_cast<Index>(j)];
        FittedParameter parameter{.name = kind.name, .dimension = kind.dimension, .value = value * unit, .note = {}};
        const IntervalEnds end = exact ? IntervalEnds{} : ends[j];
        if (end.low)
            parameter.low = *end.low * unit;
        if (end.high)
            parameter.high = *end.high * unit;
        addNotes(parameter, fit.law, kind.upperBound, exact);
        fit.parameters.push_back(std::move(parameter));
    }
    if (ends.size() > law.parameters().size()) {
        fit.peakLow = ends.back().low;
        fit.peakHigh = ends.back().high;
    }
}

void setQuality(LadderFit& fit, const FitPoints& points, const VectorXd& mu, double residualSum, bool exact)
{
    const VectorXd& y = points.data.y;
    const VectorXd& weight = points.repeatCounts;
    const double mean = weight.dot(y) / weight.sum();
    const double total = (weight.array() * (y.array() - mean).square()).sum();
    if (total > relativeRounding * weight.sum())
        fit.rSquared = 1 - (weight.array() * (y - mu).array().square()).sum() / total;
    const auto count = static_cast<double>(y.size());
    const auto parameters = static_cast<double>(fit.parameters.size());
    const VectorXd deviation = (y.array() / mu.array() - 1).matrix();
    fit.noise = exact ? 0 : std::sqrt(weight.dot(deviation.cwiseAbs2()) / weight.mean() / (count - parameters));
    fit.noiseNote =
        exact ? formatMessage("{} points, {} runs exactly on the curve: no noise to estimate, so no intervals",
                              fit.pointCount, fit.runCount)
              : formatMessage("{} points, {} runs, {} % noise of the points about the curve{}", fit.pointCount,
                              fit.runCount, significantText(100 * fit.noise, 2),
                              noisePowerText(likeliestNoisePower(points.repeats)));
    if (fit.noise > poorFitNoise) {
        Index farthest = 0;
        deviation.cwiseAbs().maxCoeff(&farthest);
        fit.warnings.push_back(
            formatMessage("the points deviate from the curve by {} %, most at p = {} ({} %). {} does not describe this "
                          "ladder well, whatever its intervals say",
                          significantText(100 * fit.noise, 2), significantText(points.p[farthest]),
                          fmt::format("{:+.0f}", 100 * deviation[farthest]), capitalised(nameInSentence(fit.law))));
    }

    // The residuals of an exact curve are only rounding errors.
    const double sum = std::max(residualSum + points.withinRungSquares, relativeRounding * points.data.weight.sum());
    const int runs = points.withinRungSquares > 0 ? points.runCount : static_cast<int>(y.size());
    fit.aicc = aicc(sum, runs, static_cast<int>(fit.parameters.size()));
    if (!fit.aicc)
        fit.aiccNote = formatMessage("too few points to compare: AICc of {} needs at least {} distinct p, or repeats",
                                     nameInSentence(fit.law), static_cast<int>(fit.parameters.size()) + 3);
}

/// Removes all intervals if 95 % confidence cannot be claimed. If `rejected`, the law's peak is removed too.
void withdrawIntervals(LadderFit& fit, const std::string& reason, bool rejected)
{
    for (FittedParameter& parameter : fit.parameters) {
        parameter.low.reset();
        parameter.high.reset();
        parameter.note = parameter.isAtBound ? joinNonEmpty({boundNote(parameter, fit.law), reason}, "; ") : reason;
    }
    fit.peakLow = fit.peakHigh = fit.limitLow = fit.limitHigh = std::nullopt;
    fit.peakIntervalNote = fit.peakP ? reason : "";
    fit.limitIntervalNote = fit.limitSpeedup ? reason : "";
    if (rejected && fit.peakP) {
        fit.peakP.reset();
        fit.peakNote = formatMessage("no peak reported: {}", reason);
        fit.peakIntervalNote.clear();
    }
}

}  // namespace

std::string nameInSentence(Law law)
{
    return descriptionOf(law).nameInSentence;
}

const char* lawFormula(Law law)
{
    return descriptionOf(law).formula;
}

const char* lawSource(Law law)
{
    return descriptionOf(law).source;
}

std::optional<Interval> FittedParameter::interval() const
{
    if (!low || !high)
        return std::nullopt;
    return Interval{*low, *high, confidenceLevel};
}

const FittedParameter* LadderFit::find(std::string_view name) const
{
    return findElement(parameters, name, &FittedParameter::name);
}

double LadderFit::throughputPerS(double p) const
{
    const auto value = [this](const char* name) { return find(name)->value; };
    switch (law) {
    case Law::Amdahl: return value("gamma") / (value("f") + (1 - value("f")) / p);
    case Law::Gustafson: return value("gamma") * (p - value("f") * (p - 1));
    case Law::Usl: return value("gamma") * p / (1 + value("sigma") * (p - 1) + value("kappa") * p * (p - 1));
    case Law::AlphaBeta: break;
    }
    const double exchange = communicationTime(pattern, communication, p);
    return scaling == Scaling::Weak ? p / (value("t_comp") + exchange) : 1 / (value("t_comp") / p + exchange);
}

FitOptions fitOptionsOf(const Proposal& proposal)
{
    const Communication& communication = proposal.design.communication;
    return {.pattern = communication.pattern, .communication = exchangeWithoutTimes(proposal.target, communication)};
}

double LadderFit::timeS(double p) const
{
    return (scaling == Scaling::Weak ? unitsPerWorker * p : 1) / throughputPerS(p);
}

double LadderFit::speedup(double p) const
{
    return baseP * throughputPerS(p) / baseThroughputPerS;
}

Result<LadderFit> fitLaw(const MeasuredLadder& ladder, Law law, const FitOptions& options)
{
    FitOptions read = options;
    CommunicationParameters& communication = read.communication;
    communication.alphaS = communication.betaS = communication.gammaS = communication.alpha2S = communication.beta2S =
        0;
    TRY_DO(validate(communication));
    Result<FitPoints> points = fitPointsOf(ladder);
    if (!points)
        return fail(std::move(points.error()));
    const LawCurve curve(law, ladder.scaling, points->p, read);
    if (std::optional<Error> reason = checkLawApplies(ladder, law, read, curve.parameters().size()))
        return fail(std::move(*reason));
    if (!hasIndependentColumns(curve.curve().basis, points->data.weight))
        return inseparableError(curve, *points, law, read);

    std::optional<Solution> solution = fitCurve(curve.curve(), points->data);
    if (!solution)
        return fail(ErrorCode::Refused, formatMessage("no curve of {} fits these points", nameInSentence(law)),
                    "another law");
    VectorXd& coefficients = solution->coefficients;
    const VectorXd eta = curve.curve().basis * coefficients;
    const auto largestShare = [&](Index j) {
        return (coefficients[j] * curve.curve().basis.col(j)).cwiseQuotient(eta).maxCoeff();
    };
    for (Index j = 1; j < coefficients.size(); ++j)
        if (largestShare(j) < minimumTermShare)
            coefficients[j] = 0;
    const bool needsFirst = law == Law::Usl || law == Law::AlphaBeta;
    if (needsFirst && largestShare(0) < minimumFirstTermShare)
        return fail(
            ErrorCode::Refused,
            formatMessage(
                "no part of the time shrinks with p in this ladder, so {} has no single-worker time to start from",
                nameInSentence(law)),
            "a rung at p = 1, or at a smaller p than any here");
    if (largestShare(0) < minimumTermShare)
        coefficients[0] = 0;

    const VectorXd natural = curve.toLawParameters(coefficients);
    const VectorXd mu = curveValues(curve.curve(), coefficients);
    const double residualSum = (points->data.weight.array() * (points->data.y - mu).array().square()).sum();
    if (!hasIndependentColumns(curve.jacobian(natural), points->data.weight))
        return inseparableError(curve, *points, law, read);
    const bool exact =
        residualSum <= relativeRounding * (points->data.weight.array() * points->data.y.array().square()).sum();

    LadderFit fit{.law = law, .scaling = ladder.scaling};
    fit.pointCount = static_cast<int>(points->p.size());
    fit.runCount = points->runCount;
    fit.baseP = ladder.baseP;
    if (ladder.isThroughput && ladder.scaling == Scaling::Weak)
        fit.unitsPerWorker = 1.0 / ladder.baseP;
    for (const Rung& rung : ladder.rungs)
        if (rung.p == ladder.baseP)
            fit.baseThroughputPerS = throughputOf(rung, ladder);
    setParameters(fit, curve, *points, natural, residualSum, exact);
    if (law == Law::AlphaBeta) {
        fit.pattern = read.pattern;
        fit.communication = communication;
        fit.communication.alphaS = fit.communication.alpha2S = fit.find("alpha")->value;
        fit.communication.betaS = fit.communication.beta2S = fit.find("beta")->value;
        if (ladder.isThroughput)
            fit.warnings.emplace_back(
                "a throughput ladder: t_comp, alpha and beta are seconds per unit of work; multiply them by the units "
                "of a step");
    }
    setQuality(fit, *points, mu, residualSum, exact);
    setLandmarks(fit, ladder.rungs.back().p);
    if (!exact && !ladder.disturbance.empty())
        withdrawIntervals(fit, formatMessage("no interval: {}", ladder.disturbance), false);
    fit.isRejected = !exact && fits::isRejectedByRuns(ladder, law, read);
    if (fit.isRejected)
        withdrawIntervals(fit, "no interval: the runs reject this law (lack of fit, F-test at 99 %)", true);
    return fit;
}

}  // namespace scalewright
