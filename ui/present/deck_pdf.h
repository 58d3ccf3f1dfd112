// SPDX-License-Identifier: GPL-3.0-or-later
// The slides as a 16:9 PDF with one page per slide, drawn as vectors by the same code as on screen.
#pragma once

#include <QByteArray>

#include "core/base/error/result.h"
#include "ui/document/document.h"

namespace scalewright::ui {

/// Uses the light theme. Error (Refused): the project has no slides; the error says what is missing first.
[[nodiscard]] Result<QByteArray> deckPdf(const Document& document);

}  // namespace scalewright::ui
