// SPDX-License-Identifier: GPL-3.0-or-later
// Turns a planned layout of a large model (core/model/layout) into the design: slot 1 gets its split, slot 2 the
// exchange between its data copies, and the plan its number of cards. The model's state is counted as the trainer
// stores it.
//
//     sharding   pattern                      message of the same volume
//     0          an all-reduce                g Psi_r                       g, w: gradients and weights that a step
//     1, 2       reduce-scatter, all-gather   (g + w)/2                     exchanges (dataExchangeOf)
//     3          fully sharded                (g + w)/3
#pragma once

#include "core/design/slots/slots.h"
#include "core/model/layout/calibrate.h"
#include "core/model/layout/sources.h"

namespace scalewright {

struct Project;

/// One edit in four places. Values that are 1 or unused become absent; a choice that does not change keeps its texts.
/// If no part has a second copy, slot 2 gets the exchange that a second copy would need.
[[nodiscard]] Project withLayout(Project project, const DesignCatalogue& catalogue, const Transformer& model,
                                 const Trainer& trainer, double batch, const ParallelLayout& layout);

/// The layout described by slot 1 and the plan's p; nullopt if p is not a multiple of the workers per copy.
[[nodiscard]] std::optional<ParallelLayout> layoutOf(const Project& project, int p);

/// The project with a measured step of `model` as a ladder of its own, with the layout, model and batch as the conditions
/// of the run.
[[nodiscard]] Project withMeasuredStep(Project project, const DesignCatalogue& catalogue, const ModelEntry& model,
                                       const Trainer& trainer, const MeasuredRun& run);

/// Measured seconds per step at p: the median from the first ladder in the project that includes p and sets the steps
/// per time.
[[nodiscard]] std::optional<double> measuredStepS(const Project& project, int p);

}  // namespace scalewright
