#include "core/model/scaling/failures.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

Recovery recoveryOn(const DesignTerms& terms, int nodes)
{
    // Nobody is left on the only node: what its workers held is gone with it.
    if (nodes > 1 || (terms.recovery != Recovery::Elastic && terms.recovery != Recovery::ReExecute))
        return terms.recovery;
    return terms.checkpointIntervalS ? Recovery::Checkpoint : Recovery::None;
}

double checkpointIntervalS(const DesignTerms& terms, int nodes)
{
    if (terms.checkpointIntervalS)
        return *terms.checkpointIntervalS;
    return terms.nodeMtbfS ? dalyIntervalS(terms.checkpointS, *terms.nodeMtbfS / nodes) : 0;
}

double checkpointedRunS(double runS, const DesignTerms& terms, int nodes)
{
    const double interval = checkpointIntervalS(terms, nodes);
    if (interval <= 0)
        return terms.nodeMtbfS ? runS * std::exp(terms.restartS / (*terms.nodeMtbfS / nodes)) : runS;
    const double whole = std::ceil(runS / interval * (1 - 1e-12)) - 1;
    if (!terms.nodeMtbfS)
        return runS + whole * terms.checkpointS;
    const double mtbf = *terms.nodeMtbfS / nodes;
    return (whole > 0 ? whole * restartedWorkS(interval + terms.checkpointS, terms.restartS, mtbf) : 0) +
           restartedWorkS(runS - whole * interval, terms.restartS, mtbf);
}

double failureFactor(const DesignTerms& terms, int nodes, double computeS, double stepS, std::optional<double> steps)
{
    const double run = stepS * steps.value_or(1);
    const Recovery recovery = recoveryOn(terms, nodes);
    const bool writes = terms.recovery != Recovery::None && terms.checkpointIntervalS;
    const double written = writes ? (*terms.checkpointIntervalS + terms.checkpointS) / *terms.checkpointIntervalS : 1;
    double factor = written;
    if (!terms.nodeMtbfS)
        return steps && writes && recovery == Recovery::Checkpoint ? checkpointedRunS(run, terms, nodes) / run
                                                                   : written;
    const double mtbf = *terms.nodeMtbfS / nodes;
    const double restart = std::exp(terms.restartS / mtbf);
    switch (recovery) {
    case Recovery::None: factor = std::isfinite(run) ? restartedWorkS(run, terms.restartS, mtbf) / run : run; break;
    case Recovery::Checkpoint: {
        const double interval = checkpointIntervalS(terms, nodes);
        // Checkpoints that cost nothing are written all the time.
        factor = interval <= 0 ? restart
                 : steps && std::isfinite(run)
                     ? checkpointedRunS(run, terms, nodes) / run
                     : restartedWorkS(interval + terms.checkpointS, terms.restartS, mtbf) / interval;
        break;
    }
    case Recovery::Elastic: factor = written * restart; break;
    case Recovery::ReExecute: {
        const double lost = std::min(computeS, stepS);
        factor = written * (restartedWorkS(lost, terms.restartS, mtbf) + restart * (stepS - lost)) / stepS;
        break;
    }
    }
    return factor <= longestFactor ? factor : std::numeric_limits<double>::infinity();
}

}  // namespace scalewright
