// SPDX-License-Identifier: GPL-3.0-or-later
// A model copy split over several workers, from slot 1: the parts that the step model includes
// (core/model/scaling/split.h). The layout's own arithmetic counts the exchanges (core/model/layout), over the target's
// links at their full rate, like slot 2's. Only the planner models a program that hides some of them or reaches only
// part of the link's rate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/scaling/model.h"
#include "core/project/document/project.h"

namespace scalewright {

/// nullopt if a copy is one worker, or the batch is not set. Without the model's shape and sequence length there are no
/// exchanges: only the bubble and the copies are included.
[[nodiscard]] std::optional<ModelSplit> modelSplit(const Baseline& baseline, const Proposal& proposal);

/// DesignTerms::recomputationShare for slot 1's recomputation, counted as in the planner (core/model/layout). Without
/// the model's shape, full recomputation counts as one forward pass out of three, and selective recomputation as 0.
[[nodiscard]] double recomputationShareOf(const Baseline& baseline, const Proposal& proposal);

/// Parts of slot 1 that T(p) does not include, one sentence each without the full stop: "tensor 8: the exchange within
/// a copy is not in T(p) …".
[[nodiscard]] std::vector<std::string> unpricedSplitNotes(const Project& project);

/// unpricedSplitNotes(), plus how many workers are idle at p.
[[nodiscard]] std::vector<std::string> modelSplitNotes(const Project& project, const ScalingModel& model, int p);

}  // namespace scalewright
