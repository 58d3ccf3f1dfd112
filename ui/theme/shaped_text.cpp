#include "ui/theme/shaped_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

namespace {

constexpr int oneLine = 0x01000000;  // Qt's own width of a line without end

}  // namespace

ShapedText::ShapedText()
{
    m_layout.setCacheEnabled(true);
}

void ShapedText::set(const QString& text, const QFont& font)
{
    if (text == m_text && font == m_layout.font())
        return;
    m_text = text;
    QString lines = text;
    lines.replace(QLatin1Char('\n'), QChar::LineSeparator);
    m_layout.setFont(font);
    m_layout.setText(lines);
    m_width.reset();
}

void ShapedText::layOut(int width, bool wraps)
{
    const int wanted = wraps ? std::max(0, width) : oneLine;
    if (m_width == wanted)
        return;
    m_width = wanted;
    QTextOption option;
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(wraps ? QTextOption::WordWrap : QTextOption::ManualWrap);
    m_layout.setTextOption(option);
    const double leading = QFontMetricsF(m_layout.font()).leading();
    double height = -leading, widest = 0;
    m_layout.beginLayout();
    for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
        line.setLineWidth(wanted);
        height = std::ceil(height + leading);  // lines stand on whole pixels
        line.setPosition({0, height});
        height += line.ascent() + line.descent();  // QTextLine::height() is rounded
        widest = std::max(widest, line.naturalTextWidth());
    }
    m_layout.endLayout();
    m_size = {widest, height};
}

QSize ShapedText::sizeAt(int width, bool wraps)
{
    layOut(width, wraps);
    return {static_cast<int>(std::ceil(m_size.width())), static_cast<int>(std::ceil(m_size.height()))};
}

void ShapedText::draw(QPainter& painter, const QRect& rect, Qt::Alignment alignment, bool wraps)
{
    layOut(rect.width(), wraps);
    // As many lines as begin within the place.
    double height = 0;
    int lines = 0;
    while (lines < m_layout.lineCount() && height < rect.height()) {
        const QTextLine line = m_layout.lineAt(lines++);
        height = line.y() + line.ascent() + line.descent();
    }
    double top = rect.top();
    if (alignment & Qt::AlignBottom)
        top += rect.height() - height;
    else if (alignment & Qt::AlignVCenter)
        top += (rect.height() - height) / 2;
    const bool cut = m_size.width() > rect.width() || height > rect.height();
    if (cut) {
        painter.save();
        painter.setClipRect(rect, Qt::IntersectClip);
    }
    for (int i = 0; i < lines; ++i) {
        const QTextLine line = m_layout.lineAt(i);
        double left = rect.left();
        if (alignment & Qt::AlignRight)
            left += rect.width() - line.horizontalAdvance();
        else if (alignment & Qt::AlignHCenter)
            left += (rect.width() - line.horizontalAdvance()) / 2;
        line.draw(&painter, {left, top});
    }
    if (cut)
        painter.restore();
}

}  // namespace scalewright::ui
