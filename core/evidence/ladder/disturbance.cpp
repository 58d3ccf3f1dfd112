// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/ladder/disturbance.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/distributions.h"
#include "core/base/text/message.h"
#include "core/project/document/measurements.h"

namespace scalewright {

double relativeDrift(const std::vector<TimedRun>& runsInOrder)
{
    struct LogTimeSums {
        double count = 0, logTimeSum = 0, positionSum = 0;
    };
    std::map<int, LogTimeSums> byP;
    for (std::size_t i = 0; i < runsInOrder.size(); ++i) {
        if (!(runsInOrder[i].timeS > 0))
            return 0;
        LogTimeSums& sums = byP[runsInOrder[i].p];
        sums.count += 1;
        sums.logTimeSum += std::log(runsInOrder[i].timeS);
        sums.positionSum += static_cast<double>(i);
    }
    // If the runs are grouped by p, they may also have been sorted by time.
    std::size_t consecutiveGroups = 1;
    for (std::size_t i = 1; i < runsInOrder.size(); ++i)
        consecutiveGroups += runsInOrder[i].p != runsInOrder[i - 1].p ? 1 : 0;
    const int degrees = static_cast<int>(runsInOrder.size()) - static_cast<int>(byP.size()) - 1;
    constexpr int minimumDegrees = 4;
    if (degrees < minimumDegrees || consecutiveGroups <= byP.size())
        return 0;
    double positionSquares = 0, logTimeSquares = 0, crossProducts = 0;
    for (std::size_t i = 0; i < runsInOrder.size(); ++i) {
        const LogTimeSums& sums = byP[runsInOrder[i].p];
        const double position = static_cast<double>(i) - sums.positionSum / sums.count;
        const double time = std::log(runsInOrder[i].timeS) - sums.logTimeSum / sums.count;
        positionSquares += position * position;
        logTimeSquares += time * time;
        crossProducts += position * time;
    }
    if (!(positionSquares > 0))
        return 0;
    const double slope = crossProducts / positionSquares;
    const double residualVariance = std::max(0.0, logTimeSquares - slope * crossProducts) / degrees;
    constexpr double level = 0.99, minimumDrift = 0.02;
    const double drift = std::expm1(slope * static_cast<double>(runsInOrder.size() - 1));
    return std::abs(drift) >= minimumDrift &&
                   std::abs(slope) > studentTQuantile(level, degrees) * std::sqrt(residualVariance / positionSquares)
               ? drift
               : 0;
}

Disturbance detectDisturbance(const Ladder& ladder, const std::vector<TimedRun>& runsInOrder)
{
    constexpr double busyLoadShare = 0.5;  // fraction of the cores; probes and ladder runs warn at the same threshold
    Disturbance disturbance;
    std::vector<std::string> reasons;
    if (ladder.cores && ladder.loadAtStart && *ladder.loadAtStart > busyLoadShare * *ladder.cores) {
        reasons.push_back(
            formatMessage("load {} on {} cores at the start", significantText(*ladder.loadAtStart, 2), *ladder.cores));
        disturbance.affectsAllRuns = true;
    }
    int maximumP = 0;
    for (const TimedRun& run : runsInOrder)
        maximumP = std::max(maximumP, run.p);
    if (ladder.cores && maximumP > *ladder.cores) {
        reasons.push_back(formatMessage("p = {} shared {} cores", maximumP, *ladder.cores));
        disturbance.affectedAboveP = ladder.cores;
    }
    if (const double drift = relativeDrift(runsInOrder); drift != 0) {
        reasons.push_back(
            formatMessage("times {} by {} while it ran", drift > 0 ? "rose" : "fell", percentageText(std::abs(drift))));
        disturbance.affectsAllRuns = true;
    }
    disturbance.text = joinNonEmpty(reasons, "; ");
    return disturbance;
}

}  // namespace scalewright
