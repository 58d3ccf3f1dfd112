// SPDX-License-Identifier: GPL-3.0-or-later
// What p workers serve. Replicas exchange nothing: p = replicas x g workers answer replicas times the requests of one,
// and a request takes as long as on one replica, which only a measurement tells.
//
//     const std::optional<ServedAtP> served = servedAt(project.baseline, feasible, 10);
//     served->throughputPerS;   // 200: 5 replicas of 2 workers, 40 requests a second each
#pragma once

#include <optional>
#include <string>

#include "core/decision/plan/feasibility.h"

namespace scalewright {

struct ServedAtP {
    int replicas = 1;
    int workersPerReplica = 1;
    std::optional<double> throughputPerS;  ///< absent if the throughput of one replica is not set
    std::optional<double> latencyS;
};

/// Absent if the project serves no requests. Workers that do not complete a replica serve nothing.
[[nodiscard]] std::optional<ServedAtP> servedAt(const Baseline& baseline, const FeasibleWorkers& feasible, int p);

/// Whether the throughput decides p: demand and throughput of one replica are set.
[[nodiscard]] bool isPlannedByThroughput(const Baseline& baseline);

/// The fewest feasible workers that answer the demand, otherwise the most that are feasible; absent if none is.
/// Precondition: isPlannedByThroughput.
[[nodiscard]] std::optional<int> servingP(const Baseline& baseline, const FeasibleWorkers& feasible);

/// "200 requests/s"
[[nodiscard]] std::string requestRateText(double perS);

/// "5 replicas of 2 workers", "50 replicas"
[[nodiscard]] std::string replicasText(const ServedAtP& served);

}  // namespace scalewright
