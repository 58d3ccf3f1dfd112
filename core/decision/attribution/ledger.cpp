#include "core/decision/attribution/ledger.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/row.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// "2026-11-21", alone or followed by a time.
bool startsWithDate(std::string_view text)
{
    constexpr std::string_view shape = "dddd-dd-dd";
    if (text.size() < shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != '-')
            return false;
    const auto number = [&](std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); };
    return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 && number(8) <= 31 &&
           (text.size() == shape.size() || text[shape.size()] == 'T' || text[shape.size()] == ' ');
}

/// Exchanges something, and is predicted to end.
bool comparable(const Rung& rung, const PredictionRow& row)
{
    return rung.p > 1 && row.finishes();
}

}  // namespace

Result<FrozenPrediction> freeze(const Project& project, const std::string& name, const std::string& date)
{
    if (!startsWithDate(date))
        return fail(ErrorCode::Input, say("{} is no date", inQuotes(date)), "a date such as 2026-11-21",
                    Where{.field = "date"});
    if (const Result<ScalingModel> model = scalingModel(project); !model)
        return fail(model.error());
    FrozenPrediction frozen;
    static_cast<Proposal&>(frozen) = project;
    frozen.goal = {};
    frozen.name = name;
    frozen.date = date;
    frozen.tCompS = project.baseline.tCompS;
    frozen.baseline = project.baseline;
    return frozen;
}

CommunicationShift communicationShift(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    if (predicted.terms.overlaps())
        return {std::nullopt, "communication overlaps compute: what shows is neither latency nor bandwidth alone"};
    if (predicted.terms.split)
        return {std::nullopt, "a copy lies on several workers: several exchanges share one link"};
    // Normal equations of two unknowns; the determinant against the product of the squares says how alike the columns
    // are.
    double ll = 0, lb = 0, bb = 0, lx = 0, bx = 0;
    int rungs = 0;
    for (const Rung& rung : ladder.rungs) {
        const PredictionRow row = predictAt(predicted, rung.p);
        if (!rung.parts || !rung.commTold || !comparable(rung, row))
            continue;
        const std::optional<LinearFactors> factors =
            linearFactors(predicted.first().pattern, predicted.first().communication, rung.p);
        if (!factors)
            return {std::nullopt, "the time of this pattern is not a sum of latency and bandwidth"};
        const double excess = rung.parts->commS / scale - row.tCommS;
        ll += factors->latency * factors->latency;
        lb += factors->latency * factors->bandwidth;
        bb += factors->bandwidth * factors->bandwidth;
        lx += factors->latency * excess;
        bx += factors->bandwidth * excess;
        ++rungs;
    }
    if (rungs < 2)
        return {std::nullopt,
                "latency and bandwidth can be told apart from two p beyond 1 with measured communication"};
    const double determinant = ll * bb - lb * lb;
    if (!(determinant > 1e-9 * ll * bb))
        return {std::nullopt, "latency and bandwidth grow alike over these p: they cannot be told apart"};
    return {CommunicationShift::Seconds{(lx * bb - bx * lb) / determinant, (bx * ll - lx * lb) / determinant}, {}};
}

double stepsPerTime(const ScalingModel& predicted, const MeasuredLadder& ladder, const Plan& plan)
{
    if (!plan.steps || plan.steps->value <= 0)
        return 1;
    const Rung& base = ladder.rungs.front();
    const double ratio = base.timeS / predictAt(predicted, base.p).tStepS;
    return std::abs(std::log(ratio / plan.steps->value)) < std::abs(std::log(ratio)) ? plan.steps->value : 1;
}

std::optional<double> knownStepsPerTime(const ScalingModel& predicted, const Ladder& source,
                                        const MeasuredLadder& measured, const Plan& plan)
{
    if (source.stepsPerTime)
        return source.stepsPerTime->value;
    if (measured.isThroughput)
        return std::nullopt;  // a unit of work is no step
    const double steps = stepsPerTime(predicted, measured, plan);
    return scaleDoubt(predicted, measured, steps).empty() ? std::optional(steps) : std::nullopt;
}

bool timesSeemSteps(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                    const ScalingModel* predicted)
{
    return !source.stepsPerTime && plan.steps && plan.steps->value > 1 && predicted &&
           predicted->scaling == measured.scaling && knownStepsPerTime(*predicted, source, measured, plan) == 1;
}

