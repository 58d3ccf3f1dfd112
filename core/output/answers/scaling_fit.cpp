#include "core/output/answers/scaling_fit.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/output/answers/basis.h"

namespace scalewright {

namespace {

std::string parameterNumber(double value, Dimension dimension)
{
    return dimension == Dimension::Time ? formatAmount(value, dimension, 4).joined()
                                        : significant(value, 4) + (dimension == Dimension::Rate ? " per second" : "");
}

/// ", 0.02 to 0.03 at 95 % confidence".
std::string endsText(const std::optional<std::string>& low, const std::optional<std::string>& high, double level)
{
    if (!low && !high)
        return {};
    return say(", {} to {} at {} confidence", low.value_or("no lower end"), high.value_or("no upper end"),
               percent(level));
}

std::string endsText(const std::optional<double>& low, const std::optional<double>& high)
{
    const auto text = [](const std::optional<double>& end) {
        return end ? std::optional(significant(*end)) : std::nullopt;
    };
    return endsText(text(low), text(high), 0.95);
}

std::string inBrief(const LadderFit& fit)
{
    std::string text;
    for (const FittedParameter& each : fit.parameters)
        text += say("{}{} {}", text.empty() ? "" : ", ", each.name, parameterNumber(each.value, each.dimension));
    return text;
}

std::string briefWithPeak(const LadderFit& fit)
{
    return inBrief(fit) + (fit.peakP ? say(", peak at p = {}", significant(*fit.peakP)) : std::string());
}

/// "speedup peaks at p = 9.6", "at most 17.3×", "still rising at p = 64".
std::string endOf(const LadderFit& fit, int lastP)
{
    if (fit.peakP)
        return say("speedup peaks at p = {}", significant(*fit.peakP));
    if (const std::optional<double> limit = limitAgainstMeasured(fit))
        return say("at most {}×", significant(*limit));
    return say("still rising at p = {}", lastP);
}

void fitHead(Answer& answer, const FitQuestion& question)
{
    const FitComparison& comparison = question.comparison;
    const MeasuredLadder& ladder = question.reading.ladder;
    const LadderFit& best = comparison.fits.front();
    const int last = ladder.rungs.back().p;
    const std::string end = endOf(best, last);
    if (best.rejected && (question.oneLaw || comparison.decides == Decides::Nothing))
        answer.headline = question.oneLaw ? say("These runs are not of {}.", lawName(best.law))
                                          : std::string("These runs fit none of the laws.");
    else if (question.oneLaw)
        answer.headline = say("{}: {}.", lawName(best.law), end);
    else if (comparison.decides == Decides::Law)
        answer.headline = say("{} fits: {}.", lawName(best.law), end);
    else if (comparison.decides == Decides::Growth && best.rejected)
        answer.headline = "Overhead grows with p; these runs fit none of the laws.";
    else if (comparison.decides == Decides::Growth)
        answer.headline = say("Overhead grows with p; by {}, {}.", lawName(best.law), end);
    else
        answer.headline = say("No law is sure up to p = {}; {} is nearest.", last, lawName(best.law));
    answer.because = say("Points scatter {} about it; {}.", percent(best.noise, 2), inBrief(best));
    answer.sure.basis = basisOf(ladder.origin);
    answer.sure.note = readingNote(ladder);
    if (!question.oneLaw)
        answer.sure.clarity = comparison.decides == Decides::Law      ? Clarity::Clear
                              : comparison.decides == Decides::Growth ? Clarity::Close
                                                                      : Clarity::NotKnown;
    const double peak = best.peakP.value_or(0);
    if (best.rejected)
        answer.next = {say("Do not extrapolate beyond p = {}.", last), {}, {}};
    else if (oneRunPerPoint(ladder))
        answer.next = {"Repeat each run three times for error bars.", repeatCommand(ladder), {}};
    else if (!best.peakP || peak > last)
        answer.next = moreP(ladder, say("beyond {} the curve is extrapolated", last));
    else if (!question.oneLaw && comparison.decides != Decides::Law)
        answer.next = {
            "Measure more p around the peak.", repeatCommand(ladder, {static_cast<int>(std::lround(peak))}), {}};
    else
        answer.next = {say("Stay below p = {}.", significant(std::ceil(peak))), {}, "/plan/p"};
}

void addFit(Answer& answer, const LadderFit& fit)
{
    const std::string label = lawName(fit.law);
    addFact(answer, FactKind::Formula, label, say("{} ({})", lawFormula(fit.law), lawSource(fit.law)));
    if (fit.law == Law::AlphaBeta)
        addFact(answer, FactKind::Formula, label,
                say("pattern {}: T_comm = {}", patternName(fit.pattern), patternFormula(fit.pattern)));
    for (const FittedParameter& each : fit.parameters) {
        const auto text = [&](const std::optional<double>& end) {
            return end ? std::optional(parameterNumber(*end, each.dimension)) : std::nullopt;
        };
        addFact(answer, FactKind::Range, label,
                say("{} {}{}", each.name, parameterNumber(each.value, each.dimension),
                    endsText(text(each.low), text(each.high), each.level)));
        addFact(answer, FactKind::Range, label, each.note.empty() ? "" : say("{} is {}", each.name, each.note));
    }
    if (fit.peakP)
        addFact(answer, FactKind::Range, label,
                say("peak at p = {}: throughput {} per second{}", significant(*fit.peakP),
                    significant(fit.throughputPerS(*fit.peakP), 4), endsText(fit.peakLow, fit.peakHigh)));
    else
        addFact(answer, FactKind::Range, label, "peak: " + fit.peakNote);
    if (fit.peakP)
        addFact(answer, FactKind::Range, label, fit.peakIntervalNote);
    addFact(answer, FactKind::Calibration, label, fit.peakRecord);
    if (fit.limitSpeedup && fit.limitThroughput) {
        addFact(answer, FactKind::Range, label,
                say("limit: speedup {} against the law's own single worker{}", significant(*fit.limitSpeedup),
                    endsText(fit.limitLow, fit.limitHigh)));
        addFact(answer, FactKind::Range, label, fit.limitIntervalNote);
        addFact(answer, FactKind::Range, label,
                say("limit: {} against {}, as S above; throughput {} per second, without an interval",
                    significant(limitAgainstMeasured(fit).value_or(0)), measuredBase(fit),
                    significant(*fit.limitThroughput)));
    } else {
        addFact(answer, FactKind::Range, label, "limit: " + fit.limitNote);
    }
    addFact(answer, FactKind::Range, label,
            say("fit: {}; R^2 {}, {}", fit.noiseNote,
                fit.rSquared ? significant(*fit.rSquared, 5) : "has no value: throughput does not vary",
                fit.criterion ? "AICc " + significant(*fit.criterion, 4) : fit.criterionNote));
    addFacts(answer, FactKind::Warning, label, fit.warnings);
}

void addRefusals(Answer& answer, const FitComparison& comparison)
{
    for (const LawRefusal& each : comparison.refused)
        addFact(answer, FactKind::Rival, "no fit", say("{}: {}", lawName(each.law), each.why));
}

}  // namespace

std::optional<double> limitAgainstMeasured(const LadderFit& fit)
{
    return fit.limitThroughput ? std::optional(fit.baseP * *fit.limitThroughput / fit.baseThroughputPerS)
                               : std::nullopt;
}

std::string measuredBase(const LadderFit& fit)
{
    return fit.baseP == 1 ? std::string("the measured p = 1")
                          : say("the measured p = {}, counted as {}", fit.baseP, fit.baseP);
}

Table fitTable(const MeasuredLadder& ladder, const std::vector<LadderFit>& fits)
{
    Table table{.caption = {}, .columns = {{"p", "p", "", 0}, {"speedup", "S", "", 3}}, .rows = {}};
    for (const LadderFit& fit : fits)
        table.columns.push_back({std::string("fitted_") + (fit.law == Law::AlphaBeta ? "alpha_beta" : lawName(fit.law)),
                                 lawName(fit.law), "", 3});
    if (!fits.empty())
        table.columns.push_back({"deviation", say("measured/{} - 1", lawName(fits.front().law)), "%", 1});
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
        answer.headline = say("No {} fits {} measured p.", question.oneLaw ? "such law" : "law", points);
        answer.next = {"Measure more p, three runs each.", moreP(ladder).command, {}};
        answer.sure = {.basis = basisOf(ladder.origin), .clarity = Clarity::NotKnown, .note = {}, .why = {}};
        addRefusals(answer, comparison);
        addReading(answer, question.reading);
        return answer;
    }
    fitHead(answer, question);
    addFact(answer, FactKind::Rival, "verdict", comparison.verdict);
    if (question.ifFixed != nullptr && !question.oneLaw)
        addIfFixed(answer, "verdict", fitLaws(*question.ifFixed, question.options).verdict);
    addFact(answer, FactKind::Calibration, "calibration", comparison.calibration);
    for (const LadderFit& fit : comparison.fits) {
        addFit(answer, fit);
        if (question.ifFixed == nullptr)
            continue;
        const Result<LadderFit> fixed = fitLaw(*question.ifFixed, fit.law, question.options);
        addIfFixed(answer, lawName(fit.law),
                   fixed ? briefWithPeak(*fixed) : say("no fit, {}", messageOf(fixed.error().problems.front())));
    }
    addRefusals(answer, comparison);
    addReading(answer, question.reading);
    return answer;
}

}  // namespace scalewright
