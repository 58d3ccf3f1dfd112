// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/evidence/fit/fit.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright {

namespace {

/// USL contains the ring patterns: sigma = 2 beta/t_comp and kappa = alpha/t_comp for the book's ring. A law with a
/// parameter at its bound can also reduce to another law.
bool isSameCurve(const LadderFit& a, const LadderFit& b)
{
    constexpr std::array samples{1, 2, 3, 5, 8, 13, 100};
    return std::all_of(samples.begin(), samples.end(),
                       [&](int p) { return std::abs(a.throughputPerS(p) / b.throughputPerS(p) - 1) <= 1e-6; });
}

bool hasLessNoise(const LadderFit& a, const LadderFit& b)
{
    return std::round(1e9 * a.noise) < std::round(1e9 * b.noise);
}

std::string withPatternName(std::string law, const LadderFit& fit)
{
    return fit.law == Law::AlphaBeta ? formatMessage("{} ({})", std::move(law), titleOf(fit.pattern)) : law;
}

std::string fitTitle(const LadderFit& fit)
{
    return withPatternName(titleOf(fit.law), fit);
}

std::string fitNameInSentence(const LadderFit& fit)
{
    return withPatternName(nameInSentence(fit.law), fit);
}

/// A fraction of the time that does not shrink with p.
bool isNonScalingShare(const FittedParameter& parameter)
{
    return (parameter.name == "f" || parameter.name == "sigma") && parameter.value > 0;
}

std::string nonScalingShareName(const LadderFit& fit)
{
    return std::find_if(fit.parameters.begin(), fit.parameters.end(), isNonScalingShare)->name;
}

/// Sorts by AICc if every law has one, else by noise.
void sortByAicc(std::vector<LadderFit>& fits)
{
    const bool comparable =
        std::all_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return fit.aicc.has_value(); });
    std::stable_sort(fits.begin(), fits.end(), [&](const LadderFit& a, const LadderFit& b) {
        // Equal curves with different parameters have equal AICc except for rounding.
        return comparable ? std::round(1e6 * *a.aicc) < std::round(1e6 * *b.aicc) : hasLessNoise(a, b);
    });
}

/// The first of the sorted fits whose noise is close to the smallest. AICc alone is not enough: with few points, its
/// correction favours laws with two parameters, however poor the fit.
Law nearestLaw(const std::vector<LadderFit>& fits)
{
    constexpr double noiseRatioLimit = 1.2;
    constexpr double exact = 1e-9;
    const bool allRejected = std::all_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return fit.isRejected; });
    const auto isCandidate = [&](const LadderFit& fit) { return allRejected || !fit.isRejected; };
    double smallestNoise = std::numeric_limits<double>::infinity();
    for (const LadderFit& fit : fits)
        if (isCandidate(fit))
            smallestNoise = std::min(smallestNoise, fit.noise);
    return std::find_if(fits.begin(), fits.end(),
                        [&](const LadderFit& fit) {
                            return isCandidate(fit) && fit.noise <= noiseRatioLimit * smallestNoise + exact;
                        })
        ->law;
}

void moveToFront(std::vector<LadderFit>& fits, std::optional<Law> law)
{
    const auto best = std::find_if(fits.begin(), fits.end(), [&](const LadderFit& fit) { return fit.law == law; });
    if (best != fits.end())
        std::rotate(fits.begin(), best, best + 1);
}

/// What the runs say against a curve without a rival among the laws: their scatter excludes it, or shapes other than
/// the laws fit equally well.
std::string objectionToOnlyCurve(Law law, const fits::LawEvidence& evidence, int lastP)
{
    const auto ownShape = std::find_if(evidence.shapes.begin(), evidence.shapes.end(),
                                       [&](const fits::ShapeMisfit& shape) { return shape.law == law; });
    const auto nearer = std::find_if(evidence.shapes.begin(), evidence.shapes.end(),
                                     [](const fits::ShapeMisfit& shape) { return !shape.law && !shape.isExcluded; });
    if (ownShape != evidence.shapes.end() && ownShape->isExcluded && nearer != evidence.shapes.end())
        return formatMessage(
            "; the scatter of the runs excludes it: it deviates by {}, while {}, a shape of no law here, deviates by "
            "{}. Its limits and its values above p = {} do not apply to this ladder",
            percentageText(ownShape->relativeDeviation, 2), nearer->name, percentageText(nearer->relativeDeviation, 2),
            lastP);
    if (ownShape != evidence.shapes.end() && ownShape->isExcluded)
        return formatMessage("; the scatter of the runs excludes it: it deviates by {}",
                             percentageText(ownShape->relativeDeviation, 2));
    std::vector<std::string> names;
    for (const RivalShape& each : evidence.closeRivals)
        if (!each.law)
            names.push_back(each.name);
    return names.empty()
               ? ""
               : formatMessage("; shapes of no law here that fit equally well: {}", joinNonEmpty(names, ", "));
}

