#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/evidence/fit/fit.h"
#include "core/evidence/fit/law_evidence.h"

namespace scalewright {

namespace {

/// USL and the rings are one family: sigma = 2 beta/t_comp and kappa = alpha/t_comp of the book's ring. And a law with
/// a parameter at its bound may come down to another.
bool sameCurve(const LadderFit& a, const LadderFit& b)
{
    constexpr std::array samples{1, 2, 3, 5, 8, 13, 100};
    return std::all_of(samples.begin(), samples.end(),
                       [&](int p) { return std::abs(a.throughputPerS(p) / b.throughputPerS(p) - 1) <= 1e-6; });
}

bool betterByNoise(const LadderFit& a, const LadderFit& b)
{
    return std::round(1e9 * a.noise) < std::round(1e9 * b.noise);
}

std::string withPattern(std::string law, const LadderFit& fit)
{
    return fit.law == Law::AlphaBeta ? say("{} ({})", std::move(law), titleOf(fit.pattern)) : law;
}

std::string title(const LadderFit& fit)
{
    return withPattern(titleOf(fit.law), fit);
}

/// Within a sentence.
std::string spoken(const LadderFit& fit)
{
    return withPattern(spokenName(fit.law), fit);
}

/// Of the time: a part that does not shrink with p.
bool isShare(const FittedParameter& parameter)
{
    return (parameter.name == "f" || parameter.name == "sigma") && parameter.value > 0;
}

std::string sharesOf(const LadderFit& fit)
{
    return std::find_if(fit.parameters.begin(), fit.parameters.end(), isShare)->name;
}

/// By the criterion, where every law has one.
void sortFits(std::vector<LadderFit>& fits)
{
    const bool comparable =
        std::all_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return fit.criterion.has_value(); });
    std::stable_sort(fits.begin(), fits.end(), [&](const LadderFit& a, const LadderFit& b) {
        // The same curve in other words has the same criterion but for rounding.
        return comparable ? std::round(1e6 * *a.criterion) < std::round(1e6 * *b.criterion) : betterByNoise(a, b);
    });
}

/// Of sorted fits the first about whose curve the points scatter hardly more than about any other. The criterion alone
/// will not do: with few points its correction prefers two parameters whatever they miss.
Law nearestOf(const std::vector<LadderFit>& fits)
{
    constexpr double asNear = 1.2;
    constexpr double exact = 1e-9;
    const bool allRejected = std::all_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return fit.rejected; });
    const auto stands = [&](const LadderFit& fit) { return allRejected || !fit.rejected; };
    double least = std::numeric_limits<double>::infinity();
    for (const LadderFit& fit : fits)
        if (stands(fit))
            least = std::min(least, fit.noise);
    return std::find_if(fits.begin(), fits.end(),
                        [&](const LadderFit& fit) { return stands(fit) && fit.noise <= asNear * least + exact; })
        ->law;
}

void putFirst(std::vector<LadderFit>& fits, std::optional<Law> law)
{
    const auto best = std::find_if(fits.begin(), fits.end(), [&](const LadderFit& fit) { return fit.law == law; });
    if (best != fits.end())
        std::rotate(fits.begin(), best, best + 1);
}

/// What the runs say against a curve that has no rival among the laws: that they scatter too little for it, or that
/// others, which no law here has, come as near.
std::string againstOnlyCurve(Law law, const fits::LawEvidence& evidence, int lastP)
{
    const auto own = std::find_if(evidence.shapes.begin(), evidence.shapes.end(),
                                  [&](const fits::ShapeMisfit& shape) { return shape.law == law; });
    const auto nearer = std::find_if(evidence.shapes.begin(), evidence.shapes.end(),
                                     [](const fits::ShapeMisfit& shape) { return !shape.law && !shape.excluded; });
    if (own != evidence.shapes.end() && own->excluded && nearer != evidence.shapes.end())
        return say(
            "; the scatter of the runs excludes it: it strays {} from them, and {}, which no law here has, {}. Its "
            "limits, and all it says beyond p = {}, are not those of this ladder",
            percent(own->stray, 2), nearer->name, percent(nearer->stray, 2), lastP);
    if (own != evidence.shapes.end() && own->excluded)
        return say("; the scatter of the runs excludes it: it strays {} from them", percent(own->stray, 2));
    std::vector<std::string> names;
    for (const NearShape& each : evidence.asNear)
        if (!each.law)
            names.push_back(each.name);
    return names.empty() ? "" : say("; as near, and of no law here: {}", joined(names, ", "));
}

