// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/waiting.h"

#include <cmath>

#include "core/base/statistics/order_statistics.h"

namespace scalewright {

bool hasJitterWaiting(const DesignTerms& terms)
{
    return (terms.jitterS > 0 || terms.jitterShare > 0) && terms.barrier != Barrier::None;
}

JitterTable& latenessTable(const DesignTerms& terms, int localSteps)
{
    return cachedJitterTable(terms.jitterDistribution, terms.barrier == Barrier::EveryStep ? terms.backupWorkers : 0,
                             localSteps);
}

int latenessIndex(const DesignTerms& terms, int p)
{
    return terms.barrier == Barrier::EveryStep ? assignedWorkers(terms, p) : usefulWorkers(terms, p);
}

double skewWaitingS(const DesignTerms& terms, int p, double computeS)
{
    return p == 1 || terms.barrier == Barrier::None ? 0 : (terms.skew - 1) * computeS;
}

double jitterWaitingS(const DesignTerms& terms, int p, double sigma, double lateness, double undisturbedS,
                      int localSteps)
{
    if (p == 1 || !hasJitterWaiting(terms))
        return 0;
    const double H = localSteps;
    if (terms.barrier == Barrier::EveryStep)
        return sigma * lateness / std::sqrt(H);
    const int workers = usefulWorkers(terms, p);
    if (workers == 1)
        return 0;
    const double s = terms.stalenessSteps;
    const double L = harmonicNumber(workers - 1);
    return sigma * sigma * L / (2 * s * H * undisturbedS + sigma * std::sqrt(H * (s + 1)) * L / lateness);
}

}  // namespace scalewright
