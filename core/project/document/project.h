// SPDX-License-Identifier: GPL-3.0-or-later
// The document: the content of a project, as values. Baseline, target, goal, design, plan, measurements, variants.
//
// One plan, with one p, on every page. Times measured on the baseline machine are never rescaled to target hardware. An
// absent field is unknown, never zero. Every struct keeps JSON members that it does not recognise (`unknown`), so a
// file written by a newer minor version survives a round trip unchanged.
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

/// One proposal for a baseline: what a project shows, and what variants, remedies and fixes pass to each other.
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

/// An alternative proposal for the same baseline.
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
    /// The baseline from which the prediction was made; empty in older files, which have only T_comp.
    Baseline baseline;
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
    std::string variantName = "A";  ///< name of the variant shown
    Measurements measurements;
    Json::Object variantUnknown;  ///< other members that the shown variant has in the file
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

/// The version written by this program. Newer files are rejected, older ones migrated.
inline constexpr int projectVersion = 1;

/// Number of workers on a node; 1 if the target has no valid value.
[[nodiscard]] int workersOnNode(const Target& target);
/// Number of workers that fit on the available machines; absent if there is no limit or no valid value.
[[nodiscard]] std::optional<int> workersAvailable(const Target& target);
/// Whether the target has all three values of a second network level: workers per node, and latency and bandwidth
/// between nodes.
[[nodiscard]] bool hasTwoLevels(const Target& target);
/// n/B, the time to move a message once over a link, with its interval and the bandwidth's provenance; nullopt if
/// either is unknown.
[[nodiscard]] MaybeQuantity transferTime(const MaybeQuantity& message, const MaybeQuantity& bandwidth);
/// beta = n/B, the time to move a step's message once, with its interval and the bandwidth's provenance; nullopt if
/// either is unknown.
[[nodiscard]] MaybeQuantity betaOf(const Project& project);
/// Changes the link's bandwidth, not the message, because the message belongs to the model; 0 means no message. Without
/// a message, 1 GB is assumed as a placeholder: only the quotient matters.
void setBeta(Project& project, double betaS);

/// The project showing variant `index` of Project::variants: the same baseline and measurements, with that variant's
/// proposal. Precondition: index < project.variants.size().
[[nodiscard]] Project projectForVariantAt(const Project& project, std::size_t index);

}  // namespace scalewright
