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

/// What the sentences are about.
struct Facts {
    int k = 4;
    Bottleneck bottleneck = Bottleneck::Compute;
    std::optional<double> workingSet, memory, step, io, round, alpha, latency, latencyBudget;
    bool servingAsked = false;
    std::string price;  ///< ": $12.80 an hour instead of $3.20", or empty

    [[nodiscard]] bool fits() const { return bottleneck != Bottleneck::MemoryCapacity; }
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
    facts.step = value(F::StepTime);
    facts.io = value(F::IoTime);
    facts.alpha = value(F::NetLatency);
    facts.latency = value(F::Latency);
    facts.latencyBudget = value(F::LatencyBudget);
    if (value(F::NetBytes) && value(F::NetBandwidth) && facts.alpha)
        facts.round = *facts.alpha + *value(F::NetBytes) / *value(F::NetBandwidth);
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

/// K times of what fails once.
WrongAxis failing(const Facts& facts, Axis axis)
{
    WrongAxis wrong{.axis = axis, .devices = facts.k, .footprintBytes = facts.workingSet, .fits = false};
    wrong.costFactor = facts.k;
    wrong.reason = "nothing runs, so there is no time";
    const std::string what = fmt::format("{} on {} devices of {}", bytes(*facts.workingSet), facts.k, bytes(*facts.memory));
    const std::string end = fmt::format("fails {} times at {} times the price{}; capacity is multiplied by nothing.", facts.k, facts.k, facts.price);
    std::string how;
    switch (axis) {
    case Axis::Training: how = "Replicating"; break;
    case Axis::Inference: how = "Replicating the server's"; break;
    case Axis::Data: how = fmt::format("Each device reads 1/{} of the data and still holds all of the working set:", facts.k); break;
    case Axis::Coordination: how = "Scheduling"; break;
    case Axis::Model: break;
    }
    wrong.sentence = fmt::format("{} {} {}", how, what, end);
    return wrong;
}

void setTime(const Facts& facts, WrongAxis& wrong, double timeS)
{
    wrong.timeFactor = timeS / *facts.step;
    wrong.costFactor = facts.k * *wrong.timeFactor;
}

void noTime(const Facts& facts, WrongAxis& wrong)
{
    wrong.reason = fmt::format("{} is not given, so there is no time to compare with", info(facts.step ? F::IoTime : F::StepTime).key);
    if (!wrong.sentence.empty())
        wrong.sentence += ' ';
    wrong.sentence += fmt::format("What it does to the time of a step is not known: {}.", wrong.reason);
}

std::string priced(const WrongAxis& wrong)
{
    if (!wrong.costFactor)
        return {};
    return fmt::format(" A step costs {}{} times as much.", wrong.bound == Bound::AtLeast ? "at least " : "", number(*wrong.costFactor));
}

void data(const Facts& facts, WrongAxis& wrong)
{
    if (facts.bottleneck == Bottleneck::Latency && facts.latency && facts.latencyBudget)
        wrong.sentence = fmt::format("Sharing out a dataset leaves a request's {} against {} as it is. ", seconds(*facts.latency), seconds(*facts.latencyBudget));
    if (!facts.step || !facts.io)
        return noTime(facts, wrong);
    const double work = *facts.step - *facts.io;
    setTime(facts, wrong, work + *facts.io / facts.k);
    const double share = 100 * *facts.io / *facts.step;
    if (*facts.io == 0)
        wrong.sentence += "The step reads nothing: sharing out the data shortens nothing.";
    else if (work > 0)
        wrong.sentence += fmt::format("Reading is {} % of the step: at best {} times as fast, with any number of machines.", number(share), number(*facts.step / work));
    else
        wrong.sentence += fmt::format("The step only reads: {} machines read it in {}.", facts.k, seconds(*facts.io / facts.k));
    wrong.sentence += priced(wrong);
}

void training(const Facts& facts, WrongAxis& wrong)
{
    if (!facts.step || !facts.io)
        return noTime(facts, wrong);
    const double work = *facts.step - *facts.io;
    wrong.bound = facts.round ? Bound::Exact : Bound::AtLeast;
    const double time = *facts.io + work / facts.k + facts.round.value_or(0);
    setTime(facts, wrong, time);
    wrong.sentence = fmt::format("{} replicas of {} each: ", facts.k, bytes(*facts.workingSet));
    if (facts.bottleneck == Bottleneck::DataIo)
        wrong.sentence += fmt::format("the {} of reading stay, so at best {} times as fast with any number", seconds(*facts.io),
                                      *facts.io > 0 ? number(*facts.step / *facts.io) : std::string("K"));
    else
        wrong.sentence += fmt::format("the work of {} becomes {} each", seconds(work), seconds(work / facts.k));
    if (facts.round)
        wrong.sentence += fmt::format("; one round of {} a step comes on top: {} in place of {}", seconds(*facts.round), seconds(time), seconds(*facts.step));
    else
        wrong.sentence += "; what the exchange adds is not known without net_bytes and a link";
    if (facts.bottleneck == Bottleneck::MemoryBandwidth)
        wrong.sentence += "; every replica still streams its own parameters from memory, so the share of each shrinks less than that";
    if (facts.bottleneck == Bottleneck::MemoryBandwidth)
        wrong.bound = Bound::AtLeast;
    wrong.sentence += '.';
    wrong.sentence += priced(wrong);
}

void model(const Facts& facts, WrongAxis& wrong)
{
    wrong.footprintBytes = *facts.workingSet / facts.k;
    wrong.bound = Bound::AtLeast;
    wrong.sentence = fmt::format("{} already fit in {}: split {} ways it is {} a device, and a batch passes through the parts in turn with {} hand-over{} of activations",
                                 bytes(*facts.workingSet), bytes(*facts.memory), facts.k, bytes(*wrong.footprintBytes), facts.k - 1, facts.k > 2 ? "s" : "");
    if (facts.alpha)
        wrong.sentence += fmt::format(", at least {} in all", seconds((facts.k - 1) * *facts.alpha));
    wrong.sentence += ". What the activations weigh is not in the profile.";
    if (!facts.step)
        return noTime(facts, wrong);
    setTime(facts, wrong, *facts.step + (facts.k - 1) * facts.alpha.value_or(0));
    wrong.sentence += priced(wrong);
}

void inference(const Facts& facts, WrongAxis& wrong)
{
    wrong.timeFactor = 1;
    wrong.costFactor = facts.k;
    wrong.sentence = facts.servingAsked ? "The serving budget is met. " : "No request budget is missed: none is given. ";
    wrong.sentence += fmt::format("{} replicas answer {} times as many requests, each no faster, at {} times the price{}.", facts.k, facts.k, facts.k, facts.price);
}

void coordination(const Facts& facts, WrongAxis& wrong)
{
    wrong.timeFactor = 1;
    wrong.costFactor = facts.k;
    if (facts.round && facts.step)
        wrong.sentence = fmt::format("One round between machines takes {} against a step of {}: making it free would not shorten the step on one machine. ",
                                     seconds(*facts.round), seconds(*facts.step));
    else if (facts.round)
        wrong.sentence = fmt::format("One round between machines takes {}, which one machine does not pay. ", seconds(*facts.round));
    else
        wrong.sentence = "The profile exchanges nothing between machines: there is nothing to coordinate. ";
    wrong.sentence += fmt::format("{} machines in good order that share no work cost {} times the price{}.", facts.k, facts.k, facts.price);
}

}  // namespace

