// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/calibrate.h"

#include <cmath>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/statistics/distributions.h"

namespace scalewright {

namespace {

double computedStepS(const Trainer& trainer, const MeasuredRun& run)
{
    return evaluateLayout(run.model, run.cluster, trainer, run.batch, run.layout).stepS;
}

/// The kernel share at which the computed step time equals the measured one, found by bisection: the step time falls as
/// the share grows.
std::optional<double> fitKernelShare(Trainer trainer, const MeasuredRun& run)
{
    double low = 1e-4, high = 1;
    trainer.kernels.peakShare = high;
    if (computedStepS(trainer, run) > run.stepS)
        return std::nullopt;
    trainer.kernels.peakShare = low;
    if (computedStepS(trainer, run) < run.stepS)
        return std::nullopt;
    for (int i = 0; i < 100; ++i) {
        trainer.kernels.peakShare = std::sqrt(low * high);
        (computedStepS(trainer, run) > run.stepS ? low : high) = trainer.kernels.peakShare;
    }
    return std::sqrt(low * high);
}

std::vector<RunResidual> runResiduals(const Trainer& trainer, const std::vector<MeasuredRun>& runs)
{
    std::vector<RunResidual> all;
    for (const MeasuredRun& run : runs) {
        const double computed = computedStepS(trainer, run);
        all.push_back({computed, run.stepS / computed - 1});
    }
    return all;
}

}  // namespace

Result<LayoutCalibration> calibrate(Trainer trainer, const std::vector<MeasuredRun>& runs)
{
    if (runs.empty())
        return fail(ErrorCode::Input, "no measured run", "a run with its layout and step time");
    double sum = 0;
    int row = 0;
    for (const MeasuredRun& run : runs) {
        ++row;
        TRY_DO(validate(run.model, run.cluster, trainer, run.batch));
        if (const LeftOutReason reason = checkLayout(run.model, trainer, run.batch, run.layout.cards(), run.layout);
            reason != LeftOutReason::None)
            return fail(ErrorCode::Input, formatMessage("{} is invalid: {}", layoutText(run.layout), titleOf(reason)),
                        {}, {.line = row, .field = "layout"});
        if (!(std::isfinite(run.stepS) && run.stepS > 0))
            return fail(ErrorCode::Input, "the step time is missing", "seconds per step",
                        {.line = row, .field = "step"});
        const std::optional<double> share = fitKernelShare(trainer, run);
        if (!share)
            return fail(ErrorCode::Input,
                        formatMessage("no kernel efficiency up to 1 explains {} per step", timeText(run.stepS)),
                        formatMessage("about {}, the computed time", timeText(computedStepS(trainer, run))),
                        {.line = row, .field = "step"});
        sum += std::log(*share);
    }
    LayoutCalibration calibration;
    calibration.residualsBefore = runResiduals(trainer, runs);
    calibration.trainer = std::move(trainer);
    calibration.trainer.kernels.peakShare = std::exp(sum / static_cast<double>(runs.size()));
    calibration.residualsAfter = runResiduals(calibration.trainer, runs);
    calibration.trainer.cardPeakFlops = runs.front().cluster.peakFlops;
    calibration.trainer.programs.clear();
    calibration.trainer.leftOutMargin = runs.size() > 1 ? 0 : calibration.trainer.oneStepMargin;
    if (runs.size() > 1) {
        double squares = 0;
        for (const RunResidual& each : calibration.residualsAfter)
            squares += std::pow(std::log1p(each.relativeError), 2);
        calibration.trainer.residualDeviation = std::sqrt(squares / static_cast<double>(runs.size() - 1));
        calibration.trainer.residualRunCount = static_cast<int>(runs.size());
        calibration.trainer.comparedLayouts = {};
        for (const MeasuredRun& run : runs) {
            ComparedLayouts& compared = calibration.trainer.comparedLayouts;
            compared.maximumShardingStage = std::max(compared.maximumShardingStage, run.layout.shardingStage);
            compared.hasContext = compared.hasContext || run.layout.context > 1;
            compared.hasExpert = compared.hasExpert || run.layout.expert > 1;
        }
    }
    return calibration;
}

MeasuredRun profileRun(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                       const ParallelLayout& planned)
{
    const int copyCards = planned.tensor * planned.context * planned.stages;
    for (int cards = cluster.cardsPerNode; cards < planned.cards(); cards *= 2) {
        ParallelLayout layout = planned;
        layout.data = cards / copyCards;
        layout = withoutIneffectiveSettings(layout, model);
        const double smallerBatch = batch / planned.data * layout.data;
        if (layout.cards() == cards &&
            checkLayout(model, trainer, smallerBatch, cards, layout) == LeftOutReason::None &&
            fitsOnCard(cluster, layoutMemory(model, trainer, smallerBatch, layout).total()))
            return {model, cluster, smallerBatch, layout};
    }
    return {model, cluster, batch, planned};
}

bool isCoveredByRuns(const Trainer& trainer, const ParallelLayout& layout)
{
    const ComparedLayouts& compared = trainer.comparedLayouts;
    return trainer.residualRunCount >= 2 && layout.shardingStage <= compared.maximumShardingStage &&
           (layout.context == 1 || compared.hasContext) && (layout.expert == 1 || compared.hasExpert);
}

bool isSameCard(const Trainer& trainer, const ClusterSpec& cluster)
{
    constexpr double relativeTolerance = 0.01;
    return trainer.cardPeakFlops == 0 || std::abs(cluster.peakFlops / trainer.cardPeakFlops - 1) <= relativeTolerance;
}

IntervalGap intervalGapOf(const Trainer& trainer, const ClusterSpec& cluster, const ParallelLayout& layout,
                          const LayoutCost& cost)
{
    if (trainer.residualRunCount < 2)
        return IntervalGap::NoRuns;
    if (!isSameCard(trainer, cluster))
        return IntervalGap::Card;
    if (!isCoveredByRuns(trainer, layout))
        return IntervalGap::Kind;
    return cost.exchangeShare > maximumExchangeShare ? IntervalGap::Exchange : IntervalGap::None;
}

namespace {

}  // namespace

std::optional<Interval> stepInterval(const Trainer& trainer, const ClusterSpec& cluster, const ParallelLayout& layout,
                                     const LayoutCost& cost)
{
    if (intervalGapOf(trainer, cluster, layout, cost) != IntervalGap::None)
        return std::nullopt;
    constexpr double residualLevel = 0.95;
    const bool hasMargin = trainer.leftOutMargin > 0;
    const double n = trainer.residualRunCount;
    const double margin = hasMargin ? trainer.leftOutMargin
                                    : studentTQuantile(residualLevel, trainer.residualRunCount - 1) *
                                          trainer.residualDeviation * std::sqrt(1 + 1 / n);
    return Interval{cost.stepS * std::exp(-margin), cost.stepS * std::exp(margin),
                    hasMargin ? marginLevel : residualLevel};
}

bool areTimesIndistinguishable(const Trainer& trainer, double firstStepS, double secondStepS, double level)
{
    if (trainer.residualRunCount < 2)
        return false;
    return std::abs(std::log(firstStepS / secondStepS)) <
           studentTQuantile(level, trainer.residualRunCount - 1) * trainer.residualDeviation * std::sqrt(2.0);
}

}  // namespace scalewright
