// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/attribution/attribution.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/attribution/attribution_text.h"
#include "core/decision/attribution/folds.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright {

using namespace attribution;

namespace {

constexpr double mainCauseConfidenceLevel =
    0.99;    // for the difference of the two largest parts: a few equal parts may differ by chance
constexpr double tieTolerance = 1e-9;           // relative to the ideal
constexpr double negligibleLossShare = 0.01;  // relative to the ideal
constexpr double maximumOwnIdleShare = 0.25;  // of the waiting at p; half of it if all of it is input and output
constexpr double minimumNamedChange = 0.005;
constexpr double minimumShownDeviationPercent = 0.01;  // the rounding of the times dominates smaller deviations

struct LossShare {
    Cause cause;
    double folds;
    TimePartMember part;
    std::string partName;
};

/// Largest first.
std::vector<LossShare> sortedLossShares(const LostFolds& lost, Cause computeCause = Cause::SerialFraction)
{
    std::vector<LossShare> ranked{{Cause::CommunicationWall, lost.communication, &TimeParts::commS, "communication"},
                                  {Cause::LoadImbalance, lost.waiting, &TimeParts::idleS, "waiting"},
                                  {computeCause, lost.compute, &TimeParts::compS, computeLossName(computeCause)},
                                  {Cause::InputOutput, lost.io, &TimeParts::ioS, "input and output"},
                                  {Cause::Unknown, lost.unattributed, &TimeParts::unattributedS, "unattributed"}};
    std::ranges::stable_sort(ranked, [](const LossShare& a, const LossShare& b) { return a.folds > b.folds; });
    return ranked;
}

std::string contendersText(const Attribution& attribution)
{
    std::vector<std::string> names;
    for (const Cause cause : attribution.contenders)
        names.push_back(titleOf(cause));
    return joinNonEmpty(names, " / ");
}

/// Suffix of a summary that tells how reliable it is.
std::string evidenceSuffix(const Attribution& attribution, const MeasuredLadder& ladder)
{
    if (attribution.evidence == FoldEvidence::Assumed)
        return " (assumed, not measured)";
    const bool isNamed = attribution.mainCause != Cause::Unknown && attribution.mainCause != Cause::Undecided;
    if (!isNamed || attribution.evidence != FoldEvidence::TooFewRepeats)
        return "";
    const bool hasSingleRuns = std::ranges::all_of(ladder.rungs, [](const Rung& rung) { return rung.repeats == 1; });
    return hasSingleRuns ? " (one run per point)" : " (too few repeats)";
}

/// "Measured: ", used as a prefix of the folds.
std::string evidencePrefix(FoldEvidence evidence)
{
    switch (evidence) {
    case FoldEvidence::Repeats: return "Measured: ";
    case FoldEvidence::TooFewRepeats: return "Too few repeats: ";
    case FoldEvidence::Assumed: break;
    }
    return "Assumed, not measured: ";
}

/// Whether the workers are threads or processes that the command itself started. They exchange data in memory: a worker
/// is busy copying it, or waits.
bool isStartedDirectly(const MeasuredLadder& ladder)
{
    return ladder.command.isKnown() && ladder.command.launcher.empty();
}

/// "communication / waiting": the parts that were not measured and that the cause may include, except input and output.
std::string unmeasuredParts(const MeasuredLadder& ladder, const LostFolds& lost, Cause cause)
{
    std::vector<std::string> names;
    const bool isWaitingAll = cause == Cause::LoadImbalance && lost.isWaitingMeasured && isStartedDirectly(ladder);
    if (!lost.isCommunicationMeasured && !isWaitingAll)
        names.emplace_back("communication");
    if (!lost.isWaitingMeasured)
        names.emplace_back("waiting");
    if (!lost.isComputeMeasured)
        names.emplace_back("compute");
    return joinNonEmpty(names, " / ");
}

/// Lists the unmeasured parts, which the main cause may include.
std::string unmeasuredPartsNote(const MeasuredLadder& ladder, const LostFolds& lost, Cause cause)
{
    const std::string unmeasured = unmeasuredParts(ladder, lost, cause);
    return unmeasured.empty() ? "" : formatMessage("Not measured: {}.", unmeasured);
}

std::string attributionSummary(const MeasuredLadder& ladder, const Attribution& attribution, const LostFolds& lost)
{
    std::vector<std::string> sentences{speedupHeadline(ladder, attribution), lossReasonText(ladder, attribution),
                                       attribution.scalingEnd};
    if (attribution.mainCause == Cause::Unknown && lost.hasParts)
        sentences.emplace_back("Most of the loss has no known cause: no measured part is as large.");
    else if (attribution.mainCause == Cause::Undecided)
        sentences.push_back(formatMessage("The main cause is undecided: {}.", contendersText(attribution)));
    else if (attribution.mainCause != Cause::Unknown && attribution.mainCause != Cause::None)
        sentences.insert(sentences.end(),
                         {limitText(attribution), unmeasuredPartsNote(ladder, lost, attribution.mainCause)});
    return joinNonEmpty(sentences, " ") + evidenceSuffix(attribution, ladder);
}

std::string describeSlowdown(const MeasuredLadder& ladder)
{
    const Rung& best = *ladder.findRung(ladder.fastestP);
    const Rung& last = ladder.rungs.back();
    if (best.p == last.p || last.speedup >= best.speedup)
        return {};
    std::string text = formatMessage("From p = {} to {} the run slows from {} to {}", best.p, last.p,
                                     timeText(best.timeS), timeText(last.timeS));
    if (!best.parts || !last.parts)
        return text + ".";
    std::vector<std::string> changes;
    const auto change = [&](const std::string& name, double from, double to) {
        if (std::abs(to - from) < minimumNamedChange * best.timeS)
            return;
        changes.push_back(formatMessage("{} {} from {} to {}{}", name, to > from ? "grows" : "falls", timeText(from),
                                        timeText(to),
                                        from > 0 ? " (" + plainFactorText(to / from) + "×)" : std::string()));
    };
    change("compute", best.parts->compS, last.parts->compS);
    change("communication", best.parts->commS, last.parts->commS);
    change("waiting", best.parts->idleS, last.parts->idleS);
    change("input and output", best.parts->ioS, last.parts->ioS);
    change("the unattributed time", best.parts->unattributedS, last.parts->unattributedS);
    return joinNonEmpty({std::move(text), capitalised(joinNonEmpty(changes, "; "))}, ". ") + ".";
}

/// What total times alone can show: the shapes that fit them, not the cause.
void describeShapesOfTotals(const MeasuredLadder& ladder, Attribution& attribution, int p)
{
    attribution.isInferred = true;
    attribution.mainCause = Cause::Unknown;
    if (attribution.evidence == FoldEvidence::TooFewRepeats && ladder.findRung(p)->repeats > 1 &&
        ladder.rungs.front().repeats > 1)
        attribution.evidence = FoldEvidence::Repeats;
    if (ladder.scaling == Scaling::Weak) {
        attribution.confidence =
            "Only total times were measured, of a weak-scaling ladder. Slower compute, communication and waiting all "
            "lengthen a step, and totals cannot tell them apart.";
        return;
    }
    const std::size_t rungsAboveBase = ladder.rungs.size() - 1;
    if (rungsAboveBase < 3) {
        attribution.confidence = formatMessage(
            "Only total times were measured, at {} p above the base. A shape needs at least three; parts need none.",
            rungsAboveBase);
        return;
    }
    const fits::LawEvidence evidence = fits::assessLaws(ladder, {Law::Amdahl, Law::Usl}, {});
    if (evidence.best.hasInterval() && ladder.disturbance.empty())
        attribution.scalingEnd = bestSpeedupSentence(evidence.best, ladder.rungs.back().p);
    std::vector<std::string> fitting, excluded;
    for (const fits::ShapeMisfit& shape : evidence.shapes) {
        const std::string name =
            shape.law == Law::Amdahl
                ? formatMessage("a part that takes the same time at every p ({})", titleOf(Law::Amdahl))
            : shape.law == Law::Usl ? formatMessage("an overhead that grows with p ({})", titleOf(Law::Usl))
                                    : shape.name;
        const double percent = 100 * shape.relativeDeviation;
        (shape.isExcluded ? excluded : fitting)
            .push_back(percent < minimumShownDeviationPercent
                           ? formatMessage("{} less than {} %", name, significantText(minimumShownDeviationPercent, 1))
                           : formatMessage("{} {} %", name, significantText(percent, 2)));
    }
    attribution.confidence = "Only total times were measured: the cause is unknown. ";
    attribution.confidence += fitting.empty()
                                  ? "None of the tested shapes fits them."
                                  : formatMessage("Deviation from each shape: {}.", joinNonEmpty(fitting, "; "));
    if (!excluded.empty())
        attribution.confidence +=
            formatMessage(" Excluded by the scatter of the runs: {}.", joinNonEmpty(excluded, "; "));
    attribution.confidence += formatMessage(
        " A part that takes the same time at every p may be a serial stage, input and output or a bandwidth-limited "
        "exchange. A plateau may be a saturated memory, link or store. Record comp, comm, idle and io at p = {} and at "
        "the base to find the cause.",
        p);
}

/// Tests the first candidate for what does not shrink: the reading that was measured in a run at the base. If it takes
/// the same time at every p, T_p = f + (T_p0 - f) p0/p with f that reading.
void testReadingOfBase(const MeasuredLadder& ladder, Attribution& attribution, const LostFolds& lost)
{
    if (!ladder.baseIoS || ladder.scaling == Scaling::Weak)
        return;
    const Rung &base = ladder.rungs.front(), &rung = *ladder.findRung(lost.p);
    const double share = static_cast<double>(base.p) / rung.p, readingS = *ladder.baseIoS;
    const double constantS = (rung.timeS - share * base.timeS) / (1 - share);
    if (!(constantS > 0))
        return;
    // The estimate of the reading is good to a third; below half, something else is the main cause.
    constexpr double maximumRatio = 4.0 / 3, minimumRatio = 0.5;
    const double ratio = readingS / constantS;
    const std::string figures = formatMessage("Reading took {} at p = {}, and {} do not shrink from p = {} to {}",
                                              timeText(readingS), base.p, timeText(constantS), base.p, rung.p);
    if (ratio > maximumRatio) {
        attribution.confidence = figures + ": the reading shrinks too, at least in part. " + attribution.confidence;
        return;
    }
    if (ratio >= minimumRatio) {
        attribution.mainCause = Cause::InputOutput;
        attribution.readingFolds = std::min(lost.total, rung.p * readingS * (1 - share) / rung.timeS);
    }
    attribution.confidence =
        formatMessage("{}: if the reading does not shrink, it is {} % of that. Time it at p = {} to be sure. ", figures,
                      significantText(100 * std::min(1.0, ratio), 2), rung.p) +
        attribution.confidence;
}

int minimumRunsPerRung(const MeasuredLadder& ladder)
{
    std::size_t minimum = ladder.rungs.front().runs.size();
    for (const Rung& rung : ladder.rungs)
        minimum = std::min(minimum, rung.runs.size());
    return static_cast<int>(minimum);
}

/// A part that was not measured has the value 0 and must not be compared.
bool isShareMeasured(const LossShare& share, const MeasuredLadder& ladder, const LostFolds& lost)
{
    switch (share.cause) {
    case Cause::CommunicationWall: return lost.isCommunicationMeasured;
    case Cause::LoadImbalance: return lost.isWaitingMeasured;
    case Cause::InputOutput: return ladder.hasSeparateIo;
    case Cause::Unknown: return lost.unattributed != 0;
    default: return lost.isComputeMeasured;
    }
}

void determineMainCause(Attribution& attribution, const MeasuredLadder& ladder, const Rung& rung, const LostFolds& lost)
{
    const std::vector<LossShare> ranked = sortedLossShares(lost, attribution.computeCause);
    attribution.mainCause = ranked[0].cause;
    const auto nextMeasured = std::find_if(
        ranked.begin() + 1, ranked.end(), [&](const LossShare& share) { return isShareMeasured(share, ladder, lost); });
    const LossShare next = nextMeasured != ranked.end()
                               ? *nextMeasured
                               : LossShare{.cause = Cause::None, .folds = 0, .part = nullptr, .partName = {}};
    const double second = std::max(0.0, next.folds);
    if (attribution.mainCause == Cause::Unknown) {
        attribution.confidence =
            formatMessage("Of the lost folds at p = {}, {} belong to no measured part: time the missing parts.", lost.p,
                          decimalText(ranked[0].folds, 2));
        return;
    }
    const std::optional<FoldsDifference> difference = pooledFoldsDifference(ladder, rung, ranked[0].part, next.part);
    if (difference && attribution.evidence == FoldEvidence::TooFewRepeats)
        attribution.evidence = FoldEvidence::Repeats;
    const bool tied = ranked[0].folds - next.folds <= tieTolerance * rung.p;
    const double foldsAhead =
        difference && difference->leavesOutARun ? difference->folds : ranked[0].folds - next.folds;
    const Interval differenceInterval =
        difference ? difference->intervalAround(foldsAhead, mainCauseConfidenceLevel) : Interval{};
    const bool overlap = difference && differenceInterval.low <= 0;
    if (tied || overlap) {
        attribution.mainCause = Cause::Undecided;
        attribution.contenders = {ranked[0].cause, next.cause};
        attribution.confidence = evidencePrefix(attribution.evidence);
        attribution.confidence +=
            tied ? formatMessage("{} folds each for {} and {}: a tie.", decimalText(ranked[0].folds, 2),
                                 ranked[0].partName, next.partName)
                 : formatMessage(
                       "{} folds of {} against {} of {}; the 99 % interval of the difference ({} to {}) includes 0: "
                       "more repeats may decide.",
                       decimalText(ranked[0].folds, 2), ranked[0].partName, decimalText(second, 2), next.partName,
                       decimalText(differenceInterval.low, 2), decimalText(differenceInterval.high, 2));
    } else {
        attribution.confidence =
            evidencePrefix(attribution.evidence) +
            (next.part != nullptr
                 ? formatMessage("{} folds against {} of the next part ({}).", decimalText(ranked[0].folds, 2),
                                 decimalText(second, 2), next.partName)
                 : formatMessage("{} folds, and no other part was measured.", decimalText(ranked[0].folds, 2)));
        if (const std::string unmeasured = unmeasuredParts(ladder, lost, attribution.mainCause); !unmeasured.empty())
            attribution.confidence += formatMessage(" Not measured: {}. The time measured as {} may include it.",
                                                    unmeasured, ranked[0].partName);
        if (second > 0.75 * ranked[0].folds)
            attribution.confidence += " The two are close: fixing only one leaves the other as the limit.";
        if (attribution.evidence == FoldEvidence::TooFewRepeats) {
            const bool hasBaseParts = hasRepeatedParts(ladder.rungs.front()), hasRungParts = hasRepeatedParts(rung);
            attribution.confidence +=
                hasBaseParts && hasRungParts
                    ? " The runs do not scatter at all: the uncertainty of the folds is unknown."
                : hasBaseParts || hasRungParts
                    ? formatMessage(" The scatter of the folds is unknown: repeat the run at p = {}.",
                                    hasBaseParts ? rung.p : ladder.baseP)
                    : " The scatter of the folds is unknown: repeat the runs.";
        }
    }
    if (difference && difference->leavesOutARun)
        attribution.confidence +=
            formatMessage(" One run at p = {} is far from the median of its repeats; the test leaves it out.", rung.p);
    if (attribution.mainCause == attribution.computeCause && !attribution.isComputeCauseKnown) {
        attribution.mainCause = Cause::Undecided;
        attribution.contenders = {attribution.computeCause, attribution.computeCause == Cause::SerialFraction
                                                                ? Cause::ComputeInflation
                                                                : Cause::SerialFraction};
        attribution.confidence +=
            " The runs do not show whether one stage takes the same time at every p or every worker computes more "
            "slowly as p grows.";
    }
    if (attribution.mainCause == Cause::CommunicationWall &&
        (rung.commMayIncludeWaiting || ladder.rungs.front().commMayIncludeWaiting)) {
        attribution.mainCause = Cause::Undecided;
        attribution.contenders = {Cause::CommunicationWall, Cause::LoadImbalance};
        attribution.confidence +=
            " The communication may include waiting: for the last worker if one line is for all, or for another worker "
            "in each step. Wait in a barrier before each exchange and print that time in each worker (scalewright: "
            "rank=0 time=… comp=… comm=… idle=…), or record traces.";
    }
    const double ownIdleS = ladder.rungs.front().parts->idleS;
    if (attribution.mainCause == Cause::LoadImbalance && ladder.baseP == 1 &&
        ownIdleS > maximumOwnIdleShare * rung.parts->idleS) {
        attribution.mainCause = Cause::Undecided;
        attribution.contenders = {Cause::LoadImbalance, Cause::InputOutput};
        attribution.confidence += formatMessage(
            " At p = 1, where it waits for no other worker, the program is idle for {}: it may read, write or sleep.",
            timeText(ownIdleS));
    }
    if (difference) {
        attribution.trackRecord =
            findTrackRecord("owner", static_cast<int>(ladder.rungs.size()), minimumRunsPerRung(ladder),
                            relativeNoise(ladder, {ranked[0].part, next.part}));
        attribution.calibrationText = trackRecordText(attribution.trackRecord);
        attribution.isDecided = attribution.mainCause != Cause::Undecided &&
                                unmeasuredParts(ladder, lost, attribution.mainCause).empty() &&
                                attribution.trackRecord && attribution.trackRecord->isReliable();
        if (attribution.mainCause == attribution.computeCause) {
            const std::optional<TrackRecord> computeRecord =
                findTrackRecord("serial or inflated", static_cast<int>(ladder.rungs.size()), minimumRunsPerRung(ladder),
                                relativeNoise(ladder, {&TimeParts::compS}));
            attribution.calibrationText += " Serial or inflated compute: " + trackRecordText(computeRecord);
            attribution.isDecided = attribution.isDecided && computeRecord && computeRecord->isReliable();
        }
    }
    if (attribution.mainCause == Cause::SerialFraction)
        attribution.confidence +=
            " If compute time never rises, workers that each slow down a little as p grows look like a serial stage. "
            "Time the serial stage separately to find out.";
    if (attribution.mainCause == Cause::LoadImbalance && rung.lateRank)
        attribution.confidence +=
            " From totals of each rank, the waiting is a lower bound: the last rank may change from step to step.";
    else if (attribution.mainCause == Cause::LoadImbalance)
        attribution.confidence +=
            " A stage that one worker runs while the others wait is also recorded as waiting: check which worker is "
            "late.";
    if (attribution.mainCause == Cause::LoadImbalance && !ladder.hasSeparateIo && !rung.lateRank)
        attribution.confidence += " Input and output were not measured separately and may be part of the waiting.";
}

}  // namespace

