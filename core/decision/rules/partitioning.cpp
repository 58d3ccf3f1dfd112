// Slot 1: who holds what (book 41.4, section 1; 41.2 for the axis).
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/decision/rules/rule.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/model/memory/memory.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright::detail {

namespace {

int asCount(double parts)
{
    return static_cast<int>(std::min(parts, 0x1p20));
}

/// How a model's state lies over workers so that it fits.
struct Sharding {
    int stage = 3;
    int p = 1;
};

// The state is cut by parameter: optimizer state and gradients alone, or parameters too, which every worker then
// gathers twice. The plan goes to as many workers as hold it.
void shardTheState(Project& project, const Sharding& sharding, std::optional<int> before)
{
    const auto [stage, fewest] = sharding;
    if (before && fewest > *before) {
        project.plan.p = fewest;
        project.plan.reason = "the fewest that hold the model";
    }
    Design& design = project.design;
    for (SlotChoice& choice : design.partitioning.slot.choices)
        if (choice.option == "split-data" && choice.scope.empty())
            choice.scope = "examples";
    design.partitioning.slot.choices.push_back({"shard-model", "model state", {}});
    design.partitioning.replicated.clear();
    design.partitioning.shardingStage =
        setByFix(stage, stage == 3 ? "parameters are sharded too" : "the parameters fit");
    design.partitioning.partitions = setByFix(fewest, "as many as hold the working set");
    exchangeSlices(project);
}

bool fitsSharded(const Project& project, int stage, int p, double memory)
{
    Project sharded = project;
    sharded.design.partitioning.shardingStage = typed(stage);
    const Result<MemoryNeed> need = trainingMemory(sharded, p);
    return need && need->total() <= fillableShare * memory;
}

/// Workers that one copy of the model takes: tensor parallel times stages.
int workersACopy(const Design& design)
{
    const MaybeQuantity& t = design.partitioning.tensorParallel;
    const MaybeQuantity& stages = design.partitioning.stages;
    return std::max(1, static_cast<int>((t ? t->value : 1) * (stages ? stages->value : 1)));
}

/// The fewest workers from p on for which fits(p), in whole copies; nullopt where none of up to 65 536 is.
template <class Fits>
std::optional<int> fewestFrom(int p, int copy, Fits fits)
{
    for (int next = (p + copy - 1) / copy * copy; next <= 1 << 16; next = next < 64 * copy ? next + copy : 2 * next)
        if (fits(next))
            return next;
    return std::nullopt;
}

/// The least stage at which the described model fits the plan's workers with headroom, else the fewest workers at stage
/// 3; of a working set alone, even parts. nullopt where what is not sharded (activations) does not fit.
std::optional<Sharding> shardingThatFits(const Situation& s, double held, double memory)
{
    const int p = s.p.value_or(1);
    if (!trainingMemory(s.project, p))
        return Sharding{3, std::max(asCount(fewestParts(held, memory).withHeadroom), p)};
    for (const int stage : {1, 2, 3})
        if (p > 1 && fitsSharded(s.project, stage, p, memory))
            return Sharding{stage, p};
    const std::optional<int> fewest = fewestFrom(std::max(2, p), workersACopy(s.design),
                                                 [&](int next) { return fitsSharded(s.project, 3, next, memory); });
    return fewest ? std::optional(Sharding{3, *fewest}) : std::nullopt;
}

const Rule replicatesWhatDoesNotFit{
    {"replicates-what-does-not-fit",
     Severity::Error,
     {Slot::Partitioning, Slot::Communication},
     "Splitting the examples copies the model to every worker; it has to fit there.",
     "book 41.4, sections 1 and 2"},
    [](const Situation& s, Report& report) {
        const std::optional<OverfullCopy> copy = overfullCopy(s.project, s.p.value_or(1));
        if (!copy)
            return;
        const auto [held, memory, models] = *copy;
        const std::optional<Sharding> sharding = shardingThatFits(s, held, memory);
        std::optional<Fix> fix;
        if (s.movesMoreThanItTouches()) {
            const int fewest = std::max(asCount(fewestParts(held, memory).withHeadroom), s.p.value_or(1));
            fix = fixBy(
                "Shard it over a parameter server and move only what a step touches",
                [fewest, outlook = s.outlook](Project& project) { serveWhatIsTouched(project, fewest, outlook); });
        } else if (sharding) {
            fix = fixBy(
                sharding->stage == 3
                    ? say("Shard the model state, parameters too, over {} workers (ZeRO-3, FSDP)", sharding->p)
                    : say("Shard optimizer state{} over {} workers (ZeRO-{})",
                          sharding->stage == 2 ? " and gradients" : "", sharding->p, sharding->stage),
                [sharding = *sharding, before = s.p](Project& project) { shardTheState(project, sharding, before); });
        }
        std::string says = models
                               ? say("Every worker would hold the {} that the described model takes in training, and a "
                                     "worker has {}. It fails on each of them, {} over.",
                                     bytes(held), bytes(memory), times(held / memory))
                               : say("Every worker would hold a copy of the {} working set, and a worker has {}. It "
                                     "fails on each of them, {} over.",
                                     bytes(held), bytes(memory), times(held / memory));
        const Result<MemoryNeed> need = trainingMemory(s.project, s.p.value_or(1));
        if (!fix && need)
            says +=
                say(" Sharding the state alone does not help: of a micro-batch's activations and logits a worker would "
                    "still hold {}. A smaller micro-batch, recomputation or tensor "
                    "parallelism cut those.",
                    bytes(need->of("activations") + need->of("recomputed-layer") + need->of("logits")));
        report.add(std::move(says), "/design/partitioning/choices", std::move(fix));
    }};

// In how many parts the sharded state lies: on the servers, or on the workers, of which each holds one partition or
// several.
struct Parts {
    double count = 1;
    bool served = false;
};

std::optional<Parts> partsOf(const Situation& s)
{
    const bool served = traitsOf(s.design.communication.pattern).delivers == Delivers::ServedSum &&
                        s.chosen(Slot::Communication, "parameter-server");
    const MaybeQuantity& partitions = s.design.partitioning.partitions;
    const MaybeQuantity& shards = s.design.communication.shards;
    if (served)
        return Parts{partitions ? partitions->value : shards ? shards->value : 1, true};
    if (s.p)
        return Parts{partitions ? std::min<double>(partitions->value, *s.p) : *s.p, false};
    if (partitions)
        return Parts{partitions->value, false};
    return std::nullopt;
}

// The parts that hold the state with headroom, wherever they lie; p goes with them.
void splitIn(Project& project, int parts, bool served)
{
    project.design.partitioning.partitions = setByFix(parts, "as many as hold the working set and leave headroom");
    if (served) {
        MaybeQuantity& held = project.design.communication.shards;
        if (!held || held->value < parts)
            held = setByFix(parts, "as many as hold the working set and leave headroom");
    } else {
        project.plan.p = std::max(project.plan.p.value_or(1), parts);
        project.plan.reason = "the fewest that hold the model";
    }
}

// The fewest workers that hold the model and leave headroom: of the described model, by trying; else even parts of the
// working set.
std::optional<int> fewestThatFit(const Situation& s, double memory)
{
    const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
    if (s.p && trainingMemory(s.project, *s.p))
        return fewestFrom(2, workersACopy(s.design), [&](int p) {
            const Result<MemoryNeed> need = trainingMemory(s.project, p);
            return need && need->total() <= fillableShare * memory;
        });
    return workingSet ? std::optional(asCount(fewestParts(workingSet->value, memory).withHeadroom)) : std::nullopt;
}

/// Ways to hold less on each worker of the plan, those that cost nothing first.
struct Thrift {
    const char* title;
    bool sequenceParallel;
    std::optional<Recomputation> recomputation;
};
constexpr std::array thrifts{
    Thrift{"Split activations along the sequence too", true, std::nullopt},
    Thrift{"Recompute attention in the backward pass", false, Recomputation::Selective},
    Thrift{"Split activations along the sequence and recompute attention", true, Recomputation::Selective},
    Thrift{"Recompute activations in the backward pass", false, Recomputation::Full},
    Thrift{"Split activations along the sequence and recompute them", true, Recomputation::Full},
};

void apply(const Thrift& thrift, Project& project)
{
    Partitioning& slot = project.design.partitioning;
    slot.sequenceParallel = slot.sequenceParallel || thrift.sequenceParallel;
    if (thrift.recomputation)
        slot.recomputation = *thrift.recomputation;
}

/// Node-seconds of a step as predicted; nullopt where nothing is.
std::optional<double> nodeSeconds(const Situation& s, const Project& project)
{
    const OpenForecast forecast = s.outlook.of(project);
    const std::optional<int> p = forecast.plannedP();
    if (!forecast.prediction || !p)
        return std::nullopt;
    return predictAt(forecast.prediction->model, *p).tStepS * forecast.prediction->model.nodes(*p);
}

/// The cheapest step of those whose share fits with headroom: the plan's workers holding less each, or more of them
/// (`split`). Where no step is predicted the first way.
std::optional<Fix> cheapestThatFits(const Situation& s, double memory, std::optional<Fix> split)
{
    std::optional<Fix> best;
    std::optional<double> least;
    const Partitioning& slot = s.design.partitioning;
    for (const Thrift& thrift : thrifts) {
        const bool noTensor = !slot.tensorParallel || slot.tensorParallel->value <= 1;
        if (thrift.sequenceParallel && (noTensor || slot.sequenceParallel))
            continue;
        Project project = s.project;
        apply(thrift, project);
        const Result<MemoryNeed> need = trainingMemory(project, s.p.value_or(1));
        if (project.design == s.design || !need || need->total() > fillableShare * memory)
            continue;
        const std::optional<double> cost = nodeSeconds(s, project);
        if (best && !(cost && least && *cost < *least))
            continue;
        least = cost;
        best = fixBy(thrift.title, [thrift](Project& changed) { apply(thrift, changed); });
    }
    if (!best || !split)
        return best ? best : split;
    const std::optional<double> cost = nodeSeconds(s, split->apply(s.project));
    return cost && least && *cost < *least ? split : best;
}

const Rule shardsTooLarge{
    {"shards-too-large",
     Severity::Error,
     {Slot::Partitioning},
     "A share of the sharded model has to fit where it lies.",
     "book 41.4, section 1"},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
        const std::optional<double> memory = s.workerMemoryBytes();
        const std::optional<Parts> parts = partsOf(s);
        if (!s.chosen(Slot::Partitioning, "shard-model") || !memory || !parts)
            return;
        const std::optional<double> held = s.heldBytes(parts->count);
        if (!held || *held <= *memory)
            return;
        const std::optional<int> fewest = fewestThatFit(s, *memory);
        const std::string who = parts->served ? "a server" : "a worker";
        std::string says =
            workingSet && *held == workingSet->value / parts->count
                ? say("An even split of {} in {} is {} each, and {} has {}", bytes(workingSet->value),
                      plural(parts->count, "part", "parts"), bytes(*held), who, bytes(*memory))
                : say("Of the model, {} {} each, and {} has {}", plural(parts->count, "worker holds", "workers hold"),
                      bytes(*held), who, bytes(*memory));
        std::optional<Fix> fix;
        if (fewest) {
            const int least = workingSet && *held == workingSet->value / parts->count
                                  ? asCount(fewestParts(workingSet->value, *memory).holding)
                                  : *fewest;
            says += least == *fewest ? say(": {} is the fewest that hold it and leave headroom.", least)
                                     : say(": {} is the fewest that hold it, {} with headroom.", least, *fewest);
            fix = fixBy(say("Split it in {}", *fewest), [fewest = *fewest, served = parts->served](Project& project) {
                splitIn(project, fewest, served);
            });
            const bool ofTheModel = !workingSet || *held != workingSet->value / parts->count;
            if (!parts->served && ofTheModel)
                fix = cheapestThatFits(s, *memory, std::move(fix));
        } else if (!parts->served && (fix = cheapestThatFits(s, *memory, std::nullopt))) {
            says += ", and no number of them is enough as it is.";
        } else {
            says += ", and no number of them is enough: what is not sharded does not fit.";
        }
        report.add(std::move(says),
                   parts->served && !s.design.partitioning.partitions ? "/design/communication/shards"
                                                                      : "/design/partitioning/partitions",
                   std::move(fix));
    }};

const Rule memoryWithoutHeadroom{
    {"memory-without-headroom",
     Severity::Warning,
     {Slot::Partitioning},
     "A memory filled to the brim leaves nothing to the runtime and to what an allocator wastes.",
     "what trainers leave: 1 to 2 GB of a card and 3 to 4 % of what is allocated; the fullest of 1 751 runs had "
     "77.4 of 80 GB"},
    [](const Situation& s, Report& report) {
        const std::optional<double> memory = s.workerMemoryBytes();
        const bool sharded = s.chosen(Slot::Partitioning, "shard-model");
        if (!memory || (!sharded && !s.replicates()))
            return;
        const std::optional<Parts> parts = sharded ? partsOf(s) : Parts{};
        const std::optional<double> held = parts ? s.heldBytes(parts->count) : std::nullopt;
        if (!held || *held > *memory || *held <= fillableShare * *memory)
            return;
        std::optional<Fix> fix;
        std::string says =
            say("{} holds {} of {}, {}: {} is what such memories are filled to, and the rest is the runtime's.",
                parts->served ? "A server" : "A worker", bytes(*held), bytes(*memory),
                significant(100 * *held / *memory, 3) + " %", significant(100 * fillableShare) + " %");
        if (const std::optional<int> fewest = sharded ? fewestThatFit(s, *memory) : std::nullopt)
            fix = fixBy(say("Split it in {}", *fewest), [fewest = *fewest, served = parts->served](Project& project) {
                splitIn(project, fewest, served);
            });
        report.add(std::move(says), sharded ? "/design/partitioning/partitions" : "/baseline/working_set_bytes",
                   std::move(fix));
    }};

constexpr double farFromTheModel = 1.5;

const Rule workingSetNotTheModels{
    {"working-set-not-the-models",
     Severity::Advice,
     {Slot::Partitioning},
     "A working set that came from the described model follows it.",
     "Rajbhandari et al. 2020; Korthikanti et al. 2022"},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& workingSet = s.project.baseline.workingSetBytes;
        if (!s.project.baseline.model)
            return;
        const Result<Project> after = withModelsWorkingSet(s.project);
        if (!after || (workingSet && workingSet->value == after->baseline.workingSetBytes->value))
            return;
        const double model = after->baseline.workingSetBytes->value;
        // A working set of one's own, measured say, may well differ from a model of it; not by half as much again.
        const bool itsOwn = workingSet && workingSet->provenance.source != "the memory model";
        if (itsOwn && model <= farFromTheModel * workingSet->value && workingSet->value <= farFromTheModel * model)
            return;
        report.add(
            itsOwn ? say("The working set is given as {}, and the described model holds {} in training on one machine: "
                         "one of the two is another run's.",
                         bytes(workingSet->value), bytes(model))
            : workingSet
                ? say("The working set, {}, was the model's, which now holds {}.", bytes(workingSet->value),
                      bytes(model))
                : say("The described model holds {} in training on one machine, and the working set is not given.",
                      bytes(model)),
            "/baseline/working_set_bytes",
            fixBy(say("Take {} as the working set", bytes(model)),
                  [quantity = after->baseline.workingSetBytes](Project& project) {
                      project.baseline.workingSetBytes = quantity;
                  }));
    }};

