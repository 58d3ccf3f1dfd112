// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the glossary term the user points at: with the pointer on a label, a column header or a word in a sentence, or
// with the keyboard focus in a field.
#pragma once

#include <QPoint>
#include <QString>

class QEvent;
class QWidget;

namespace scalewright {
struct Term;
}

namespace scalewright::ui {

/// Dynamic property: the JSON pointer of the quantity that a control edits.
inline constexpr const char* quantityProperty = "quantity";

/// Item data role for headers (headerData): the JSON pointer of the column's quantity.
inline constexpr int quantityRole = Qt::UserRole + 64;

/// Interface for widgets that paint their own text.
class PaintedTextProvider {
public:
    virtual ~PaintedTextProvider() = default;
    /// The text at this point; empty if none exists.
    [[nodiscard]] virtual QString textAt(QPoint at) const = 0;
};

/// A control's term: that of its quantity, its current column or its text; otherwise that of an enclosing widget.
/// nullptr if none exists.
[[nodiscard]] const Term* termOfWidget(const QWidget* widget);

/// The term at this point in the widget.
[[nodiscard]] const Term* termAt(const QWidget* widget, QPoint at);

/// Handles QEvent::ToolTip by showing the term's meaning, unless the widget has its own tool tip. Returns whether it
/// showed one.
bool showTermToolTip(QWidget* widget, QEvent* event);

}  // namespace scalewright::ui
