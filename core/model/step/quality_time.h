// Time to a quality, beside time per step: a faster step is no gain where it takes more of them (McCandlish et al.
// 2018, section 2.1).
//
// B is the batch of a step: the project's where the work is fixed, p times one worker's where it grows with p (weak
// scaling).
//
//   steps     S = S_min (1 + B_crit/B)      a batch without end needs S_min, one of B_crit twice as many
//   examples  E = S B = E_min (1 + B/B_crit), E_min = S_min B_crit
//   time      S T(p)
//
// Not modelled: what staleness, local steps, gossip or partial participation cost in steps; a critical batch that grows
// during training (it is an average); a learning rate that was not adapted to the batch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/scaling/model.h"
#include "core/project/document/baseline.h"

namespace scalewright {

struct Project;

struct StatisticalEfficiency {
    double batch = 1;  ///< of a step; of one worker where the work grows with p
    double criticalBatch = 1;  ///< B_crit, examples
    double minSteps = 1;  ///< S_min
};

/// nullopt unless batch, critical batch and fewest steps are all given and above 0.
[[nodiscard]] std::optional<StatisticalEfficiency> statisticalEfficiency(const Baseline& baseline);

/// S_min (1 + B_crit/B). Precondition: batch > 0.
[[nodiscard]] double stepsToQuality(const StatisticalEfficiency& efficiency, double batch);

struct ToQuality {
    int p = 1;
    double batch = 1;
    double steps = 1;
    double timeS = 0;
    std::optional<double> costUsd;  ///< where the model has a price
};
/// Precondition: p >= 1, and at most mostWorkers.
[[nodiscard]] ToQuality toQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int p);
/// The p in 1…searched(model, pMax) with the least time to the quality, the smallest on ties.
[[nodiscard]] ToQuality fastestToQuality(const ScalingModel& model, const StatisticalEfficiency& efficiency, int pMax);

/// What the speed of a step does not tell of the project at the plan's p: time to the quality where it can be told;
/// else a caution for every choice that may cost steps (staleness, rare exchanges, a batch that grows). Empty where
/// nothing leans on it.
[[nodiscard]] std::vector<std::string> qualityNotes(const Project& project, const ScalingModel& model, int planP,
                                                    int pMax);

}  // namespace scalewright
