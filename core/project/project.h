// The document: everything a project says, as values. Baseline, target, goal, design, plan, measurements, variants.
//
// One plan, one p, on every page. Times measured on the baseline machine are never rescaled to target hardware.
// A field that is absent is unknown, never zero. Every struct keeps the JSON members it does not know (`unknown`), so
// a file written by a newer minor version survives a round trip to the digit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json/json.h"
#include "core/quantity/quantity.h"
#include "core/scaling/prediction.h"

namespace scalewright {

using MaybeQuantity = std::optional<Quantity>;

/// One step of the workload on one machine: load, forward and backward, optimizer… (book 41.2). Times in seconds.
struct WorkloadStep {
    std::string name;
    MaybeQuantity stepTimeS, ioTimeS, flops, bytesMoved;
    Json::Object unknown;
    bool operator==(const WorkloadStep&) const = default;
};

/// The machine the baseline ran on.
struct Machine {
    std::string name;
    MaybeQuantity memoryBytes, storageBytes, peakFlops, memoryBandwidthBytesPerS;
    Json::Object unknown;
    bool operator==(const Machine&) const = default;
};

/// Serving demand and what the baseline reaches; only for serving workloads.
struct Serving {
    MaybeQuantity latencyS, latencyBudgetS, throughputPerS, throughputTargetPerS;
    Json::Object unknown;
    bool operator==(const Serving&) const = default;
};

struct Baseline {
    Machine machine;
    std::vector<WorkloadStep> steps;
    MaybeQuantity tCompS;  ///< one machine's compute time of a whole step: what section 41.4 splits over p
    MaybeQuantity workingSetBytes, datasetBytes;
    MaybeQuantity netBytes;  ///< bytes a step exchanges between machines (Figure 41.2.1's third question)
    MaybeQuantity ioDominatesAt;  ///< share of the step time from which reading dominates; 0.5 where absent
    std::optional<Serving> serving;
    Json::Object unknown;
    bool operator==(const Baseline&) const = default;
};

/// What it would run on: node type, link, price.
struct Target {
    std::string node;
    std::string link;
    MaybeQuantity alphaS;               ///< latency per message or hop
    MaybeQuantity bandwidthBytesPerS;   ///< one link, one direction
    MaybeQuantity alpha2S, bandwidth2BytesPerS;  ///< between nodes, for hierarchical patterns
    MaybeQuantity workersPerNode;
    MaybeQuantity memoryBytes;          ///< of one worker (card or node)
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS, powerW;
    MaybeQuantity priceUsdPerHour;
    MaybeQuantity nodeMtbfS;            ///< mean time between failures of one worker's node
    bool preemptible = false;           ///< spot capacity: the provider may take a node back
    Json::Object unknown;
    bool operator==(const Target&) const = default;
};

struct Goal {
    MaybeQuantity deadlineS, budgetUsd, latencyS, quality;
    MaybeQuantity hourValueUsd;  ///< what an hour of waiting for a run is worth
    std::string qualityName;  ///< "top-1 accuracy"
    Json::Object unknown;
    bool operator==(const Goal&) const = default;
};

/// One option picked from a slot's menu (core/design/slots.h). `scope` says for what where a slot holds two values:
/// "training" and "serving", "dense layers" and "embedding table"; empty where it holds one.
struct SlotChoice {
    std::string option;  ///< its id in the menu: "split-data"
    std::string scope;
    Json::Object unknown;
    bool operator==(const SlotChoice&) const = default;
};

/// What every slot of Figure 41.4.1 records: the choice, why, and what was not chosen. No choices: the slot is empty.
struct DesignSlot {
    std::vector<SlotChoice> choices;
    std::string justification;    ///< one sentence
    std::string rejected;         ///< the alternative that was considered: a menu option's id, or words
    std::string rejectedBecause;
    bool operator==(const DesignSlot&) const = default;
};

/// Slot 1, who holds what.
struct Partitioning {
    DesignSlot slot;
    std::string unit;        ///< an example, a parameter range, a key, an agent
    std::string replicated;  ///< what every worker holds a copy of, in words
    MaybeQuantity partitions;
    Json::Object unknown;
    bool operator==(const Partitioning&) const = default;
};

/// Slot 2, who talks to whom: the pattern and the volume it moves per step.
struct Communication {
    DesignSlot slot;
    Pattern pattern = Pattern::BookRingAllReduce;
    MaybeQuantity messageBytes;       ///< n: the message of one step
    MaybeQuantity gammaSPerByte;      ///< reduction cost
    MaybeQuantity shards, neighbours, participation, localSteps;
    MaybeQuantity overlap;            ///< phi: share of the backward pass that hides communication; absent: none
    MaybeQuantity backwardShare;      ///< the backward pass as a share of T_comp/p; 2/3 where absent
    MaybeQuantity lastBucketBytes;    ///< what is sent after the backward pass ended and nothing can hide; absent: 0
    bool linearScatter = false;
    bool sharedNetworkCard = false;
    Json::Object unknown;
    bool operator==(const Communication&) const = default;
};

/// Slot 3, how closely views must agree. No choice: a barrier every step, as in section 41.4's model.
struct Consistency {
    DesignSlot slot;
    MaybeQuantity stalenessSteps;           ///< bounded staleness: how far a worker may run ahead
    MaybeQuantity toleratedStalenessSteps;  ///< what the computation stands; 0: none
    Json::Object unknown;
    bool operator==(const Consistency&) const = default;
};

/// Slot 4, one brain or many.
struct Coordination {
    DesignSlot slot;
    MaybeQuantity secondsPerWorker;  ///< the coordinator's time for one worker in one step; absent: 0
    std::string onLoss;              ///< what happens when the coordinator disappears, in words
    Json::Object unknown;
    bool operator==(const Coordination&) const = default;
};

/// Slot 5, surviving. The nodes' MTBF is the target's.
struct FaultTolerance {
    DesignSlot slot;
    MaybeQuantity checkpointIntervalS;  ///< tau, of work between two checkpoints; absent: Daly's
    MaybeQuantity checkpointS;          ///< delta, writing one
    MaybeQuantity restartS;             ///< R, until work goes on after a failure
    Json::Object unknown;
    bool operator==(const FaultTolerance&) const = default;
};

enum class JitterShape { Normal, Exponential };

/// Slot 6, staying even.
struct LoadBalancing {
    DesignSlot slot;
    MaybeQuantity jitterS;        ///< standard deviation of one worker's time for one step, the same at every p; absent: 0
    JitterShape jitterShape = JitterShape::Normal;
    MaybeQuantity skew;           ///< largest shard over the mean one, >= 1; absent: 1
    MaybeQuantity backupWorkers;  ///< b of the p: a step ends with the first p - b; absent: 0
    Json::Object unknown;
    bool operator==(const LoadBalancing&) const = default;
};

/// The six slots of Figure 41.4.1.
struct Design {
    Partitioning partitioning;
    Communication communication;
    Consistency consistency;
    Coordination coordination;
    FaultTolerance faultTolerance;
    LoadBalancing loadBalancing;
    Json::Object unknown;
    bool operator==(const Design&) const = default;
};

/// A curve that a plan can be read from.
enum class CurveKind { Predicted, Measured };

/// The one decision every page shares.
struct Plan {
    std::optional<int> p;  ///< the count to request; absent: what the goals or the knee say
    std::string reason;
    std::optional<CurveKind> curve;  ///< which the decision is read from; absent: predicted where there is a model
    MaybeQuantity steps;   ///< steps per run; absent: cost is per step
    Scaling scaling = Scaling::Strong;
    Json::Object unknown;
    bool operator==(const Plan&) const = default;
};

/// One timed collective: p workers, bytes per message, seconds.
struct CollectiveTiming {
    int p = 2;
    double bytes = 0;
    double seconds = 0;
    Json::Object unknown{};
    bool operator==(const CollectiveTiming&) const = default;
};

struct CollectiveMeasurement {
    std::string name;
    Pattern pattern = Pattern::BookRingAllReduce;  ///< the pattern whose constants it gives
    Provenance provenance;
    std::vector<CollectiveTiming> timings;
    Json::Object unknown;
    bool operator==(const CollectiveMeasurement&) const = default;
};

/// One run of a ladder: at p workers, its time or its throughput, and the parts of the time where they were measured.
/// Several with the same p are repeats. `time` and `throughput` are not both absent, and parts alone give the time.
struct LadderPoint {
    int p = 1;
    std::optional<double> timeS;
    std::optional<double> throughputPerS;
    std::optional<double> compS, commS, idleS, ioS;  ///< sum to timeS; the rest of a given time is nobody's
    std::optional<double> quality;                   ///< accuracy, loss, recall: what Ladder::qualityName says
    std::optional<double> energyJ;                   ///< what the run drew, all workers together
    Json::Object unknown;
    bool operator==(const LadderPoint&) const = default;
};

/// Runs at several p. Rows stay as they were measured, in their order.
struct Ladder {
    std::string name;
    Provenance provenance;
    std::optional<Scaling> scaling;  ///< absent: nobody said yet
    std::string qualityName;         ///< "top-1 accuracy"
    MaybeQuantity qualityTarget;     ///< speedup is stated at equal target where rows carry a quality
    std::vector<LadderPoint> points;
    Json::Object unknown;
    bool operator==(const Ladder&) const = default;
};

struct Measurements {
    std::vector<CollectiveMeasurement> collectives;
    std::vector<Ladder> ladders;
    Json::Object unknown;
    bool operator==(const Measurements&) const = default;
};

/// One answer to a baseline: what a project shows, and what variants, remedies and fixes hand to each other.
struct Proposal {
    Target target;
    Goal goal;
    Design design;
    Plan plan;
    bool operator==(const Proposal&) const = default;
};

/// Another answer to the same baseline.
struct Variant : Proposal {
    std::string name;
    Json::Object unknown;
    bool operator==(const Variant&) const = default;
};

/// A prediction as it stood on a day, to be held against a later ladder: its parameters, not its curve, and no goal.
struct FrozenPrediction : Proposal {
    std::string name;
    std::string date;  ///< ISO 8601
    MaybeQuantity tCompS;
    Json::Object unknown;
    bool operator==(const FrozenPrediction&) const = default;
};

/// Itself the proposal that it shows.
struct Project : Proposal {
    std::string title;
    std::string notes;
    Baseline baseline;
    std::string variantName = "A";  ///< the name of the variant that is shown
    Measurements measurements;
    Json::Object variantUnknown;    ///< what a file says about the shown variant beyond these
    std::vector<Variant> variants;  ///< the others
    std::vector<FrozenPrediction> ledger;  ///< in the order they were frozen
    Json::Object unknown;
    bool operator==(const Project&) const = default;
};

/// The version this program writes. Newer files are refused, older ones migrated.
inline constexpr int projectVersion = 1;

/// The model that the project's baseline, target, design and plan imply: beta = messageBytes / bandwidth.
/// The hierarchical pattern also needs workers_per_node, alpha2_s and bandwidth2_bytes_per_s; other pattern parameters
/// that are absent are those of CommunicationParameters.
/// Error (Input): the pointers of the fields that are missing or out of range, with what would be right.
/// The six slots become its terms (core/scaling/terms.h). Consistency is the barrier, the strictest choice counts, none chosen is
/// one every step; bounded staleness with jitter needs staleness_steps. Of fault tolerance's choices elastic meets a failure
/// before re-execution and that before checkpoint-restart, which on nodes with an MTBF needs checkpoint_s; none chosen starts
/// the run again and needs /plan/steps to have a price. The parameters of coordination and load balancing count whatever the choice.
[[nodiscard]] Result<ScalingModel> scalingModel(const Project& project);
[[nodiscard]] Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal);
/// What that took for granted, and what of the design it could not price, each in a sentence: "restart_s is not given: a
/// restart is taken to cost no time". Empty where nothing was.
[[nodiscard]] std::vector<std::string> modelNotes(const Proposal& proposal);
/// The intervals that belong to it. beta's comes from the message's and the bandwidth's.
[[nodiscard]] ModelIntervals modelIntervals(const Project& project);

/// The project as variant `index` of Project::variants would have it: same baseline and measurements, that proposal.
/// Precondition: index < project.variants.size().
[[nodiscard]] Project asVariant(const Project& project, std::size_t index);

/// Those of the patterns that the target has the numbers for. The hierarchical one needs alpha, bandwidth and the workers of
/// a node besides: without them its exchange between nodes would be free.
[[nodiscard]] std::vector<Pattern> priceable(std::vector<Pattern> patterns, const Target& target);

}  // namespace scalewright
