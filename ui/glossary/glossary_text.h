// SPDX-License-Identifier: GPL-3.0-or-later
// Glossary lookup in the window's language, and the terms' formatted text.
#pragma once

#include <QString>

#include <string_view>

#include "core/output/glossary/glossary.h"

namespace scalewright::ui {

/// The shipped glossary; empty if it cannot be read.
[[nodiscard]] const Glossary& glossary();

/// The glossary term that a text in the window refers to by name, synonym or quantity label. Ignores case and a unit or
/// value after the name ("T_comm, s"). nullptr if none exists.
[[nodiscard]] const Term* termForText(const QString& text);

/// The synonyms of the term that the text refers to, on one line, for searching. Empty if there is no term.
[[nodiscard]] QString synonymsText(const QString& text);

/// Name, sentence, formula, section and synonyms as rich text; the second function returns plain text for screen
/// readers.
[[nodiscard]] QString termHtml(const Term& term);
[[nodiscard]] QString termSpokenText(const Term& term);

/// All terms sorted by name, as rich text.
[[nodiscard]] QString glossaryHtml();

}  // namespace scalewright::ui
