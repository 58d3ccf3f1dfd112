// SPDX-License-Identifier: GPL-3.0-or-later
// Where a measurement applies: the conditions of a ladder's runs, and its times under other conditions.
//
// Runs measure one program on one link with one design. Once the project differs in something that T(p) depends on,
// the measured times no longer apply as they are, and a plain prediction could show a slower link as faster than the
// runs. So each measured part is multiplied by the model's ratio for that part,
//
//     T(p) = comp(p) C'(p)/C(p) + comm(p) M'(p)/M(p) + …    C, M: as modelled under the conditions of the runs
//
// and the result is called calibrated, with the conditions of the runs beside it. Price, deadline, budget and value of
// an hour are not conditions.
//
// A ladder without recorded conditions was run under those of its project. withConditionsKept() records them when an
// edit changes the project, and removes them when the project returns to them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The conditions of a ladder of this project: those that it records, otherwise those of the project.
[[nodiscard]] RunConditions conditionsOfRuns(const Ladder& ladder, const Project& project);
/// The model under these conditions; absent if values that T(p) needs are not set.
[[nodiscard]] std::optional<ScalingModel> modelUnder(const RunConditions& conditions, Scaling scaling);

/// Differences between two conditions that affect a time, by name: "10 Gbit/s (bandwidth)" gives the value in `then`.
/// Empty if T(p), batch, machine and model are the same; a value that one of them does not set is no difference.
[[nodiscard]] std::string changedConditionsText(const RunConditions& then, const RunConditions& now, Scaling scaling);

/// The ladder under other conditions: itself (not owned) if they are the same or nothing is known about one of them,
/// otherwise calibrated, without intervals. Total times without T_comp are kept. `model`: the model under `now`, or
/// nullptr if it lacks T_comp.
[[nodiscard]] std::shared_ptr<const MeasuredLadder> ladderUnderConditions(const MeasuredLadder& ladder,
                                                                          const RunConditions& now,
                                                                          const ScalingModel* model);

/// `after`, an edit of `before`, with the conditions of each ladder that both contain.
[[nodiscard]] Project withConditionsKept(const Project& before, Project after);

}  // namespace scalewright
