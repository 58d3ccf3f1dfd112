// A model copy on several workers, from slot 1: the parts that the step's model prices (core/model/scaling/split.h).
// The layout's own arithmetic counts the exchanges (core/model/layout), over the target's links at their full rate,
// like slot 2's. Only the planner models a program that hides some of them or reaches only part of the link's rate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright {

/// nullopt if a copy is one worker, or the batch is not set. Without the model's shape and sequence it has no
/// exchanges: only the bubble and the copies are priced.
[[nodiscard]] std::optional<ModelSplit> modelSplit(const Baseline& baseline, const Proposal& proposal);

/// DesignTerms::recomputationShare of slot 1's recomputation, as the planner counts it (core/model/layout). Without the
/// model's shape, full recomputation is one forward pass of three, and selective recomputation is 0.
[[nodiscard]] double recomputationShareOf(const Baseline& baseline, const Proposal& proposal);

/// Parts of slot 1 that T(p) does not include, one sentence each without the full stop: "tensor 8: the exchange within
/// a copy is not in T(p) …".
[[nodiscard]] std::vector<std::string> unpricedSplitNotes(const Project& project);

/// unpricedSplitNotes(), and how many workers are idle at p.
[[nodiscard]] std::vector<std::string> splitNotes(const Project& project, const ScalingModel& model, int p);

}  // namespace scalewright