const Rule stageAndPattern{
    {"stage-and-pattern-disagree",
     Severity::Warning,
     {Slot::Partitioning, Slot::Communication},
     "Stages 1 and 2 of sharding move an all-reduce's volume, stage 3 half as much again.",
     "Rajbhandari et al. 2020, section 7"},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& stage = s.design.partitioning.shardingStage;
        if (!stage || !s.sharded() || s.design.communication.slot.choices.size() != 1)
            return;
        const Pattern own = s.design.communication.pattern;
        const Delivers delivers = traitsOf(own).delivers;
        const bool whole = delivers == Delivers::SlicesOfTheModel;
        if (stage->value == 3 ? !(delivers == Delivers::SlicesOfTheSum || isAllReduce(own)) : !whole)
            return;
        const Pattern right =
            patternDelivering(stage->value == 3 ? Delivers::SlicesOfTheModel : Delivers::SlicesOfTheSum);
        report.add(stage->value == 3 ? say("Stage 3 shards the parameters and gathers them for both passes, 3 (p-1)/p "
                                           "of the message; S(p) is that of the {}, 2 (p-1)/p.",
                                           titleOf(own))
                                     : say("Stage {} leaves every worker all parameters and moves 2 (p-1)/p of the "
                                           "message; S(p) is that of the {}, 3 (p-1)/p.",
                                           significant(stage->value), titleOf(own)),
                   "/design/communication/pattern",
                   fixBy(say("Price it as {}", titleOf(right)), [](Project& project) { exchangeSlices(project); }));
    }};

