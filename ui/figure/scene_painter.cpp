#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "ui/figure/scene.h"

namespace scalewright::ui {

namespace {

QPen penOf(const QColor& color, double width, LineStyle style)
{
    QPen pen(color, width, penStyle(style), Qt::FlatCap, Qt::RoundJoin);
    if (style == LineStyle::Dashed)
        pen.setDashPattern({4, 3});
    else if (style == LineStyle::Dotted)
        pen.setDashPattern({1, 2});
    else if (style == LineStyle::DashDotted)
        pen.setDashPattern({5, 2.5, 1, 2.5});
    else
        pen.setCapStyle(Qt::RoundCap);
    return pen;
}

void paintFlag(QPainter& painter, const QRectF& flag, const Look& look)
{
    QPainterPath shape;
    const double shoulder = flag.top() + 0.67 * flag.height();
    shape.moveTo(flag.topLeft());
    shape.lineTo(flag.topRight());
    shape.lineTo(flag.right(), shoulder);
    shape.lineTo(flag.center().x(), flag.bottom());
    shape.lineTo(flag.left(), shoulder);
    shape.closeSubpath();
    painter.fillPath(shape, look.color(Role::Ink));
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
    if (!marker.flag.isNull())
        paintFlag(painter, marker.flag, look);
}

// A handle is ink around the data's colour: colour says what it is, ink that it can be dragged.
void paintPoint(QPainter& painter, const ScenePoint& point, const Look& look, Role surface)
{
    const QColor color = look.color(point.spec->role);
    if (point.spec->draggable) {
        painter.setPen(QPen(look.color(Role::Ink), look.scaled(1.75)));
        painter.setBrush(look.color(surface));
        painter.drawEllipse(point.at, look.scaled(6.5), look.scaled(6.5));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(point.at, look.scaled(3.75), look.scaled(3.75));
    } else {
        painter.setPen(QPen(color, look.scaled(2)));
        painter.setBrush(point.spec->filled ? color : look.color(surface));
        painter.drawEllipse(point.at, look.scaled(4.25), look.scaled(4.25));
    }
}

void paintMeasured(QPainter& painter, const SceneMeasured& measured, const Look& look, Role surface)
{
    const double half = look.scaled(4.5), whisker = look.scaled(3);
    painter.setPen(QPen(measured.color, look.scaled(1.25)));
    for (const QLineF& bar : measured.bars) {
        painter.drawLine(bar);
        for (const QPointF& end : {bar.p1(), bar.p2()})
            painter.drawLine(QPointF(end.x() - whisker, end.y()), QPointF(end.x() + whisker, end.y()));
    }
    painter.setBrush(look.color(surface));
    for (const QPointF& at : measured.points)
        painter.drawPolygon(QPolygonF{at + QPointF(0, -half), at + QPointF(half, 0), at + QPointF(0, half), at + QPointF(-half, 0)});
}

void paintLabel(QPainter& painter, const SceneLabel& label, const Look& look)
{
    const auto write = [&](const QString& text, TextStyle style, bool bold, Role role, double baseline) {
        const QFont font = look.font(style, bold);
        painter.setFont(font);
        painter.setPen(look.color(role));
        const double left = label.rightAligned ? label.rect.right() - 1 - QFontMetricsF(font).horizontalAdvance(text) : label.rect.left() + 1;
        painter.drawText(QPointF(left, baseline), text);
    };
    if (label.leader) {
        painter.setPen(QPen(look.color(Role::Faint), 1));
        painter.drawLine(*label.leader);
    }
    const double first = look.font(TextStyle::Label).pixelSize(), second = look.font(TextStyle::Small).pixelSize();
    write(label.text, TextStyle::Label, label.bold, label.bold ? Role::Ink : Role::Soft, label.rect.top() + first);
    if (!label.subText.isEmpty())
        write(label.subText, TextStyle::Small, false, Role::Soft, label.rect.top() + std::ceil(1.25 * first) + second);
}

}  // namespace

void paintScene(QPainter& painter, const Scene& scene, const Look& look, Role surface)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    for (const SceneArea& area : scene.areas) {
        painter.setBrush(area.fill);
        painter.drawPolygon(area.polygon);
    }
    painter.setBrush(Qt::NoBrush);
    for (const SceneCurve& curve : scene.curves) {
        painter.setPen(penOf(curve.color, curve.width, curve.style));
        for (const QPolygonF& piece : curve.pieces)
            painter.drawPolyline(piece);
    }
    for (const SceneMarker& marker : scene.markers)
        paintMarker(painter, marker, scene.thumbnail, look);
    for (const SceneMeasured& measured : scene.measured)
        paintMeasured(painter, measured, look, surface);
    for (const ScenePoint& point : scene.points)
        paintPoint(painter, point, look, surface);
    for (const SceneLabel& label : scene.labels)
        paintLabel(painter, label, look);
    if (!scene.emptyText.isEmpty()) {
        painter.setFont(look.font(TextStyle::Body));
        painter.setPen(look.color(Role::Soft));
        painter.drawText(scene.frame, Qt::AlignCenter | Qt::TextWordWrap, scene.emptyText);
    }
}

}  // namespace scalewright::ui
