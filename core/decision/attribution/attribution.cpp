#include "core/decision/attribution/attribution.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/attribution/attribution_words.h"
#include "core/decision/attribution/folds.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright {

using namespace attribution;

namespace {

constexpr std::array allCauses{Cause::CommunicationWall, Cause::LoadImbalance, Cause::SerialFraction,
                               Cause::ComputeInflation,  Cause::InputOutput,   Cause::Undecided,
                               Cause::Unknown,           Cause::None};
constexpr double ownerLevel =
    0.99;    // of the difference of the two largest: where they are alike, few may be told apart
constexpr double tie = 1e-9;           // of the ideal
constexpr double nothingLost = 0.01;  // of the ideal
constexpr double worthNaming = 0.005;
constexpr double leastStray = 0.01;   // percent: below that the digits of the times decide

struct Share {
    Cause cause;
    double folds;
    Part part;
    std::string what;
};

/// Largest first.
std::vector<Share> shares(const LostFolds& lost, Cause compute = Cause::SerialFraction)
{
    std::vector<Share> all{{Cause::CommunicationWall, lost.communication, &TimeParts::commS, "communication"},
                           {Cause::LoadImbalance, lost.waiting, &TimeParts::idleS, "waiting"},
                           {compute, lost.serial, &TimeParts::compS,
                            compute == Cause::ComputeInflation ? "compute that grew" : "compute that did not shrink"},
                           {Cause::InputOutput, lost.io, &TimeParts::ioS, "input and output"},
                           {Cause::Unknown, lost.unattributed, &TimeParts::restS, "unattributed"}};
    std::stable_sort(all.begin(), all.end(), [](const Share& a, const Share& b) { return a.folds > b.folds; });
    return all;
}

std::string folds(double value)
{
    return decimalText(value, 2);
}

/// "communication or waiting"
std::string contendersOf(const Attribution& why)
{
    std::vector<std::string> names;
    for (const Cause cause : why.contenders)
        names.push_back(causeTitle(cause));
    return joined(names, " / ");
}

/// How sure a sentence is, at its end.
std::string evidenceEnding(const Attribution& why, const MeasuredLadder& ladder)
{
    if (why.evidence == FoldEvidence::Assumed)
        return " (assumed, not measured)";
    const bool named = why.owner != Cause::Unknown && why.owner != Cause::Undecided;
    if (!named || why.evidence != FoldEvidence::OneRun)
        return "";
    const bool alone =
        std::all_of(ladder.rungs.begin(), ladder.rungs.end(), [](const Rung& rung) { return rung.repeats == 1; });
    return alone ? " (one run per point)" : " (too few repeats)";
}

/// "Measured: " in front of folds.
std::string evidenceHead(FoldEvidence evidence)
{
    switch (evidence) {
    case FoldEvidence::Repeats: return "Measured: ";
    case FoldEvidence::OneRun: return "By too few repeats: ";
    case FoldEvidence::Assumed: break;
    }
    return "Assumed, not measured: ";
}

/// "communication / waiting": parts beside input and output that no run gives.
std::string untoldParts(const LostFolds& lost)
{
    std::vector<std::string> names;
    if (!lost.communicationTold)
        names.emplace_back("communication");
    if (!lost.waitingTold)
        names.emplace_back("waiting");
    if (!lost.serialTold)
        names.emplace_back("compute");
    return joined(names, " / ");
}

/// Of an owner: what may be in it.
std::string untoldEnding(const LostFolds& lost)
{
    const std::string untold = untoldParts(lost);
    return untold.empty() ? "" : say("Not measured: {}.", untold);
}

std::string sentenceOf(const MeasuredLadder& ladder, const Attribution& why, const LostFolds& lost)
{
    std::vector<std::string> sentences{speedupHeadline(ladder, why), lossBecause(ladder, why)};
    if (why.owner == Cause::Unknown && lost.partsKnown)
        sentences.emplace_back("Most of it has no known cause: no part measured is as large.");
    else if (why.owner == Cause::Undecided)
        sentences.push_back(say("Which cause leads is undecided: {}.", contendersOf(why)));
    else if (why.owner != Cause::Unknown && why.owner != Cause::None)
        sentences.insert(sentences.end(), {say("Limited by {}.", causeTitle(why.owner)), untoldEnding(lost)});
    return joined(sentences, " ") + evidenceEnding(why, ladder);
}

std::string beyondOf(const MeasuredLadder& ladder)
{
    const Rung& best = *ladder.at(ladder.fastestP);
    const Rung& last = ladder.rungs.back();
    if (best.p == last.p || last.speedup >= best.speedup)
        return {};
    std::string text =
        say("From p = {} to {} the run goes from {} to {}", best.p, last.p,
            formatAmount(best.timeS, Dimension::Time).joined(), formatAmount(last.timeS, Dimension::Time).joined());
    if (!best.parts || !last.parts)
        return text + ".";
    std::vector<std::string> changes;
    const auto change = [&](const std::string& name, double from, double to) {
        if (std::abs(to - from) < worthNaming * best.timeS)
            return;
        changes.push_back(say("{} {} from {} to {}{}", name, to > from ? "grows" : "falls",
                              formatAmount(from, Dimension::Time).joined(), formatAmount(to, Dimension::Time).joined(),
                              from > 0 ? " (" + factorText(to / from) + "×)" : std::string()));
    };
    change("compute", best.parts->compS, last.parts->compS);
    change("communication", best.parts->commS, last.parts->commS);
    change("waiting", best.parts->idleS, last.parts->idleS);
    change("input and output", best.parts->ioS, last.parts->ioS);
    change("the unattributed rest", best.parts->restS, last.parts->restS);
    return joined({std::move(text), capital(joined(changes, "; "))}, ". ") + ".";
}

/// What total times alone can say: which shapes they have, not whose fault it is.
void infer(const MeasuredLadder& ladder, Attribution& why, int p)
{
    why.inferred = true;
    why.owner = Cause::Unknown;
    if (why.evidence == FoldEvidence::OneRun && ladder.at(p)->repeats > 1 && ladder.rungs.front().repeats > 1)
        why.evidence = FoldEvidence::Repeats;
    if (ladder.scaling == Scaling::Weak) {
        why.confidence =
            "Only total times were measured, of a weak-scaling ladder. Slower compute, communication and waiting all "
            "lengthen a step, and totals cannot tell them apart.";
        return;
    }
    const std::size_t beyondBase = ladder.rungs.size() - 1;
    if (beyondBase < 3) {
        why.confidence =
            say("Only total times were measured, at {} p beyond the base. A shape needs three at least; parts need "
                "none.",
                beyondBase);
        return;
    }
    const fits::LawEvidence evidence = fits::weigh(ladder, {Law::Amdahl, Law::Usl}, {});
    std::vector<std::string> fitting, excluded;
    for (const fits::ShapeMisfit& shape : evidence.shapes) {
        const std::string name = shape.law == Law::Amdahl
                                     ? say("a part that takes the same at every p ({})", titleOf(Law::Amdahl))
                                 : shape.law == Law::Usl ? say("an overhead that grows with p ({})", titleOf(Law::Usl))
                                                         : shape.name;
        const double percent = 100 * shape.stray;
        (shape.excluded ? excluded : fitting)
            .push_back(percent < leastStray ? say("{} less than {} %", name, significant(leastStray, 1))
                                            : say("{} {} %", name, significant(percent, 2)));
    }
    why.confidence = "Only total times were measured, and they name no owner. ";
    why.confidence += fitting.empty() ? "None of the shapes tried describes them."
                                      : say("How far they stray from each shape: {}.", joined(fitting, "; "));
    if (!excluded.empty())
        why.confidence += say(" Excluded by the scatter of the runs: {}.", joined(excluded, "; "));
    why.confidence +=
        say(" A part that takes the same at every p may be a serial stage, input and output or an exchange limited by "
            "bandwidth. A plateau may be a memory, a link or a store that is full. Record comp, comm, idle and io at "
            "p = {} and at the base to know.",
            p);
}

int fewestRepeats(const MeasuredLadder& ladder)
{
    std::size_t fewest = ladder.rungs.front().runs.size();
    for (const Rung& rung : ladder.rungs)
        fewest = std::min(fewest, rung.runs.size());
    return static_cast<int>(fewest);
}

/// A 0 that nobody measured is nothing to be held against.
bool isTold(const Share& share, const MeasuredLadder& ladder, const LostFolds& lost)
{
    switch (share.cause) {
    case Cause::CommunicationWall: return lost.communicationTold;
    case Cause::LoadImbalance: return lost.waitingTold;
    case Cause::InputOutput: return ladder.ioApart;
    case Cause::Unknown: return lost.unattributed != 0;
    default: return lost.serialTold;
    }
}

void own(Attribution& why, const MeasuredLadder& ladder, const Rung& rung, const LostFolds& lost)
{
    const std::vector<Share> all = shares(lost, why.compute);
    why.owner = all[0].cause;
    const auto found =
        std::find_if(all.begin() + 1, all.end(), [&](const Share& share) { return isTold(share, ladder, lost); });
    const Share next =
        found != all.end() ? *found : Share{.cause = Cause::None, .folds = 0, .part = nullptr, .what = {}};
    const double second = std::max(0.0, next.folds);
    if (why.owner == Cause::Unknown) {
        why.confidence =
            say("Of the lost folds at p = {}, {} belong to no part that was measured: time the parts that are missing.",
                lost.p, folds(all[0].folds));
        return;
    }
    const std::optional<Contrast> difference =
        contrast(ladder.rungs.front(), rung, idealShare(ladder, rung.p), all[0].part, next.part);
    if (difference && why.evidence == FoldEvidence::OneRun)
        why.evidence = FoldEvidence::Repeats;
    const bool tied = all[0].folds - next.folds <= tie * rung.p;
    const Interval apart = difference ? difference->around(all[0].folds - next.folds, ownerLevel) : Interval{};
    const bool overlap = difference && apart.low <= 0;
    if (tied || overlap) {
        why.owner = Cause::Undecided;
        why.contenders = {all[0].cause, next.cause};
        why.confidence = evidenceHead(why.evidence);
        why.confidence +=
            tied ? say("{} folds each of {} and {}: a tie.", folds(all[0].folds), all[0].what, next.what)
                 : say("{} folds of {} against {} of {}, and the 99 % interval of the difference ({} to {}) holds 0: "
                       "more repeats would tell.",
                       folds(all[0].folds), all[0].what, folds(second), next.what, folds(apart.low), folds(apart.high));
    } else {
        why.confidence = evidenceHead(why.evidence) +
                         (next.part != nullptr ? say("{} folds against {} of the next ({}).", folds(all[0].folds),
                                                     folds(second), next.what)
                                               : say("{} folds, and no other part was measured.", folds(all[0].folds)));
        if (const std::string untold = untoldParts(lost); !untold.empty())
            why.confidence += say(" Not measured: {}. What was measured as {} may contain it.", untold, all[0].what);
        if (second > 0.75 * all[0].folds)
            why.confidence += " The two are close: answering one alone leaves the other in the way.";
        if (why.evidence == FoldEvidence::OneRun) {
            const bool base = partsInEveryRun(ladder.rungs.front()), here = partsInEveryRun(rung);
            why.confidence += base && here ? " The runs do not scatter at all: nothing shows how sure the folds are."
                              : base || here
                                  ? say(" Nothing shows how much the folds scatter: repeat the run at p = {}.",
                                        base ? rung.p : ladder.baseP)
                                  : " Nothing shows how much the folds scatter: repeat the runs.";
        }
    }
    if (why.owner == why.compute && !why.computeTold) {
        why.owner = Cause::Undecided;
        why.contenders = {why.compute,
                          why.compute == Cause::SerialFraction ? Cause::ComputeInflation : Cause::SerialFraction};
        why.confidence +=
            " Whether one stage takes the same at every p or every worker computes more slowly the more there are, "
            "the runs do not tell.";
    }
    if (difference) {
        why.record =
            trackRecord("owner", static_cast<int>(ladder.rungs.size()), fewestRepeats(ladder), noiseOfParts(ladder));
        why.calibration = trackRecordWords(why.record);
        why.decided = why.owner != Cause::Undecided && untoldParts(lost).empty() && why.record && why.record->earned();
        if (why.owner == why.compute) {
            const std::optional<TrackRecord> named =
                trackRecord("serial or inflated", static_cast<int>(ladder.rungs.size()), fewestRepeats(ladder),
                            noiseOfParts(ladder));
            why.calibration += " Which of the two compute is: " + trackRecordWords(named);
            why.decided = why.decided && named && named->earned();
        }
    }
    if (why.owner == Cause::SerialFraction)
        why.confidence +=
            " Workers that each slow down a little as p grows look like a serial stage where compute never rises. "
            "Time the serial stage by itself to know.";
    if (why.owner == Cause::LoadImbalance)
        why.confidence +=
            " A stage that one worker runs while the others wait is recorded as waiting too: look at who is late.";
    if (why.owner == Cause::LoadImbalance && !ladder.ioApart)
        why.confidence += " Input and output were not measured apart and may be part of the waiting.";
}

}  // namespace

