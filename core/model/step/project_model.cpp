#include "core/model/step/project_model.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/model/step/design_terms.h"
#include "core/model/step/model_split.h"

namespace scalewright {

namespace {

bool crossesNodes(const Communication& communication, const Target& target)
{
    return hasTwoLevels(target) || patternInputs(communication.pattern).hierarchy ||
           std::any_of(communication.further.begin(), communication.further.end(),
                       [](const FurtherMessage& each) { return patternInputs(each.pattern).hierarchy; });
}

CommunicationParameters timelessExchange(const Target& target, const Communication& communication,
                                         ModelNumbers& numbers)
{
    CommunicationParameters c;
    c.shards = numbers.count(communication.shards, fieldOf(&Communication::shards), c.shards);
    c.neighbours = numbers.count(communication.neighbours, fieldOf(&Communication::neighbours), c.neighbours);
    c.localSteps = numbers.count(communication.localSteps, fieldOf(&Communication::localSteps), c.localSteps);
    c.participation =
        numbers.value(communication.participation, fieldOf(&Communication::participation)).value_or(c.participation);
    c.linearScatter = communication.linearScatter;
    c.sharedNetworkCard = communication.sharedNetworkCard;
    c.buckets = numbers.count(communication.buckets, fieldOf(&Communication::buckets), c.buckets);
    // The second level of network is of all exchanges, where the target has the numbers for it.
    c.twoLevels = crossesNodes(communication, target);
    if (target.workersPerNode)
        c.workersPerNode = workersOnNode(target);
    if (c.twoLevels)
        c.oversubscription =
            numbers.value(target.oversubscription, fieldOf(&Target::oversubscription)).value_or(c.oversubscription);
    return c;
}

/// The sum over the steps; nullopt where one of them does not say, or their times are not T_comp's (1 %).
std::optional<double> ofSteps(const Baseline& baseline, MaybeQuantity WorkloadStep::*member)
{
    double sum = 0, seconds = 0;
    for (const WorkloadStep& step : baseline.steps) {
        if (!(step.*member) || !step.stepTimeS)
            return std::nullopt;
        sum += (step.*member)->value;
        seconds += step.stepTimeS->value;
    }
    const bool same = baseline.tCompS && std::abs(seconds / baseline.tCompS->value - 1) < 0.01;
    return same ? std::optional(sum) : std::nullopt;
}

/// What the workers of one node share. A machine whose one core was measured beside all of them has workers that are
/// parts of it; any other ceiling is one worker's own, as a card's is.
void shareNode(const Baseline& baseline, const Target& target, bool splitsData, ScalingModel& model)
{
    DesignTerms& terms = model.terms;
    terms.readingS = std::min(ofSteps(baseline, &WorkloadStep::ioTimeS).value_or(0), model.tCompS);
    terms.readingDivided = splitsData;
    const Machine& machine = baseline.machine;
    const bool ofCores = machine.memoryBandwidthOneCoreBytesPerS || machine.peakFlopsOneCore;
    const bool same = !target.memoryBandwidthBytesPerS || !machine.memoryBandwidthBytesPerS ||
                      target.memoryBandwidthBytesPerS->value == machine.memoryBandwidthBytesPerS->value;
    if (!ofCores || !same || !machine.memoryBandwidthBytesPerS || model.workersPerNode < 2)
        return;
    const double bytes = ofSteps(baseline, &WorkloadStep::bytesMoved).value_or(0);
    // One worker moved them in its own time: the node can do no less.
    terms.memoryRoofS = std::min(bytes / machine.memoryBandwidthBytesPerS->value, model.tCompS - terms.readingS);
}

/// t c S: an example of one copy each at the most.
double copyWorkers(const Partitioning& slot)
{
    const auto count = [](const MaybeQuantity& of) { return of ? of->value : 1; };
    return count(slot.tensorParallel) * count(slot.stages) * count(slot.contextParallel);
}

/// A copy on several workers, and the node's share of those that slot 2's own exchange goes among then.
void splitModel(const Baseline& baseline, const Proposal& proposal, ScalingModel& model)
{
    model.terms.recomputedShare = recomputedShareOf(baseline, proposal);
    model.terms.split = modelSplit(baseline, proposal);
    if (!model.terms.split)
        return;
    CommunicationParameters& own = model.first().communication;
    own.workersPerNode = std::max(1, own.workersPerNode / std::min(model.terms.split->tensor, own.workersPerNode));
}

}  // namespace

CommunicationParameters exchangeWithoutTimes(const Target& target, const Communication& communication)
{
    ModelNumbers numbers;
    return timelessExchange(target, communication, numbers);
}

Result<ScalingModel> scalingModel(const Project& project)
{
    return scalingModel(project.baseline, project);
}

Result<ScalingModel> scalingModel(const Baseline& baseline, const Proposal& proposal)
{
    Result<ScalingModel> model = scalingModel(baseline.tCompS, proposal);
    const Partitioning& partitioning = proposal.design.partitioning;
    const auto splitsExamples = [](const SlotChoice& each) { return each.option == "split-data"; };
    const bool splitsData =
        std::any_of(partitioning.slot.choices.begin(), partitioning.slot.choices.end(), splitsExamples);
    // Copies of a model on several workers, and those that share its state, each take a share of the batch as well.
    const bool byExample = partitioning.slot.choices.empty() || splitsData || copyWorkers(partitioning) > 1 ||
                           (partitioning.shardingStage && partitioning.shardingStage->value > 0);
    if (model) {
        shareNode(baseline, proposal.target, splitsData, *model);
        splitModel(baseline, proposal, *model);
    }
    const auto isPositive = [](const MaybeQuantity& of) { return of && of->value > 0; };
    if (model && proposal.plan.scaling == Scaling::Weak && isPositive(baseline.batch) &&
        isPositive(baseline.criticalBatch))
        model->criticalWorkers = baseline.criticalBatch->value / baseline.batch->value;
    if (!model || !baseline.batch || proposal.plan.scaling == Scaling::Weak || !byExample)
        return model;
    if (const double most = baseline.batch->value * copyWorkers(partitioning); most >= 1 && most < largestPMax)
        model->mostWorkers = static_cast<int>(most);
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
    ModelNumbers numbers;
    ScalingModel model;

    model.tCompS = numbers.need(tCompS, fieldOf(&Baseline::tCompS));
    model.first().pattern = communication.pattern;
    model.scaling = plan.scaling;
    const double alpha = numbers.need(target.alphaS, fieldOf(&Target::alphaS));
    const double bytes = numbers.need(communication.messageBytes, fieldOf(&Communication::messageBytes));
    const bool carriesNothing =
        communication.messageBytes && communication.messageBytes->value == 0 && communication.further.empty();
    const double bandwidth = carriesNothing && !target.bandwidthBytesPerS
                                 ? 1
                                 : numbers.need(target.bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS));
    const double gamma = numbers.value(communication.gammaSPerByte, fieldOf(&Communication::gammaSPerByte)).value_or(0);
    CommunicationParameters c = timelessExchange(target, communication, numbers);
    c.alphaS = alpha;
    model.priceUsdPerHour = numbers.value(target.priceUsdPerHour, fieldOf(&Target::priceUsdPerHour));
    model.steps = numbers.value(plan.steps, fieldOf(&Plan::steps)).value_or(1);
    model.stepsAreTheRuns = plan.steps.has_value();

