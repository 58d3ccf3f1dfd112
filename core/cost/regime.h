// What paying for machines another way does to a run: on demand, spot, owned (book 41.7, section 4).
//
// On demand is the price list. Spot is a share of it, and nodes that the provider takes back: like failures
// (core/scaling/failures.h) at the rate N/M of the N nodes in use, met by what slot 5 of the design chose. Owned is
// amortisation and power, over the share of the time that the machines are busy:
//
//     (purchase/lifetime + g P load tariff PUE)/utilisation   a node-hour, g workers of P watts
//
// Machines that are bought for these runs alone are busy for what the runs take, at every p another share of the month:
// a price that depends on p, and so does which p is the cheapest.
//
//     RegimeTerms terms = regimeTerms(project);
//     MeasuredLadder spot = preempted(ladder, project);      // every time as it would be expected on spot
#pragma once

#include "core/cost/cost.h"
#include "core/ladder/ladder.h"
#include "core/scaling/terms.h"

namespace scalewright {

struct Target;
struct Proposal;

/// Hours of a month: a twelfth of 365.25 days.
inline constexpr double hoursPerMonth = 730.5;

/// Of the target's fields, with the book's factors for those that it does not give.
[[nodiscard]] RegimeTerms regimeTerms(const Target& target);
/// The same, with the goal's runs a month.
[[nodiscard]] RegimeTerms regimeTerms(const Proposal& proposal);

/// Whether owned machines are busy for the month's runs and nothing else: what they cost an hour and the runs are
/// given, a utilisation is not.
[[nodiscard]] bool ownedForTheRuns(const RegimeTerms& terms);

/// Of the node-hour of machines owned for the month's runs, at every point of the curve: what they cost an hour over
/// the share u of the month that is busy, u = n T/month. Infinite where so many runs take longer than the month. `runs`
/// as in moneyPoints. Precondition: ownedForTheRuns.
[[nodiscard]] std::vector<double> ownedPrices(const RegimeTerms& terms, const ScalingCurve& curve, double runs = 1);

/// Expected time of a run of `runS` on so many nodes, failures memoryless. With checkpoints every tau (Young 1974, Daly
/// 2006: the given interval or Daly's) the run is whole segments of tau + delta and a last one that writes nothing,
/// each started again after a failure: exactly sum M e^{R/M}(e^{w/M} - 1); where nothing fails, the run and what it
/// writes. Other recoveries: failureFactor. Infinite where a double cannot hold it. Preconditions: runS > 0, nodes
/// >= 1.
[[nodiscard]] double expectedRunS(double runS, const DesignTerms& terms, int nodes);

/// The proposal on spot: that price, and nodes lost to failures or to the provider, 1/M = 1/M_failures + 1/M_spot.
[[nodiscard]] Proposal onSpot(Proposal proposal, double priceUsdPerHour);

/// The ladder with every time as expected on spot, and what follows from times. What preemption adds is nobody's part.
/// The ladder itself where target.spot_mtbf_s is absent, and one of throughputs: how long a job runs is not known.
[[nodiscard]] MeasuredLadder preempted(const MeasuredLadder& ladder, const Proposal& proposal);

/// What is predicted, as expected on spot: `onSpot` is the prediction of onSpot(proposal). Where the plan gives the
/// run's steps and the design recovers by checkpoints, each time is that of the run on demand times
///     E(failures and preemption)/E(failures alone)      E: expectedRunS of the run as nothing disturbs it
/// so that it never falls below the time on demand. Else onSpot's own: Daly's rate, of a run without end
///(core/scaling/failures.h).
[[nodiscard]] Prediction preempted(Prediction onSpot, const Prediction& onDemand, bool runIsKnown);

/// How losing nodes is met and what is taken for granted, in words, for the regime spot. `ofAStep`: the run's length is
/// not known.
[[nodiscard]] std::string preemptionNote(const Proposal& proposal, bool ofAStep = false);

}  // namespace scalewright
