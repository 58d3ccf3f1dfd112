// SPDX-License-Identifier: GPL-3.0-or-later
// A halo exchange: each worker holds one part of the whole (split work), and neighbours exchange their edges before
// every step (like gossip's messages, but in lockstep), as in stencils and meshes. Nothing is averaged: the result and
// the number of steps are the same as on one machine. It has no row in Table 41.5.1: MPI provides it and launches it.
//
//     if (exchangesHalos(project.design)) …
#pragma once

#include "core/project/document/design.h"

namespace scalewright {

[[nodiscard]] bool exchangesHalos(const Design& design);

}  // namespace scalewright
