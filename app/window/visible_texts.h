// SPDX-License-Identifier: GPL-3.0-or-later
// The words that can currently be read in the window, for counting: what is painted and not clipped.
#pragma once

#include <QJsonArray>

namespace scalewright::ui {
class MainWindow;
}

/// One object for each piece of text, as painted: "text", "where" (page, own: the user's own sentences on the page,
/// script, document, strip, rail, header, over), and its position "x", "y".
[[nodiscard]] QJsonArray visibleTexts(scalewright::ui::MainWindow& window);
