// Where the missing folds of a speedup went, in two sentences: what a report quotes and an answer begins with.
#pragma once

#include <string>

#include "core/decision/attribution/attribution.h"

namespace scalewright {

/// "8 workers give 3.88×, not 8×." of the p at which the argument is made.
[[nodiscard]] std::string speedupHeadline(const MeasuredLadder& ladder, const Attribution& why);

/// "Communication takes 2.25 of the missing 4.12, waiting 1.86."; empty where nothing is lost or one p was measured.
[[nodiscard]] std::string lossBecause(const MeasuredLadder& ladder, const Attribution& why);

}  // namespace scalewright
