// SPDX-License-Identifier: GPL-3.0-or-later
// Texts for core's errors, as shown in the window.
#pragma once

#include <QString>

#include "core/base/error/result.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

/// One line: where, what is wrong, what is expected.
[[nodiscard]] QString said(const Problem& problem);
/// One line per problem, at most `maximumLines`, followed by a line with the number of remaining problems.
[[nodiscard]] QString errorText(const Error& error, std::size_t maximumLines = 10);

}  // namespace scalewright::ui
