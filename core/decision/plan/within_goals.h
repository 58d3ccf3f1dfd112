// Which p meet every goal that can be judged on a curve, and have machines: what decidePlan chooses from.
#pragma once

#include <optional>
#include <vector>

namespace scalewright {

struct MeasuredLadder;
struct Prediction;
struct Proposal;

/// Ascending, empty if no p meets them; nullopt if all do. On the prediction if there is one, otherwise on the ladder.
/// Precondition: one of them is given.
[[nodiscard]] std::optional<std::vector<int>> findPMeetingGoals(const Proposal& proposal, const Prediction* prediction,
                                                                const MeasuredLadder* ladder);

}  // namespace scalewright
