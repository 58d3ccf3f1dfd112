// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/shaped_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace scalewright::ui {

ShapedText::ShapedText()
{
    for (LaidOutText* lines : {&m_unwrapped, &m_wrapped})
        lines->layout.setCacheEnabled(true);
}

void ShapedText::setText(const QString& text, const QFont& font)
{
    QString lines = text;
    lines.replace(QLatin1Char('\n'), QChar::LineSeparator);
    if (lines == m_unwrapped.layout.text() && font == m_unwrapped.layout.font())
        return;
    for (LaidOutText* each : {&m_unwrapped, &m_wrapped}) {
        each->layout.setFont(font);
        each->layout.setText(lines);
        each->width.reset();
    }
}

void ShapedText::layOut(LaidOutText& lines, int width, bool wraps)
{
    if (lines.width == width)
        return;
    lines.width = width;
    QTextOption option;
    option.setTextDirection(Qt::LeftToRight);
    option.setWrapMode(wraps ? QTextOption::WordWrap : QTextOption::ManualWrap);
    lines.layout.setTextOption(option);
    const double leading = QFontMetricsF(lines.layout.font()).leading();
    double bottom = -leading, widest = 0;
    lines.layout.beginLayout();
    for (QTextLine line = lines.layout.createLine(); line.isValid(); line = lines.layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({0, std::ceil(bottom + leading)});  // lines start at whole pixels
        bottom = line.y() + line.ascent() + line.descent();  // QTextLine::height() is rounded
        widest = std::max(widest, line.naturalTextWidth());
    }
    lines.layout.endLayout();
    lines.size = {widest, bottom};
}

const ShapedText::LaidOutText& ShapedText::layoutForWidth(int width, bool wraps)
{
    constexpr int unlimitedWidth = 0x01000000;  // the width Qt uses for lines that do not wrap
    layOut(m_unwrapped, unlimitedWidth, false);
    if (!wraps || m_unwrapped.size.width() <= width)
        return m_unwrapped;
    layOut(m_wrapped, std::max(0, width), true);
    return m_wrapped;
}

QSize ShapedText::sizeForWidth(int width, bool wraps)
{
    const QSizeF size = layoutForWidth(width, wraps).size;
    return {static_cast<int>(std::ceil(size.width())), static_cast<int>(std::ceil(size.height()))};
}

void ShapedText::draw(QPainter& painter, const QRect& rect, Qt::Alignment alignment, bool wraps)
{
    const auto& [layout, layoutWidth, size] = layoutForWidth(rect.width(), wraps);
    // Draw only lines that start within the rectangle.
    double height = 0;
    int lines = 0;
    while (lines < layout.lineCount() && height < rect.height()) {
        const QTextLine line = layout.lineAt(lines++);
        height = line.y() + line.ascent() + line.descent();
    }
    double top = rect.top();
    if (alignment & Qt::AlignBottom)
        top += rect.height() - height;
    else if (alignment & Qt::AlignVCenter)
        top += (rect.height() - height) / 2;
    const bool isClipped = size.width() > rect.width() || height > rect.height();
    if (isClipped) {
        painter.save();
        painter.setClipRect(rect, Qt::IntersectClip);
    }
    for (int i = 0; i < lines; ++i) {
        const QTextLine line = layout.lineAt(i);
        double left = rect.left();
        if (alignment & Qt::AlignRight)
            left += rect.width() - line.horizontalAdvance();
        else if (alignment & Qt::AlignHCenter)
            left += (rect.width() - line.horizontalAdvance()) / 2;
        line.draw(&painter, {left, top});
    }
    if (isClipped)
        painter.restore();
}

}  // namespace scalewright::ui
