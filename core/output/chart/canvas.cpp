// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/chart/canvas.h"

#include <cmath>

#include "core/output/chart/text_width.h"

namespace scalewright::chart {

namespace {

Polyline outlineOf(const Rect& rect)
{
    return {{rect.left, rect.top}, {rect.right, rect.top}, {rect.right, rect.bottom}, {rect.left, rect.bottom}};
}

class ChartPainter {
public:
    ChartPainter(const ChartLayout& layout, Canvas& canvas, bool dark, ColorRole surface)
        : m_layout(layout), m_canvas(canvas), m_isDark(dark), m_surface(color(surface))
    {
    }

    void draw()
    {
        m_canvas.startLayer(Canvas::Layer::BelowGrid);
        for (const PlacedArea& band : m_layout.bands)
            drawArea(band, color(band.role), band.alpha);
        for (const Rect& range : m_layout.infeasible)
            hatch(range);
        if (m_layout.hasAxes)
            m_canvas.drawAxes(m_layout, m_isDark);
        m_canvas.startLayer(Canvas::Layer::Data);
        for (const PlacedArea& area : m_layout.areas)
            drawArea(area, blendColors(color(area.role), m_surface, area.alpha), 1);
        for (const PlacedCurve& curve : m_layout.curves)
            for (const Polyline& piece : curve.pieces)
                m_canvas.drawLine(piece, strokeOf(curve));
        m_canvas.startLayer(Canvas::Layer::Marks);
        for (const Segment& stroke : m_layout.axisBreaks)
            m_canvas.drawLine({stroke.a, stroke.b}, {color(ColorRole::SoftInk), scaled(1.25)});
        for (const PlacedMarker& marker : m_layout.markers)
            drawMarker(marker);
        for (const PlacedMeasured& measured : m_layout.measured)
            drawMeasured(measured);
        for (const PlacedPoint& point : m_layout.points)
            drawPoint(point);
        for (const PlacedLabel& label : m_layout.labels)
            drawLabel(label);
        for (const TextPiece& text : m_layout.texts)
            drawText(text);
        const double size = m_layout.style.label;
        Point at = m_layout.frame.center();
        for (const std::string& line : wrappedLines(m_layout.emptyText, m_layout.frame.width(), size)) {
            drawText({line, at, size, false, TextPiece::Anchor::Middle, ColorRole::SoftInk});
            at.y += lineSpacing * size;
        }
    }

private:
    [[nodiscard]] std::uint32_t color(ColorRole role) const { return colorOf(role, m_isDark); }
    [[nodiscard]] double scaled(double pixels) const { return m_layout.style.scaledLength(pixels); }
    [[nodiscard]] Stroke strokeOf(const PlacedCurve& curve) const
    {
        // Opaque, so that a ghost below does not show through.
        return {blendColors(color(curve.role), m_surface, curve.opacity), curve.width, curve.style};
    }
    void drawText(const TextPiece& text) { m_canvas.drawText(text, color(text.role)); }

    void drawArea(const PlacedArea& area, std::uint32_t fill, double opacity)
    {
        Polyline outline = area.upper;
        outline.insert(outline.end(), area.lower.rbegin(), area.lower.rend());
        m_canvas.fillArea(outline, fill, opacity);
        if (area.isSegment && needsHatch(area.role) && !m_canvas.isScreen())
            hatchArea(area);
        if (area.isSegment && area.role == ColorRole::Hairline) {
            outline.push_back(outline.front());
            m_canvas.drawLine(outline, {color(ColorRole::SoftInk), 0.5});
        } else if (area.isSegment && area.lower.front().y - area.upper.front().y > 2) {
            m_canvas.drawLine(area.lower, {m_surface, 1});  // separates it from its neighbour
        }
    }

    void drawPatch(const Rect& rect, ColorRole role)
    {
        drawArea({.upper = {{rect.left, rect.top}, {rect.right, rect.top}},
                  .lower = {{rect.left, rect.bottom}, {rect.right, rect.bottom}},
                  .role = role,
                  .isSegment = needsHatch(role)},
                 color(role), 1);
    }

    void hatchArea(const PlacedArea& area)
    {
        constexpr double spacing = 5;
        for (double x = std::ceil(area.upper.front().x) + spacing / 2; x < area.upper.back().x; x += spacing)
            if (const auto top = yOnLineAt(area.upper, x), bottom = yOnLineAt(area.lower, x); top && bottom)
                m_canvas.drawLine({{x, *top}, {x, *bottom}}, {m_surface, 1});
    }

    void hatch(const Rect& range)
    {
        constexpr double spacing = 7;
        for (double start = range.left - range.height(); start < range.right; start += spacing)
            for (const Polyline& line :
                 clippedLine({{start, range.bottom}, {start + range.height(), range.top}}, range))
                m_canvas.drawLine(line, {color(ColorRole::Hairline), 1});
    }

