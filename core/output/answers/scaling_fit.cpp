// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/scaling_fit.h"

#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/ladder/ladder_notes.h"
#include "core/output/answers/basis.h"

namespace scalewright {

namespace {

std::string parameterValueText(double value, Dimension dimension)
{
    return dimension == Dimension::Time ? amountText(value, dimension, 4)
                                        : significantText(value) + (dimension == Dimension::Rate ? " per second" : "");
}

/// ", 0.02 to 0.03 at 95 % confidence".
std::string intervalText(const std::optional<std::string>& low, const std::optional<std::string>& high, double level)
{
    if (!low && !high)
        return {};
    return formatMessage(", {} to {} at {} confidence", low.value_or("no lower bound"), high.value_or("no upper bound"),
                         percentageText(level));
}

std::string intervalText(const std::optional<double>& low, const std::optional<double>& high)
{
    const auto text = [](const std::optional<double>& end) {
        return end ? std::optional(significantText(*end)) : std::nullopt;
    };
    return intervalText(text(low), text(high), 0.95);
}

std::string parameterSummary(const LadderFit& fit)
{
    std::string text;
    for (const FittedParameter& each : fit.parameters)
        text += formatMessage("{}{} {}", text.empty() ? "" : ", ", each.name,
                              parameterValueText(each.value, each.dimension));
    return text;
}

std::string parameterSummaryWithPeak(const LadderFit& fit)
{
    return parameterSummary(fit) +
           (fit.peakP ? formatMessage(", peak at p = {}", significantText(*fit.peakP)) : std::string());
}

/// "speedup peaks at p = 9.6", "at most 17.3×", "still rising at p = 64".
std::string scalingLimitText(const LadderFit& fit, int lastP)
{
    if (fit.peakP)
        return formatMessage("speedup peaks at p = {}", significantText(*fit.peakP));
    if (const std::optional<double> limit = speedupLimitAgainstMeasured(fit))
        return formatMessage("at most {}×", significantText(*limit));
    return formatMessage("still rising at p = {}", lastP);
}

void setScalingFitHeadline(Answer& answer, const FitQuestion& question)
{
    const FitComparison& comparison = question.comparison;
    const MeasuredLadder& ladder = question.reading.ladder;
    const LadderFit& best = comparison.fits.front();
    const int last = ladder.rungs.back().p;
    const std::string end = scalingLimitText(best, last);
    if (!question.isSingleLaw)
        answer.headline = comparison.best.low || !best.isRejected ? bestSpeedupSentence(comparison.best, last)
                                                                  : "These runs fit none of the laws.";
    else if (best.isRejected)
        answer.headline = formatMessage("These runs do not follow {}.", nameOf(best.law));
    else
        answer.headline = formatMessage("{}: {}.", nameOf(best.law), end);
    answer.because = best.isRejected
                         ? formatMessage("Points scatter {} about {}, more than repeats of one p.",
                                         percentageText(best.noise, 2), nameOf(best.law))
                         : formatMessage("Points scatter {} about {}; {}.", percentageText(best.noise, 2),
                                         question.isSingleLaw ? "it" : nameOf(best.law), parameterSummary(best));
    if (const BestSpeedup& reach = comparison.best; reach.hasInterval())
        answer.because = formatMessage(
            "{}× to {}× at 95 % confidence{}; points scatter {} about {}.", significantText(*reach.low),
            significantText(*reach.high),
            reach.pLow && reach.pHigh
                ? formatMessage(", p = {} to {}", significantText(*reach.pLow), significantText(*reach.pHigh))
                : std::string(),
            percentageText(best.noise, 2), nameOf(best.law));
    answer.confidence.basis = basisOf(ladder.origin);
    answer.confidence.note = joinNonEmpty(
        {readingNote(question.reading),
         ladder.baseP == 1 ? std::string() : formatMessage("assumes S = {} at p = {}", ladder.baseP, ladder.baseP),
         measurementNote(ladder)},
        ", ");
    if (findInconsistentRung(ladder) != nullptr)
        answer.confidence.clarity = Clarity::Unknown;
    else if (!question.isSingleLaw)
        answer.confidence.clarity = comparison.best.hasInterval() && !hasOneRunPerRung(ladder) ? Clarity::Clear
                                    : comparison.best.low || comparison.isDecided              ? Clarity::Close
                                                                                               : Clarity::Unknown;
    if (ladder.areHostsMixed) {
        answer.headline = formatMessage("No verdict: {}.", ladder.hostsNote);
        answer.because = "The machines may explain the whole difference.";
        answer.confidence.clarity = Clarity::Unknown;
        answer.next = {"Measure every p on one type of machine.", ladderRunCommand(ladder), {}};
        return;
    }
    const double peak = best.peakP.value_or(0);
    if (best.isRejected)
        answer.next = {formatMessage("Do not extrapolate beyond p = {}.", last)};
    else if (hasOneRunPerRung(ladder))
        answer.next = {"Repeat each run three times for error bars.", ladderRunCommand(ladder), {}};
    else if (!best.peakP || peak > last)
        answer.next = suggestMoreWorkerCounts(ladder, formatMessage("beyond {} the curve is extrapolated", last));
    else if (!question.isSingleLaw && !comparison.best.pHigh)
        answer.next = {
            "Measure more p around the peak.", ladderRunCommand(ladder, {static_cast<int>(std::lround(peak))}), {}};
    else
        answer.next = {formatMessage("Stay below p = {}.", significantText(std::ceil(peak))), {}, "/plan/p"};
}

/// "usl", "usl (rejected)".
std::string lawTitle(const LadderFit& fit)
{
    return fit.isRejected ? formatMessage("{} (rejected)", nameOf(fit.law)) : nameOf(fit.law);
}

void addFitDetails(Answer& answer, const LadderFit& fit)
{
    const std::string label = lawTitle(fit);
    answer.add(Fact::Formula, label, "{} ({})", lawFormula(fit.law), lawSource(fit.law));
    if (fit.law == Law::AlphaBeta)
        answer.add(Fact::Formula, label, "pattern {}: T_comm = {}", patternName(fit.pattern),
                   patternFormula(fit.pattern));
    for (const FittedParameter& each : fit.parameters) {
        const auto text = [&](const std::optional<double>& end) {
            return end ? std::optional(parameterValueText(*end, each.dimension)) : std::nullopt;
        };
        answer.add(Fact::Range, label, "{} {}{}", each.name, parameterValueText(each.value, each.dimension),
                   intervalText(text(each.low), text(each.high), each.confidenceLevel));
        answer.add(Fact::Range, label, each.note.empty() ? "" : formatMessage("{} is {}", each.name, each.note));
    }
    if (fit.peakP)
        answer.add(Fact::Range, label, "peak at p = {}: throughput {} per second{}", significantText(*fit.peakP),
                   significantText(fit.throughputPerS(*fit.peakP)), intervalText(fit.peakLow, fit.peakHigh));
    else
        answer.add(Fact::Range, label, "peak: " + fit.peakNote);
    if (fit.peakP)
        answer.add(Fact::Range, label, fit.peakIntervalNote);
    answer.add(Fact::Calibration, label, fit.peakIntervalRecord);
    if (fit.limitSpeedup && fit.limitThroughput) {
        answer.add(Fact::Range, label, "limit: speedup {} against the law's own single worker{}",
                   significantText(*fit.limitSpeedup), intervalText(fit.limitLow, fit.limitHigh));
        answer.add(Fact::Range, label, fit.limitIntervalNote);
        answer.add(Fact::Range, label,
                   "limit: {} against {}, as S above; throughput {} per second, without an interval",
                   significantText(speedupLimitAgainstMeasured(fit).value_or(0)), measuredBaseText(fit),
                   significantText(*fit.limitThroughput));
    } else {
        answer.add(Fact::Range, label, "limit: " + fit.limitNote);
    }
    answer.add(Fact::Range, label, "fit: {}; R^2 {}, {}", fit.noiseNote,
               fit.rSquared ? significantText(*fit.rSquared, 5) : "has no value: throughput does not vary",
               fit.aicc ? "AICc " + significantText(*fit.aicc) : fit.aiccNote);
    answer.add(Fact::Warning, label, fit.warnings);
}

void addBestSpeedup(Answer& answer, const FitComparison& comparison)
{
    const BestSpeedup& best = comparison.best;
    if (best.value || best.low)
        answer.add(Fact::Range, "best speedup", "{}{} against the law's own single worker",
                   best.value ? significantText(*best.value) : std::string("unknown"),
                   intervalText(best.low, best.high));
    answer.add(Fact::Range, "best speedup", best.note);
    if (best.p || best.pLow)
        answer.add(Fact::Range, "best p", "{}{}", best.p ? significantText(*best.p) : std::string("none"),
                   intervalText(best.pLow, best.pHigh));
    answer.add(Fact::Range, "best p", best.pNote);
    if (!best.spannedLaws.empty())
        answer.add(Fact::Range, "best speedup", "the intervals span {}", joinNonEmpty(best.spannedLaws, "; "));
    answer.add(Fact::Calibration, "best speedup", comparison.bestRecordText);
}

void addRefusedLaws(Answer& answer, const FitComparison& comparison)
{
    for (const LawRefusal& each : comparison.refusedLaws)
        answer.add(Fact::Alternative, "no fit", "{}: {}", nameOf(each.law), each.reason);
}

}  // namespace

std::optional<double> speedupLimitAgainstMeasured(const LadderFit& fit)
{
    return fit.limitThroughput ? std::optional(fit.baseP * *fit.limitThroughput / fit.baseThroughputPerS)
                               : std::nullopt;
}

std::string measuredBaseText(const LadderFit& fit)
{
    return fit.baseP == 1 ? std::string("the measured p = 1")
                          : formatMessage("the measured p = {}, counted as {}", fit.baseP, fit.baseP);
}

Table fitTable(const MeasuredLadder& ladder, const std::vector<LadderFit>& fits)
{
    Table table{.columns = {{"p", "p", "", 0}, {"speedup", "S", "", 3}}};
    for (const LadderFit& fit : fits)
        table.columns.push_back({std::string("fitted_") + (fit.law == Law::AlphaBeta ? "alpha_beta" : nameOf(fit.law)),
                                 lawTitle(fit), "", 3});
    if (!fits.empty())
        table.columns.push_back({"deviation", formatMessage("measured/{} - 1", nameOf(fits.front().law)), "%", 1});
    for (const Rung& rung : ladder.rungs) {
        std::vector<Cell> row{static_cast<double>(rung.p), rung.speedup};
        for (const LadderFit& fit : fits)
            row.emplace_back(fit.speedup(rung.p));
        if (!fits.empty())
            row.emplace_back(100 * (rung.speedup / fits.front().speedup(rung.p) - 1));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Answer fitAnswer(const FitQuestion& question)
{
    const FitComparison& comparison = question.comparison;
    const MeasuredLadder& ladder = question.reading.ladder;
    Answer answer;
    answer.table = fitTable(ladder, comparison.fits);
    if (comparison.fits.empty()) {
        const std::size_t points = ladder.rungs.size();
        answer.headline = formatMessage("No {} fits {} measured p.", question.isSingleLaw ? "such law" : "law", points);
        answer.next = {"Measure more p, three runs each.", suggestMoreWorkerCounts(ladder).command, {}};
        answer.confidence = {.basis = basisOf(ladder.origin), .clarity = Clarity::Unknown};
        addRefusedLaws(answer, comparison);
        addReadingFacts(answer, question.reading);
        return answer;
    }
    setScalingFitHeadline(answer, question);
    answer.add(Fact::Alternative, "verdict", comparison.verdict);
    if (question.fixedWorkLadder != nullptr && !question.isSingleLaw)
        addFixedWorkFact(answer, "verdict", fitLaws(*question.fixedWorkLadder, question.options).verdict);
    addBestSpeedup(answer, comparison);
    answer.add(Fact::Calibration, "calibration", comparison.recordText);
    for (const LadderFit& fit : comparison.fits) {
        addFitDetails(answer, fit);
        if (question.fixedWorkLadder == nullptr)
            continue;
        const Result<LadderFit> fixed = fitLaw(*question.fixedWorkLadder, fit.law, question.options);
        addFixedWorkFact(answer, nameOf(fit.law),
                         fixed ? parameterSummaryWithPeak(*fixed)
                               : formatMessage("no fit, {}", messageOf(fixed.error().problems.front())));
    }
    addRefusedLaws(answer, comparison);
    addReadingFacts(answer, question.reading);
    return answer;
}

}  // namespace scalewright
