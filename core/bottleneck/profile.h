// The profile of a single machine's baseline: what Figure 41.2.1 asks its questions of (book 41.2).
//
// A workload is one step, or several named ones (load, forward and backward, optimizer). Times, FLOP and bytes moved
// belong to a step; memory, ceilings, network and budgets to the machine and the whole. Every figure keeps where it
// came from. A figure that is absent is unknown, never zero.
//
// As a file (PROFILE.json): the keys below at the top level, or the four of a step in each object of "steps":
//     {"working_set_bytes": "8GB", "memory_bytes": "64GB", "step_time_s": 0.3, "io_time_s": 0.01,
//      "flops": 6e12, "bytes_moved": 1.2e11, "peak_flops": 20e12, "memory_bandwidth_bytes_per_s": "800GB/s"}
// A figure is a number in base units, a text with a unit, or {"value", "low", "high", "level", "origin", …}.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/project/baseline.h"
#include "core/project/field.h"
#include "core/quantity/quantity.h"
#include "core/base/result.h"
#include "core/scaling/model.h"

namespace scalewright {

struct Project;

enum class ProfileField {
    WorkingSet,
    Memory,
    StepTime,  ///< of a step
    IoTime,    ///< of a step: the part of its time spent reading and writing files
    Flops,     ///< of a step: W
    BytesMoved,  ///< of a step: Q, between memory and cores
    PeakFlops,   ///< pi
    MemoryBandwidth,  ///< betaMem
    NetBytes,         ///< what one step exchanges between machines
    NetBandwidth,
    NetLatency,  ///< alpha
    Dataset,
    Storage,
    IoDominatesAt,  ///< share of the step time from which reading dominates; one half where absent
    Latency,        ///< serving: of one request
    LatencyBudget,
    Throughput,  ///< serving: requests a second that are reached
    ThroughputTarget,
};

/// The project's field (core/project), as a profile names it.
struct ProfileFieldInfo {
    ProfileField field;
    const FieldInfo* quantity;
    const char* key;  ///< in PROFILE.json: "working_set_bytes"
    const char* name;      ///< in sentences: "the working set"
    const char* bareName;  ///< after what it is of: "working set"
    Dimension dimension;
    Range range;
    bool ofStep;                 ///< stands in each of steps[]; the whole is their sum
    const char*
        projectPointer;  ///< where a project file has it: "/baseline/working_set_bytes", "/baseline/steps/*/flops"
    const char* howToGet;             ///< what to do for its value, in a sentence

    [[nodiscard]] bool mayBeZero() const { return range == Range::NotNegative; }
};

/// All fields, in the order of the enumeration.
[[nodiscard]] std::span<const ProfileFieldInfo> profileFields();
[[nodiscard]] const ProfileFieldInfo& info(ProfileField field);

/// A dense transformer in training, as a project describes it: what a step must compute.
struct TrainedModel {
    double parameters = 0, tokens = 0;  ///< tokens of a step
    double attention =
        0;  ///< FLOP a token of attention, which the parameters do not count: 12 L h s; 0 without a shape
    /// 6 N D (Kaplan et al. 2020, 2.1; Hoffmann et al. 2022, appendix F), and attention as Chowdhery et al. 2022,
    /// appendix B, add it.
    [[nodiscard]] double flops() const { return (6 * parameters + attention) * tokens; }
    bool operator==(const TrainedModel&) const = default;
};

struct Profile {
    std::string title;
    std::vector<WorkloadStep> steps;  ///< one without a name where the profile has no steps[]
    MaybeQuantity workingSetBytes, memoryBytes, peakFlops, memoryBandwidthBytesPerS;
    MaybeQuantity netBytes, netBandwidthBytesPerS, netLatencyS;
    MaybeQuantity datasetBytes, storageBytes, ioDominatesAt;
    MaybeQuantity latencyS, latencyBudgetS, throughputPerS, throughputTargetPerS;
    std::optional<int> planP;  ///< a project's plan, 2 or more: how many devices the wrong axis is shown on
    MaybeQuantity priceUsdPerHour;  ///< a project's target: of one node-hour there
    int workersPerNode = 1;  ///< a project's target: devices that are charged together
    /// A project's design as Predict prices it, so that both pages give one number; absent where the project does not
    /// imply one.
    std::optional<ScalingModel> model;
    bool modelHasTComp = false;  ///< false: no compute time is stated, and the model's 1 s stands for any
    std::optional<TrainedModel>
        trained;  ///< of a project that names parameters, tokens of an example and a batch, and serves nothing
    std::string machineName;  ///< a project's machine; in no file
    bool hasSteps = false;  ///< steps[] stands in the file, so errors name a step's fields there
    bool fromProject = false;  ///< errors then name the fields by their place in a project file
    std::vector<std::string> warnings;  ///< what was read but not used
    std::vector<std::pair<ProfileField, std::string>>
        absent;  ///< what a file names and could not count, and why; in no file

    bool operator==(const Profile&) const = default;
};

/// The figure of the whole workload: the machine's own, or the sum over the steps (intervals add end by end; the
/// level is the lowest). nullopt where it, or that of any step, is absent.
[[nodiscard]] MaybeQuantity total(const Profile& profile, ProfileField field);

/// The profile with that figure replaced: a what-if. A sum over steps is reached by scaling every step alike (where
/// all are zero or absent, by giving all of it to the first). Intervals of the replaced figure are dropped.
[[nodiscard]] Profile withValue(Profile profile, ProfileField field, const Quantity& value);

/// Where a person finds the field: "/steps/1/flops" in a profile, "/baseline/steps/1/flops" in a project.
[[nodiscard]] std::string pointerOf(const Profile& profile, ProfileField field, std::size_t step = 0);

/// Reports every figure that is negative, zero where it must not be, not finite, or outside its own interval.
[[nodiscard]] Result<void> validate(const Profile& profile);

/// The profile in a JSON text. Reports every problem with its pointer: wrong types, wrong units, figures out of range,
/// a step's figure both at the top level and in steps[], a step without a name of its own. Keys that it does not know
/// are named in `warnings`.
[[nodiscard]] Result<Profile> parseProfile(std::string_view text);

/// The members of PROFILE.json, with where each figure is from; parseProfile reads them back.
[[nodiscard]] Json::Object profileMembers(const Profile& profile);

/// The baseline's profile: machine, steps and serving from the baseline, alpha and link bandwidth from the target.
/// What is absent stays absent; diagnose() says which of it is needed.
[[nodiscard]] Profile profileOf(const Project& project);

/// PROFILE.json or a project file, told apart by the member "format".
[[nodiscard]] Result<Profile> parseProfileOrProject(std::string_view text);

}  // namespace scalewright
