// A copy of the model on several workers, from slot 1: what of it the step's model prices (core/model/scaling/split.h). The
// layout's own arithmetic counts the exchanges (core/model/layout), over the target's links at their full rate, as slot 2's
// are: a program that hides some of them, or loses some of the link, is the planner's to say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright {

/// Absent where a copy is one worker, or the batch is not known. Without the model's shape and sequence it has no
/// exchanges: the bubble and the copies alone are priced.
[[nodiscard]] std::optional<ModelSplit> modelSplit(const Baseline& baseline, const Proposal& proposal);

/// DesignTerms::recomputedShare of slot 1's recomputation, as the planner counts it (core/model/layout). Without the model's
/// shape full recomputation is one forward pass of three, and selective none.
[[nodiscard]] double recomputedShareOf(const Baseline& baseline, const Proposal& proposal);

/// What of slot 1 is not in T(p), a sentence each without its stop: "tensor 8: its exchange is not in T(p) …".
[[nodiscard]] std::vector<std::string> splitGaps(const Project& project);

/// The gaps, and who stands idle at p.
[[nodiscard]] std::vector<std::string> splitNotes(const Project& project, const ScalingModel& model, int p);

}  // namespace scalewright
