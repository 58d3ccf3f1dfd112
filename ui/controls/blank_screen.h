// Black over a window, while a room looks elsewhere.
#pragma once

#include <QPointer>
#include <QWidget>

namespace scalewright::ui {

/// Covers all of `over`, or uncovers it again. `blank` holds the cover, and is null without one.
void setBlankOver(QWidget* over, bool covered, QPointer<QWidget>& blank);

}  // namespace scalewright::ui
