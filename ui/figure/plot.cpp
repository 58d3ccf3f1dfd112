// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/plot.h"

#include <algorithm>
#include <cmath>

#include "core/output/chart/text_width.h"
#include "ui/figure/painter_canvas.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// The layout is clipped already, and marks at the edge of the frame are drawn in full.
template <typename Plottable>
class Unclipped : public Plottable {
public:
    using Plottable::Plottable;

protected:
    [[nodiscard]] QRect clipRect() const override { return this->parentPlot()->viewport(); }
};

// Qt's rasterizer keeps the cells of a scan line in a list and searches it from the left for each cell, so the cost of a
// long flat outline grows with the square of its width. Lines are therefore drawn in pieces of this width.
constexpr double pieceWidth = 40;

class Graph : public Unclipped<QCPGraph> {
public:
    using Unclipped::Unclipped;

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& line) const override
    {
        applyDefaultAntialiasingHint(painter);
        QPen pen = mPen;
        pen.setCapStyle(Qt::FlatCap);
        double length = 0;  // up to the piece: dashes continue from piece to piece
        QPolygonF piece;
        for (qsizetype i = 0; i < line.size(); ++i) {
            piece.append(line[i]);
            const bool isLast = i + 1 == line.size();
            if (piece.size() < 2 || (!isLast && line[i].x() - piece.front().x() < pieceWidth))
                continue;
            const bool isEnd = isLast || piece.front() == line.front();
            pen.setCapStyle(isEnd ? mPen.capStyle() : Qt::FlatCap);
            if (pen.style() != Qt::SolidLine)
                pen.setDashOffset(length / pen.widthF());
            painter->setPen(pen);
            painter->drawPolyline(piece);
            // The next piece starts up to one pixel back to cover the joint.
            for (qsizetype k = 1; k < piece.size(); ++k)
                length += QLineF(piece[k - 1], piece[k]).length();
            QLineF back(line[i], line[i - 1]);
            back.setLength(std::min(1.0, back.length()));
            length -= back.length();
            piece = {back.p2(), line[i]};
        }
    }
};

void setPoints(QCPCurve& curve, const Polyline& line)
{
    QVector<QCPCurveData> points;
    for (const Point& at : line)
        points.append({double(points.size()), at.x, at.y});
    curve.data()->set(points, true);
}

void place(QCPItemPosition* position, Point at)
{
    position->setType(QCPItemPosition::ptAbsolute);
    position->setPixelPosition({at.x, at.y});
}

}  // namespace

Plot::Plot(QWidget* parent) : QCustomPlot(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setMinimumSize(1, 1);
    mReplotting = true;  // turns replot() off, and with it the paint buffers: paintEvent draws into the window
    setAntialiasedElements(QCP::aeAll);
    setNotAntialiasedElements(QCP::aeAxes | QCP::aeGrid);
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setMinimumMargins({});
    plotLayout()->setMargins({});
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
        axis->setSubTicks(false);
    }
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setZeroLinePen(Qt::NoPen);
    yAxis->setRangeReversed(true);
}

void Plot::paintEvent(QPaintEvent*)
{
    prepare();
    QCPPainter painter(this);
    toPainter(&painter);
}

void Plot::startLayer(Layer layer)
{
    setCurrentLayer(layer == Layer::BelowGrid ? QStringLiteral("background")
                    : layer == Layer::Data    ? QStringLiteral("main")
                                              : QStringLiteral("legend"));
}

void Plot::drawLine(const Polyline& line, const Stroke& stroke)
{
    const QPen pen = penOf(stroke);
    if (line.size() == 2) {
        auto* item = new QCPItemLine(this);
        place(item->start, line.front());
        place(item->end, line.back());
        item->setPen(pen);
        item->setClipToAxisRect(false);
        return;
    }
    if (!std::is_sorted(line.begin(), line.end(), [](Point a, Point b) { return a.x < b.x; })) {
        auto* curve = new Unclipped<QCPCurve>(xAxis, yAxis);
        setPoints(*curve, line);
        curve->setPen(pen);
        return;
    }
    auto* graph = new Graph(xAxis, yAxis);
    QVector<QCPGraphData> points;
    for (const Point& at : line)
        points.append({at.x, at.y});
    graph->data()->set(points, true);
    graph->setPen(pen);
}

