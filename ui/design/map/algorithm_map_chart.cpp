// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/map/algorithm_map_chart.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/model/scaling/pattern.h"
#include "core/model/scaling/pattern_traits.h"
#include "ui/design/map/algorithm_map_words.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double dotRadius = 6;

QColor tintColor(double tint, const VisualStyle& look)
{
    // On a dark background, strong tints would hide the labels and weak ones would be invisible.
    const double share = look.dark ? 0.1 + 0.32 * tint : 0.08 + 0.62 * tint;
    return blendColors(look.color(ColorRole::Communication), look.color(ColorRole::Card), share);
}

void draw(QPainter& painter, const MapLayout& layout, const VisualStyle& look, bool onScreen)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const MapRegion& region : layout.regions) {
        painter.setBrush(tintColor(region.tint, look));
        if (onScreen)
            painter.drawRects(region.strips.data(), static_cast<int>(region.strips.size()));
        else
            painter.drawPolygon(region.outline);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.color(ColorRole::SoftInk), 1, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    for (const QPolygonF& boundary : layout.boundaries)
        painter.drawPolyline(boundary);
    painter.setPen(QPen(look.color(ColorRole::FaintInk), 1));
    for (const QLineF& tick : layout.ticks)
        painter.drawLine(tick);
    if (!layout.frame.isNull())
        painter.drawRect(layout.frame);
    for (const MapRegion& region : layout.regions)
        drawTexts(painter, region.label, look);
    drawTexts(painter, layout.texts, look);
    for (const LegendEntry& key : layout.legend) {
        painter.setPen(QPen(look.color(ColorRole::FaintInk), 1));
        painter.setBrush(tintColor(key.tint, look));
        painter.drawRect(key.swatch);
        drawTexts(painter, {key.text}, look);
    }
    if (!layout.dot)
        return;
    QPen guide(look.color(ColorRole::Ink), 1);
    guide.setDashPattern({4, 3});
    painter.setPen(guide);
    for (const QLineF& each : layout.guides)
        painter.drawLine(each);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.color(ColorRole::Card));
    painter.drawRoundedRect(layout.dotLabelBox, 4, 4);
    drawTexts(painter, layout.dotLabel, look);
    painter.setPen(QPen(look.color(ColorRole::Card), 2));
    painter.setBrush(look.color(ColorRole::Ink));
    painter.drawEllipse(*layout.dot, dotRadius, dotRadius);
}

}  // namespace

AlgorithmMapChart::AlgorithmMapChart(QWidget* parent) : FigureView(QSizePolicy::Expanding, parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void AlgorithmMapChart::setContent(MapContent content)
{
    m_content = std::move(content);
    updateForNewContent();
}

void AlgorithmMapChart::measure()
{
    setMinimumSize(Theme::scaled(360, 220));
    m_layout = layOutMap(m_content, Theme::instance().visualStyle(), size());
}

FigureTexts AlgorithmMapChart::texts() const
{
    QStringList sentences = mapSentences(m_content);
    if (m_content.hasDot())
        sentences.prepend(mapWords::dotLabelLines(m_content).join(QStringLiteral(": ")) + QLatin1Char('.'));
    return {tr("Fastest pattern by p and message"), mapCaption(m_content), sentences.join(QLatin1Char(' '))};
}

void AlgorithmMapChart::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    draw(painter, layOutMap(m_content, look, size), look, false);
}

void AlgorithmMapChart::resizeEvent(QResizeEvent* event)
{
    FigureView::resizeEvent(event);
    measure();
}

void AlgorithmMapChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& look = Theme::instance().visualStyle();
    draw(painter, m_layout, look, true);
    if (m_pointerPosition && !m_isDragging)
        drawReadOut(painter, look);
    if (hasFocus() && m_layout.dot)
        paintFocusRing(
            painter, QRectF(m_layout.dot->x() - dotRadius, m_layout.dot->y() - dotRadius, 2 * dotRadius, 2 * dotRadius),
            dotRadius + 3, look);
    else if (hasFocus())
        paintFocusRing(painter, rect().adjusted(3, 3, -3, -3), 6, look);
}

