// SPDX-License-Identifier: GPL-3.0-or-later
// Undo, redo and Escape while a field has the focus.
//
// Until typed text is committed, undo and redo apply to the typing, and Escape restores the old text. Once it is
// committed (by Enter or by losing the focus), the field has nothing to undo, and undo applies to the document as
// everywhere else. QLineEdit::isModified() distinguishes the two states: code that commits a field's text sets it to
// false.
#pragma once

class QEvent;
class QLineEdit;
class QWidget;

namespace scalewright::ui {

/// The line edit of a widget: the widget itself, or the one inside a combo or spin box; nullptr if none exists.
[[nodiscard]] QLineEdit* lineEditOf(QWidget* widget);

/// Handles a key for the focused widget; returns true if the event must not be processed further. A Qt field consumes
/// undo and redo whether or not it has anything to undo.
[[nodiscard]] bool handleTypingKey(QWidget* widget, QEvent* event);

}  // namespace scalewright::ui