/// The peak depends on the law. If a law is decided, its own interval is kept. If only a growing overhead is decided,
/// the interval spans the peaks of all close rivals, widened at each end like the law's own. Otherwise there is no
/// interval. If the last rung is slower, the peak is below it under any law.
void adjustPeakIntervals(FitComparison& comparison, const fits::LawEvidence& evidence, int lastP)
{
    fits::PeakSpan span{std::numeric_limits<double>::infinity(), 0};
    const auto widen = [&](double low, double high) { span = {std::min(span.low, low), std::max(span.high, high)}; };
    for (const RivalShape& each : evidence.closeRivals)
        if (each.law) {
            const auto fit = std::find_if(comparison.fits.begin(), comparison.fits.end(),
                                          [&](const LadderFit& other) { return other.law == each.law; });
            const double peak =
                fit == comparison.fits.end() ? 1 : fit->peakP.value_or(std::numeric_limits<double>::infinity());
            widen(peak, peak);
        }
    if (evidence.rivalPeaks)
        widen(evidence.rivalPeaks->low, evidence.rivalPeaks->high);
    for (LadderFit& fit : comparison.fits) {
        const bool first = fit.law == comparison.fits.front().law;
        const bool hasPeakInterval = fit.peakLow || fit.peakHigh;
        if (hasPeakInterval && first && comparison.decision == FitDecision::GrowingOverhead && span.high > 0) {
            if (fit.peakLow)
                fit.peakLow = *fit.peakLow * std::min(1.0, span.low / *fit.peakP);
            if (fit.peakHigh)
                fit.peakHigh = *fit.peakHigh * std::max(1.0, span.high / *fit.peakP);
            if (fit.peakHigh && !std::isfinite(*fit.peakHigh)) {
                fit.peakHigh.reset();
                fit.peakIntervalNote = "no upper end: a curve that fits equally well has no peak";
            } else if (fit.peakIntervalNote.empty()) {
                fit.peakIntervalNote = "it spans the peaks of all curves that fit equally well";
            }
        } else if (hasPeakInterval && !(first && comparison.decision != FitDecision::Undecided)) {
            fit.peakLow.reset();
            fit.peakHigh.reset();
            fit.peakIntervalRecord.clear();
            fit.peakIntervalNote =
                formatMessage("no interval: the law is not decided, and another puts the peak elsewhere");
        }
        if (comparison.slowsDown && fit.peakP && !fit.peakHigh && !fit.peakIntervalNote.empty())
            fit.peakIntervalNote +=
                fit.law == Law::Usl && !hasPeakInterval
                    ? formatMessage(
                          " on the curve alone; the last rung is slower by more than the scatter of the runs, so the "
                          "peak is below p = {}",
                          lastP)
                    : formatMessage(
                          "; the last rung is slower by more than the scatter of the runs, so the peak is below p = {}",
                          lastP);
    }
}

}  // namespace

