#include "core/project/project.h"

#include <algorithm>

#include "core/project/design_terms.h"

namespace scalewright {

namespace {

// Of a quotient of two positive quantities that may lie anywhere in their intervals, independently.
std::optional<Interval> quotientInterval(const Quantity& above, const Quantity& below)
{
    if (!above.interval && !below.interval)
        return std::nullopt;
    const auto ends = [](const Quantity& quantity) {
        return quantity.interval.value_or(Interval{quantity.value, quantity.value, 1});
    };
    const Interval a = ends(above);
    const Interval b = ends(below);
    return Interval{a.low / b.high, a.high / b.low, std::min(a.level, b.level)};
}

}  // namespace

Result<ScalingModel> scalingModel(const Project& project)
{
    return scalingModel(project.baseline.tCompS, project);
}

Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal)
{
    const auto& [target, goal, design, plan] = proposal;
    const Communication& communication = design.communication;
    ModelNumbers numbers;
    ScalingModel model;
    CommunicationParameters& c = model.communication;

    model.tCompS = numbers.need(tCompS, fieldOf(&Baseline::tCompS));
    model.pattern = communication.pattern;
    model.scaling = plan.scaling;
    c.alphaS = numbers.need(target.alphaS, fieldOf(&Target::alphaS));
    const double bytes = numbers.need(communication.messageBytes, fieldOf(&Communication::messageBytes));
    const double bandwidth = numbers.need(target.bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS));
    const double gamma = numbers.value(communication.gammaSPerByte, fieldOf(&Communication::gammaSPerByte)).value_or(0);
    c.shards = numbers.count(communication.shards, fieldOf(&Communication::shards), c.shards);
    c.neighbours = numbers.count(communication.neighbours, fieldOf(&Communication::neighbours), c.neighbours);
    c.localSteps = numbers.count(communication.localSteps, fieldOf(&Communication::localSteps), c.localSteps);
    c.participation = numbers.value(communication.participation, fieldOf(&Communication::participation)).value_or(c.participation);
    c.linearScatter = communication.linearScatter;
    c.sharedNetworkCard = communication.sharedNetworkCard;
    model.priceUsdPerHour = numbers.value(target.priceUsdPerHour, fieldOf(&Target::priceUsdPerHour));
    model.steps = numbers.value(plan.steps, fieldOf(&Plan::steps)).value_or(1);

    double bandwidth2 = 1;
    const bool hierarchical = patternInputs(model.pattern).hierarchy;
    if (hierarchical) {
        c.workersPerNode = static_cast<int>(numbers.need(target.workersPerNode, fieldOf(&Target::workersPerNode)));
        c.alpha2S = numbers.need(target.alpha2S, fieldOf(&Target::alpha2S));
        bandwidth2 = numbers.need(target.bandwidth2BytesPerS, fieldOf(&Target::bandwidth2BytesPerS));
    }
    model.terms = designTerms(target, design, plan, numbers).terms;
    if (!numbers.fine())
        return numbers.failure();
    c.betaS = numbers.transfer(bytes, bandwidth, fieldOf(&Target::bandwidthBytesPerS));
    c.gammaS = gamma * bytes;
    if (hierarchical)
        c.beta2S = numbers.transfer(bytes, bandwidth2, fieldOf(&Target::bandwidth2BytesPerS));
    if (!numbers.fine())
        return numbers.failure();
    if (Result<void> valid = validate(model); !valid)
        return fail(std::move(valid.error()));
    return model;
}

std::vector<Message> modelNotes(const Proposal& proposal)
{
    ModelNumbers numbers;
    return designTerms(proposal.target, proposal.design, proposal.plan, numbers).notes;
}

ModelIntervals modelIntervals(const Project& project)
{
    const auto interval = [](const MaybeQuantity& quantity) { return quantity ? quantity->interval : std::nullopt; };
    ModelIntervals out;
    out.tCompS = interval(project.baseline.tCompS);
    out.alphaS = interval(project.target.alphaS);
    out.betaS = interval(betaOf(project));
    return out;
}

MaybeQuantity betaOf(const Project& project)
{
    const MaybeQuantity& message = project.design.communication.messageBytes;
    const MaybeQuantity& bandwidth = project.target.bandwidthBytesPerS;
    if (!message || !bandwidth || bandwidth->value <= 0)
        return std::nullopt;
    Quantity beta = *bandwidth;
    beta.value = message->value / bandwidth->value;
    beta.interval = quotientInterval(*message, *bandwidth);
    return beta;
}

void setBeta(Project& project, double betaS)
{
    constexpr double anyMessageBytes = 1e9;
    MaybeQuantity& message = project.design.communication.messageBytes;
    if (betaS <= 0) {
        message = typed(0);
        return;
    }
    if (!message || message->value <= 0) {
        message = assumed(anyMessageBytes);
        message->provenance.conditions = "stands for any size: only beta = n/B was given";
    }
    project.target.bandwidthBytesPerS = typed(message->value / betaS);
}

Project asVariant(const Project& project, std::size_t index)
{
    const Variant& variant = project.variants.at(index);
    Project result = project;
    result.variantName = variant.name;
    static_cast<Proposal&>(result) = variant;
    result.variantUnknown = variant.unknown;
    return result;
}

std::vector<Pattern> priceable(std::vector<Pattern> patterns, const Target& target)
{
    if (!target.alpha2S || !target.bandwidth2BytesPerS || !target.workersPerNode)
        std::erase_if(patterns, [](Pattern each) { return patternInputs(each).hierarchy; });
    return patterns;
}

}  // namespace scalewright
