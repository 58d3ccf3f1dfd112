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
    Json::Object unknown;
    bool operator==(const Target&) const = default;
};

struct Goal {
    MaybeQuantity deadlineS, budgetUsd, latencyS, quality;
    std::string qualityName;  ///< "top-1 accuracy"
    Json::Object unknown;
    bool operator==(const Goal&) const = default;
};

/// Slot 2's numbers: the pattern and the volume it moves per step.
struct Communication {
    Pattern pattern = Pattern::BookRingAllReduce;
    MaybeQuantity messageBytes;       ///< n: the message of one step
    MaybeQuantity gammaSPerByte;      ///< reduction cost
    MaybeQuantity shards, neighbours, participation, localSteps;
    bool linearScatter = false;
    bool sharedNetworkCard = false;
    Json::Object unknown;
    bool operator==(const Communication&) const = default;
};

/// The six slots of Figure 41.4.1. Slots other than communication are free text until section 41.4's editor is built.
struct Design {
    Communication communication;
    Json::Object unknown;  ///< the other slots' members, kept as they are
    bool operator==(const Design&) const = default;
};

/// The one decision every page shares.
struct Plan {
    std::optional<int> p;  ///< the count to request; absent: the knee
    std::string reason;
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

/// A measured step time (or speedup base) at p, laid over the predicted curve.
struct LadderPoint {
    int p = 1;
    double timeS = 0;
    Json::Object unknown;
    bool operator==(const LadderPoint&) const = default;
};

struct Ladder {
    std::string name;
    Provenance provenance;
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

/// Another answer to the same baseline: its own target, goal, design and plan.
struct Variant {
    std::string name;
    Target target;
    Goal goal;
    Design design;
    Plan plan;
    Json::Object unknown;
    bool operator==(const Variant&) const = default;
};

struct Project {
    std::string title;
    std::string notes;
    Baseline baseline;
    std::string variantName = "A";  ///< the name of the variant that target, goal, design and plan describe
    Target target;
    Goal goal;
    Design design;
    Plan plan;
    Measurements measurements;
    std::vector<Variant> variants;  ///< the others
    Json::Object unknown;
    bool operator==(const Project&) const = default;
};

/// The version this program writes. Newer files are refused, older ones migrated.
inline constexpr int projectVersion = 1;

/// The model that the project's baseline, target, design and plan imply: beta = messageBytes / bandwidth.
/// The hierarchical pattern also needs workers_per_node, alpha2_s and bandwidth2_bytes_per_s; other pattern parameters
/// that are absent are those of CommunicationParameters.
/// Error (Input): the pointers of the fields that are missing or out of range, with what would be right.
[[nodiscard]] Result<ScalingModel> scalingModel(const Project& project);
/// The intervals that belong to it. beta's comes from the message's and the bandwidth's.
[[nodiscard]] ModelIntervals modelIntervals(const Project& project);

/// The plan's p: what the plan says, else the knee of the prediction.
[[nodiscard]] int planP(const Project& project, const Landmarks& landmarks);

}  // namespace scalewright
