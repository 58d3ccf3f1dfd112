// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr double notAvailable = std::numeric_limits<double>::quiet_NaN();

std::vector<double> firstElements(const std::vector<double>& column, int count)
{
    return {column.begin(), column.begin() + count};
}

/// A law at a real p; a pattern may exist only at integer worker counts.
double interpolatedLaw(const LadderFit& fit, double (LadderFit::*value)(double) const, double p)
{
    const double lowerP = std::floor(p);
    if (fit.law != Law::AlphaBeta || lowerP == p || isSmoothInP(fit.pattern, fit.communication))
        return (fit.*value)(p);
    return (fit.*value)(lowerP) + (p - lowerP) * ((fit.*value)(lowerP + 1) - (fit.*value)(lowerP));
}

}  // namespace

std::optional<std::size_t> ScalingCurve::indexOfP(double workers) const
{
    const auto found = std::lower_bound(p.begin(), p.end(), workers);
    if (found == p.end() || *found != workers)
        return std::nullopt;
    return static_cast<std::size_t>(found - p.begin());
}

ScalingCurve curveOf(const Prediction& prediction, int largestP, const PredictionBand* band)
{
    const int count = std::min(largestP, prediction.pMax);
    const PredictionColumns& columns = prediction.columns;
    ScalingCurve curve{.provenance = {.conditions = "predicted"},
                       .scaling = prediction.model.scaling,
                       .backupWorkers = prediction.model.terms.backupWorkers,
                       .workersPerNode = prediction.model.workersPerNode};
    curve.p.reserve(static_cast<std::size_t>(count));
    for (int p = 1; p <= count; ++p)
        curve.p.push_back(p);
    curve.timeS = firstElements(columns.tStep, count);
    curve.speedup = firstElements(columns.speedup, count);
    curve.efficiency = firstElements(columns.efficiency, count);
    curve.commToCompute = firstElements(columns.commToCompute, count);
    if (prediction.model.nodePriceUsdPerHour)
        curve.costUsd = firstElements(columns.cost, count);
    for (std::size_t i = 0; band && i < curve.size(); ++i)
        curve.speedupIntervals.emplace_back(Interval{band->speedupLow[i], band->speedupHigh[i], band->confidenceLevel});
    return curve;
}

ScalingCurve withBaseSpeedup(ScalingCurve curve, int baseP, double speedup)
{
    const std::optional<std::size_t> base = curve.indexOfP(baseP);
    if (!base || !(curve.speedup[*base] > 0) || !std::isfinite(curve.speedup[*base]))
        return curve;
    const double factor = speedup / curve.speedup[*base];
    for (std::vector<double>* column : {&curve.speedup, &curve.efficiency})
        for (double& each : *column)
            each *= factor;
    for (std::optional<Interval>& each : curve.speedupIntervals)
        if (each)
            each = Interval{each->low * factor, each->high * factor, each->level};
    return curve;
}

ScalingCurve curveOf(const MeasuredLadder& ladder, const Provenance& provenance)
{
    ScalingCurve curve{.source = ScalingCurve::Source::Measured,
                       .name = ladder.name,
                       .provenance = provenance,
                       .scaling = ladder.scaling,
                       .baseP = ladder.baseP,
                       .isThroughput = ladder.isThroughput,
                       .timesPerRun = ladder.timesPerRun,
                       .scalingCaveat = ladder.scalingCaveat,
                       .runsNote = ladder.runsNote};
    const auto anyRung = [&](auto predicate) { return std::ranges::any_of(ladder.rungs, predicate); };
    const bool hasParts = anyRung([](const Rung& rung) { return rung.parts.has_value(); });
    const bool hasTimeIntervals = anyRung([](const Rung& rung) { return rung.timeInterval.has_value(); });
    const bool hasSpeedupIntervals = anyRung([](const Rung& rung) { return rung.speedupInterval.has_value(); });
    const bool hasFailures = anyRung([](const Rung& rung) { return rung.failedCount > 0; });
    for (const Rung& rung : ladder.rungs) {
        curve.p.push_back(rung.p);
        curve.timeS.push_back(rung.timeS);
        curve.speedup.push_back(rung.speedup);
        curve.efficiency.push_back(rung.efficiency);
        if (hasParts) {
            curve.commToCompute.push_back(rung.parts && rung.parts->compS > 0 ? rung.parts->commS / rung.parts->compS
                                                                              : notAvailable);
            curve.commShare.push_back(rung.parts && rung.isCommKnown ? rung.parts->commS / rung.timeS : notAvailable);
            curve.idleShare.push_back(rung.parts && rung.isIdleKnown ? rung.parts->idleS / rung.timeS : notAvailable);
        }
        if (hasTimeIntervals)
            curve.timeIntervals.push_back(rung.timeInterval);
        if (hasSpeedupIntervals)
            curve.speedupIntervals.push_back(rung.speedupInterval);
        if (hasFailures)
            curve.runCounts.push_back(rung.runCount());
    }
    return curve;
}

ScalingCurve curveOf(const LadderFit& fit, std::vector<double> p)
{
    ScalingCurve curve{
        .source = ScalingCurve::Source::Fitted,
        .name = nameOf(fit.law),
        .provenance = {.conditions = fmt::format("{} {} {} points, {} % noise about the curve", nameOf(fit.law),
                                                 fit.isRejected ? "rejected by" : "fitted to", fit.pointCount,
                                                 significantText(100 * fit.noise, 2))},
        .scaling = fit.scaling,
        .baseP = fit.baseP,
        .p = std::move(p)};
    for (const double each : curve.p) {
        curve.timeS.push_back(interpolatedLaw(fit, &LadderFit::timeS, each));
        curve.speedup.push_back(interpolatedLaw(fit, &LadderFit::speedup, each));
        curve.efficiency.push_back(curve.speedup.back() / each);
    }
    return curve;
}

Result<ScalingCurve> curveOf(const FrozenPrediction& frozen, int largestP)
{
    TRY(const ScalingModel model, scalingModel(frozen));
    ScalingCurve curve = curveOf(predict(model, std::clamp(largestP, 1, maximumPMax)), largestP);
    curve.source = ScalingCurve::Source::Frozen;
    curve.name = frozen.name.empty() ? frozen.date : frozen.name + ", " + frozen.date;
    curve.provenance = {.date = frozen.date, .conditions = "predicted and frozen"};
    return curve;
}

}  // namespace scalewright
