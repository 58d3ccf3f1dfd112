// SPDX-License-Identifier: GPL-3.0-or-later
// Time to reach a quality, in addition to time per step: a faster step gains nothing if more steps are needed
// (McCandlish et al. 2018, section 2.1).
//
// B is the batch per step: the project's if the work is fixed, p times one worker's if it grows with p (weak scaling).
//
//     steps     S = S_min (1 + B_crit/B)      an unlimited batch needs S_min, a batch of B_crit twice as many
//     examples  E = S B = E_min (1 + B/B_crit), E_min = S_min B_crit
//     time      S T(p)
//
// Not modelled: the additional steps due to staleness, local steps, gossip or partial participation; a critical batch
// that grows during training (it is an average); a learning rate that was not adapted to the batch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/scaling/model.h"
#include "core/project/document/baseline.h"

namespace scalewright {

struct Project;

struct StatisticalEfficiency {
    double batch = 1;  ///< per step; under weak scaling, per worker and step
    double criticalBatch = 1;  ///< B_crit, examples
    double minSteps = 1;  ///< S_min
};

/// nullopt unless batch, critical batch and minimum steps are all set and above 0.
[[nodiscard]] std::optional<StatisticalEfficiency> statisticalEfficiency(const Baseline& baseline);

/// S_min (1 + B_crit/B). Precondition: batch > 0.
[[nodiscard]] double stepsToQuality(const StatisticalEfficiency& efficiency, double batch);

struct TimeToQuality {
    int p = 1;
    double batch = 1;
    double steps = 1;
    double timeS = 0;
    std::optional<double> costUsd;  ///< absent if the model has no price
};
/// Precondition: p >= 1, and at most maximumWorkers.
[[nodiscard]] TimeToQuality timeToQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int p);
/// The p in 1…searchLimit(model, pMax) with the shortest time to the quality; the smallest such p on ties.
[[nodiscard]] TimeToQuality fastestTimeToQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency,
                                                 int pMax);

/// What the time per step does not show about the project at the plan's p: the time to the quality if it is known,
/// otherwise a caution for every choice that may cost steps (staleness, rare exchanges, a growing batch). Empty if
/// there is nothing to report.
[[nodiscard]] std::vector<std::string> qualityNotes(const Project& project, const ScalingModel& model, int planP,
                                                    int pMax);

}  // namespace scalewright