FitComparison fitLaws(const MeasuredLadder& ladder, const FitOptions& options)
{
    FitComparison comparison;
    std::vector<LadderFit>& fits = comparison.fits;
    std::vector<Law> fittedLaws;
    for (const Law law : allLaws) {
        Result<LadderFit> fit = fitLaw(ladder, law, options);
        if (fit) {
            fittedLaws.push_back(law);
            fits.push_back(std::move(*fit));
        } else {
            comparison.refusedLaws.push_back({law, messageOf(fit.error().problems.front())});
        }
    }
    if (fits.empty()) {
        comparison.verdict = "no law can be fitted to this ladder";
        return comparison;
    }
    sortByAicc(fits);
    const fits::LawEvidence evidence = fits::assessLaws(ladder, fittedLaws, options, nearestLaw(fits));
    moveToFront(fits, evidence.bestLaw);
    comparison.slowsDown = evidence.slowsDown;
    if (evidence.noise > 0)
        comparison.runNoise = evidence.noise;

    const LadderFit& best = fits.front();
    std::string sameCurves;
    bool hasOtherCurves = false;
    for (std::size_t i = 1; i < fits.size(); ++i) {
        if (isSameCurve(best, fits[i]))
            sameCurves += formatMessage("; {} {}", fitNameInSentence(fits[i]),
                                        fits[i].parameters.size() == best.parameters.size()
                                            ? "is the same curve with other parameters"
                                            : "reduces to the same curve");
        else
            hasOtherCurves = true;
    }
    if (std::any_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return !fit.aicc; }))
        comparison.verdict = "too few points to compare. ";
    comparison.verdict += fitTitle(best) + ": ";
    if (!hasOtherCurves) {
        comparison.closeRivals = evidence.closeRivals;
        adjustPeakIntervals(comparison, evidence, ladder.rungs.back().p);
        comparison.verdict +=
            formatMessage("the only law that fits this ladder, which does not prove it{}{}",
                          objectionToOnlyCurve(best.law, evidence, ladder.rungs.back().p), sameCurves);
        return comparison;
    }
    int fewestRepeats = ladder.rungs.front().repeats;
    for (const Rung& rung : ladder.rungs)
        fewestRepeats = std::min(fewestRepeats, rung.repeats);
    const auto trackRecordFor = [&](const char* verdict) {
        return findTrackRecord(verdict, static_cast<int>(ladder.rungs.size()), fewestRepeats, evidence.noise);
    };
    const auto earned = [](const std::optional<TrackRecord>& record) { return record && record->isReliable(); };
    comparison.closeRivals = evidence.closeRivals;
    comparison.record = trackRecordFor("law");
    if (evidence.isDecided && earned(comparison.record))
        comparison.decision = FitDecision::SingleLaw;
    else if (evidence.hasGrowingOverhead) {
        comparison.record = trackRecordFor("growth");
        comparison.decision = earned(comparison.record) ? FitDecision::GrowingOverhead : FitDecision::Undecided;
    }
    comparison.isDecided = comparison.decision != FitDecision::Undecided;
    comparison.recordText = trackRecordText(comparison.record);
    std::vector<std::string> rivalNames;
    for (const RivalShape& each : evidence.closeRivals)
        rivalNames.push_back(each.name);
    const std::string rivalList = joinNonEmpty(rivalNames, ", ");
    if (comparison.decision == FitDecision::SingleLaw)
        comparison.verdict += "decided among these laws by these points";
    else if (comparison.decision == FitDecision::GrowingOverhead)
        comparison.verdict = formatMessage(
            "an overhead that grows with p: decided by these points. Which law it follows is not decided: {} is the "
            "nearest law ({} noise about the curve).{}",
            fitNameInSentence(best), percentageText(best.noise, 2),
            rivalList.empty()
                ? ""
                : formatMessage(" Equally good: {}. Each gives another peak and other values beyond the last p.",
                                rivalList));
    else if (evidence.isDecided || evidence.hasGrowingOverhead)
        comparison.verdict += evidence.isDecided
                                  ? "the tests favour it, but such verdicts have not proved reliable: not decided"
                                  : "the tests favour an overhead that grows with p, but such verdicts have not proved "
                                    "reliable: not decided";
    else
        comparison.verdict += formatMessage("the nearest ({} noise about the curve). The data do not decide",
                                            percentageText(best.noise, 2));
    if (!evidence.testSummary.empty())
        comparison.verdict += (comparison.verdict.ends_with('.') ? " " : ". ") + capitalised(evidence.testSummary);
    if (comparison.verdict.ends_with('.'))
        comparison.verdict.pop_back();  // the text that follows starts with its own punctuation
    adjustPeakIntervals(comparison, evidence, ladder.rungs.back().p);
    comparison.verdict += sameCurves;
    if (std::any_of(best.parameters.begin(), best.parameters.end(), isNonScalingShare))
        comparison.verdict += formatMessage(
            ". Total times do not show what {} is: a serial stage, input that is not divided, or compute that slows "
            "down. Record each worker's compute time at every p to know",
            nonScalingShareName(best));
    const bool wider = comparison.isDecided &&
                       std::any_of(best.parameters.begin(), best.parameters.end(), [](const FittedParameter& each) {
                           return each.value > 0 && each.low && *each.low <= 0;
                       });
    if (wider)
        comparison.verdict +=
            ". An interval below that includes 0 is wider than these tests imply: it allows for points off the curve";
    return comparison;
}

}  // namespace scalewright
