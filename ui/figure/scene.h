// SPDX-License-Identifier: GPL-3.0-or-later
// A chart's draw list: what is painted where, computed from the spec, axes and style. Painting only reads it.
#pragma once

#include <QColor>
#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QStringList>
#include <QVector>

#include <optional>
#include <vector>

#include "ui/figure/axis_layout.h"
#include "ui/figure/chart_spec.h"
#include "ui/figure/geometry.h"
#include "ui/figure/text_line.h"

class QPainter;

namespace scalewright::ui {

class LabelMemory;

struct SceneArea {
    QPolygonF upper, lower;  ///< both from left to right
    ColorRole role = ColorRole::Compute;
    double alpha = 1;
};

struct SceneCurve {
    QString name;
    std::vector<QPolygonF> pieces;
    ColorRole role = ColorRole::Compute;
    double opacity = 1;  ///< below 1: blended with the surface
    double width = 2;
    LineStyle style = LineStyle::Solid;
    bool isBackground = false;  ///< a reference or a ghost: labels may cross it if necessary
};

struct SceneMarker {
    const MarkerSpec* spec = nullptr;
    QLineF line;
    QRectF flag;  ///< null if none exists
};

struct ScenePoint {
    const PointSpec* spec = nullptr;
    QPointF position;
};

struct SceneMeasured {
    std::vector<QPointF> points;
    std::vector<QLineF> bars;
    QColor color;
};

struct SceneLabel {
    QRectF rect;
    QString text, subText;
    double textWidth = 0, subTextWidth = 0;  ///< cached, since shaping the text is most of a label's cost
    bool bold = true;
    bool rightAligned = false;
    std::optional<QLineF> leader;  ///< from a distant label to its point
    std::optional<std::size_t> curveIndex;  ///< a piece of this curve precedes the text to show which curve is meant
    double swatchWidth = 0;  ///< width of the piece of curve or patch, including its margin
    /// A patch of this colour precedes the text to show which stacked area is meant.
    std::optional<ColorRole> areaColorRole;
    bool isOnArea = false;  ///< there was no free position outside the filled areas, so it needs a background
    bool isOnGridLine = false;  ///< needs a background to hide the grid
};

struct Scene {
    QRectF frame;
    bool isThumbnail = false;
    std::vector<SceneArea> bands;  ///< drawn below the grid
    std::vector<SceneArea> areas;  ///< drawn above the grid
    std::vector<SceneCurve> curves;
    std::vector<SceneMarker> markers;
    std::vector<ScenePoint> points;
    std::vector<SceneMeasured> measured;
    std::vector<SceneLabel> labels;
    std::vector<QLineF> axisBreaks;  ///< strokes across the axes where the data are cut off
    int omittedLabelCount = 0;  ///< omitted because there was no room; labels never overlap or leave the frame
    QStringList omittedLabels;  ///< texts of the omitted labels, including those of measured points
    QString emptyText;
};

/// Caches x samples, which are shared by most series in a chart and by successive frames of a drag.
class SampleCache {
public:
    const SampledX& sample(const std::vector<double>& x, std::size_t count, const AxisMap& map, const QRectF& frame);

private:
    struct Entry {
        std::vector<double> x;
        std::size_t count = 0;
        AxisMap map;
        QRectF frame;
        SampledX sampled;
    };
    std::vector<Entry> m_entries;
};

/// Precondition: the spec outlives the scene. All geometry is clipped to the frame, and labels are inside it. `memory`:
/// labels keep their positions from the previous scene, unless they must move or a much better position is free.
[[nodiscard]] Scene buildScene(const ChartSpec& spec, const AxisLayout& yAxis, const AxisMap& x, const AxisMap& y,
                               const QRectF& frame, const VisualStyle& visualStyle, SampleCache& cache,
                               LabelMemory* memory = nullptr);

void paintBands(QPainter& painter, const Scene& scene, const VisualStyle& visualStyle, ColorRole surface);
void paintScene(QPainter& painter, const Scene& scene, const VisualStyle& visualStyle, ColorRole surface);

/// Makes series distinguishable in greyscale: the second solid curve of a colour is dashed, the third dotted …
[[nodiscard]] std::vector<LineStyle> lineStyles(const std::vector<SeriesSpec>& series);

[[nodiscard]] Qt::PenStyle toQtPenStyle(LineStyle style);
/// On, off, on, … in units of the line width; empty for solid.
[[nodiscard]] QVector<double> dashPattern(LineStyle style);
/// The shortest length, in line widths, at which the pattern is recognisable: one period plus the first dash of the
/// next; 0 for solid.
[[nodiscard]] double patternLength(LineStyle style);

/// Blends `over` onto `under` with the given alpha into an opaque colour.
[[nodiscard]] QColor blendColors(const QColor& over, const QColor& under, double alpha);

/// A label's laid-out text lines, and the piece of curve or patch of area before them.
struct LabelDrawing {
    std::vector<TextLine> lines;
    QLineF swatch;  ///< for label.curveIndex
    QRectF areaPatch;  ///< for label.areaColorRole
    QRectF backgroundRect;  ///< hides what is below; null if not needed
};
[[nodiscard]] LabelDrawing layOutLabel(const SceneLabel& label, const VisualStyle& visualStyle);
/// The corners of a measured point's diamond, around the origin, and of the plan's flag.
[[nodiscard]] QPolygonF measuredMarkShape(const VisualStyle& visualStyle);
[[nodiscard]] QPolygonF flagShape(const QRectF& flag);
inline constexpr double whiskerHalfWidth = 3;  ///< at the ends of an error bar
/// Radii of a landmark's circles: the outer ring and inner dot of a draggable landmark, and the dot of any other.
inline constexpr double handleRingRadius = 6.5, handleDotRadius = 3.75, landmarkDotRadius = 4.25;

}  // namespace scalewright::ui
