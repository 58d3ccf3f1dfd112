// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns that could replace a design's own pattern for the message that a step moves.
//
//     for (const Pattern each : possibleSubstitutes(competingPatterns(own), project.design, project.target)) …
#pragma once

#include <vector>

#include "core/model/scaling/pattern.h"
#include "core/project/document/design.h"
#include "core/project/document/target.h"

namespace scalewright {

/// True if servers hold a model in shards, so that a message contains only what a step touches. An all-reduce gives
/// every worker the sum of the whole state and would move all of it, so a comparison at equal bytes is meaningless
/// (book 41.4, student B).
[[nodiscard]] bool servesModelShards(const Design& design);

/// The `candidates` that can be priced on the target and move the same bytes, as the design's own pattern does.
[[nodiscard]] std::vector<Pattern> possibleSubstitutes(std::vector<Pattern> candidates, const Design& design,
                                                       const Target& target);

}  // namespace scalewright
