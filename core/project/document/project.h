// The document: everything a project says, as values. Baseline, target, goal, design, plan, measurements, variants.
//
// One plan, one p, on every page. Times measured on the baseline machine are never rescaled to target hardware.
// A field that is absent is unknown, never zero. Every struct keeps the JSON members it does not know (`unknown`), so
// a file written by a newer minor version survives a round trip to the digit.
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
    Baseline baseline;  ///< it was made from; empty in older files, which have T_comp alone
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

/// The workers that a node holds; 1 where the target does not say, or says what no node can hold.
[[nodiscard]] int workersOnNode(const Target& target);
/// The most workers that the machines available hold; absent where any number can be had, or the target says what no
/// number can be.
[[nodiscard]] std::optional<int> workersAvailable(const Target& target);
/// Whether the target has all three numbers of a second level of network: workers of a node, alpha and bandwidth
/// between nodes.
[[nodiscard]] bool hasTwoLevels(const Target& target);
/// n/B, the time to move a message once over a link, with its interval and the bandwidth's provenance; nullopt where
/// either is not known.
[[nodiscard]] MaybeQuantity transferTime(const MaybeQuantity& message, const MaybeQuantity& bandwidth);
/// beta = n/B, the time to move the message of a step once, with its interval and the bandwidth's provenance; nullopt
/// where either is not known.
[[nodiscard]] MaybeQuantity betaOf(const Project& project);
/// The message is the model's, so another beta is another link; 0 is no message. Where there is none it is taken as 1
/// GB, which stands for any size: only the quotient counts.
void setBeta(Project& project, double betaS);

/// The project as variant `index` of Project::variants would have it: same baseline and measurements, that proposal.
/// Precondition: index < project.variants.size().
[[nodiscard]] Project asVariant(const Project& project, std::size_t index);

}  // namespace scalewright
