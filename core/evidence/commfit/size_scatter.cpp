#include "core/evidence/commfit/size_scatter.h"

#include <cmath>

#include "core/base/statistics/fisher_f.h"

namespace scalewright::detail {

namespace {

constexpr double sizesLevel = 0.75;

}  // namespace

Estimate estimate(double value, double residualSquares, int degrees, double variancePerResidual)
{
    if (degrees < 1)
        return {value, std::nullopt, degrees};
    return {value, std::sqrt(residualSquares / degrees * variancePerResidual), degrees};
}

Estimate estimate(double value, const Scatter& scatter, double variancePerResidual)
{
    return estimate(value, scatter.between + scatter.within, scatter.degreesBetween + scatter.degreesWithin,
                    variancePerResidual);
}

Scatter with(Scatter scatter, double perSize)
{
    scatter.perSize = perSize;
    return scatter;
}

std::optional<SharedBySize> sharedBySize(std::vector<Scatter> scatters)
{
    std::erase_if(scatters, [](const Scatter& each) { return !each.told(); });
    SharedBySize shared;
    double ratios = 0, excess = 0, explained = 0;
    int within = 0;
    for (const Scatter& each : scatters) {
        ratios += each.between / each.ofRow();
        excess += (each.between - each.degreesBetween * each.ofRow()) * each.perMedian;
        explained += each.degreesBetween * each.ofRow() * each.perMedian;
        shared.degrees += each.degreesBetween;
        within += each.degreesWithin;
    }
    if (scatters.empty() || fisherCoverage(ratios / shared.degrees, shared.degrees, within) <= sizesLevel)
        return std::nullopt;
    shared.variance = excess / shared.degrees;
    shared.perMedian = explained / shared.degrees;
    return shared.variance > 0 ? std::optional(shared) : std::nullopt;
}

void countSizes(Estimate& estimate, const Scatter& scatter, const SharedBySize& shared)
{
    if (scatter.degreesWithin < 1)
        return;
    const Estimate bySize{estimate.value,
                          std::sqrt((scatter.ofRow() + shared.variance / scatter.perMedian) * scatter.perSize),
                          shared.degrees};
    if (!estimate.error || *bySize.halfWidth() > *estimate.halfWidth())
        estimate = bySize;
}

}  // namespace scalewright::detail
