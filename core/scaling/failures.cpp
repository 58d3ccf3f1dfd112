#include "core/scaling/failures.h"

#include <algorithm>
#include <cmath>

namespace scalewright {

double youngIntervalS(double checkpointS, double mtbfS)
{
    return std::sqrt(2 * checkpointS * mtbfS);
}

double dalyIntervalS(double checkpointS, double mtbfS)
{
    if (checkpointS >= 2 * mtbfS)
        return mtbfS;
    const double ratio = checkpointS / (2 * mtbfS);
    return std::sqrt(2 * checkpointS * mtbfS) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - checkpointS;
}

double restartedWorkS(double workS, double restartS, double mtbfS)
{
    const double restart = std::exp(restartS / mtbfS);
    if (workS <= 0 || std::isinf(restart))
        return workS <= 0 ? 0 : restart;
    return mtbfS * restart * std::expm1(workS / mtbfS);
}

double checkpointIntervalS(const DesignTerms& terms, int nodes)
{
    if (terms.checkpointIntervalS)
        return *terms.checkpointIntervalS;
    return terms.nodeMtbfS ? dalyIntervalS(terms.checkpointS, *terms.nodeMtbfS / nodes) : 0;
}

double failureFactor(const DesignTerms& terms, int nodes, double computeS, double stepS, double steps)
{
    const bool writes = terms.recovery != Recovery::None && terms.checkpointIntervalS;
    const double written = writes ? (*terms.checkpointIntervalS + terms.checkpointS) / *terms.checkpointIntervalS : 1;
    if (!terms.nodeMtbfS)
        return written;
    const double mtbf = *terms.nodeMtbfS / nodes;
    const double restart = std::exp(terms.restartS / mtbf);
    if (std::isinf(restart))
        return restart;
    // Nobody is left on the only node: what its workers held is gone with it.
    const bool alone = nodes == 1 && (terms.recovery == Recovery::Elastic || terms.recovery == Recovery::ReExecute);
    switch (!alone ? terms.recovery : terms.checkpointIntervalS ? Recovery::Checkpoint : Recovery::None) {
    case Recovery::None: {
        const double run = stepS * steps;
        return std::isfinite(run) ? restartedWorkS(run, terms.restartS, mtbf) / run : run;
    }
    case Recovery::Checkpoint: {
        const double interval = checkpointIntervalS(terms, nodes);
        // Checkpoints that cost nothing are written all the time.
        return interval > 0 ? restartedWorkS(interval + terms.checkpointS, terms.restartS, mtbf) / interval : restart;
    }
    case Recovery::Elastic: return written * restart;
    case Recovery::ReExecute: {
        const double lost = std::min(computeS, stepS);
        return written * (restartedWorkS(lost, terms.restartS, mtbf) + restart * (stepS - lost)) / stepS;
    }
    }
    return 1;
}

}  // namespace scalewright
