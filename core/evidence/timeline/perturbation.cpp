// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/timeline/perturbation.h"

#include <algorithm>

namespace scalewright {

SimulationQuestion applyPerturbation(SimulationQuestion question, const Perturbation& perturbation, int killStep)
{
    if (perturbation.factor != 1)
        question.slowedWorkers.push_back({perturbation.worker, perturbation.factor, 0});
    if (perturbation.killed)
        question.killedWorker = KilledWorker{perturbation.worker, std::clamp(killStep, 0, question.steps - 1)};
    DesignTerms& terms = question.model.terms;
    if (perturbation.stalenessSteps) {
        terms.barrier = *perturbation.stalenessSteps > 0 ? Barrier::BoundedStaleness : Barrier::EveryStep;
        terms.stalenessSteps = *perturbation.stalenessSteps;
    }
    if (perturbation.backupWorkers)
        terms.backupWorkers = *perturbation.backupWorkers;
    if (perturbation.jitterS) {
        terms.jitterS = *perturbation.jitterS;
        terms.jitterShare = 0;
    }
    return question;
}

}  // namespace scalewright
