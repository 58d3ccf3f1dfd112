// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics/outliers.h"

#include <array>
#include <cmath>

#include "core/base/statistics/median.h"

namespace scalewright {

double outlierDeviations(std::size_t n)
{
    // The 0.998 quantile of max |x - median|/MAD for samples of n normal values, each from 5 000 000 simulated samples,
    // rounded up; from 12 values on it is below ten standard deviations.
    constexpr std::array<double, 7> small{63, 26.5, 28.1, 18.5, 19.2, 14.9, 15.3};
    constexpr double tenDeviations = 14.826;
    return n - minimumOutlierSample < small.size() ? small[n - minimumOutlierSample] : tenDeviations;
}

std::vector<std::size_t> findOutliers(const std::vector<double>& values)
{
    if (values.size() < minimumOutlierSample)
        return {};
    const double middle = median(values);
    std::vector<double> deviations;
    deviations.reserve(values.size());
    for (const double value : values)
        deviations.push_back(std::abs(value - middle));
    const double usual = median(deviations);
    std::vector<std::size_t> far;
    for (std::size_t i = 0; i < deviations.size(); ++i)
        if (usual > 0 && deviations[i] > outlierDeviations(values.size()) * usual)
            far.push_back(i);
    return far;
}

}  // namespace scalewright
