// Patterns that could replace a design's own for the message that its step moves.
//
//     for (const Pattern each : substitutePatterns(competingPatterns(own), project.design, project.target)) …
#pragma once

#include <vector>

#include "core/model/scaling/pattern.h"
#include "core/project/document/design.h"
#include "core/project/document/target.h"

namespace scalewright {

/// True if servers hold a model in shards, so that a message is only what a step touches. An all-reduce gives every
/// worker the sum of the whole state and would move all of it, so there is nothing to compare at equal bytes (book
/// 41.4, student B).
[[nodiscard]] bool servesModelShards(const Design& design);

/// The `candidates` that can be priced on the target and move the same bytes. The design's own stays.
[[nodiscard]] std::vector<Pattern> substitutePatterns(std::vector<Pattern> candidates, const Design& design,
                                                      const Target& target);

}  // namespace scalewright