    void drawMarker(const PlacedMarker& marker)
    {
        const bool isFlag = marker.spec.kind == MarkerSpec::Kind::Flag;
        m_canvas.drawLine({marker.line.a, marker.line.b},
                          {color(isFlag ? ColorRole::Ink : marker.spec.role), scaled(1.25),
                           !isFlag                ? LineStyle::Dashed
                           : m_layout.isThumbnail ? LineStyle::Dotted
                                                  : LineStyle::Solid});
        if (marker.flag.isNull())
            return;
        const Rect& flag = marker.flag;
        const double shoulder = flag.top + 0.67 * flag.height();
        m_canvas.fillArea({{flag.left, flag.top},
                           {flag.right, flag.top},
                           {flag.right, shoulder},
                           {flag.center().x, flag.bottom},
                           {flag.left, shoulder}},
                          color(ColorRole::Ink), 1);
    }

    void drawMeasured(const PlacedMeasured& measured)
    {
        const Stroke stroke{color(measured.spec.role), scaled(1.25)};
        m_canvas.drawErrorBars(measured, scaled(3), stroke);
        const double half = scaled(4.5);
        for (const Point& at : measured.points) {
            const Polyline diamond{at + Point{0, -half}, at + Point{half, 0}, at + Point{0, half}, at + Point{-half, 0},
                                   at + Point{0, -half}};
            m_canvas.fillArea(diamond, m_surface, 1);
            m_canvas.drawLine(diamond, stroke);
        }
    }

    // A draggable handle is an ink ring around the data's colour: the colour identifies the data, ink means draggable.
    void drawPoint(const PlacedPoint& point)
    {
        const std::uint32_t fill = color(point.spec.role);
        if (point.spec.draggable) {
            m_canvas.drawCircle(point.position, scaled(6.5), m_surface, {color(ColorRole::Ink), scaled(1.75)});
            m_canvas.drawCircle(point.position, scaled(3.75), fill, {fill, 0});
        } else {
            m_canvas.drawCircle(point.position, scaled(4.25), point.spec.filled ? fill : m_surface, {fill, scaled(2)});
        }
    }

    void drawLabel(const PlacedLabel& label)
    {
        if (label.needsBackground)
            m_canvas.fillArea(outlineOf(label.rect.adjusted(-2, 0, 2, 0)), m_surface, 1);
        if (label.curveIndex)
            m_canvas.drawLine({label.swatch().a, label.swatch().b}, strokeOf(m_layout.curves[*label.curveIndex]));
        if (label.areaColorRole)
            drawPatch(label.patch(m_layout.style), *label.areaColorRole);
        if (label.leader)
            m_canvas.drawLine({label.leader->a, label.leader->b}, {color(ColorRole::FaintInk), 1});
        for (const TextPiece& piece : label.lines(m_layout.style))
            drawText(piece);
    }

    const ChartLayout& m_layout;
    Canvas& m_canvas;
    bool m_isDark;
    std::uint32_t m_surface;
};

}  // namespace

void Canvas::drawAxes(const ChartLayout& layout, bool dark)
{
    using Anchor = TextPiece::Anchor;
    const Rect& frame = layout.frame;
    const double size = layout.style.label;
    const Stroke line{colorOf(ColorRole::Hairline, dark)};
    const auto drawInSoftInk = [&](const std::string& text, Point at, Anchor anchor, bool isVertical = false) {
        drawText({text, at, size, false, anchor, ColorRole::SoftInk, isVertical}, colorOf(ColorRole::SoftInk, dark));
    };
    for (std::size_t i = 0; i < layout.y.ticks.size(); ++i) {
        const double y = layout.yMap.toPixel(layout.y.ticks[i]);
        drawLine({{frame.left, y}, {frame.right, y}}, line);
        drawInSoftInk(layout.y.labels[i], {frame.left - 8, y + 0.35 * size}, Anchor::End);
    }
    drawLine({{frame.left, frame.bottom}, {frame.right, frame.bottom}}, line);
    for (std::size_t i = 0; i < layout.x.ticks.size(); ++i) {
        const double x = layout.xMap.toPixel(layout.x.ticks[i]);
        drawLine({{x, frame.bottom}, {x, frame.bottom + 4}}, line);
        drawInSoftInk(layout.x.labels[i], {x, frame.bottom + 6 + size}, Anchor::Middle);
    }
    const Point centre = frame.center();
    if (!layout.x.title.empty())
        drawInSoftInk(layout.x.title, {centre.x, layout.size.height - 0.35 * size}, Anchor::Middle);
    if (!layout.y.title.empty())
        drawInSoftInk(layout.y.title, {size + 1, centre.y}, Anchor::Middle, true);
}

void Canvas::drawErrorBars(const PlacedMeasured& measured, double whisker, const Stroke& stroke)
{
    for (const Segment& bar : measured.bars) {
        drawLine({bar.a, bar.b}, stroke);
        for (const Point& end : {bar.a, bar.b})
            drawLine({end - Point{whisker, 0}, end + Point{whisker, 0}}, stroke);
    }
}

void drawChart(const ChartLayout& layout, Canvas& canvas, bool dark, ColorRole surface)
{
    ChartPainter(layout, canvas, dark, surface).draw();
}

}  // namespace scalewright::chart
