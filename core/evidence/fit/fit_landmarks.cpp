// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/fit_landmarks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/statistics/distributions.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/prediction.h"

namespace scalewright::fits {

namespace {

constexpr const char* fallsToZeroNote = "no limit: throughput falls towards 0 as p grows";
constexpr const char* linearCurveNote = "no limit: the curve is linear, every worker adds the same";
constexpr const char* noPeakNote = "no peak beyond p = 1: throughput falls from the first worker on";

double parameterValue(const LadderFit& fit, const char* name)
{
    return fit.find(name)->value;
}

void setAmdahlLandmarks(LadderFit& fit)
{
    const double f = parameterValue(fit, "f");
    fit.peakNote = f < 1 ? "no peak: throughput grows with every worker, towards its limit if f is above 0"
                         : "no peak: f = 1, throughput is the same at every p";
    if (f > 0) {
        fit.limitSpeedup = 1 / f;
        fit.limitThroughput = parameterValue(fit, "gamma") / f;
    } else {
        fit.limitNote = linearCurveNote;
    }
}

void setGustafsonLandmarks(LadderFit& fit)
{
    const double f = parameterValue(fit, "f");
    fit.peakNote =
        f < 1 ? "no peak: scaled speedup grows with every worker" : "no peak: f = 1, throughput is the same at every p";
    if (f < 1) {
        fit.limitNote = "no limit: scaled speedup grows in proportion to p";
    } else {
        fit.limitSpeedup = 1;
        fit.limitThroughput = parameterValue(fit, "gamma");
    }
}

void setUslLandmarks(LadderFit& fit)
{
    const double sigma = parameterValue(fit, "sigma");
    const double kappa = parameterValue(fit, "kappa");
    if (kappa > 0) {
        fit.limitNote = fallsToZeroNote;
        if (sigma >= 1)
            fit.peakNote = "no peak: sigma is 1 or more, throughput falls from the first worker on";
        else if (const double peak = std::sqrt((1 - sigma) / kappa); peak >= 1)
            fit.peakP = peak;
        else
            fit.peakNote = noPeakNote;
        return;
    }
    if (sigma == 0) {
        fit.peakNote = "no peak: sigma and kappa are 0, throughput grows in proportion to p";
        fit.limitNote = linearCurveNote;
        return;
    }
    fit.peakNote = sigma < 1 ? "no peak: kappa is 0, throughput grows with every worker towards its limit"
                             : "no peak: sigma is 1 or more, throughput does not grow with p";
    fit.limitSpeedup = 1 / sigma;
    fit.limitThroughput = parameterValue(fit, "gamma") / sigma;
}

void setAlphaBetaLandmarks(LadderFit& fit, int lastP)
{
    ScalingModel model{.tCompS = parameterValue(fit, "t_comp"),
                       .exchanges = {{.pattern = fit.pattern, .communication = fit.communication}}};
    model.scaling = fit.scaling;
    const Prediction prediction = predict(model, std::clamp(4 * lastP, 4096, maximumPMax));
    const Landmarks& marks = prediction.landmarks;
    if (marks.pStar == 1)
        fit.peakNote = noPeakNote;
    else if (marks.pStarAtLimit)
        fit.peakNote = formatMessage("no peak up to p = {}", prediction.pMax);
    else
        fit.peakP = continuousOptimum(model).value_or(marks.pStar);
    if (!marks.speedupLimit) {
        fit.limitNote = marks.speedupLimitMissingReason;
    } else if (*marks.speedupLimit > 0) {
        fit.limitSpeedup = *marks.speedupLimit;
        fit.limitThroughput = *marks.speedupLimit / model.tCompS;
    } else {
        fit.limitNote = fallsToZeroNote;
    }
}

void discardNonFinite(std::optional<double>& value, std::string& note)
{
    if (value && !std::isfinite(*value)) {
        value.reset();
        note = "too large to compute";
    }
}

/// Sets the interval ends of the peak and the limit, or the reason why they are absent.
void setPeakAndLimitIntervals(LadderFit& fit)
{
    const bool exact =
        std::ranges::none_of(fit.parameters, [](const FittedParameter& each) { return each.low || each.high; });
    const std::string unknownNoise = "no interval: the noise is unknown";
    if (!fit.peakP) {
        fit.peakLow.reset();
        fit.peakHigh.reset();
    } else if (fit.law != Law::Usl) {
        fit.peakIntervalNote = "no interval is computed for the peak of this law";
    } else if (exact) {
        fit.peakIntervalNote = unknownNoise;
    } else if (!fit.peakHigh) {
        fit.peakIntervalNote = "no upper end: the data do not exclude that there is no peak";
    } else if (!fit.peakLow) {
        fit.peakIntervalNote = "no lower end: the data do not exclude a peak near 1";
    }
    if (!fit.limitSpeedup)
        return;
    const FittedParameter* share = fit.find(fit.law == Law::Usl ? "sigma" : "f");
    const FittedParameter* kappa = fit.find("kappa");
    if (exact) {
        fit.limitIntervalNote = unknownNoise;
    } else if (!share || fit.law == Law::Gustafson) {
        fit.limitIntervalNote = "no interval is computed for the limit of this law";
    } else if (kappa && (!kappa->high || *kappa->high > 0)) {
        fit.limitIntervalNote =
            "no interval: kappa’s interval includes values above 0, for which throughput falls to 0";
    } else {
        if (share->high && *share->high > 0)
            fit.limitLow = 1 / *share->high;
        if (share->low && *share->low > 0)
            fit.limitHigh = 1 / *share->low;
        if (!fit.limitLow || !fit.limitHigh)
            fit.limitIntervalNote =
                fit.limitHigh ? formatMessage("no lower end: the data do not exclude any larger {}", share->name)
                              : formatMessage("no upper end: the data do not exclude that {} is near 0", share->name);
    }
}

constexpr double lawRejectionLevel = 0.99;  // of the test for lack of fit
constexpr double amdahlTestLevel = 0.99;  // Student's t, for rejecting amdahl against a law with growth
constexpr double bestSpeedupLevel = 0.95;
constexpr double widestUsefulRatio = 4;  // of an interval's ends; a wider one is not shown
constexpr double farthestPeakFactor = 1000;  // times the last p: beyond it, a peak is as good as none
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The part of the time that grows with p, in units of its own; 0 at p = 1.
struct Growth {
    const char* name;
    double (*value)(double p);
    double (*slope)(double p);
};

constexpr std::array growths{
    Growth{"the Universal Scalability Law", [](double p) { return p - 1; }, [](double) { return 1.0; }},
    Growth{"a serial part and a time that grows as log2 p", [](double p) { return std::log(p); },
           [](double p) { return 1 / p; }},
    Growth{"a serial part and a time that grows as p log2 p", [](double p) { return p * std::log(p); },
           [](double p) { return std::log(p) + 1; }},
    Growth{"a serial part and a time that grows as p^0.5", [](double p) { return std::sqrt(p) - 1; },
           [](double p) { return 0.5 / std::sqrt(p); }},
    Growth{"a serial part and a time that grows as p^0.75", [](double p) { return std::pow(p, 0.75) - 1; },
           [](double p) { return 0.75 * std::pow(p, -0.25); }},
    Growth{"a serial part and a time that grows as p^1.25", [](double p) { return std::pow(p, 1.25) - 1; },
           [](double p) { return 1.25 * std::pow(p, 0.25); }},
    Growth{"a serial part and a time that grows as p^1.5", [](double p) { return p * std::sqrt(p) - 1; },
           [](double p) { return 1.5 * std::sqrt(p); }},
};

/// (argument, value) of the smallest of `steps` + 1 values on [from, to], refined by golden-section search.
template <class Function>
std::pair<double, double> minimise(const Function& function, double from, double to, int steps)
{
    double at = from, smallest = infinity;
    int best = 0;
    const auto argument = [&](int i) { return from + (to - from) * i / steps; };
    for (int i = 0; i <= steps; ++i)
        if (const double value = function(argument(i)); value < smallest) {
            smallest = value;
            at = argument(i);
            best = i;
        }
    constexpr double golden = 0.6180339887498949;
    double low = argument(std::max(0, best - 1)), high = argument(std::min(steps, best + 1));
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double leftValue = function(left), rightValue = function(right);
    for (int i = 0; i < 20; ++i)
        if (leftValue < rightValue) {
            high = std::exchange(right, left);
            left = high - golden * (high - low);
            rightValue = std::exchange(leftValue, function(left));
        } else {
            low = std::exchange(left, right);
            right = low + golden * (high - low);
            leftValue = std::exchange(rightValue, function(right));
        }
    for (const auto& [x, value] : {std::pair{left, leftValue}, {right, rightValue}})
        if (value < smallest) {
            smallest = value;
            at = x;
        }
    return {at, smallest};
}

/// ln T at the rungs and their weights: a run's variance is the same for all.
struct LogTimes {
    std::vector<double> p, value, weight;
    double totalWeight = 0;
};

/// Of very many rungs, neighbours within 2 % of p are merged: a curve hardly bends between them.
LogTimes logTimesOf(const WeightedRuns& runs)
{
    constexpr int manyRungs = 256;
    constexpr double mergedRatio = 1.02;
    LogTimes times;
    double groupStart = 0;
    for (Eigen::Index i = 0; i < runs.p.size(); ++i) {
        const double p = runs.p[i], value = -std::log(runs.data.y[i]);
        const double weight = runs.data.weight[i] * runs.data.y[i] * runs.data.y[i];
        times.totalWeight += weight;
        if (runs.rungCount() <= manyRungs || p > mergedRatio * groupStart) {
            groupStart = p;
            times.p.push_back(p);
            times.value.push_back(value);
            times.weight.push_back(weight);
            continue;
        }
        const double share = weight / (times.weight.back() + weight);
        times.p.back() += share * (p - times.p.back());
        times.value.back() += share * (value - times.value.back());
        times.weight.back() += weight;
    }
    return times;
}

/// One law of findBestSpeedup; amdahl if `growth` is null. `peak` is P.
class ReachCurve {
public:
    ReachCurve(const LogTimes& times, const Growth* growth) : m_times(times), m_growth(growth)
    {
        for (const double p : times.p)
            m_growthAt.push_back(growth ? growth->value(p) : 0);
        const double farthest = std::log(farthestPeakFactor * times.p.back());
        misfit = misfitAtPeak(infinity);
        peak = infinity;
        if (growth) {
            constexpr int steps = 40;
            const auto [logPeak, smallest] =
                minimise([&](double u) { return misfitAtPeak(std::exp(u)); }, 0, farthest, steps);
            if (smallest < misfit) {
                misfit = smallest;
                peak = std::exp(logPeak);
            }
        }
        double serial = 0;
        (void)misfitAtPeak(peak, &serial);
        bestSpeedup = 1 / (serial + (1 - serial) * shareAtPeak(peak));
    }