Result<std::vector<WrongAxis>> wrongAxes(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    if (options.devices && *options.devices < 2)
        return fail(ErrorCode::Input, fmt::format("{} devices are not a distribution", *options.devices), "2 or more", {.pointer = {}, .field = "--devices"});
    if (options.priceUsdPerHour && !(std::isfinite(*options.priceUsdPerHour) && *options.priceUsdPerHour >= 0))
        return fail(ErrorCode::Input, "the price is negative or not finite", exampleOf(Dimension::Price), {.pointer = {}, .field = "--price"});

    const Facts facts = factsOf(profile, diagnosis, options);
    std::vector<WrongAxis> all;
    for (const Axis axis : allAxes) {
        if (axis == diagnosis.axis)
            continue;
        if (!facts.fits()) {
            all.push_back(failing(facts, axis));
            continue;
        }
        WrongAxis wrong{.axis = axis, .devices = facts.k, .footprintBytes = facts.workingSet, .fits = true};
        switch (axis) {
        case Axis::Data: data(facts, wrong); break;
        case Axis::Training: training(facts, wrong); break;
        case Axis::Model: model(facts, wrong); break;
        case Axis::Inference: inference(facts, wrong); break;
        case Axis::Coordination: coordination(facts, wrong); break;
        }
        all.push_back(std::move(wrong));
    }
    return all;
}

}  // namespace scalewright
