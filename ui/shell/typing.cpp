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

/// The editor of a table's cell: Escape is its delegate's, which closes it.
bool isCell(const QWidget* widget)
{
    const QWidget* viewport = widget->parentWidget();
    return viewport && qobject_cast<QAbstractItemView*>(viewport->parentWidget());
}

}  // namespace

QLineEdit* typingLine(QWidget* widget)
{
    if (auto* line = qobject_cast<QLineEdit*>(widget))
        return line;
    if (auto* combo = qobject_cast<QComboBox*>(widget))
        return combo->lineEdit();
    return qobject_cast<QAbstractSpinBox*>(widget) ? widget->findChild<QLineEdit*>() : nullptr;
}

bool settleTypingKey(QWidget* widget, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    QLineEdit* line = typingLine(widget);
    const bool typed = line && !line->isReadOnly() && line->isModified();
    if (event->type() == QEvent::ShortcutOverride) {
        const bool undo = key->matches(QKeySequence::Undo), redo = key->matches(QKeySequence::Redo);
        if (!undo && !redo) {
            const bool escape = typed && key->key() == Qt::Key_Escape && !isCell(widget);
            if (escape)
                event->accept();  // it comes back as a key, and is no lecture's
            return escape;
        }
        const auto* text = qobject_cast<QPlainTextEdit*>(widget);
        if (!line && !text)
            return false;
        const bool own = line   ? typed || (redo && line->isRedoAvailable())
                         : undo ? text->document()->isUndoAvailable()
                                : text->document()->isRedoAvailable();
        if (own)
            return false;
        event->ignore();
        return true;
    }
    if (!typed || key->key() != Qt::Key_Escape || isCell(widget))
        return false;
    while (line->isModified() && line->isUndoAvailable())
        line->undo();
    line->selectAll();
    return true;
}

}  // namespace scalewright::ui
