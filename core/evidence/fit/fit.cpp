#include "core/evidence/fit/fit.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity/units.h"
#include "core/base/statistics/order_statistics.h"
#include "core/base/text/quote.h"
#include "core/evidence/calibration/calibration.h"
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

struct LawWords {
    Law law;
    const char* name;
    const char *title, *spoken;
    const char* formula;
    const char* source;
};

constexpr std::array lawWords{
    LawWords{Law::Amdahl, "amdahl", "Amdahl’s law", "Amdahl’s law", "X(p) = gamma/(f + (1-f)/p)", "Amdahl 1967"},
    LawWords{Law::Gustafson, "gustafson", "Gustafson’s law", "Gustafson’s law", "X(p) = gamma (p - f(p-1))",
             "Gustafson 1988"},
    LawWords{Law::Usl, "usl", "Universal Scalability Law", "the Universal Scalability Law",
             "X(p) = gamma p/(1 + sigma(p-1) + kappa p(p-1))", "Gunther 2007"},
    LawWords{Law::AlphaBeta, "alpha-beta", "alpha–beta model", "the alpha–beta model",
             "T(p) = t_comp/p + T_comm(p; alpha, beta)", "Hockney 1994"},
};

constexpr double misfit = 0.15;
constexpr double leastThroughput = 1e-150;
constexpr double largestThroughput = 1e150;
constexpr double rounding = 1e-22;      // of the sum of squares: eleven digits, what is written down of a number
constexpr double leastShare = 1e-11;    // of eta: a smaller term is rounding
constexpr double leastFirstTerm = 1e-9; // of eta: without the first term nothing shrinks with p

const LawWords& wordsOf(Law law)
{
    return *std::find_if(lawWords.begin(), lawWords.end(), [law](const LawWords& each) { return each.law == law; });
}

/// The rungs in the units of the fit: the largest throughput is 1.
struct Points {
    VectorXd p, repeatCounts;
    Data data;
    double unit = 1;  ///< the largest throughput, per second
    int runs = 0;  ///< in all
    double within = 0;  ///< squared deviations of the runs from their rungs, weighted as those
    std::vector<Repeats> repeats{};  ///< of the rungs that have some, mu in units of the fit
    std::vector<NoiseShape> noises{};  ///< as it may be
};

double throughputOf(const Rung& rung, const MeasuredLadder& ladder)
{
    if (ladder.isThroughput && rung.throughputPerS)
        return *rung.throughputPerS;
    return (ladder.scaling == Scaling::Weak ? rung.p : 1) / rung.timeS;
}

/// What is known of a rung's runs, in units of its throughput.
std::optional<Repeats> repeatsOf(const Rung& rung)
{
    const LogTimes logs = logTimes(rung);
    if (logs.runs < 2)
        return std::nullopt;
    return Repeats{.deviation = logs.deviation, .degrees = logs.runs - 1};
}

std::vector<NoiseShape> noisesOf(const Points& points)
{
    std::vector<NoiseShape> noises;
    for (const NoisePower each : possiblePowers(points.repeats)) {
        NoiseShape noise{.variance =
                             points.data.y.array().pow(2.0 * static_cast<int>(each)) / points.repeatCounts.array()};
        for (Index i = 0; i < noise.variance.size(); ++i)
            noise.variance[i] *= medianVariance(static_cast<int>(points.repeatCounts[i]));
        for (const Repeats& repeats : points.repeats) {
            noise.within +=
                repeats.degrees * std::pow(repeats.deviation / std::pow(repeats.mu, static_cast<int>(each)), 2);
            noise.degrees += repeats.degrees;
        }
        noises.push_back(std::move(noise));
    }
    return noises;
}

