// SPDX-License-Identifier: GPL-3.0-or-later
// Variants: alternative answers to the same baseline (A, B, …). Pure functions from project to project, for
// Document::edit.
//
// A project stores the shown variant in its own target, goal, design and plan, and the others in Project::variants.
// Switching swaps the two in place, so nothing is lost and the names keep their order in the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/project/document/project.h"

namespace scalewright {

/// The names of all variants, including the shown one, sorted by name as in the tab bar.
[[nodiscard]] std::vector<std::string> variantNames(const Project& project);

/// The project showing the variant with this name: same baseline and measurements, but the variant's target, goal,
/// design and plan. Error (Input): no such variant; the message lists the available names.
[[nodiscard]] Result<Project> projectForVariant(const Project& project, std::string_view name);

/// The first unused name among A, B, … Z, then "Variant 27", ….
[[nodiscard]] std::string unusedVariantName(const Project& project);

/// Adds a copy of the shown variant as `name` and shows it. Error (Input): the name is empty or in use.
[[nodiscard]] Result<Project> withVariantAdded(const Project& project, const std::string& name);

/// Shows the variant with this name. Error (Input): no such variant.
[[nodiscard]] Result<Project> withVariantShown(const Project& project, const std::string& name);

/// Error (Input): there is no variant `oldName`, or `newName` is empty or in use.
[[nodiscard]] Result<Project> withVariantRenamed(const Project& project, const std::string& oldName,
                                                 const std::string& newName);

/// Removes the variant. If it was shown, the next one by name is shown. Error (Input): no such variant; (Refused): it
/// is the only one.
[[nodiscard]] Result<Project> withVariantRemoved(const Project& project, const std::string& name);

}  // namespace scalewright