const Rule moreWorkersThanPartitions{
    {"more-workers-than-partitions",
     Severity::Warning,
     {Slot::Partitioning},
     "A worker without a partition has nothing to do.",
     "book 41.4, section 1"},
    [](const Situation& s, Report& report) {
        const MaybeQuantity& partitions = s.design.partitioning.partitions;
        // A parameter server's partitions are the servers', not the workers'.
        const bool served = traitsOf(s.design.communication.pattern).delivers == Delivers::ServedSum &&
                            s.chosen(Slot::Partitioning, "shard-model");
        if (!partitions || !s.p || served || !s.filled(Slot::Partitioning) || *s.p <= partitions->value)
            return;
        const int p = *s.p;
        report.add(say("{} for {} {}: {} without anything to do.", plural(partitions->value, "partition", "partitions"),
                       plural(p, "worker", "workers"), s.project.plan.p ? "of the plan" : "of the knee",
                       plural(p - partitions->value, "worker is", "workers are")),
                   "/design/partitioning/partitions", fixBy(say("Split into {} partitions", p), [p](Project& project) {
                       project.design.partitioning.partitions = setByFix(p, "one for every worker of the plan");
                   }));
    }};

// The slot's options that spread what the axis spreads (book 41.4, section 1: data volume, model size, independent
// tasks).
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