void Plot::fillArea(const Polyline& outline, std::uint32_t color, double opacity)
{
    // Qt blends tall translucent areas on several threads, which takes longer than it saves. Below the first area is only
    // the background.
    QColor fill = QColor::fromRgb(plottableCount() == 0 ? chart::blendColors(color, m_surface, opacity) : color);
    if (plottableCount() > 0)
        fill.setAlphaF(static_cast<float>(opacity));
    auto* area = new Unclipped<QCPCurve>(xAxis, yAxis);
    setPoints(*area, outline);
    area->setPen(Qt::NoPen);
    area->setBrush(fill);
}

void Plot::drawCircle(Point centre, double radius, std::uint32_t fill, const Stroke& stroke)
{
    auto* item = new QCPItemEllipse(this);
    place(item->topLeft, centre - Point{radius, radius});
    place(item->bottomRight, centre + Point{radius, radius});
    item->setPen(penOf(stroke));
    item->setBrush(QColor::fromRgb(fill));
    item->setClipToAxisRect(false);
}

void Plot::drawText(const TextPiece& text, std::uint32_t color)
{
    const QFont font = fontOf(text);
    auto* item = new QCPItemText(this);
    place(item->position, text.position - Point{0, double(QFontMetrics(font).ascent())});
    item->setPositionAlignment((text.anchor == TextPiece::Anchor::End      ? Qt::AlignRight
                                : text.anchor == TextPiece::Anchor::Middle ? Qt::AlignHCenter
                                                                           : Qt::AlignLeft) |
                               Qt::AlignTop);
    item->setText(toQString(text.text));
    item->setFont(font);
    item->setColor(QColor::fromRgb(color));
    item->setPadding({});
    item->setClipToAxisRect(false);
}

void Plot::drawErrorBars(const PlacedMeasured& measured, double whisker, const Stroke& stroke)
{
    if (measured.bars.empty())
        return;
    auto* centres = new QCPGraph(xAxis, yAxis);
    centres->setLineStyle(QCPGraph::lsNone);
    auto* errors = new Unclipped<QCPErrorBars>(xAxis, yAxis);
    errors->setDataPlottable(centres);
    errors->setPen(penOf(stroke));
    errors->setWhiskerWidth(2 * whisker);
    errors->setSymbolGap(0);
    for (const Segment& bar : measured.bars) {
        const Point centre = bar.pointAt(0.5);
        centres->addData(centre.x, centre.y);
        errors->addData(bar.length() / 2);
    }
}

void Plot::drawBox(const Rect& rect, const QBrush& fill, const QPen& pen)
{
    auto* item = new QCPItemRect(this);
    place(item->topLeft, {rect.left, rect.top});
    place(item->bottomRight, {rect.right, rect.bottom});
    item->setPen(pen);
    item->setBrush(fill);
    item->setClipToAxisRect(false);
}

void Plot::setAxis(QCPAxis* axis, const AxisLayout& axisLayout, const AxisMap& map)
{
    axis->setLabel(toQString(axisLayout.title));
    auto ticker = qSharedPointerCast<QCPAxisTickerText>(axis->ticker());
    ticker->clear();
    for (std::size_t i = 0; i < axisLayout.ticks.size(); ++i)
        // Rounded as the range is; otherwise a tick at its end could lie outside.
        ticker->addTick(qRound(map.toPixel(axisLayout.ticks[i])), toQString(axisLayout.labels[i]));
    const bool isX = axis == xAxis, hasTicks = !axisLayout.ticks.empty();
    const QFont font = m_style.font(TextStyle::Label);
    axis->setTickLabelFont(font);
    axis->setLabelFont(font);
    axis->setTickLabelColor(m_style.color(ColorRole::SoftInk));
    axis->setLabelColor(m_style.color(ColorRole::SoftInk));
    axis->setTicks(hasTicks);
    axis->setTickLabels(hasTicks);
    axis->setBasePen(isX ? QPen(m_style.color(ColorRole::Hairline), 1) : QPen(Qt::NoPen));
    axis->setTickPen(isX ? QPen(m_style.color(ColorRole::FaintInk), 1) : QPen(Qt::NoPen));
    axis->setTickLength(0, isX ? static_cast<int>(m_style.scaledLength(4)) : 0);
    axis->setTickLabelPadding(isX ? 5 : 10);
    axis->setLabelPadding(isX ? 3 : 8);
    axis->grid()->setPen(QPen(m_style.color(ColorRole::Hairline), 1));
}

