// The slides as a PDF of 16:9, a page a slide, drawn as vectors by what draws them on the screen.
#pragma once

#include <QByteArray>

#include "core/base/error/result.h"
#include "ui/document/document.h"

namespace scalewright::ui {

/// In the light look. Error (Refused): the project has no slide, and what it lacks first.
[[nodiscard]] Result<QByteArray> deckPdf(const Document& document);

}  // namespace scalewright::ui