MeasuredLadder asRuns(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                      const ScalingModel* predicted)
{
    Ladder known = source;
    const bool guessed = timesSeemSteps(measured, source, plan, predicted);
    if (guessed)
        known.stepsPerTime = assumed(1);
    MeasuredLadder runs = ofRuns(measured, known, plan);
    runs.stepDoubt = stepDoubt(measured, source, plan, predicted);
    if (!source.stepsPerTime && !measured.isThroughput && plan.steps && plan.steps->value > 1)
        runs.runUnknown = say("say how many steps one measured time holds: 1, an epoch’s, or all {} of the run",
                              significant(plan.steps->value, 6));
    if (guessed)
        runs.runsNote = joined({std::move(runs.runsNote),
                                say("That one measured time is one step is a guess from the prediction, and a run is "
                                    "{} of them: the ladder’s card says how many it holds.",
                                    significant(plan.steps->value, 6))},
                               " ");
    return runs;
}

namespace {

/// What one step took at the ladder's base, and what is predicted there.
struct StepTwice {
    double measuredS = 0, predictedS = 0;
    [[nodiscard]] bool farApart() const
    {
        constexpr double apart = 10;
        return std::isfinite(predictedS) && (measuredS > apart * predictedS || apart * measuredS < predictedS);
    }
    [[nodiscard]] std::string measured() const { return formatAmount(measuredS, Dimension::Time).joined(); }
    [[nodiscard]] std::string predicted() const { return formatAmount(predictedS, Dimension::Time).joined(); }
};

StepTwice stepAtBase(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    const Rung& base = ladder.rungs.front();
    return {base.timeS / scale, predictAt(predicted, base.p).tStepS};
}

}  // namespace

std::string scaleDoubt(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    const StepTwice step = stepAtBase(predicted, ladder, scale);
    if (!step.farApart())
        return {};
    return say(
        "At p = {} {} were measured and {} predicted for a step: is one measured time one step? Say how many steps it "
        "holds, or check the units.",
        ladder.rungs.front().p, step.measured(), step.predicted());
}

std::string stepDoubt(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                      const ScalingModel* predicted)
{
    if (!predicted || measured.origin == Origin::Assumed || predicted->scaling != measured.scaling ||
        (!source.stepsPerTime && (measured.isThroughput || !plan.steps || plan.steps->value <= 1)))
        return {};
    const double steps = source.stepsPerTime ? source.stepsPerTime->value : stepsPerTime(*predicted, measured, plan);
    const StepTwice step = stepAtBase(*predicted, measured, steps);
    if (!step.farApart())
        return {};
    const int p = measured.rungs.front().p;
    return source.stepsPerTime
               ? say("a step takes {} measured at p {}, where {} is predicted", step.measured(), p, step.predicted())
               : say("one time at p {} is {}, where a step of {} is predicted", p, step.measured(), step.predicted());
}

std::vector<Waterfall> waterfalls(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    const CommunicationShift shift = communicationShift(predicted, ladder, scale);
    std::vector<Waterfall> all;
    for (const Rung& rung : ladder.rungs) {
        const PredictionRow row = predictAt(predicted, rung.p);
        if (!row.finishes())
            continue;
        Waterfall bars{.p = rung.p, .predictedS = row.tStepS, .measuredS = rung.timeS / scale};
        if (!rung.parts) {
            bars.unexplainedS = bars.measuredS - bars.predictedS;
            all.push_back(bars);
            continue;
        }
        // What nobody recorded is in the rest, and so is what was predicted of it.
        const bool hasCompute = rung.parts->compS > 0;
        const double waitS = row.tWaitS + row.tCoordinationS;
        bars.computeS = hasCompute ? rung.parts->compS / scale - row.tCompS : 0;
        bars.communicationS = rung.commTold ? rung.parts->commS / scale - row.tCommS : 0;
        const std::optional<LinearFactors> factors =
            linearFactors(predicted.first().pattern, predicted.first().communication, rung.p);
        if (rung.commTold && shift.by && factors && comparable(rung, row)) {
            bars.latencyS = factors->latency * shift.by->alphaS;
            bars.bandwidthS = factors->bandwidth * shift.by->betaS;
            bars.communicationS -= bars.latencyS + bars.bandwidthS;
        }
        bars.waitingS = rung.idleTold ? rung.parts->idleS / scale - waitS : 0;
        bars.ioS = rung.parts->ioS / scale;
        bars.unexplainedS = rung.parts->restS / scale - row.tFailureS - (hasCompute ? 0 : row.tCompS) -
                            (rung.commTold ? 0 : row.tCommS) - (rung.idleTold ? 0 : waitS);
        all.push_back(bars);
    }
    return all;
}

}  // namespace scalewright