    [[nodiscard]] const char* name() const { return m_growth ? m_growth->name : "Amdahl’s law"; }
    [[nodiscard]] bool canSlowDown() const { return m_growth != nullptr; }
    [[nodiscard]] int parameters() const { return m_growth ? 3 : 2; }

    /// Smallest misfit of the curves whose best speedup is S > 1.
    [[nodiscard]] double misfitAtSpeedup(double speedup) const
    {
        const auto serialWith = [&](double share) { return std::clamp((1 / speedup - share) / (1 - share), 0.0, 1.0); };
        const double withoutPeak = misfitOf(serialWith(0), 0);
        if (!m_growth)
            return withoutPeak;
        // The nearest peak with that speedup has f = 0: shareAtPeak(P) = 1/S.
        constexpr int steps = 24;
        const double farthest = std::log(farthestPeakFactor * m_times.p.back());
        double near = 0, far = farthest + std::log(speedup);
        for (int i = 0; i < 40; ++i) {
            const double middle = (near + far) / 2;
            (shareAtPeak(std::exp(middle)) > 1 / speedup ? near : far) = middle;
        }
        return std::min(withoutPeak, minimise(
                                         [&](double u) {
                                             const double at = std::exp(u);
                                             return misfitOf(serialWith(shareAtPeak(at)), growthFactor(at));
                                         },
                                         far, std::max(far + 1, farthest), steps)
                                         .second);
    }

