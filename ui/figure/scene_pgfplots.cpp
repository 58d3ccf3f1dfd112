#include "ui/figure/scene_pgfplots.h"

#include <cmath>
#include <utility>

namespace scalewright::ui {

namespace {

std::string hex(const QColor& color)
{
    return color.name().mid(1).toUpper().toStdString();
}

PgfAxis axisOf(const AxisLayout& layout)
{
    PgfAxis axis{.title = layout.title.toStdString(),
                 .low = layout.low,
                 .high = layout.high,
                 .ticks = layout.ticks,
                 .labels = {}};
    axis.logBase = layout.scale == AxisScale::Log2 ? 2 : layout.scale == AxisScale::Log10 ? 10 : 0;
    for (const QString& label : layout.labels)
        axis.labels.push_back(label.toStdString());
    return axis;
}

class Converter {
public:
    Converter(const Scene& scene, const AxisMap& x, const AxisMap& y, const Look& look)
        : m_scene(scene), m_x(x), m_y(y), m_look(look), m_surface(look.color(Role::Card))
    {
    }

    std::vector<PgfItem> items()
    {
        // Several bands have to show where they overlap, as on screen.
        for (const SceneArea& band : m_scene.bands)
            if (m_scene.bands.size() == 1)
                addArea(band, mixed(m_look.color(band.role), m_surface, band.alpha), 1);
            else
                addArea(band, m_look.color(band.role), band.alpha);
        for (const SceneArea& area : m_scene.areas)
            addArea(area, mixed(m_look.color(area.role), m_surface, area.alpha), 1);
        for (const SceneCurve& curve : m_scene.curves)
            for (const QPolygonF& piece : curve.pieces)
                addLine(piece, strokeOf(curve), curve.name);
        for (const QLineF& cut : m_scene.breaks)
            addLine({cut.p1(), cut.p2()}, stroke(m_look.color(Role::Soft), m_look.scaled(1.25)));
        for (const SceneMarker& marker : m_scene.markers)
            addMarker(marker);
        for (const SceneMeasured& measured : m_scene.measured)
            addMeasured(measured);
        for (const ScenePoint& point : m_scene.points)
            addPoint(point);
        for (const SceneLabel& label : m_scene.labels)
            addLabel(label);
        return std::move(m_items);
    }

private:
    [[nodiscard]] PgfPoint place(QPointF at) const { return {m_x.toValue(at.x()), m_y.toValue(at.y())}; }

    [[nodiscard]] std::vector<PgfPoint> places(const QPolygonF& line) const
    {
        std::vector<PgfPoint> points;
        for (const QPointF& at : line)
            points.push_back(place(at));
        return points;
    }

    [[nodiscard]] static PgfStroke stroke(const QColor& color, double width, LineStyle style = LineStyle::Solid)
    {
        PgfStroke stroke{.colour = hex(color), .widthPt = width * pointsPerPixel, .dashPt = {}};
        for (const double part : dashPattern(style))
            stroke.dashPt.push_back(part * stroke.widthPt);
        return stroke;
    }

    [[nodiscard]] PgfStroke strokeOf(const SceneCurve& curve) const
    {
        return stroke(mixed(m_look.color(curve.role), m_surface, curve.strength), curve.width, curve.style);
    }

    void addLine(const QPolygonF& line, const PgfStroke& stroke, const QString& name = {})
    {
        m_items.emplace_back(PgfLine{places(line), stroke, name.toStdString()});
    }

    void addArea(const SceneArea& area, const QColor& color, double opacity)
    {
        QPolygonF outline = area.upper;
        for (auto point = area.lower.crbegin(); point != area.lower.crend(); ++point)
            outline.append(*point);
        m_items.emplace_back(PgfArea{places(outline), hex(color), opacity});
    }

    void addShape(const QPolygonF& shape, const QColor& fill, const PgfStroke& stroke)
    {
        m_items.emplace_back(PgfArea{places(shape), hex(fill), 1});
        if (stroke.widthPt > 0)
            m_items.emplace_back(PgfLine{places(shape), stroke, {}});
    }

    void addMark(QPointF at, double radius, const QColor& fill, const PgfStroke& stroke)
    {
        m_items.emplace_back(PgfMark{place(at), radius * pointsPerPixel, {}, hex(fill), stroke});
    }

