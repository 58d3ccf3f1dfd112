// Plane geometry of charts, apart from painting: mapping, clipping, down-sampling. All coordinates are pixels.
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

/// Values of one axis to pixels and back.
class AxisMap {
public:
    AxisMap() = default;
    /// Precondition: low < high, and 0 < low on a log scale. A range that no double can divide by is flat, at pixelLow.
    AxisMap(AxisScale scale, double low, double high, double pixelLow, double pixelHigh);

    /// Within ten million pixels, whatever the value: beyond them nothing is drawn, and no file takes Inf.
    [[nodiscard]] double toPixel(double value) const
    {
        return std::clamp(m_offset + m_factor * transformed(value), -farthest, farthest);
    }
    [[nodiscard]] double toValue(double pixel) const;
    /// Can be drawn at all: finite, and positive on a log scale.
    [[nodiscard]] bool takes(double value) const
    {
        return std::isfinite(value) && (m_scale == AxisScale::Linear || value > 0);
    }

    bool operator==(const AxisMap&) const = default;

private:
    [[nodiscard]] double transformed(double value) const
    {
        return m_scale == AxisScale::Linear ? value : std::log2(value);
    }

    static constexpr double farthest = 1e7;

    AxisScale m_scale = AxisScale::Linear;
    double m_offset = 0;
    double m_factor = 1;
};

/// The x values of a series as pixels, and where the buckets begin that a down-sampled line keeps extremes of.
struct SampledX {
    std::vector<double> pixel;
    std::vector<std::size_t> bucket;  ///< first index of each bucket, then the end
};

/// Every index whose x lies on or next to [first, last] pixels; neighbours closer than `spacing` share a bucket.
/// An empty x means 1, 2, 3, …, count.
[[nodiscard]] SampledX sampleX(std::span<const double> x, std::size_t count, const AxisMap& map, double first,
                               double last, double spacing);

/// The line through (x, y), in runs between gaps; of each bucket the first, lowest, highest and last point stay.
[[nodiscard]] std::vector<QPolygonF> sampledLine(const SampledX& x, std::span<const double> y, const AxisMap& map);

/// The parts of a line inside a rectangle. No coordinate lies outside it.
[[nodiscard]] std::vector<QPolygonF> clippedLine(const QPolygonF& line, const QRectF& frame);

/// A line with ascending x, cut at the rectangle's sides and pressed against its top and bottom where it leaves: the
/// edge of an area's part inside the rectangle. No coordinate lies outside it.
[[nodiscard]] QPolygonF clampedLine(const QPolygonF& ascendingLine, const QRectF& frame);

/// The line with fewer points, nowhere further than `tolerance` from it vertically. Where x stands still every point
/// stays.
[[nodiscard]] QPolygonF simplified(const QPolygonF& ascendingLine, double tolerance);

/// y of a line with ascending x at an x it spans.
[[nodiscard]] std::optional<double> heightAt(const QPolygonF& ascendingLine, double x);

/// True where some segment of a line with ascending x touches the rectangle.
[[nodiscard]] bool touches(const QPolygonF& ascendingLine, const QRectF& rect);

}  // namespace scalewright::ui
