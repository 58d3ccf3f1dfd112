#include "core/analysis/value_at_p.h"

#include "core/analysis/analysis.h"
#include "core/base/message.h"
#include "core/cost/curve.h"
#include "core/quantity/units.h"

namespace scalewright {

namespace {

/// The ladder whose times are those of what is predicted; nullptr where there is none.
const MeasuredLadder* ladderOfModel(const Analysis& analysis)
{
    const MeasuredLadder* ladder = analysis.runs();
    if (!ladder || !analysis.prediction)
        return ladder;
    return ladder->origin != Origin::Assumed && ladder->scaling == analysis.model->scaling ? ladder : nullptr;
}

std::string times(double speedup)
{
    return decimalText(speedup, speedup < 9.95 ? 1 : 0) + "\u00D7";
}

}  // namespace

ValueAtP valueAtP(const Analysis& analysis, int p)
{
    ValueAtP value{.p = p};
    if (const MeasuredLadder* ladder = ladderOfModel(analysis)) {
        value.baseP = ladder->baseP;
        value.assumed = ladder->origin == Origin::Assumed;
        if (const Rung* rung = ladder->at(p); rung && rung->runCount().mostSucceeded())
            value.measured = rung->speedup;
        else if (p > ladder->rungs.back().p)
            value.lastMeasuredP = ladder->rungs.back().p;
    }
    if (!analysis.prediction || (analysis.model->mostWorkers && p > *analysis.model->mostWorkers))
        return value;
    if (value.measured && value.baseP > 1) {
        value.predicted = speedupAgainst(*analysis.prediction, value.baseP, p);
    } else if (const PredictionRow row = p == analysis.planP ? analysis.atPlan : predictAt(*analysis.model, p);
               row.finishes()) {
        value.predicted = row.speedup;
    }
    return value;
}

std::optional<int> lastMeasuredP(const Analysis& analysis)
{
    const MeasuredLadder* ladder = ladderOfModel(analysis);
    return ladder && !(ladder->origin == Origin::Assumed) ? std::optional(ladder->rungs.back().p) : std::nullopt;
}

std::string speedupText(const ValueAtP& value)
{
    if (value.measured && value.predicted)
        return say("{} measured ({} predicted)", times(*value.measured), times(*value.predicted));
    if (value.measured)
        return value.assumed ? say("{} in an assumed ladder", times(*value.measured))
                             : say("{} measured", times(*value.measured));
    if (!value.predicted)
        return {};
    return value.lastMeasuredP
               ? say("{} predicted, beyond the last run at {}", times(*value.predicted), *value.lastMeasuredP)
               : say("{} predicted", times(*value.predicted));
}

}  // namespace scalewright
