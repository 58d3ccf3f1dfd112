// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `collective`: the time of one exchange at every p, and whether latency or bandwidth dominates. And the
// labels of the whiteboard's arrows.
#pragma once

#include <string>
#include <vector>

#include "core/design/slots/topology.h"
#include "core/model/scaling/model.h"
#include "core/output/answers/answer.h"
#include "core/project/document/design.h"

namespace scalewright {

struct Project;

/// `workers`: the p values in the table, at least one. The requested exchange is the model's first.
[[nodiscard]] Answer exchangeTimeAnswer(const ScalingModel& model, const std::vector<int>& workers);

/// "39.1 MB · 56.9 ms" for each exchange of a step, in the order of ScalingModel::exchanges: its own message and time at
/// p; only the time without a message. The time of a single exchange is the exposed time. Empty if nothing is exchanged
/// or the step never finishes. Precondition: `model` is that of the project with this slot 2.
[[nodiscard]] std::vector<std::string> exchangeLabels(const Communication& communication, const ScalingModel& model,
                                                      int p);
/// topologyOf() with these labels: each panel has the bytes and the time of its own exchange. `model`: the project's;
/// nullptr: no labels.
[[nodiscard]] Topology labelledTopology(const Project& project, const ScalingModel* model, int p);

}  // namespace scalewright
