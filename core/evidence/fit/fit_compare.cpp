// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/evidence/fit/fit.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright {

namespace {

/// USL contains the ring patterns: sigma = 2 beta/t_comp and kappa = alpha/t_comp for the book's ring. A law with a
/// parameter at its bound can also reduce to another law.
bool isSameCurve(const LadderFit& a, const LadderFit& b)
{
    constexpr std::array samples{1, 2, 3, 5, 8, 13, 100};
    return std::ranges::all_of(samples,
                               [&](int p) { return std::abs(a.throughputPerS(p) / b.throughputPerS(p) - 1) <= 1e-6; });
}

bool hasLessNoise(const LadderFit& a, const LadderFit& b)
{
    return std::round(1e9 * a.noise) < std::round(1e9 * b.noise);
}

std::string withPatternName(const std::string& law, const LadderFit& fit)
{
    return fit.law == Law::AlphaBeta ? formatMessage("{} ({})", law, titleOf(fit.pattern)) : law;
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
    return std::ranges::find_if(fit.parameters, isNonScalingShare)->name;
}

/// Sorts by AICc if every law has one, else by noise.
void sortByAicc(std::vector<LadderFit>& fits)
{
    const bool comparable = std::ranges::all_of(fits, [](const LadderFit& fit) { return fit.aicc.has_value(); });
    std::ranges::stable_sort(fits, [&](const LadderFit& a, const LadderFit& b) {
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
    const bool allRejected = std::ranges::all_of(fits, [](const LadderFit& fit) { return fit.isRejected; });
    const auto isCandidate = [&](const LadderFit& fit) { return allRejected || !fit.isRejected; };
    double smallestNoise = std::numeric_limits<double>::infinity();
    for (const LadderFit& fit : fits)
        if (isCandidate(fit))
            smallestNoise = std::min(smallestNoise, fit.noise);
    return std::ranges::find_if(fits,
                                [&](const LadderFit& fit) {
                                    return isCandidate(fit) && fit.noise <= noiseRatioLimit * smallestNoise + exact;
                                })
        ->law;
}

void moveToFront(std::vector<LadderFit>& fits, std::optional<Law> law)
{
    const auto best = std::ranges::find(fits, law, &LadderFit::law);
    if (best != fits.end())
        std::rotate(fits.begin(), best, best + 1);
}

/// What the runs say against a curve without a rival among the laws: their scatter excludes it, or shapes other than
/// the laws fit equally well.
std::string objectionToOnlyCurve(Law law, const fits::LawEvidence& evidence, int lastP)
{
    const auto ownShape = std::ranges::find(evidence.shapes, law, &fits::ShapeMisfit::law);
    const auto nearer = std::ranges::find_if(
        evidence.shapes, [](const fits::ShapeMisfit& shape) { return !shape.law && !shape.isExcluded; });
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

/// Completes the intervals of the best speedup with the values of the first law, whose own peak or limit gets the same
/// intervals. The other laws' peaks get none: they would contradict it.
void setBestSpeedup(FitComparison& comparison, const MeasuredLadder& ladder,
                    const std::optional<TrackRecord>& peakRecord)
{
    BestSpeedup& best = comparison.best;
    LadderFit& first = comparison.fits.front();
    if (!ladder.disturbance.empty())
        best = {.note = formatMessage("no interval: {}", ladder.disturbance),
                .pNote = formatMessage("no interval: {}", ladder.disturbance)};
    best.value = best.p = std::nullopt;
    if (!first.isRejected && ladder.scaling == Scaling::Strong) {
        best.p = first.peakP;
        best.value = first.peakP ? std::optional(first.throughputPerS(*first.peakP) / first.throughputPerS(1))
                                 : first.limitSpeedup;
    }
    const std::string rejected = "the runs reject this law (lack of fit, F-test at 99 %)";
    if (!best.value)
        best.note = joinNonEmpty({first.isRejected ? rejected : first.limitNote, best.note}, "; ");
    if (!best.p)
        best.pNote = joinNonEmpty({first.isRejected ? rejected : first.peakNote, best.pNote}, "; ");
    const auto spread = [](const std::optional<double>& value, std::optional<double>& low,
                           std::optional<double>& high) {
        // The profiles are of ln T; the law was fitted to the throughput and may be outside by a rounding error.
        if (value && low)
            low = std::min(*low, *value);
        if (value && high)
            high = std::max(*high, *value);
    };
    spread(best.value, best.low, best.high);
    spread(best.p, best.pLow, best.pHigh);
    for (LadderFit& fit : comparison.fits) {
        fit.peakLow = fit.peakHigh = std::nullopt;
        if (fit.peakP)
            fit.peakIntervalNote = "no interval: another law leads";
    }
    if (first.peakP) {
        first.peakLow = best.pLow;
        first.peakHigh = best.pHigh;
        first.peakIntervalNote = best.pNote;
        if (first.peakLow && first.peakHigh)
            first.peakIntervalRecord = intervalRecordText(peakRecord);
    } else if (first.limitSpeedup) {
        first.limitLow = best.low;
        first.limitHigh = best.high;
        first.limitIntervalNote = best.note;
    }
}

}  // namespace

std::string bestSpeedupSentence(const BestSpeedup& best, int lastP)
{
    const auto times = [](double value) {
        std::string text = significantText(value, 2);
        return (text.ends_with(".0") ? text.substr(0, text.size() - 2) : std::move(text)) + "×";
    };
    const auto workers = [](double p) { return std::lround(p); };
    const double most = best.value.value_or(best.high.value_or(0));
    if (best.hasInterval() && best.value && !best.p)
        return formatMessage("About {} is serial: at most {}.", percentageText(1 / *best.value, 2), times(*best.value));
    if (best.hasInterval() && best.pLow && best.pHigh)
        return best.p ? formatMessage("Speedup peaks at about p = {}: at most {}.", workers(*best.p), times(most))
                      : formatMessage("Speedup peaks at p = {} to {}: at most {}.", workers(*best.pLow),
                                      workers(*best.pHigh), times(most));
    if (best.hasInterval())
        return formatMessage("At most {}, at p = {} or more.", times(most), workers(best.pLow.value_or(1)));
    if (best.low)
        return formatMessage("The best speedup is at least {}; its upper end is unknown.", times(*best.low));
    if (best.p)
        return formatMessage("Speedup peaks near p = {} if the nearest law holds.", workers(*best.p));
    return formatMessage("The runs up to p = {} show no limit.", lastP);
}

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
    if (std::ranges::any_of(fits, [](const LadderFit& fit) { return !fit.aicc; }))
        comparison.verdict = "too few points to compare. ";
    comparison.verdict += fitTitle(best) + ": ";
    int fewestRepeats = ladder.rungs.front().repeats;
    for (const Rung& rung : ladder.rungs)
        fewestRepeats = std::min(fewestRepeats, rung.repeats);
    const auto trackRecordFor = [&](const char* verdict) {
        return findTrackRecord(verdict, static_cast<int>(ladder.rungs.size()), fewestRepeats, evidence.noise);
    };
    comparison.closeRivals = evidence.closeRivals;
    comparison.best = evidence.best;
    setBestSpeedup(comparison, ladder, trackRecordFor("best p"));
    if (comparison.best.hasInterval())
        comparison.bestRecordText = trackRecordText(trackRecordFor("best speedup"));
    if (!hasOtherCurves) {
        comparison.verdict +=
            formatMessage("the only law that fits this ladder, which does not prove it{}{}",
                          objectionToOnlyCurve(best.law, evidence, ladder.rungs.back().p), sameCurves);
        return comparison;
    }
    const auto earned = [](const std::optional<TrackRecord>& record) { return record && record->isReliable(); };
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
        comparison.verdict += formatMessage(
            "{} ({} noise about the curve). The data do not decide",
            contains(evidence.closeRivals, RivalShape{Law::Usl, nameInSentence(Law::Usl)}) && best.law == Law::Amdahl
                ? "the simplest law that fits"
                : "the nearest",
            percentageText(best.noise, 2));
    if (!evidence.testSummary.empty())
        comparison.verdict += (comparison.verdict.ends_with('.') ? " " : ". ") + capitalised(evidence.testSummary);
    if (comparison.verdict.ends_with('.'))
        comparison.verdict.pop_back();  // the text that follows starts with its own punctuation
    comparison.verdict += sameCurves;
    if (std::ranges::any_of(best.parameters, isNonScalingShare))
        comparison.verdict += formatMessage(
            ". Total times do not show what {} is: a serial stage, input that is not divided, or compute that slows "
            "down. Record each worker's compute time at every p to know",
            nonScalingShareName(best));
    const bool wider = comparison.isDecided && std::ranges::any_of(best.parameters, [](const FittedParameter& each) {
                           return each.value > 0 && each.low && *each.low <= 0;
                       });
    if (wider)
        comparison.verdict +=
            ". An interval below that includes 0 is wider than these tests imply: it allows for points off the curve";
    return comparison;
}

}  // namespace scalewright
