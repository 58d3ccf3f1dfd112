// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/painter_canvas.h"

#include <QFontMetricsF>
#include <QPainter>

#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QPolygonF polygonOf(const Polyline& line)
{
    QPolygonF polygon;
    for (const Point& at : line)
        polygon << QPointF(at.x, at.y);
    return polygon;
}

}  // namespace

QPen penOf(const Stroke& stroke)
{
    if (stroke.width == 0)
        return Qt::NoPen;
    const std::vector<double> pattern = dashPattern(stroke.style);
    QPen pen(QColor::fromRgb(stroke.color), stroke.width, Qt::SolidLine, pattern.empty() ? Qt::RoundCap : Qt::FlatCap,
             Qt::BevelJoin);
    if (!pattern.empty())
        pen.setDashPattern({pattern.begin(), pattern.end()});
    return pen;
}

QFont fontOf(const TextPiece& text)
{
    QFont font = VisualStyle{}.font(TextStyle::Label, text.isBold);
    font.setPixelSize(std::max(1, qRound(text.size)));
    return font;
}

void PainterCanvas::drawLine(const Polyline& line, const Stroke& stroke)
{
    m_painter.setPen(penOf(stroke));
    m_painter.drawPolyline(polygonOf(line));
}

void PainterCanvas::fillArea(const Polyline& outline, std::uint32_t color, double opacity)
{
    QColor fill = QColor::fromRgb(color);
    fill.setAlphaF(static_cast<float>(opacity));
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(fill);
    m_painter.drawPolygon(polygonOf(outline));
}

void PainterCanvas::drawCircle(Point centre, double radius, std::uint32_t fill, const Stroke& stroke)
{
    m_painter.setPen(penOf(stroke));
    m_painter.setBrush(QColor::fromRgb(fill));
    m_painter.drawEllipse(QPointF(centre.x, centre.y), radius, radius);
}

void PainterCanvas::drawText(const TextPiece& text, std::uint32_t color)
{
    const QString words = toQString(text.text);
    const QFont font = fontOf(text);
    const double width = QFontMetricsF(font, m_painter.device()).horizontalAdvance(words);
    m_painter.save();
    m_painter.setFont(font);
    m_painter.setPen(QColor::fromRgb(color));
    m_painter.translate(text.position.x, text.position.y);
    if (text.isVertical)
        m_painter.rotate(-90);
    m_painter.drawText(QPointF(-width / 2 * static_cast<int>(text.anchor), 0), words);
    m_painter.restore();
}

}  // namespace scalewright::ui
