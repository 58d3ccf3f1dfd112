// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a chart's layout in PDF and PNG files and on slides, with text as text.
#pragma once

#include <QFont>
#include <QPen>

#include "core/output/chart/canvas.h"

class QPainter;

namespace scalewright::ui {

[[nodiscard]] QPen penOf(const chart::Stroke& stroke);
[[nodiscard]] QFont fontOf(const chart::TextPiece& text);

class PainterCanvas : public chart::Canvas {
public:
    explicit PainterCanvas(QPainter& painter) : m_painter(painter) {}

    void drawLine(const chart::Polyline& line, const chart::Stroke& stroke) override;
    void fillArea(const chart::Polyline& outline, std::uint32_t color, double opacity) override;
    void drawCircle(chart::Point centre, double radius, std::uint32_t fill, const chart::Stroke& stroke) override;
    void drawText(const chart::TextPiece& text, std::uint32_t color) override;

private:
    QPainter& m_painter;
};

}  // namespace scalewright::ui
