// SPDX-License-Identifier: GPL-3.0-or-later
// What the reports of all workers of a run say together.
//
// In a synchronising exchange every worker leaves when the last has arrived. The shortest time of any worker in it is
// therefore the transfer, and what the others spend longer is waiting. From totals over many exchanges this is a lower
// bound of the waiting, because the last worker may change from one exchange to the next, and in a rooted exchange no
// worker's time is the transfer alone; only traces show more.
//
//     const CombinedWorkers run = combineWorkers(point.ranks);
//     run.late->rank;   // 1: the others wait for it
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/project/document/measurements.h"

namespace scalewright {

/// The one worker for which the others wait.
struct LateRank {
    std::optional<int> rank;  ///< absent: the lines do not say which one it is
    double behindS = 0;  ///< how long the median of the others waits for it
    double savedS = 0;  ///< how much sooner the run would end without the delay: when the last but one arrives
    std::string longerPart;  ///< what takes it longer than the others: "compute", "reading"; empty: unknown
    double longerS = 0;  ///< how much longer than the median of the others
    bool operator==(const LateRank&) const = default;
};

struct CombinedWorkers {
    std::optional<double> timeS;  ///< of the slowest
    std::optional<double> compS, idleS, ioS;  ///< means over the workers
    std::optional<double> commS;  ///< the transfer; the mean if waiting is reported separately
    std::optional<LateRank> late;
};

/// A part is absent unless every worker reports it.
[[nodiscard]] CombinedWorkers combineWorkers(const std::vector<WorkerTimes>& workers);

/// Whether a run's communication may include waiting for other workers: one worker's line, or a mean over all of them,
/// does not separate the two unless it gives both.
[[nodiscard]] bool mayIncludeWaiting(const std::vector<WorkerTimes>& workers);

/// The late rank of several runs: the same one in each of them, with medians of its times.
[[nodiscard]] std::optional<LateRank> commonLateRank(const std::vector<std::optional<LateRank>>& runs);

/// "rank 1", or "one rank" if it is not known which.
[[nodiscard]] std::string rankName(const LateRank& late);

/// "computes 40.0 ms longer", "reads 0.385 s longer", "arrives 40.0 ms later".
[[nodiscard]] std::string latenessText(const LateRank& late);

}  // namespace scalewright
