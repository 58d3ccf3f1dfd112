// The glossary in the window's language: a word as it is shown, and what it means.
#pragma once

#include <QString>

#include <string_view>

#include "core/output/glossary/glossary.h"

namespace scalewright::ui {

/// The shipped glossary; without terms where it cannot be read.
[[nodiscard]] const Glossary& glossary();

/// The term that a text of the window names: its name, a synonym, the label of a quantity that it explains; in any case
/// of letters, a unit or a value behind it aside ("T_comm, s"). nullptr where none is.
[[nodiscard]] const Term* termShownAs(const QString& text);

/// All that the term behind that text is called besides, in one line: for searching. Empty where there is no term.
[[nodiscard]] QString synonymsOf(const QString& text);

/// Name, sentence, formula, section and synonyms; as rich text, and for a reader's voice.
[[nodiscard]] QString explained(const Term& term);
[[nodiscard]] QString spoken(const Term& term);

/// Every term by its name, as rich text.
[[nodiscard]] QString wholeGlossary();

}  // namespace scalewright::ui
