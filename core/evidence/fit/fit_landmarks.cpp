// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit/fit_landmarks.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
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
    const bool exact = std::none_of(fit.parameters.begin(), fit.parameters.end(),
                                    [](const FittedParameter& each) { return each.low || each.high; });
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

}  // namespace

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
        fit.warnings.push_back(formatMessage("the peak at p = {} is extrapolated: the last p measured is {}",
                                             significantText(*fit.peakP), lastP));
}

}  // namespace scalewright::fits