/// Where a peak lies is the law's to say. Of a law that is decided its own interval stands. Where only a growing overhead
/// is, the interval spans the peaks of all curves that come as near, as much wider at each end as the law's own is.
/// Elsewhere there is none; that the last rung is slower puts the peak before it, whatever the law.
void settlePeaks(FitComparison& comparison, const fits::LawEvidence& evidence, int lastP)
{
    fits::PeakSpan span{std::numeric_limits<double>::infinity(), 0};
    const auto widen = [&](double low, double high) { span = {std::min(span.low, low), std::max(span.high, high)}; };
    for (const NearShape& each : evidence.asNear)
        if (each.law) {
            const auto fit = std::find_if(comparison.fits.begin(), comparison.fits.end(),
                                          [&](const LadderFit& other) { return other.law == each.law; });
            const double peak =
                fit == comparison.fits.end() ? 1 : fit->peakP.value_or(std::numeric_limits<double>::infinity());
            widen(peak, peak);
        }
    if (evidence.peaksAsNear)
        widen(evidence.peaksAsNear->low, evidence.peaksAsNear->high);
    for (LadderFit& fit : comparison.fits) {
        const bool first = fit.law == comparison.fits.front().law;
        const bool given = fit.peakLow || fit.peakHigh;
        if (given && first && comparison.decides == Decides::Growth && span.high > 0) {
            if (fit.peakLow)
                fit.peakLow = *fit.peakLow * std::min(1.0, span.low / *fit.peakP);
            if (fit.peakHigh)
                fit.peakHigh = *fit.peakHigh * std::max(1.0, span.high / *fit.peakP);
            if (fit.peakHigh && !std::isfinite(*fit.peakHigh)) {
                fit.peakHigh.reset();
                fit.peakIntervalNote = "no upper end: a curve that comes as near has no peak";
            } else if (fit.peakIntervalNote.empty()) {
                fit.peakIntervalNote = "it spans the peaks of all curves that come as near";
            }
        } else if (given && !(first && comparison.decides != Decides::Nothing)) {
            fit.peakLow.reset();
            fit.peakHigh.reset();
            fit.peakRecord.clear();
            fit.peakIntervalNote = say("no interval: the law is not decided, and another puts the peak elsewhere");
        }
        if (comparison.falls && fit.peakP && !fit.peakHigh && !fit.peakIntervalNote.empty())
            fit.peakIntervalNote +=
                fit.law == Law::Usl && !given
                    ? say(" on the curve alone; that the last rung is slower than the runs scatter puts it before "
                          "p = {}",
                          lastP)
                    : say("; the last rung, slower by more than the runs scatter, puts it before p = {}", lastP);
    }
}

}  // namespace

