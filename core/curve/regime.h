// What paying for machines another way does to a run: on demand, spot, owned (book 41.7, section 4).
//
// On demand is the price list. Spot is a share of it, and nodes that the provider takes back: like failures (core/scaling/failures.h) at
// the rate N/M of the N nodes in use, met by what slot 5 of the design chose. Owned is amortisation and power, over the share of the
// time that the machines are busy:
//
//     (purchase/lifetime + g P load tariff PUE)/utilisation   a node-hour, g workers of P watts
//
//     RegimeTerms terms = regimeTerms(project.target);
//     MeasuredLadder spot = preempted(ladder, project);      // every time as it would be expected on spot
#pragma once

#include "core/curve/cost.h"
#include "core/ladder/ladder.h"
#include "core/scaling/terms.h"

namespace scalewright {

struct Target;
struct Proposal;

/// Of the target's fields, with the book's factors for those that it does not give.
[[nodiscard]] RegimeTerms regimeTerms(const Target& target);

/// Expected time of a run of `runS` on so many nodes, failures memoryless. With checkpoints every tau (Young 1974, Daly 2006: the given
/// interval or Daly's) the run is whole segments of tau + delta and a last one that writes nothing, each started again after a failure:
/// exactly sum M e^{R/M}(e^{w/M} - 1). Other recoveries: failureFactor. Infinite where a double cannot hold it.
/// Preconditions: runS > 0, nodes >= 1.
[[nodiscard]] double expectedRunS(double runS, const DesignTerms& terms, int nodes);

/// The proposal on spot: that price, and nodes lost to failures or to the provider, 1/M = 1/M_failures + 1/M_spot.
[[nodiscard]] Proposal onSpot(Proposal proposal, double priceUsdPerHour);

/// The ladder with every time as expected on spot, and what follows from times. What preemption adds is nobody's part. The ladder itself
/// where target.spot_mtbf_s is absent.
[[nodiscard]] MeasuredLadder preempted(const MeasuredLadder& ladder, const Proposal& proposal);

/// How losing nodes is met and what is taken for granted, in words, for the regime spot.
[[nodiscard]] Message preemptionNote(const Proposal& proposal);

}  // namespace scalewright