Result<Points> pointsOf(const MeasuredLadder& ladder)
{
    const auto count = static_cast<Index>(ladder.rungs.size());
    Points points{.p = VectorXd(count), .repeatCounts = VectorXd(count), .data = {VectorXd(count), VectorXd(count)}};
    for (Index i = 0; i < count; ++i) {
        const Rung& rung = ladder.rungs[static_cast<std::size_t>(i)];
        const double throughput = throughputOf(rung, ladder);
        if (rung.p < 1 || rung.repeats < 1 || !(throughput > leastThroughput) || !(throughput < largestThroughput))
            return fail(ErrorCode::Input,
                        say("p = {} has no time or throughput above 0 that can be computed with", rung.p),
                        "p of 1 or more and times of 1e-150 to 1e150 s");
        points.p[i] = rung.p;
        points.data.y[i] = throughput;
        points.repeatCounts[i] = rung.repeats;
        points.runs += rung.repeats;
    }
    if (count > 0)
        points.unit = points.data.y.maxCoeff();
    points.data.y /= points.unit;
    for (Index i = 0; i < count; ++i)
        if (std::optional<Repeats> repeats = repeatsOf(ladder.rungs[static_cast<std::size_t>(i)])) {
            repeats->mu = points.data.y[i];
            repeats->deviation *= repeats->mu;
            points.repeats.push_back(*repeats);
        }
    points.data.weight = points.repeatCounts;
    const std::optional<NoisePower> power = noisePower(points.repeats);
    if (power)
        points.data.weight.array() *= points.data.y.array().pow(-2.0 * static_cast<int>(*power));
    for (const Repeats& repeats : points.repeats)
        points.within +=
            repeats.degrees *
            std::pow(repeats.deviation / std::pow(repeats.mu, static_cast<int>(power.value_or(NoisePower::Constant))),
                     2);
    points.noises = noisesOf(points);
    // Beyond nine decades the squares of the small ones are below the rounding of the large ones.
    if (count > 0 && points.data.y.minCoeff() < 1e-9)
        return fail(ErrorCode::Refused,
                    "the throughputs differ by more than a factor of a billion, so no law can be told from them",
                    "rungs of one and the same job");
    return points;
}

std::string noiseShape(std::optional<NoisePower> power)
{
    if (!power)
        return {};
    switch (*power) {
    case NoisePower::Constant: return "; by the repeats the noise is as large at every throughput";
    case NoisePower::Proportional: return "; by the repeats the noise is a share of the throughput";
    case NoisePower::ConstantInTime: break;
    }
    return "; by the repeats the noise is as large at every time";
}

std::string listOf(const std::vector<Rung>& rungs)
{
    std::vector<int> p;
    for (std::size_t i = 0; i < rungs.size() && i < 8; ++i)
        p.push_back(rungs[i].p);
    return fmt::format("{}{}", fmt::join(p, ", "), rungs.size() > 8 ? ", …" : "");
}

/// What keeps this law from this ladder before anything is computed.
std::optional<Error> unfit(const MeasuredLadder& ladder, Law law, const FitOptions& options, std::size_t parameters)
{
    const auto refused = [](std::string message, std::string expected) {
        return Error{ErrorCode::Refused, {{std::move(message), std::move(expected), {}}}};
    };
    // A throughput is the same whether the work is fixed or not; its ladder is read as strong where nobody says.
    const bool either = ladder.isThroughput && !ladder.scalingNote.empty();
    if (law == Law::Gustafson && ladder.scaling == Scaling::Strong && !either)
        return refused("Gustafson's law is of work that grows with p, and this ladder is of strong scaling",
                       say("a weak-scaling ladder, or {} for this one", spokenName(Law::Amdahl)));
    if (law == Law::Amdahl && ladder.scaling == Scaling::Weak)
        return refused("Amdahl's law is of fixed work, and this ladder's work grows with p (weak scaling)",
                       say("a strong-scaling ladder, or {} for this one", spokenName(Law::Gustafson)));
    if (law == Law::AlphaBeta && !linearFactors(options.pattern, options.communication, 2))
        return Error{
            ErrorCode::Input,
            {{say("{} is not linear in alpha and beta, so no least squares give them", titleOf(options.pattern)),
              "another pattern",
              {.field = "pattern"}}}};
    if (ladder.rungs.size() < parameters + 1)
        return refused(ladder.rungs.empty()
                           ? "there are no points"
                           : say("too few points: {} has {} parameters, and the ladder {} distinct p ({})",
                                 spokenName(law), parameters, ladder.rungs.size(), listOf(ladder.rungs)),
                       say("{} distinct p or more; repeats of the same p do not count", parameters + 1));
    return std::nullopt;
}

