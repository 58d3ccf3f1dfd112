// Which word of the field somebody points at: the pointer over a label, a column's header or a word within a sentence,
// the keyboard in a field.
#pragma once

#include <QPoint>
#include <QString>

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

/// A widget that draws its words itself.
class DrawnWords {
public:
    virtual ~DrawnWords() = default;
    /// What is written at that point, as one text; empty where nothing is.
    [[nodiscard]] virtual QString wordsAt(QPoint at) const = 0;
};

/// The term of the control: of the quantity it edits, of the column the keyboard is in, of its words; else of what is
/// around it. nullptr where none has one.
[[nodiscard]] const Term* termOf(const QWidget* widget);

/// The term under that point of the widget.
[[nodiscard]] const Term* termAt(const QWidget* widget, QPoint at);

/// Answers QEvent::ToolTip with what the word means, where the widget has no tool tip of its own; true where it did.
bool explainOnHover(QWidget* widget, QEvent* event);

}  // namespace scalewright::ui
