// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/typing.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextDocument>

namespace scalewright::ui {

namespace {

/// Whether the widget edits a table cell: Escape is then handled by its delegate, which closes it.
bool isCellEditor(const QWidget* widget)
{
    const QWidget* viewport = widget->parentWidget();
    return viewport && qobject_cast<QAbstractItemView*>(viewport->parentWidget());
}

}  // namespace

QLineEdit* lineEditOf(QWidget* widget)
{
    if (auto* line = qobject_cast<QLineEdit*>(widget))
        return line;
    if (auto* combo = qobject_cast<QComboBox*>(widget))
        return combo->lineEdit();
    return qobject_cast<QAbstractSpinBox*>(widget) ? widget->findChild<QLineEdit*>() : nullptr;
}

bool handleTypingKey(QWidget* widget, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    QLineEdit* line = lineEditOf(widget);
    const bool typed = line && !line->isReadOnly() && line->isModified();
    if (event->type() == QEvent::ShortcutOverride) {
        // Ctrl+K opens the list of commands also from a field, where it would otherwise delete the rest of the line.
        if (line && key->key() == Qt::Key_K && key->modifiers() == Qt::ControlModifier) {
            event->ignore();
            return true;
        }
        const bool undo = key->matches(QKeySequence::Undo), redo = key->matches(QKeySequence::Redo);
        if (!undo && !redo) {
            const bool escape = typed && key->key() == Qt::Key_Escape && !isCellEditor(widget);
            if (escape)
                event->accept();  // the event returns as a key press and must not reach a lecture
            return escape;
        }
        const auto* text = qobject_cast<QPlainTextEdit*>(widget);
        if (!line && !text)
            return false;
        const bool hasOwnHistory = line   ? typed || (redo && line->isRedoAvailable())
                                   : undo ? text->document()->isUndoAvailable()
                                          : text->document()->isRedoAvailable();
        if (hasOwnHistory)
            return false;
        event->ignore();
        return true;
    }
    if (!typed || key->key() != Qt::Key_Escape || isCellEditor(widget))
        return false;
    while (line->isModified() && line->isUndoAvailable())
        line->undo();
    line->selectAll();
    return true;
}

}  // namespace scalewright::ui
