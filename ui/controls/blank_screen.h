// SPDX-License-Identifier: GPL-3.0-or-later
// A black cover over a window, for when the audience should look elsewhere.
#pragma once

#include <QPointer>
#include <QWidget>

namespace scalewright::ui {

/// Covers or uncovers all of `target`. `blank` points to the cover, and is null while there is none.
void setScreenBlanked(QWidget* target, bool covered, QPointer<QWidget>& blank);

}  // namespace scalewright::ui
