// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/figure/scene.h"

namespace scalewright::ui {

namespace {

// Qt's rasteriser keeps the cells of a scan line in a list and searches it from the left for each cell, so the cost of
// a long flat outline grows with the square of its width. On screen, outlines are therefore painted in pieces of this
// width.
constexpr double pieceWidth = 40;

bool isRaster(const QPainter& painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

// Appends the part of a line with ascending x between two values of x, including interpolated end points.
void appendBetween(QPolygonF& out, const QPolygonF& line, double from, double to, bool backwards)
{
    const auto xBefore = [](const QPointF& point, double x) { return point.x() < x; };
    const auto at = [&](double x) {
        auto right = std::lower_bound(line.begin(), line.end(), x, xBefore);
        if (right == line.begin() || right == line.end())
            right == line.end() ? --right : right;
        if (right == line.begin() || right->x() <= x)
            return QPointF(x, right->y());
        const QPointF left = *(right - 1);
        return QPointF(x, left.y() + (right->y() - left.y()) * (x - left.x()) / (right->x() - left.x()));
    };
    const qsizetype start = out.size();
    out.append(at(from));
    for (auto point =
             std::upper_bound(line.begin(), line.end(), from, [](double x, const QPointF& p) { return x < p.x(); });
         point != line.end() && point->x() < to; ++point)
        out.append(*point);
    out.append(at(to));
    if (backwards)
        std::reverse(out.begin() + start, out.end());
}

void paintArea(QPainter& painter, const SceneArea& area, const QColor& fill)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    const double left = std::max(area.upper.front().x(), area.lower.front().x()),
                 right = std::min(area.upper.back().x(), area.lower.back().x());
    // Cut at device pixel boundaries, so that no seam is visible.
    const QTransform device = painter.deviceTransform();
    const auto nextCut = [&](double x) {
        return (std::floor(device.m11() * (x + pieceWidth) + device.dx()) - device.dx()) / device.m11();
    };
    const bool paintsAtOnce = !isRaster(painter);
    for (double from = left; from < right;) {
        const double to = paintsAtOnce ? right : std::min(right, nextCut(from));
        QPolygonF polygon;
        appendBetween(polygon, area.upper, from, to, false);
        appendBetween(polygon, area.lower, from, to, true);
        painter.drawPolygon(polygon);
        from = to;
    }
}

// Paints each dash separately, because Qt's dashes would restart with every piece. Straight dashes are drawn together:
// Qt fills a straight line with flat caps directly, but must first outline a bent one.
void paintDashed(QPainter& painter, const QPolygonF& line, QPen pen)
{
    const QVector<double> pattern = pen.dashPattern();
    pen.setStyle(Qt::SolidLine);
    painter.setPen(pen);
    qsizetype part = 0;  // even: a dash, odd: a gap
    double remaining = pattern.front() * pen.widthF();
    QPolygonF dash{line.front()};
    QVector<QLineF> straight;
    const auto drawDash = [&] {
        if (dash.size() == 2)
            straight.append({dash.front(), dash.back()});
        else if (dash.size() > 2)
            painter.drawPolyline(dash);
    };
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        QPointF from = line[i];
        const QPointF to = line[i + 1];
        for (double length = QLineF(from, to).length(); length > 0;) {
            const double step = std::min(remaining, length);
            from = step < length ? from + (to - from) * (step / length) : to;
            length -= step;
            remaining -= step;
            if (part % 2 == 0)
                dash.append(from);
            if (remaining > 0)
                continue;
            if (part % 2 == 0)
                drawDash();
            part = (part + 1) % pattern.size();
            remaining = pattern[part] * pen.widthF();
            dash = {from};
        }
    }
    if (part % 2 == 0)
        drawDash();
    painter.drawLines(straight);
}

void paintCurve(QPainter& painter, const QPolygonF& line, const QPen& pen)
{
    if (isRaster(painter) && pen.style() != Qt::SolidLine) {
        paintDashed(painter, line, pen);
        return;
    }
    painter.setPen(pen);
    if (!isRaster(painter)) {
        painter.drawPolyline(line);
        return;
    }
    // Only the two ends are round: in between, a round cap would add arcs where the pieces overlap anyway.
    QPen inner = pen;
    inner.setCapStyle(Qt::FlatCap);
    QPolygonF piece;
    for (qsizetype i = 0; i < line.size(); ++i) {
        piece.append(line[i]);
        const bool last = i + 1 == line.size();
        if (piece.size() > 1 && (last || line[i].x() - piece.front().x() >= pieceWidth)) {
            painter.setPen(last || piece.front() == line.front() ? pen : inner);
            painter.drawPolyline(piece);
            // The next piece starts one pixel back to cover the joint.
            QLineF back(line[i], line[i - 1]);
            back.setLength(std::min(1.0, back.length()));
            piece = {back.p2(), line[i]};
        }
    }
}

QPen penOf(const QColor& color, double width, LineStyle style)
{
    // Round joins would cost one arc per point.
    QPen pen(color, width, toQtPenStyle(style), Qt::FlatCap, Qt::BevelJoin);
    if (style == LineStyle::Solid)
        pen.setCapStyle(Qt::RoundCap);
    else
        pen.setDashPattern(dashPattern(style));
    return pen;
}

void paintMarker(QPainter& painter, const SceneMarker& marker, bool thumbnail, const VisualStyle& visualStyle)
{
    const bool flag = marker.spec->kind == MarkerSpec::Kind::Flag;
    if (flag && thumbnail)
        painter.setPen(penOf(visualStyle.color(ColorRole::Ink), visualStyle.scaledLength(1.5), LineStyle::Dotted));
    else if (flag)
        painter.setPen(penOf(visualStyle.color(ColorRole::Ink), visualStyle.scaledLength(1.25), LineStyle::Solid));
    else
        painter.setPen(penOf(visualStyle.color(marker.spec->role), visualStyle.scaledLength(1.25), LineStyle::Dashed));
    painter.drawLine(marker.line);
    if (marker.flag.isNull())
        return;
    QPainterPath flagPath;
    flagPath.addPolygon(flagShape(marker.flag));
    flagPath.closeSubpath();
    painter.fillPath(flagPath, visualStyle.color(ColorRole::Ink));
}

// A draggable handle is an ink ring around the data's colour: the colour identifies the data, ink means draggable.
void paintPoint(QPainter& painter, const ScenePoint& point, const VisualStyle& visualStyle, ColorRole surface)
{
    const QColor color = visualStyle.color(point.spec->role);
    if (point.spec->draggable) {
        painter.setPen(QPen(visualStyle.color(ColorRole::Ink), visualStyle.scaledLength(1.75)));
        painter.setBrush(visualStyle.color(surface));
        painter.drawEllipse(point.position, visualStyle.scaledLength(handleRingRadius),
                            visualStyle.scaledLength(handleRingRadius));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(point.position, visualStyle.scaledLength(handleDotRadius),
                            visualStyle.scaledLength(handleDotRadius));
    } else {
        painter.setPen(QPen(color, visualStyle.scaledLength(2)));
        painter.setBrush(point.spec->filled ? color : visualStyle.color(surface));
        painter.drawEllipse(point.position, visualStyle.scaledLength(landmarkDotRadius),
                            visualStyle.scaledLength(landmarkDotRadius));
    }
}

void paintMeasured(QPainter& painter, const SceneMeasured& measured, const VisualStyle& visualStyle, ColorRole surface)
{
    const double whisker = visualStyle.scaledLength(whiskerHalfWidth);
    const QPolygonF shape = measuredMarkShape(visualStyle);
    painter.setPen(QPen(measured.color, visualStyle.scaledLength(1.25)));
    for (const QLineF& bar : measured.bars) {
        painter.drawLine(bar);
        for (const QPointF& end : {bar.p1(), bar.p2()})
            painter.drawLine(QPointF(end.x() - whisker, end.y()), QPointF(end.x() + whisker, end.y()));
    }
    painter.setBrush(visualStyle.color(surface));
    for (const QPointF& at : measured.points)
        painter.drawPolygon(shape.translated(at));
}

void paintLabel(QPainter& painter, const SceneLabel& label, const Scene& scene, const VisualStyle& visualStyle,
                ColorRole surface)
{
    const LabelDrawing ink = layOutLabel(label, visualStyle);
    if (!ink.backgroundRect.isNull()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(visualStyle.color(surface));
        painter.drawRoundedRect(ink.backgroundRect, 3, 3);
    }
    if (label.curveIndex) {
        const SceneCurve& curve = scene.curves[*label.curveIndex];
        paintCurve(painter, {ink.swatch.p1(), ink.swatch.p2()},
                   penOf(blendColors(visualStyle.color(curve.role), visualStyle.color(surface), curve.opacity),
                         curve.width, curve.style));
    }
    if (label.areaColorRole)
        painter.fillRect(ink.areaPatch, visualStyle.color(*label.areaColorRole));
    if (label.leader) {
        painter.setPen(QPen(visualStyle.color(ColorRole::FaintInk), 1));
        painter.drawLine(*label.leader);
    }
    for (const TextLine& line : ink.lines) {
        painter.setFont(visualStyle.font(line.style, line.bold));
        painter.setPen(visualStyle.color(line.role));
        painter.drawText(line.baseline, line.text);
    }
}

}  // namespace