    model.efficiencyTarget =
        numbers.value(plan.efficiencyTarget, fieldOf(&Plan::efficiencyTarget)).value_or(model.efficiencyTarget);

    const bool hierarchical = c.twoLevels && !hasTwoLevels(target);  // the pattern needs what the target lacks
    double bandwidth2 = 1;
    if (hierarchical)
        numbers.need(target.workersPerNode, fieldOf(&Target::workersPerNode));
    model.workersPerNode = numbers.count(target.workersPerNode, fieldOf(&Target::workersPerNode), 1);
    if (c.twoLevels) {
        c.alpha2S = numbers.need(target.alpha2S, fieldOf(&Target::alpha2S));
        bandwidth2 = numbers.need(target.bandwidth2BytesPerS, fieldOf(&Target::bandwidth2BytesPerS));
    }
    std::vector<double> furtherBytes;
    for (std::size_t i = 0; i < communication.further.size(); ++i) {
        const FurtherMessage& given = communication.further[i];
        FieldInfo field = fieldOf(&FurtherMessage::messageBytes);
        const std::string pointer = "/design/communication/further/" + std::to_string(i) + "/message_bytes";
        field.pointer = pointer.c_str();
        furtherBytes.push_back(numbers.need(given.messageBytes, field));
        Exchange& each = model.exchanges.emplace_back(Exchange{given.scope, given.pattern, c});
        each.communication.buckets = 1;
        each.communication.shards = numbers.count(given.shards, fieldOf(&FurtherMessage::shards), 1);
        each.communication.localSteps = numbers.count(given.localSteps, fieldOf(&FurtherMessage::localSteps), 1);
    }
    model.terms = designTerms(target, design, plan, numbers).terms;
    if (!numbers.fine())
        return numbers.failure();
    const auto weigh = [&](CommunicationParameters& exchange, double message) {
        exchange.betaS = numbers.transfer(message, bandwidth, fieldOf(&Target::bandwidthBytesPerS));
        exchange.gammaS = gamma * message;
        if (exchange.twoLevels)
            exchange.beta2S = numbers.transfer(message, bandwidth2, fieldOf(&Target::bandwidth2BytesPerS));
    };
    model.first().communication = c;
    weigh(model.first().communication, bytes);
    for (std::size_t i = 0; i < furtherBytes.size(); ++i)
        weigh(model.exchanges[i + 1].communication, furtherBytes[i]);
    if (!numbers.fine())
        return numbers.failure();
    if (Result<void> valid = validate(model); !valid)
        return fail(std::move(valid.error()));
    return model;
}

