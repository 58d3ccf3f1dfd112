#include "core/model/bottleneck/wrong_axis.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/work_share.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

using F = ProfileField;

std::string bytes(double value)
{
    return formatAmount(value, Dimension::Bytes).joined();
}

std::string number(double value)
{
    return significant(value, 3);
}

std::string rate(double perS)
{
    return say("{} requests a second", number(perS));
}

struct Times {
    double step, io;  ///< io <= step
    [[nodiscard]] double work() const { return step - io; }
};

/// What is wanted against what there is.
struct Pair {
    double wanted, reached;
};

/// T(1), T(K) and S(K) of the project's design.
struct Predicted {
    double tCompS, stepS, speedup;
};

/// What the sentences are about.
struct Facts {
    int k = 4;
    int nodes = 4;  ///< that hold them: what is charged
    Bottleneck bottleneck = Bottleneck::Compute;
    double workingSet = 0, memory = 0;  ///< the flow's first question knows both
    bool stores = true;                 ///< false: the dataset is larger than the storage, and decided
    double dataset = 0, storage = 0;
    std::optional<Times> times;
    std::string noTimes;  ///< why there are none
    std::optional<double> alpha, round;
    double share =
        0.25;  ///< of the work that each of K computes: 1/K, of a batch in whole examples its fullest worker's
    int work = 1;  ///< of a step on K against that on one: K under weak scaling, where each brings a share of its own
    std::optional<double> exchange;  ///< T(K) - the share of the design, or of the book's ring
    double beside = 0;  ///< what of that is coordination, waiting and failures, no exchange
    std::string pattern;  ///< what exchanges
    std::optional<Predicted> predicted;  ///< where T_comp is stated: Predict's own numbers
    double roof = 0;  ///< W/Pmax(I), where there is a round
    std::optional<Pair> latency;  ///< seconds
    std::optional<Pair> throughput;  ///< requests a second
    std::string price;  ///< ": $12.80 an hour instead of $3.20", or empty

    [[nodiscard]] bool fits() const { return bottleneck != Bottleneck::MemoryCapacity; }
};

/// What K workers add to their share of the work.
void setExchange(const Profile& profile, Facts& facts)
{
    if (profile.model) {
        ScalingModel model = *profile.model;
        if (!profile.baseline.tCompS && facts.times && facts.times->work() > 0)
            model.tCompS = facts.times->work();
        const PredictionRow row = predictAt(model, facts.k);
        if (!row.finishes())
            return;
        facts.share = evenShareS(model, 1, facts.k);
        facts.work = model.scaling == Scaling::Weak ? facts.k : 1;
        facts.exchange = row.tStepS - shareOfWorkS(model, facts.k);
        facts.beside = row.tCoordinationS + row.tWaitS + row.tFailureS;
        facts.pattern = std::string(titleOf(model.first().pattern));
        if (model.exchanges.size() > 1)
            facts.pattern = say("{} with the step’s other exchanges", facts.pattern);
        // Where reading dominates, what Predict leaves out is what counts.
        if (profile.baseline.tCompS && facts.times && facts.bottleneck != Bottleneck::DataIo)
            facts.predicted = Predicted{model.tCompS, row.tStepS, row.speedup};
        return;
    }
    const MaybeQuantity bytes = total(profile, &Baseline::netBytes),
                        bandwidth = total(profile, &Target::bandwidthBytesPerS),
                        latency = total(profile, &Target::alphaS);
    if (!bytes || !bandwidth || !latency)
        return;
    facts.exchange =
        communicationTime(bookPattern, {.alphaS = latency->value, .betaS = bytes->value / bandwidth->value}, facts.k);
    facts.pattern = std::string(titleOf(bookPattern));
}