QColor blendColors(const QColor& over, const QColor& under, double alpha)
{
    const auto mix = [alpha](int a, int b) { return static_cast<int>(std::lround(alpha * a + (1 - alpha) * b)); };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
}

QVector<double> dashPattern(LineStyle style)
{
    switch (style) {
    case LineStyle::Solid: return {};
    case LineStyle::Dashed: return {4.5, 3.5};
    case LineStyle::Dotted: return {1, 2};
    case LineStyle::DashDotted: return {5, 2.5, 1, 2.5};
    }
    return {};
}

double patternLength(LineStyle style)
{
    const QVector<double> pattern = dashPattern(style);
    return pattern.isEmpty() ? 0 : std::accumulate(pattern.begin(), pattern.end(), pattern.front());
}

QPolygonF measuredMarkShape(const VisualStyle& visualStyle)
{
    const double half = visualStyle.scaledLength(4.5);
    return {{0, -half}, {half, 0}, {0, half}, {-half, 0}};
}

QPolygonF flagShape(const QRectF& flag)
{
    const double shoulder = flag.top() + 0.67 * flag.height();
    return {flag.topLeft(),
            flag.topRight(),
            {flag.right(), shoulder},
            {flag.center().x(), flag.bottom()},
            {flag.left(), shoulder}};
}

