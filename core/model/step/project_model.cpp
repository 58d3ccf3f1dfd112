// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step/project_model.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error/try.h"
#include "core/base/ranges/ranges.h"
#include "core/model/step/design_terms.h"
#include "core/model/step/model_split.h"

namespace scalewright {

namespace {

bool crossesNodes(const Communication& communication, const Target& target)
{
    return hasTwoLevels(target) || patternInputs(communication.pattern).hierarchy ||
           std::ranges::any_of(communication.further,
                               [](const FurtherMessage& each) { return patternInputs(each.pattern).hierarchy; });
}

CommunicationParameters readExchangeWithoutTimes(const Target& target, const Communication& communication,
                                                 ModelFieldReader& numbers)
{
    CommunicationParameters c;
    c.serverShards = numbers.countOr(communication.shards, fieldOf(&Communication::shards), c.serverShards);
    c.neighbours = numbers.countOr(communication.neighbours, fieldOf(&Communication::neighbours), c.neighbours);
    c.localSteps = numbers.countOr(communication.localSteps, fieldOf(&Communication::localSteps), c.localSteps);
    c.participation = numbers.optionalValue(communication.participation, fieldOf(&Communication::participation))
                          .value_or(c.participation);
    c.linearScatter = communication.linearScatter;
    c.sharedNetworkCard = communication.sharedNetworkCard;
    c.buckets = numbers.countOr(communication.buckets, fieldOf(&Communication::buckets), c.buckets);
    // The second network level applies to all exchanges if the target has values for it.
    c.twoLevelNetwork = crossesNodes(communication, target);
    if (target.workersPerNode)
        c.workersPerNode = workersOnNode(target);
    if (c.twoLevelNetwork)
        c.oversubscription = numbers.optionalValue(target.oversubscription, fieldOf(&Target::oversubscription))
                                 .value_or(c.oversubscription);
    return c;
}

/// The sum over the steps; nullopt if one of them has no value, or if their times do not add up to T_comp (within 1 %).
std::optional<double> sumOverSteps(const Baseline& baseline, MaybeQuantity WorkloadStep::*member)
{
    double sum = 0, seconds = 0;
    for (const WorkloadStep& step : baseline.steps) {
        if (!(step.*member) || !step.stepTimeS)
            return std::nullopt;
        sum += (step.*member)->value;
        seconds += step.stepTimeS->value;
    }
    const bool timesMatch = baseline.tCompS && std::abs(seconds / baseline.tCompS->value - 1) < 0.01;
    return timesMatch ? std::optional(sum) : std::nullopt;
}

/// Adds the resources that the workers of one node share. If one core was measured as well as the whole machine,
/// workers are parts of that machine; any other ceiling belongs to one worker, like a card's.
void addNodeSharing(const Baseline& baseline, const Target& target, bool splitsData, ScalingModel& model)
{
    DesignTerms& terms = model.terms;
    terms.readingTimeS = std::min(sumOverSteps(baseline, &WorkloadStep::ioTimeS).value_or(0), model.tCompS);
    terms.readingIsDivided = splitsData;
    const Machine& machine = baseline.machine;
    const bool measuredPerCore = machine.memoryBandwidthOneCoreBytesPerS || machine.peakFlopsOneCore;
    const bool sameBandwidth = !target.memoryBandwidthBytesPerS || !machine.memoryBandwidthBytesPerS ||
                               target.memoryBandwidthBytesPerS->value == machine.memoryBandwidthBytesPerS->value;
    if (!measuredPerCore || !sameBandwidth || !machine.memoryBandwidthBytesPerS || model.workersPerNode < 2)
        return;
    const double bytes = sumOverSteps(baseline, &WorkloadStep::bytesMoved).value_or(0);
    // One worker moved these bytes within its own time, so the node takes no longer.
    terms.nodeMemoryTimeS =
        std::min(bytes / machine.memoryBandwidthBytesPerS->value, model.tCompS - terms.readingTimeS);
}

/// t c S: each copy has at least one example.
double workersPerCopy(const Partitioning& slot)
{
    const auto count = [](const MaybeQuantity& quantity) { return valueOr(quantity, 1); };
    return count(slot.tensorParallel) * count(slot.stages) * count(slot.contextParallel);
}

/// Adds a model copy split over several workers, and limits workersPerNode to a node's workers in slot 2's exchange.
void addModelSplit(const Baseline& baseline, const Proposal& proposal, ScalingModel& model)
{
    model.terms.recomputationShare = recomputationShareOf(baseline, proposal);
    model.terms.split = modelSplit(baseline, proposal);
    if (!model.terms.split)
        return;
    CommunicationParameters& exchange = model.primaryExchange().communication;
    exchange.workersPerNode =
        std::max(1, exchange.workersPerNode / std::min(model.terms.split->tensorParallel, exchange.workersPerNode));
}

}  // namespace

CommunicationParameters exchangeWithoutTimes(const Target& target, const Communication& communication)
{
    ModelFieldReader numbers;
    return readExchangeWithoutTimes(target, communication, numbers);
}

Result<ScalingModel> scalingModel(const Project& project)
{
    return scalingModel(project.baseline, project);
}

std::optional<int> maximumWorkersByBatch(const Baseline& baseline, const Proposal& proposal)
{
    const Partitioning& partitioning = proposal.design.partitioning;
    // If a model copy is split over several workers, or workers shard their state, the batch is divided too.
    const bool splitsBatch = partitioning.slot.choices.empty() || isOptionChosen(partitioning.slot, "split-data") ||
                             workersPerCopy(partitioning) > 1 ||
                             (partitioning.shardingStage && partitioning.shardingStage->value > 0);
    if (!baseline.batch || proposal.plan.scaling == Scaling::Weak || !splitsBatch)
        return std::nullopt;
    const double maximum = baseline.batch->value * workersPerCopy(partitioning);
    return maximum >= 1 && maximum < maximumPMax ? std::optional(static_cast<int>(maximum)) : std::nullopt;
}

Result<ScalingModel> scalingModel(const Baseline& baseline, const Proposal& proposal)
{
    Result<ScalingModel> model = scalingModel(baseline.tCompS, proposal);
    if (!model)
        return model;
    addNodeSharing(baseline, proposal.target, isOptionChosen(proposal.design.partitioning.slot, "split-data"), *model);
    addModelSplit(baseline, proposal, *model);
    const auto isPositive = [](const MaybeQuantity& quantity) { return quantity && quantity->value > 0; };
    if (proposal.plan.scaling == Scaling::Weak && isPositive(baseline.batch) && isPositive(baseline.criticalBatch))
        model->criticalWorkers = baseline.criticalBatch->value / baseline.batch->value;
    model->maximumWorkers = maximumWorkersByBatch(baseline, proposal);
    return model;
}

Result<ScalingModel> scalingModel(const FrozenPrediction& frozen)
{
    Baseline baseline = frozen.baseline;
    baseline.tCompS = frozen.tCompS;
    return scalingModel(baseline, frozen);
}

Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal)
{
    const auto& [target, goal, design, plan] = proposal;
    const Communication& communication = design.communication;
    ModelFieldReader numbers;
    ScalingModel model;

    model.tCompS = numbers.requiredValue(tCompS, fieldOf(&Baseline::tCompS));
    model.primaryExchange().pattern = communication.pattern;
    model.scaling = plan.scaling;
    const double alpha = numbers.requiredValue(target.alphaS, fieldOf(&Target::alphaS));
    const double bytes = numbers.requiredValue(communication.messageBytes, fieldOf(&Communication::messageBytes));
    const bool hasNoMessage =
        communication.messageBytes && communication.messageBytes->value == 0 && communication.further.empty();
    const double bandwidth =
        hasNoMessage && !target.bandwidthBytesPerS
            ? 1
            : numbers.requiredValue(target.bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS));
    const double gamma =
        numbers.optionalValue(communication.gammaSPerByte, fieldOf(&Communication::gammaSPerByte)).value_or(0);
    CommunicationParameters c = readExchangeWithoutTimes(target, communication, numbers);
    c.alphaS = alpha;
    model.nodePriceUsdPerHour = numbers.optionalValue(target.priceUsdPerHour, fieldOf(&Target::priceUsdPerHour));
    model.steps = numbers.optionalValue(plan.steps, fieldOf(&Plan::steps)).value_or(1);
    model.hasRunLength = plan.steps.has_value();

    model.efficiencyTarget =
        numbers.optionalValue(plan.efficiencyTarget, fieldOf(&Plan::efficiencyTarget)).value_or(model.efficiencyTarget);

    const bool hierarchical = c.twoLevelNetwork && !hasTwoLevels(target);  // the target lacks the second level's values
    double bandwidth2 = 1;
    if (hierarchical)
        numbers.requiredValue(target.workersPerNode, fieldOf(&Target::workersPerNode));
    model.workersPerNode = numbers.countOr(target.workersPerNode, fieldOf(&Target::workersPerNode), 1);
    if (c.twoLevelNetwork) {
        c.alpha2S = numbers.requiredValue(target.alpha2S, fieldOf(&Target::alpha2S));
        bandwidth2 = numbers.requiredValue(target.bandwidth2BytesPerS, fieldOf(&Target::bandwidth2BytesPerS));
    }
    std::vector<double> furtherBytes;
    for (std::size_t i = 0; i < communication.further.size(); ++i) {
        const FurtherMessage& further = communication.further[i];
        FieldInfo field = fieldOf(&FurtherMessage::messageBytes);
        const std::string pointer = "/design/communication/further/" + std::to_string(i) + "/message_bytes";
        field.jsonPointer = pointer.c_str();
        furtherBytes.push_back(numbers.requiredValue(further.messageBytes, field));
        Exchange& each = model.exchanges.emplace_back(Exchange{further.scope, further.pattern, c});
        each.communication.buckets = 1;
        each.communication.serverShards = numbers.countOr(further.shards, fieldOf(&FurtherMessage::shards), 1);
        each.communication.localSteps = numbers.countOr(further.localSteps, fieldOf(&FurtherMessage::localSteps), 1);
    }
    model.terms = readDesignTerms(target, design, plan, numbers).terms;
    if (!numbers.hasNoProblems())
        return numbers.takeError();
    const auto weigh = [&](CommunicationParameters& exchange, double message) {
        exchange.betaS = numbers.transferTimeS(message, bandwidth, fieldOf(&Target::bandwidthBytesPerS));
        exchange.gammaS = gamma * message;
        if (exchange.twoLevelNetwork)
            exchange.beta2S = numbers.transferTimeS(message, bandwidth2, fieldOf(&Target::bandwidth2BytesPerS));
    };
    model.primaryExchange().communication = c;
    weigh(model.primaryExchange().communication, bytes);
    for (std::size_t i = 0; i < furtherBytes.size(); ++i)
        weigh(model.exchanges[i + 1].communication, furtherBytes[i]);
    if (!numbers.hasNoProblems())
        return numbers.takeError();
    TRY_DO(validate(model));
    return model;
}