const char* causeName(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "communication-wall";
    case Cause::LoadImbalance: return "load-imbalance";
    case Cause::SerialFraction: return "serial-fraction";
    case Cause::ComputeInflation: return "compute-inflation";
    case Cause::InputOutput: return "input-output";
    case Cause::Undecided: return "undecided";
    case Cause::Unknown: return "unknown";
    case Cause::None: return "none";
    }
    return "unknown";
}

std::string causeTitle(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return "the communication wall";
    case Cause::LoadImbalance: return "load imbalance";
    case Cause::SerialFraction: return "the serial fraction";
    case Cause::ComputeInflation: return "compute inflation";
    case Cause::InputOutput: return "input and output";
    case Cause::Undecided: return "undecided";
    case Cause::Unknown: return "unknown";
    case Cause::None: return "none";
    }
    return "unknown";
}

Result<Cause> causeFromName(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, Cause>, 5> shorter{{{"communication", Cause::CommunicationWall},
                                                                         {"balance", Cause::LoadImbalance},
                                                                         {"serial", Cause::SerialFraction},
                                                                         {"inflation", Cause::ComputeInflation},
                                                                         {"io", Cause::InputOutput}}};
    for (const auto& [word, cause] : shorter)
        if (name == word)
            return cause;
    for (const Cause cause : allCauses)
        if (name == causeName(cause))
            return cause;
    return fail(ErrorCode::Input, say("there is no cause {}", inQuotes(name)),
                "communication, balance, serial, inflation or io");
}

