// SPDX-License-Identifier: GPL-3.0-or-later
// Plane geometry for charts, independent of painting: mapping, clipping, down-sampling. All coordinates are pixels, with
// y pointing down.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "core/output/chart/chart_spec.h"

namespace scalewright::chart {

struct Point {
    double x = 0, y = 0;

    Point operator+(Point other) const { return {x + other.x, y + other.y}; }
    Point operator-(Point other) const { return {x - other.x, y - other.y}; }
    Point operator*(double factor) const { return {x * factor, y * factor}; }
    bool operator==(const Point&) const = default;
};
using Polyline = std::vector<Point>;

struct Size {
    double width = 0, height = 0;
};

struct Segment {
    Point a, b;
    [[nodiscard]] double length() const { return std::hypot(b.x - a.x, b.y - a.y); }
    [[nodiscard]] Point pointAt(double share) const { return a + (b - a) * share; }
};
[[nodiscard]] inline double distance(Point a, Point b)
{
    return std::hypot(a.x - b.x, a.y - b.y);
}

struct Rect {
    double left = 0, top = 0, right = 0, bottom = 0;

    Rect() = default;
    Rect(double x, double y, double wide, double high) : left(x), top(y), right(x + wide), bottom(y + high) {}
    Rect(Point corner, Size size) : Rect(corner.x, corner.y, size.width, size.height) {}
    [[nodiscard]] static Rect around(const Segment& line, double x, double y)
    {
        return Rect(std::min(line.a.x, line.b.x), std::min(line.a.y, line.b.y), std::abs(line.b.x - line.a.x),
                    std::abs(line.b.y - line.a.y))
            .adjusted(-x, -y, x, y);
    }
    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
    [[nodiscard]] bool isNull() const { return width() == 0 && height() == 0; }
    [[nodiscard]] Point center() const { return {(left + right) / 2, (top + bottom) / 2}; }
    [[nodiscard]] bool contains(Point at) const
    {
        return at.x >= left && at.x <= right && at.y >= top && at.y <= bottom;
    }
    [[nodiscard]] bool contains(const Rect& other) const
    {
        return other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom;
    }
    [[nodiscard]] bool intersects(const Rect& other) const
    {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    [[nodiscard]] Rect adjusted(double x1, double y1, double x2, double y2) const
    {
        return {left + x1, top + y1, width() - x1 + x2, height() - y1 + y2};
    }
    [[nodiscard]] Rect translated(Point by) const { return adjusted(by.x, by.y, by.x, by.y); }
    [[nodiscard]] Point clamp(Point at) const { return {std::clamp(at.x, left, right), std::clamp(at.y, top, bottom)}; }
    [[nodiscard]] double distanceTo(Point at) const { return distance(clamp(at), at); }
};

/// Maps an axis's values to pixels and back.
class AxisMap {
public:
    AxisMap() = default;
    /// Precondition: low < high, and 0 < low on a log scale. If the range is too narrow or too wide for double
    /// arithmetic, everything maps to pixelLow.
    AxisMap(AxisScale scale, double low, double high, double pixelLow, double pixelHigh);

    /// Clamped to ten million pixels: nothing is drawn that far out, and files cannot contain Inf.
    [[nodiscard]] double toPixel(double value) const
    {
        return std::clamp(m_offset + m_factor * toLinear(value), -largestPixel, largestPixel);
    }
    [[nodiscard]] double toValue(double pixel) const;
    /// Whether the value can be drawn: finite, and positive on a log scale.
    [[nodiscard]] bool canMap(double value) const
    {
        return std::isfinite(value) && (m_scale == AxisScale::Linear || value > 0);
    }

private:
    [[nodiscard]] double toLinear(double value) const
    {
        return m_scale == AxisScale::Linear ? value : std::log2(value);
    }

    static constexpr double largestPixel = 1e7;

    AxisScale m_scale = AxisScale::Linear;
    double m_offset = 0, m_factor = 1;
};

/// The line through (x, y), split at gaps. Of the points in one pixel column, the first, lowest, highest and last are
/// kept; points further than one point outside [left, right] are dropped. An empty x means 1, 2, 3, …
[[nodiscard]] std::vector<Polyline> sampledLine(std::span<const double> x, std::span<const double> y,
                                                const AxisMap& xMap, const AxisMap& yMap, double left, double right);

/// The parts of a line inside a rectangle. All coordinates are within it.
[[nodiscard]] std::vector<Polyline> clippedLine(const Polyline& line, const Rect& frame);

/// A line with ascending x, cut at the rectangle's sides and clamped to its top and bottom: the edge of the part of an
/// area that is inside the rectangle. All coordinates are within it.
[[nodiscard]] Polyline clampedLine(const Polyline& ascendingLine, const Rect& frame);

/// The line with fewer points, never further than `tolerance` from the original vertically. All points with equal x are
/// kept.
[[nodiscard]] Polyline simplifiedLine(const Polyline& ascendingLine, double tolerance);

/// The y at x of a line with ascending x; nullopt outside the line.
[[nodiscard]] std::optional<double> yOnLineAt(const Polyline& ascendingLine, double x);

/// Whether any segment of a line with ascending x touches the rectangle.
[[nodiscard]] bool lineTouchesRect(const Polyline& ascendingLine, const Rect& rect);

}  // namespace scalewright::chart