    /// Smallest misfit of the curves that peak at that p; infinite for amdahl, which has no peak.
    [[nodiscard]] double misfitWithPeak(double p) const { return m_growth ? misfitAtPeak(p) : infinity; }

    double misfit = 0;  ///< weighted sum of squared residuals of ln T
    double bestSpeedup = 1, peak = infinity;

private:
    [[nodiscard]] double growthFactor(double at) const
    {
        return m_growth && std::isfinite(at) ? 1 / (at * at * m_growth->slope(at)) : 0;
    }
    /// (T(P)/T(1) - f)/(1 - f).
    [[nodiscard]] double shareAtPeak(double at) const
    {
        return std::isfinite(at) ? 1 / at + growthFactor(at) * m_growth->value(at) : 0;
    }
    /// T(1) is chosen so that the residuals sum to 0.
    [[nodiscard]] double misfitOf(double serial, double factor) const
    {
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < m_times.p.size(); ++i) {
            const double residual =
                m_times.value[i] - std::log((1 - serial) * (1 / m_times.p[i] + factor * m_growthAt[i]) + serial);
            sum += m_times.weight[i] * residual;
            squares += m_times.weight[i] * residual * residual;
        }
        return std::max(0.0, squares - sum * sum / m_times.totalWeight);
    }
    /// The best f for that P: Gauss-Newton, starting from least squares on T.
    double misfitAtPeak(double at, double* serialFraction = nullptr) const
    {
        const double factor = growthFactor(at);
        double aa = 0, a1 = 0, ones = 0, at1 = 0, aT = 0;
        for (std::size_t i = 0; i < m_times.p.size(); ++i) {
            const double a = 1 / m_times.p[i] + factor * m_growthAt[i], time = std::exp(m_times.value[i]);
            const double weight = m_times.weight[i] / (time * time);
            aa += weight * a * a;
            a1 += weight * a;
            ones += weight;
            aT += weight * a * time;
            at1 += weight * time;
        }
        const double work = aT * ones - at1 * a1, constant = aa * at1 - a1 * aT;
        double serial = constant <= 0 ? 0 : work <= 0 ? 1 : constant / (work + constant);
        double best = misfitOf(serial, factor);
        for (int step = 0; step < 30; ++step) {
            double sum = 0, slopeSum = 0, slopeSquares = 0, product = 0;
            for (std::size_t i = 0; i < m_times.p.size(); ++i) {
                const double a = 1 / m_times.p[i] + factor * m_growthAt[i], time = (1 - serial) * a + serial;
                const double slope = (1 - a) / time, residual = m_times.value[i] - std::log(time);
                sum += m_times.weight[i] * residual;
                slopeSum += m_times.weight[i] * slope;
                slopeSquares += m_times.weight[i] * slope * slope;
                product += m_times.weight[i] * slope * residual;
            }
            double length = (product - slopeSum * sum / m_times.totalWeight) /
                            (slopeSquares - slopeSum * slopeSum / m_times.totalWeight);
            if (!std::isfinite(length))
                break;
            double next = serial, nextMisfit = best;
            for (int halving = 0; halving < 20 && !(nextMisfit < best); ++halving, length /= 2) {
                next = std::clamp(serial + length, 0.0, 1.0);
                nextMisfit = misfitOf(next, factor);
            }
            if (!(nextMisfit < best))
                break;
            const bool converged = best - nextMisfit <= 1e-9 * best;
            serial = next;
            best = nextMisfit;
            if (converged)
                break;
        }
        if (serialFraction)
            *serialFraction = serial;
        return best;
    }