FitComparison fitLaws(const MeasuredLadder& ladder, const FitOptions& options)
{
    FitComparison comparison;
    std::vector<LadderFit>& fits = comparison.fits;
    std::vector<Law> tried;
    for (const Law law : allLaws) {
        Result<LadderFit> fit = fitLaw(ladder, law, options);
        if (fit) {
            tried.push_back(law);
            fits.push_back(std::move(*fit));
        } else {
            comparison.refused.push_back({law, messageOf(fit.error().problems.front())});
        }
    }
    if (fits.empty()) {
        comparison.verdict = "no law can be fitted to this ladder";
        return comparison;
    }
    sortFits(fits);
    const fits::LawEvidence evidence = fits::weigh(ladder, tried, options, nearestOf(fits));
    putFirst(fits, evidence.best);
    comparison.falls = evidence.falls;
    if (evidence.noise > 0)
        comparison.runNoise = evidence.noise;

    const LadderFit& best = fits.front();
    std::string same;
    bool others = false;
    for (std::size_t i = 1; i < fits.size(); ++i) {
        if (sameCurve(best, fits[i]))
            same += say("; {} {}", spoken(fits[i]),
                        fits[i].parameters.size() == best.parameters.size() ? "is the same curve in other words"
                                                                            : "comes to the same curve");
        else
            others = true;
    }
    if (std::any_of(fits.begin(), fits.end(), [](const LadderFit& fit) { return !fit.criterion; }))
        comparison.verdict = "too few points to compare. ";
    comparison.verdict += title(best) + ": ";
    if (!others) {
        comparison.asNear = evidence.asNear;
        settlePeaks(comparison, evidence, ladder.rungs.back().p);
        comparison.verdict += say("the only curve that this ladder can carry, which does not make it right{}{}",
                                  againstOnlyCurve(best.law, evidence, ladder.rungs.back().p), same);
        return comparison;
    }
    int fewest = ladder.rungs.front().repeats;
    for (const Rung& rung : ladder.rungs)
        fewest = std::min(fewest, rung.repeats);
    const auto recordOf = [&](const char* verdict) {
        return trackRecord(verdict, static_cast<int>(ladder.rungs.size()), fewest, evidence.noise);
    };
    const auto earned = [](const std::optional<TrackRecord>& record) { return record && record->earned(); };
    comparison.asNear = evidence.asNear;
    comparison.record = recordOf("law");
    if (evidence.told && earned(comparison.record))
        comparison.decides = Decides::Law;
    else if (evidence.grows) {
        comparison.record = recordOf("growth");
        comparison.decides = earned(comparison.record) ? Decides::Growth : Decides::Nothing;
    }
    comparison.decided = comparison.decides != Decides::Nothing;
    comparison.calibration = trackRecordWords(comparison.record);
    std::vector<std::string> nearNames;
    for (const NearShape& each : evidence.asNear)
        nearNames.push_back(each.name);
    const std::string near = joined(nearNames, ", ");
    if (comparison.decides == Decides::Law)
        comparison.verdict += "decided between these laws on these points";
    else if (comparison.decides == Decides::Growth)
        comparison.verdict = say(
            "an overhead that grows with p: decided on these points. Which law it follows is not decided: {} is the "
            "nearest law ({} about the curve).{}",
            spoken(best), percent(best.noise, 2),
            near.empty() ? "" : say(" As near: {}. Each puts the peak, and all beyond the last p, elsewhere.", near));
    else if (evidence.told || evidence.grows)
        comparison.verdict +=
            evidence.told ? "the tests speak for it, but such verdicts have not been shown to hold: not decided"
                          : "the tests speak for an overhead that grows with p, but such verdicts have not been "
                            "shown to hold: not decided";
    else
        comparison.verdict += say("the nearest ({} about the curve). The data do not decide", percent(best.noise, 2));
    if (!evidence.why.empty())
        comparison.verdict += (comparison.verdict.ends_with('.') ? " " : ". ") + capital(evidence.why);
    if (comparison.verdict.ends_with('.'))
        comparison.verdict.pop_back();  // what follows brings its own
    settlePeaks(comparison, evidence, ladder.rungs.back().p);
    comparison.verdict += same;
    if (std::any_of(best.parameters.begin(), best.parameters.end(), isShare))
        comparison.verdict += say(
            ". Total times do not tell what {} stands for: a serial stage, input that is not shared out, or compute "
            "that slows. Record each worker's compute time at every p to know",
            sharesOf(best));
    const bool wider = comparison.decided &&
                       std::any_of(best.parameters.begin(), best.parameters.end(), [](const FittedParameter& each) {
                           return each.value > 0 && each.low && *each.low <= 0;
                       });
    if (wider)
        comparison.verdict +=
            ". An interval below that holds 0 is wider than these tests: it allows for points that stray from the "
            "curve";
    return comparison;
}

}  // namespace scalewright
