// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/scaling/last_bits.h"

namespace scalewright {

namespace {

// Index of the first minimum of value(i). Eight running minima let the compiler use vector registers without reordering
// operations.
template <class Value>
std::size_t indexOfFirstMinimum(std::size_t size, Value value)
{
    constexpr std::size_t lanes = 8;
    double laneMinima[lanes];
    std::fill(std::begin(laneMinima), std::end(laneMinima), value(0));
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) {
            const double next = value(i + k);
            laneMinima[k] = next < laneMinima[k] ? next : laneMinima[k];
        }
    double smallest = *std::min_element(std::begin(laneMinima), std::end(laneMinima));
    for (; i < size; ++i)
        smallest = std::min(smallest, value(i));
    // Values that are mathematically equal may differ in their last bits.
    const double equal = smallest + 4 * std::numeric_limits<double>::epsilon() * std::abs(smallest);
    for (i = 0; value(i) > equal; ++i) {
    }
    return i;
}

}  // namespace

int fastestP(const ScalingModel& model, const PredictionColumns& columns)
{
    const double* step = columns.tStep.data();
    const double* speedup = columns.speedup.data();
    const std::size_t size = columns.tStep.size();
    if (model.scaling == Scaling::Strong)
        return static_cast<int>(indexOfFirstMinimum(size, [=](std::size_t i) { return step[i]; })) + 1;
    return static_cast<int>(indexOfFirstMinimum(size, [=](std::size_t i) { return -speedup[i]; })) + 1;
}

// Since T = T(1)/S, argmax E/T is argmax E S, under weak scaling too. Above p* both S and 1/p are smaller, and
// therefore so is E S = S^2/p.
int findKnee(const PredictionColumns& columns, int pStar)
{
    const double* efficiency = columns.efficiency.data();
    const double* speedup = columns.speedup.data();
    return static_cast<int>(indexOfFirstMinimum(static_cast<std::size_t>(pStar),
                                                [=](std::size_t i) { return -efficiency[i] * speedup[i]; })) +
           1;
}

bool commDominatesAt(const PredictionColumns& columns, int p)
{
    return columns.tComm[static_cast<std::size_t>(p - 1)] >=
           columns.tComp[static_cast<std::size_t>(p - 1)] * (1 - roundingTolerance);
}

int commDominatesFrom(const PredictionColumns& columns, int first)
{
    int firstDominated = static_cast<int>(columns.tComm.size());
    if (!commDominatesAt(columns, firstDominated))
        return 0;
    while (firstDominated > first && commDominatesAt(columns, firstDominated - 1))
        --firstDominated;
    return firstDominated;
}

}  // namespace scalewright
