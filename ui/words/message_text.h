// Problems of core, for the window.
#pragma once

#include <QString>

#include "core/base/error/result.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

/// One line: where, what is wrong, what would be right.
[[nodiscard]] QString said(const Problem& problem);
/// A line each; at most `most` lines, then a line with the count of the rest.
[[nodiscard]] QString said(const Error& error, std::size_t most = 10);

}  // namespace scalewright::ui
