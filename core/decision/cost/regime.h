// SPDX-License-Identifier: GPL-3.0-or-later
// How paying for machines in another way affects a run: on demand, spot, owned (book 41.7, section 4).
//
// On demand is the list price. Spot costs a share of it, but the provider may take nodes back: like failures
// (core/model/scaling/failures.h) at the rate N/M of the N nodes in use, handled by the choice in slot 5 of the design.
// Owned is amortisation and power, divided by the share of the time that the machines are busy:
//
//     (purchase/lifetime + g P load tariff PUE)/utilisation   per node-hour, g workers of P watts
//
// Machines bought for these runs alone are busy only while the runs last, a different share of the month at every p:
// the price depends on p, and so does the cheapest p.
//
//     PricingTerms terms = regimeTerms(project);
//     MeasuredLadder spot = withPreemption(ladder, project);      // every time as expected on spot
#pragma once

#include "core/decision/cost/cost.h"
#include "core/evidence/ladder/ladder.h"
#include "core/model/scaling/terms.h"

namespace scalewright {

struct Target;
struct Proposal;

/// Hours per month: a twelfth of 365.25 days.
inline constexpr double hoursPerMonth = 730.5;

/// From the fields of the target, with the book's factors for those that are not set.
[[nodiscard]] PricingTerms regimeTerms(const Target& target);
/// The same, with the runs per month of the goal.
[[nodiscard]] PricingTerms regimeTerms(const Proposal& proposal);

/// True if owned machines are busy only with the month's runs: their cost per hour and the runs are set, but not a
/// utilisation.
[[nodiscard]] bool isOwnedForRunsOnly(const PricingTerms& terms);

/// The price per node-hour of machines owned for the month's runs, at every point of the curve: their cost per hour
/// divided by the share u of the month that they are busy, u = n T/month. Infinite if that many runs take longer than
/// the month. `runs` as in timeCostPoints. Precondition: isOwnedForRunsOnly.
[[nodiscard]] std::vector<double> ownedPricesUsdPerHour(const PricingTerms& terms, const ScalingCurve& curve,
                                                        double runs = 1);

/// The proposal on spot nodes: at that price, with nodes lost to failures or to the provider, 1/M = 1/M_failures +
/// 1/M_spot.
[[nodiscard]] Proposal withSpotNodes(Proposal proposal, double priceUsdPerHour);

/// The ladder with every time as expected on spot nodes, and the values derived from the times. The time that
/// preemption adds belongs to no part. S is relative to the undisturbed base, as in the prediction, so that a base that
/// never finishes does not remove the S of other p. Unchanged if target.spot_mtbf_s is absent, and for throughputs,
/// whose job length is unknown.
[[nodiscard]] MeasuredLadder withPreemption(const MeasuredLadder& ladder, const Proposal& proposal);

/// How lost nodes are handled and what is assumed, in words, for the spot regime. `isSingleStep`: the length of the run
/// is unknown.
[[nodiscard]] std::string preemptionNote(const Proposal& proposal, bool isSingleStep = false);

}  // namespace scalewright
