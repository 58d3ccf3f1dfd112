// SPDX-License-Identifier: GPL-3.0-or-later
// Which feasible p meet every goal that can be judged on a curve: the candidates for decidePlan.
#pragma once

#include <optional>
#include <vector>

namespace scalewright {

struct Baseline;
struct MeasuredLadder;
struct Prediction;
struct Proposal;

/// In ascending order, empty if no p meets the goals; nullopt if all do. Uses the prediction if there is one, otherwise
/// the ladder. Precondition: one of them is given.
[[nodiscard]] std::optional<std::vector<int>> findPMeetingGoals(const Baseline& baseline, const Proposal& proposal,
                                                                const Prediction* prediction,
                                                                const MeasuredLadder* ladder);

}  // namespace scalewright
