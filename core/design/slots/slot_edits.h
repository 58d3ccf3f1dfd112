// SPDX-License-Identifier: GPL-3.0-or-later
// Edits of the six slots as pure functions from project to project, for Document::edit.
//
// Slot 2 and the model share one pattern: choosing an option in slot 2 that the pattern does not implement changes the
// pattern, and choosing a pattern that implements none of the slot's options changes the option.
//
// A justification belongs to the choice it was written for and is removed with it (undo restores both). An option that
// is chosen is no longer the rejected alternative.
#pragma once

#include <string>

#include "core/design/slots/slots.h"
#include "core/project/document/design.h"

namespace scalewright {

struct Project;

/// Maximum number of choices per slot: for example "training" and "serving", or two kinds of partition.
inline constexpr std::size_t maximumChoices = 2;

/// Sets choice `index` of the slot; index == number of choices appends one. Precondition: index <= number of choices,
/// index < maximumChoices.
[[nodiscard]] Project withChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index,
                                 const std::string& option);
/// Precondition: index < number of choices.
[[nodiscard]] Project withoutChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index);
[[nodiscard]] Project withScope(Project project, Slot slot, std::size_t index, const std::string& scope);

[[nodiscard]] Project withPatternChosen(Project project, const DesignCatalogue& catalogue, Pattern pattern);

/// In every slot that differs from `before`, removes texts written for a choice that no longer exists, and a rejected
/// alternative that is now chosen. The edits above already do this.
void dropStaleReasons(Design& after, const Design& before);

/// The option in slot 2 that a pattern implements, preferably from the figure; nullptr if none exists.
[[nodiscard]] const SlotOption* optionForPattern(const DesignCatalogue& catalogue, Pattern pattern);

/// The case study with the same choices in every slot that it fills; nullptr if none exists. Its other slots show
/// DesignCatalogue::notGivenText while they are empty.
[[nodiscard]] const CaseStudy* matchingCaseStudy(const DesignCatalogue& catalogue, const Design& design);

}  // namespace scalewright
