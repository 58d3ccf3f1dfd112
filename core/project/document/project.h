// The document: the content of a project, as values. Baseline, target, goal, design, plan, measurements, variants.
//
// One plan, one p, on every page. Times measured on the baseline machine are never rescaled to target hardware. An
// absent field is unknown, never zero. Every struct keeps the JSON members it does not know (`unknown`), so a file
// written by a newer minor version survives a round trip unchanged.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/json/json.h"
#include "core/project/document/baseline.h"
#include "core/project/document/design.h"
#include "core/project/document/goal.h"
#include "core/project/document/measurements.h"
#include "core/project/document/plan.h"
#include "core/project/document/target.h"

namespace scalewright {

/// One answer to a baseline: what a project shows, and what variants, remedies and fixes pass to each other.
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

/// A prediction frozen on a date, to be compared with a later ladder: its parameters, without its curve or a goal.
struct FrozenPrediction : Proposal {
    std::string name;
    std::string date;  ///< ISO 8601
    MaybeQuantity tCompS;
    Baseline baseline;  ///< the baseline it was made from; empty in older files, which have only T_comp
    Json::Object unknown;
    FrozenPrediction();
    FrozenPrediction(const FrozenPrediction&);
    FrozenPrediction(FrozenPrediction&&) noexcept;
    FrozenPrediction& operator=(const FrozenPrediction&);
    FrozenPrediction& operator=(FrozenPrediction&&) noexcept;
    ~FrozenPrediction();
    bool operator==(const FrozenPrediction&) const;
};

/// The project is itself the proposal that it shows.
struct Project : Proposal {
    std::string title;
    std::string notes;
    Baseline baseline;
    std::string variantName = "A";  ///< the name of the variant that is shown
    Measurements measurements;
    Json::Object variantUnknown;    ///< other members of the shown variant in the file
    std::vector<Variant> variants;  ///< the other variants
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

/// The version that this program writes. Newer files are rejected, older ones migrated.
inline constexpr int projectVersion = 1;

/// The number of workers on a node; 1 if the target has no valid value.
[[nodiscard]] int workersOnNode(const Target& target);
/// The number of workers that the available machines hold; absent if there is no limit or no valid value.
[[nodiscard]] std::optional<int> workersAvailable(const Target& target);
/// Whether the target has all three values of a second network level: workers per node, and latency and bandwidth
/// between nodes.
[[nodiscard]] bool hasTwoLevels(const Target& target);
/// n/B, the time to move a message once over a link, with its interval and the bandwidth's provenance; nullopt if
/// either is unknown.
[[nodiscard]] MaybeQuantity transferTime(const MaybeQuantity& message, const MaybeQuantity& bandwidth);
/// beta = n/B, the time to move the message of a step once, with its interval and the bandwidth's provenance; nullopt
/// if either is unknown.
[[nodiscard]] MaybeQuantity betaOf(const Project& project);
/// Changes the link's bandwidth, because the message belongs to the model; 0 means no message. Without a message, 1 GB
/// is assumed as a placeholder: only the quotient matters.
void setBeta(Project& project, double betaS);

/// The project showing variant `index` of Project::variants: same baseline and measurements, that variant's proposal.
/// Precondition: index < project.variants.size().
[[nodiscard]] Project projectForVariantAt(const Project& project, std::size_t index);

}  // namespace scalewright
