// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/size_scatter.h"

#include <cmath>

#include "core/base/statistics/distributions.h"

namespace scalewright::detail {

namespace {

constexpr double lackOfFitTestLevel = 0.75;

}  // namespace

Estimate makeEstimate(double value, double residualSquares, int degrees, double variancePerResidual)
{
    if (degrees < 1)
        return {value, std::nullopt, degrees};
    return {value, std::sqrt(residualSquares / degrees * variancePerResidual), degrees};
}

Estimate makeEstimate(double value, const Scatter& scatter, double variancePerResidual)
{
    return makeEstimate(value, scatter.betweenSquares + scatter.withinSquares,
                        scatter.betweenDegrees + scatter.withinDegrees, variancePerResidual);
}

Scatter withVarianceFactor(Scatter scatter, double varianceFactor)
{
    scatter.estimateVarianceFactor = varianceFactor;
    return scatter;
}

std::optional<SizeEffect> detectSizeEffect(std::vector<Scatter> scatters)
{
    std::erase_if(scatters, [](const Scatter& each) { return !each.isTestable(); });
    SizeEffect sizeEffect;
    double ratios = 0, excess = 0, explained = 0;
    int withinDegrees = 0;
    for (const Scatter& each : scatters) {
        ratios += each.betweenSquares / each.rowVariance();
        excess += (each.betweenSquares - each.betweenDegrees * each.rowVariance()) * each.medianVarianceFactor;
        explained += each.betweenDegrees * each.rowVariance() * each.medianVarianceFactor;
        sizeEffect.degreesOfFreedom += each.betweenDegrees;
        withinDegrees += each.withinDegrees;
    }
    if (scatters.empty() || fisherCdf(ratios / sizeEffect.degreesOfFreedom, sizeEffect.degreesOfFreedom,
                                      withinDegrees) <= lackOfFitTestLevel)
        return std::nullopt;
    sizeEffect.variance = excess / sizeEffect.degreesOfFreedom;
    sizeEffect.explainedVariance = explained / sizeEffect.degreesOfFreedom;
    return sizeEffect.variance > 0 ? std::optional(sizeEffect) : std::nullopt;
}

void widenForSizeEffect(Estimate& estimate, const Scatter& scatter, const SizeEffect& sizeEffect)
{
    if (scatter.withinDegrees < 1)
        return;
    const Estimate sizeEstimate{estimate.value,
                                std::sqrt((scatter.rowVariance() + sizeEffect.variance / scatter.medianVarianceFactor) *
                                          scatter.estimateVarianceFactor),
                                sizeEffect.degreesOfFreedom};
    if (!estimate.standardError || *sizeEstimate.halfWidth() > *estimate.halfWidth())
        estimate = sizeEstimate;
}

}  // namespace scalewright::detail
