#include "core/model/layout/calibrate.h"

#include <cmath>

#include "core/base/quantity/units.h"
#include "core/base/statistics/student_t.h"

namespace scalewright {

namespace {

double computedS(const Trainer& trainer, const MeasuredRun& run)
{
    return evaluate(run.model, run.cluster, trainer, run.batch, run.layout).stepS;
}

/// The kernels' share at which the computed step is the measured one, by bisection: the step falls with the share.
std::optional<double> shareFor(Trainer trainer, const MeasuredRun& run)
{
    double low = 1e-4, high = 1;
    trainer.kernels.share = high;
    if (computedS(trainer, run) > run.stepS)
        return std::nullopt;
    trainer.kernels.share = low;
    if (computedS(trainer, run) < run.stepS)
        return std::nullopt;
    for (int i = 0; i < 100; ++i) {
        trainer.kernels.share = std::sqrt(low * high);
        (computedS(trainer, run) > run.stepS ? low : high) = trainer.kernels.share;
    }
    return std::sqrt(low * high);
}

std::vector<RunResidual> residuals(const Trainer& trainer, const std::vector<MeasuredRun>& runs)
{
    std::vector<RunResidual> all;
    for (const MeasuredRun& run : runs) {
        const double computed = computedS(trainer, run);
        all.push_back({computed, run.stepS / computed - 1});
    }
    return all;
}

}  // namespace

Result<LayoutCalibration> calibrate(Trainer trainer, const std::vector<MeasuredRun>& runs)
{
    if (runs.empty())
        return fail(ErrorCode::Input, "there is no measured run", "one run with its layout and step time");
    double sum = 0;
    int row = 0;
    for (const MeasuredRun& run : runs) {
        ++row;
        if (const Result<void> valid = validate(run.model, run.cluster, trainer, run.batch); !valid)
            return fail(valid.error());
        if (const LeftOut reason = checkLayout(run.model, trainer, run.batch, run.layout.cards(), run.layout);
            reason != LeftOut::No)
            return fail(ErrorCode::Input, say("{} cannot be: {}", layoutText(run.layout), titleOf(reason)), {},
                        {.line = row, .field = "layout"});
        if (!(std::isfinite(run.stepS) && run.stepS > 0))
            return fail(ErrorCode::Input, "the time of the step is missing", "seconds of one step",
                        {.line = row, .field = "step"});
        const std::optional<double> share = shareFor(trainer, run);
        if (!share)
            return fail(ErrorCode::Input, say("no efficiency of the kernels explains {} a step", timeText(run.stepS)),
                        say("about {}, as computed", timeText(computedS(trainer, run))),
                        {.line = row, .field = "step"});
        sum += std::log(*share);
    }
    LayoutCalibration found;
    found.before = residuals(trainer, runs);
    found.trainer = std::move(trainer);
    found.trainer.kernels.share = std::exp(sum / static_cast<double>(runs.size()));
    found.after = residuals(found.trainer, runs);
    if (runs.size() > 1) {
        double squares = 0;
        for (const RunResidual& each : found.after)
            squares += std::pow(std::log1p(each.share), 2);
        found.trainer.residual = std::sqrt(squares / static_cast<double>(runs.size() - 1));
        found.trainer.residualRuns = static_cast<int>(runs.size());
        found.trainer.compared = {};
        for (const MeasuredRun& run : runs) {
            ComparedKinds& compared = found.trainer.compared;
            compared.shardingStage = std::max(compared.shardingStage, run.layout.shardingStage);
            compared.context = compared.context || run.layout.context > 1;
            compared.expert = compared.expert || run.layout.expert > 1;
        }
    }
    return found;
}

bool comparedWithRuns(const Trainer& trainer, const Layout& layout)
{
    const ComparedKinds& compared = trainer.compared;
    return trainer.residualRuns >= 2 && layout.shardingStage <= compared.shardingStage &&
           (layout.context == 1 || compared.context) && (layout.expert == 1 || compared.expert);
}

std::optional<Interval> stepInterval(const Trainer& trainer, const Layout& layout, double stepS, double level)
{
    if (!comparedWithRuns(trainer, layout))
        return std::nullopt;
    const double n = trainer.residualRuns;
    const double factor = std::exp(studentT(level, trainer.residualRuns - 1) * trainer.residual * std::sqrt(1 + 1 / n));
    return Interval{stepS / factor, stepS * factor, level};
}

bool undecided(const Trainer& trainer, double oneS, double otherS, double level)
{
    if (trainer.residualRuns < 2)
        return false;
    return std::abs(std::log(oneS / otherS)) <
           studentT(level, trainer.residualRuns - 1) * trainer.residual * std::sqrt(2.0);
}

}  // namespace scalewright
