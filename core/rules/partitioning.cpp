// Slot 1: who holds what (book 41.4, section 1; 41.2 for the axis).
#include <cmath>

#include <fmt/format.h>

#include "core/rules/rule.h"

namespace scalewright::detail {

namespace {

int fewestThatHold(double workingSet, double memory)
{
    return static_cast<int>(std::min(std::ceil(workingSet / memory), 0x1p20));
}

// The state is cut by parameter and every worker gathers what it needs: ZeRO, FSDP.
void shardTheState(Project& project, int fewest)
{
    Design& design = project.design;
    for (SlotChoice& choice : design.partitioning.slot.choices)
        if (choice.option == "split-data" && choice.scope.empty())
            choice.scope = "examples";
    design.partitioning.slot.choices.push_back({"shard-model", "model state", {}});
    design.partitioning.replicated.clear();
    design.partitioning.partitions = setByFix(fewest, "as many as hold the working set");
    if (chooses(design.communication.slot, "all-reduce"))
        choose(design.communication.slot, "all-reduce", "reduce-scatter-all-gather");
    if (isAllReduce(design.communication.pattern))
        design.communication.pattern = Pattern::ReduceScatterAllGather;
}

const Rule replicatesWhatDoesNotFit{
    {"replicates-what-does-not-fit", Severity::Error, {Slot::Partitioning, Slot::Communication},
     say("Splitting the examples copies the model to every worker; it has to fit there."), say("book 41.4, sections 1 and 2")},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
        const std::optional<double> memory = s.workerMemoryBytes();
        if (!s.replicates() || !workingSet || !memory || workingSet->value <= *memory)
            return;
        const int fewest = std::max(fewestThatHold(workingSet->value, *memory), s.p.value_or(1));
        Fix fix = s.movesMoreThanItTouches()
                      ? fixBy(say("Shard it over a parameter server and move only what a step touches"),
                              [fewest, outlook = s.outlook](Project& project) { serveWhatIsTouched(project, fewest, outlook); })
                      : fixBy(say("Shard the model state over {} workers", fewest),
                              [fewest](Project& project) { shardTheState(project, fewest); });
        report.add(say("Every worker would hold a copy of the {} working set, and a worker has {}: it fails on each of them, {} over.",
                               bytes(workingSet->value), bytes(*memory), times(workingSet->value / *memory)),
                   "/design/partitioning/choices", std::move(fix));
    }};

const Rule shardsTooLarge{
    {"shards-too-large", Severity::Error, {Slot::Partitioning}, say("A share of the sharded model has to fit where it lies."), say("book 41.4, section 1")},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
        const std::optional<double> memory = s.workerMemoryBytes();
        if (!s.chosen(Slot::Partitioning, "shard-model") || !workingSet || !memory)
            return;
        const bool served = s.design.communication.pattern == Pattern::ParameterServer && s.chosen(Slot::Communication, "parameter-server");
        const MaybeQuantity& partitions = s.design.partitioning.partitions;
        const MaybeQuantity& shards = s.design.communication.shards;
        // On servers the shards lie there; else a worker holds one partition, or several where there are more than workers.
        std::optional<double> parts;
        if (served)
            parts = partitions ? partitions->value : shards ? shards->value : 1;
        else if (s.p)
            parts = partitions ? std::min<double>(partitions->value, *s.p) : *s.p;
        else if (partitions)
            parts = partitions->value;
        if (!parts || workingSet->value / *parts <= *memory)
            return;
        const int fewest = fewestThatHold(workingSet->value, *memory);
        report.add(say("{} of {} in {} is {} each, and {} has {}: {} is the fewest that hold it.", say("An even split"), bytes(workingSet->value),
                               plural(*parts, say("part"), say("parts")), bytes(workingSet->value / *parts), served ? say("a server") : say("a worker"), bytes(*memory), fewest),
                   served && !partitions ? "/design/communication/shards" : "/design/partitioning/partitions",
                   fixBy(say("Split it in {}", fewest), [fewest, served](Project& project) {
                       project.design.partitioning.partitions = setByFix(fewest, "as many as hold the working set");
                       if (served) {
                           MaybeQuantity& held = project.design.communication.shards;
                           if (!held || held->value < fewest)
                               held = setByFix(fewest, "as many as hold the working set");
                       } else {
                           project.plan.p = std::max(project.plan.p.value_or(1), fewest);
                           project.plan.reason = "the fewest that hold the model";
                       }
                   }));
    }};

const Rule moreWorkersThanPartitions{
    {"more-workers-than-partitions", Severity::Warning, {Slot::Partitioning}, say("A worker without a partition has nothing to do."),
     say("book 41.4, section 1")},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& partitions = s.design.partitioning.partitions;
        // A parameter server's partitions are the servers', not the workers'.
        const bool served = s.design.communication.pattern == Pattern::ParameterServer && s.chosen(Slot::Partitioning, "shard-model");
        if (!partitions || !s.p || served || !s.filled(Slot::Partitioning) || *s.p <= partitions->value)
            return;
        const int p = *s.p;
        report.add(say("{} for {} {}: {} without anything to do.", plural(partitions->value, say("partition"), say("partitions")), plural(p, say("worker"), say("workers")),
                               s.project.plan.p ? say("of the plan") : say("of the knee"), plural(p - partitions->value, say("worker is"), say("workers are"))),
                   "/design/partitioning/partitions", fixBy(say("Split into {} partitions", p), [p](Project& project) {
                       project.design.partitioning.partitions = setByFix(p, "one for every worker of the plan");
                   }));
    }};

// The slot's options that spread what the axis spreads (book 41.4, section 1: data volume, model size, independent tasks).
const char* optionFor(Axis axis)
{
    switch (axis) {
    case Axis::Data:
    case Axis::Training: return "split-data";
    case Axis::Model: return "shard-model";
    case Axis::Inference:
    case Axis::Coordination: break;
    }
    return "split-work";
}

const Rule axisNotDiagnosed{
    {"axis-not-diagnosed", Severity::Warning, {Slot::Partitioning}, say("The partition follows the ceiling that the diagnosis found."),
     say("book 41.2, Figure 41.2.1; 41.4, section 1")},
    [](const Situation& s, Report& report) {
        if (!s.diagnosis || !s.filled(Slot::Partitioning))
            return;
        const std::string option = optionFor(s.diagnosis->axis);
        if (s.chosen(Slot::Partitioning, option))
            return;
        // What does not fit the baseline machine may fit the target's; whether it does, another rule says.
        if (s.diagnosis->bottleneck == Bottleneck::MemoryCapacity && s.project.target.memoryBytes)
            return;
        report.add(say("The diagnosis names {} ({}), which asks for: {}. Slot 1 says {}, which does not touch that ceiling.",
                               bottleneckTitle(s.diagnosis->bottleneck), s.diagnosis->because, s.title(Slot::Partitioning, option),
                               slotText(s.catalogue, s.design, Slot::Partitioning)),
                   "/design/partitioning/choices", fixBy(say("Choose: {}", s.title(Slot::Partitioning, option)), [option](Project& project) {
                       project.design.partitioning.slot.choices = {{option, {}, {}}};
                   }));
    }};

}  // namespace

const std::vector<Rule>& partitioningRules()
{
    static const std::vector<Rule> rules{replicatesWhatDoesNotFit, shardsTooLarge, moreWorkersThanPartitions, axisNotDiagnosed};
    return rules;
}

}  // namespace scalewright::detail
