// The draw list of a chart: what is painted where, computed from spec, axes and look; painting only reads it.
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
    Role role = Role::Compute;
    double alpha = 1;
};

struct SceneCurve {
    QString name;
    std::vector<QPolygonF> pieces;
    Role role = Role::Compute;
    double strength = 1;  ///< below one: paler, towards the surface
    double width = 2;
    LineStyle style = LineStyle::Solid;
    bool background = false;  ///< a reference or a ghost: a label may cross it if need be
};

struct SceneMarker {
    const MarkerSpec* spec = nullptr;
    QLineF line;
    QRectF flag;  ///< null where there is none
};

struct ScenePoint {
    const PointSpec* spec = nullptr;
    QPointF at;
};

struct SceneMeasured {
    std::vector<QPointF> points;
    std::vector<QLineF> bars;
    QColor color;
};

struct SceneLabel {
    QRectF rect;
    QString text, subText;
    double textWidth = 0, subTextWidth = 0;  ///< their advances: shaping them is most of what a label costs
    bool bold = true;
    bool rightAligned = false;
    std::optional<QLineF> leader;  ///< from a label that had to move away to its point
    std::optional<std::size_t> curve;  ///< a piece of this curve stands before the text: it says which one is meant
    double swatch = 0;  ///< the room that piece or patch takes
    std::optional<Role> area;  ///< a patch of this colour stands before the text: which of the stacked areas is meant
    bool onArea = false;  ///< it found no place beside the filled areas and wants a ground of its own
    bool onGridLine = false;  ///< the grid is hidden behind it
};

struct Scene {
    QRectF frame;
    bool thumbnail = false;
    std::vector<SceneArea> bands;  ///< below the grid
    std::vector<SceneArea> areas;  ///< above it
    std::vector<SceneCurve> curves;
    std::vector<SceneMarker> markers;
    std::vector<ScenePoint> points;
    std::vector<SceneMeasured> measured;
    std::vector<SceneLabel> labels;
    std::vector<QLineF> breaks;  ///< across the axes, where they are cut and something lies beyond
    int labelsLeftOut = 0;  ///< there was no room for them: never covered, never outside
    QStringList unlabelled;  ///< what they would have said, and the measured points that have no label for want of room
    QString emptyText;
};

/// The x samples of the last scene: most series of a chart share them, and so do successive frames of a drag.
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

/// Precondition: the spec outlives the scene. All geometry is clipped to the frame; labels lie within it.
/// `memory`: labels stay where they were in the scene before, unless they must move or a place much better is free.
[[nodiscard]] Scene buildScene(const ChartSpec& spec, const AxisLayout& yAxis, const AxisMap& x, const AxisMap& y,
                               const QRectF& frame, const Look& look, SampleCache& cache,
                               LabelMemory* memory = nullptr);

void paintBands(QPainter& painter, const Scene& scene, const Look& look, Role surface);
void paintScene(QPainter& painter, const Scene& scene, const Look& look, Role surface);

/// Line patterns are told apart in greyscale: the second solid curve of a colour is dashed, the third dotted …
[[nodiscard]] std::vector<LineStyle> lineStyles(const std::vector<SeriesSpec>& series);

[[nodiscard]] Qt::PenStyle penStyle(LineStyle style);
/// On, off, on, … in widths of the line; empty: solid.
[[nodiscard]] QVector<double> dashPattern(LineStyle style);
/// The least length, in line widths, that shows a pattern to be one: all of it and its first dash again; 0 for solid.
[[nodiscard]] double patternLength(LineStyle style);

/// `over` laid over `under`, as opaque as alpha says.
[[nodiscard]] QColor mixed(const QColor& over, const QColor& under, double alpha);

/// A label's lines of text where they are written, and what stands before them: a piece of its curve or a patch of its
/// area.
struct LabelInk {
    std::vector<TextLine> lines;
    QLineF swatch;  ///< of label.curve
    QRectF patch;  ///< of label.area
    QRectF ground;  ///< hides what lies under it, where it has to
};
[[nodiscard]] LabelInk inkOf(const SceneLabel& label, const Look& look);
/// Corners of a measured point's diamond, around the origin, and of the flag of a plan.
[[nodiscard]] QPolygonF measuredShape(const Look& look);
[[nodiscard]] QPolygonF flagShape(const QRectF& flag);
inline constexpr double whiskerHalf = 3;  ///< of an error bar's ends
/// Radii of a landmark's circles: the ring of one that can be dragged, what it holds, and any other.
inline constexpr double handleRing = 6.5, handleDot = 3.75, landmarkDot = 4.25;

}  // namespace scalewright::ui
