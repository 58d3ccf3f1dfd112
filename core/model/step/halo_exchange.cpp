// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step/halo_exchange.h"

#include <algorithm>
#include <string_view>

#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

bool isOnlyChoice(const DesignSlot& slot, std::string_view option)
{
    return !slot.choices.empty() &&
           std::ranges::all_of(slot.choices, [option](const SlotChoice& each) { return each.option == option; });
}

}  // namespace

bool exchangesHalos(const Design& design)
{
    const PatternTraits& traits = traitsOf(design.communication.pattern);
    return traits.outcome == ExchangeOutcome::NeighbourMean &&
           isOnlyChoice(design.communication.slot, traits.slotOption) &&
           isOnlyChoice(design.partitioning.slot, "split-work") && isOnlyChoice(design.consistency.slot, "synchronous");
}

}  // namespace scalewright
