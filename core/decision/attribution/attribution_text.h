// SPDX-License-Identifier: GPL-3.0-or-later
// Where the missing folds of a speedup went, in two sentences: quoted by reports, and the start of an answer.
#pragma once

#include <string>

#include "core/decision/attribution/attribution.h"

namespace scalewright {

/// What the lost folds of compute are called everywhere: "compute that did not shrink", "compute that grew".
[[nodiscard]] const char* computeLossName(Cause computeCause);

/// "8 workers give 3.88×, not 8×." at explainedP.
[[nodiscard]] std::string speedupHeadline(const MeasuredLadder& ladder, const Attribution& attribution);

/// "Rank 1 computes 40.0 ms longer; without that, p = 4 takes 50.0 ms."; empty if no rank is late at explainedP.
[[nodiscard]] std::string lateRankText(const MeasuredLadder& ladder, const Attribution& attribution);

/// "Communication takes 2.25 of the missing 4.12, waiting 1.86."; empty if nothing is lost or only one p was measured.
[[nodiscard]] std::string lossReasonText(const MeasuredLadder& ladder, const Attribution& attribution);

/// "Fastest: 3.88× at 8."; empty if that is explainedP or the base.
[[nodiscard]] std::string fastestRunText(const MeasuredLadder& ladder, const Attribution& attribution);

/// "Limited by the communication wall."; empty unless one known cause is the main one.
[[nodiscard]] std::string limitText(const Attribution& attribution);

}  // namespace scalewright
