// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/decision/rules/rule.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/project_fields.h"

namespace scalewright::detail {

namespace {

// The state counts as sparse if a message is at least this many times as large as the bytes that a step touches.
constexpr double minimumSparsityRatio = 10;

// Inputs of T(p) from slots 3 to 6: a step can still be judged without them.
constexpr std::array<std::string_view, 5> ignorablePointerPrefixes{
    "/design/consistency/", "/design/coordination/", "/design/fault_tolerance/", "/design/load_balancing/",
    "/design/communication/last_bucket_bytes"};

}  // namespace

std::optional<int> plannedOrExpectedP(const Forecast& forecast)
{
    if (forecast.plan)
        return forecast.plan->p;
    if (!forecast.prediction)
        return std::nullopt;
    return forecast.feasible.availableWorkers().value_or(forecast.prediction->landmarks.kneeP);
}

PartialForecast makePartialForecast(const Project& project, Forecast forecast, int pMax, const MeasuredLadder* ladder)
{
    if (forecast.model)
        return {std::move(forecast), {}};
    const std::vector<Problem> missingInputs = forecast.model.error().problems;
    const auto isIgnorable = [](const Problem& problem) {
        return std::any_of(ignorablePointerPrefixes.begin(), ignorablePointerPrefixes.end(),
                           [&](std::string_view slot) { return problem.location.jsonPointer.starts_with(slot); });
    };
    if (!std::all_of(missingInputs.begin(), missingInputs.end(), isIgnorable))
        return {std::move(forecast), {}};
    Project reducedProject = project;
    for (const Problem& each : missingInputs) {
        const std::string& pointer = each.location.jsonPointer;
        const MaybeQuantity replacement = fieldValue(project, pointer) ? MaybeQuantity() : MaybeQuantity(typed(0));
        if (!setField(reducedProject, pointer, replacement))
            return {std::move(forecast), {}};
    }
    Forecast reducedForecast = scalewright::makeForecast(reducedProject.baseline, reducedProject, pMax, ladder);
    return reducedForecast.model ? PartialForecast{std::move(reducedForecast), missingInputs}
                                 : PartialForecast{std::move(forecast), {}};
}

RuleContext::RuleContext(const Project& sourceProject, const PartialForecast& forecast, const Analysis& sourceAnalysis,
                         const DesignCatalogue& sourceCatalogue)
    : project(sourceProject),
      design(sourceProject.design),
      catalogue(sourceCatalogue),
      analysis(sourceAnalysis),
      diagnosis(sourceAnalysis.diagnosisFlow.diagnosis ? &*sourceAnalysis.diagnosisFlow.diagnosis : nullptr),
      forecastContext{sourceAnalysis.pMax, sourceAnalysis.ladder},
      runs(forecast.ladderOfRuns()),
      prediction(forecast.prediction.get()),
      plan(forecast.plan ? &*forecast.plan : nullptr),
      feasible(forecast.feasible),
      p(plannedOrExpectedP(forecast)),
      missingInputs(forecast.missingInputs)
{
}

std::string RuleContext::atPText() const
{
    return formatMessage("at p = {} ({})", p.value_or(1),
                         plan && plan->rule != PlanRule::Knee ? "the plan" : "the knee");
}

std::string RuleContext::optionTitle(Slot slot, std::string_view option) const
{
    const SlotOption* menuOption = catalogue.menu(slot).find(option);
    return menuOption ? uncapitalised(menuOption->title) : std::string(option);
}

std::optional<double> RuleContext::workerMemoryBytes() const
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

std::optional<double> RuleContext::mtbfS() const
{
    const MaybeQuantity& node = project.target.nodeMtbfS;
    if (!node.has_value() || !p.has_value())
        return std::nullopt;
    return node->value / nodeCount(*p, workersOnNode(project.target));
}

bool RuleContext::isSharded() const
{
    return shardingStageOf(design.partitioning) > 0;
}

std::optional<double> RuleContext::workerBytesOfPlan(int workers) const
{
    if (const Result<MemoryNeed> need = trainingMemory(project, workers))
        return need->total();
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    return workingSet ? std::optional(workingSet->value / (replicatesState() ? 1 : workers)) : std::nullopt;
}

std::optional<double> RuleContext::largestPartBytes(double parts) const
{
    if (p && parts == *p)
        if (const Result<MemoryNeed> need = trainingMemory(project, *p))
            return need->total();
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    return workingSet ? std::optional(workingSet->value / parts) : std::nullopt;
}

std::optional<double> RuleContext::jitterS() const
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

bool RuleContext::replicatesState() const
{
    return stateDistributionOf(project.baseline, project) == StateDistribution::Replicated;
}

bool RuleContext::isStateSparse() const
{
    const MaybeQuantity& touchedBytes = project.baseline.networkBytes;
    const MaybeQuantity& movedBytes = design.communication.messageBytes;
    return touchedBytes && movedBytes && touchedBytes->value > 0 &&
           movedBytes->value >= minimumSparsityRatio * touchedBytes->value;
}

const SlotChoice* RuleContext::findChoiceInSameScope(Slot slot, const std::vector<std::string_view>& options,
                                                     Slot otherSlot,
                                                     const std::vector<std::string_view>& otherOptions) const
{
    const auto isListed = [](const SlotChoice& choice, const std::vector<std::string_view>& list) {
        return contains(list, choice.option);
    };
    for (const SlotChoice& first : slotOf(design, slot).choices)
        for (const SlotChoice& second : slotOf(design, otherSlot).choices)
            if (isListed(first, options) && isListed(second, otherOptions) && scopesOverlap(first, second))
                return &first;
    return nullptr;
}

bool scopesOverlap(const SlotChoice& first, const SlotChoice& second)
{
    return first.scope == second.scope || first.scope.empty() || second.scope.empty();
}

bool isAllReduce(Pattern pattern)
{
    return traitsOf(pattern).outcome == ExchangeOutcome::FullSum;
}

const std::vector<std::string_view>& barrierOptions()
{
    static const std::vector<std::string_view> options = [] {
        std::vector<std::string_view> barrierIds;
        for (const Pattern pattern : allPatterns)
            if (const PatternTraits& traits = traitsOf(pattern);
                traits.isBarrier && !contains(barrierIds, traits.slotOption))
                barrierIds.emplace_back(traits.slotOption);
        return barrierIds;
    }();
    return options;
}

Quantity assumedQuantity(double value, std::string reason)
{
    return {value, std::nullopt, {Origin::Assumed, "design check", {}, std::move(reason)}};
}

void replaceOrAddChoice(DesignSlot& slot, std::string_view oldOption, std::string_view newOption)
{
    if (!isOptionChosen(slot, oldOption)) {
        if (!isOptionChosen(slot, newOption))
            slot.choices.push_back({std::string(newOption), {}, {}});
        return;
    }
    std::vector<SlotChoice> distinctChoices;
    for (SlotChoice& choice : slot.choices) {
        if (choice.option == oldOption)
            choice.option = newOption;
        // The replacement may duplicate an existing choice.
        const bool isDuplicate = std::ranges::any_of(distinctChoices, [&](const SlotChoice& each) {
            return each.option == choice.option && each.scope == choice.scope;
        });
        if (!isDuplicate)
            distinctChoices.push_back(std::move(choice));
    }
    slot.choices = std::move(distinctChoices);
}

void removeChoice(DesignSlot& slot, std::string_view option)
{
    std::erase_if(slot.choices, [option](const SlotChoice& each) { return each.option == option; });
}

Pattern slicePatternOf(const Partitioning& partitioning)
{
    return firstPatternWithOutcome(shardingStageOf(partitioning) == 3 ? ExchangeOutcome::SumAndModelSlices
                                                                      : ExchangeOutcome::SumSlices);
}

void switchToSliceExchange(Project& project)
{
    Communication& communication = project.design.communication;
    const Pattern slices = slicePatternOf(project.design.partitioning);
    for (const char* option : {"all-reduce", "reduce-scatter-all-gather", "fully-sharded"})
        if (option != std::string_view(traitsOf(slices).slotOption) && isOptionChosen(communication.slot, option))
            replaceOrAddChoice(communication.slot, option, traitsOf(slices).slotOption);
    if (sumsWithoutServers(traitsOf(communication.pattern).outcome))
        communication.pattern = slices;
}

void useCheckpointRestart(Project& project, std::string_view replacedOption)
{
    FaultTolerance& after = project.design.faultTolerance;
    replaceOrAddChoice(after.slot, replacedOption, "checkpoint-restart");
    const MaybeQuantity& state = project.baseline.workingSetBytes;
    const MaybeQuantity& bandwidth = project.target.bandwidthBytesPerS;
    if (!after.checkpointS && state && bandwidth && bandwidth->value > 0)
        after.checkpointS = assumedQuantity(state->value / bandwidth->value, "the working set over one link");
    useDalyInterval(project);
}

void useDalyInterval(Project& project)
{
    FaultTolerance& after = project.design.faultTolerance;
    if (project.target.nodeMtbfS && after.checkpointS)
        after.checkpointIntervalS.reset();
}

std::string dalyIntervalNote(const Design& design)
{
    const MaybeQuantity& interval = design.faultTolerance.checkpointIntervalS;
    return interval ? formatMessage(", checkpointing at Daly’s interval instead of every {}", timeText(interval->value))
                    : "";
}

Fix recoveryFix(const RuleContext& context, std::string_view replacedOption)
{
    const std::string replaced(replacedOption);
    if (context.isSharded())
        return makeFix("Restart from checkpoints, which restore a lost shard" +
                           (context.project.target.nodeMtbfS ? dalyIntervalNote(context.design) : ""),
                       [replaced](Project& project) { useCheckpointRestart(project, replaced); });
    return makeFix(
        replaced.empty() ? "Continue with the survivors: elastic" : "Re-rank the survivors: elastic",
        [replaced](Project& project) { replaceOrAddChoice(project.design.faultTolerance.slot, replaced, "elastic"); });
}

void useOneShardPerWorker(Project& project, const ForecastContext& context)
{
    Communication& communication = project.design.communication;
    // More shards move the knee, which changes the number of shards; a few rounds converge.
    for (int round = 0; round < 16; ++round) {
        const int p = plannedOrExpectedP(context.forecastFor(project)).value_or(1);
        if (communication.shards && communication.shards->value >= p)
            return;
        communication.shards = assumedQuantity(p, "one server shard for every worker of the plan");
    }
}

void useParameterServer(Project& project, int minimumShards, const ForecastContext& context)
{
    Communication& communication = project.design.communication;
    std::vector<SlotChoice>& choices = communication.slot.choices;
    const auto isBarrier = [](const SlotChoice& each) { return contains(barrierOptions(), each.option); };
    const bool hasParameterServer = isOptionChosen(communication.slot, "parameter-server");
    if (hasParameterServer)
        std::erase_if(choices, isBarrier);
    else
        for (SlotChoice& each : choices)
            if (isBarrier(each))
                each.option = "parameter-server";
    if (!isOptionChosen(communication.slot, "parameter-server"))
        choices.push_back({"parameter-server", {}, {}});
    communication.pattern = firstPatternWithOutcome(ExchangeOutcome::ServerSum);
    if (!communication.shards || communication.shards->value < minimumShards)
        communication.shards = assumedQuantity(minimumShards, "enough to hold the state");
    useOneShardPerWorker(project, context);
}

void serveSparseState(Project& project, int minimumShards, const ForecastContext& context)
{
    Partitioning& partitioning = project.design.partitioning;
    if (!isOptionChosen(partitioning.slot, "shard-model")) {
        for (SlotChoice& choice : partitioning.slot.choices)
            if (choice.option == "split-data" && choice.scope.empty())
                choice.scope = "examples";
        partitioning.slot.choices.push_back({"shard-model", "sparse state", {}});
        partitioning.replicated.clear();
    }
    project.design.communication.messageBytes = project.baseline.networkBytes;
    useParameterServer(project, minimumShards, context);
}

std::string ratioText(double ratio)
{
    return formatMessage("{} times", ratio < 10 ? significantText(ratio, 2) : decimalText(ratio, 0));
}

std::string pluralText(double count, const std::string& singularNoun, const std::string& pluralNoun)
{
    return formatMessage("{} {}", significantText(count), count == 1 ? singularNoun : pluralNoun);
}

}  // namespace scalewright::detail