    const LogTimes& m_times;
    const Growth* m_growth;
    std::vector<double> m_growthAt;
};

/// The end of the values that some law does not exclude, searched from `start` towards `limit`; `limit` if none is
/// excluded. `isExcluded` tells for one value.
template <class IsExcluded>
double findEnd(const IsExcluded& isExcluded, double start, double limit)
{
    const double direction = limit < start ? -1 : 1, last = std::log(limit);
    double inside = std::log(start), outside = inside;
    for (double step = 0.05;; step *= 1.5) {
        outside = direction < 0 ? std::max(last, inside - step) : std::min(last, inside + step);
        if (isExcluded(std::exp(outside)))
            break;
        if (outside == last)
            return limit;
        inside = outside;
    }
    for (int i = 0; i < 16; ++i) {
        const double middle = (inside + outside) / 2;
        (isExcluded(std::exp(middle)) ? outside : inside) = middle;
    }
    return std::exp((inside + outside) / 2);
}

}  // namespace

BestSpeedup findBestSpeedup(const WeightedRuns& runs, Scaling scaling, bool amdahlLeads, bool slowsDown,
                            const std::vector<FittedShape>& otherShapes)
{
    constexpr int parameters = 3, minimumDegrees = 2;
    BestSpeedup best;
    const auto withhold = [&](const std::string& reason) { return BestSpeedup{.note = reason, .pNote = reason}; };
    if (scaling == Scaling::Weak)
        return withhold("under weak scaling the work grows with p: these laws give no best speedup");
    const LogTimes times = logTimesOf(runs);
    const int points = static_cast<int>(times.p.size()), pointDegrees = points - parameters,
              runDegrees = runs.repeatDegreesOfFreedom();
    if (pointDegrees + runDegrees < minimumDegrees || pointDegrees < 0)
        return withhold("no interval: too few points and repeats to know the noise");
    std::vector<ReachCurve> laws{ReachCurve(times, nullptr)};
    for (const Growth& growth : growths)
        laws.emplace_back(times, &growth);
    const ReachCurve& lead = laws[amdahlLeads ? 0 : 1];
    if (std::isfinite(lead.bestSpeedup))
        best.value = lead.bestSpeedup;
    if (std::isfinite(lead.peak))
        best.p = lead.peak;
    double smallest = infinity, smallestGrowing = infinity;
    for (const ReachCurve& law : laws) {
        smallest = std::min(smallest, law.misfit);
        if (law.canSlowDown())
            smallestGrowing = std::min(smallestGrowing, law.misfit);
    }
    const double runVariance = runDegrees > 0 ? runs.withinRungSquares / runDegrees : 0;
    const auto lacksFit = [&](double misfit, int degrees) {
        return runVariance > 0 && degrees > 0 &&
               fisherCdf(misfit / degrees / runVariance, degrees, runDegrees) > lawRejectionLevel;
    };
    if (lacksFit(smallest, pointDegrees))
        return withhold("no interval: the runs reject every law (lack of fit, F-test at 99 %)");
    const int degrees = pointDegrees + runDegrees;
    const double variance = (smallest + runs.withinRungSquares) / degrees;
    constexpr double exactVariance = 1e-20;  // values are recorded to ten digits
    if (variance <= exactVariance)
        return withhold("no interval: the points lie exactly on the curve, so their noise is unknown");
    for (const FittedShape& shape : otherShapes)
        if (!shape.canSlowDown && !shape.law && shape.residualSum < smallest - variance)
            return withhold(
                formatMessage("no interval: {} fits better than these laws, and sets no such limit", shape.name));
    const double amdahlLimit = std::pow(studentTQuantile(2 * amdahlTestLevel - 1, degrees), 2) * variance;
    std::vector<const ReachCurve*> kept;
    for (const ReachCurve& law : laws)
        if (!lacksFit(law.misfit, points - law.parameters()) &&
            (law.canSlowDown() || (!slowsDown && law.misfit - smallestGrowing <= amdahlLimit)))
            kept.push_back(&law);
    const double allowed = std::pow(studentTQuantile(bestSpeedupLevel, degrees), 2) * variance;
    const double farthest = farthestPeakFactor * times.p.back();
    double lowSpeedup = farthest, highSpeedup = 1, lowPeak = farthest, highPeak = 1;
    for (const ReachCurve* law : kept) {
        best.spannedLaws.emplace_back(law->name());
        lowSpeedup = std::min(lowSpeedup, law->bestSpeedup);
        highSpeedup = std::max(highSpeedup, std::min(law->bestSpeedup, farthest));
        lowPeak = std::min(lowPeak, law->peak);
        highPeak = std::max(highPeak, std::min(law->peak, farthest));
    }
    const auto isSpeedupExcluded = [&](double speedup) {
        return std::ranges::all_of(
            kept, [&](const ReachCurve* law) { return law->misfitAtSpeedup(speedup) - law->misfit > allowed; });
    };
    const auto isPeakExcluded = [&](double p) {
        return std::ranges::all_of(
            kept, [&](const ReachCurve* law) { return law->misfitWithPeak(p) - law->misfit > allowed; });
    };
    constexpr double least = 1 + 1e-6;
    best.low = findEnd(isSpeedupExcluded, std::max(lowSpeedup, least), least);
    if (const double lowP = findEnd(isPeakExcluded, std::clamp(lowPeak, least, farthest), least); lowP < farthest)
        best.pLow = lowP;
    const bool hasPeak = kept.front()->canSlowDown();
    const double high = findEnd(isSpeedupExcluded, highSpeedup, farthest);
    if (high < farthest && high <= widestUsefulRatio * *best.low)
        best.high = high;
    else
        best.note = formatMessage("no upper end: the runs do not exclude more than {} times the lower end",
                                  significantText(widestUsefulRatio));
    const double highP = hasPeak ? findEnd(isPeakExcluded, highPeak, farthest) : infinity;
    if (highP < farthest && best.pLow && highP <= widestUsefulRatio * *best.pLow)
        best.pHigh = highP;
    else
        best.pNote = hasPeak ? formatMessage("no upper end: the runs do not exclude more than {} times the lower end",
                                             significantText(widestUsefulRatio))
                             : "no upper end: a law without a peak fits equally well";
    return best;
}

void setLandmarks(LadderFit& fit, int lastP)
{
    switch (fit.law) {
    case Law::Amdahl: setAmdahlLandmarks(fit); break;
    case Law::Gustafson: setGustafsonLandmarks(fit); break;
    case Law::Usl: setUslLandmarks(fit); break;
    case Law::AlphaBeta: setAlphaBetaLandmarks(fit, lastP); break;
    }
    discardNonFinite(fit.peakP, fit.peakNote);
    discardNonFinite(fit.limitSpeedup, fit.limitNote);
    discardNonFinite(fit.limitThroughput, fit.limitNote);
    setPeakAndLimitIntervals(fit);
    if (fit.peakP && *fit.peakP > lastP + 0.5)
        fit.warnings.push_back(formatMessage("the peak is extrapolated: the last p measured is {}", lastP));
}

}  // namespace scalewright::fits
