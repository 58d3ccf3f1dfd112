// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/no_speedup.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/units.h"
#include "core/model/scaling/prediction.h"

namespace scalewright {

std::string noSpeedupNote(const Profile& profile, Bottleneck bottleneck)
{
    if ((bottleneck != Bottleneck::Compute && bottleneck != Bottleneck::MemoryBandwidth) || !profile.model)
        return {};
    ScalingModel model = *profile.model;
    if (!profile.baseline.tCompS) {
        const MaybeQuantity step = total(profile, &WorkloadStep::stepTimeS),
                            reading = total(profile, &WorkloadStep::ioTimeS);
        if (!step || !reading || !(step->value > reading->value))
            return {};
        model.tCompS = step->value - reading->value;
    }
    if (!validate(model))
        return {};
    const Prediction prediction = predict(model);
    if (prediction.pMax < 2 || prediction.landmarks.pStar > 1)
        return {};
    const auto seconds = [](double value) { return timeText(value); };
    const std::vector<double>& steps = prediction.columns.tStep;
    const auto best = std::min_element(steps.begin() + 1, steps.end());
    const int p = static_cast<int>(best - steps.begin()) + 1;
    if (!std::isfinite(*best))
        return formatMessage("Here the axis buys nothing: {}.", neverFinishesReason(model, p));
    return model.scaling == Scaling::Weak
               ? formatMessage(
                     "Here the axis buys nothing. With the {}, no p up to {} does more per "
                     "second than one worker.",
                     titleOf(model.primaryExchange().pattern), prediction.pMax)
               : formatMessage(
                     "Here the axis buys nothing. A step takes {} on one worker. With the {} "
                     "it takes at least {}, at p = {}, the best p up to {}.",
                     seconds(steps.front()), titleOf(model.primaryExchange().pattern), seconds(*best), p,
                     prediction.pMax);
}

}  // namespace scalewright
