// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/diagram.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scalewright::chart {

Diagram::Diagram(Size size)
{
    m_layout.size = size;
    m_layout.hasAxes = false;
    m_layout.frame = Rect({}, size);
    m_layout.x.high = size.width, m_layout.y.high = size.height;
    m_layout.xRange = {0, size.width};
    m_layout.xMap = AxisMap(AxisScale::Linear, 0, size.width, 0, size.width);
    m_layout.yMap = AxisMap(AxisScale::Linear, 0, size.height, size.height, 0);
}

void Diagram::addBox(const Rect& rect, ColorRole fill, std::optional<ColorRole> outline, double outlineWidth,
                     double strength)
{
    m_layout.areas.push_back({.upper = {{rect.left, rect.top}, {rect.right, rect.top}},
                              .lower = {{rect.left, rect.bottom}, {rect.right, rect.bottom}},
                              .role = fill,
                              .alpha = strength});
    if (outline)
        addLine({{rect.left, rect.top},
                 {rect.right, rect.top},
                 {rect.right, rect.bottom},
                 {rect.left, rect.bottom},
                 {rect.left, rect.top}},
                *outline, outlineWidth);
}

void Diagram::addDiamond(const Rect& rect, ColorRole fill, ColorRole outline, double outlineWidth)
{
    const Point left{rect.left, rect.center().y}, right{rect.right, rect.center().y};
    const Point top{rect.center().x, rect.top}, bottom{rect.center().x, rect.bottom};
    m_layout.areas.push_back({.upper = {left, top, right}, .lower = {left, bottom, right}, .role = fill});
    addLine({left, top, right, bottom, left}, outline, outlineWidth);
}

void Diagram::addLine(Polyline line, ColorRole role, double width, LineStyle style)
{
    m_layout.curves.push_back(
        {.name = {}, .pieces = {std::move(line)}, .role = role, .width = width, .style = style, .isBackground = true});
}

void Diagram::addArrow(Point from, Point to, ColorRole role, double width, LineStyle style)
{
    constexpr double headLength = 6, headHalfWidth = 3;
    addLine({from, to}, role, width, style);
    const double length = distance(from, to);
    if (length < 1)
        return;
    const Point along = (to - from) * (1 / length), across{-along.y, along.x};
    const Point base = to - along * headLength;
    addLine({base + across * headHalfWidth, to, base - across * headHalfWidth}, role, width);
}

Segment connection(const Rect& from, const Rect& to, double gap)
{
    const Segment centres{from.center(), to.center()};
    const auto shareInside = [&](const Rect& box) {
        const double dx = std::abs(centres.b.x - centres.a.x), dy = std::abs(centres.b.y - centres.a.y);
        return std::min(dx > 0 ? (box.width() / 2 + gap) / dx : 1, dy > 0 ? (box.height() / 2 + gap) / dy : 1);
    };
    const double start = std::min(shareInside(from), 0.5), end = std::min(shareInside(to), 0.5);
    return {centres.pointAt(start), centres.pointAt(1 - end)};
}

}  // namespace scalewright::chart
