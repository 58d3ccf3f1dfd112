// SPDX-License-Identifier: GPL-3.0-or-later
// The time a step waits because its workers do not finish together (formulas in terms.h).
#pragma once

#include "core/model/scaling/jitter_table.h"
#include "core/model/scaling/terms.h"

namespace scalewright {

/// Whether any worker waits because of jitter.
[[nodiscard]] bool hasJitterWaiting(const DesignTerms& terms);

/// How late the awaited worker is, in standard deviations: at p workers, or for p = 1…pMax (array index p-1), with
/// latenessIndex(p) in place of p. Valid until the next call.
[[nodiscard]] JitterTable& latenessTable(const DesignTerms& terms, int localSteps);
/// Index into that table for p workers: a barrier waits for the K-th of all workers that have work, bounded staleness
/// for the slowest of the useful ones.
[[nodiscard]] int latenessIndex(const DesignTerms& terms, int p);

/// Seconds a step waits because of uneven shards; 0 at p = 1.
[[nodiscard]] double skewWaitingS(const DesignTerms& terms, int p, double computeS);

/// Seconds a step waits because of jitter `sigmaS`, if the awaited worker is `lateness` late. 0 at p = 1; negative if b
/// > p/2 (the first half of the workers is early). `undisturbedS` is t, needed for bounded staleness only.
[[nodiscard]] double jitterWaitingS(const DesignTerms& terms, int p, double sigmaS, double lateness,
                                    double undisturbedS, int localSteps);

}  // namespace scalewright
