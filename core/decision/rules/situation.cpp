#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/project_fields.h"

namespace scalewright::detail {

namespace {

// From how many times the bytes that a step touches its message counts as moving what nobody needs.
constexpr double muchMore = 10;

// What T(p) takes from slots 3 to 6: without it there is still a step to judge.
constexpr std::array<std::string_view, 5> countedAsNothing{"/design/consistency/", "/design/coordination/",
                                                           "/design/fault_tolerance/", "/design/load_balancing/",
                                                           "/design/communication/last_bucket_bytes"};

}  // namespace

OpenForecast openForecast(const Project& project, Forecast forecast, int pMax, const MeasuredLadder* ladder)
{
    if (forecast.model)
        return {std::move(forecast), {}};
    const std::vector<Problem> open = forecast.model.error().problems;
    Project rest = project;
    for (const Problem& each : open) {
        const std::string& pointer = each.where.pointer;
        const bool ofASlot = std::any_of(countedAsNothing.begin(), countedAsNothing.end(),
                                         [&](std::string_view slot) { return pointer.starts_with(slot); });
        const MaybeQuantity nothing = fieldValue(project, pointer) ? MaybeQuantity() : MaybeQuantity(typed(0));
        if (!ofASlot || !setField(rest, pointer, nothing))
            return {std::move(forecast), {}};
    }
    Forecast without = scalewright::forecast(rest.baseline, rest, pMax, ladder);
    return without.model ? OpenForecast{std::move(without), open} : OpenForecast{std::move(forecast), {}};
}

Situation::Situation(const Project& given, const OpenForecast& forecast, const Analysis& around,
                     const DesignCatalogue& menus)
    : project(given),
      design(given.design),
      catalogue(menus),
      analysis(around),
      diagnosis(around.flow.diagnosis ? &*around.flow.diagnosis : nullptr),
      outlook{around.pMax, around.ladder},
      prediction(forecast.prediction.get()),
      plan(forecast.plan ? &*forecast.plan : nullptr),
      p(forecast.plannedP()),
      open(forecast.open)
{
}

std::string Situation::atP() const
{
    return say("at p = {} ({})", p.value_or(1), plan && plan->by != PlanBy::Knee ? "the plan" : "the knee");
}

std::string Situation::title(Slot slot, std::string_view option) const
{
    const SlotOption* known = catalogue.menu(slot).find(option);
    return known ? lowered(known->title) : std::string(option);
}

std::optional<double> Situation::workerMemoryBytes() const
{
    return detail::workerMemoryBytes(project);
}

std::optional<double> workerMemoryBytes(const Project& project)
{
    for (const MaybeQuantity* memory : {&project.target.memoryBytes, &project.baseline.machine.memoryBytes})
        if (*memory)
            return (*memory)->value;
    return std::nullopt;
}

std::optional<double> Situation::mtbfS() const
{
    const MaybeQuantity& node = project.target.nodeMtbfS;
    if (!node.has_value() || !p.has_value())
        return std::nullopt;
    return node->value / nodesOf(*p, workersOnNode(project.target));
}

bool Situation::sharded() const
{
    return shardingStageOf(design.partitioning) > 0;
}

std::optional<double> Situation::heldBytesOfPlan(int workers) const
{
    if (const Result<MemoryNeed> need = trainingMemory(project, workers))
        return need->total();
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    return workingSet ? std::optional(workingSet->value / (replicates() ? 1 : workers)) : std::nullopt;
}

std::optional<double> Situation::heldBytes(double parts) const
{
    if (p && parts == *p)
        if (const Result<MemoryNeed> need = trainingMemory(project, *p))
            return need->total();
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    return workingSet ? std::optional(workingSet->value / parts) : std::nullopt;
}

std::optional<double> Situation::jitterS() const
{
    const LoadBalancing& l = design.loadBalancing;
    if (l.jitterS)
        return l.jitterS->value;
    if (!l.jitterShare)
        return std::nullopt;
    if (l.jitterShare->value == 0)
        return 0;
    return model() && p ? std::optional(l.jitterShare->value * predictAt(*model(), *p).tCompS) : std::nullopt;
}

bool Situation::replicates() const
{
    return detail::replicates(design);
}

bool replicates(const Design& design)
{
    const DesignSlot& slot = slotOf(design, Slot::Partitioning);
    return chooses(slot, "split-data") && !chooses(slot, "shard-model");
}

bool Situation::movesMoreThanItTouches() const
{
    const MaybeQuantity& touched = project.baseline.netBytes;
    const MaybeQuantity& moved = design.communication.messageBytes;
    return touched && moved && touched->value > 0 && moved->value >= muchMore * touched->value;
}

const SlotChoice* Situation::meeting(Slot slot, const std::vector<std::string_view>& options, Slot other,
                                     const std::vector<std::string_view>& others) const
{
    const auto isOf = [](const SlotChoice& choice, const std::vector<std::string_view>& list) {
        return std::find(list.begin(), list.end(), choice.option) != list.end();
    };
    for (const SlotChoice& one : slotOf(design, slot).choices)
        for (const SlotChoice& two : slotOf(design, other).choices)
            if (isOf(one, options) && isOf(two, others) && sameScope(one, two))
                return &one;
    return nullptr;
}

bool sameScope(const SlotChoice& one, const SlotChoice& other)
{
    return one.scope == other.scope || one.scope.empty() || other.scope.empty();
}

bool isAllReduce(Pattern pattern)
{
    return traitsOf(pattern).delivers == Delivers::AllReduce;
}

const std::vector<std::string_view>& barrierOptions()
{
    static const std::vector<std::string_view> options = [] {
        std::vector<std::string_view> found;
        for (const Pattern pattern : allPatterns)
            if (const PatternTraits& traits = traitsOf(pattern);
                traits.barrier && std::find(found.begin(), found.end(), traits.option) == found.end())
                found.emplace_back(traits.option);
        return found;
    }();
    return options;
}

Quantity setByFix(double value, std::string why)
{
    return {value, std::nullopt, {Origin::Assumed, "design check", {}, std::move(why)}};
}

void choose(DesignSlot& slot, std::string_view from, std::string_view to)
{
    if (!chooses(slot, from)) {
        if (!chooses(slot, to))
            slot.choices.push_back({std::string(to), {}, {}});
        return;
    }
    std::vector<SlotChoice> kept;
    for (SlotChoice& choice : slot.choices) {
        if (choice.option == from)
            choice.option = to;
        // Two choices may have become one.
        const bool again = std::any_of(kept.begin(), kept.end(), [&](const SlotChoice& each) {
            return each.option == choice.option && each.scope == choice.scope;
        });
        if (!again)
            kept.push_back(std::move(choice));
    }
    slot.choices = std::move(kept);
}

void drop(DesignSlot& slot, std::string_view option)
{
    std::erase_if(slot.choices, [option](const SlotChoice& each) { return each.option == option; });
}

Pattern slicesOf(const Partitioning& partitioning)
{
    return patternDelivering(shardingStageOf(partitioning) == 3 ? Delivers::SlicesOfTheModel
                                                                : Delivers::SlicesOfTheSum);
}

void exchangeSlices(Project& project)
{
    Communication& communication = project.design.communication;
    const Pattern slices = slicesOf(project.design.partitioning);
    for (const char* other : {"all-reduce", "reduce-scatter-all-gather", "fully-sharded"})
        if (other != std::string_view(traitsOf(slices).option) && chooses(communication.slot, other))
            choose(communication.slot, other, traitsOf(slices).option);
    if (sumsAmongWorkers(traitsOf(communication.pattern).delivers))
        communication.pattern = slices;
}

void restartFromCheckpoints(Project& project, std::string_view from)
{
    FaultTolerance& after = project.design.faultTolerance;
    choose(after.slot, from, "checkpoint-restart");
    const MaybeQuantity& state = project.baseline.workingSetBytes;
    const MaybeQuantity& bandwidth = project.target.bandwidthBytesPerS;
    if (!after.checkpointS && state && bandwidth && bandwidth->value > 0)
        after.checkpointS = setByFix(state->value / bandwidth->value, "the working set over one link");
    writeAtDalysInterval(project);
}

void writeAtDalysInterval(Project& project)
{
    FaultTolerance& after = project.design.faultTolerance;
    if (project.target.nodeMtbfS && after.checkpointS)
        after.checkpointIntervalS.reset();
}

std::string dalysInPlaceOf(const Design& design)
{
    const MaybeQuantity& interval = design.faultTolerance.checkpointIntervalS;
    return interval ? say(", a checkpoint at Daly’s interval in place of every {}", timeText(interval->value)) : "";
}

Fix recoveryFix(const Situation& situation, std::string_view from)
{
    const std::string replaced(from);
    if (situation.sharded())
        return fixBy("Restart from checkpoints: a lost shard is read back" +
                         (situation.project.target.nodeMtbfS ? dalysInPlaceOf(situation.design) : ""),
                     [replaced](Project& project) { restartFromCheckpoints(project, replaced); });
    return fixBy(replaced.empty() ? "Go on with the survivors: elastic" : "Re-rank the survivors: elastic",
                 [replaced](Project& project) { choose(project.design.faultTolerance.slot, replaced, "elastic"); });
}

void useShardForEveryWorker(Project& project, const Outlook& outlook)
{
    Communication& communication = project.design.communication;
    // More shards move the knee, and with it the number of shards; a few rounds settle it.
    for (int round = 0; round < 16; ++round) {
        const int p = outlook.of(project).plannedP().value_or(1);
        if (communication.shards && communication.shards->value >= p)
            return;
        communication.shards = setByFix(p, "one server shard for every worker of the plan");
    }
}

void useParameterServer(Project& project, int leastShards, const Outlook& outlook)
{
    Communication& communication = project.design.communication;
    std::vector<SlotChoice>& choices = communication.slot.choices;
    const auto isBarrier = [](const SlotChoice& each) {
        return std::find(barrierOptions().begin(), barrierOptions().end(), each.option) != barrierOptions().end();
    };
    const bool other = chooses(communication.slot, "parameter-server");
    if (other)
        std::erase_if(choices, isBarrier);
    else
        for (SlotChoice& each : choices)
            if (isBarrier(each))
                each.option = "parameter-server";
    if (!chooses(communication.slot, "parameter-server"))
        choices.push_back({"parameter-server", {}, {}});
    communication.pattern = patternDelivering(Delivers::ServedSum);
    if (!communication.shards || communication.shards->value < leastShards)
        communication.shards = setByFix(leastShards, "as many as hold the state");
    useShardForEveryWorker(project, outlook);
}

void serveWhatIsTouched(Project& project, int leastShards, const Outlook& outlook)
{
    Partitioning& partitioning = project.design.partitioning;
    if (!chooses(partitioning.slot, "shard-model")) {
        for (SlotChoice& choice : partitioning.slot.choices)
            if (choice.option == "split-data" && choice.scope.empty())
                choice.scope = "examples";
        partitioning.slot.choices.push_back({"shard-model", "what a step touches a part of", {}});
        partitioning.replicated.clear();
    }
    project.design.communication.messageBytes = project.baseline.netBytes;
    useParameterServer(project, leastShards, outlook);
}

std::string bytes(double value)
{
    return formatAmount(value, Dimension::Bytes).joined();
}

std::string times(double ratio)
{
    return say("{} times", ratio < 10 ? significant(ratio, 2) : decimalText(ratio, 0));
}

std::string plural(double count, const std::string& one, const std::string& many)
{
    return say("{} {}", significant(count), count == 1 ? one : many);
}

}  // namespace scalewright::detail
