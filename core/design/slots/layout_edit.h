// A planned layout of a large model (core/model/layout) becomes the design: slot 1 splits as it does, slot 2 exchanges what
// its data copies exchange, the plan asks for its cards. The model's state is counted as the trainer keeps it.
//
//   sharding   pattern                      message that moves as much
//   0          an all-reduce                g Psi_r                       g, w: gradients and weights that a step
//   1, 2       reduce-scatter, all-gather   (g + w)/2                     exchanges (dataExchangeOf)
//   3          fully sharded                (g + w)/3
#pragma once

#include "core/design/slots/slots.h"
#include "core/model/layout/layout.h"

namespace scalewright {

struct Project;

/// One edit of four places. What is 1 or none is not kept, so that it reads as absent; a choice that stays keeps its
/// words. Slot 2 is left where nobody holds the same part, with an empty message.
[[nodiscard]] Project withLayout(Project project, const DesignCatalogue& catalogue, const Transformer& model,
                                 const Trainer& trainer, double batch, const Layout& layout);

/// The layout that slot 1 and the plan's p say; nullopt where its workers do not divide p.
[[nodiscard]] std::optional<Layout> layoutOf(const Project& project, int p);

/// Seconds of a step that the project's ladders measured at p, the median of the first ladder that has one and says how
/// many steps one time holds.
[[nodiscard]] std::optional<double> measuredStepS(const Project& project, int p);

}  // namespace scalewright
