// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/sentence_edit.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <limits>

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

SentenceEdit::SentenceEdit(Document& document, Binding binding, QWidget* parent)
    : DocumentTextEdit(document, parent, UndoStep::UntilFocusLeaves)
{
    setProperty("look", QStringLiteral("flat"));
    setAccessibleName(binding.undoName);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QPlainTextEdit::document()->setDocumentMargin(0);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    followTheme(this, [this] { updateFolding(); });
    connect(this, &QPlainTextEdit::textChanged, this, &SentenceEdit::updateFolding);
    setBinding(std::move(binding));
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
    DocumentTextEdit::focusOutEvent(event);
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

void SentenceEdit::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        focusNextPrevChild(true);
    else
        DocumentTextEdit::keyPressEvent(event);
}

void SentenceEdit::focusInEvent(QFocusEvent* event)
{
    DocumentTextEdit::focusInEvent(event);
    updateFolding();
}

void SentenceEdit::insertFromMimeData(const QMimeData* source)
{
    insertPlainText(source->text().simplified());
}

}  // namespace scalewright::ui
