// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/failures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scalewright {

double dalyCheckpointIntervalS(double checkpointS, double mtbfS)
{
    if (checkpointS >= 2 * mtbfS)
        return mtbfS;
    const double ratio = checkpointS / (2 * mtbfS);
    return std::sqrt(2 * checkpointS * mtbfS) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpointS;
}

double expectedTimeWithRestartsS(double workS, double restartS, double mtbfS)
{
    const double restart = std::exp(restartS / mtbfS);
    if (workS <= 0 || std::isinf(restart))
        return workS <= 0 ? 0 : restart;
    return mtbfS * restart * std::expm1(workS / mtbfS);
}

Recovery effectiveRecovery(const DesignTerms& terms, int nodes)
{
    // On a single node, no other worker is left to continue: a failure loses the data of all its workers.
    if (nodes > 1 || (terms.recovery != Recovery::Elastic && terms.recovery != Recovery::ReExecute))
        return terms.recovery;
    return terms.checkpointIntervalS ? Recovery::Checkpoint : Recovery::None;
}

double checkpointIntervalS(const DesignTerms& terms, int nodes)
{
    if (terms.checkpointIntervalS)
        return *terms.checkpointIntervalS;
    return terms.nodeMtbfS ? dalyCheckpointIntervalS(terms.checkpointS, *terms.nodeMtbfS / nodes) : 0;
}

double expectedCheckpointedRunS(double runS, const DesignTerms& terms, int nodes)
{
    const double interval = checkpointIntervalS(terms, nodes);
    if (interval <= 0)
        return terms.nodeMtbfS ? runS * std::exp(terms.restartS / (*terms.nodeMtbfS / nodes)) : runS;
    const double fullSegments = std::ceil(runS / interval * (1 - 1e-12)) - 1;
    if (!terms.nodeMtbfS)
        return runS + fullSegments * terms.checkpointS;
    const double mtbf = *terms.nodeMtbfS / nodes;
    return (fullSegments > 0
                ? fullSegments * expectedTimeWithRestartsS(interval + terms.checkpointS, terms.restartS, mtbf)
                : 0) +
           expectedTimeWithRestartsS(runS - fullSegments * interval, terms.restartS, mtbf);
}

double failureFactor(const DesignTerms& terms, int nodes, double computeS, double stepS, std::optional<double> steps)
{
    const double run = stepS * steps.value_or(1);
    const Recovery recovery = effectiveRecovery(terms, nodes);
    const bool writes = terms.recovery != Recovery::None && terms.checkpointIntervalS;
    double factor = writes ? (*terms.checkpointIntervalS + terms.checkpointS) / *terms.checkpointIntervalS : 1;
    if (!terms.nodeMtbfS)
        return steps && writes && recovery == Recovery::Checkpoint ? expectedCheckpointedRunS(run, terms, nodes) / run
                                                                   : factor;
    const double mtbf = *terms.nodeMtbfS / nodes;
    const double restart = std::exp(terms.restartS / mtbf);
    switch (recovery) {
    case Recovery::None:
        factor = std::isfinite(run) ? expectedTimeWithRestartsS(run, terms.restartS, mtbf) / run : run;
        break;
    case Recovery::Checkpoint: {
        const double interval = checkpointIntervalS(terms, nodes);
        // Checkpoints that cost nothing can be written continuously.
        factor = interval <= 0 ? restart
                 : steps && std::isfinite(run)
                     ? expectedCheckpointedRunS(run, terms, nodes) / run
                     : expectedTimeWithRestartsS(interval + terms.checkpointS, terms.restartS, mtbf) / interval;
        break;
    }
    case Recovery::Elastic: factor *= restart; break;
    case Recovery::ReExecute: {
        const double lost = std::min(computeS, stepS);
        factor = factor * (expectedTimeWithRestartsS(lost, terms.restartS, mtbf) + restart * (stepS - lost)) / stepS;
        break;
    }
    }
    return factor <= maximumFailureFactor ? factor : std::numeric_limits<double>::infinity();
}

}  // namespace scalewright
