// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/attribution.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/factor.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/message.h"
#include "core/decision/attribution/attribution_text.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/output/answers/basis.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/timing_lines.h"

namespace scalewright {

namespace {

NextStep printTimes(const std::string& purpose, const MeasuredLadder& ladder)
{
    const std::string code = timingLinesFor(ladder.command);
    return {formatMessage("Print a line from each worker {}{}", purpose,
                          code.empty() ? ": scalewright: rank=0 time=… comp=… comm=…" : "."),
            {},
            {},
            code};
}

NextStep chooseNextStep(const AttributionQuestion& question, const Rung& rung, const LostFolds& lost)
{
    const Attribution& attribution = question.attribution;
    const MeasuredLadder& ladder = question.reading.ladder;
    if (ladder.rungs.size() == 1 && !ladder.failedPoints.empty())
        return {
            formatMessage("Run the command at p = {} on its own to see why it fails.", ladder.failedPoints.front().p)};
    if (!ladder.scalingCaveat.empty())
        return askForScaling();
    if (ladder.areHostsMixed)
        return {"Measure every p on one type of machine.", ladderRunCommand(ladder), {}};
    if (const Rung* unlike = findInconsistentRung(ladder))
        return askAboutInconsistentRuns(*unlike);
    if (const Rung* implausible = findImplausibleRung(ladder))
        return {
            formatMessage("Check that the runs at p = {} and p = {} did the same work.", ladder.baseP, implausible->p)};
    if (ladder.rungs.size() == 1)
        return {"Measure at least one more p.", ladderRunCommand(ladder, {2 * ladder.baseP}), {}};
    if (attribution.mainCause == Cause::None)
        return rung.p == ladder.rungs.back().p ? suggestMoreWorkerCounts(ladder) : NextStep{};
    if (attribution.readingFolds)
        return {formatMessage("Print io=SECONDS at p = {} to confirm it.", rung.p)};
    if (attribution.mainCause == Cause::Unknown && !lost.hasParts)
        return printTimes(formatMessage("to see where the other {} went", decimalText(lost.total, 2)), ladder);
    if (attribution.mainCause == Cause::Unknown)
        return printTimes("with every part of its time", ladder);
    const std::vector<Cause>& contenders = attribution.contenders;
    if (rung.commMayIncludeWaiting && contains(contenders, Cause::CommunicationWall))
        return printTimes("to separate communication from waiting", ladder);
    if (hasOneRunPerRung(ladder))
        return {"Repeat each run three times for error bars.", ladderRunCommand(ladder), {}};
    if (attribution.mainCause == Cause::Undecided)
        return {"Repeat the runs until the largest part is clear.", ladderRunCommand(ladder), {}};
    return attribution.remedies.empty() ? NextStep{}
                                        : NextStep{attribution.remedies.front().title + ".", {}, "/design"};
}

AnswerConfidence attributionConfidence(const AttributionQuestion& question)
{
    const Attribution& attribution = question.attribution;
    const MeasuredLadder& ladder = question.reading.ladder;
    const long warnings = std::ssize(question.reading.warnings);
    AnswerConfidence confidence{
        .basis = basisOf(ladder.origin),
        .note = joinNonEmpty({readingNote(question.reading), measurementNote(ladder),
                              warnings > 0 ? countWithNoun(warnings, "warning") : std::string()},
                             ", "),
        .reason = attribution.confidence};
    if (attribution.evidence == FoldEvidence::Assumed)
        confidence.basis = Basis::Assumed;
    if (!ladder.scalingCaveat.empty() || findInconsistentRung(ladder) != nullptr)
        confidence.clarity = Clarity::Unknown;
    else if (attribution.isDecided)
        confidence.clarity = Clarity::Clear;
    else if (attribution.mainCause == Cause::Unknown)
        confidence.clarity = Clarity::Unknown;
    else if (attribution.mainCause == Cause::Undecided || attribution.readingFolds)
        confidence.clarity = Clarity::Close;
    return confidence;
}

std::string rungText(const MeasuredLadder& ladder, int p, bool efficiency)
{
    const Rung& rung = *ladder.findRung(p);
    std::string text = formatMessage("{}: {}", p, measuredSpeedupText(rung.speedup, p, ladder.baseP));
    if (efficiency)
        text += formatMessage(", efficiency {} %", decimalText(100 * rung.efficiency, 1));
    return text;
}

void addCauseFact(Answer& answer, const AttributionQuestion& question)
{
    const Attribution& attribution = question.attribution;
    const bool hasNamedCause = attribution.mainCause != Cause::Unknown && attribution.mainCause != Cause::None;
    std::string text = titleOf(attribution.mainCause);
    if (attribution.mainCause == Cause::Undecided)
        for (const Cause each : attribution.contenders)
            text.append(each == attribution.contenders.front() ? ": " : " / ").append(titleOf(each));
    answer.add(Fact::Value, "owner",
               hasNamedCause ? formatMessage("{} ({})", text, titleOf(attribution.evidence)) : text);
}

/// Replaces the answer with the remedies, highest predicted speedup first.
void answerWithRemedies(Answer& answer, const std::vector<OfferedRemedy>& remedies,
                        const std::vector<MissingInput>& missing)
{
    if (remedies.empty()) {
        answer.add(Fact::Advice, "remedies", "no cause was found in the ladder");
        return;
    }
    answer.table = {.columns = {{"remedy", "remedy", "", -1},
                                {"p_star", "p*", "", 0},
                                {"speedup_at_p_star", "S(p*)", "", 2},
                                {"plan_p", "plan p", "", 0},
                                {"speedup_at_plan_p", "S(plan p)", "", 2}}};
    const OfferedRemedy* bestRemedy = nullptr;
    for (const OfferedRemedy& each : remedies) {
        std::vector<Cell> row{each.id};
        if (each.prediction)
            row.insert(row.end(), {static_cast<double>(each.prediction->pStar), each.prediction->speedupAtPStar,
                                   static_cast<double>(each.prediction->planP), each.prediction->speedupAtPlan});
        row.resize(answer.table.columns.size());
        answer.table.rows.push_back(std::move(row));
        answer.add(Fact::Advice, "remedies", "{} ({})", each.title, each.id);
        answer.add(Fact::Assumption, "remedies", each.assumption);
        if (each.prediction &&
            (bestRemedy == nullptr || each.prediction->speedupAtPStar > bestRemedy->prediction->speedupAtPStar))
            bestRemedy = &each;
    }
    answer.add(Fact::Value, "measured", joinNonEmpty({answer.headline, answer.because}, " "));
    answer.add(Fact::Range, "measured", answer.confidence.reason);
    answer.because.clear();
    answer.next = {};
    answer.confidence = {.basis = Basis::Predicted, .note = answer.confidence.note};
    if (bestRemedy == nullptr) {
        answer.headline = formatMessage("None of {} remedies changes this design.", remedies.size());
        if (missing.empty())
            return;
        answer.confidence.basis.reset();
        answer.confidence.clarity = Clarity::Unknown;
        answer.headline =
            formatMessage("The design’s inputs are incomplete: {} missing, no remedy is predicted.", missing.size());
        answer.next = {formatMessage("Enter the {}: --set {}=…", missing.front().name, missing.front().jsonPointer),
                       {},
                       missing.front().jsonPointer};
        return;
    }
    const OfferedRemedy::PredictedSpeedup& prediction = *bestRemedy->prediction;
    const std::string speedup = plainFactorText(prediction.speedupAtPStar);
    const std::string predicted =
        prediction.pStarAtLimit
            ? formatMessage("{}: {}× predicted, still rising at {}.", bestRemedy->title, speedup, prediction.pStar)
            : formatMessage("{}: {}× predicted at p* = {}.", bestRemedy->title, speedup, prediction.pStar);
    if (!bestRemedy->bound) {
        answer.headline = predicted;
        return;
    }
    answer.headline = formatMessage("Without {} this ladder reaches {}× at p = {}, not {}×.",
                                    bestRemedy->bound->removedPart, plainFactorText(bestRemedy->bound->maximumSpeedup),
                                    bestRemedy->bound->p, plainFactorText(bestRemedy->bound->predictedSpeedup));
    answer.because = predicted;
}

}  // namespace

Table lostFoldsTable(const MeasuredLadder& ladder, const Attribution& attribution)
{
    Table table{.columns = {{"p", "p", "", 0},
                            ladder.isThroughput ? Column{"throughput", "X", "1/s", -1} : Column{"t", "T_p", "s", -1},
                            {"speedup", "S", "", 2},
                            {"efficiency", "E", "", 2},
                            {"lost_folds", "lost", "", 3},
                            {"communication", "comm", "", 3},
                            {"waiting", "waiting", "", 3},
                            {"serial", "serial", "", 3}}};
    bool unattributed = false;
    for (const LostFolds& lost : attribution.rows)
        unattributed = unattributed || (lost.hasParts && std::abs(lost.unattributed) >= 0.0005);
    if (ladder.hasSeparateIo)
        table.columns.push_back({"io", "i/o", "", 3});
    if (unattributed)
        table.columns.push_back({"unattributed", "unattr.", "", 3});
    bool repeats = false, failures = false;
    for (const Rung& rung : ladder.rungs) {
        repeats = repeats || rung.repeats > 1 || rung.failedCount > 0;
        failures = failures || rung.failedCount > 0;
    }
    if (repeats)
        table.columns.push_back({"repeats", "runs", "", 0});
    if (failures)
        table.columns.push_back({"failed_runs", "failed", "", 0});
    if (ladder.qualityTarget)
        table.columns.push_back({"quality", "at target", "", 0});
    for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
        const Rung& rung = ladder.rungs[i];
        const LostFolds& lost = attribution.rows[i];
        const auto part = [&](double folds, bool isKnown = true) {
            return lost.hasParts && isKnown ? Cell(folds) : Cell();
        };
        std::vector<Cell> row{static_cast<double>(rung.p),
                              ladder.isThroughput ? *rung.throughputPerS : rung.timeS,
                              rung.speedup,
                              rung.efficiency,
                              lost.total,
                              part(lost.communication, lost.isCommunicationMeasured),
                              part(lost.waiting, lost.isWaitingMeasured),
                              part(lost.compute, lost.isComputeMeasured)};
        if (ladder.hasSeparateIo)
            row.push_back(part(lost.io));
        if (unattributed)
            row.push_back(part(lost.unattributed));
        if (repeats)
            row.emplace_back(static_cast<double>(rung.repeats));
        if (failures)
            row.emplace_back(static_cast<double>(rung.failedCount));
        if (ladder.qualityTarget)
            row.emplace_back(std::string(!rung.quality ? "unknown" : rung.reachesTarget ? "yes" : "below"));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Answer attributionAnswer(const AttributionQuestion& question)
{
    const Attribution& attribution = question.attribution;
    const MeasuredLadder& ladder = question.reading.ladder;
    const MeasuredLadder* fixed = question.fixedWorkLadder;
    const auto rungAtP = std::ranges::find(ladder.rungs, attribution.explainedP, &Rung::p);
    const LostFolds& lost = attribution.rows[static_cast<std::size_t>(rungAtP - ladder.rungs.begin())];
    Answer answer;
    answer.table = lostFoldsTable(ladder, attribution);
    answer.headline = speedupHeadline(ladder, attribution);
    answer.because = joinNonEmpty(
        {lossReasonText(ladder, attribution), fastestRunText(ladder, attribution), attribution.scalingEnd}, " ");
    answer.next = chooseNextStep(question, *rungAtP, lost);
    answer.confidence = attributionConfidence(question);

    addCauseFact(answer, question);
    std::optional<Attribution> ifFixed;
    if (fixed != nullptr)
        ifFixed = attributeLostFolds(*fixed);
    if (ifFixed)
        addFixedWorkFact(answer, "owner", titleOf(ifFixed->mainCause));
    answer.add(Fact::Calibration, "calibration", attribution.calibrationText);
    answer.add(Fact::Advice, "remedy", attribution.remedyText);
    if (ifFixed)
        addFixedWorkFact(answer, "remedy", ifFixed->remedyText);
    answer.add(Fact::Value, "beyond", attribution.slowdown);
    if (ladder.rungs.size() > 1) {
        answer.add(
            Fact::Value, "knee",
            rungText(ladder, ladder.kneeP, false) + ", most efficiency per time (Eager, Zahorjan, Lazowska 1989)");
        answer.add(Fact::Range, "knee", ladder.kneeCaveat);
        if (fixed != nullptr)
            addFixedWorkFact(answer, "knee", rungText(*fixed, fixed->kneeP, false));
    }
    answer.add(Fact::Value, "fastest", rungText(ladder, ladder.fastestP, true));
    answer.add(Fact::Range, "fastest", ladder.fastestCaveat);
    if (fixed != nullptr)
        addFixedWorkFact(answer, "fastest", rungText(*fixed, fixed->fastestP, true));
    answer.add(Fact::Assumption, "fastest", ladder.kneeNote);
    if (!question.whatIfTexts.empty()) {
        answer.because = std::exchange(answer.headline, joinNonEmpty(question.whatIfTexts, " "));
        answer.next = {};
    }
    if (question.remedies)
        answerWithRemedies(answer, *question.remedies, question.missingInputs);
    addReadingFacts(answer, question.reading);
    return answer;
}

}  // namespace scalewright