std::vector<std::string> modelNotes(const Proposal& proposal)
{
    ModelNumbers numbers;
    return designTerms(proposal.target, proposal.design, proposal.plan, numbers).notes;
}

ModelIntervals modelIntervals(const Project& project)
{
    return modelIntervals(project.baseline, project);
}

ModelIntervals modelIntervals(const Baseline& baseline, const Proposal& project)
{
    const auto interval = [](const MaybeQuantity& quantity) { return quantity ? quantity->interval : std::nullopt; };
    ModelIntervals out;
    out.tCompS = interval(baseline.tCompS);
    out.alphaS = interval(project.target.alphaS);
    out.betaS = interval(transferTime(project.design.communication.messageBytes, project.target.bandwidthBytesPerS));
    out.alpha2S = interval(project.target.alpha2S);
    out.beta2S = interval(transferTime(project.design.communication.messageBytes, project.target.bandwidth2BytesPerS));
    for (const FurtherMessage& each : project.design.communication.further) {
        // How sure the link is, the first exchange's interval says.
        const auto ofMessage = [&](const MaybeQuantity& bandwidth) {
            std::optional<Interval> beta = interval(transferTime(each.messageBytes, bandwidth));
            if (beta)
                beta->level = each.messageBytes->interval ? each.messageBytes->interval->level : 1;
            return beta;
        };
        out.furtherBetaS.push_back(ofMessage(project.target.bandwidthBytesPerS));
        out.furtherBeta2S.push_back(ofMessage(project.target.bandwidth2BytesPerS));
    }
    return out;
}

std::vector<Pattern> priceable(std::vector<Pattern> patterns, const Target& target)
{
    if (!hasTwoLevels(target))
        std::erase_if(patterns, [](Pattern each) { return patternInputs(each).hierarchy; });
    return patterns;
}

}  // namespace scalewright