LabelDrawing layOutLabel(const SceneLabel& label, const VisualStyle& visualStyle)
{
    LabelDrawing ink;
    const double indent = label.swatchWidth, middle = label.rect.center().y();
    if (label.curveIndex)
        ink.swatch = {label.rect.left() + 1, middle, label.rect.left() + indent - 5, middle};
    if (label.areaColorRole) {
        const double side = visualStyle.scaledLength(10);
        ink.areaPatch = {label.rect.left() + indent - 6 - side, middle - side / 2, side, side};
    }
    if (label.isOnArea || label.isOnGridLine)
        ink.backgroundRect = label.rect.adjusted(-2, 0, 2, 0);
    const auto write = [&](const QString& text, double width, TextStyle style, bool bold, ColorRole role,
                           double baseline) {
        const double left = label.rightAligned ? label.rect.right() - 1 - width : label.rect.left() + 1 + indent;
        ink.lines.push_back(
            {text, {left, baseline}, {left, label.rect.top(), width, label.rect.height()}, style, bold, role});
    };
    const double first = visualStyle.font(TextStyle::Label).pixelSize(),
                 second = visualStyle.font(TextStyle::Small).pixelSize();
    write(label.text, label.textWidth, TextStyle::Label, label.bold, label.bold ? ColorRole::Ink : ColorRole::SoftInk,
          label.rect.top() + first);
    if (!label.subText.isEmpty())
        write(label.subText, label.subTextWidth, TextStyle::Small, false, ColorRole::SoftInk,
              label.rect.top() + std::ceil(1.25 * first) + second);
    return ink;
}

void paintBands(QPainter& painter, const Scene& scene, const VisualStyle& visualStyle, ColorRole surface)
{
    for (const SceneArea& band : scene.bands) {
        // A single band is blended beforehand, since an opaque fill is several times faster. Several bands must remain
        // visible where they overlap.
        QColor fill = visualStyle.color(band.role);
        if (scene.bands.size() == 1)
            fill = blendColors(fill, visualStyle.color(surface), band.alpha);
        else
            fill.setAlphaF(static_cast<float>(band.alpha));
        paintArea(painter, band, fill);
    }
}

void paintScene(QPainter& painter, const Scene& scene, const VisualStyle& visualStyle, ColorRole surface)
{
    for (const SceneArea& area : scene.areas)
        paintArea(painter, area, blendColors(visualStyle.color(area.role), visualStyle.color(surface), area.alpha));
    painter.setBrush(Qt::NoBrush);
    for (const SceneCurve& curve : scene.curves) {
        const QPen pen = penOf(blendColors(visualStyle.color(curve.role), visualStyle.color(surface), curve.opacity),
                               curve.width, curve.style);
        for (const QPolygonF& piece : curve.pieces)
            paintCurve(painter, piece, pen);
    }
    painter.setPen(QPen(visualStyle.color(ColorRole::SoftInk), visualStyle.scaledLength(1.25)));
    for (const QLineF& stroke : scene.axisBreaks)
        painter.drawLine(stroke);
    for (const SceneMarker& marker : scene.markers)
        paintMarker(painter, marker, scene.isThumbnail, visualStyle);
    for (const SceneMeasured& measured : scene.measured)
        paintMeasured(painter, measured, visualStyle, surface);
    for (const ScenePoint& point : scene.points)
        paintPoint(painter, point, visualStyle, surface);
    for (const SceneLabel& label : scene.labels)
        paintLabel(painter, label, scene, visualStyle, surface);
    if (!scene.emptyText.isEmpty()) {
        painter.setFont(visualStyle.font(TextStyle::Body));
        painter.setPen(visualStyle.color(ColorRole::SoftInk));
        painter.drawText(scene.frame, Qt::AlignCenter | Qt::TextWordWrap, scene.emptyText);
    }
}

}  // namespace scalewright::ui
