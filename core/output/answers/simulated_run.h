// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `timeline simulate`: how long a step of a design takes, worker by worker, before anything is built.
#pragma once

#include <optional>

#include "core/base/quantity/quantity.h"
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
    /// A run of the same design with the same p that measured waiting, or null.
    const Rung* measured = nullptr;
    Origin measuredOrigin = Origin::Measured;
};

/// "A step takes 17.2 ms on 32 workers; 12 % idle." Precondition: the run finishes.
[[nodiscard]] std::string simulatedHeadline(const Simulation& run);

/// "48.0 s of 206 s is waiting at p = 8; 0 % simulated." Precondition: the rung has parts.
[[nodiscard]] std::string measuredWaitingHeadline(const Rung& measured, const Simulation& run);

/// The table shows the first 32 workers. A measured run is the headline; the simulation is compared with it.
[[nodiscard]] Answer simulatedRunAnswer(const SimulatedRunQuestion& question);

/// For a design at every p of a measured ladder. The table has one row per p.
[[nodiscard]] Answer ladderCheckAnswer(const LadderCheck& check);

}  // namespace scalewright
