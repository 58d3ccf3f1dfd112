// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bottleneck/wrong_axis.h"

#include <algorithm>
#include <cmath>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/work_share.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using FieldKey = ProfileField;

std::string requestRateText(double perS)
{
    return formatMessage("{} requests per second", significantText(perS));
}

struct StepTimes {
    double step, io;  ///< io <= step
    [[nodiscard]] double work() const { return step - io; }
};

/// A target and the value that was reached.
struct GoalPair {
    double target, reached;
};

/// T(1), T(K) and S(K) for the project's design.
struct PredictedTimes {
    double tCompS, stepS, speedup;
};

/// The numbers that the sentences use.
struct AxisFacts {
    int deviceCount = 4;
    int nodes = 4;  ///< nodes that contain the devices; all are charged
    Bottleneck bottleneck = Bottleneck::Compute;
    double workingSet = 0, memory = 0;  ///< both known after the flow's first test
    bool fitsStorage = true;  ///< false: the dataset is larger than the storage, which decided the flow
    double dataset = 0, storage = 0;
    std::optional<StepTimes> times;
    std::string noTimesReason;  ///< why the times are missing
    std::optional<double> alpha, roundS;
    /// Share of the work that each of K devices computes: 1/K, or the share of the fullest worker if the batch is split
    /// into whole examples.
    double workShare = 0.25;
    /// Work in a step on K devices relative to one device: K under weak scaling, where each device brings its own
    /// share.
    int workFactor = 1;
    std::optional<double> exchangeS;  ///< T(K) minus the work share, for the design or for the book's ring
    double coordinationWaitFailureS = 0;  ///< part of exchangeS that is coordination, waiting and failures
    std::string exchangeTitle;  ///< title of the exchange
    std::optional<PredictedTimes> predicted;  ///< numbers from Predict, if T_comp is stated
    double roofS = 0;  ///< W/Pmax(I), if there is an exchange round
    std::optional<GoalPair> latency;  ///< seconds
    std::optional<GoalPair> throughput;  ///< requests a second
    std::string priceText;  ///< ": $12.80 per hour instead of $3.20"; may be empty

    [[nodiscard]] bool fitsInMemory() const { return bottleneck != Bottleneck::MemoryCapacity; }
};

/// Sets the time that K workers add to their compute time.
void setExchange(const Profile& profile, AxisFacts& facts)
{
    if (profile.model) {
        ScalingModel model = *profile.model;
        if (!profile.baseline.tCompS && facts.times && facts.times->work() > 0)
            model.tCompS = facts.times->work();
        const PredictionRow row = predictAt(model, facts.deviceCount);
        if (!row.finishes())
            return;
        facts.workShare = largestWorkerShareS(model, 1, facts.deviceCount);
        facts.workFactor = model.scaling == Scaling::Weak ? facts.deviceCount : 1;
        facts.exchangeS = row.tStepS - computeTimePerWorkerS(model, facts.deviceCount);
        facts.coordinationWaitFailureS = row.tCoordinationS + row.tWaitS + row.tFailureS;
        facts.exchangeTitle = std::string(titleOf(model.primaryExchange().pattern));
        if (model.exchanges.size() > 1)
            facts.exchangeTitle = formatMessage("{} with the step’s other exchanges", facts.exchangeTitle);
        // If reading dominates, the part that Predict leaves out is what matters.
        if (profile.baseline.tCompS && facts.times && facts.bottleneck != Bottleneck::DataIo)
            facts.predicted = PredictedTimes{model.tCompS, row.tStepS, row.speedup};
        return;
    }
    const MaybeQuantity bytes = total(profile, &Baseline::networkBytes),
                        bandwidth = total(profile, &Target::bandwidthBytesPerS),
                        latency = total(profile, &Target::alphaS);
    if (!bytes || !bandwidth || !latency)
        return;
    facts.exchangeS = communicationTime(
        bookPattern, {.alphaS = latency->value, .betaS = bytes->value / bandwidth->value}, facts.deviceCount);
    facts.exchangeTitle = std::string(titleOf(bookPattern));
}

