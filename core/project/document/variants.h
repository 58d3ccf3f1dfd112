// Variants: other answers to the same baseline (A, B, …). Pure functions from project to project, for Document::edit.
//
// A project shows one variant in its own target, goal, design and plan; the others wait in Project::variants. Switching
// swaps the two in place, so nothing is lost and no name moves in the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The names of all variants, the shown one included, in the order of a tab bar: by name.
[[nodiscard]] std::vector<std::string> variantNames(const Project& project);

/// The project as its variant of this name would have it: same baseline and measurements, the variant's target, goal,
/// design and plan. Error (Input): there is none, naming those there are.
[[nodiscard]] Result<Project> variantNamed(const Project& project, std::string_view name);

/// The first of A, B, … Z, then "Variant 27", … that no variant has.
[[nodiscard]] std::string freeVariantName(const Project& project);

/// A copy of the shown variant under `name`, which is shown from then on. Error (Input): the name is empty or taken.
[[nodiscard]] Result<Project> withVariantAdded(const Project& project, const std::string& name);

/// Shows the variant of that name. Error (Input): there is none.
[[nodiscard]] Result<Project> withVariantShown(const Project& project, const std::string& name);

/// Error (Input): there is no variant `from`, or `to` is empty or taken.
[[nodiscard]] Result<Project> withVariantRenamed(const Project& project, const std::string& from,
                                                 const std::string& to);

/// Where the shown one goes, the next by name is shown. Error (Input): there is none of that name; (Refused) it is the
/// only one.
[[nodiscard]] Result<Project> withVariantRemoved(const Project& project, const std::string& name);

}  // namespace scalewright
