#include "core/evidence/timeline/broken.h"

#include <algorithm>

namespace scalewright {

SimulationQuestion broken(SimulationQuestion question, const Broken& how, int killStep)
{
    if (how.factor != 1)
        question.slowed.push_back({how.worker, how.factor, 0});
    if (how.killed)
        question.killed = KilledWorker{how.worker, std::clamp(killStep, 0, question.steps - 1)};
    DesignTerms& terms = question.model.terms;
    if (how.stalenessSteps) {
        terms.barrier = *how.stalenessSteps > 0 ? Barrier::BoundedStaleness : Barrier::EveryStep;
        terms.stalenessSteps = *how.stalenessSteps;
    }
    if (how.backupWorkers)
        terms.backupWorkers = *how.backupWorkers;
    if (how.jitterS) {
        terms.jitterS = *how.jitterS;
        terms.jitterShare = 0;
    }
    return question;
}

}  // namespace scalewright
