// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything in a chart is drawn: computed from the spec, a size and type sizes, without a font engine and without
// painting. The window (ui/figure) and the files (chart_drawing.h) draw the same layout.
//
//     const ChartLayout layout = layOutChart(spec, {720, 392}, {});
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/output/chart/axis_layout.h"
#include "core/output/chart/chart_spec.h"
#include "core/output/chart/geometry.h"

namespace scalewright::chart {

class LabelMemory;

/// Type sizes in pixels, and the factor for lines and marks.
struct ChartStyle {
    double label = 12, small = 11;
    double lengthFactor = 1;
    [[nodiscard]] double scaledLength(double pixels) const { return pixels * lengthFactor; }
};

struct PlacedArea {
    Polyline upper, lower;  ///< both from left to right
    ColorRole role = ColorRole::Compute;
    double alpha = 1;
    bool isSegment = false;  ///< a part of a stack, separated from its neighbours
};

struct PlacedCurve {
    std::string name;
    std::vector<Polyline> pieces;
    ColorRole role = ColorRole::Compute;
    double opacity = 1;
    double width = 2;
    LineStyle style = LineStyle::Solid;
    bool isBackground = false;  ///< a reference or a ghost: labels may cross it if necessary
};

struct PlacedMarker {
    MarkerSpec spec;
    Segment line;
    Rect flag;  ///< null if none exists
};

struct PlacedPoint {
    PointSpec spec;
    Point position;
};

struct PlacedMeasured {
    MeasuredSpec spec;
    std::vector<Point> points;
    std::vector<Segment> bars;
};

/// A line of text; `position` is the point of its baseline that is fixed.
struct TextPiece {
    enum class Anchor { Start, Middle, End };
    std::string text;
    Point position;
    double size = 12;
    bool isBold = false;
    Anchor anchor = Anchor::Start;
    ColorRole role = ColorRole::Ink;
    bool isVertical = false;  ///< from the bottom up
};

struct PlacedLabel {
    Rect rect;
    ChartText text, subText;
    bool bold = true;
    bool rightAligned = false;
    std::optional<Segment> leader;  ///< from a distant label to its point
    std::optional<std::size_t> curveIndex;  ///< a piece of this curve precedes the text to show which curve is meant
    double swatchWidth = 0;  ///< width of the piece of curve or patch, including its margin
    /// A patch of this colour precedes the text to show which area or part of a bar is meant.
    std::optional<ColorRole> areaColorRole;
    bool needsBackground = false;  ///< hides a filled area, a hatched range or the grid

    [[nodiscard]] Segment swatch() const;  ///< the piece of curve
    [[nodiscard]] Rect patch(const ChartStyle& style) const;
    [[nodiscard]] std::vector<TextPiece> lines(const ChartStyle& style) const;
};

struct ChartLayout {
    Size size;
    ChartStyle style;
    Rect frame;
    AxisLayout x, y;  ///< x extends a little beyond its range at both ends, so that a mark at p = 1 is not cut off
    ValueRange xRange;  ///< the range of x without that margin
    AxisMap xMap, yMap;
    bool isThumbnail = false;
    bool hasAxes = true;  ///< false for a diagram
    std::vector<Rect> infeasible;  ///< hatched
    std::vector<PlacedArea> bands;  ///< drawn below the grid
    std::vector<PlacedArea> areas;  ///< drawn above the grid
    std::vector<PlacedCurve> curves;
    std::vector<PlacedMarker> markers;
    std::vector<PlacedPoint> points;
    std::vector<PlacedMeasured> measured;
    std::vector<PlacedLabel> labels;
    std::vector<TextPiece> texts;  ///< of a diagram
    std::vector<Segment> axisBreaks;  ///< strokes across the axes where the data are cut off
    int omittedLabelCount = 0;  ///< omitted because there was no room; labels never overlap or leave the frame
    std::vector<std::string> omittedLabels;  ///< texts of the omitted labels, including those of measured points
    std::string emptyText;  ///< if there is nothing to draw
};

/// The visible part of the x axis, as fractions of the whole axis; these do not change when the data do.
struct Zoom {
    double from = 0, to = 1;
    [[nodiscard]] bool showsWholeRange() const { return from < 1e-9 && to > 1 - 1e-9; }
    /// Scales the range by `factor`, keeping the position `about` (a fraction of the whole) fixed.
    [[nodiscard]] Zoom scaled(double factor, double about) const;
    [[nodiscard]] Zoom shifted(double fraction) const;

    bool operator==(const Zoom&) const = default;
};

/// All geometry is clipped to the frame, and labels are inside it. `memory`:
/// labels keep their positions from the previous layout, unless they must move or a much better position is free.
[[nodiscard]] ChartLayout layOutChart(const ChartSpec& spec, Size size, const ChartStyle& style, const Zoom& zoom = {},
                                      LabelMemory* memory = nullptr);

/// For a figure less than 100 mm wide: without other variants and "R = 1".
[[nodiscard]] ChartSpec withoutSecondaryParts(ChartSpec spec);

/// Makes series distinguishable in greyscale: the second solid curve of a colour is dashed, the third dotted …
[[nodiscard]] std::vector<LineStyle> lineStyles(const std::vector<SeriesSpec>& series);

/// On, off, on, … in units of the line width; empty for solid.
[[nodiscard]] std::vector<double> dashPattern(LineStyle style);
/// The shortest length, in line widths, at which the pattern is recognisable: one period plus the first dash of the
/// next; 0 for solid.
[[nodiscard]] double patternLength(LineStyle style);

}  // namespace scalewright::chart
