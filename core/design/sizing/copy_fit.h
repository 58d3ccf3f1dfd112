// The fewest cards that hold one copy of a model, headroom left on each, by the memory model (core/model/memory): in training
// its state as it is sharded and, where the shape is known, activations and logits; in serving its weights and, where
// the tokens are known, their cache.
//
//     copyFit({.parameters = 5.01e9, .axis = Axis::Training}).cards;   // 2: 80.2 GB do not fit on 80
#pragma once

#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/memory/memory.h"

namespace scalewright {

struct SizingNeed;

struct CopyFit {
    double cards = 1;  ///< t x stages x shards; infinite beyond a trillion shards
    double filled = 1;  ///< the same where a card is filled to its last byte
    MemoryNeed onCard;  ///< of the fullest; empty where bytes a parameter stand in for the memory model
    bool shardedWhole = false;  ///< several cards share all of the state (stage 3)
    std::vector<std::string> notes;  ///< what was given up to find a number
};

/// Where a stage of sharding keeps more whole than a card holds, stage 3 stands in, and that is said. Error (Refused):
/// activations or the cache leave more on every card than one is filled to, however many there are. Precondition:
/// parameters > 0, bytes of a card > 0.
[[nodiscard]] Result<CopyFit> copyFit(const SizingNeed& need);

}  // namespace scalewright
