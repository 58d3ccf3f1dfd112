// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/intervals.h"

#include <algorithm>

namespace scalewright {

bool ModelIntervals::isAnyGiven() const
{
    const auto isGiven = [](const std::optional<Interval>& each) { return each.has_value(); };
    return tCompS || alphaS || betaS || alpha2S || beta2S ||
           std::any_of(furtherBetaS.begin(), furtherBetaS.end(), isGiven) ||
           std::any_of(furtherBeta2S.begin(), furtherBeta2S.end(), isGiven);
}

}  // namespace scalewright
