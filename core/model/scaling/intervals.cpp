// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/intervals.h"

#include <algorithm>

namespace scalewright {

bool ModelIntervals::isAnyGiven() const
{
    const auto isGiven = [](const std::optional<Interval>& each) { return each.has_value(); };
    return tCompS || alphaS || betaS || alpha2S || beta2S || std::ranges::any_of(furtherBetaS, isGiven) ||
           std::ranges::any_of(furtherBeta2S, isGiven);
}

}  // namespace scalewright
