// Edits of the six slots as pure functions from project to project, for Document::edit.
//
// Slot 2 and the model share one pattern: choosing an option of slot 2 that is carried out by other patterns changes
// the pattern, and choosing a pattern that none of the slot's options is carried out by changes the option.
//
// A reason belongs to the choice it was written for: it goes with that choice (undo brings both back), and what is
// chosen is no longer the rejected alternative.
#pragma once

#include <string>

#include "core/design/slots/slots.h"
#include "core/project/document/design.h"

namespace scalewright {

struct Project;

/// A slot holds at most this many choices: "training" and "serving", two kinds of partition.
inline constexpr std::size_t mostChoices = 2;

/// Choice `index` of the slot is that option; one past the last adds a choice. Precondition: index <= number of
/// choices, index < mostChoices.
[[nodiscard]] Project withChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index,
                                 const std::string& option);
/// Precondition: index < number of choices.
[[nodiscard]] Project withoutChoice(Project project, const DesignCatalogue& catalogue, Slot slot, std::size_t index);
[[nodiscard]] Project withScope(Project project, Slot slot, std::size_t index, const std::string& scope);

[[nodiscard]] Project withPatternChosen(Project project, const DesignCatalogue& catalogue, Pattern pattern);

/// What was written for a choice that is gone goes with it, and what is chosen is no rejected alternative: in every
/// slot that differs from `before`. The edits above do it themselves.
void reasonsFollow(Design& after, const Design& before);

/// The option of slot 2 that a pattern carries out, the figure's first; nullptr where none does.
[[nodiscard]] const SlotOption* optionOf(const DesignCatalogue& catalogue, Pattern pattern);

/// The case study whose choices these are, every slot that it gives; nullptr where there is none. The slots it does not
/// give read DesignCatalogue::notGiven as long as they are empty.
[[nodiscard]] const CaseStudy* caseStudyOf(const DesignCatalogue& catalogue, const Design& design);

}  // namespace scalewright
