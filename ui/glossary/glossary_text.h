// Glossary lookup in the window's language, and the formatted text of terms.
#pragma once

#include <QString>

#include <string_view>

#include "core/output/glossary/glossary.h"

namespace scalewright::ui {

/// The shipped glossary; empty if it cannot be read.
[[nodiscard]] const Glossary& glossary();

/// The term that a text of the window names by its name, a synonym or the label of its quantity. Ignores case and a
/// unit or value after the name ("T_comm, s"). nullptr if none exists.
[[nodiscard]] const Term* termForText(const QString& text);

/// The synonyms of the term that the text names, on one line, for searching. Empty if there is no term.
[[nodiscard]] QString synonymsText(const QString& text);

/// Name, sentence, formula, section and synonyms as rich text; the second is plain text for screen readers.
[[nodiscard]] QString termHtml(const Term& term);
[[nodiscard]] QString termSpokenText(const Term& term);

/// All terms sorted by name, as rich text.
[[nodiscard]] QString glossaryHtml();

}  // namespace scalewright::ui
