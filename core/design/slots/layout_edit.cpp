// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/slots/layout_edit.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/statistics/median.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"
#include "core/project/document/project.h"

namespace scalewright {

namespace {

constexpr const char* plannerSource = "the layout planner";

MaybeQuantity plannedQuantity(double value)
{
    return Quantity{value, std::nullopt, {Origin::Typed, plannerSource, {}, {}}};
}

MaybeQuantity plannedIfAboveOne(int value)
{
    return value > 1 ? plannedQuantity(value) : std::nullopt;
}

/// Choices for these options; an option that was already chosen keeps its texts. Scopes are set only if there are two
/// options.
std::vector<SlotChoice> mergeChoices(const std::vector<SlotChoice>& present,
                                     const std::vector<std::pair<const char*, const char*>>& options)
{
    std::vector<SlotChoice> choices;
    for (const auto& [option, scope] : options) {
        const auto previous = std::ranges::find(present, option, &SlotChoice::option);
        SlotChoice choice = previous != present.end() ? *previous : SlotChoice{option, {}, {}};
        if (options.size() == 1)
            choice.scope.clear();
        else if (choice.scope.empty())
            choice.scope = scope;
        choices.push_back(std::move(choice));
    }
    return choices;
}

void applyPartitioning(Partitioning& slot, const ParallelLayout& layout)
{
    const bool splitsData = layout.data * layout.context > 1;
    const bool splitsModel = layout.tensor * layout.stages * layout.expert > 1 || layout.shardingStage > 0;
    std::vector<std::pair<const char*, const char*>> options;
    if (splitsData)
        options.emplace_back("split-data", "examples");
    if (splitsModel)
        options.emplace_back("shard-model", "model state");
    if (!options.empty())
        slot.slot.choices = mergeChoices(slot.slot.choices, options);
    slot.tensorParallel = plannedIfAboveOne(layout.tensor);
    slot.stages = plannedIfAboveOne(layout.stages);
    slot.chunks = plannedIfAboveOne(layout.chunks);
    slot.contextParallel = plannedIfAboveOne(layout.context);
    slot.expertParallel = plannedIfAboveOne(layout.expert);
    slot.microBatch = plannedQuantity(layout.microBatch);
    // For a sharded model, a missing stage would mean 3.
    slot.shardingStage = splitsModel ? plannedQuantity(layout.shardingStage) : std::nullopt;
    slot.recomputation = layout.recomputation;
    slot.sequenceParallel = layout.sequenceParallel;
}

/// The first pattern with this outcome.
Pattern patternWithOutcome(ExchangeOutcome outcome)
{
    return *std::ranges::find_if(allPatterns, [outcome](Pattern each) { return traitsOf(each).outcome == outcome; });
}

Pattern dataExchangePattern(const DesignCatalogue& catalogue, const Project& project, int shardingStage)
{
    if (shardingStage > 0)
        return patternWithOutcome(shardingStage == 3 ? ExchangeOutcome::SumAndModelSlices : ExchangeOutcome::SumSlices);
    const Pattern present = project.design.communication.pattern;
    const SlotOption* option = optionForPattern(catalogue, present);
    if (option && option->id == "all-reduce")
        return present;
    return project.target.bandwidth2BytesPerS ? multiNodeAllReducePattern : defaultAllReducePattern;
}

double dataMessageBytes(const DataExchange& exchange, int shardingStage)
{
    const double movedBytes = exchange.gradientBytes + exchange.weightBytes;
    return shardingStage == 0 ? movedBytes : movedBytes / (shardingStage == 3 ? 3 : 2);
}

}  // namespace

Project withLayout(Project project, const DesignCatalogue& catalogue, const Transformer& model, const Trainer& trainer,
                   double batch, const ParallelLayout& layout)
{
    const Design before = project.design;
    applyPartitioning(project.design.partitioning, layout);
    DataExchange exchange = dataExchangeOf(model, trainer, batch, layout);
    const bool hasCopies = exchange.copies > 1;
    // For a single copy, the message is what it would exchange with a second one: it costs nothing until p grows.
    if (!hasCopies) {
        ParallelLayout twoCopies = layout;
        twoCopies.data *= 2;
        exchange = dataExchangeOf(model, trainer, batch, twoCopies);
    }
    Communication& communication = project.design.communication;
    std::vector<std::pair<const char*, const char*>> options;
    communication.pattern = dataExchangePattern(catalogue, project, layout.shardingStage);
    if (hasCopies) {
        if (const SlotOption* option = optionForPattern(catalogue, communication.pattern))
            options.emplace_back(option->id.c_str(), "gradients");
    }
    if (layout.stages > 1)
        options.emplace_back("pipeline", "activations");
    if (!options.empty())
        communication.slot.choices = mergeChoices(communication.slot.choices, options);
    communication.messageBytes =
        Quantity{dataMessageBytes(exchange, layout.shardingStage),
                 std::nullopt,
                 {Origin::Assumed, plannerSource, {}, "bytes that a card exchanges per step for its own parameters"}};
    project.plan.p = layout.cards();
    if (project.baseline.model)
        project.baseline.model->bytesPerParameter = quantityOf(stateOf(model, trainer.memory));
    dropStaleReasons(project.design, before);
    return project;
}

Project withMeasuredStep(Project project, const DesignCatalogue& catalogue, const ModelEntry& model,
                         const Trainer& trainer, const MeasuredRun& run)
{
    RunConditions conditions{project.baseline, project.target,
                             withLayout(project, catalogue, run.model, trainer, run.batch, run.layout).design};
    if (model.id != "project")
        conditions.baseline.model = modelShapeOf(model, conditions.baseline.model.value_or(ModelShape{}));
    conditions.baseline.batch = typed(run.batch);
    Ladder ladder;
    ladder.name = "measured step of " + layoutText(run.layout);
    ladder.provenance = {Origin::Typed, {}, {}, {}};
    ladder.stepsPerMeasuredTime = typed(1);
    ladder.conditions = std::move(conditions);
    ladder.points.push_back({.p = run.layout.cards(), .timeS = run.stepS});
    project.measurements.ladders.push_back(std::move(ladder));
    return project;
}

std::optional<ParallelLayout> layoutOf(const Project& project, int p)
{
    const MemoryLayout copy = modelCopyLayout(project.design.partitioning);
    const long modelWorkers = static_cast<long>(copy.tensorParallel) * copy.pipelineStages * copy.contextParallel;
    if (modelWorkers < 1 || p % modelWorkers != 0)
        return std::nullopt;
    return ParallelLayout{.data = static_cast<int>(p / modelWorkers),
                          .tensor = copy.tensorParallel,
                          .context = copy.contextParallel,
                          .stages = copy.pipelineStages,
                          .chunks = copy.chunksPerDevice,
                          .expert = copy.expertParallel,
                          .shardingStage = copy.shardingStage,
                          .microBatch = static_cast<int>(copy.microBatchSize),
                          .recomputation = copy.recomputation,
                          .sequenceParallel = copy.sequenceParallel};
}

std::optional<double> measuredStepS(const Project& project, int p)
{
    for (const Ladder& ladder : project.measurements.ladders) {
        std::vector<double> times;
        for (const LadderPoint& point : ladder.points)
            if (point.p == p && point.timeS && *point.timeS > 0)
                times.push_back(*point.timeS);
        if (!times.empty() && ladder.stepsPerMeasuredTime && ladder.stepsPerMeasuredTime->value > 0)
            return median(times) / ladder.stepsPerMeasuredTime->value;
    }
    return std::nullopt;
}

}  // namespace scalewright
