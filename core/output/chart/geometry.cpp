// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/ranges/ranges.h"

namespace scalewright::chart {

namespace {

// Clips a segment to the frame (Liang and Barsky 1984); returns false if it is entirely outside.
bool clipSegment(Point& from, Point& to, const Rect& frame)
{
    const Point delta = to - from;
    double enter = 0, leave = 1;
    const std::array<std::array<double, 2>, 4> edges{{{-delta.x, from.x - frame.left},
                                                      {delta.x, frame.right - from.x},
                                                      {-delta.y, from.y - frame.top},
                                                      {delta.y, frame.bottom - from.y}}};
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
    const Point start = from;
    if (enter > 0)
        from = frame.clamp(start + delta * enter);
    if (leave < 1)
        to = frame.clamp(start + delta * leave);
    return true;
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

std::vector<Polyline> sampledLine(std::span<const double> x, std::span<const double> y, const AxisMap& xMap,
                                  const AxisMap& yMap, double left, double right)
{
    std::vector<Polyline> runs(1);
    Polyline column;  // the points of one pixel column
    constexpr double narrowestGap = 2;
    bool isAfterGap = false;
    const auto finishColumn = [&] {
        if (column.size() <= 4) {
            append(runs.back(), column);
        } else {
            auto [low, high] = std::ranges::minmax_element(column, [](Point a, Point b) { return a.y < b.y; });
            runs.back().insert(runs.back().end(),
                               {column.front(), *std::min(low, high), *std::max(low, high), column.back()});
        }
        column.clear();
    };
    for (std::size_t i = 0; i < y.size(); ++i) {
        const double value = sampleXAt(x, i);
        if (!xMap.canMap(value) || !yMap.canMap(y[i])) {
            isAfterGap = true;
            continue;
        }
        const Point at{xMap.toPixel(value), yMap.toPixel(y[i])};
        const double sinceLast = column.empty() ? 0 : at.x - column.back().x;
        if (!column.empty() && at.x - column.front().x >= 1)
            finishColumn();
        if (std::exchange(isAfterGap, false) && sinceLast > narrowestGap) {
            finishColumn();
            runs.emplace_back();
        }
        if (at.x < left) {  // only the last point before the left edge counts
            runs.assign(1, {});
            column.clear();
        }
        column.push_back(at);
        if (at.x > right)
            break;
    }
    finishColumn();
    std::erase_if(runs, [](const Polyline& run) { return run.empty(); });
    return runs;
}

std::vector<Polyline> clippedLine(const Polyline& line, const Rect& frame)
{
    if (std::ranges::all_of(line, [&](const Point& point) { return frame.contains(point); }))
        return {line};
    std::vector<Polyline> pieces;
    Polyline piece;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        Point from = line[i], to = line[i + 1];
        if (!clipSegment(from, to, frame))
            continue;
        if (piece.empty() || piece.back() != from) {
            if (!piece.empty())
                pieces.push_back(std::exchange(piece, {}));
            piece.push_back(from);
        }
        piece.push_back(to);
    }
    if (!piece.empty())
        pieces.push_back(piece);
    return pieces;
}

Polyline clampedLine(const Polyline& line, const Rect& frame)
{
    const auto pressed = [&](const Point& point) {
        return Point{point.x, std::clamp(point.y, frame.top, frame.bottom)};
    };
    Polyline clamped;
    clamped.reserve(line.size() + 4);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        Point from = line[i], to = line[i + 1];
        if (to.x < frame.left || from.x > frame.right)
            continue;
        const Point delta = to - from;
        const auto atX = [&](double x) { return Point{x, from.y + delta.y * (x - from.x) / delta.x}; };
        const Point first = from.x < frame.left ? atX(frame.left) : from;
        const Point last = to.x > frame.right ? atX(frame.right) : to;
        if (clamped.empty())
            clamped.push_back(pressed(first));
        // The points where the segment crosses the top or bottom, in order.
        std::array<double, 2> edges{frame.top, frame.bottom};
        if (first.y > last.y)
            std::swap(edges[0], edges[1]);
        for (const double y : edges)
            if ((first.y < y) != (last.y < y) && first.y != y && last.y != y)
                clamped.push_back(
                    {std::clamp(first.x + (last.x - first.x) * (y - first.y) / (last.y - first.y), first.x, last.x),
                     y});
        clamped.push_back(pressed(last));
    }
    return clamped;
}

Polyline simplifiedLine(const Polyline& line, double tolerance)
{
    if (line.size() < 3)
        return line;
    // All points since the anchor are within the tolerance of every line from the anchor with a slope in [low, high].
    Polyline kept{line.front()};
    double low = -std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 1; i < line.size(); ++i) {
        const Point anchor = kept.back(), point = line[i];
        const double dx = point.x - anchor.x;
        const double slope = dx > 0 ? (point.y - anchor.y) / dx : 0;
        if (dx <= 0 || slope < low || slope > high) {
            if (kept.back() != line[i - 1])
                kept.push_back(line[i - 1]);
            const Point start = kept.back();
            const double step = point.x - start.x;
            if (step <= 0) {
                kept.push_back(point);
                low = -std::numeric_limits<double>::infinity();
                high = -low;
            } else {
                low = (point.y - tolerance - start.y) / step;
                high = (point.y + tolerance - start.y) / step;
            }
            continue;
        }
        low = std::max(low, (point.y - tolerance - anchor.y) / dx);
        high = std::min(high, (point.y + tolerance - anchor.y) / dx);
    }
    if (kept.back() != line.back())
        kept.push_back(line.back());
    return kept;
}

std::optional<double> yOnLineAt(const Polyline& line, double x)
{
    if (line.empty() || x < line.front().x || x > line.back().x)
        return std::nullopt;
    const auto right =
        std::lower_bound(line.begin(), line.end(), x, [](const Point& point, double at) { return point.x < at; });
    if (right == line.begin() || right->x == x)
        return right->y;
    const Point left = *(right - 1);
    return left.y + (right->y - left.y) * (x - left.x) / (right->x - left.x);
}

bool lineTouchesRect(const Polyline& line, const Rect& rect)
{
    auto point =
        std::lower_bound(line.begin(), line.end(), rect.left, [](const Point& p, double x) { return p.x < x; });
    if (point != line.begin())
        --point;
    for (; point != line.end() && point + 1 != line.end() && point->x <= rect.right; ++point) {
        Point from = *point, to = *(point + 1);
        if (clipSegment(from, to, rect))
            return true;
    }
    return false;
}

}  // namespace scalewright::chart
