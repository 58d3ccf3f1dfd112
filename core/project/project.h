// The document: everything a project says, as values. Baseline, target, goal, design, plan, measurements, variants.
//
// One plan, one p, on every page. Times measured on the baseline machine are never rescaled to target hardware.
// A field that is absent is unknown, never zero. Every struct keeps the JSON members it does not know (`unknown`), so
// a file written by a newer minor version survives a round trip to the digit.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/project/baseline.h"
#include "core/project/design.h"
#include "core/project/goal.h"
#include "core/project/measurements.h"
#include "core/project/plan.h"
#include "core/project/target.h"
#include "core/scaling/intervals.h"
#include "core/scaling/model.h"

namespace scalewright {

/// One answer to a baseline: what a project shows, and what variants, remedies and fixes hand to each other.
struct Proposal {
    Target target;
    Goal goal;
    Design design;
    Plan plan;
    Proposal();
    Proposal(const Proposal&);
    Proposal(Proposal&&) noexcept;
    Proposal& operator=(const Proposal&);
    Proposal& operator=(Proposal&&) noexcept;
    ~Proposal();
    bool operator==(const Proposal&) const;
};

/// Another answer to the same baseline.
struct Variant : Proposal {
    std::string name;
    Json::Object unknown;
    Variant();
    Variant(const Variant&);
    Variant(Variant&&) noexcept;
    Variant& operator=(const Variant&);
    Variant& operator=(Variant&&) noexcept;
    ~Variant();
    bool operator==(const Variant&) const;
};

/// A prediction as it stood on a day, to be held against a later ladder: its parameters, not its curve, and no goal.
struct FrozenPrediction : Proposal {
    std::string name;
    std::string date;  ///< ISO 8601
    MaybeQuantity tCompS;
    Json::Object unknown;
    FrozenPrediction();
    FrozenPrediction(const FrozenPrediction&);
    FrozenPrediction(FrozenPrediction&&) noexcept;
    FrozenPrediction& operator=(const FrozenPrediction&);
    FrozenPrediction& operator=(FrozenPrediction&&) noexcept;
    ~FrozenPrediction();
    bool operator==(const FrozenPrediction&) const;
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
    Project();
    Project(const Project&);
    Project(Project&&) noexcept;
    Project& operator=(const Project&);
    Project& operator=(Project&&) noexcept;
    ~Project();
    bool operator==(const Project&) const;
};

/// The version this program writes. Newer files are refused, older ones migrated.
inline constexpr int projectVersion = 1;

/// The model that the project's baseline, target, design and plan imply: beta = messageBytes / bandwidth.
/// workers_per_node, alpha2_s and bandwidth2_bytes_per_s together are a second level of network, which every exchange
/// is priced on; the hierarchical pattern needs them. workers_per_node alone says what is charged and fails. Other
/// pattern parameters that are absent are those of CommunicationParameters. Each of /design/communication/further needs
/// its message_bytes. Error (Input): the pointers of the fields that are missing or out of range, with what would be
/// right. The six slots become its terms (core/scaling/terms.h). Consistency is the barrier, the strictest choice
/// counts, none chosen is one every step; bounded staleness with jitter needs staleness_steps. Of fault tolerance's
/// choices elastic meets a failure before re-execution and that before checkpoint-restart, which on nodes with an MTBF
/// needs checkpoint_s; none chosen starts the run again and needs /plan/steps to have a price. The parameters of
/// coordination and load balancing count whatever the choice.
[[nodiscard]] Result<ScalingModel> scalingModel(const Project& project);
/// Of a baseline: where examples are split over the workers (slot 1 says so or is empty, the work is fixed) and the
/// batch is known, a worker has at least one: mostWorkers = batch x tensor parallel x stages.
[[nodiscard]] Result<ScalingModel> scalingModel(const Baseline& baseline, const Proposal& proposal);
[[nodiscard]] Result<ScalingModel> scalingModel(const MaybeQuantity& tCompS, const Proposal& proposal);
/// The part of its exchange that is no time (alpha, beta and gamma are 0): what the pattern asks for, buckets, and the
/// second level of network. Needs no baseline and no link; a number that is out of range counts as absent.
[[nodiscard]] CommunicationParameters exchangeWithoutTimes(const Target& target, const Communication& communication);
/// What the model took for granted, and what of the design it could not price, each in a sentence: "restart_s is not
/// given: a restart is taken to cost no time". Empty where nothing was.
[[nodiscard]] std::vector<Message> modelNotes(const Proposal& proposal);
/// The workers that a node holds; 1 where the target does not say, or says what no node can hold.
[[nodiscard]] int workersOnNode(const Target& target);
/// Whether the target has all three numbers of a second level of network: workers of a node, alpha and bandwidth
/// between nodes.
[[nodiscard]] bool hasTwoLevels(const Target& target);
/// The intervals that belong to it. beta's comes from the message's and the bandwidth's.
[[nodiscard]] ModelIntervals modelIntervals(const Project& project);
[[nodiscard]] ModelIntervals modelIntervals(const Baseline& baseline, const Proposal& proposal);

/// beta = n/B, the time to move the message of a step once, with its interval and the bandwidth's provenance; nullopt
/// where either is not known.
[[nodiscard]] MaybeQuantity betaOf(const Project& project);
/// The message is the model's, so another beta is another link; 0 is no message. Where there is none it is taken as 1
/// GB, which stands for any size: only the quotient counts.
void setBeta(Project& project, double betaS);

/// The project as variant `index` of Project::variants would have it: same baseline and measurements, that proposal.
/// Precondition: index < project.variants.size().
[[nodiscard]] Project asVariant(const Project& project, std::size_t index);

/// Those of the patterns that the target has the numbers for. The hierarchical one needs alpha, bandwidth and the
/// workers of a node besides: without them its exchange between nodes would be free.
[[nodiscard]] std::vector<Pattern> priceable(std::vector<Pattern> patterns, const Target& target);

}  // namespace scalewright
