// SPDX-License-Identifier: GPL-3.0-or-later
// A fit with its JSON form.
#include <fmt/format.h>

#include "core/base/ranges/ranges.h"
#include "core/output/answers/scaling_fit.h"
#include "core/output/answers/shared_fields.h"

namespace scalewright {

namespace {

Json::Object parameterFields(const FittedParameter& parameter)
{
    return objectOf({{"value", parameter.value},
                     {"low", parameter.low, parameter.note},
                     {"high", parameter.high, parameter.note},
                     {"level", parameter.confidenceLevel},
                     {"at_bound", parameter.isAtBound},
                     {"note", ifAny(parameter.note)}});
}

Json::Object parametersFields(const LadderFit& fit)
{
    Json::Object json;
    for (const FittedParameter& parameter : fit.parameters)
        json.emplace_back(parameter.name, parameterFields(parameter));
    // Amdahl's law is USL without kappa, and its f is sigma in USL.
    if (fit.law == Law::Amdahl)
        json.emplace_back("sigma", parameterFields(*fit.find("f")));
    return json;
}

/// An interval, of which one end may be missing; null with the reason if both are missing.
Field intervalField(const char* key, const std::optional<double>& value, const std::optional<double>& low,
                    const std::optional<double>& high, const std::string& note)
{
    if (!value || (!low && !high))
        return {key, std::nullopt, note};
    return {key, objectOf({{"value", *value}, {"low", low, note}, {"high", high, note}, {"level", 0.95}})};
}

/// Value and interval, each of which may be missing; null with the reason if nothing is known.
Field bestField(const char* key, const std::optional<double>& value, const std::optional<double>& low,
                const std::optional<double>& high, const std::string& note, double level)
{
    if (!value && !low)
        return {key, std::nullopt, note};
    return {key, objectOf({{"value", value, note}, {"low", low, note}, {"high", high, note}, {"level", level}})};
}

Json::Object fitFields(const LadderFit& fit)
{
    const bool hasPattern = fit.law == Law::AlphaBeta;
    return objectOf(
        {{"model", nameOf(fit.law)},
         {"formula", lawFormula(fit.law)},
         {"source", lawSource(fit.law)},
         {"pattern", when(hasPattern, patternName(fit.pattern))},
         {"pattern_formula", when(hasPattern, patternFormula(fit.pattern))},
         {"parameters", parametersFields(fit)},
         {"peak_p", fit.peakP, fit.peakNote},
         {"peak_throughput", fit.peakP ? std::optional(fit.throughputPerS(*fit.peakP)) : std::nullopt, fit.peakNote},
         {"limit_speedup", fit.limitSpeedup, fit.limitNote},
         {"limit_throughput", fit.limitThroughput, fit.limitNote},
         intervalField("peak_interval", fit.peakP, fit.peakLow, fit.peakHigh,
                       fit.peakP ? fit.peakIntervalNote : fit.peakNote),
         {"peak_interval_record", ifAny(fit.peakIntervalRecord)},
         {"limit_throughput_interval", std::nullopt,
          fit.limitThroughput ? "no interval is known for it" : fit.limitNote},
         intervalField("limit_speedup_interval", fit.limitSpeedup, fit.limitLow, fit.limitHigh,
                       fit.limitSpeedup ? fit.limitIntervalNote : fit.limitNote),
         {"limit_speedup_against", "the law's own single worker"},
         {"limit_speedup_measured", speedupLimitAgainstMeasured(fit), fit.limitNote},
         {"speedup_against", measuredBaseText(fit)},
         {"r_squared", fit.rSquared, "throughput does not vary"},
         {"criterion", fit.aicc, fit.aiccNote},
         {"criterion_name", "AICc"},
         {"n_points", fit.pointCount},
         {"n_runs", fit.runCount},
         {"rejected", fit.isRejected},
         {"noise", fit.noise},
         {"noise_note", fit.noiseNote}});
}

Json fittedRows(const MeasuredLadder& ladder, const LadderFit& fit)
{
    return listOf(ladder.rungs, [&](const Rung& rung) {
        return objectOf({{"p", rung.p},
                         {"t", rung.timeS},
                         {"t_fitted", fit.timeS(rung.p)},
                         {"speedup", rung.speedup},
                         {"speedup_fitted", fit.speedup(rung.p)},
                         {"repeats", rung.repeats},
                         runCountFields(rung)});
    });
}

/// The reasons for refusing each law, with the law's --model name.
std::vector<std::string> refusalReasons(const FitComparison& comparison)
{
    std::vector<std::string> reasons;
    for (const LawRefusal& each : comparison.refusedLaws)
        reasons.push_back(formatMessage("{}: {}", std::string(nameOf(each.law)), each.reason));
    return reasons;
}

/// The answer if no law fits the ladder, or if the requested one does not.
Answered refusedFit(const LadderInput& input, const FitRequest& request, const FitComparison& comparison,
                    const std::vector<std::string>& reasons, std::vector<Problem> problems)
{
    const std::string reason = problems.empty() ? reasons.front() : problems.front().message;
    Json::Object json = objectOf({{"model", request.law ? std::optional(nameOf(*request.law)) : std::nullopt, reason}});
    for (const char* key : {"parameters", "peak_p", "limit_speedup", "limit_throughput", "r_squared", "criterion"})
        addFields(json, {{key, std::nullopt, reason}});
    addFields(json, {{"fits", Json::Array()}, {"refused", reasons}, ladderFields(input)});
    const LadderReading reading = ladderReadingOf(input);
    return {.answer = fitAnswer({reading, comparison, request.law.has_value()}),
            .json = std::move(json),
            .problems = std::move(problems)};
}

Answered acceptedFit(const LadderInput& input, const FitRequest& request, const FitComparison& comparison)
{
    const std::vector<LadderFit>& fits = comparison.fits;
    const std::optional<LadderInput> fixedWorkInput = withFixedWork(input);
    Answered answered{.json = objectOf({fitFields(fits.front()), {"rows", fittedRows(input.measured, fits.front())}})};
    if (!request.law) {
        const BestSpeedup& best = comparison.best;
        const std::string fixedVerdict =
            fixedWorkInput ? fitLaws(fixedWorkInput->measured, request.options).verdict : std::string();
        addFields(answered.json,
                  {{"decided", comparison.isDecided},
                   {"decides", nameOf(comparison.decision)},
                   {"law_decided", comparison.decision == FitDecision::SingleLaw},
                   {"as_near", listOf(comparison.closeRivals,
                                      [](const RivalShape& each) {
                                          return Json(each.law ? std::string(nameOf(*each.law)) : each.name);
                                      })},
                   bestField("best_speedup", best.value, best.low, best.high, best.note, best.confidenceLevel),
                   bestField("best_p", best.p, best.pLow, best.pHigh, best.pNote, best.confidenceLevel),
                   {"best_over", best.spannedLaws},
                   {"best_record", ifAny(comparison.bestRecordText)},
                   {"verdict", comparison.verdict},
                   {"falls", comparison.slowsDown},
                   {"run_noise", comparison.runNoise, "the points are on the curve, or there are too few to tell"},
                   trackRecordField(comparison.record, comparison.recordText,
                                    "no curve is selected, so there is no verdict with a track record"),
                   {"if_fixed", when(!fixedVerdict.empty(), objectOf({{"verdict", fixedVerdict}}))}});
    }
    LadderInput withFitWarnings = input;
    append(withFitWarnings.warnings, fits.front().warnings);
    addFields(answered.json, {{"fits", listOf(fits,
                                              [](const LadderFit& fit) {
                                                  return objectOf({fitFields(fit), {"warnings", fit.warnings}});
                                              })},
                              {"refused", refusalReasons(comparison)},
                              ladderFields(withFitWarnings)});
    answered.rows = fitTable(input.measured, fits);
    answered.rows.caption = ladderCaption(input);
    const LadderReading reading = ladderReadingOf(input);
    answered.answer = fitAnswer({reading, comparison, request.law.has_value(),
                                 fixedWorkInput ? &fixedWorkInput->measured : nullptr, request.options});
    return answered;
}

}  // namespace

Result<Answered> answerFit(const LadderInput& input, const FitRequest& request)
{
    const std::optional<Law> law = request.law;
    if (!law) {
        const FitComparison comparison = fitLaws(input.measured, request.options);
        if (comparison.fits.empty()) {
            const std::vector<std::string> reasons = refusalReasons(comparison);
            std::vector<Problem> problems;
            problems.reserve(reasons.size());
            for (const std::string& each : reasons)
                problems.push_back({each, {}, {.file = input.fileName}});
            return refusedFit(input, request, comparison, reasons, std::move(problems));
        }
        return acceptedFit(input, request, comparison);
    }
    Result<LadderFit> fit = fitLaw(input.measured, *law, request.options);
    if (fit)
        return acceptedFit(input, request, {.fits = {std::move(*fit)}});
    if (fit.error().code != ErrorCode::Refused)
        return fail(withFileName(std::move(fit.error()), input.fileName));
    const std::string reason = fmt::format("{}: {}", nameOf(*law), messageOf(fit.error().problems.front()));
    const FitComparison refusedComparison{.refusedLaws = {{*law, messageOf(fit.error().problems.front())}}};
    return refusedFit(input, request, refusedComparison, {reason},
                      withFileName(std::move(fit.error()), input.fileName).problems);
}

}  // namespace scalewright
