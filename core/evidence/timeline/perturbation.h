// SPDX-License-Identifier: GPL-3.0-or-later
// A design's run with one deliberate perturbation and nothing else changed: a slowed or killed worker, or a different
// staleness bound, number of backups or jitter.
#pragma once

#include <optional>

#include "core/evidence/timeline/simulate.h"

namespace scalewright {

/// What is changed in the run; by default, nothing.
struct Perturbation {
    int worker = 0;
    double factor = 1;    ///< multiplies that worker's compute time
    bool killed = false;  ///< that worker is killed
    std::optional<int> stalenessSteps, backupWorkers;
    std::optional<double> jitterS;
    [[nodiscard]] bool hasChanges() const
    {
        return factor != 1 || killed || stalenessSteps || backupWorkers || jitterS;
    }
    bool operator==(const Perturbation&) const = default;
};

/// The question with the perturbation applied. A killed worker dies in step `killStep`, or in the last step if the run
/// is shorter. A staleness bound of 0 means a barrier at every step. Precondition: the worker is one of question.p.
[[nodiscard]] SimulationQuestion applyPerturbation(SimulationQuestion question, const Perturbation& perturbation,
                                                   int killStep);

}  // namespace scalewright
