// SPDX-License-Identifier: GPL-3.0-or-later
// Simulates a design at every p of a measured ladder: where the two differ, and which part of the model explains the
// difference.
#pragma once

#include <vector>

#include "core/evidence/ladder/ladder.h"
#include "core/evidence/timeline/simulate.h"

namespace scalewright {

struct LadderCheckRow {
    int p = 1;
    double measuredS = 0;
    double simulatedS = 0;  ///< in the ladder's units: see LadderCheck::scale
    TimeParts simulatedParts;    ///< comp, comm; idle: waiting, coordination, checkpoints and failures
    /// The part that differs most from the measurement, and its measured minus simulated seconds; empty if the ladder
    /// has no parts.
    std::string worstPart;
    double partDifferenceS = 0;
    [[nodiscard]] double relativeDifference() const { return simulatedS / measuredS - 1; }
};

struct LadderCheck {
    /// Ratio of measured to simulated seconds at the base: the number of steps per measured run, if the model is right
    /// there
    double scale = 1;
    std::vector<LadderCheckRow> rows;
    std::string summary;  ///< the largest difference and the part responsible, in words
};

/// `question.p` is replaced by each p of the ladder. A slowed or killed worker that does not exist at a rung is ignored
/// there. Error: as from validate(question).
[[nodiscard]] Result<LadderCheck> checkAgainstLadder(SimulationQuestion question, const MeasuredLadder& ladder,
                                                     std::stop_token stop = {});

}  // namespace scalewright