Result<Cause> causeFromName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, Cause>, 5> shortNames{{{"communication", Cause::CommunicationWall},
                                                                            {"balance", Cause::LoadImbalance},
                                                                            {"serial", Cause::SerialFraction},
                                                                            {"inflation", Cause::ComputeInflation},
                                                                            {"io", Cause::InputOutput}}};
    for (const auto& [shortName, cause] : shortNames)
        if (name == shortName)
            return cause;
    if (const std::optional<Cause> cause = valueNamed<Cause>(name))
        return *cause;
    return fail(ErrorCode::Input, formatMessage("unknown cause {}", inQuotes(name)),
                "communication, balance, serial, inflation or io");
}

Attribution attributeLostFolds(const MeasuredLadder& ladder, std::optional<int> planP)
{
    Attribution attribution;
    if (ladder.origin == Origin::Assumed)
        attribution.evidence = FoldEvidence::Assumed;
    for (const Rung& rung : ladder.rungs)
        attribution.rows.push_back(computeLostFolds(ladder, rung));
    attribution.slowdown = describeSlowdown(ladder);
    if (ladder.rungs.size() == 1) {
        attribution.explainedP = ladder.baseP;
        attribution.lateRank = ladder.rungs.front().lateRank;
        attribution.confidence = "One p alone shows no scaling.";
        attribution.remedyText = "Measure at least one more p.";
        attribution.summary =
            joinNonEmpty({speedupHeadline(ladder, attribution), lossReasonText(ladder, attribution)}, " ");
        return attribution;
    }

    if (ladder.areHostsMixed) {
        attribution.explainedP = ladder.rungs.back().p;
        attribution.confidence =
            "The machines may explain the whole difference. Measure every p on one type of machine.";
        attribution.remedyText = "Measure every p on one type of machine.";
        attribution.summary = attributionSummary(ladder, attribution, attribution.rows.back());
        return attribution;
    }

    // The p that the explanation refers to: the plan's or else the fastest, among those with a breakdown unless none has
    // one; never the base.
    const bool hasAnyParts = std::any_of(attribution.rows.begin() + 1, attribution.rows.end(),
                                         [](const LostFolds& lost) { return lost.hasParts; });
    std::size_t explainedIndex = 0;
    for (std::size_t i = 1; i < attribution.rows.size(); ++i) {
        if (hasAnyParts && !attribution.rows[i].hasParts)
            continue;
        if (explainedIndex == 0 || ladder.rungs[i].speedup > ladder.rungs[explainedIndex].speedup)
            explainedIndex = i;
        if (ladder.rungs[i].p == planP) {
            explainedIndex = i;
            break;
        }
    }
    const Rung& rung = ladder.rungs[explainedIndex];
    const LostFolds& lost = attribution.rows[explainedIndex];
    attribution.explainedP = rung.p;
    attribution.lateRank = rung.lateRank;

    if (lost.hasParts) {
        const ComputeLossCause computeLossCause = findComputeLossCause(ladder);
        attribution.computeCause = computeLossCause.cause;
        attribution.isComputeCauseKnown = computeLossCause.isDecided;
    }
    if (lost.total <= negligibleLossShare * rung.p) {
        attribution.mainCause = Cause::None;
        if (attribution.evidence == FoldEvidence::TooFewRepeats && rung.repeats > 1 && ladder.rungs.front().repeats > 1)
            attribution.evidence = FoldEvidence::Repeats;
        attribution.confidence = ladder.scalingCaveat.empty()
                                     ? evidencePrefix(attribution.evidence) +
                                           formatMessage("E is {} there.", significantText(rung.efficiency))
                                     : formatMessage("E is {} there if the work grew with p, which is a guess.",
                                                     significantText(rung.efficiency));
    } else if (lost.hasParts) {
        determineMainCause(attribution, ladder, rung, lost);
        if (attribution.contenders == std::vector<Cause>{Cause::LoadImbalance, Cause::InputOutput})
            testReadingOfBase(ladder, attribution, lost);
    } else {
        describeShapesOfTotals(ladder, attribution, rung.p);
        testReadingOfBase(ladder, attribution, lost);
    }
    attribution.remedies = remediesFor(attribution.mainCause, ladder);
    if (attribution.mainCause == Cause::LoadImbalance && attribution.lateRank)
        attribution.remedies.front().description =
            lateRankText(ladder, attribution) + " " + attribution.remedies.front().description;
    for (const Cause contender : attribution.contenders)
        for (Remedy& remedy : remediesFor(contender, ladder))
            if (!contains(attribution.remedies, remedy.id, &Remedy::id))
                attribution.remedies.push_back(std::move(remedy));
    if (attribution.mainCause == Cause::Undecided)
        attribution.remedyText =
            formatMessage("Repeat the runs until the largest part is separate from the next, or fix both: {}.",
                          contendersText(attribution));
    else if (!attribution.remedies.empty())
        attribution.remedyText =
            joinNonEmpty({attribution.remedies.front().title, attribution.remedies.front().description}, ". ");
    else if (attribution.mainCause == Cause::Unknown)
        attribution.remedyText = formatMessage(
            "Measure the parts of the time (comp, comm, idle) at the base and at p = {}: the breakdown shows what to "
            "fix.",
            rung.p);
    else if (rung.p == ladder.rungs.back().p)
        attribution.remedyText = "None needed so far: measure a larger p.";
    if (const std::string failures =
            joinNonEmpty({ladder.failureTextAt(ladder.baseP), ladder.failureTextAt(rung.p)}, ", ");
        !failures.empty())
        attribution.confidence += formatMessage(" Based on the runs that succeeded: {}.", failures);
    attribution.summary = attributionSummary(ladder, attribution, lost);
    if (!ladder.scalingCaveat.empty())
        attribution.summary += " " + ladder.scalingCaveat;
    return attribution;
}

}  // namespace scalewright