void Plot::setContent(const ChartLayout& content, const VisualStyle& style, ColorRole surface)
{
    clearPlottables();
    clearItems();
    m_style = style;
    m_surface = color(surface);
    setBackground(QBrush(style.color(surface)));
    setAxis(xAxis, content.x, content.xMap);
    setAxis(yAxis, content.y, content.yMap);
    yAxis->grid()->setVisible(!content.y.ticks.empty());
    if (content.bands.empty() && content.areas.empty() && content.curves.empty() && content.measured.empty() &&
        content.points.empty())
        xAxis->setBasePen(Qt::NoPen);  // nothing to measure
    // The axes count pixels, so that no value is mapped twice. QCustomPlot draws the end of a vertical axis in the
    // rectangle's last row of pixels, and its beginning in the row above the first.
    const Rect& frame = content.frame;
    const int left = qRound(frame.left), top = qRound(frame.top), right = qRound(frame.right),
              bottom = qRound(frame.bottom);
    axisRect()->setMargins({left, top + 1, width() - right, height() - bottom - 1});
    xAxis->setRange(left, right);
    yAxis->setRange(top, bottom);
    drawChart(content, *this, style.dark, surface);
}

void Plot::setOverlay(const ChartLayout& content, const ReadOut& readOut, double x,
                      const std::optional<Rect>& focusRing)
{
    QCPLayer* overlay = layer(QStringLiteral("overlay"));
    setCurrentLayer(overlay);
    for (int i = itemCount() - 1; i >= 0; --i)
        if (item(i)->layer() == overlay)
            removeItem(i);
    if (focusRing)
        drawBox(*focusRing, Qt::NoBrush, QPen(m_style.color(ColorRole::Ink), 2));
    if (!readOut.rows.empty()) {
        const Rect& frame = content.frame;
        drawLine({{x, frame.top}, {x, frame.bottom}}, {color(ColorRole::FaintInk), 1});
        for (const ReadOutRow& row : readOut.rows)
            if (row.y && content.yMap.canMap(*row.y))
                if (const Point at{x, content.yMap.toPixel(*row.y)}; frame.contains(at))
                    drawCircle(at, m_style.scaledLength(4), color(row.role), {color(ColorRole::Card), 1.5});
        const double size = content.style.label, line = std::ceil(1.5 * size), padding = 8, gap = 14, stroke = 2.5;
        double swatch = 18, names = 0, values = 0;
        for (const ReadOutRow& row : readOut.rows) {
            swatch = std::max(swatch, stroke * patternLength(row.style) + 6);
            names = std::max(names, textWidth(row.name, size));
            values = std::max(values, textWidth(row.value, size, true));
        }
        const Size boxSize{
            std::ceil(std::max(textWidth(readOut.heading, size, true), swatch + names + gap + values) + 2 * padding),
            line * static_cast<double>(readOut.rows.size() + 1) + 1.2 * padding};
        const double left = x + 12 + boxSize.width > frame.right - 4 ? x - 12 - boxSize.width : x + 12;
        const Rect box({std::max(left, 2.0), std::max(frame.bottom - 8 - boxSize.height, 2.0)}, boxSize);
        drawBox(box, m_style.color(ColorRole::Card), QPen(m_style.color(ColorRole::Hairline), 1));
        Point at{box.left + padding, box.top + padding + size};
        drawText({readOut.heading, at, size, true}, color(ColorRole::Ink));
        for (const ReadOutRow& row : readOut.rows) {
            at.y += line;
            const double middle = at.y - 0.36 * size;
            drawLine({{at.x, middle}, {at.x + swatch - 6, middle}}, {color(row.role), stroke, row.style});
            drawText({row.name, at + Point{swatch, 0}, size}, color(ColorRole::SoftInk));
            drawText({row.value, {box.right - padding, at.y}, size, true, TextPiece::Anchor::End},
                     color(ColorRole::Ink));
        }
    }
}

}  // namespace scalewright::ui
