// The prediction ledger: what was predicted on a day, held against what was measured since.
#pragma once

#include <string>
#include <vector>

#include "core/measured/ladder.h"
#include "core/project/project.h"

namespace scalewright {

/// The shown variant's parameters as they stand, under a name and date. Error (Input): the project implies no model.
[[nodiscard]] Result<FrozenPrediction> freeze(const Project& project, const std::string& name, const std::string& date);

/// The model of a frozen prediction. Error (Input): what it misses.
[[nodiscard]] Result<ScalingModel> scalingModel(const FrozenPrediction& frozen);

/// From predicted to measured T(p), seconds: predicted + the bars = measured, exactly.
struct Waterfall {
    int p = 1;
    double predictedS = 0;
    double measuredS = 0;
    double computeS = 0;      ///< measured compute beyond T_comp/p
    double latencyS = 0;      ///< communication beyond the predicted, as far as it goes with the pattern's latency factor
    double bandwidthS = 0;    ///< … and with its bandwidth factor
    double communicationS = 0;///< where the ladder cannot tell latency from bandwidth (one p)
    double waitingS = 0;
    double ioS = 0;
    double unexplainedS = 0;  ///< everything, where only total times were measured
};

/// At every p of the ladder. Precondition: the ladder's times are in seconds of the same step (`scale` turns a ladder's run
/// into steps: T_step = T_run / scale).
[[nodiscard]] std::vector<Waterfall> waterfalls(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale = 1);

}  // namespace scalewright
