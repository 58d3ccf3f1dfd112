// What paying for machines another way does to a run: on demand, spot, owned (book 41.7, section 4).
//
// On demand is the price list. Spot is a share of it, and nodes that the provider takes back: like failures
// (core/model/scaling/failures.h) at the rate N/M of the N nodes in use, met by what slot 5 of the design chose. Owned is
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

#include "core/decision/cost/cost.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/terms.h"

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

/// The proposal on spot: that price, and nodes lost to failures or to the provider, 1/M = 1/M_failures + 1/M_spot.
[[nodiscard]] Proposal onSpot(Proposal proposal, double priceUsdPerHour);

/// The ladder with every time as expected on spot, and what follows from times. What preemption adds is nobody's part.
/// S is against the base undisturbed, as the prediction has it, so that one that never finishes takes no S from others.
/// The ladder itself where target.spot_mtbf_s is absent, and one of throughputs: how long a job runs is not known.
[[nodiscard]] MeasuredLadder preempted(const MeasuredLadder& ladder, const Proposal& proposal);

/// How losing nodes is met and what is taken for granted, in words, for the regime spot. `ofAStep`: the run's length is
/// not known.
[[nodiscard]] std::string preemptionNote(const Proposal& proposal, bool ofAStep = false);

}  // namespace scalewright
