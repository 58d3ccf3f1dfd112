// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON form of an attribution.
#include "core/output/answers/attribution.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright {

namespace {

constexpr const char* ioNotSeparateReason = "input and output were not measured separately from waiting";

Json lostFoldRows(const MeasuredLadder& ladder, const Attribution& attribution)
{
    std::size_t row = 0;
    return listOf(ladder.rungs, [&](const Rung& rung) {
        const LostFolds& lost = attribution.rows[row++];
        const char* missingReason = lost.hasParts ? "no run reports this part of its time" : onlyTotalsReason;
        const auto interval = [](const char* key, bool isKnown, double value, const Interval& ends) {
            return Field(key, when(isKnown, intervalFields(value, ends)));
        };
        const bool hasIntervals = lost.intervals.has_value();
        const LostFolds::Intervals ends = lost.intervals.value_or(LostFolds::Intervals{});
        const TimeParts parts = rung.parts.value_or(TimeParts{});
        const auto share = [&](const char* key, bool isKnown, double part) {
            return rung.parts ? Field(key, when(isKnown, part / rung.timeS), missingReason) : Field(Json::Object());
        };
        return objectOf(
            {{"p", rung.p},
             {"lost_folds", lost.total},
             {"communication", when(lost.isCommunicationMeasured, lost.communication), missingReason},
             {"waiting", when(lost.isWaitingMeasured, lost.waiting), missingReason},
             {"serial", when(lost.isComputeMeasured, lost.compute), missingReason},
             {"io", when(lost.hasParts && ladder.hasSeparateIo, lost.io),
              lost.hasParts ? ioNotSeparateReason : onlyTotalsReason},
             {"unattributed", lost.unattributed},
             interval("communication_interval", hasIntervals, lost.communication, ends.communication),
             interval("waiting_interval", hasIntervals, lost.waiting, ends.waiting),
             interval("serial_interval", hasIntervals, lost.compute, ends.compute),
             interval("io_interval", hasIntervals && ladder.hasSeparateIo, lost.io, ends.io),
             {"t", rung.timeS},
             interval("t_interval", rung.timeInterval.has_value(), rung.timeS, rung.timeInterval.value_or(Interval{})),
             {"repeats", rung.repeats},
             runCountFields(rung),
             {"speedup", rung.speedup},
             interval("speedup_interval", rung.speedupInterval.has_value(), rung.speedup,
                      rung.speedupInterval.value_or(Interval{})),
             {"efficiency", rung.efficiency},
             {"karp_flatt", rung.karpFlatt,
              rung.p == ladder.baseP              ? "undefined at the base p"
              : ladder.scaling == Scaling::Strong ? "needs the time at p = 1"
                                                  : "defined only for strong scaling"},
             {"parts", when(rung.parts.has_value(), objectOf({{"comp", parts.compS},
                                                              {"comm", parts.commS},
                                                              {"idle", parts.idleS},
                                                              {"io", parts.ioS},
                                                              {"rest", parts.unattributedS}}))},
             share("comm_share", rung.isCommKnown, parts.commS),
             share("idle_share", rung.isIdleKnown, parts.idleS),
             {"quality", rung.quality},
             {"reaches_target",
              when(ladder.qualityTarget.has_value(), rung.quality ? Json(rung.reachesTarget) : Json())},
             otherColumnFields(rung)});
    });
}

std::optional<Json::Object> lateRankFields(const std::optional<LateRank>& late)
{
    if (!late)
        return std::nullopt;
    return objectOf({{"rank", late->rank, "the program's lines have no rank="},
                     {"behind_s", late->behindS},
                     {"saved_s", late->savedS},
                     {"longer_part", ifAny(late->longerPart)},
                     {"longer_s", when(!late->longerPart.empty(), late->longerS)}});
}

Json whatIfsJson(const std::vector<WhatIfResult>& results)
{
    return listOf(results, [](const WhatIfResult& each) {
        return objectOf({{"cause", nameOf(each.cause)},
                         {"assumption", remedyAssumption(each.cause)},
                         {"knee_p", each.ladder.kneeP},
                         {"fastest_p", each.ladder.fastestP},
                         {"effect", each.effect},
                         {"rows", lostFoldRows(each.ladder, attributeLostFolds(each.ladder))}});
    });
}

std::optional<Json::Object> fixedWorkAttributionFields(const std::optional<LadderInput>& fixedWorkInput)
{
    if (!fixedWorkInput)
        return std::nullopt;
    const Attribution fixed = attributeLostFolds(fixedWorkInput->measured);
    return objectOf({{"knee_p", fixedWorkInput->measured.kneeP},
                     {"fastest_p", fixedWorkInput->measured.fastestP},
                     {"owner", nameOf(fixed.mainCause)},
                     {"sentence", fixed.summary},
                     {"remedy", fixed.remedyText}});
}

}  // namespace

Json::Object attributionFields(const LadderInput& input, const Attribution& attribution,
                               const std::vector<WhatIfResult>& whatIfResults)
{
    const MeasuredLadder& ladder = input.measured;
    return objectOf({{"knee_p", when(ladder.rungs.size() > 1, ladder.kneeP), ladder.kneeNote},
                     {"owner", nameOf(attribution.mainCause)},
                     {"owner_decided", attribution.isDecided},
                     {"owner_evidence", nameOf(attribution.evidence)},
                     {"contenders", listOf(attribution.contenders, nameOf<Cause>)},
                     trackRecordField(attribution.trackRecord, attribution.calibrationText,
                                      attribution.isInferred ? onlyTotalsReason
                                      : attribution.evidence == FoldEvidence::Repeats
                                          ? "no owner was determined from the parts, so there are no statistics"
                                          : "no repeated runs have parts, so there are no statistics"),
                     {"rows", lostFoldRows(ladder, attribution)},
                     {"late_rank", lateRankFields(attribution.lateRank)},
                     {"knee_note", ifAny(ladder.kneeNote)},
                     {"fastest_p", ladder.fastestP},
                     {"fastest_doubt", ifAny(ladder.fastestCaveat)},
                     {"knee_doubt", ifAny(ladder.kneeCaveat)},
                     {"if_fixed", fixedWorkAttributionFields(withFixedWork(input))},
                     {"at_p", attribution.explainedP},
                     {"inferred", attribution.isInferred},
                     {"confidence", attribution.confidence},
                     {"remedy", attribution.remedyText},
                     {"sentence", attribution.summary},
                     {"beyond", ifAny(attribution.slowdown)},
                     ladderFields(input),
                     {"what_if", when(!whatIfResults.empty(), whatIfsJson(whatIfResults))}});
}

}  // namespace scalewright
