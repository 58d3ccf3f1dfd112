// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/substitute_patterns.h"

#include <algorithm>

#include "core/base/ranges/ranges.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/model/step/project_model.h"

namespace scalewright {

bool servesModelShards(const Design& design)
{
    const std::vector<SlotChoice>& choices = design.partitioning.slot.choices;
    return traitsOf(design.communication.pattern).outcome == ExchangeOutcome::ServerSum &&
           contains(choices, "shard-model", &SlotChoice::option);
}

std::vector<Pattern> possibleSubstitutes(std::vector<Pattern> candidates, const Design& design, const Target& target)
{
    if (servesModelShards(design))
        std::erase_if(candidates, [&](Pattern each) { return each != design.communication.pattern; });
    return priceablePatterns(std::move(candidates), target);
}

}  // namespace scalewright
