// Undo, redo and Escape while the keyboard is in a field.
//
// As long as what was typed has not been entered, undo and redo are the typing's and Escape gives back what stood. Once
// it has been (Enter, or the keyboard left), the field has nothing of its own to take back, and undo is the document's
// as everywhere. A field says so by QLineEdit::isModified(): whoever takes its text sets it false.
#pragma once

class QEvent;
class QLineEdit;
class QWidget;

namespace scalewright::ui {

/// The line one types into: the widget's own, that of a combo or a spin box; nullptr where one types nothing.
[[nodiscard]] QLineEdit* typingLine(QWidget* widget);

/// Settles a key that is meant for the widget with the keyboard; true where the event goes no further. A Qt field keeps
/// undo and redo to itself whether or not it has anything to undo.
[[nodiscard]] bool settleTypingKey(QWidget* widget, QEvent* event);

}  // namespace scalewright::ui
