#include <QPainter>
#include <QPainterPath>
#include <QPaintEngine>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/figure/scene.h"

namespace scalewright::ui {

namespace {

// Qt's rasteriser keeps the cells of a scan line in one list and searches it from the left for every cell: a long flat
// outline costs the square of its width. So on screen outlines are painted in pieces this wide.
constexpr double pieceWidth = 40;

bool isRaster(const QPainter& painter)
{
    return painter.paintEngine()->type() == QPaintEngine::Raster;
}

// The part of a line with ascending x between two x, with its ends on them.
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
    // Cut where pixels of the device meet, so that no seam shows.
    const QTransform device = painter.deviceTransform();
    const auto cutAfter = [&](double x) {
        return (std::floor(device.m11() * (x + pieceWidth) + device.dx()) - device.dx()) / device.m11();
    };
    const bool whole = !isRaster(painter);
    for (double from = left; from < right;) {
        const double to = whole ? right : std::min(right, cutAfter(from));
        QPolygonF polygon;
        appendBetween(polygon, area.upper, from, to, false);
        appendBetween(polygon, area.lower, from, to, true);
        painter.drawPolygon(polygon);
        from = to;
    }
}

// Dash by dash: the library's own dashes would start anew with every piece. Straight ones go out together, for Qt fills
// a line with flat ends at once and has to outline a bent one first.
void paintDashed(QPainter& painter, const QPolygonF& line, QPen pen)
{
    const QVector<double> pattern = pen.dashPattern();
    pen.setStyle(Qt::SolidLine);
    painter.setPen(pen);
    qsizetype part = 0;  // even: a dash, odd: a gap
    double left = pattern.front() * pen.widthF();
    QPolygonF dash{line.front()};
    QVector<QLineF> straight;
    const auto put = [&] {
        if (dash.size() == 2)
            straight.append({dash.front(), dash.back()});
        else if (dash.size() > 2)
            painter.drawPolyline(dash);
    };
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        QPointF from = line[i];
        const QPointF to = line[i + 1];
        for (double length = QLineF(from, to).length(); length > 0;) {
            const double step = std::min(left, length);
            from = step < length ? from + (to - from) * (step / length) : to;
            length -= step;
            left -= step;
            if (part % 2 == 0)
                dash.append(from);
            if (left > 0)
                continue;
            if (part % 2 == 0)
                put();
            part = (part + 1) % pattern.size();
            left = pattern[part] * pen.widthF();
            dash = {from};
        }
    }
    if (part % 2 == 0)
        put();
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
    // Only the ends are round: inside, a round cap is an arc to outline where the pieces overlap anyway.
    QPen inner = pen;
    inner.setCapStyle(Qt::FlatCap);
    QPolygonF piece;
    for (qsizetype i = 0; i < line.size(); ++i) {
        piece.append(line[i]);
        const bool last = i + 1 == line.size();
        if (piece.size() > 1 && (last || line[i].x() - piece.front().x() >= pieceWidth)) {
            painter.setPen(last || piece.front() == line.front() ? pen : inner);
            painter.drawPolyline(piece);
            // The next piece begins a pixel back, so that the joint is covered.
            QLineF back(line[i], line[i - 1]);
            back.setLength(std::min(1.0, back.length()));
            piece = {back.p2(), line[i]};
        }
    }
}

QPen penOf(const QColor& color, double width, LineStyle style)
{
    QPen pen(color, width, penStyle(style), Qt::FlatCap, Qt::BevelJoin);  // round joins cost an arc a point
    if (style == LineStyle::Solid)
        pen.setCapStyle(Qt::RoundCap);
    else
        pen.setDashPattern(dashPattern(style));
    return pen;
}

void paintMarker(QPainter& painter, const SceneMarker& marker, bool thumbnail, const Look& look)
{
    const bool flag = marker.spec->kind == MarkerSpec::Kind::Flag;
    if (flag && thumbnail)
        painter.setPen(penOf(look.color(Role::Ink), look.scaled(1.5), LineStyle::Dotted));
    else if (flag)
        painter.setPen(penOf(look.color(Role::Ink), look.scaled(1.25), LineStyle::Solid));
    else
        painter.setPen(penOf(look.color(marker.spec->role), look.scaled(1.25), LineStyle::Dashed));
    painter.drawLine(marker.line);
    if (marker.flag.isNull())
        return;
    QPainterPath flagPath;
    flagPath.addPolygon(flagShape(marker.flag));
    flagPath.closeSubpath();
    painter.fillPath(flagPath, look.color(Role::Ink));
}

// A handle is ink around the data's colour: colour says what it is, ink that it can be dragged.
void paintPoint(QPainter& painter, const ScenePoint& point, const Look& look, Role surface)
{
    const QColor color = look.color(point.spec->role);
    if (point.spec->draggable) {
        painter.setPen(QPen(look.color(Role::Ink), look.scaled(1.75)));
        painter.setBrush(look.color(surface));
        painter.drawEllipse(point.at, look.scaled(handleRing), look.scaled(handleRing));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(point.at, look.scaled(handleDot), look.scaled(handleDot));
    } else {
        painter.setPen(QPen(color, look.scaled(2)));
        painter.setBrush(point.spec->filled ? color : look.color(surface));
        painter.drawEllipse(point.at, look.scaled(landmarkDot), look.scaled(landmarkDot));
    }
}

