// SPDX-License-Identifier: GPL-3.0-or-later
// A QCustomPlot that shows a chart's layout: axes, graphs, error bars and items on its layers.
#pragma once

#include <functional>

#include "core/output/chart/canvas.h"
#include "ui/figure/figure_content.h"
#include "ui/figure/qcp.h"
#include "ui/figure/read_out.h"

namespace scalewright::ui {

class Plot : public QCustomPlot, private Canvas {
public:
    explicit Plot(QWidget* parent);

    /// Replaces everything shown; the caller updates the widget.
    void setContent(const ChartLayout& layout, const VisualStyle& style, ColorRole surface);
    /// Replaces what follows the pointer and the keyboard, on the layer "overlay"; the caller updates the widget. `x`:
    /// pixel x of the crosshair.
    void setOverlay(const ChartLayout& layout, const ReadOut& readOut, double x, const std::optional<Rect>& focusRing);

    /// Called before a frame is painted.
    std::function<void()> prepare;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] bool isScreen() const override { return true; }
    void startLayer(Layer layer) override;
    void drawAxes(const ChartLayout&, bool) override {}  // by QCustomPlot
    void drawLine(const Polyline& line, const Stroke& stroke) override;
    void fillArea(const Polyline& outline, std::uint32_t color, double opacity) override;
    void drawCircle(Point centre, double radius, std::uint32_t fill, const Stroke& stroke) override;
    void drawText(const TextPiece& text, std::uint32_t color) override;
    void drawErrorBars(const PlacedMeasured& measured, double whisker, const Stroke& stroke) override;
    void drawBox(const Rect& rect, const QBrush& fill, const QPen& pen);
    void setAxis(QCPAxis* axis, const AxisLayout& axisLayout, const AxisMap& map);
    [[nodiscard]] std::uint32_t color(ColorRole role) const { return colorOf(role, m_style.dark); }

    VisualStyle m_style;
    std::uint32_t m_surface = 0;
};

}  // namespace scalewright::ui
