// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scalewright::ui {

namespace {

// Clips a segment to the frame (Liang and Barsky 1984); returns false if no part of it is inside.
bool clipSegment(QPointF& from, QPointF& to, const QRectF& frame)
{
    const QPointF delta = to - from;
    double enter = 0, leave = 1;
    const std::array<std::array<double, 2>, 4> edges{{{-delta.x(), from.x() - frame.left()},
                                                      {delta.x(), frame.right() - from.x()},
                                                      {-delta.y(), from.y() - frame.top()},
                                                      {delta.y(), frame.bottom() - from.y()}}};
    for (const auto& [direction, distance] : edges) {
        if (direction == 0) {
            if (distance < 0)
                return false;
            continue;
        }
        const double t = distance / direction;
        if (direction < 0)
            enter = std::max(enter, t);
        else
            leave = std::min(leave, t);
    }
    if (enter > leave)
        return false;
    // Rounding in from + t * delta may exceed the frame by an ulp.
    const auto inside = [&](QPointF point) {
        return QPointF(std::clamp(point.x(), frame.left(), frame.right()),
                       std::clamp(point.y(), frame.top(), frame.bottom()));
    };
    const QPointF start = from;
    if (enter > 0)
        from = inside(start + enter * delta);
    if (leave < 1)
        to = inside(start + leave * delta);
    return true;
}

bool contains(const QRectF& frame, const QPointF& point)
{
    return point.x() >= frame.left() && point.x() <= frame.right() && point.y() >= frame.top() &&
           point.y() <= frame.bottom();
}

}  // namespace

AxisMap::AxisMap(AxisScale scale, double low, double high, double pixelLow, double pixelHigh) : m_scale(scale)
{
    const double first = toLinear(low), last = toLinear(high);
    m_factor = (pixelHigh - pixelLow) / (last - first);
    m_offset = pixelLow - m_factor * first;
    if (!std::isfinite(m_factor) || !std::isfinite(m_offset)) {
        m_factor = 0;
        m_offset = pixelLow;
    }
}

double AxisMap::toValue(double pixel) const
{
    if (m_factor == 0)
        return 0;
    const double value = (pixel - m_offset) / m_factor;
    return m_scale == AxisScale::Linear ? value : std::exp2(value);
}

SampledX sampleX(std::span<const double> x, std::size_t count, const AxisMap& map, double first, double last,
                 double spacing)
{
    SampledX sampled;
    sampled.pixels.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double value = sampleXAt(x, i);
        sampled.pixels[i] = map.canMap(value) ? map.toPixel(value) : -1e9;
    }
    // Keep one point beyond each end, so that the line reaches the frame.
    const auto begin = sampled.pixels.begin(), end = sampled.pixels.end();
    auto from = static_cast<std::size_t>(std::lower_bound(begin, end, first) - begin);
    auto to = static_cast<std::size_t>(std::upper_bound(begin, end, last) - begin);
    from = from > 0 && sampled.pixels[from - 1] > -1e8 ? from - 1 : from;
    to = std::min(to + 1, count);
    double bucketStart = -2e9;
    for (std::size_t i = from; i < to; ++i)
        if (sampled.pixels[i] - bucketStart >= spacing) {
            sampled.bucketStarts.push_back(i);
            bucketStart = sampled.pixels[i];
        }
    sampled.bucketStarts.push_back(to);
    return sampled;
}

std::vector<QPolygonF> sampledLine(const SampledX& x, std::span<const double> y, const AxisMap& map)
{
    std::vector<QPolygonF> runs;
    QPolygonF run;
    run.reserve(static_cast<qsizetype>(std::min(y.size(), 2 * x.bucketStarts.size())));
    const auto add = [&](std::size_t i) { run.append(QPointF(x.pixels[i], map.toPixel(y[i]))); };
    const auto finishRun = [&] {
        if (!run.isEmpty())
            runs.push_back(std::exchange(run, {}));
    };
    for (std::size_t b = 0; b + 1 < x.bucketStarts.size(); ++b) {
        const std::size_t from = x.bucketStarts[b], to = std::min(x.bucketStarts[b + 1], y.size());
        if (to - from == 1 && from < to) {
            if (map.canMap(y[from]))
                add(from);
            else
                finishRun();
            continue;
        }
        std::array<std::size_t, 4> kept{y.size(), y.size(), y.size(), y.size()};  // first, lowest, highest, last
        for (std::size_t i = from; i < to; ++i) {
            if (!map.canMap(y[i]))
                continue;
            if (kept[0] == y.size())
                kept = {i, i, i, i};
            if (y[i] < y[kept[1]])
                kept[1] = i;
            if (y[i] > y[kept[2]])
                kept[2] = i;
            kept[3] = i;
        }
        if (kept[0] == y.size()) {
            finishRun();
            continue;
        }
        if (kept[1] > kept[2])
            std::swap(kept[1], kept[2]);
        for (std::size_t k = 0; k < kept.size(); ++k)
            if (k == 0 || kept[k] != kept[k - 1])
                add(kept[k]);
    }
    finishRun();
    return runs;
}

