// SPDX-License-Identifier: GPL-3.0-or-later
// A drawing of boxes, lines and texts without axes, as a layout that every writer of charts can write.
//
//     Diagram diagram({640, 200});
//     diagram.addBox({0, 0, 80, 24}, ColorRole::Hover, ColorRole::Hairline);
//     diagram.addText({"w1", {40, 16}, 12, true, TextPiece::Anchor::Middle});
//     toSvg(diagram.layout());
#pragma once

#include <string>

#include "core/output/chart/chart_layout.h"

namespace scalewright::chart {

class Diagram {
public:
    explicit Diagram(Size size);

    /// `strength`: 1 is the full colour, less is paler.
    void addBox(const Rect& rect, ColorRole fill, std::optional<ColorRole> outline = {}, double outlineWidth = 1,
                double strength = 1);
    /// With its corners in the middle of the sides of `rect`.
    void addDiamond(const Rect& rect, ColorRole fill, ColorRole outline, double outlineWidth = 1);
    void addLine(Polyline line, ColorRole role, double width = 1, LineStyle style = LineStyle::Solid);
    /// A line with a head at its end.
    void addArrow(Point from, Point to, ColorRole role, double width = 1, LineStyle style = LineStyle::Solid);
    void addText(TextPiece text) { m_layout.texts.push_back(std::move(text)); }

    [[nodiscard]] const ChartLayout& layout() const { return m_layout; }

private:
    ChartLayout m_layout;
};

/// The part of the line between the centres of two boxes that is outside both, with a gap at both ends.
[[nodiscard]] Segment connection(const Rect& from, const Rect& to, double gap = 3);

}  // namespace scalewright::chart
