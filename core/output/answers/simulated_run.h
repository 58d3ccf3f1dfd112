// The answer from `timeline simulate`: how long a step of a design takes, worker by worker, before anything is built.
#pragma once

#include <optional>

#include "core/evidence/timeline/ladder_check.h"
#include "core/evidence/timeline/simulate.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct SimulatedRunQuestion {
    const SimulationQuestion& question;
    const Simulation& run;
    const ModelComparison& closedForm;
    /// The same run without the slowed or killed worker, or null.
    const Simulation* unperturbedRun = nullptr;
};

/// "A step takes 17.2 ms on 32 workers; 12 % idle." Precondition: the run finishes.
[[nodiscard]] std::string simulatedHeadline(const Simulation& run);

/// The table shows the first 32 workers.
[[nodiscard]] Answer simulatedRunAnswer(const SimulatedRunQuestion& question);

/// For a design at every p of a measured ladder. The table has one row per p.
[[nodiscard]] Answer ladderCheckAnswer(const LadderCheck& check);

}  // namespace scalewright
