// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/calibrate.h"

#include <cmath>

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
        if (const Result<void> valid = validate(run.model, run.cluster, trainer, run.batch); !valid)
            return fail(valid.error());
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

bool isCoveredByRuns(const Trainer& trainer, const ParallelLayout& layout)
{
    const ComparedLayouts& compared = trainer.comparedLayouts;
    return trainer.residualRunCount >= 2 && layout.shardingStage <= compared.maximumShardingStage &&
           (layout.context == 1 || compared.hasContext) && (layout.expert == 1 || compared.hasExpert);
}

std::optional<Interval> stepInterval(const Trainer& trainer, const ParallelLayout& layout, double stepS, double level)
{
    if (!isCoveredByRuns(trainer, layout))
        return std::nullopt;
    const double n = trainer.residualRunCount;
    const double factor = std::exp(studentTQuantile(level, trainer.residualRunCount - 1) * trainer.residualDeviation *
                                   std::sqrt(1 + 1 / n));
    return Interval{stepS / factor, stepS * factor, level};
}

bool areTimesIndistinguishable(const Trainer& trainer, double firstStepS, double secondStepS, double level)
{
    if (trainer.residualRunCount < 2)
        return false;
    return std::abs(std::log(firstStepS / secondStepS)) <
           studentTQuantile(level, trainer.residualRunCount - 1) * trainer.residualDeviation * std::sqrt(2.0);
}

}  // namespace scalewright
