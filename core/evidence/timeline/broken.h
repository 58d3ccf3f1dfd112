// A design's run broken on purpose: one worker slowed or killed, another bound, backups or jitter, and nothing else
 // changed.
#pragma once

#include <optional>

#include "core/evidence/timeline/simulate.h"

namespace scalewright {

/// What was done to the run; nothing where it is as designed.
struct Broken {
    int worker = 0;
    double factor = 1;    ///< of that worker's compute
    bool killed = false;  ///< that worker
    std::optional<int> stalenessSteps, backupWorkers;
    std::optional<double> jitterS;
    [[nodiscard]] bool any() const { return factor != 1 || killed || stalenessSteps || backupWorkers || jitterS; }
    bool operator==(const Broken&) const = default;
};

/// The question with it done; who is killed dies in step `killStep`, or in the last where the run is shorter. A
/// staleness bound of 0 is the barrier at every step. Precondition: the worker is one of question.p.
[[nodiscard]] SimulationQuestion broken(SimulationQuestion question, const Broken& how, int killStep);

}  // namespace scalewright