std::vector<std::string> modelNotes(const Proposal& proposal)
{
    ModelFieldReader numbers;
    return readDesignTerms(proposal.target, proposal.design, proposal.plan, numbers).notes;
}

ModelIntervals modelIntervals(const Project& project)
{
    return modelIntervals(project.baseline, project);
}

ModelIntervals modelIntervals(const Baseline& baseline, const Proposal& project)
{
    const auto interval = [](const MaybeQuantity& quantity) { return quantity ? quantity->interval : std::nullopt; };
    ModelIntervals intervals;
    intervals.tCompS = interval(baseline.tCompS);
    intervals.alphaS = interval(project.target.alphaS);
    intervals.betaS =
        interval(transferTime(project.design.communication.messageBytes, project.target.bandwidthBytesPerS));
    intervals.alpha2S = interval(project.target.alpha2S);
    intervals.beta2S =
        interval(transferTime(project.design.communication.messageBytes, project.target.bandwidth2BytesPerS));
    for (const FurtherMessage& each : project.design.communication.further) {
        // The interval of the first exchange already covers the link's uncertainty.
        const auto betaInterval = [&](const MaybeQuantity& bandwidth) {
            std::optional<Interval> beta = interval(transferTime(each.messageBytes, bandwidth));
            if (beta)
                beta->level = each.messageBytes->interval ? each.messageBytes->interval->level : 1;
            return beta;
        };
        intervals.furtherBetaS.push_back(betaInterval(project.target.bandwidthBytesPerS));
        intervals.furtherBeta2S.push_back(betaInterval(project.target.bandwidth2BytesPerS));
    }
    return intervals;
}

std::vector<Pattern> priceablePatterns(std::vector<Pattern> patterns, const Target& target)
{
    if (!hasTwoLevels(target))
        std::erase_if(patterns, [](Pattern each) { return patternInputs(each).hierarchy; });
    return patterns;
}

}  // namespace scalewright