    /// `shape` around the origin, y downwards as on screen.
    void addMark(QPointF at, const QPolygonF& shape, const QColor& fill, const PgfStroke& stroke)
    {
        PgfMark mark{place(at), 0, {}, hex(fill), stroke};
        for (const QPointF& corner : shape)
            mark.outlinePt.push_back({corner.x() * pointsPerPixel, -corner.y() * pointsPerPixel});
        m_items.emplace_back(std::move(mark));
    }

    static PgfStroke none() { return {.colour = "000000", .widthPt = 0, .dashPt = {}}; }

    void addMarker(const SceneMarker& marker)
    {
        const bool flag = marker.spec->kind == MarkerSpec::Kind::Flag;
        addLine({marker.line.p1(), marker.line.p2()},
                stroke(m_look.color(flag ? Role::Ink : marker.spec->role), m_look.scaled(1.25),
                       flag ? LineStyle::Solid : LineStyle::Dashed),
                marker.spec->label);
        if (!marker.flag.isNull()) {
            const QPointF at = marker.flag.center();
            addMark(at, flagShape(marker.flag).translated(-at), m_look.color(Role::Ink), none());
        }
    }

    void addMeasured(const SceneMeasured& measured)
    {
        const PgfStroke line = stroke(measured.color, m_look.scaled(1.25));
        const double whisker = m_look.scaled(whiskerHalf);
        for (const QLineF& bar : measured.bars) {
            addLine({bar.p1(), bar.p2()}, line);
            for (const QPointF& end : {bar.p1(), bar.p2()})
                addLine({end - QPointF(whisker, 0), end + QPointF(whisker, 0)}, line);
        }
        for (const QPointF& at : measured.points)
            addMark(at, measuredShape(m_look), m_surface, line);
    }

    void addPoint(const ScenePoint& point)
    {
        const QColor color = m_look.color(point.spec->role);
        if (point.spec->draggable) {
            addMark(point.at, m_look.scaled(handleRing), m_surface,
                    stroke(m_look.color(Role::Ink), m_look.scaled(1.75)));
            addMark(point.at, m_look.scaled(handleDot), color, none());
        } else {
            addMark(point.at, m_look.scaled(landmarkDot), point.spec->filled ? color : m_surface,
                    stroke(color, m_look.scaled(2)));
        }
    }

    void addLabel(const SceneLabel& label)
    {
        const LabelInk ink = inkOf(label, m_look);
        const auto corners = [](const QRectF& rect) {
            return QPolygonF{rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()};
        };
        if (!ink.ground.isNull())
            addShape(corners(ink.ground), m_surface, none());
        if (label.curve)
            addLine({ink.swatch.p1(), ink.swatch.p2()}, strokeOf(m_scene.curves[*label.curve]));
        if (label.area)
            addShape(corners(ink.patch), m_look.color(*label.area), none());
        if (label.leader)
            addLine({label.leader->p1(), label.leader->p2()}, stroke(m_look.color(Role::Faint), 1));
        for (const TextLine& line : ink.lines) {
            const QPointF at(label.rightAligned ? line.box.right() : line.baseline.x(), line.baseline.y());
            m_items.emplace_back(PgfText{place(at), line.text.toStdString(),
                                         std::floor(pointsPerPixel * m_look.font(line.style).pixelSize()), line.bold,
                                         label.rightAligned, hex(m_look.color(line.role))});
        }
    }

    const Scene& m_scene;
    const AxisMap& m_x;
    const AxisMap& m_y;
    const Look& m_look;
    QColor m_surface;
    std::vector<PgfItem> m_items;
};

}  // namespace

PgfplotsFigure pgfplotsOf(const Scene& scene, const AxisLayout& xAxis, const AxisLayout& yAxis, const AxisMap& x,
                          const AxisMap& y, const Look& look)
{
    PgfplotsFigure figure;
    figure.x = axisOf(xAxis);
    figure.y = axisOf(yAxis);
    figure.widthPt = scene.frame.width() * pointsPerPixel;
    figure.heightPt = scene.frame.height() * pointsPerPixel;
    figure.sizePt = std::floor(pointsPerPixel * look.font(TextStyle::Label).pixelSize());
    figure.axisColour = hex(look.color(Role::Hairline));
    figure.textColour = hex(look.color(Role::Soft));
    figure.items = Converter(scene, x, y, look).items();
    return figure;
}

}  // namespace scalewright::ui
