// What `timeline simulate` answers: how long a step of a design takes, worker by worker, before anything is built.
#pragma once

#include <optional>

#include "core/evidence/timeline/ladder_check.h"
#include "core/evidence/timeline/simulate.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct SimulatedRunQuestion {
    const SimulationQuestion& asked;
    const Simulation& run;
    const SimulationAgainstModel& closedForm;
    const Simulation* whole = nullptr;  ///< the same with no worker slowed or killed, where one is
};

/// "A step takes 17.2 ms on 32 workers; 12 % idle." Precondition: it finishes.
[[nodiscard]] std::string simulatedHeadline(const Simulation& run);

/// The table has the first 32 workers.
[[nodiscard]] Answer simulatedRunAnswer(const SimulatedRunQuestion& question);

/// The design at every p of a measured ladder. The table has a p a row.
[[nodiscard]] Answer ladderCheckAnswer(const LadderCheck& check);

}  // namespace scalewright
