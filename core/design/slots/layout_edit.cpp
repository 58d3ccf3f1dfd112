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

constexpr const char* planner = "the layout planner";

MaybeQuantity chosen(double value)
{
    return Quantity{value, std::nullopt, {Origin::Typed, planner, {}, {}}};
}

MaybeQuantity above1(int value)
{
    return value > 1 ? chosen(value) : std::nullopt;
}

/// Those options; one that was chosen already keeps its words. `scopes` where there are two of them.
std::vector<SlotChoice> choicesOf(const std::vector<SlotChoice>& present,
                                  const std::vector<std::pair<const char*, const char*>>& options)
{
    std::vector<SlotChoice> choices;
    for (const auto& [option, scope] : options) {
        const auto was = std::find_if(present.begin(), present.end(),
                                      [option = option](const SlotChoice& each) { return each.option == option; });
        SlotChoice choice = was != present.end() ? *was : SlotChoice{option, {}, {}};
        if (options.size() == 1)
            choice.scope.clear();
        else if (choice.scope.empty())
            choice.scope = scope;
        choices.push_back(std::move(choice));
    }
    return choices;
}

void splitAs(Partitioning& slot, const Layout& layout)
{
    const bool data = layout.data * layout.context > 1;
    const bool model = layout.tensor * layout.stages * layout.expert > 1 || layout.shardingStage > 0;
    std::vector<std::pair<const char*, const char*>> options;
    if (data)
        options.emplace_back("split-data", "examples");
    if (model)
        options.emplace_back("shard-model", "model state");
    if (!options.empty())
        slot.slot.choices = choicesOf(slot.slot.choices, options);
    slot.tensorParallel = above1(layout.tensor);
    slot.stages = above1(layout.stages);
    slot.chunks = above1(layout.chunks);
    slot.contextParallel = above1(layout.context);
    slot.expertParallel = above1(layout.expert);
    slot.microBatch = chosen(layout.microBatch);
    // Where the model is sharded, an absent stage would mean 3.
    slot.shardingStage = model ? chosen(layout.shardingStage) : std::nullopt;
    slot.recomputation = layout.recomputation;
    slot.sequenceParallel = layout.sequenceParallel;
}

/// The first pattern after which each worker has this.
Pattern thatDelivers(Delivers what)
{
    return *std::find_if(allPatterns.begin(), allPatterns.end(),
                         [what](Pattern each) { return traitsOf(each).delivers == what; });
}

Pattern patternOf(const DesignCatalogue& catalogue, const Project& project, int shardingStage)
{
    if (shardingStage > 0)
        return thatDelivers(shardingStage == 3 ? Delivers::SlicesOfTheModel : Delivers::SlicesOfTheSum);
    const Pattern present = project.design.communication.pattern;
    const SlotOption* option = optionOf(catalogue, present);
    if (option && option->id == "all-reduce")
        return present;
    return project.target.bandwidth2BytesPerS ? acrossNodesPattern : usualPattern;
}

double messageOf(const DataExchange& exchange, int shardingStage)
{
    const double moved = exchange.gradientBytes + exchange.weightBytes;
    return shardingStage == 0 ? moved : moved / (shardingStage == 3 ? 3 : 2);
}

}  // namespace

Project withLayout(Project project, const DesignCatalogue& catalogue, const Transformer& model, const Trainer& trainer,
                   double batch, const Layout& layout)
{
    const Design before = project.design;
    splitAs(project.design.partitioning, layout);
    const DataExchange exchange = dataExchangeOf(model, trainer, batch, layout);
    Communication& communication = project.design.communication;
    std::vector<std::pair<const char*, const char*>> options;
    if (exchange.copies > 1) {
        communication.pattern = patternOf(catalogue, project, layout.shardingStage);
        if (const SlotOption* option = optionOf(catalogue, communication.pattern))
            options.emplace_back(option->id.c_str(), "gradients");
    }
    if (layout.stages > 1)
        options.emplace_back("pipeline", "activations");
    if (!options.empty())
        communication.slot.choices = choicesOf(communication.slot.choices, options);
    communication.messageBytes =
        Quantity{messageOf(exchange, layout.shardingStage),
                 std::nullopt,
                 {Origin::Assumed, planner, {}, "what a card exchanges of its own parameters in a step"}};
    project.plan.p = layout.cards();
    if (project.baseline.model)
        project.baseline.model->convention = conventionOf(model, trainer.memory);
    reasonsFollow(project.design, before);
    return project;
}

std::optional<Layout> layoutOf(const Project& project, int p)
{
    const MemoryLayout copy = copyLayoutOf(project.design.partitioning);
    const long each = static_cast<long>(copy.tensor) * copy.stages * copy.context;
    if (each < 1 || p % each != 0)
        return std::nullopt;
    return Layout{.data = static_cast<int>(p / each),
                  .tensor = copy.tensor,
                  .context = copy.context,
                  .stages = copy.stages,
                  .chunks = copy.chunks,
                  .expert = copy.expert,
                  .shardingStage = copy.shardingStage,
                  .microBatch = static_cast<int>(copy.microBatch),
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
        if (!times.empty() && ladder.stepsPerTime && ladder.stepsPerTime->value > 0)
            return median(times) / ladder.stepsPerTime->value;
    }
    return std::nullopt;
}

}  // namespace scalewright
