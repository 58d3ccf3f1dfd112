// Undo, redo and Escape while a field has the focus.
//
// As long as typed text has not been committed, undo and redo apply to the typing and Escape restores the old text.
// Once it has been (by Enter or losing the focus), the field has nothing to undo, and undo is the document's as
// everywhere else. QLineEdit::isModified() tells the two apart: code that commits a field's text sets it to false.
#pragma once

class QEvent;
class QLineEdit;
class QWidget;

namespace scalewright::ui {

/// The line edit of a widget: itself, or that of a combo or spin box; nullptr if none exists.
[[nodiscard]] QLineEdit* lineEditOf(QWidget* widget);

/// Handles a key for the focused widget; returns true if the event must go no further. A Qt field keeps undo and redo
/// to itself whether or not it has anything to undo.
[[nodiscard]] bool handleTypingKey(QWidget* widget, QEvent* event);

}  // namespace scalewright::ui
