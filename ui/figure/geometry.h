// SPDX-License-Identifier: GPL-3.0-or-later
// Plane geometry for charts, independent of painting: mapping, clipping, down-sampling. All coordinates are pixels.
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "ui/figure/chart_spec.h"

namespace scalewright::ui {

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

    bool operator==(const AxisMap&) const = default;

private:
    [[nodiscard]] double toLinear(double value) const
    {
        return m_scale == AxisScale::Linear ? value : std::log2(value);
    }

    static constexpr double largestPixel = 1e7;

    AxisScale m_scale = AxisScale::Linear;
    double m_offset = 0;
    double m_factor = 1;
};

/// A series' x values in pixels, and the start of each bucket; a down-sampled line keeps the extremes of each bucket.
struct SampledX {
    std::vector<double> pixels;
    std::vector<std::size_t> bucketStarts;  ///< first index of each bucket, followed by the end
};

/// Covers every index whose x is within or next to [first, last] pixels; neighbours closer than `spacing` share a
/// bucket. An empty x means 1, 2, 3, …, count.
[[nodiscard]] SampledX sampleX(std::span<const double> x, std::size_t count, const AxisMap& map, double first,
                               double last, double spacing);

/// The line through (x, y), split at gaps; the first, lowest, highest and last point of each bucket are kept.
[[nodiscard]] std::vector<QPolygonF> sampledLine(const SampledX& x, std::span<const double> y, const AxisMap& map);

/// The parts of a line inside a rectangle. All coordinates are within it.
[[nodiscard]] std::vector<QPolygonF> clippedLine(const QPolygonF& line, const QRectF& frame);

/// A line with ascending x, cut at the rectangle's sides and clamped to its top and bottom: the edge of the part of an
/// area that is inside the rectangle. All coordinates are within it.
[[nodiscard]] QPolygonF clampedLine(const QPolygonF& ascendingLine, const QRectF& frame);

/// The line with fewer points, never further than `tolerance` from the original vertically. All points with equal x are
/// kept.
[[nodiscard]] QPolygonF simplifiedLine(const QPolygonF& ascendingLine, double tolerance);

/// The y at x of a line with ascending x; nullopt outside the line.
[[nodiscard]] std::optional<double> yOnLineAt(const QPolygonF& ascendingLine, double x);

/// Whether any segment of a line with ascending x touches the rectangle.
[[nodiscard]] bool lineTouchesRect(const QPolygonF& ascendingLine, const QRectF& rect);

}  // namespace scalewright::ui
