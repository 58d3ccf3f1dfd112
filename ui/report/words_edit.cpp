#include "ui/report/words_edit.h"

#include <QKeyEvent>

#include "core/project/own_words.h"
#include "core/project/project.h"
#include "core/report/questions.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr int pauseMs = 1000;

bool isHistory(const QKeyEvent& key)
{
    return key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo);
}

}  // namespace

WordsEdit::WordsEdit(Document& document, QWidget* parent) : QPlainTextEdit(parent), m_document(document)
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
    connect(&Theme::instance(), &Theme::changed, this, &WordsEdit::restyle);
    restyle();
}

void WordsEdit::restyle()
{
    setFont(Theme::instance().font(TextStyle::Label));
    setMinimumHeight(5 * fontMetrics().lineSpacing());
}

QSize WordsEdit::sizeHint() const
{
    return {QPlainTextEdit::sizeHint().width(), minimumHeight()};  // what is left over is its too
}

void WordsEdit::setPlace(const QString& place)
{
    m_place = place;
    m_gesture = 0;
    const QString title = qt(placeTitle(place.toStdString()));
    setAccessibleName(tr("your own words: %1").arg(title));
    setPlaceholderText(tr("Your own words, in Markdown"));
    refresh();
}

void WordsEdit::refresh()
{
    const QString text = QString::fromStdString(ownWords(m_document.project(), m_place.toStdString()));
    if (text == toPlainText())
        return;
    m_refreshing = true;
    m_gesture = 0;
    setPlainText(text);
    moveCursor(QTextCursor::End);
    m_refreshing = false;
}

void WordsEdit::commit()
{
    if (m_gesture == 0) {
        m_gesture = Document::newGesture();
        m_before = qt(ownWords(m_document.project(), m_place.toStdString()));
    }
    m_pause.start();
    Project after = m_document.project();
    setOwnWords(after, m_place.toStdString(), toPlainText().toStdString());
    m_document.edit(tr("words: %1").arg(qt(placeTitle(m_place.toStdString()))), std::move(after),
                    QStringLiteral("report.") + m_place, m_gesture);
}

bool WordsEdit::event(QEvent* event)
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

void WordsEdit::keyPressEvent(QKeyEvent* event)
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