std::vector<QPolygonF> clippedLine(const QPolygonF& line, const QRectF& frame)
{
    if (std::all_of(line.begin(), line.end(), [&](const QPointF& point) { return contains(frame, point); }))
        return {line};
    std::vector<QPolygonF> pieces;
    QPolygonF piece;
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        QPointF from = line[i], to = line[i + 1];
        if (!clipSegment(from, to, frame))
            continue;
        if (piece.isEmpty() || piece.back() != from) {
            if (!piece.isEmpty())
                pieces.push_back(std::exchange(piece, {}));
            piece.append(from);
        }
        piece.append(to);
    }
    if (!piece.isEmpty())
        pieces.push_back(piece);
    return pieces;
}

QPolygonF clampedLine(const QPolygonF& line, const QRectF& frame)
{
    const auto pressed = [&](const QPointF& point) {
        return QPointF(point.x(), std::clamp(point.y(), frame.top(), frame.bottom()));
    };
    QPolygonF clamped;
    clamped.reserve(line.size() + 4);
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        QPointF from = line[i], to = line[i + 1];
        if (to.x() < frame.left() || from.x() > frame.right())
            continue;
        const QPointF delta = to - from;
        const auto atX = [&](double x) { return QPointF(x, from.y() + delta.y() * (x - from.x()) / delta.x()); };
        const QPointF first = from.x() < frame.left() ? atX(frame.left()) : from;
        const QPointF last = to.x() > frame.right() ? atX(frame.right()) : to;
        if (clamped.isEmpty())
            clamped.append(pressed(first));
        // The points where the segment crosses the top or bottom, in order.
        std::array<double, 2> edges{frame.top(), frame.bottom()};
        if (first.y() > last.y())
            std::swap(edges[0], edges[1]);
        for (const double y : edges)
            if ((first.y() < y) != (last.y() < y) && first.y() != y && last.y() != y)
                clamped.append(
                    QPointF(std::clamp(first.x() + (last.x() - first.x()) * (y - first.y()) / (last.y() - first.y()),
                                       first.x(), last.x()),
                            y));
        clamped.append(pressed(last));
    }
    return clamped;
}

QPolygonF simplifiedLine(const QPolygonF& line, double tolerance)
{
    if (line.size() < 3)
        return line;
    // All points since the anchor are within the tolerance of every line from the anchor with a slope in [low, high].
    QPolygonF kept{line.front()};
    double low = -std::numeric_limits<double>::infinity(), high = -low;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QPointF anchor = kept.back(), point = line[i];
        const double dx = point.x() - anchor.x();
        const double slope = dx > 0 ? (point.y() - anchor.y()) / dx : 0;
        if (dx <= 0 || slope < low || slope > high) {
            if (kept.back() != line[i - 1])
                kept.append(line[i - 1]);
            const QPointF start = kept.back();
            const double step = point.x() - start.x();
            if (step <= 0) {
                kept.append(point);
                low = -std::numeric_limits<double>::infinity();
                high = -low;
            } else {
                low = (point.y() - tolerance - start.y()) / step;
                high = (point.y() + tolerance - start.y()) / step;
            }
            continue;
        }
        low = std::max(low, (point.y() - tolerance - anchor.y()) / dx);
        high = std::min(high, (point.y() + tolerance - anchor.y()) / dx);
    }
    if (kept.back() != line.back())
        kept.append(line.back());
    return kept;
}

std::optional<double> yOnLineAt(const QPolygonF& line, double x)
{
    if (line.isEmpty() || x < line.front().x() || x > line.back().x())
        return std::nullopt;
    const auto right =
        std::lower_bound(line.begin(), line.end(), x, [](const QPointF& point, double at) { return point.x() < at; });
    if (right == line.begin() || right->x() == x)
        return right->y();
    const QPointF left = *(right - 1);
    return left.y() + (right->y() - left.y()) * (x - left.x()) / (right->x() - left.x());
}

bool lineTouchesRect(const QPolygonF& line, const QRectF& rect)
{
    auto point =
        std::lower_bound(line.begin(), line.end(), rect.left(), [](const QPointF& p, double x) { return p.x() < x; });
    if (point != line.begin())
        --point;
    for (; point != line.end() && point + 1 != line.end() && point->x() <= rect.right(); ++point) {
        QPointF from = *point, to = *(point + 1);
        if (clipSegment(from, to, rect))
            return true;
    }
    return false;
}

}  // namespace scalewright::ui
