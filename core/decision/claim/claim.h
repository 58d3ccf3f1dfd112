// SPDX-License-Identifier: GPL-3.0-or-later
// What the program claims about a project: the plan, why not its neighbours, what limits it, and what weakens it.
//
// Computed once per change (Analysis::claim). Pages, commands, slides and reports render its members instead of
// deriving them again.
//
//     const Claim claim = makeClaim(project, forecast, attribution);
//     claim.whyThisP;              // "the knee: 8 would save 54.0 s for $0.54 more; 16 is slower …"
//     claim.weaknesses.front();    // "one run per point": the mark in every headline
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/decision/attribution/attribution.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/plan/forecast.h"
#include "core/decision/plan/served.h"

namespace scalewright {

/// A part of the time at the plan's p: "communication", 95 of 206 s.
struct TimeLimit {
    std::string part;
    double timeS = 0, share = 0;
};

/// The cause of the lost speedup, from the strongest evidence that exists.
struct ClaimedCause {
    Cause cause = Cause::Unknown;
    int p = 1;  ///< where it was found
    std::string part;  ///< "communication"; empty unless the cause is a part of the time
    double lostFolds = 0;  ///< that the part takes
    double totalLostFolds = 0;  ///< p - S
    std::string evidence;  ///< "parts of the ladder"
    std::optional<LateRank> lateRank;
};

/// The p that the plan's is compared with first.
struct AlternativeP {
    int p = 1;
    bool isBetter = false;  ///< no slower, no more expensive, and better in one of the two: findDominatingP
};

struct Claim {
    std::optional<CurveKind> curveKind;  ///< shownCurveKind()
    std::optional<SpeedupAtP> speedup;  ///< at the plan's p; absent without a plan and for a service
    /// What the plan's p serves, if the throughput decides it (isPlannedByThroughput).
    std::optional<ServedAtP> served;
    RunTimeAndCost run;  ///< at the plan's p
    /// A p that is better, or else the fastest; absent if that is the plan's, is not feasible or is not known, and for a
    /// plan of one machine unless another p is better.
    std::optional<AlternativeP> alternative;
    /// The rule that chose p, if it is more than a comparison, and one statement about the neighbouring p,
    /// `alternative` first, without a full stop; empty without a plan or a neighbour.
    std::string whyThisP;
    std::optional<TimeLimit> limit, nextLimit;  ///< the largest parts of the time at the plan's p
    std::optional<ClaimedCause> cause;
    /// The user chose a p, but nothing shows what limits the speedup (Table 41.7.1: deciding never comes before
    /// attributing).
    bool isChosenWithoutCause = false;
    /// How the shown ladder contradicts the prediction: a step time that is far off (MeasuredLadder::stepMismatch), or
    /// else the p whose predicted speedup is furthest outside the measured interval: "7.0× measured at p 16, where
    /// 0.58× is predicted". Empty if they agree within a quarter or within that interval everywhere, or cannot be
    /// compared (strong versus weak scaling, no prediction at that p, an assumed ladder).
    std::string disagreement;
    /// A few words each, the one most likely to change the decision first.
    std::vector<std::string> weaknesses;

    /// Why there is no plan although a curve exists: no p is feasible. Empty otherwise.
    std::string whyNoPlan;
    std::vector<std::string> waysOut;  ///< what would make a p feasible, one statement each
};

/// "computation takes 106 s of 206 s, then communication 95.0 s"; empty without a limit.
[[nodiscard]] std::string limitText(const Claim& claim);

/// `attribution`: of the shown ladder; may be nullptr.
[[nodiscard]] Claim makeClaim(const Project& project, const Forecast& forecast, const Attribution* attribution);

}  // namespace scalewright
