#include "core/evidence/fit/fit_landmarks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/model/scaling/optimum.h"
#include "core/model/scaling/prediction.h"

namespace scalewright::fits {

namespace {

constexpr const char* fallsToZero = "no limit: throughput falls towards 0 as p grows";
constexpr const char* linear = "no limit: the curve is linear, every worker adds the same";
constexpr const char* noGain = "no peak beyond p = 1: throughput falls from the first worker on";

double valueOf(const LadderFit& fit, const char* name)
{
    return fit.find(name)->value;
}

void amdahl(LadderFit& fit)
{
    const double f = valueOf(fit, "f");
    fit.peakNote = f < 1 ? "no peak: throughput grows with every worker, towards its limit if f is above 0"
                         : "no peak: f = 1, throughput is the same at every p";
    if (f > 0) {
        fit.limitSpeedup = 1 / f;
        fit.limitThroughput = valueOf(fit, "gamma") / f;
    } else {
        fit.limitNote = linear;
    }
}

void gustafson(LadderFit& fit)
{
    const double f = valueOf(fit, "f");
    fit.peakNote =
        f < 1 ? "no peak: scaled speedup grows with every worker" : "no peak: f = 1, throughput is the same at every p";
    if (f < 1) {
        fit.limitNote = "no limit: scaled speedup grows in proportion to p";
    } else {
        fit.limitSpeedup = 1;
        fit.limitThroughput = valueOf(fit, "gamma");
    }
}

void usl(LadderFit& fit)
{
    const double sigma = valueOf(fit, "sigma");
    const double kappa = valueOf(fit, "kappa");
    if (kappa > 0) {
        fit.limitNote = fallsToZero;
        if (sigma >= 1)
            fit.peakNote = "no peak: sigma is 1 or more, throughput falls from the first worker on";
        else if (const double peak = std::sqrt((1 - sigma) / kappa); peak >= 1)
            fit.peakP = peak;
        else
            fit.peakNote = noGain;
        return;
    }
    if (sigma == 0) {
        fit.peakNote = "no peak: sigma and kappa are 0, throughput grows in proportion to p";
        fit.limitNote = linear;
        return;
    }
    fit.peakNote = sigma < 1 ? "no peak: kappa is 0, throughput grows with every worker towards its limit"
                             : "no peak: sigma is 1 or more, throughput does not grow with p";
    fit.limitSpeedup = 1 / sigma;
    fit.limitThroughput = valueOf(fit, "gamma") / sigma;
}

void alphaBeta(LadderFit& fit, int lastP)
{
    ScalingModel model{.tCompS = valueOf(fit, "t_comp"),
                       .exchanges = {{.pattern = fit.pattern, .communication = fit.communication}}};
    model.scaling = fit.scaling;
    const Prediction prediction = predict(model, std::clamp(4 * lastP, 4096, largestPMax));
    const Landmarks& marks = prediction.landmarks;
    if (marks.pStar == 1)
        fit.peakNote = noGain;
    else if (marks.pStarAtLimit)
        fit.peakNote = say("no peak up to p = {}", prediction.pMax);
    else
        fit.peakP = continuousOptimum(model).value_or(marks.pStar);
    if (!marks.speedupLimit) {
        fit.limitNote = marks.speedupLimitReason;
    } else if (*marks.speedupLimit > 0) {
        fit.limitSpeedup = *marks.speedupLimit;
        fit.limitThroughput = *marks.speedupLimit / model.tCompS;
    } else {
        fit.limitNote = fallsToZero;
    }
}

void keepFinite(std::optional<double>& value, std::string& note)
{
    if (value && !std::isfinite(*value)) {
        value.reset();
        note = "too large to compute";
    }
}

/// The ends of the peak's and the limit's interval, or why there is none.
void setIntervals(LadderFit& fit)
{
    const bool exact = std::none_of(fit.parameters.begin(), fit.parameters.end(),
                                    [](const FittedParameter& each) { return each.low || each.high; });
    const std::string unknown = "no interval: nothing shows how large the noise is";
    if (!fit.peakP) {
        fit.peakLow.reset();
        fit.peakHigh.reset();
    } else if (fit.law != Law::Usl) {
        fit.peakIntervalNote = "no interval is worked out for the peak of this law";
    } else if (exact) {
        fit.peakIntervalNote = unknown;
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
        fit.limitIntervalNote = unknown;
    } else if (!share || fit.law == Law::Gustafson) {
        fit.limitIntervalNote = "no interval is worked out for the limit of this law";
    } else if (kappa && (!kappa->high || *kappa->high > 0)) {
        fit.limitIntervalNote =
            "no interval: kappa’s holds values above 0, with which throughput falls to 0 in the end";
    } else {
        if (share->high && *share->high > 0)
            fit.limitLow = 1 / *share->high;
        if (share->low && *share->low > 0)
            fit.limitHigh = 1 / *share->low;
        if (!fit.limitLow || !fit.limitHigh)
            fit.limitIntervalNote = fit.limitHigh
                                        ? say("no lower end: the data do not exclude any larger {}", share->name)
                                        : say("no upper end: the data do not exclude that {} is near 0", share->name);
    }
}

}  // namespace

void setLandmarks(LadderFit& fit, int lastP)
{
    switch (fit.law) {
    case Law::Amdahl: amdahl(fit); break;
    case Law::Gustafson: gustafson(fit); break;
    case Law::Usl: usl(fit); break;
    case Law::AlphaBeta: alphaBeta(fit, lastP); break;
    }
    keepFinite(fit.peakP, fit.peakNote);
    keepFinite(fit.limitSpeedup, fit.limitNote);
    keepFinite(fit.limitThroughput, fit.limitNote);
    setIntervals(fit);
    if (fit.peakP && *fit.peakP > lastP + 0.5)
        fit.warnings.push_back(say("the peak at p = {} lies beyond the last p measured ({}): it is extrapolated",
                                   significant(*fit.peakP), lastP));
}

}  // namespace scalewright::fits
