// What core says, for the window.
#pragma once

#include <QString>

#include "core/base/result.h"

namespace scalewright::ui {

[[nodiscard]] QString said(const std::string& message);
[[nodiscard]] std::string asMessage(const QString& words);
[[nodiscard]] QString fromCatalogue(const std::string& text);

/// One line: where, what is wrong, what would be right.
[[nodiscard]] QString said(const Problem& problem);
/// A line each; at most `most` lines, then a line with the count of the rest.
[[nodiscard]] QString said(const Error& error, std::size_t most = 10);

}  // namespace scalewright::ui