tl::unexpected<Error> inseparable(const LawCurve& law, const Points& points, Law kind, const FitOptions& options)
{
    if (kind == Law::AlphaBeta && !separable(law.curve().basis.rightCols(2), points.data.weight))
        return fail(
            ErrorCode::Refused,
            say("alpha and beta always act together in {} (T_comm = {}). Times at one message size cannot tell them "
                "apart",
                titleOf(options.pattern), patternFormula(options.pattern)),
            "collectives timed at several sizes (fit-comm), or another pattern");
    return fail(ErrorCode::Refused, say("the parameters of {} cannot be told apart at these p", spokenName(kind)),
                "worker counts that lie further apart, from 1 upwards");
}

std::string lowEndNote(const FittedParameter& parameter)
{
    return parameter.low ? "" : say("no lower end: the data do not exclude that {} is near 0", parameter.name);
}

std::string boundNote(const FittedParameter& parameter, Law law)
{
    if (parameter.value > 0)
        return "at its bound 1: throughput does not grow with p";
    if (parameter.name == "sigma")
        return "at its bound 0: the ladder shows no contention (a gain of more than p times would need less than none)";
    if (parameter.name == "kappa")
        return "at its bound 0: the ladder shows no throughput that falls with p, hence no peak";
    if (parameter.name == "f")
        return law == Law::Amdahl ? "at its bound 0: the ladder shows no serial fraction"
                                  : "at its bound 0: the ladder shows no serial time";
    return "at its bound 0: the ladder shows no such time";
}

void addNotes(FittedParameter& parameter, Law law, double upper, bool exact)
{
    const auto add = [&](const std::string& note) {
        if (!note.empty())
            parameter.note = joined({parameter.note, note}, "; ");
    };
    parameter.atBound = parameter.value == 0 || parameter.value == upper;
    if (parameter.atBound)
        add(boundNote(parameter, law));
    if (exact) {
        add("no interval: the points lie on the curve to the last digit, so nothing shows how large their noise is");
        return;
    }
    add(lowEndNote(parameter));
    if (!parameter.high)
        add(say("no upper end: the data do not exclude any larger {}", parameter.name));
}

/// One unit of a parameter in the units of the fit.
double unitOf(Dimension dimension, double throughputUnit)
{
    return dimension == Dimension::Rate ? throughputUnit : dimension == Dimension::Time ? 1 / throughputUnit : 1;
}

void setParameters(LadderFit& fit, const LawCurve& law, const Points& points, const VectorXd& natural,
                   double residualSum, bool exact)
{
    const std::vector<Ends> ends =
        exact ? std::vector<Ends>() : profileIntervals(law, points.data, natural, residualSum, points.noises);
    for (std::size_t j = 0; j < law.parameters().size(); ++j) {
        const ParameterKind& kind = law.parameters()[j];
        const double unit = unitOf(kind.dimension, points.unit);
        const double value = natural[static_cast<Index>(j)];
        FittedParameter parameter{.name = kind.name, .dimension = kind.dimension, .value = value * unit, .note = {}};
        const Ends end = exact ? Ends{} : ends[j];
        if (end.low)
            parameter.low = *end.low * unit;
        if (end.high)
            parameter.high = *end.high * unit;
        addNotes(parameter, fit.law, kind.upper, exact);
        fit.parameters.push_back(std::move(parameter));
    }
    if (ends.size() > law.parameters().size()) {
        fit.peakLow = ends.back().low;
        fit.peakHigh = ends.back().high;
    }
}

