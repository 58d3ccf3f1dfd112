// Which patterns could take the place of a design's own at the message that its step moves.
//
//     for (const Pattern each : standIns(competing(own), project.design, project.target)) …
#pragma once

#include <vector>

#include "core/model/scaling/pattern.h"
#include "core/project/document/design.h"
#include "core/project/document/target.h"

namespace scalewright {

/// The servers hold a model in shards, and a message is what a step touches of it. An all-reduce gives every worker the
/// sum of a whole state: in their place it would move all of it, so at equal bytes there is nothing to compare
/// (book 41.4, student B).
[[nodiscard]] bool servesShards(const Design& design);

/// Of `candidates` those that can be priced on the target and move the same bytes. The design's own stays.
[[nodiscard]] std::vector<Pattern> standIns(std::vector<Pattern> candidates, const Design& design,
                                            const Target& target);

}  // namespace scalewright
