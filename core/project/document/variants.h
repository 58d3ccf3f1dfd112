// Variants: other answers to the same baseline (A, B, …). Pure functions from project to project, for Document::edit.
//
// A project shows one variant in its own target, goal, design and plan; the others are in Project::variants. Switching
// swaps the two in place, so that nothing is lost and the order of names in the file stays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The names of all variants, including the shown one, in the order of the tab bar: by name.
[[nodiscard]] std::vector<std::string> variantNames(const Project& project);

/// The project showing the variant with this name: same baseline and measurements, the variant's target, goal, design
/// and plan. Error (Input): no such variant, with the available names.
[[nodiscard]] Result<Project> projectForVariant(const Project& project, std::string_view name);

/// The first unused name of A, B, … Z, then "Variant 27", ….
[[nodiscard]] std::string unusedVariantName(const Project& project);

/// Adds a copy of the shown variant as `name` and shows it. Error (Input): the name is empty or in use.
[[nodiscard]] Result<Project> withVariantAdded(const Project& project, const std::string& name);

/// Shows the variant with that name. Error (Input): no such variant.
[[nodiscard]] Result<Project> withVariantShown(const Project& project, const std::string& name);

/// Error (Input): there is no variant `oldName`, or `newName` is empty or in use.
[[nodiscard]] Result<Project> withVariantRenamed(const Project& project, const std::string& oldName,
                                                 const std::string& newName);

/// If the shown variant is removed, the next by name is shown. Error (Input): no such variant; (Refused): it is the
/// only one.
[[nodiscard]] Result<Project> withVariantRemoved(const Project& project, const std::string& name);

}  // namespace scalewright