int fewestRuns(const MeasuredLadder& ladder)
{
    return std::min_element(ladder.rungs.begin(), ladder.rungs.end(),
                            [](const Rung& a, const Rung& b) { return a.repeats < b.repeats; })
        ->repeats;
}

/// Of a run, pooled over the repeats; without any what the points show about the curve.
double noiseOfRuns(const MeasuredLadder& ladder, double aboutTheCurve)
{
    double squares = 0;
    int degrees = 0;
    for (const Rung& rung : ladder.rungs) {
        const LogTimes times = logTimes(rung);
        squares += (times.runs - 1) * times.deviation * times.deviation;
        degrees += times.runs - 1;
    }
    return degrees > 0 ? std::sqrt(squares / degrees) : aboutTheCurve;
}

void setQuality(LadderFit& fit, const Points& points, const VectorXd& mu, double residualSum, bool exact)
{
    const VectorXd& y = points.data.y;
    const VectorXd& weight = points.repeatCounts;
    const double mean = weight.dot(y) / weight.sum();
    const double total = (weight.array() * (y.array() - mean).square()).sum();
    if (total > rounding * weight.sum())
        fit.rSquared = 1 - (weight.array() * (y - mu).array().square()).sum() / total;
    const auto count = static_cast<double>(y.size());
    const auto parameters = static_cast<double>(fit.parameters.size());
    const VectorXd deviation = (y.array() / mu.array() - 1).matrix();
    fit.noise = exact ? 0 : std::sqrt(weight.dot(deviation.cwiseAbs2()) / weight.mean() / (count - parameters));
    fit.noiseNote = exact ? say("{} points, {} runs on the curve to the last digit: there is no noise to judge by, and "
                                "so no intervals",
                                fit.points, fit.repeats)
                          : say("{} points, {} runs, {} % noise of the points about the curve{}", fit.points,
                                fit.repeats, significant(100 * fit.noise, 2), noiseShape(noisePower(points.repeats)));
    if (fit.noise > misfit) {
        Index farthest = 0;
        deviation.cwiseAbs().maxCoeff(&farthest);
        fit.warnings.push_back(
            say("the points stray from the curve by {} %, the farthest at p = {} ({} %). {} does not describe this "
                "ladder well, whatever its intervals say",
                significant(100 * fit.noise, 2), significant(points.p[farthest]),
                fmt::format("{:+.0f}", 100 * deviation[farthest]), capital(spokenName(fit.law))));
    }

    // An exact curve has as little as its digits leave.
    const double sum = std::max(residualSum + points.within, rounding * points.data.weight.sum());
    const int runs = points.within > 0 ? points.runs : static_cast<int>(y.size());
    fit.criterion = aicc(sum, runs, static_cast<int>(fit.parameters.size()));
    if (!fit.criterion)
        fit.criterionNote = say("too few points to compare: AICc of {} needs {} distinct p or more, or repeats",
                                spokenName(fit.law), static_cast<int>(fit.parameters.size()) + 3);
}

/// What is no 95 % says so: no parameter, peak or limit keeps its interval. `rejected`: nor is a peak of the law's one of
/// the ladder.
void withdrawIntervals(LadderFit& fit, const std::string& why, bool rejected)
{
    for (FittedParameter& parameter : fit.parameters) {
        parameter.low.reset();
        parameter.high.reset();
        parameter.note = parameter.atBound ? joined({boundNote(parameter, fit.law), why}, "; ") : why;
    }
    fit.peakLow = fit.peakHigh = fit.limitLow = fit.limitHigh = std::nullopt;
    fit.peakIntervalNote = fit.peakP ? why : "";
    fit.limitIntervalNote = fit.limitSpeedup ? why : "";
    if (rejected && fit.peakP) {
        fit.peakP.reset();
        fit.peakNote = say("no peak is claimed: {}", why);
        fit.peakIntervalNote.clear();
    }
}

}  // namespace

const char* lawName(Law law)
{
    return wordsOf(law).name;
}

std::string titleOf(Law law)
{
    return wordsOf(law).title;
}