// The prediction of the design as it is says that its workers pay.
bool vindicated(const Situation& s)
{
    constexpr double pays = 1.05;
    // T(p) knows nothing of what fits.
    if (!s.model() || !s.p || *s.p < 2 || s.diagnosis->bottleneck == Bottleneck::MemoryCapacity)
        return false;
    return predictAt(*s.model(), *s.p).speedup >= pays;
}

// What the named axis does on the plan's workers, where it does something: the step gets shorter, or what did not run
// does.
bool axisHelps(const Situation& s)
{
    if (s.diagnosis->bottleneck == Bottleneck::MemoryCapacity)
        return true;  // on enough workers
    if (!s.diagnosis->axisBuysNothing.empty())
        return false;
    const Profile& profile = s.analysis.flow.profile;
    const int devices = std::max(2, s.p.value_or(4));
    const Result<AxisEffect> effect =
        namedAxis(profile, *s.diagnosis, {.devices = devices, .priceUsdPerHour = std::nullopt});
    if (!effect || !effect->runs)
        return false;
    return !effect->timeFactor || *effect->timeFactor < 1;
}

const Rule axisNotDiagnosed{
    {"axis-not-diagnosed",
     Severity::Warning,
     {Slot::Partitioning},
     "The partition follows the ceiling that the diagnosis found.",
     "book 41.2, Figure 41.2.1; 41.4, section 1"},
    [](const Situation& s, Report& report) {
        // Waiting for one another is no ceiling that another split lifts: slots 2 to 4 answer it.
        if (!s.diagnosis || !s.filled(Slot::Partitioning) || s.diagnosis->axis == Axis::Coordination)
            return;
        const std::string option = optionFor(s.diagnosis->axis);
        // Whoever splits the data streams a share of it.
        const bool streams =
            s.diagnosis->bottleneck == Bottleneck::MemoryBandwidth && s.chosen(Slot::Partitioning, "split-data");
        if (s.chosen(Slot::Partitioning, option) || streams || vindicated(s) || !axisHelps(s))
            return;
        // What does not fit the baseline machine may fit the target's; whether it does, another rule says.
        if (s.diagnosis->bottleneck == Bottleneck::MemoryCapacity && s.project.target.memoryBytes)
            return;
        report.add(
            say("The diagnosis names {} ({}), which asks for: {}. Slot 1 says {}, which does not touch that ceiling.",
                bottleneckTitle(s.diagnosis->bottleneck), s.diagnosis->because, s.title(Slot::Partitioning, option),
                slotText(s.catalogue, s.design, Slot::Partitioning)),
            "/design/partitioning/choices",
            fixBy(say("Choose: {}", s.title(Slot::Partitioning, option)), [option](Project& project) {
                project.design.partitioning.slot.choices = {{option, {}, {}}};
            }));
    }};