void AlgorithmMapChart::drawReadOut(QPainter& painter, const VisualStyle& look) const
{
    const QRectF& frame = m_layout.frame;
    if (!frame.contains(*m_pointerPosition))
        return;
    const MapReading reading =
        readMapAt(m_content, workersAt(m_pointerPosition->x()), m_layout.y.toValue(m_pointerPosition->y()));
    const TextMeasure measure(look);
    QStringList lines{tr("p %1 · %2").arg(reading.p).arg(toQString(bytesText(reading.bytes)))};
    for (std::size_t i = 0; i < std::min<std::size_t>(3, reading.seconds.size()); ++i)
        lines << tr("%1: %2").arg(toQString(titleOf(reading.seconds[i].first)),
                                  toQString(timeText(reading.seconds[i].second)));
    double width = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        width = std::max(width, measure.textWidth(lines[i], TextStyle::Small, i < 2));
    const double line = measure.lineHeight(TextStyle::Small);
    QRectF box(0, 0, width + 16, line * static_cast<double>(lines.size()) + 10);
    box.moveTopLeft(*m_pointerPosition + QPointF(14, 14));
    if (box.right() > frame.right())
        box.moveRight(m_pointerPosition->x() - 14);
    if (box.bottom() > frame.bottom())
        box.moveBottom(m_pointerPosition->y() - 10);
    painter.setPen(QPen(look.color(ColorRole::Hairline), 1));
    painter.setBrush(look.color(ColorRole::Card));
    painter.drawRoundedRect(box, 6, 6);
    for (qsizetype i = 0; i < lines.size(); ++i)
        measure.draw(painter,
                     measure.leftAligned(lines[i], box.left() + 8, box.top() + 5 + line * static_cast<double>(i),
                                         TextStyle::Small, i < 2, i == 0 ? ColorRole::SoftInk : ColorRole::Ink));
}

bool AlgorithmMapChart::isOverDot(const QPointF& position) const
{
    return m_layout.dot && QLineF(position, *m_layout.dot).length() <= dotRadius + 6;
}

int AlgorithmMapChart::workersAt(double x) const
{
    return std::clamp(static_cast<int>(std::lround(m_layout.x.toValue(x))), 2, m_content.maximumP);
}

void AlgorithmMapChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !isOverDot(event->position())) {
        FigureView::mousePressEvent(event);
        return;
    }
    m_isDragging = true;
    m_grabOffset = event->position().x() - m_layout.dot->x();
    Q_EMIT pMoved(m_content.p, EditPhase::Begin);
}

void AlgorithmMapChart::mouseMoveEvent(QMouseEvent* event)
{
    m_pointerPosition = event->position();
    if (m_isDragging) {
        Q_EMIT pMoved(workersAt(event->position().x() - m_grabOffset), EditPhase::Move);
        return;
    }
    setCursor(isOverDot(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    update();
}

void AlgorithmMapChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isDragging) {
        FigureView::mouseReleaseEvent(event);
        return;
    }
    m_isDragging = false;
    Q_EMIT pMoved(workersAt(event->position().x() - m_grabOffset), EditPhase::End);
}

void AlgorithmMapChart::leaveEvent(QEvent* event)
{
    m_pointerPosition.reset();
    update();
    FigureView::leaveEvent(event);
}

void AlgorithmMapChart::keyPressEvent(QKeyEvent* event)
{
    int p = m_content.p;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: p -= 1; break;
    case Qt::Key_Right:
    case Qt::Key_Up: p += 1; break;
    case Qt::Key_PageDown: p /= 2; break;
    case Qt::Key_PageUp: p *= 2; break;
    case Qt::Key_Home: p = 2; break;
    case Qt::Key_End: p = m_content.maximumP; break;
    default: FigureView::keyPressEvent(event); return;
    }
    if (m_content.hasDot())
        Q_EMIT pMoved(std::clamp(p, 2, m_content.maximumP), EditPhase::End);
}

}  // namespace scalewright::ui
