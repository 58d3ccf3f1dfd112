#include "core/fit/fit_landmarks.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/quantity/units.h"
#include "core/scaling/prediction.h"

namespace scalewright::fits {

namespace {

constexpr Phrase fallsToZero = phrase("no limit: throughput falls towards 0 as p grows");
constexpr Phrase linear = phrase("no limit: the curve is linear, every worker adds the same");
constexpr Phrase noGain = phrase("no peak beyond p = 1: throughput falls from the first worker on");

double valueOf(const LadderFit& fit, const char* name)
{
    return fit.find(name)->value;
}

void amdahl(LadderFit& fit)
{
    const double f = valueOf(fit, "f");
    fit.peakNote = f < 1 ? say("no peak: throughput grows with every worker, towards its limit if f is above 0")
                         : say("no peak: f = 1, throughput is the same at every p");
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
    fit.peakNote = f < 1 ? say("no peak: scaled speedup grows with every worker") : say("no peak: f = 1, throughput is the same at every p");
    if (f < 1) {
        fit.limitNote = say("no limit: scaled speedup grows in proportion to p");
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
            fit.peakNote = say("no peak: sigma is 1 or more, throughput falls from the first worker on");
        else if (const double peak = std::sqrt((1 - sigma) / kappa); peak >= 1)
            fit.peakP = peak;
        else
            fit.peakNote = noGain;
        return;
    }
    if (sigma == 0) {
        fit.peakNote = say("no peak: sigma and kappa are 0, throughput grows in proportion to p");
        fit.limitNote = linear;
        return;
    }
    fit.peakNote = sigma < 1 ? say("no peak: kappa is 0, throughput grows with every worker towards its limit")
                             : say("no peak: sigma is 1 or more, throughput does not grow with p");
    fit.limitSpeedup = 1 / sigma;
    fit.limitThroughput = valueOf(fit, "gamma") / sigma;
}

void alphaBeta(LadderFit& fit, int lastP)
{
    ScalingModel model{.tCompS = valueOf(fit, "t_comp"), .pattern = fit.pattern, .communication = fit.communication};
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

void keepFinite(std::optional<double>& value, Message& note)
{
    if (value && !std::isfinite(*value)) {
        value.reset();
        note = say("too large to compute");
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
    if (fit.peakP && *fit.peakP > lastP)
        fit.warnings.push_back(say("the peak at p = {} lies beyond the last p measured ({}): it is extrapolated",
                                           significant(*fit.peakP), lastP));
}

}  // namespace scalewright::fits
