// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/attribution/attribution_text.h"

#include <algorithm>
#include <vector>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/ladder/fixed_work.h"

namespace scalewright {

namespace {

constexpr double minimumMentionedFolds = 0.005;

struct NamedLoss {
    double folds;
    std::string name;
    const char* gainName;  ///< name of the part that gained time, if folds < 0
};

std::string lossBreakdownText(const LostFolds& lost, const Attribution& attribution, bool isWaitingSeparate)
{
    const std::string communication = isWaitingSeparate ? "communication" : "communication or waiting";
    const std::string waiting =
        attribution.lateRank ? formatMessage("waiting for {}", rankName(*attribution.lateRank)) : "waiting";
    std::vector<NamedLoss> parts{{lost.communication, communication, "less communication"},
                                 {lost.waiting, waiting, "less waiting"},
                                 {lost.compute, computeLossName(attribution.computeCause), "faster compute"},
                                 {lost.io, "I/O", "less I/O"},
                                 {lost.unattributed, "the unattributed time", "the unattributed time"}};
    std::ranges::stable_sort(parts, [](const NamedLoss& a, const NamedLoss& b) { return a.folds > b.folds; });
    std::string losses, gains;
    for (const NamedLoss& each : parts)
        if (each.folds >= minimumMentionedFolds)
            losses += losses.empty() ? formatMessage("{} takes {} of the missing {}", capitalised(each.name),
                                                     plainFactorText(each.folds), plainFactorText(lost.total))
                                     : formatMessage(", {} {}", each.name, plainFactorText(each.folds));
        else if (each.folds <= -minimumMentionedFolds)
            gains += formatMessage("{}{} regains {}", gains.empty() ? "" : ", ", each.gainName,
                                   plainFactorText(-each.folds));
    const std::string text = capitalised(joinNonEmpty({losses, gains}, "; "));
    return text.empty() ? text : text + ".";
}

}  // namespace

const char* computeLossName(Cause computeCause)
{
    return computeCause == Cause::ComputeInflation ? "compute that grew" : "compute that did not shrink";
}

std::string speedupHeadline(const MeasuredLadder& ladder, const Attribution& attribution)
{
    if (ladder.rungs.size() == 1)
        return formatMessage("Only p = {} is measured: there is no speedup to explain.", ladder.baseP);
    if (ladder.areHostsMixed)
        return formatMessage("No verdict: {}.", ladder.hostsNote);
    const Rung& rung = *ladder.findRung(attribution.explainedP);
    // The speedup of the base is assumed to be its p, so only the factor from there is measured.
    const bool isFromOne = ladder.baseP == 1;
    const std::string measured = plainFactorText(rung.speedup / ladder.baseP) + "×";
    const std::string speedup = isFromOne
                                    ? formatMessage("{} workers give {}", rung.p, measured)
                                    : formatMessage("{} workers are {} as fast as {}", rung.p, measured, ladder.baseP);
    if (!ladder.scalingCaveat.empty())
        return formatMessage("{} if the work grew with p, else {}×.", speedup,
                             plainFactorText(fixedWorkSpeedup(ladder, rung) / ladder.baseP));
    if (ladder.scaling == Scaling::Strong && rung.speedup < ladder.baseP)
        return formatMessage("{} workers are slower than {}: {}.", rung.p, ladder.baseP, measured);
    const std::string result = ladder.scaling == Scaling::Strong ? speedup
                               : isFromOne
                                   ? formatMessage("{} workers do {} the work", rung.p, measured)
                                   : formatMessage("{} workers do {} the work of {}", rung.p, measured, ladder.baseP);
    if (attribution.mainCause == Cause::None)
        return result + (rung.speedup > rung.p ? ": nothing is lost." : ", within 1 % of ideal.");
    return formatMessage(
        "{}, not {}×.", result,
        isFromOne ? fmt::to_string(rung.p) : significantText(static_cast<double>(rung.p) / ladder.baseP));
}

std::string lateRankText(const MeasuredLadder& ladder, const Attribution& attribution)
{
    if (!attribution.lateRank)
        return {};
    const LateRank& late = *attribution.lateRank;
    const Rung& rung = *ladder.findRung(attribution.explainedP);
    const std::string name = capitalised(rankName(late));
    const double withoutS = rung.timeS - late.savedS;
    return withoutS > 0 ? formatMessage("{} {}; without that, p = {} takes {}.", name, latenessText(late), rung.p,
                                        timeText(withoutS))
                        : formatMessage("{} {}.", name, latenessText(late));
}

std::string lossReasonText(const MeasuredLadder& ladder, const Attribution& attribution)
{
    if (!ladder.scalingCaveat.empty())
        return "Flat times mean that the work grew or that p changes nothing.";
    if (ladder.areHostsMixed)
        return "The machines may explain the whole difference.";
    if (ladder.rungs.size() == 1 || attribution.mainCause == Cause::None)
        return lateRankText(ladder, attribution);
    const auto lost = std::ranges::find(attribution.rows, attribution.explainedP, &LostFolds::p);
    if (attribution.readingFolds)
        return formatMessage("Reading, measured at p = {}, explains {} of the missing {} if it does not shrink.",
                             ladder.baseP, plainFactorText(*attribution.readingFolds), plainFactorText(lost->total));
    const bool isWaitingSeparate =
        lost->waiting >= lost->communication || (!ladder.findRung(attribution.explainedP)->commMayIncludeWaiting &&
                                                 !ladder.rungs.front().commMayIncludeWaiting);
    return lost->hasParts
               ? joinNonEmpty(
                     {lossBreakdownText(*lost, attribution, isWaitingSeparate), lateRankText(ladder, attribution)}, " ")
               : formatMessage("Only total times: the cause of the missing {} is unknown.",
                               plainFactorText(lost->total));
}

std::string fastestRunText(const MeasuredLadder& ladder, const Attribution& attribution)
{
    const int p = ladder.fastestP;
    if (p == attribution.explainedP || p == ladder.baseP || ladder.areHostsMixed || !ladder.scalingCaveat.empty())
        return {};
    return formatMessage("Fastest: {}× at {}.", plainFactorText(ladder.findRung(p)->speedup / ladder.baseP), p);
}

std::string limitText(const Attribution& attribution)
{
    const Cause cause = attribution.mainCause;
    const bool isKnown = cause != Cause::Unknown && cause != Cause::None && cause != Cause::Undecided;
    return isKnown ? formatMessage("Limited by {}.", titleOf(cause)) : "";
}

}  // namespace scalewright
