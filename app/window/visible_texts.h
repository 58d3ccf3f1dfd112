// The words that can be read in the window as it stands, for counting: what is painted, where it is not cut off.
#pragma once

#include <QJsonArray>

namespace scalewright::ui {
class MainWindow;
}

/// One object a piece of text as it was painted: "text", "where" (page, own: a person's sentences on it, script, document, strip, rail, header, over), its place "x", "y".
[[nodiscard]] QJsonArray visibleTexts(scalewright::ui::MainWindow& window);
