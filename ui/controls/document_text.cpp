#include "ui/controls/document_text.h"

#include <QKeyEvent>

#include <utility>

#include "ui/theme/theme.h"

namespace scalewright::ui {

namespace {

constexpr int pauseMs = 1000;

bool isHistory(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

}  // namespace

DocumentText::DocumentText(Document& document, QWidget* parent) : QPlainTextEdit(parent), m_document(document)
{
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);  // the document's is the only one
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, [this] { m_gesture = 0; });
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_refreshing)
            commit();
    });
    connect(&Theme::instance(), &Theme::changed, this, &DocumentText::restyle);
    restyle();
}

void DocumentText::restyle()
{
    setFont(Theme::instance().font(TextStyle::Label));
    setMinimumHeight(5 * fontMetrics().lineSpacing());
}

QSize DocumentText::sizeHint() const
{
    return {QPlainTextEdit::sizeHint().width(), minimumHeight()};  // what is left over is its too
}

void DocumentText::setText(Source source)
{
    m_source = std::move(source);
    m_gesture = 0;
    refresh();
}

void DocumentText::refresh()
{
    const QString text = m_source.read ? m_source.read(m_document.project()) : QString();
    if (text == toPlainText())
        return;
    m_refreshing = true;
    m_gesture = 0;
    setPlainText(text);
    moveCursor(QTextCursor::End);
    m_refreshing = false;
}

void DocumentText::commit()
{
    if (!m_source.write)
        return;
    if (m_gesture == 0) {
        m_gesture = Document::newGesture();
        m_before = m_source.read(m_document.project());
    }
    m_pause.start();
    m_document.change(
        m_source.name, [this](Project& project) { m_source.write(project, toPlainText()); }, m_source.key, m_gesture);
}

bool DocumentText::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isHistory(*static_cast<QKeyEvent*>(event))) {
        event->ignore();  // the window's, for the document
        return true;
    }
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        isTyped()) {
        event->accept();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void DocumentText::keyPressEvent(QKeyEvent* event)
{
    if (isHistory(*event)) {
        event->ignore();
    } else if (event->key() == Qt::Key_Escape && isTyped()) {
        setPlainText(m_before);
        moveCursor(QTextCursor::End);
    } else {
        QPlainTextEdit::keyPressEvent(event);
    }
}

}  // namespace scalewright::ui
