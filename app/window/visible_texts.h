// The words that can be read in the window at this moment, for counting: what is painted and not clipped.
#pragma once

#include <QJsonArray>

namespace scalewright::ui {
class MainWindow;
}

/// One object per piece of text as it was painted: "text", "where" (page, own: a person's sentences on it, script,
/// document, strip, rail, header, over), and its position "x", "y".
[[nodiscard]] QJsonArray visibleTexts(scalewright::ui::MainWindow& window);