Facts factsOf(const Profile& profile, const Diagnosis& diagnosis, const WrongAxisOptions& options)
{
    const auto value = [&](F field) -> std::optional<double> {
        const MaybeQuantity quantity = total(profile, field);
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    Facts facts;
    facts.k = options.devices.value_or(profile.planP.value_or(4));
    facts.nodes = nodesOf(facts.k, workersOnNode(profile.target));
    facts.share = 1.0 / facts.k;
    facts.bottleneck = diagnosis.bottleneck;
    facts.workingSet = value(&Baseline::workingSetBytes).value_or(0);
    facts.memory = value(&Machine::memoryBytes).value_or(0);
    facts.dataset = value(&Baseline::datasetBytes).value_or(0);
    facts.storage = value(&Machine::storageBytes).value_or(0);
    facts.stores = diagnosis.bottleneck != Bottleneck::DataIo || diagnosis.path.back().dimension != Dimension::Bytes;
    if (const auto step = value(&WorkloadStep::stepTimeS), io = value(&WorkloadStep::ioTimeS); step && io)
        facts.times = Times{*step, std::min(*io, *step)};
    else
        facts.noTimes =
            say("{} is not given, so there is no time to compare with",
                std::string((step ? fieldOf(&WorkloadStep::ioTimeS) : fieldOf(&WorkloadStep::stepTimeS)).key()));
    facts.alpha = value(&Target::alphaS);
    setExchange(profile, facts);
    if (diagnosis.workers) {
        facts.round = diagnosis.workers->roundS;
        facts.roof = diagnosis.workers->tCompS;
    }
    if (const auto reached = value(&Serving::latencyS), wanted = value(&Serving::latencyBudgetS); reached && wanted)
        facts.latency = Pair{*wanted, *reached};
    if (const auto reached = value(&Serving::throughputPerS), wanted = value(&Serving::throughputTargetPerS);
        reached && wanted)
        facts.throughput = Pair{*wanted, *reached};
    const MaybeQuantity& price = profile.target.priceUsdPerHour;
    if (const auto hourly = options.priceUsdPerHour ? options.priceUsdPerHour
                            : price                 ? std::optional(price->value)
                                                    : std::nullopt)
        facts.price = facts.nodes == 1
                          ? say(": {} an hour, one node’s", moneyText(*hourly))
                          : say(": {} an hour instead of {}", moneyText(*hourly * facts.nodes), moneyText(*hourly));
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
    wrong.costFactor = facts.nodes;
    wrong.reason = "nothing runs, so there is no time";
    const std::string what =
        facts.fits()
            ? say("{} of data on {} devices that store {}", bytes(facts.dataset), facts.k, bytes(facts.storage))
            : say("{} on {} devices of {}", bytes(facts.workingSet), facts.k, bytes(facts.memory));
    std::string how;
    switch (axis) {
    case Axis::Training: how = "Replicating"; break;
    case Axis::Inference: how = "Replicating the server's"; break;
    case Axis::Data:
        how = say("Each device reads 1/{} of the data and still holds all of the working set.", facts.k);
        break;
    case Axis::Coordination: how = "Scheduling"; break;
    case Axis::Model: how = "Splitting the model and keeping"; break;
    }
    wrong.sentence = say("{} {} fails {} times at {} times the price{}.", how, what, facts.k, facts.nodes, facts.price);
    return wrong;
}

/// The budget that is missed, as it stays under every axis but inference.
std::string missed(const Facts& facts)
{
    if (facts.latency && facts.latency->reached > facts.latency->wanted)
        return say("a request takes {} against a budget of {} as before", timeText(facts.latency->reached),
                   timeText(facts.latency->wanted));
    const Pair pair = facts.throughput.value_or(Pair{0, 0});
    return say("{} are answered where {} are wanted, as before", rate(pair.reached), rate(pair.wanted));
}

AxisEffect forRequests(const Facts& facts, Axis axis)
{
    AxisEffect wrong = effectOf(facts, axis);
    wrong.timeFactor = 1;
    wrong.costFactor = facts.nodes;
    std::string how = "Sharing out a dataset answers no request";
    if (axis == Axis::Model) {
        how = "Splitting what fits adds hand-overs to every request";
        wrong.footprintBytes = facts.workingSet / facts.k;
        wrong.bound = Bound::AtLeast;
    } else if (axis == Axis::Coordination) {
        how = "Good order among machines that do not serve answers no request";
    } else if (axis == Axis::Training) {
        how = "More gradients answer no request";
    }
    wrong.sentence = say("{}. {}, {} {} times the price{}.", how, capital(missed(facts)),
                         wrong.bound == Bound::AtLeast ? "for at least" : "at", facts.nodes, facts.price);
    return wrong;
}

void setTime(const Facts& facts, const Times& times, double timeS, AxisEffect& effect)
{
    effect.timeFactor = timeS / times.step;
    const double cost = facts.nodes * timeS / times.step;
    effect.costFactor = cost;
    effect.sentence +=
        say(" A step costs {}{} times as much.", effect.bound == Bound::AtLeast ? "at least " : "", number(cost));
}

/// Of a step on K where T_comp is stated: Predict's, and what of the step is no T_comp stays as it is for every share.
double stepWithRestS(const Facts& facts, const Times& times)
{
    return std::max(0.0, times.step - facts.predicted->tCompS) * facts.work + facts.predicted->stepS;
}

/// "; the ring all-reduce of 4 adds 0.240 s: 0.323 s in place of 0.300 s", or that it is not known.
std::string exchangeText(const Facts& facts, const Times& times, double timeS)
{
    if (!facts.exchange)
        return ". Enter net_bytes and a link to see what the exchange adds";
    std::string text =
        say(". The {} among {} adds {}", facts.pattern, facts.k, timeText(*facts.exchange - facts.beside));
    if (facts.beside != 0)
        text += say(", coordination, waiting and failures {}", timeText(facts.beside));
    text += facts.work == 1
                ? say(". That makes {} instead of {}", timeText(timeS), timeText(times.step))
                : say(". That makes {} for {} times the work of {}", timeText(timeS), facts.work, timeText(times.step));
    if (facts.predicted)
        text += say(" (Predict’s S({}) = {})", facts.k, number(facts.predicted->speedup));
    return text;
}

void data(const Facts& facts, const Times& times, AxisEffect& effect)
{
    if (facts.bottleneck == Bottleneck::MemoryBandwidth) {
        double time = times.step * facts.work / facts.k + facts.exchange.value_or(0);
        if (facts.predicted) {
            // Of what Predict leaves out, the reading is shared too.
            const double reading = std::min(times.io, std::max(0.0, times.step - facts.predicted->tCompS));
            time = stepWithRestS(facts, times) - reading * facts.work * (1 - 1.0 / facts.k);
        }
        effect.bound = Bound::AtLeast;
        effect.sentence = say("Each of {} machines reads and streams its share of the data: {} becomes {} at best. "
                              "Parameters that each needs whole do not shrink",
                              facts.k, timeText(times.step), timeText(times.step / facts.k)) +
                          exchangeText(facts, times, time) + ".";
        setTime(facts, times, time / facts.work, effect);
        return;
    }
    if (times.io == 0)
        effect.sentence = "The step reads nothing: sharing out the reading shortens nothing.";
    else if (times.work() > 0)
        effect.sentence = say("Reading is {} % of the step: at best {} times as fast, with any number of machines.",
                              number(100 * times.io / times.step), number(times.step / times.work()));
    else
        effect.sentence = say("The step only reads: {} machines read it in {}.", facts.k, timeText(times.io / facts.k));
    setTime(facts, times, times.work() + times.io / facts.k, effect);
}

void training(const Facts& facts, const Times& times, AxisEffect& effect)
{
    const bool streams = facts.bottleneck == Bottleneck::MemoryBandwidth;
    effect.bound = facts.exchange && !streams ? Bound::Exact : Bound::AtLeast;
    const double time = facts.predicted
                            ? stepWithRestS(facts, times)
                            : times.io * facts.work + times.work() * facts.share + facts.exchange.value_or(0);
    const double work = facts.predicted ? facts.predicted->tCompS : times.work();
    effect.sentence = say("{} replicas of {} each: ", facts.k, bytes(facts.workingSet));
    if (facts.bottleneck == Bottleneck::DataIo)
        effect.sentence += say("the {} of reading stay, so at best {} times as fast with any number",
                               timeText(times.io), number(times.step / times.io));
    else if (facts.work > 1)
        effect.sentence += say("each does {} of work of its own", timeText(work));
    else
        effect.sentence += say("the work of {} becomes {} each", timeText(work), timeText(work * facts.share));
    effect.sentence += exchangeText(facts, times, time);
    if (streams)
        effect.sentence += ". Where every replica streams its own parameters from memory, its share shrinks less";
    effect.sentence += ".";
    setTime(facts, facts.predicted ? Times{std::max(times.step, work), times.io} : times, time / facts.work, effect);
}

void splitWhatFits(const Facts& facts, AxisEffect& effect)
{
    const double each = facts.workingSet / facts.k;
    effect.footprintBytes = each;
    effect.bound = Bound::AtLeast;
    effect.sentence =
        say("{} already fit in {}. Split {} ways it is {} a device, with {} {} of activations", bytes(facts.workingSet),
            bytes(facts.memory), facts.k, bytes(each), facts.k - 1, facts.k > 2 ? "hand-overs" : "hand-over");
    if (facts.alpha)
        effect.sentence += say(", at least {} in all", timeText((facts.k - 1) * *facts.alpha));
    effect.sentence +=
        ". Tensor parallelism and a pipeline of micro-batches share the work too. One batch at a time passes "
        "through the parts in turn, no faster than before. The activations' size is not in the profile.";
}

void inference(const Facts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    effect.sentence = facts.latency || facts.throughput ? "The serving budget is met. "
                                                        : "No request budget is missed: none is given. ";
    effect.sentence += say("{} replicas answer {} times as many requests, each no faster, at {} times the price{}.",
                           facts.k, facts.k, facts.nodes, facts.price);
}

void coordination(const Facts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    if (!facts.round)
        effect.sentence = "The profile exchanges nothing between machines: there is nothing to coordinate. ";
    else if (facts.times)
        effect.sentence = say(
            "One round between machines takes {}, a step {}. A free round would not shorten the step on one machine. ",
            timeText(*facts.round), timeText(facts.times->step));
    else
        effect.sentence =
            say("One round between machines takes {}, which one machine does not pay. ", timeText(*facts.round));
    effect.sentence += say("{} machines in good order that share no work cost {} times the price{}.", facts.k,
                           facts.nodes, facts.price);
}

void noTimes(const Facts& facts, AxisEffect& effect)
{
    effect.reason = facts.noTimes;
    if (!effect.sentence.empty())
        effect.sentence += " ";
    effect.sentence += say("What it does to the time of a step is not known: {}.", facts.noTimes);
}

AxisEffect wrongEffect(const Facts& facts, Axis axis)
{
    if (!facts.fits() || !facts.stores)
        return failing(facts, axis);
    if (facts.bottleneck == Bottleneck::Latency)
        return forRequests(facts, axis);
    AxisEffect effect = effectOf(facts, axis);
    if (axis == Axis::Model)
        splitWhatFits(facts, effect);
    if (axis == Axis::Inference)
        inference(facts, effect);
    else if (axis == Axis::Coordination)
        coordination(facts, effect);
    else if (!facts.times)
        noTimes(facts, effect);
    else if (axis == Axis::Model)
        setTime(facts, *facts.times,
                facts.times->io + facts.times->work() / facts.k + (facts.k - 1) * facts.alpha.value_or(0), effect);
    else if (axis == Axis::Data)
        data(facts, *facts.times, effect);
    else
        training(facts, *facts.times, effect);
    return effect;
}

/// "52.0 GB a device, within 80.0 GB; 3 devices are the fewest".
std::string shareOf(const Facts& facts, double whole, double each, bool& enough)
{
    enough = whole / facts.k <= each;
    return say("{} a device, {} {}; {} devices are the fewest", bytes(whole / facts.k),
               enough ? "within" : "still above", bytes(each), fewest(whole, each));
}

void splitCapacity(const Facts& facts, AxisEffect& effect)
{
    effect.reason = "it did not run on one device, so there is no time to compare with";
    effect.fewestDevices = facts.stores ? fewest(facts.workingSet, facts.memory) : fewest(facts.dataset, facts.storage);
    if (!facts.stores) {
        effect.sentence =
            say("Split {} ways the dataset is {}.", facts.k, shareOf(facts, facts.dataset, facts.storage, effect.runs));
        return;
    }
    effect.sentence =
        say("Split {} ways it is {}.", facts.k, shareOf(facts, facts.workingSet, facts.memory, effect.runs));
    effect.footprintBytes = facts.workingSet / facts.k;
    effect.fits = effect.runs;
}

void splitStream(const Facts& facts, const Times& times, AxisEffect& effect)
{
    const double each = facts.workingSet / facts.k;
    effect.footprintBytes = each;
    effect.bound = Bound::AtLeast;
    effect.sentence =
        say("Each of {} devices streams its {} of the {}: the work of {} becomes {} at best; the hand-over of "
            "activations comes on top.",
            facts.k, bytes(each), bytes(facts.workingSet), timeText(times.work()), timeText(times.work() / facts.k));
    setTime(facts, times, times.io + times.work() / facts.k, effect);
}

void serveMore(const Facts& facts, AxisEffect& effect)
{
    effect.timeFactor = 1;
    effect.costFactor = facts.nodes;
    if (facts.throughput && facts.throughput->reached < facts.throughput->wanted) {
        effect.fewestDevices = std::max(1, fewest(facts.throughput->wanted, facts.throughput->reached));
        effect.sentence =
            say("{} replicas answer {} against {} wanted; {} are the fewest.", facts.k,
                rate(facts.k * facts.throughput->reached), rate(facts.throughput->wanted), *effect.fewestDevices);
    }
    if (!facts.latency || facts.latency->reached <= facts.latency->wanted)
        return;
    if (!effect.sentence.empty())
        effect.sentence += " ";
    effect.sentence +=
        say("Replicas shorten the queue of a request that takes {}. To get below {}, split one request over devices, "
            "or give it less work.",
            timeText(facts.latency->reached), timeText(facts.latency->wanted));
}

AxisEffect namedEffect(const Facts& facts, Axis axis)
{
    AxisEffect effect = effectOf(facts, axis);
    if (!facts.fits() || !facts.stores) {
        splitCapacity(facts, effect);
    } else if (facts.bottleneck == Bottleneck::Latency) {
        serveMore(facts, effect);
    } else if (facts.bottleneck == Bottleneck::Coordination) {
        effect.sentence =
            say("The round of {} has to come below the {} of work: fewer bytes, a faster link, fewer rounds, or better "
                "order.",
                timeText(facts.round.value_or(0)), timeText(facts.roof));
        effect.reason = "it depends on how the exchange is changed";
    } else if (!facts.times) {
        noTimes(facts, effect);
    } else if (facts.bottleneck == Bottleneck::DataIo) {
        data(facts, *facts.times, effect);
    } else if (facts.bottleneck == Bottleneck::MemoryBandwidth) {
        splitStream(facts, *facts.times, effect);
    } else {
        training(facts, *facts.times, effect);
    }
    return effect;
}

Result<void> validate(const WrongAxisOptions& options)
{
    if (options.devices && *options.devices < leastDevices)
        return fail(ErrorCode::Input, say("{} devices are not a distribution", *options.devices),
                    say("{} or more", leastDevices), {.field = "devices"});
    if (options.devices && *options.devices > mostDevices)
        return fail(ErrorCode::Input, say("{} devices are more than can be computed with", *options.devices),
                    say("up to {}", mostDevices), {.field = "devices"});
    if (options.priceUsdPerHour && !(std::isfinite(*options.priceUsdPerHour) && *options.priceUsdPerHour >= 0))
        return fail(ErrorCode::Input, "the price is negative or not finite", exampleOf(Dimension::Price),
                    {.field = "price"});
    return {};
}

}  // namespace

Result<std::vector<WrongAxis>> wrongAxes(const Profile& profile, const Diagnosis& diagnosis,
                                         const WrongAxisOptions& options)
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