AxisFacts factsOf(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    const auto value = [&](FieldKey field) -> std::optional<double> {
        const MaybeQuantity quantity = total(profile, field);
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    AxisFacts facts;
    facts.deviceCount = options.devices.value_or(profile.planP.value_or(4));
    facts.nodes = nodeCount(facts.deviceCount, workersOnNode(profile.target));
    facts.workShare = 1.0 / facts.deviceCount;
    facts.bottleneck = diagnosis.bottleneck;
    facts.workingSet = value(&Baseline::workingSetBytes).value_or(0);
    facts.memory = value(&Machine::memoryBytes).value_or(0);
    facts.dataset = value(&Baseline::datasetBytes).value_or(0);
    facts.storage = value(&Machine::storageBytes).value_or(0);
    facts.fitsStorage =
        diagnosis.bottleneck != Bottleneck::DataIo || diagnosis.path.back().dimension != Dimension::Bytes;
    if (const auto step = value(&WorkloadStep::stepTimeS), io = value(&WorkloadStep::ioTimeS); step && io)
        facts.times = StepTimes{*step, std::min(*io, *step)};
    else
        facts.noTimesReason = formatMessage(
            "{} is not set, so there is no time to compare with",
            std::string((step ? fieldOf(&WorkloadStep::ioTimeS) : fieldOf(&WorkloadStep::stepTimeS)).key()));
    facts.alpha = value(&Target::alphaS);
    setExchange(profile, facts);
    if (diagnosis.workerImplication) {
        facts.roundS = diagnosis.workerImplication->exchangeRoundS;
        facts.roofS = diagnosis.workerImplication->tCompS;
    }
    if (const auto reached = value(&Serving::latencyS), target = value(&Serving::latencyBudgetS); reached && target)
        facts.latency = GoalPair{*target, *reached};
    if (const auto reached = value(&Serving::throughputPerS), target = value(&Serving::throughputTargetPerS);
        reached && target)
        facts.throughput = GoalPair{*target, *reached};
    const MaybeQuantity& price = profile.target.priceUsdPerHour;
    if (const auto hourly = options.priceUsdPerHour ? options.priceUsdPerHour
                            : price                 ? std::optional(price->value)
                                                    : std::nullopt)
        facts.priceText = facts.nodes == 1 ? formatMessage(": {} per hour for one node", moneyText(*hourly))
                                           : formatMessage(": {} per hour instead of {}",
                                                           moneyText(*hourly * facts.nodes), moneyText(*hourly));
    return facts;
}

AxisEffect baseEffect(const AxisFacts& facts, Axis axis)
{
    return {
        .axis = axis, .devices = facts.deviceCount, .footprintBytes = facts.workingSet, .fits = facts.fitsInMemory()};
}

int devicesNeeded(double amount, double perDevice)
{
    return static_cast<int>(std::min(std::ceil(amount / perDevice), 1e9));
}

/// The limit of one device is exceeded on all K: the working set does not fit in memory, or the dataset does not fit on
/// the storage.
AxisEffect failingEffect(const AxisFacts& facts, Axis axis)
{
    AxisEffect effect = baseEffect(facts, axis);
    effect.canRun = false;
    effect.costFactor = facts.nodes;
    effect.reason = "nothing runs, so there is no time";
    const std::string situation =
        facts.fitsInMemory() ? formatMessage("{} of data on {} devices that store {}", bytesText(facts.dataset),
                                             facts.deviceCount, bytesText(facts.storage))
                             : formatMessage("{} on {} devices of {}", bytesText(facts.workingSet), facts.deviceCount,
                                             bytesText(facts.memory));
    std::string opening;
    switch (axis) {
    case Axis::Training: opening = "Replicating"; break;
    case Axis::Inference: opening = "Replicating the server's"; break;
    case Axis::Data:
        opening = formatMessage("Each device reads 1/{} of the data and still holds the whole working set.",
                                facts.deviceCount);
        break;
    case Axis::Coordination: opening = "Scheduling"; break;
    case Axis::Model: opening = "Splitting the model and keeping"; break;
    }
    effect.sentence = formatMessage("{} {} fails {} times at {} times the price{}.", opening, situation,
                                    facts.deviceCount, facts.nodes, facts.priceText);
    return effect;
}

/// The missed budget; it remains missed along every axis except inference.
std::string missedBudgetText(const AxisFacts& facts)
{
    if (facts.latency && facts.latency->reached > facts.latency->target)
        return formatMessage("a request still takes {} against a budget of {}", timeText(facts.latency->reached),
                             timeText(facts.latency->target));
    const GoalPair pair = facts.throughput.value_or(GoalPair{0, 0});
    return formatMessage("{} are answered, still below the {} required", requestRateText(pair.reached),
                         requestRateText(pair.target));
}

AxisEffect missedBudgetEffect(const AxisFacts& facts, Axis axis)
{
    AxisEffect effect = baseEffect(facts, axis);
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    std::string opening = "Distributing a dataset answers no request";
    if (axis == Axis::Model) {
        opening = "Splitting a model that fits adds hand-overs to every request";
        effect.footprintBytes = facts.workingSet / facts.deviceCount;
        effect.bound = Bound::AtLeast;
    } else if (axis == Axis::Coordination) {
        opening = "Coordinating machines that do not serve answers no request";
    } else if (axis == Axis::Training) {
        opening = "More gradients answer no request";
    }
    effect.sentence =
        formatMessage("{}. {}, {} {} times the price{}.", opening, capitalised(missedBudgetText(facts)),
                      effect.bound == Bound::AtLeast ? "for at least" : "at", facts.nodes, facts.priceText);
    return effect;
}

void setTimeAndCost(const AxisFacts& facts, const StepTimes& times, double timeS, AxisEffect& effect)
{
    effect.timeFactor = timeS / times.step;
    const double cost = facts.nodes * timeS / times.step;
    effect.costFactor = cost;
    effect.sentence += formatMessage(" A step costs {}{} times as much.",
                                     effect.bound == Bound::AtLeast ? "at least " : "", significantText(cost));
}

/// Time of a step on K devices if T_comp is stated: the step time from Predict, plus the part of the step outside
/// T_comp, which does not depend on the work share.
double fullStepS(const AxisFacts& facts, const StepTimes& times)
{
    return std::max(0.0, times.step - facts.predicted->tCompS) * facts.workFactor + facts.predicted->stepS;
}

/// ". The ring all-reduce among 4 adds 0.240 s. That makes 0.323 s instead of 0.300 s", or that the time is unknown.
std::string exchangeText(const AxisFacts& facts, const StepTimes& times, double timeS)
{
    if (!facts.exchangeS)
        return ". Enter net_bytes and a link to see what the exchange adds";
    std::string text = formatMessage(". The {} among {} adds {}", facts.exchangeTitle, facts.deviceCount,
                                     timeText(*facts.exchangeS - facts.coordinationWaitFailureS));
    if (facts.coordinationWaitFailureS != 0)
        text += formatMessage(", coordination, waiting and failures {}", timeText(facts.coordinationWaitFailureS));
    text += facts.workFactor == 1
                ? formatMessage(". That makes {} instead of {}", timeText(timeS), timeText(times.step))
                : formatMessage(". That makes {} for {} times the work of {}", timeText(timeS), facts.workFactor,
                                timeText(times.step));
    if (facts.predicted)
        text += formatMessage(" (Predict’s S({}) = {})", facts.deviceCount, significantText(facts.predicted->speedup));
    return text;
}

void describeData(const AxisFacts& facts, const StepTimes& times, AxisEffect& effect)
{
    if (facts.bottleneck == Bottleneck::MemoryBandwidth) {
        double time = times.step * facts.workFactor / facts.deviceCount + facts.exchangeS.value_or(0);
        if (facts.predicted) {
            // The reading that Predict leaves out is divided among the devices too.
            const double reading = std::min(times.io, std::max(0.0, times.step - facts.predicted->tCompS));
            time = fullStepS(facts, times) - reading * facts.workFactor * (1 - 1.0 / facts.deviceCount);
        }
        effect.bound = Bound::AtLeast;
        effect.sentence = formatMessage(
                              "Each of {} machines reads and streams its share of the data: {} becomes {} at best. "
                              "Parameters that every machine needs in full do not shrink",
                              facts.deviceCount, timeText(times.step), timeText(times.step / facts.deviceCount)) +
                          exchangeText(facts, times, time) + ".";
        setTimeAndCost(facts, times, time / facts.workFactor, effect);
        return;
    }
    if (times.io == 0)
        effect.sentence = "The step reads nothing: sharing the reading saves nothing.";
    else if (times.work() > 0)
        effect.sentence =
            formatMessage("Reading takes {} % of the step: at most {} times as fast, with any number of machines.",
                          significantText(100 * times.io / times.step), significantText(times.step / times.work()));
    else
        effect.sentence = formatMessage("The step only reads: {} machines read it in {}.", facts.deviceCount,
                                        timeText(times.io / facts.deviceCount));
    setTimeAndCost(facts, times, times.work() + times.io / facts.deviceCount, effect);
}

void describeTraining(const AxisFacts& facts, const StepTimes& times, AxisEffect& effect)
{
    const bool streams = facts.bottleneck == Bottleneck::MemoryBandwidth;
    effect.bound = facts.exchangeS && !streams ? Bound::Exact : Bound::AtLeast;
    const double time =
        facts.predicted ? fullStepS(facts, times)
                        : times.io * facts.workFactor + times.work() * facts.workShare + facts.exchangeS.value_or(0);
    const double work = facts.predicted ? facts.predicted->tCompS : times.work();
    effect.sentence = formatMessage("{} replicas of {} each: ", facts.deviceCount, bytesText(facts.workingSet));
    if (facts.bottleneck == Bottleneck::DataIo)
        effect.sentence += formatMessage("the {} of reading remain, so at most {} times as fast with any number",
                                         timeText(times.io), significantText(times.step / times.io));
    else if (facts.workFactor > 1)
        effect.sentence += formatMessage("each does {} of work of its own", timeText(work));
    else
        effect.sentence +=
            formatMessage("the work of {} becomes {} each", timeText(work), timeText(work * facts.workShare));
    effect.sentence += exchangeText(facts, times, time);
    if (streams)
        effect.sentence += ". If every replica streams its own parameters from memory, its share shrinks less";
    effect.sentence += ".";
    setTimeAndCost(facts, facts.predicted ? StepTimes{std::max(times.step, work), times.io} : times,
                   time / facts.workFactor, effect);
}

void describeModelSplit(const AxisFacts& facts, AxisEffect& effect)
{
    const double perDevice = facts.workingSet / facts.deviceCount;
    effect.footprintBytes = perDevice;
    effect.bound = Bound::AtLeast;
    effect.sentence =
        formatMessage("{} already fit in {}. Split {} ways it is {} per device, with {} {} of activations",
                      bytesText(facts.workingSet), bytesText(facts.memory), facts.deviceCount, bytesText(perDevice),
                      facts.deviceCount - 1, facts.deviceCount > 2 ? "hand-overs" : "hand-over");
    if (facts.alpha)
        effect.sentence += formatMessage(", at least {} in all", timeText((facts.deviceCount - 1) * *facts.alpha));
    effect.sentence +=
        ". Tensor parallelism and a pipeline of micro-batches share the work too. One batch at a time passes through "
        "the parts in turn, no faster than before. The profile does not include the size of the activations.";
}

void describeInference(const AxisFacts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    effect.sentence = facts.latency || facts.throughput ? "The serving budget is met. " : "No request budget is set. ";
    effect.sentence +=
        formatMessage("{} replicas answer {} times as many requests, each no faster, at {} times the price{}.",
                      facts.deviceCount, facts.deviceCount, facts.nodes, facts.priceText);
}

void describeCoordination(const AxisFacts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    if (!facts.roundS)
        effect.sentence = "The profile exchanges nothing between machines: there is nothing to coordinate. ";
    else if (facts.times)
        effect.sentence = formatMessage(
            "One round between machines takes {}, a step {}. A free round would not shorten the step on one machine. ",
            timeText(*facts.roundS), timeText(facts.times->step));
    else
        effect.sentence = formatMessage("One round between machines takes {}; one machine does not need it. ",
                                        timeText(*facts.roundS));
    effect.sentence += formatMessage("{} machines that share no work cost {} times the price{}.", facts.deviceCount,
                                     facts.nodes, facts.priceText);
}

void describeWithoutTimes(const AxisFacts& facts, AxisEffect& effect)
{
    effect.reason = facts.noTimesReason;
    if (!effect.sentence.empty())
        effect.sentence += " ";
    effect.sentence += formatMessage("The effect on the step time is unknown: {}.", facts.noTimesReason);
}

AxisEffect wrongAxisEffect(const AxisFacts& facts, Axis axis)
{
    if (!facts.fitsInMemory() || !facts.fitsStorage)
        return failingEffect(facts, axis);
    if (facts.bottleneck == Bottleneck::Latency)
        return missedBudgetEffect(facts, axis);
    AxisEffect effect = baseEffect(facts, axis);
    if (axis == Axis::Model)
        describeModelSplit(facts, effect);
    if (axis == Axis::Inference)
        describeInference(facts, effect);
    else if (axis == Axis::Coordination)
        describeCoordination(facts, effect);
    else if (!facts.times)
        describeWithoutTimes(facts, effect);
    else if (axis == Axis::Model)
        setTimeAndCost(facts, *facts.times,
                       facts.times->io + facts.times->work() / facts.deviceCount +
                           (facts.deviceCount - 1) * facts.alpha.value_or(0),
                       effect);
    else if (axis == Axis::Data)
        describeData(facts, *facts.times, effect);
    else
        describeTraining(facts, *facts.times, effect);
    return effect;
}

/// "52.0 GB per device, within 80.0 GB; at least 3 devices are needed".
std::string deviceShareText(const AxisFacts& facts, double totalAmount, double perDevice, bool& suffices)
{
    suffices = totalAmount / facts.deviceCount <= perDevice;
    return formatMessage("{} per device, {} {}; at least {} devices are needed",
                         bytesText(totalAmount / facts.deviceCount), suffices ? "within" : "still above",
                         bytesText(perDevice), devicesNeeded(totalAmount, perDevice));
}

void describeCapacitySplit(const AxisFacts& facts, AxisEffect& effect)
{
    effect.reason = "it did not run on one device, so there is no time to compare with";
    const double usableMemory = usableMemoryShare * facts.memory;
    effect.fewestDevices =
        facts.fitsStorage ? devicesNeeded(facts.workingSet, usableMemory) : devicesNeeded(facts.dataset, facts.storage);
    if (!facts.fitsStorage) {
        effect.sentence = formatMessage("Split {} ways the dataset is {}.", facts.deviceCount,
                                        deviceShareText(facts, facts.dataset, facts.storage, effect.canRun));
        return;
    }
    effect.sentence = formatMessage("Split {} ways it is {}.", facts.deviceCount,
                                    deviceShareText(facts, facts.workingSet, usableMemory, effect.canRun));
    effect.footprintBytes = facts.workingSet / facts.deviceCount;
    effect.fits = effect.canRun;
}

void describeStreamSplit(const AxisFacts& facts, const StepTimes& times, AxisEffect& effect)
{
    const double perDevice = facts.workingSet / facts.deviceCount;
    effect.footprintBytes = perDevice;
    effect.bound = Bound::AtLeast;
    effect.sentence = formatMessage(
        "Each of {} devices streams its {} of the {}: the work of {} becomes {} at best; the hand-over of "
        "activations comes on top.",
        facts.deviceCount, bytesText(perDevice), bytesText(facts.workingSet), timeText(times.work()),
        timeText(times.work() / facts.deviceCount));
    setTimeAndCost(facts, times, times.io + times.work() / facts.deviceCount, effect);
}

void describeServingReplicas(const AxisFacts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    if (facts.throughput && facts.throughput->reached < facts.throughput->target) {
        effect.fewestDevices = std::max(1, devicesNeeded(facts.throughput->target, facts.throughput->reached));
        effect.sentence =
            formatMessage("{} replicas answer {}; {} are required. At least {} replicas are needed.", facts.deviceCount,
                          requestRateText(facts.deviceCount * facts.throughput->reached),
                          requestRateText(facts.throughput->target), *effect.fewestDevices);
    }
    if (!facts.latency || facts.latency->reached <= facts.latency->target)
        return;
    if (!effect.sentence.empty())
        effect.sentence += " ";
    effect.sentence += formatMessage(
        "Replicas shorten the queue of a request that takes {}. To get below {}, split each request over devices or "
        "reduce its work.",
        timeText(facts.latency->reached), timeText(facts.latency->target));
}

AxisEffect recommendedEffect(const AxisFacts& facts, Axis axis)
{
    AxisEffect effect = baseEffect(facts, axis);
    if (!facts.fitsInMemory() || !facts.fitsStorage) {
        describeCapacitySplit(facts, effect);
    } else if (facts.bottleneck == Bottleneck::Latency) {
        describeServingReplicas(facts, effect);
    } else if (facts.bottleneck == Bottleneck::Coordination) {
        effect.sentence = formatMessage(
            "The round of {} must be shorter than the {} of work: fewer bytes, a faster link, fewer rounds, or better "
            "coordination.",
            timeText(facts.roundS.value_or(0)), timeText(facts.roofS));
        effect.reason = "it depends on how the exchange is changed";
    } else if (!facts.times) {
        describeWithoutTimes(facts, effect);
    } else if (facts.bottleneck == Bottleneck::DataIo) {
        describeData(facts, *facts.times, effect);
    } else if (facts.bottleneck == Bottleneck::MemoryBandwidth) {
        describeStreamSplit(facts, *facts.times, effect);
    } else {
        describeTraining(facts, *facts.times, effect);
    }
    return effect;
}

Result<void> validate(const WrongAxisOptions& options)
{
    if (options.devices && *options.devices < minimumDevices)
        return fail(ErrorCode::Input, formatMessage("{} devices: too few to distribute", *options.devices),
                    formatMessage("{} or more", minimumDevices), {.field = "devices"});
    if (options.devices && *options.devices > maximumDevices)
        return fail(ErrorCode::Input, formatMessage("{} devices: too many to compute", *options.devices),
                    formatMessage("up to {}", maximumDevices), {.field = "devices"});
    if (options.priceUsdPerHour && !(std::isfinite(*options.priceUsdPerHour) && *options.priceUsdPerHour >= 0))
        return fail(ErrorCode::Input, "the price is negative or not finite", exampleOf(Dimension::Price),
                    {.field = "price"});
    return {};
}

}  // namespace

Result<std::vector<WrongAxis>> wrongAxisEffects(const Profile& profile, const Diagnosis& diagnosis,
                                                const WrongAxisOptions& options)
{
    TRY_DO(validate(options));
    const AxisFacts facts = factsOf(profile, diagnosis, options);
    std::vector<WrongAxis> all;
    for (const Axis axis : allAxes)
        if (axis != diagnosis.axis)
            all.push_back(wrongAxisEffect(facts, axis));
    return all;
}

Result<AxisEffect> recommendedAxisEffect(const Profile& profile, const Diagnosis& diagnosis,
                                         const WrongAxisOptions& options)
{
    TRY_DO(validate(options));
    return recommendedEffect(factsOf(profile, diagnosis, options), diagnosis.axis);
}

}  // namespace scalewright
