// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/scene_pgfplots.h"

#include <cmath>
#include <utility>

namespace scalewright::ui {

namespace {

std::string hexColor(const QColor& color)
{
    return color.name().mid(1).toUpper().toStdString();
}

PgfAxis pgfAxisOf(const AxisLayout& layout)
{
    PgfAxis axis{.title = layout.title.toStdString(),
                 .minimum = layout.low,
                 .maximum = layout.high,
                 .ticks = layout.ticks,
                 .labels = {}};
    axis.logBase = layout.scale == AxisScale::Log2 ? 2 : layout.scale == AxisScale::Log10 ? 10 : 0;
    for (const QString& label : layout.labels)
        axis.labels.push_back(label.toStdString());
    return axis;
}

class PgfplotsConverter {
public:
    PgfplotsConverter(const Scene& scene, const AxisMap& x, const AxisMap& y, const VisualStyle& visualStyle)
        : m_scene(scene),
          m_xMap(x),
          m_yMap(y),
          m_visualStyle(visualStyle),
          m_surfaceColor(visualStyle.color(ColorRole::Card))
    {
    }

    std::vector<PgfItem> convertScene()
    {
        // Several bands must remain visible where they overlap, as on screen.
        for (const SceneArea& band : m_scene.bands)
            if (m_scene.bands.size() == 1)
                addArea(band, blendColors(m_visualStyle.color(band.role), m_surfaceColor, band.alpha), 1);
            else
                addArea(band, m_visualStyle.color(band.role), band.alpha);
        for (const SceneArea& area : m_scene.areas)
            addArea(area, blendColors(m_visualStyle.color(area.role), m_surfaceColor, area.alpha), 1);
        for (const SceneCurve& curve : m_scene.curves)
            for (const QPolygonF& piece : curve.pieces)
                addLine(piece, curveStroke(curve), curve.name);
        for (const QLineF& cut : m_scene.axisBreaks)
            addLine({cut.p1(), cut.p2()},
                    createStroke(m_visualStyle.color(ColorRole::SoftInk), m_visualStyle.scaledLength(1.25)));
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
    [[nodiscard]] PgfPoint toPgfPoint(QPointF at) const { return {m_xMap.toValue(at.x()), m_yMap.toValue(at.y())}; }

    [[nodiscard]] std::vector<PgfPoint> toPgfPoints(const QPolygonF& line) const
    {
        std::vector<PgfPoint> points;
        for (const QPointF& at : line)
            points.push_back(toPgfPoint(at));
        return points;
    }

    [[nodiscard]] static PgfStroke createStroke(const QColor& color, double width, LineStyle style = LineStyle::Solid)
    {
        PgfStroke stroke{.colour = hexColor(color), .widthPt = width * pointsPerPixel, .dashPt = {}};
        for (const double part : dashPattern(style))
            stroke.dashPt.push_back(part * stroke.widthPt);
        return stroke;
    }

    [[nodiscard]] PgfStroke curveStroke(const SceneCurve& curve) const
    {
        return createStroke(blendColors(m_visualStyle.color(curve.role), m_surfaceColor, curve.opacity), curve.width,
                            curve.style);
    }

    void addLine(const QPolygonF& line, const PgfStroke& stroke, const QString& name = {})
    {
        m_items.emplace_back(PgfLine{toPgfPoints(line), stroke, name.toStdString()});
    }

    void addArea(const SceneArea& area, const QColor& color, double opacity)
    {
        QPolygonF outline = area.upper;
        for (auto point = area.lower.crbegin(); point != area.lower.crend(); ++point)
            outline.append(*point);
        m_items.emplace_back(PgfArea{toPgfPoints(outline), hexColor(color), opacity});
    }

    void addShape(const QPolygonF& shape, const QColor& fill, const PgfStroke& stroke)
    {
        m_items.emplace_back(PgfArea{toPgfPoints(shape), hexColor(fill), 1});
        if (stroke.widthPt > 0)
            m_items.emplace_back(PgfLine{toPgfPoints(shape), stroke, {}});
    }

    void addMark(QPointF at, double radius, const QColor& fill, const PgfStroke& stroke)
    {
        m_items.emplace_back(PgfMark{toPgfPoint(at), radius * pointsPerPixel, {}, hexColor(fill), stroke});
    }

    /// `shape` is centred on the origin, with y pointing down as on screen.
    void addMark(QPointF at, const QPolygonF& shape, const QColor& fill, const PgfStroke& stroke)
    {
        PgfMark mark{toPgfPoint(at), 0, {}, hexColor(fill), stroke};
        for (const QPointF& corner : shape)
            mark.outlinePt.push_back({corner.x() * pointsPerPixel, -corner.y() * pointsPerPixel});
        m_items.emplace_back(std::move(mark));
    }

    static PgfStroke noStroke() { return {.colour = "000000", .widthPt = 0, .dashPt = {}}; }

    void addMarker(const SceneMarker& marker)
    {
        const bool flag = marker.spec->kind == MarkerSpec::Kind::Flag;
        addLine({marker.line.p1(), marker.line.p2()},
                createStroke(m_visualStyle.color(flag ? ColorRole::Ink : marker.spec->role),
                             m_visualStyle.scaledLength(1.25), flag ? LineStyle::Solid : LineStyle::Dashed),
                marker.spec->label);
        if (!marker.flag.isNull()) {
            const QPointF at = marker.flag.center();
            addMark(at, flagShape(marker.flag).translated(-at), m_visualStyle.color(ColorRole::Ink), noStroke());
        }
    }

    void addMeasured(const SceneMeasured& measured)
    {
        const PgfStroke line = createStroke(measured.color, m_visualStyle.scaledLength(1.25));
        const double whisker = m_visualStyle.scaledLength(whiskerHalfWidth);
        for (const QLineF& bar : measured.bars) {
            addLine({bar.p1(), bar.p2()}, line);
            for (const QPointF& end : {bar.p1(), bar.p2()})
                addLine({end - QPointF(whisker, 0), end + QPointF(whisker, 0)}, line);
        }
        for (const QPointF& at : measured.points)
            addMark(at, measuredMarkShape(m_visualStyle), m_surfaceColor, line);
    }

    void addPoint(const ScenePoint& point)
    {
        const QColor color = m_visualStyle.color(point.spec->role);
        if (point.spec->draggable) {
            addMark(point.position, m_visualStyle.scaledLength(handleRingRadius), m_surfaceColor,
                    createStroke(m_visualStyle.color(ColorRole::Ink), m_visualStyle.scaledLength(1.75)));
            addMark(point.position, m_visualStyle.scaledLength(handleDotRadius), color, noStroke());
        } else {
            addMark(point.position, m_visualStyle.scaledLength(landmarkDotRadius),
                    point.spec->filled ? color : m_surfaceColor, createStroke(color, m_visualStyle.scaledLength(2)));
        }
    }

    void addLabel(const SceneLabel& label)
    {
        const LabelDrawing ink = layOutLabel(label, m_visualStyle);
        const auto corners = [](const QRectF& rect) {
            return QPolygonF{rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()};
        };
        if (!ink.backgroundRect.isNull())
            addShape(corners(ink.backgroundRect), m_surfaceColor, noStroke());
        if (label.curveIndex)
            addLine({ink.swatch.p1(), ink.swatch.p2()}, curveStroke(m_scene.curves[*label.curveIndex]));
        if (label.areaColorRole)
            addShape(corners(ink.areaPatch), m_visualStyle.color(*label.areaColorRole), noStroke());
        if (label.leader)
            addLine({label.leader->p1(), label.leader->p2()},
                    createStroke(m_visualStyle.color(ColorRole::FaintInk), 1));
        for (const TextLine& line : ink.lines) {
            const QPointF at(label.rightAligned ? line.box.right() : line.baseline.x(), line.baseline.y());
            m_items.emplace_back(PgfLabel{toPgfPoint(at), line.text.toStdString(),
                                          std::floor(pointsPerPixel * m_visualStyle.font(line.style).pixelSize()),
                                          line.bold, label.rightAligned, hexColor(m_visualStyle.color(line.role))});
        }
    }

    const Scene& m_scene;
    const AxisMap& m_xMap;
    const AxisMap& m_yMap;
    const VisualStyle& m_visualStyle;
    QColor m_surfaceColor;
    std::vector<PgfItem> m_items;
};

}  // namespace

PgfplotsFigure pgfplotsFigureOf(const Scene& scene, const AxisLayout& xAxis, const AxisLayout& yAxis, const AxisMap& x,
                                const AxisMap& y, const VisualStyle& visualStyle)
{
    PgfplotsFigure figure;
    figure.xAxis = pgfAxisOf(xAxis);
    figure.yAxis = pgfAxisOf(yAxis);
    figure.widthPt = scene.frame.width() * pointsPerPixel;
    figure.heightPt = scene.frame.height() * pointsPerPixel;
    figure.fontSizePt = std::floor(pointsPerPixel * visualStyle.font(TextStyle::Label).pixelSize());
    figure.axisColour = hexColor(visualStyle.color(ColorRole::Hairline));
    figure.textColour = hexColor(visualStyle.color(ColorRole::SoftInk));
    figure.items = PgfplotsConverter(scene, x, y, visualStyle).convertScene();
    return figure;
}

}  // namespace scalewright::ui
