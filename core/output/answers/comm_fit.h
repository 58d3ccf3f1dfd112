// What `fit-comm` answers: latency and bandwidth of timed collectives, how sure they are, and what predict takes of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/commfit.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// One collective's rows, and their fit or why the rows refuse one.
struct FittedCollective {
    std::string collective;
    ExchangeCost cost;
    Result<CommFit> fit;
    std::vector<std::string> warnings;
    bool notOneNetwork = false;  ///< then the first warning says so
};

/// `parts`: the group's rows as they came, a part a file. `asked`: whose constants to fit, instead of what the rows
/// name. `linkBytesPerS`: what one worker's link carries.
[[nodiscard]] FittedCollective fitCollective(const TimingGroup& group, const std::vector<NamedTimings>& parts,
                                             const std::optional<Pattern>& asked,
                                             const std::optional<double>& linkBytesPerS);

/// `fits`: at least one, the one that is asked for first. `leftOut`: what the files hold besides.
[[nodiscard]] Answer commFitAnswer(const std::vector<FittedCollective>& fits, const std::vector<std::string>& leftOut);

}  // namespace scalewright
