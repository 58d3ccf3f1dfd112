// SPDX-License-Identifier: GPL-3.0-or-later
// Notes on a measured ladder: what its base, runs and landmarks do not show, and what looks wrong.
#pragma once

#include "core/evidence/ladder/ladder.h"

namespace scalewright {

/// Fraction by which the sum of rounded columns may exceed the time.
inline constexpr double partsRoundingTolerance = 0.01;
inline constexpr double wideSpreadRatio = 1.5;  ///< a repeat beyond this multiple of the median counts as far from it

/// Sets fastestCaveat, kneeCaveat, baseNote and kneeNote. Precondition: the speedups, baseP, fastestP and kneeP are
/// set.
void setLandmarkNotes(MeasuredLadder& ladder);

/// Sets runsNote and adds the warnings. Precondition: the rungs have runs, parts, quality and reachesTarget.
void addRunNotes(MeasuredLadder& ladder);

[[nodiscard]] bool hasOneRunPerRung(const MeasuredLadder& ladder);

/// The rung whose runs differ by a factor of three or more, so that they are unlikely to be repeats; nullptr if there
/// is no such rung.
[[nodiscard]] const Rung* findInconsistentRung(const MeasuredLadder& ladder);

/// "repeats at p = 8 differ by 30×"; otherwise "some runs failed"; otherwise "one run per point" if no p was measured
/// more than once; otherwise empty.
[[nodiscard]] std::string repeatsNote(const MeasuredLadder& ladder);

/// What weakens statements about these runs: "one run per point", "weak scaling guessed", "measured at 10 Gbit/s".
[[nodiscard]] std::vector<std::string> weaknessesOf(const MeasuredLadder& ladder);

}  // namespace scalewright
