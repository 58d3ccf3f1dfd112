#include "core/base/statistics/outliers.h"

#include <array>
#include <cmath>

#include "core/base/statistics/median.h"

namespace scalewright {

double farDeviations(std::size_t n)
{
    // The 0.998 quantile of max |x - median|/MAD over samples of n normal values, from 5 000 000 simulated samples
    // each, rounded up; from 12 values on it lies below ten standard deviations.
    constexpr std::array<double, 7> small{63, 26.5, 28.1, 18.5, 19.2, 14.9, 15.3};
    constexpr double tenDeviations = 14.826;
    return n - fewestForFar < small.size() ? small[n - fewestForFar] : tenDeviations;
}

std::vector<std::size_t> farFromMedian(const std::vector<double>& values)
{
    if (values.size() < fewestForFar)
        return {};
    const double middle = median(values);
    std::vector<double> off;
    off.reserve(values.size());
    for (const double value : values)
        off.push_back(std::abs(value - middle));
    const double usual = median(off);
    std::vector<std::size_t> far;
    for (std::size_t i = 0; i < off.size(); ++i)
        if (usual > 0 && off[i] > farDeviations(values.size()) * usual)
            far.push_back(i);
    return far;
}

}  // namespace scalewright
