// What core says, in the window's language.
#pragma once

#include <QString>

#include "core/base/result.h"

namespace scalewright::ui {

/// The message in words. Wordings are looked up in the context "Core", names of the catalogues in "Catalogue".
[[nodiscard]] QString said(const Message& message);

/// What the window says itself, for an Error: in its language already.
[[nodiscard]] Message asMessage(const QString& words);
/// A name or sentence of the catalogues.
[[nodiscard]] QString fromCatalogue(const std::string& text);
/// The window's language, for what core puts into words itself (tables).
[[nodiscard]] const Language& windowLanguage();

/// One line: where, what is wrong, what would be right.
[[nodiscard]] QString said(const Problem& problem);
/// A line each; at most `most` lines, then a line with the count of the rest.
[[nodiscard]] QString said(const Error& error, std::size_t most = 10);

}  // namespace scalewright::ui
