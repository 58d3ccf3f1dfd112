// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/work_done.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"

namespace scalewright {

void checkWorkConsistency(const std::vector<WorkDone>& rows, std::vector<std::string>& warnings)
{
    constexpr double ratioLimit =
        1.25;  // our own choice: a time may include start-up that the throughput excludes, and both are rounded
    constexpr std::size_t maximumWarnings = 5;
    std::vector<std::size_t> inconsistent(rows.size() + 1);
    std::size_t reference = 0;
    for (const double power : {0.0, 1.0, -1.0}) {
        const auto work = [&](std::size_t i) { return rows[i].work / std::pow(rows[i].p, power); };
        std::vector<std::size_t> order(rows.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return work(a) < work(b); });
        const std::size_t middle = order.empty() ? 0 : order[(order.size() - 1) / 2];
        std::vector<std::size_t> outliers;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (work(i) > ratioLimit * work(middle) || work(middle) > ratioLimit * work(i))
                outliers.push_back(i);
        if (outliers.size() < inconsistent.size()) {
            inconsistent = std::move(outliers);
            reference = middle;
        }
    }
    for (std::size_t i = 0; i < inconsistent.size() && i < maximumWarnings; ++i)
        warnings.push_back(
            formatMessage("{}: time × throughput is {}, but {} at {}: they differ by more than a quarter, so one of "
                          "the two is wrong there; the time was used",
                          rows[inconsistent[i]].location, significantText(rows[inconsistent[i]].work, 3),
                          significantText(rows[reference].work, 3), rows[reference].location));
    if (inconsistent.size() > maximumWarnings)
        warnings.push_back(
            formatMessage("time and throughput disagree in {} more rows", inconsistent.size() - maximumWarnings));
}

}  // namespace scalewright
