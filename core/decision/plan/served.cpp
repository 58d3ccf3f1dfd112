// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/plan/served.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/project/document/project.h"

namespace scalewright {

std::optional<ServedAtP> servedAt(const Baseline& baseline, const FeasibleWorkers& feasible, int p)
{
    if (!baseline.serving)
        return std::nullopt;
    ServedAtP served{p / feasible.workersInCopy(), feasible.workersInCopy(), {}, {}};
    if (const MaybeQuantity& one = baseline.serving->throughputPerS)
        served.throughputPerS = served.replicas * one->value;
    if (const MaybeQuantity& latency = baseline.serving->latencyS)
        served.latencyS = latency->value;
    return served;
}

bool isPlannedByThroughput(const Baseline& baseline)
{
    return baseline.serving && baseline.serving->throughputTargetPerS && baseline.serving->throughputPerS;
}

std::optional<int> servingP(const Baseline& baseline, const FeasibleWorkers& feasible)
{
    const Serving& serving = *baseline.serving;
    const int available = feasible.availableWorkers().value_or(maximumPMax);
    const int perReplica = feasible.workersInCopy();
    // A quotient such as 2000/40 may be rounded up by its last bit.
    const double replicas =
        std::max(1.0, std::ceil(serving.throughputTargetPerS->value / serving.throughputPerS->value * (1 - 1e-12)));
    for (double p = replicas * perReplica; p <= available; p += perReplica)
        if (feasible.contains(static_cast<int>(p)))
            return static_cast<int>(p);
    return feasible.largestP(static_cast<int>(std::min<double>(replicas * perReplica, available)));
}

std::string requestRateText(double perS)
{
    return significantText(perS) + " requests/s";
}

std::string replicasText(const ServedAtP& served)
{
    const std::string replicas = countWithNoun(served.replicas, "replica");
    return served.workersPerReplica == 1
               ? replicas
               : formatMessage("{} of {}", replicas, countWithNoun(served.workersPerReplica, "worker"));
}

}  // namespace scalewright
