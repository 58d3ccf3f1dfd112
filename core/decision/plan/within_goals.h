// Which p meet every goal that can be told on a curve, and have machines: what decidePlan chooses from.
#pragma once

#include <optional>
#include <vector>

namespace scalewright {

struct MeasuredLadder;
struct Prediction;
struct Proposal;

/// By ascending p, empty where no p meets them; nullopt where all do. On the prediction where there is one, else on the
/// ladder. Precondition: one of them.
[[nodiscard]] std::optional<std::vector<int>> withinGoals(const Proposal& proposal, const Prediction* prediction,
                                                          const MeasuredLadder* ladder);

}  // namespace scalewright
