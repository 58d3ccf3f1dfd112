#include "core/bottleneck/wrong_axis.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/quantity/units.h"

namespace scalewright {

namespace {

using F = ProfileField;

std::string bytes(double value)
{
    return formatAmount(value, Dimension::Bytes).joined();
}

std::string seconds(double value)
{
    return formatAmount(value, Dimension::Time).joined();
}

std::string number(double value)
{
    return significant(value, 3);
}

std::string rate(double perS)
{
    return number(perS) + " requests a second";
}

/// What the sentences are about.
struct Facts {
    int k = 4;
    Bottleneck bottleneck = Bottleneck::Compute;
    std::optional<double> workingSet, memory, dataset, storage, step, io, round, roof, alpha;
    std::optional<double> latency, latencyBudget, throughput, throughputTarget;
    bool servingAsked = false;
    std::string price;  ///< ": $12.80 an hour instead of $3.20", or empty

    [[nodiscard]] bool fits() const { return bottleneck != Bottleneck::MemoryCapacity; }
    [[nodiscard]] bool stores() const { return bottleneck != Bottleneck::DataIo || !dataset || !storage || *dataset <= *storage; }
    [[nodiscard]] double work() const { return *step - *io; }
};

Facts factsOf(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    const auto value = [&](F field) -> std::optional<double> {
        const MaybeQuantity quantity = total(profile, field);
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    Facts facts;
    facts.k = options.devices.value_or(profile.planP.value_or(4));
    facts.bottleneck = diagnosis.bottleneck;
    facts.workingSet = value(F::WorkingSet);
    facts.memory = value(F::Memory);
    facts.dataset = value(F::Dataset);
    facts.storage = value(F::Storage);
    facts.step = value(F::StepTime);
    facts.io = value(F::IoTime);
    facts.alpha = value(F::NetLatency);
    facts.latency = value(F::Latency);
    facts.latencyBudget = value(F::LatencyBudget);
    facts.throughput = value(F::Throughput);
    facts.throughputTarget = value(F::ThroughputTarget);
    if (value(F::NetBytes) && value(F::NetBandwidth) && facts.alpha)
        facts.round = *facts.alpha + *value(F::NetBytes) / *value(F::NetBandwidth);
    if (diagnosis.workers)
        facts.roof = diagnosis.workers->tCompS;
    if (facts.step && facts.io)
        facts.io = std::min(*facts.io, *facts.step);
    for (const TestResult& test : diagnosis.path)
        if (test.test == Test::ServingBudgetMet)
            facts.servingAsked = test.answer != TestAnswer::NotApplicable;
    const MaybeQuantity& price = profile.priceUsdPerHour;
    if (const auto hourly = options.priceUsdPerHour ? options.priceUsdPerHour : price ? std::optional(price->value) : std::nullopt)
        facts.price = fmt::format(": {} an hour instead of {}", formatAmount(*hourly * facts.k, Dimension::Money).joined(),
                                  formatAmount(*hourly, Dimension::Money).joined());
    return facts;
}

AxisEffect effectOf(const Facts& facts, Axis axis)
{
    return {.axis = axis, .devices = facts.k, .footprintBytes = facts.workingSet, .fits = facts.fits()};
}

int fewest(double amount, double each)
{
    return static_cast<int>(std::min(std::ceil(amount / each), 1e9));
}

/// K times of what fails once: the working set does not fit the memory, or the dataset the storage.
AxisEffect failing(const Facts& facts, Axis axis)
{
    AxisEffect wrong = effectOf(facts, axis);
    wrong.runs = false;
    wrong.costFactor = facts.k;
    wrong.reason = "nothing runs, so there is no time";
    const bool storage = facts.fits();
    const std::string what = storage ? fmt::format("{} of data on {} devices that store {}", bytes(*facts.dataset), facts.k, bytes(*facts.storage))
                                     : fmt::format("{} on {} devices of {}", bytes(*facts.workingSet), facts.k, bytes(*facts.memory));
    std::string how;
    switch (axis) {
    case Axis::Training: how = "Replicating"; break;
    case Axis::Inference: how = "Replicating the server's"; break;
    case Axis::Data: how = fmt::format("Each device reads 1/{} of the data and still holds all of the working set:", facts.k); break;
    case Axis::Coordination: how = "Scheduling"; break;
    case Axis::Model: how = "Splitting the model and keeping"; break;
    }
    wrong.sentence = fmt::format("{} {} fails {} times at {} times the price{}; capacity is multiplied by nothing.", how, what, facts.k, facts.k, facts.price);
    return wrong;
}

void setTime(const Facts& facts, AxisEffect& effect, double timeS)
{
    effect.timeFactor = timeS / *facts.step;
    effect.costFactor = facts.k * *effect.timeFactor;
}

bool timeIsKnown(const Facts& facts, AxisEffect& effect)
{
    if (facts.step && facts.io)
        return true;
    effect.reason = fmt::format("{} is not given, so there is no time to compare with", info(facts.step ? F::IoTime : F::StepTime).key);
    if (!effect.sentence.empty())
        effect.sentence += ' ';
    effect.sentence += fmt::format("What it does to the time of a step is not known: {}.", effect.reason);
    return false;
}

std::string priced(const AxisEffect& effect)
{
    return fmt::format(" A step costs {}{} times as much.", effect.bound == Bound::AtLeast ? "at least " : "", number(*effect.costFactor));
}

/// The budget that is missed, as it stays under every axis but inference.
std::string missed(const Facts& facts)
{
    if (facts.latency && facts.latencyBudget && *facts.latency > *facts.latencyBudget)
        return fmt::format("a request takes {} against a budget of {} as before", seconds(*facts.latency), seconds(*facts.latencyBudget));
    return fmt::format("{} are answered where {} are wanted, as before", rate(*facts.throughput), rate(*facts.throughputTarget));
}

AxisEffect forRequests(const Facts& facts, Axis axis)
{
    AxisEffect wrong = effectOf(facts, axis);
    wrong.timeFactor = 1;
    wrong.costFactor = facts.k;
    const char* how = "";
    switch (axis) {
    case Axis::Model:
        how = "Splitting what fits adds hand-overs to every request";
        wrong.footprintBytes = *facts.workingSet / facts.k;
        wrong.bound = Bound::AtLeast;
        break;
    case Axis::Data: how = "Sharing out a dataset answers no request"; break;
    case Axis::Coordination: how = "Good order among machines that do not serve answers no request"; break;
    case Axis::Training: how = "More gradients answer no request"; break;
    case Axis::Inference: break;
    }
    wrong.sentence = fmt::format("{}: {}, {} {} times the price{}.", how, missed(facts), wrong.bound == Bound::AtLeast ? "for at least" : "at", facts.k, facts.price);
    return wrong;
}

void data(const Facts& facts, AxisEffect& effect)
{
    if (!timeIsKnown(facts, effect))
        return;
    setTime(facts, effect, facts.work() + *facts.io / facts.k);
    if (*facts.io == 0)
        effect.sentence = "The step reads nothing: sharing out the data shortens nothing.";
    else if (facts.work() > 0)
        effect.sentence = fmt::format("Reading is {} % of the step: at best {} times as fast, with any number of machines.",
                                      number(100 * *facts.io / *facts.step), number(*facts.step / facts.work()));
    else
        effect.sentence = fmt::format("The step only reads: {} machines read it in {}.", facts.k, seconds(*facts.io / facts.k));
    effect.sentence += priced(effect);
}

void training(const Facts& facts, AxisEffect& effect)
{
    if (!timeIsKnown(facts, effect))
        return;
    const bool streams = facts.bottleneck == Bottleneck::MemoryBandwidth;
    effect.bound = facts.round && !streams ? Bound::Exact : Bound::AtLeast;
    const double time = *facts.io + facts.work() / facts.k + facts.round.value_or(0);
    setTime(facts, effect, time);
    effect.sentence = fmt::format("{} replicas of {} each: ", facts.k, bytes(*facts.workingSet));
    if (facts.bottleneck == Bottleneck::DataIo)
        effect.sentence += fmt::format("the {} of reading stay, so at best {} times as fast with any number", seconds(*facts.io), number(*facts.step / *facts.io));
    else
        effect.sentence += fmt::format("the work of {} becomes {} each", seconds(facts.work()), seconds(facts.work() / facts.k));
    if (facts.round)
        effect.sentence += fmt::format("; one round of {} a step comes on top: {} in place of {}", seconds(*facts.round), seconds(time), seconds(*facts.step));
    else
        effect.sentence += "; what the exchange adds is not known without net_bytes and a link";
    if (streams)
        effect.sentence += "; every replica still streams its own parameters from memory, so the share of each shrinks less than that";
    effect.sentence += '.';
    effect.sentence += priced(effect);
}

void splitWhatFits(const Facts& facts, AxisEffect& effect)
{
    effect.footprintBytes = *facts.workingSet / facts.k;
    effect.bound = Bound::AtLeast;
    effect.sentence = fmt::format("{} already fit in {}: split {} ways it is {} a device, and a batch passes through the parts in turn with {} hand-over{} of activations",
                                  bytes(*facts.workingSet), bytes(*facts.memory), facts.k, bytes(*effect.footprintBytes), facts.k - 1, facts.k > 2 ? "s" : "");
    if (facts.alpha)
        effect.sentence += fmt::format(", at least {} in all", seconds((facts.k - 1) * *facts.alpha));
    effect.sentence += ". What the activations weigh is not in the profile.";
    if (!timeIsKnown(facts, effect))
        return;
    setTime(facts, effect, *facts.step + (facts.k - 1) * facts.alpha.value_or(0));
    effect.sentence += priced(effect);
}

void inference(const Facts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.k;
    effect.sentence = facts.servingAsked ? "The serving budget is met. " : "No request budget is missed: none is given. ";
    effect.sentence += fmt::format("{} replicas answer {} times as many requests, each no faster, at {} times the price{}.", facts.k, facts.k, facts.k, facts.price);
}

void coordination(const Facts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.k;
    if (facts.round && facts.step)
        effect.sentence = fmt::format("One round between machines takes {} against a step of {}: making it free would not shorten the step on one machine. ",
                                      seconds(*facts.round), seconds(*facts.step));
    else if (facts.round)
        effect.sentence = fmt::format("One round between machines takes {}, which one machine does not pay. ", seconds(*facts.round));
    else
        effect.sentence = "The profile exchanges nothing between machines: there is nothing to coordinate. ";
    effect.sentence += fmt::format("{} machines in good order that share no work cost {} times the price{}.", facts.k, facts.k, facts.price);
}

AxisEffect wrongEffect(const Facts& facts, Axis axis)
{
    if (!facts.fits() || !facts.stores())
        return failing(facts, axis);
    if (facts.bottleneck == Bottleneck::Latency)
        return forRequests(facts, axis);
    AxisEffect effect = effectOf(facts, axis);
    switch (axis) {
    case Axis::Data: data(facts, effect); break;
    case Axis::Training: training(facts, effect); break;
    case Axis::Model: splitWhatFits(facts, effect); break;
    case Axis::Inference: inference(facts, effect); break;
    case Axis::Coordination: coordination(facts, effect); break;
    }
    return effect;
}

/// "52.0 GB a device, within 80.0 GB; 3 devices are the fewest".
std::string shareOf(const Facts& facts, double whole, double each, bool& enough)
{
    enough = whole / facts.k <= each;
    return fmt::format("{} a device, {} {}; {} devices are the fewest", bytes(whole / facts.k), enough ? "within" : "still above", bytes(each), fewest(whole, each));
}

AxisEffect namedEffect(const Facts& facts, Axis axis)
{
    AxisEffect effect = effectOf(facts, axis);
    switch (facts.bottleneck) {
    case Bottleneck::MemoryCapacity: {
        bool enough = false;
        effect.sentence = fmt::format("Split {} ways it is {}.", facts.k, shareOf(facts, *facts.workingSet, *facts.memory, enough));
        effect.footprintBytes = *facts.workingSet / facts.k;
        effect.fits = enough;
        effect.runs = enough;
        effect.reason = "it did not run on one device, so there is no time to compare with";
        break;
    }
    case Bottleneck::DataIo:
        if (!facts.stores()) {
            effect.sentence = fmt::format("Split {} ways the dataset is {}.", facts.k, shareOf(facts, *facts.dataset, *facts.storage, effect.runs));
            effect.reason = "it did not run on one device, so there is no time to compare with";
        } else {
            data(facts, effect);
        }
        break;
    case Bottleneck::MemoryBandwidth:
        effect.footprintBytes = *facts.workingSet / facts.k;
        effect.bound = Bound::AtLeast;
        if (timeIsKnown(facts, effect)) {
            setTime(facts, effect, *facts.io + facts.work() / facts.k);
            effect.sentence = fmt::format("Each of {} devices streams its {} of the {}: the work of {} becomes {} at best; the hand-over of activations comes on top.{}",
                                          facts.k, bytes(*effect.footprintBytes), bytes(*facts.workingSet), seconds(facts.work()), seconds(facts.work() / facts.k), priced(effect));
        }
        break;
    case Bottleneck::Compute: training(facts, effect); break;
    case Bottleneck::Coordination:
        effect.sentence = fmt::format("The round of {} has to come below the {} of work: fewer bytes, a faster link, fewer rounds, or better order.",
                                      seconds(*facts.round), seconds(*facts.roof));
        effect.reason = "it depends on how the exchange is changed";
        break;
    case Bottleneck::Latency:
        effect.timeFactor = 1;
        effect.costFactor = facts.k;
        if (facts.throughput && facts.throughputTarget)
            effect.sentence = fmt::format("{} replicas answer {} against {} wanted; {} are the fewest.", facts.k, rate(facts.k * *facts.throughput),
                                          rate(*facts.throughputTarget), std::max(1, fewest(*facts.throughputTarget, *facts.throughput)));
        if (facts.latency && facts.latencyBudget && *facts.latency > *facts.latencyBudget) {
            if (!effect.sentence.empty())
                effect.sentence += ' ';
            effect.sentence += fmt::format("Replicas take requests off each other's queues; what is left of the {} has to come below {} by splitting one request over devices, or by less work in it.",
                                           seconds(*facts.latency), seconds(*facts.latencyBudget));
        }
        break;
    }
    return effect;
}

Result<void> validate(const WrongAxisOptions& options)
{
    if (options.devices && *options.devices < 2)
        return fail(ErrorCode::Input, fmt::format("{} devices are not a distribution", *options.devices), "2 or more", {.field = "--devices"});
    if (options.priceUsdPerHour && !(std::isfinite(*options.priceUsdPerHour) && *options.priceUsdPerHour >= 0))
        return fail(ErrorCode::Input, "the price is negative or not finite", exampleOf(Dimension::Price), {.field = "--price"});
    return {};
}

}  // namespace

Result<std::vector<WrongAxis>> wrongAxes(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    if (Result<void> valid = validate(options); !valid)
        return fail(valid.error());
    const Facts facts = factsOf(profile, diagnosis, options);
    std::vector<WrongAxis> all;
    for (const Axis axis : allAxes)
        if (axis != diagnosis.axis)
            all.push_back(wrongEffect(facts, axis));
    return all;
}

Result<AxisEffect> namedAxis(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    if (Result<void> valid = validate(options); !valid)
        return fail(valid.error());
    return namedEffect(factsOf(profile, diagnosis, options), diagnosis.axis);
}

}  // namespace scalewright
