// Which word of the field somebody points at: the pointer over a label, a column's header or a word within a sentence, the keyboard
// in a field.
#pragma once

#include <QPoint>

class QEvent;
class QWidget;

namespace scalewright {
struct Term;
}

namespace scalewright::ui {

/// The dynamic property that says which quantity a control edits, by its JSON pointer.
inline constexpr const char* quantityProperty = "quantity";

/// The role of a heading (headerData) that says the same of its column.
inline constexpr int quantityRole = Qt::UserRole + 64;

/// The term of the control: of the quantity it edits, of the column the keyboard is in, of its words; else of what is around it.
/// nullptr where none has one.
[[nodiscard]] const Term* termOf(const QWidget* widget);

/// The term under that point of the widget.
[[nodiscard]] const Term* termAt(const QWidget* widget, QPoint at);

/// Answers QEvent::ToolTip with what the word means, where the widget has no tool tip of its own; true where it did.
bool explainOnHover(QWidget* widget, QEvent* event);

}  // namespace scalewright::ui