const Rule planBeyondTheBatch{
    {"plan-beyond-the-batch",
     Severity::Error,
     {Slot::Partitioning},
     "Examples that are split over more workers than there are leave some without any.",
     "arithmetic: one example a worker"},
    [](const Situation& s, Report& report) {
        if (!s.model() || !s.model()->mostWorkers || !s.p || *s.p <= *s.model()->mostWorkers ||
            !s.filled(Slot::Partitioning))
            return;
        const int most = *s.model()->mostWorkers;
        const int there = workersAvailable(s.project.target).value_or(most);
        const int fix = std::max(1, std::min(most, there));
        const std::string reason = fix < most ? "all machines available" : oneExampleEach(*s.model());
        report.add(say("The plan's {} workers share a batch of {} examples: at most {} have one.", *s.p,
                       significant(s.project.baseline.batch->value), most),
                   "/plan/p", fixBy(say("Plan p = {}, {}", fix, reason), [fix, reason](Project& project) {
                       project.plan.p = fix;
                       project.plan.reason = reason;
                   }));
    }};

const Rule planBeyondTheMachines{
    {"plan-beyond-the-machines",
     Severity::Error,
     {Slot::Partitioning},
     "A plan for more workers than there are machines cannot be run.",
     "arithmetic: machines available times workers of a node"},
    [](const Situation& s, Report& report) {
        const std::optional<int> most = workersAvailable(s.project.target);
        if (!most || !s.project.plan.p || *s.project.plan.p <= *most || !s.filled(Slot::Partitioning))
            return;
        report.add(say("The plan asks for {} workers; the machines available hold {}.", *s.project.plan.p, *most),
                   "/plan/p", fixBy(say("Plan p = {}, all that there are", *most), [most](Project& project) {
                       project.plan.p = *most;
                       project.plan.reason = "all machines available";
                   }));
    }};

