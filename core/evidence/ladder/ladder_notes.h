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

/// Sets hostsNote and areHostsMixed. Runs on one type of machine form a ladder, and so do the nodes of a cluster: jobs of
/// Slurm, or hosts whose names differ only in their number. If the types are unknown, the ladder is usable only as far
/// as some host ran both the base and the other p.
void setHostsNote(MeasuredLadder& ladder, const Ladder& source);

[[nodiscard]] bool hasOneRunPerRung(const MeasuredLadder& ladder);

/// The rung whose runs differ by a factor of three or more, so that they are unlikely to be repeats; nullptr if there
/// is no such rung.
[[nodiscard]] const Rung* findInconsistentRung(const MeasuredLadder& ladder);

/// The most efficient p if its efficiency is above 2. Caches make workers faster than one, but rarely twice as fast: it
/// is likely that the runs did not do the same work. Null if there is no such rung.
[[nodiscard]] const Rung* findImplausibleRung(const MeasuredLadder& ladder);

/// "repeats at p = 8 differ by 30×"; otherwise "some runs failed"; otherwise "one run per point" if no p was measured
/// more than once; otherwise empty.
[[nodiscard]] std::string repeatsNote(const MeasuredLadder& ladder);

/// What weakens statements about these runs: "one run per point", "weak scaling guessed", "measured at 10 Gbit/s", "4
/// workers on 2 cores". `p`: the largest one that the statement is about; absent: all.
[[nodiscard]] std::vector<std::string> weaknessesOf(const MeasuredLadder& ladder, std::optional<int> p = {});

}  // namespace scalewright
