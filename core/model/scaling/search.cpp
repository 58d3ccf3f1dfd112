#include "core/model/scaling/search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/scaling/last_bits.h"

namespace scalewright {

namespace {

// Index of the first least value(i). Eight running minima let the compiler use vector registers without reordering
// sums.
template <class Value>
std::size_t firstLeast(std::size_t size, Value value)
{
    constexpr std::size_t lanes = 8;
    double least[lanes];
    std::fill(std::begin(least), std::end(least), value(0));
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes)
        for (std::size_t k = 0; k < lanes; ++k) {
            const double next = value(i + k);
            least[k] = next < least[k] ? next : least[k];
        }
    double smallest = *std::min_element(std::begin(least), std::end(least));
    for (; i < size; ++i)
        smallest = std::min(smallest, value(i));
    // Two that are equal differ by the last bits of what they were worked out from.
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
        return static_cast<int>(firstLeast(size, [=](std::size_t i) { return step[i]; })) + 1;
    return static_cast<int>(firstLeast(size, [=](std::size_t i) { return -speedup[i]; })) + 1;
}

// With T = T(1)/S argmax E/T is argmax E S, for weak scaling too. Beyond p* both S and 1/p are smaller, so E S = S^2/p
// is.
int efficientP(const PredictionColumns& columns, int pStar)
{
    const double* efficiency = columns.efficiency.data();
    const double* speedup = columns.speedup.data();
    return static_cast<int>(firstLeast(static_cast<std::size_t>(pStar),
                                       [=](std::size_t i) { return -efficiency[i] * speedup[i]; })) +
           1;
}

bool commDominatesAt(const PredictionColumns& columns, int p)
{
    return columns.tComm[static_cast<std::size_t>(p - 1)] >=
           columns.tComp[static_cast<std::size_t>(p - 1)] * (1 - lastBits);
}

int commDominatesFrom(const PredictionColumns& columns, int first)
{
    int from = static_cast<int>(columns.tComm.size());
    if (!commDominatesAt(columns, from))
        return 0;
    while (from > first && commDominatesAt(columns, from - 1))
        --from;
    return from;
}

}  // namespace scalewright