/// Workers of the fullest node of a plan.
int together(const ScalingModel& model, int p)
{
    return std::min(usefulWorkers(model.terms, p), model.workersPerNode);
}

const Rule nodeMemoryShared{
    {"node-memory-shared",
     Severity::Warning,
     {Slot::Partitioning},
     "Workers of one node share its memory bandwidth.",
     "roofline (Williams, Waterman, Patterson 2009), of the whole node"},
    [](const Situation& s, Report& report) {
        if (!s.model() || !s.p || s.model()->terms.memoryRoofS <= 0)
            return;
        const ScalingModel& model = *s.model();
        const double alone = model.tCompS - model.terms.readingS;
        const int workers = together(model, *s.p);
        // As many as fill the node's bandwidth: w Q/B = T_comp - T_io.
        const int fed = static_cast<int>(alone / model.terms.memoryRoofS);
        if (workers <= alone / model.terms.memoryRoofS)
            return;
        const double bandwidth = s.project.baseline.machine.memoryBandwidthBytesPerS->value;
        const double asked = bandwidth * workers * model.terms.memoryRoofS / alone;
        report.add(say("{} workers on a node ask its memory for {}/s; it gives {}/s, enough for {}.", workers,
                       bytes(asked), bytes(bandwidth), fed),
                   "/target/workers_per_node",
                   fixBy(say("Put {} on a node", plural(fed, "1 worker", "workers")), [fed](Project& project) {
                       project.target.workersPerNode = setByFix(fed, "as many as its memory bandwidth feeds");
                   }));
    }};

// Reading below this share of the plan's step is not worth a sentence.
constexpr double worthDividing = 0.05;

const Rule readingNotDivided{
    {"reading-not-divided",
     Severity::Warning,
     {Slot::Partitioning},
     "What every worker reads whole bounds the speedup, as a serial part does.",
     "Amdahl 1967"},
    [](const Situation& s, Report& report) {
        if (!s.model() || !s.p || *s.p < 2 || s.model()->terms.readingDivided || s.model()->scaling == Scaling::Weak)
            return;
        const ScalingModel& model = *s.model();
        const double reading = model.terms.readingS;
        if (reading < worthDividing * predictAt(model, *s.p).tStepS)
            return;
        report.add(say("Every worker reads for {} of a step of {}: no p gives more than {}×.", timeText(reading),
                       timeText(model.tCompS), significant(model.tCompS / reading)),
                   "/design/partitioning/choices",
                   fixBy("Split the data, and each node reads its share", [](Project& project) {
                       DesignSlot& slot = project.design.partitioning.slot;
                       slot.choices.push_back({"split-data", slot.choices.empty() ? "" : "what is read", {}});
                   }));
    }};

}  // namespace

const std::vector<Rule>& partitioningRules()
{
    static const std::vector<Rule> rules{replicatesWhatDoesNotFit,  shardsTooLarge,         memoryWithoutHeadroom,
                                         moreWorkersThanPartitions, stageAndPattern,        axisNotDiagnosed,
                                         planBeyondTheBatch,        workingSetNotTheModels, nodeMemoryShared,
                                         readingNotDivided,         planBeyondTheMachines};
    return rules;
}

}  // namespace scalewright::detail
