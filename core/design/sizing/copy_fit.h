// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest number of cards that hold one copy of a model with headroom on each, by the memory model
// (core/model/memory). Training counts the state as it is sharded and, if the shape is known, activations and logits;
// serving counts the weights and, if the tokens are known, their cache.
//
//     fitModelCopy({.parameters = 5.01e9, .axis = Axis::Training}).cards;   // 2: 80.2 GB do not fit on 80
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/memory/memory.h"

namespace scalewright {

struct SizingNeed;

struct CopyFit {
    double cards = 1;  ///< t x stages x shards; infinite above a trillion shards
    double cardsWithoutHeadroom = 1;  ///< the same without headroom
    MemoryNeed fullestCard;  ///< memory of the card that holds most
    bool isFullySharded = false;  ///< several cards share all of the state (stage 3)
    std::vector<std::string> notes;  ///< changes that were needed to find a number
};

/// If a sharding stage leaves more unsharded data than fits on a card, stage 3 is used instead and a note says so.
/// Errors: that of requireKnownShard() for such a stage; Refused: activations or the cache exceed the usable memory of
/// every card, however many cards there are.
/// Preconditions: parameters > 0, memoryBytes > 0.
[[nodiscard]] Result<CopyFit> fitModelCopy(const SizingNeed& need);

}  // namespace scalewright