void paintMeasured(QPainter& painter, const SceneMeasured& measured, const Look& look, Role surface)
{
    const double whisker = look.scaled(whiskerHalf);
    const QPolygonF shape = measuredShape(look);
    painter.setPen(QPen(measured.color, look.scaled(1.25)));
    for (const QLineF& bar : measured.bars) {
        painter.drawLine(bar);
        for (const QPointF& end : {bar.p1(), bar.p2()})
            painter.drawLine(QPointF(end.x() - whisker, end.y()), QPointF(end.x() + whisker, end.y()));
    }
    painter.setBrush(look.color(surface));
    for (const QPointF& at : measured.points)
        painter.drawPolygon(shape.translated(at));
}

void paintLabel(QPainter& painter, const SceneLabel& label, const Scene& scene, const Look& look, Role surface)
{
    const LabelInk ink = inkOf(label, look);
    if (!ink.ground.isNull()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(surface));
        painter.drawRoundedRect(ink.ground, 3, 3);
    }
    if (label.curve) {
        const SceneCurve& curve = scene.curves[*label.curve];
        paintCurve(painter, {ink.swatch.p1(), ink.swatch.p2()},
                   penOf(mixed(look.color(curve.role), look.color(surface), curve.strength), curve.width, curve.style));
    }
    if (label.area)
        painter.fillRect(ink.patch, look.color(*label.area));
    if (label.leader) {
        painter.setPen(QPen(look.color(Role::Faint), 1));
        painter.drawLine(*label.leader);
    }
    for (const TextLine& line : ink.lines) {
        painter.setFont(look.font(line.style, line.bold));
        painter.setPen(look.color(line.role));
        painter.drawText(line.baseline, line.text);
    }
}

}  // namespace

QColor mixed(const QColor& over, const QColor& under, double alpha)
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

QPolygonF measuredShape(const Look& look)
{
    const double half = look.scaled(4.5);
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

LabelInk inkOf(const SceneLabel& label, const Look& look)
{
    LabelInk ink;
    const double indent = label.swatch, middle = label.rect.center().y();
    if (label.curve)
        ink.swatch = {label.rect.left() + 1, middle, label.rect.left() + indent - 5, middle};
    if (label.area) {
        const double side = look.scaled(10);
        ink.patch = {label.rect.left() + indent - 6 - side, middle - side / 2, side, side};
    }
    if (label.onArea || label.onGridLine)
        ink.ground = label.rect.adjusted(-2, 0, 2, 0);
    const auto write = [&](const QString& text, double width, TextStyle style, bool bold, Role role, double baseline) {
        const double left = label.rightAligned ? label.rect.right() - 1 - width : label.rect.left() + 1 + indent;
        ink.lines.push_back(
            {text, {left, baseline}, {left, label.rect.top(), width, label.rect.height()}, style, bold, role});
    };
    const double first = look.font(TextStyle::Label).pixelSize(), second = look.font(TextStyle::Small).pixelSize();
    write(label.text, label.textWidth, TextStyle::Label, label.bold, label.bold ? Role::Ink : Role::Soft,
          label.rect.top() + first);
    if (!label.subText.isEmpty())
        write(label.subText, label.subTextWidth, TextStyle::Small, false, Role::Soft,
              label.rect.top() + std::ceil(1.25 * first) + second);
    return ink;
}

void paintBands(QPainter& painter, const Scene& scene, const Look& look, Role surface)
{
    for (const SceneArea& band : scene.bands) {
        // One band alone is mixed beforehand: an opaque fill is several times as fast. Several have to show where they
        // overlap.
        QColor fill = look.color(band.role);
        if (scene.bands.size() == 1)
            fill = mixed(fill, look.color(surface), band.alpha);
        else
            fill.setAlphaF(static_cast<float>(band.alpha));
        paintArea(painter, band, fill);
    }
}

void paintScene(QPainter& painter, const Scene& scene, const Look& look, Role surface)
{
    for (const SceneArea& area : scene.areas)
        paintArea(painter, area, mixed(look.color(area.role), look.color(surface), area.alpha));
    painter.setBrush(Qt::NoBrush);
    for (const SceneCurve& curve : scene.curves) {
        const QPen pen =
            penOf(mixed(look.color(curve.role), look.color(surface), curve.strength), curve.width, curve.style);
        for (const QPolygonF& piece : curve.pieces)
            paintCurve(painter, piece, pen);
    }
    painter.setPen(QPen(look.color(Role::Soft), look.scaled(1.25)));
    for (const QLineF& stroke : scene.breaks)
        painter.drawLine(stroke);
    for (const SceneMarker& marker : scene.markers)
        paintMarker(painter, marker, scene.thumbnail, look);
    for (const SceneMeasured& measured : scene.measured)
        paintMeasured(painter, measured, look, surface);
    for (const ScenePoint& point : scene.points)
        paintPoint(painter, point, look, surface);
    for (const SceneLabel& label : scene.labels)
        paintLabel(painter, label, scene, look, surface);
    if (!scene.emptyText.isEmpty()) {
        painter.setFont(look.font(TextStyle::Body));
        painter.setPen(look.color(Role::Soft));
        painter.drawText(scene.frame, Qt::AlignCenter | Qt::TextWordWrap, scene.emptyText);
    }
}

}  // namespace scalewright::ui
