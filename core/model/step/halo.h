// A halo exchange: parts of one whole, a part a worker (split work), whose neighbours hand each other what lies at the
// edges before every step (gossip's messages, in step), as stencils and meshes have it. Nothing is averaged: the answer
// and the number of steps are those of one machine. No row of Table 41.5.1 owns it: MPI has it, and starts it.
//
//     if (exchangesHalos(project.design)) …
#pragma once

#include "core/project/document/design.h"

namespace scalewright {

[[nodiscard]] bool exchangesHalos(const Design& design);

}  // namespace scalewright