std::string spokenName(Law law)
{
    return wordsOf(law).spoken;
}

const char* lawFormula(Law law)
{
    return wordsOf(law).formula;
}

const char* lawSource(Law law)
{
    return wordsOf(law).source;
}

Result<Law> lawFromName(std::string_view name)
{
    std::string names;
    for (const LawWords& each : lawWords) {
        if (name == each.name)
            return each.law;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", each.name);
    }
    return fail(ErrorCode::Input, say("there is no law {}", inQuotes(name)), say("one of {}", names));
}

std::optional<Interval> FittedParameter::interval() const
{
    if (!low || !high)
        return std::nullopt;
    return Interval{*low, *high, level};
}

const FittedParameter* LadderFit::find(std::string_view name) const
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const FittedParameter& each) { return each.name == name; });
    return found == parameters.end() ? nullptr : &*found;
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
    if (Result<void> valid = validate(communication); !valid)
        return fail(std::move(valid.error()));
    Result<Points> points = pointsOf(ladder);
    if (!points)
        return fail(std::move(points.error()));
    const LawCurve curve(law, ladder.scaling, points->p, read);
    if (std::optional<Error> reason = unfit(ladder, law, read, curve.parameters().size()))
        return fail(std::move(*reason));
    if (!separable(curve.curve().basis, points->data.weight))
        return inseparable(curve, *points, law, read);

    std::optional<Solution> solution = solve(curve.curve(), points->data);
    if (!solution)
        return fail(ErrorCode::Refused, say("no curve of {} comes near these points", spokenName(law)), "another law");
    VectorXd& coefficients = solution->coefficients;
    const VectorXd eta = curve.curve().basis * coefficients;
    const auto largestShare = [&](Index j) {
        return (coefficients[j] * curve.curve().basis.col(j)).cwiseQuotient(eta).maxCoeff();
    };
    for (Index j = 1; j < coefficients.size(); ++j)
        if (largestShare(j) < leastShare)
            coefficients[j] = 0;
    const bool needsFirst = law == Law::Usl || law == Law::AlphaBeta;
    if (needsFirst && largestShare(0) < leastFirstTerm)
        return fail(ErrorCode::Refused,
                    say("no part of the time shrinks with p in this ladder, so {} has no single worker to start from",
                        spokenName(law)),
                    "a rung at p = 1, or at fewer workers than the least one here");
    if (largestShare(0) < leastShare)
        coefficients[0] = 0;

    const VectorXd natural = curve.natural(coefficients);
    const VectorXd mu = curveValues(curve.curve(), coefficients);
    const double residualSum = (points->data.weight.array() * (points->data.y - mu).array().square()).sum();
    if (!separable(curve.jacobian(natural), points->data.weight))
        return inseparable(curve, *points, law, read);
    const bool exact = residualSum <= rounding * (points->data.weight.array() * points->data.y.array().square()).sum();

    LadderFit fit{.law = law, .scaling = ladder.scaling};
    fit.points = static_cast<int>(points->p.size());
    fit.repeats = points->runs;
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
                "the ladder is of throughputs: t_comp, alpha and beta are seconds for one unit of work, to be "
                "multiplied by the units of a step");
    }
    setQuality(fit, *points, mu, residualSum, exact);
    setLandmarks(fit, ladder.rungs.back().p);
    if (!exact && !ladder.disturbance.empty())
        withdrawIntervals(fit, say("no interval: {}", ladder.disturbance), false);
    fit.rejected = !exact && fits::lacksFit(ladder, law, read);
    if (fit.rejected)
        withdrawIntervals(fit, "no interval: the runs reject this law (lack of fit, F-test at 99 %)", true);
    if (fit.peakP && (fit.peakLow || fit.peakHigh))
        fit.peakRecord = intervalRecordWords(
            trackRecord("peak interval", fit.points, fewestRuns(ladder), noiseOfRuns(ladder, fit.noise)));
    return fit;
}

}  // namespace scalewright