const char* evidenceName(FoldEvidence evidence)
{
    switch (evidence) {
    case FoldEvidence::Repeats: return "repeats";
    case FoldEvidence::OneRun: return "one-run";
    case FoldEvidence::Assumed: break;
    }
    return "assumed";
}

std::string evidenceWords(FoldEvidence evidence)
{
    switch (evidence) {
    case FoldEvidence::Repeats: return "measured";
    case FoldEvidence::OneRun: return "by too few repeats";
    case FoldEvidence::Assumed: break;
    }
    return "assumed, not measured";
}

Attribution attribute(const MeasuredLadder& ladder)
{
    Attribution why;
    if (ladder.origin == Origin::Assumed)
        why.evidence = FoldEvidence::Assumed;
    for (const Rung& rung : ladder.rungs)
        why.rows.push_back(lostFolds(ladder, rung));
    why.beyond = beyondOf(ladder);
    if (ladder.rungs.size() == 1) {
        why.atP = ladder.baseP;
        why.confidence = "One p alone shows no scaling.";
        why.remedy = "Measure at least one more p.";
        why.sentence = speedupHeadline(ladder, why);
        return why;
    }

    // Where the argument is made: the fastest p with a breakdown, or without one; never the base itself.
    const bool anyParts =
        std::any_of(why.rows.begin() + 1, why.rows.end(), [](const LostFolds& lost) { return lost.partsKnown; });
    std::size_t at = 0;
    for (std::size_t i = 1; i < why.rows.size(); ++i)
        if ((!anyParts || why.rows[i].partsKnown) && (at == 0 || ladder.rungs[i].speedup > ladder.rungs[at].speedup))
            at = i;
    const Rung& rung = ladder.rungs[at];
    const LostFolds& lost = why.rows[at];
    why.atP = rung.p;

    if (lost.partsKnown) {
        const ComputeLoss compute = computeLoss(ladder);
        why.compute = compute.cause;
        why.computeTold = compute.told;
    }
    if (lost.total <= nothingLost * rung.p) {
        why.owner = Cause::None;
        if (why.evidence == FoldEvidence::OneRun && rung.repeats > 1 && ladder.rungs.front().repeats > 1)
            why.evidence = FoldEvidence::Repeats;
        why.confidence =
            ladder.scalingDoubt.empty()
                ? evidenceHead(why.evidence) + say("E is {} there.", significant(rung.efficiency))
                : say("E is {} there if the work grew with p, which is a guess.", significant(rung.efficiency));
    } else if (lost.partsKnown) {
        own(why, ladder, rung, lost);
    } else {
        infer(ladder, why, rung.p);
    }
    why.remedies = remediesFor(why.owner, ladder);
    for (const Cause contender : why.contenders)
        for (Remedy& remedy : remediesFor(contender, ladder))
            if (std::none_of(why.remedies.begin(), why.remedies.end(),
                             [&](const Remedy& each) { return each.id == remedy.id; }))
                why.remedies.push_back(std::move(remedy));
    if (why.owner == Cause::Undecided)
        why.remedy =
            say("Repeat the runs until the largest part is told from the next, or answer both: {}.", contendersOf(why));
    else if (!why.remedies.empty())
        why.remedy = joined({why.remedies.front().title, why.remedies.front().how}, ". ");
    else if (why.owner == Cause::Unknown)
        why.remedy =
            say("Measure the parts of the time (comp, comm, idle) at the base and at p = {}: the breakdown chooses the "
                "fix.",
                rung.p);
    else if (rung.p == ladder.rungs.back().p)
        why.remedy = "None needed so far: measure a larger p.";
    if (const std::string failures = joined({ladder.failuresAt(ladder.baseP), ladder.failuresAt(rung.p)}, ", ");
        !failures.empty())
        why.confidence += say(" It rests on the runs that succeeded: {}.", failures);
    why.sentence = sentenceOf(ladder, why, lost);
    if (!ladder.scalingDoubt.empty())
        why.sentence += " " + ladder.scalingDoubt;
    return why;
}

}  // namespace scalewright
