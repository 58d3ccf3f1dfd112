// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `fit-comm`: latency and bandwidth of timed collectives, how certain they are, and the options to pass
// to predict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/commfit.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// The rows of one collective, with their fit or the reason why there is no fit.
struct FittedCollective {
    std::string collective;
    ExchangeCost cost;
    Result<CommFit> fit;
    std::vector<std::string> warnings;
    bool hasMixedNetworks = false;  ///< if true, the first warning explains it
};

/// `parts`: the group's rows, one part per file. `requestedPattern`: the pattern whose parameters are fitted, instead
/// of the one that the rows name. `linkBytesPerS`: bandwidth of one worker's link.
[[nodiscard]] FittedCollective fitCollective(const TimingGroup& group, const std::vector<NamedTimings>& parts,
                                             const std::optional<Pattern>& requestedPattern,
                                             const std::optional<double>& linkBytesPerS);

/// `fits`: at least one, the requested one first. `otherContents`: what else the files contain.
[[nodiscard]] Answer commFitAnswer(const std::vector<FittedCollective>& fits,
                                   const std::vector<std::string>& otherContents);

}  // namespace scalewright
