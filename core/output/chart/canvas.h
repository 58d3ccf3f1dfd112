// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a chart's layout on a canvas: QCustomPlot in the window, QPainter, SVG and LaTeX in files.
#pragma once

#include <cstdint>

#include "core/output/chart/chart_layout.h"

namespace scalewright::chart {

struct Stroke {
    std::uint32_t color = 0;
    double width = 1;  ///< in pixels; 0: none
    LineStyle style = LineStyle::Solid;
};

class Canvas {
public:
    enum class Layer { BelowGrid, Data, Marks };

    virtual ~Canvas() = default;
    /// On screen a part that needs a hatch in greyscale (needsHatch) has none.
    [[nodiscard]] virtual bool isScreen() const { return false; }
    virtual void startLayer(Layer /*layer*/) {}
    /// Axes and grid.
    virtual void drawAxes(const ChartLayout& layout, bool dark);
    virtual void drawLine(const Polyline& line, const Stroke& stroke) = 0;
    virtual void fillArea(const Polyline& outline, std::uint32_t color, double opacity) = 0;
    virtual void drawCircle(Point centre, double radius, std::uint32_t fill, const Stroke& stroke) = 0;
    virtual void drawText(const TextPiece& text, std::uint32_t color) = 0;
    /// One for each measured point, or fewer.
    virtual void drawErrorBars(const PlacedMeasured& measured, double whisker, const Stroke& stroke);
};

void drawChart(const ChartLayout& layout, Canvas& canvas, bool dark = false, ColorRole surface = ColorRole::Card);

}  // namespace scalewright::chart
