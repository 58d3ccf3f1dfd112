#include "core/model/scaling/intervals.h"

#include <algorithm>

namespace scalewright {

bool ModelIntervals::any() const
{
    const auto given = [](const std::optional<Interval>& each) { return each.has_value(); };
    return tCompS || alphaS || betaS || alpha2S || beta2S ||
           std::any_of(furtherBetaS.begin(), furtherBetaS.end(), given) ||
           std::any_of(furtherBeta2S.begin(), furtherBeta2S.end(), given);
}

}  // namespace scalewright
