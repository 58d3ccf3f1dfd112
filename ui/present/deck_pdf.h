// SPDX-License-Identifier: GPL-3.0-or-later
// The slides of a lecture as a 16:9 PDF with one page per chart, drawn as vectors by the same code as on screen.
#pragma once

#include <QByteArray>

#include "core/base/error/result.h"
#include "core/output/lecture/lecture.h"
#include "ui/document/document.h"

namespace scalewright::ui {

/// Uses the light theme. A key that shows a page becomes that page's chart; pages without one are left out. Error
/// (Refused): there is no chart; the error says what is missing first.
[[nodiscard]] Result<QByteArray> deckPdf(const Document& document, const Lecture& lecture);

}  // namespace scalewright::ui
