// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/document_text.h"

#include <QKeyEvent>

#include <utility>

#include "ui/theme/theme.h"

namespace scalewright::ui {

namespace {

constexpr int typingPauseMs = 1000;

bool isUndoOrRedo(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

}  // namespace

DocumentTextEdit::DocumentTextEdit(Document& document, QWidget* parent, UndoStep step)
    : QPlainTextEdit(parent), m_document(document), m_undoStep(step)
{
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);  // only the document has an undo history
    m_pauseTimer.setSingleShot(true);
    m_pauseTimer.setInterval(typingPauseMs);
    connect(&m_pauseTimer, &QTimer::timeout, this, [this] { m_gestureId = 0; });
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_refreshing)
            writeToDocument();
    });
    followTheme(this, [this] {
        setFont(Theme::instance().font(TextStyle::Label));
        updateGeometry();
    });
}

QSize DocumentTextEdit::sizeHint() const
{
    return {QPlainTextEdit::sizeHint().width(), 5 * fontMetrics().lineSpacing()};  // the layout may give it more height
}

QSize DocumentTextEdit::minimumSizeHint() const
{
    return {QPlainTextEdit::minimumSizeHint().width(), sizeHint().height()};
}

void DocumentTextEdit::setBinding(Binding source)
{
    m_binding = std::move(source);
    m_gestureId = 0;
    if (!m_binding.placeholder.isEmpty())
        setPlaceholderText(m_binding.placeholder);
    refresh();
}

void DocumentTextEdit::refresh()
{
    const QString text = m_binding.read ? m_binding.read(m_document.project()) : QString();
    if (text == toPlainText())
        return;
    m_refreshing = true;
    m_gestureId = 0;
    setPlainText(text);
    moveCursor(QTextCursor::End);
    m_refreshing = false;
}

void DocumentTextEdit::writeToDocument()
{
    if (!m_binding.write)
        return;
    if (m_gestureId == 0) {
        m_gestureId = Document::newGestureId();
        m_textBeforeTyping = m_binding.read(m_document.project());
    }
    if (m_undoStep == UndoStep::UntilPause)
        m_pauseTimer.start();
    m_document.applyChange(
        m_binding.undoName, [this](Project& project) { m_binding.write(project, toPlainText()); }, m_binding.mergeKey,
        m_gestureId);
}

bool DocumentTextEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isUndoOrRedo(*static_cast<QKeyEvent*>(event))) {
        event->ignore();  // the window handles undo and redo for the document
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        hasTypedChange()) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void DocumentTextEdit::keyPressEvent(QKeyEvent* event)
{
    if (isUndoOrRedo(*event)) {
        event->ignore();
    } else if (event->key() == Qt::Key_Escape && hasTypedChange()) {
        setPlainText(m_textBeforeTyping);
        moveCursor(QTextCursor::End);
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

void DocumentTextEdit::focusInEvent(QFocusEvent* event)
{
    m_gestureId = 0;
    QPlainTextEdit::focusInEvent(event);
}

}  // namespace scalewright::ui
