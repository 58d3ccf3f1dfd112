// A design simulated at every p of a measured ladder: where the two part, and which part of the model did it.
#pragma once

#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "core/evidence/timeline/simulate.h"

namespace scalewright {

struct LadderCheckRow {
    int p = 1;
    double measuredS = 0;
    double simulatedS = 0;  ///< in the ladder's units: see LadderCheck::scale
    TimeParts simulated;    ///< comp, comm, idle: waiting, coordination, checkpoints and failures
    /// The part that is farthest from the measured one, and measured less simulated of it; empty where the ladder has
    /// no parts.
    std::string part;
    double partDifferenceS = 0;
    [[nodiscard]] double difference() const { return simulatedS / measuredS - 1; }
};

struct LadderCheck {
    /// Measured over simulated seconds at the base: the steps of one measured run, if the model holds there
    double scale = 1;
    std::vector<LadderCheckRow> rows;
    std::string about;  ///< the largest difference and its part, in words
};

/// `question.p` is taken from the ladder. A worker that is slowed or killed where a rung has no such worker is left out
/// there. Error: what validate(question) refuses.
[[nodiscard]] Result<LadderCheck> againstLadder(SimulationQuestion question, const MeasuredLadder& ladder,
                                                std::stop_token stop = {});

}  // namespace scalewright
