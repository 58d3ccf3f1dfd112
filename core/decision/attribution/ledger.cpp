// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/attribution/ledger.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/row.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

/// Accepts "2026-11-21", alone or followed by a time.
bool startsWithDate(std::string_view text)
{
    constexpr std::string_view shape = "dddd-dd-dd";
    if (text.size() < shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (shape[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != '-')
            return false;
    const auto number = [&](std::size_t position) { return (text[position] - '0') * 10 + (text[position + 1] - '0'); };
    return number(5) >= 1 && number(5) <= 12 && number(8) >= 1 && number(8) <= 31 &&
           (text.size() == shape.size() || text[shape.size()] == 'T' || text[shape.size()] == ' ');
}

/// The rung has an exchange and is predicted to finish.
bool hasPredictedExchange(const Rung& rung, const PredictionRow& row)
{
    return rung.p > 1 && row.finishes();
}

}  // namespace

Result<FrozenPrediction> makeFrozenPrediction(const Project& project, const std::string& name, const std::string& date)
{
    if (!startsWithDate(date))
        return fail(ErrorCode::Input, formatMessage("{} is not a date", inQuotes(date)), "a date such as 2026-11-21",
                    ProblemLocation{.field = "date"});
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
    if (predicted.terms.hasOverlap())
        return {std::nullopt,
                "communication overlaps compute: the visible part is neither latency nor bandwidth alone"};
    if (predicted.terms.split)
        return {std::nullopt, "a copy spans several workers: several exchanges share one link"};
    // Normal equations for two unknowns; the determinant over the product of the squares shows how similar the columns
    // are.
    double ll = 0, lb = 0, bb = 0, lx = 0, bx = 0;
    int rungs = 0;
    for (const Rung& rung : ladder.rungs) {
        const PredictionRow row = predictAt(predicted, rung.p);
        if (!rung.parts || !rung.isCommKnown || !hasPredictedExchange(rung, row))
            continue;
        const std::optional<LinearFactors> factors =
            linearFactors(predicted.primaryExchange().pattern, predicted.primaryExchange().communication, rung.p);
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
    if (rungs < 3)
        return {std::nullopt,
                "latency and bandwidth cannot be separated: that needs measured communication at three p above 1"};
    // The squared sine of the angle between the two columns.
    constexpr double minimumSeparation = 0.01;
    const double determinant = ll * bb - lb * lb;
    if (!(determinant > minimumSeparation * ll * bb))
        return {std::nullopt, "latency and bandwidth cannot be separated: they grow in proportion over these p"};
    const CommunicationShift::LinkParameterShift shift{(lx * bb - bx * lb) / determinant,
                                                       (bx * ll - lx * lb) / determinant};
    const CommunicationParameters& link = predicted.primaryExchange().communication;
    constexpr double rounding = 1e-9;
    if (link.alphaS + shift.alphaS < -rounding * link.alphaS || link.betaS + shift.betaS < -rounding * link.betaS)
        return {std::nullopt,
                "latency and bandwidth cannot be separated: the best fit has a negative latency or transfer time"};
    return {shift, {}};
}

double guessStepsPerMeasuredTime(const ScalingModel& predicted, const MeasuredLadder& ladder, const Plan& plan)
{
    if (!plan.steps || plan.steps->value <= 0)
        return 1;
    const Rung& base = ladder.rungs.front();
    const double ratio = base.timeS / predictAt(predicted, base.p).tStepS;
    return std::abs(std::log(ratio / plan.steps->value)) < std::abs(std::log(ratio)) ? plan.steps->value : 1;
}

std::optional<double> knownStepsPerMeasuredTime(const ScalingModel& predicted, const Ladder& source,
                                                const MeasuredLadder& measured, const Plan& plan)
{
    if (source.stepsPerMeasuredTime)
        return source.stepsPerMeasuredTime->value;
    if (measured.isThroughput)
        return std::nullopt;  // a unit of work is not a step
    const double steps = guessStepsPerMeasuredTime(predicted, measured, plan);
    return scaleMismatchText(predicted, measured, steps).empty() ? std::optional(steps) : std::nullopt;
}

MeasuredLadder withKnownTransfer(MeasuredLadder measured, const Ladder& source, const Plan& plan,
                                 const ScalingModel* predicted)
{
    const std::optional<double> steps = predicted && predicted->scaling == measured.scaling
                                            ? knownStepsPerMeasuredTime(*predicted, source, measured, plan)
                                            : std::nullopt;
    if (!steps)
        return measured;
    constexpr double modelTolerance = 10;
    for (Rung& rung : measured.rungs) {
        const PredictionRow row = predictAt(*predicted, rung.p);
        const double transferS = *steps * row.tCommS;
        if (!rung.commMayIncludeWaiting || !hasPredictedExchange(rung, row) ||
            !(transferS > 0 && modelTolerance * rung.parts.value().commS >= transferS))
            continue;
        const auto splitWaiting = [&](TimeParts& parts) {
            const double waitingS = std::max(0.0, parts.commS - modelTolerance * transferS);
            parts.commS -= waitingS;
            parts.idleS += waitingS;
        };
        splitWaiting(*rung.parts);
        for (RunTime& run : rung.runs)
            if (run.parts)
                splitWaiting(*run.parts);
        rung.commMayIncludeWaiting = false;
        rung.isIdleKnown = true;
    }
    return measured;
}

bool areTimesLikelySteps(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                         const ScalingModel* predicted)
{
    return !source.stepsPerMeasuredTime && plan.steps && plan.steps->value > 1 && predicted &&
           predicted->scaling == measured.scaling && knownStepsPerMeasuredTime(*predicted, source, measured, plan) == 1;
}

MeasuredLadder scaleLadderToRuns(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                                 const ScalingModel* predicted)
{
    const bool areStepsGuessed = areTimesLikelySteps(measured, source, plan, predicted);
    std::optional<Ladder> ladderWithSteps;  // copied only if it differs: a ladder may have many points
    if (areStepsGuessed)
        ladderWithSteps.emplace(source).stepsPerMeasuredTime = assumed(1);
    MeasuredLadder runs = scaleToPlannedRun(measured, ladderWithSteps ? *ladderWithSteps : source, plan);
    runs.stepMismatch = stepMismatchText(measured, source, plan, predicted);
    if (!source.stepsPerMeasuredTime && !measured.isThroughput && plan.steps && plan.steps->value > 1)
        runs.stepsPerTimeRequest =
            formatMessage("set how many steps one measured time covers: 1, an epoch or all {} of the run",
                          significantText(plan.steps->value, 6));
    if (areStepsGuessed)
        runs.runsNote = joinNonEmpty(
            {std::move(runs.runsNote), formatMessage("The prediction suggests that one measured time is one step, and "
                                                     "a run has {} steps: set the number on the ladder’s card.",
                                                     significantText(plan.steps->value, 6))},
            " ");
    return runs;
}

namespace {

/// The measured and the predicted time of one step at the ladder's base.
struct MeasuredAndPredictedStep {
    double measuredS = 0, predictedS = 0;
    [[nodiscard]] bool differsTenfold() const
    {
        constexpr double maximumRatio = 10;
        return std::isfinite(predictedS) &&
               (measuredS > maximumRatio * predictedS || maximumRatio * measuredS < predictedS);
    }
    [[nodiscard]] std::string measuredText() const { return timeText(measuredS); }
    [[nodiscard]] std::string predictedText() const { return timeText(predictedS); }
};

MeasuredAndPredictedStep baseStepTimes(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    const Rung& base = ladder.rungs.front();
    return {base.timeS / scale, predictAt(predicted, base.p).tStepS};
}

}  // namespace

std::string scaleMismatchText(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    const MeasuredAndPredictedStep step = baseStepTimes(predicted, ladder, scale);
    if (!step.differsTenfold())
        return {};
    return formatMessage(
        "At p = {} a step takes {} measured and {} predicted: is one measured time one step? Set how many steps it "
        "covers, or check the units.",
        ladder.rungs.front().p, step.measuredText(), step.predictedText());
}

std::string stepMismatchText(const MeasuredLadder& measured, const Ladder& source, const Plan& plan,
                             const ScalingModel* predicted)
{
    if (!predicted || measured.origin == Origin::Assumed || predicted->scaling != measured.scaling ||
        (!source.stepsPerMeasuredTime && (measured.isThroughput || !plan.steps || plan.steps->value <= 1)))
        return {};
    const double steps = source.stepsPerMeasuredTime ? source.stepsPerMeasuredTime->value
                                                     : guessStepsPerMeasuredTime(*predicted, measured, plan);
    const MeasuredAndPredictedStep step = baseStepTimes(*predicted, measured, steps);
    if (!step.differsTenfold())
        return {};
    const int p = measured.rungs.front().p;
    return source.stepsPerMeasuredTime
               ? formatMessage("a step takes {} measured at p {}, where {} is predicted", step.measuredText(), p,
                               step.predictedText())
               : formatMessage("one measured time at p {} is {}, where a step of {} is predicted", p,
                               step.measuredText(), step.predictedText());
}

std::vector<Waterfall> waterfalls(const ScalingModel& predicted, const MeasuredLadder& ladder, double scale)
{
    const CommunicationShift shift = communicationShift(predicted, ladder, scale);
    std::vector<Waterfall> result;
    for (const Rung& rung : ladder.rungs) {
        const PredictionRow row = predictAt(predicted, rung.p);
        if (!row.finishes())
            continue;
        Waterfall bars{.p = rung.p, .predictedS = row.tStepS, .measuredS = rung.timeS / scale};
        if (!rung.parts) {
            bars.unexplainedS = bars.measuredS - bars.predictedS;
            result.push_back(bars);
            continue;
        }
        // The time of parts that were not recorded is in the rest, so their predicted time is subtracted from it.
        const bool hasCompute = rung.parts->compS > 0;
        const double waitS = row.tWaitS + row.tCoordinationS;
        bars.computeS = hasCompute ? rung.parts->compS / scale - row.tCompS : 0;
        bars.otherCommunicationS = rung.isCommKnown ? rung.parts->commS / scale - row.tCommS : 0;
        const std::optional<LinearFactors> factors =
            linearFactors(predicted.primaryExchange().pattern, predicted.primaryExchange().communication, rung.p);
        if (rung.isCommKnown && shift.linkShift && factors && hasPredictedExchange(rung, row)) {
            bars.latencyS = factors->latency * shift.linkShift->alphaS;
            bars.bandwidthS = factors->bandwidth * shift.linkShift->betaS;
            bars.otherCommunicationS -= bars.latencyS + bars.bandwidthS;
        }
        bars.waitingS = rung.isIdleKnown ? rung.parts->idleS / scale - waitS : 0;
        bars.ioS = rung.parts->ioS / scale;
        bars.unexplainedS = rung.parts->unattributedS / scale - row.tFailureS - (hasCompute ? 0 : row.tCompS) -
                            (rung.isCommKnown ? 0 : row.tCommS) - (rung.isIdleKnown ? 0 : waitS);
        result.push_back(bars);
    }
    return result;
}

std::string differenceText(const Waterfall& waterfall)
{
    const double difference = waterfall.measuredS / waterfall.predictedS - 1;
    if (std::abs(difference) < 0.005)
        return formatMessage("As predicted at p = {}: {}.", waterfall.p,
                             amountText(waterfall.measuredS, Dimension::Time));
    struct Part {
        const char* name;
        double seconds;
    };
    const std::array parts{
        Part{"compute", waterfall.computeS},
        Part{"communication", waterfall.latencyS + waterfall.bandwidthS + waterfall.otherCommunicationS},
        Part{"waiting", waterfall.waitingS}, Part{"input and output", waterfall.ioS},
        Part{"an unknown cause", waterfall.unexplainedS}};
    const bool isSlower = difference > 0;
    const Part& largest =
        *std::ranges::max_element(parts, {}, [&](const Part& part) { return isSlower ? part.seconds : -part.seconds; });
    return formatMessage("{} {} than predicted at p = {}: {} {} {}.", percentageText(std::abs(difference), 2),
                         isSlower ? "slower" : "faster", waterfall.p, largest.name, isSlower ? "adds" : "saves",
                         amountText(std::abs(largest.seconds), Dimension::Time));
}

}  // namespace scalewright
