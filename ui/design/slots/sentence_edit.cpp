// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/sentence_edit.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/project/document/project.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

namespace {
// Border and padding on one side, as in QPlainTextEdit[look="flat"] in the style sheet.
constexpr int sentenceSidePadding = SentenceEdit::textIndent, sentenceVerticalPadding = 4;

/// At most the first `maximumLines` lines of the text at this width; if there is more text, the last line ends in "…".
QStringList elidedLines(const QString& fullText, const QFont& font, int width, int maximumLines)
{
    // No character is narrower than a pixel, so later characters cannot be in these lines.
    const QString text = fullText.left((static_cast<qsizetype>(maximumLines) + 1) * std::max(1, width));
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        if (lines.size() == maximumLines) {
            const QString rest = text.mid(line.textStart() - static_cast<int>(lines.last().size()));
            lines.last() = QFontMetrics(font).elidedText(rest, Qt::ElideRight, width);
            break;
        }
        line.setLineWidth(width);
        lines << text.mid(line.textStart(), line.textLength());
    }
    layout.endLayout();
    return lines;
}
}  // namespace

SentenceEdit::SentenceEdit(Document& document, Field field, QWidget* parent)
    : QPlainTextEdit(parent), m_document(document), m_field(std::move(field))
{
    setProperty("look", QStringLiteral("flat"));
    setAccessibleName(m_field.name);
    setPlaceholderText(m_field.placeholder);
    setTabChangesFocus(true);
    setUndoRedoEnabled(false);  // the document's undo history is the only one
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QPlainTextEdit::document()->setDocumentMargin(0);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, &SentenceEdit::restyle);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        m_heightByWidth.clear();
        updateGeometry();
        if (!m_isRefreshing)
            commit();
    });
    refresh();
}

SentenceEdit::~SentenceEdit() = default;

void SentenceEdit::restyle()
{
    m_heightByWidth.clear();
    setFont(Theme::instance().font(TextStyle::Label));
    updateGeometry();
}

void SentenceEdit::refresh()
{
    const QString text = QString::fromStdString(m_field.value(m_document.project()));
    if (text == toPlainText())
        return;
    m_isRefreshing = true;
    setPlainText(text);
    m_textBeforeEditing = text;
    m_isRefreshing = false;
    if (m_foldedLines > 0)
        updateFolding();
}

void SentenceEdit::commit()
{
    if (m_gesture == 0)
        m_gesture = Document::newGestureId();
    Project after = m_document.project();
    m_field.apply(after, toPlainText().toStdString());
    m_document.edit(m_field.name, std::move(after), m_field.key, m_gesture);
}

int SentenceEdit::heightForWidth(int width) const
{
    const auto [height, isNew] = m_heightByWidth.try_emplace(width, 0);
    if (!isNew)
        return height->second;
    const QString text = toPlainText().isEmpty() ? placeholderText() : toPlainText();
    const auto lines = static_cast<double>(
        elidedLines(text, font(), std::max(20, width - 2 * sentenceSidePadding), maximumVisibleLines()).size());
    height->second = static_cast<int>(std::ceil(std::max(1.0, lines) * QFontMetricsF(font()).lineSpacing())) +
                     2 * sentenceVerticalPadding;
    return height->second;
}

void SentenceEdit::setFoldedLines(int lines)
{
    m_foldedLines = lines;
    updateFolding();
}

int SentenceEdit::maximumVisibleLines() const
{
    return isFolded() ? m_foldedLines : std::numeric_limits<int>::max();
}

void SentenceEdit::updateFolding()
{
    m_heightByWidth.clear();
    setToolTip(isFolded() ? toPlainText() : QString());
    updateGeometry();
    viewport()->update();
}

void SentenceEdit::paintEvent(QPaintEvent* event)
{
    const QString text = toPlainText();
    if (!isFolded() || text.isEmpty()) {
        QPlainTextEdit::paintEvent(event);
        return;
    }
    QPainter painter(viewport());
    painter.setFont(font());
    painter.setPen(palette().color(QPalette::Text));
    QPointF at(0, painter.fontMetrics().ascent());
    for (const QString& line : elidedLines(text.simplified(), font(), viewport()->width(), m_foldedLines)) {
        painter.drawText(at, line);
        at.ry() += QFontMetricsF(font()).lineSpacing();
    }
}

void SentenceEdit::focusOutEvent(QFocusEvent* event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (m_foldedLines > 0)
        updateFolding();
}

QSize SentenceEdit::sizeHint() const
{
    const int width = Theme::scaled(240);
    return {width, heightForWidth(width)};
}

QSize SentenceEdit::minimumSizeHint() const
{
    return {Theme::scaled(60), QFontMetrics(font()).lineSpacing() + 2 * sentenceVerticalPadding};
}

bool SentenceEdit::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            key->ignore();  // left to the window, which undoes the change in the document
            return true;
        }
        if (key->key() == Qt::Key_Escape && isEdited()) {
            key->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void SentenceEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        focusNextPrevChild(true);
    else if (event->matches(QKeySequence::Undo) || event->matches(QKeySequence::Redo))
        event->ignore();
    else if (event->key() == Qt::Key_Escape && isEdited())
        setPlainText(m_textBeforeEditing);
    else
        QPlainTextEdit::keyPressEvent(event);
}

void SentenceEdit::focusInEvent(QFocusEvent* event)
{
    m_gesture = 0;
    m_textBeforeEditing = toPlainText();
    QPlainTextEdit::focusInEvent(event);
    if (m_foldedLines > 0)
        updateFolding();
}

void SentenceEdit::insertFromMimeData(const QMimeData* source)
{
    insertPlainText(source->text().simplified());
}

}  // namespace scalewright::ui
