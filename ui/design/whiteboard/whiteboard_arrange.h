// One panel of the whiteboard laid out in an area. Only whiteboard_layout.cpp and the tests read this.
#pragma once

#include "ui/design/whiteboard/whiteboard_layout.h"

namespace scalewright::ui {

/// Lays the panel out in `area` and adds it to the layout; `detail` as BoardLayout::detail. False where it does not
/// fit: boxes would overlap, leave the area, stand in an arrow's way, or leave an arrow no room.
[[nodiscard]] bool arrangePanel(const Panel& panel, int index, const TextMeasure& measure, int detail,
                                const QRectF& area, BoardLayout& layout);

/// A box of the board with its texts, around a centre.
[[nodiscard]] BoardBox boardBox(const Box& box, const TextMeasure& measure, int detail, QPointF centre, QSizeF size);
/// Of what a box holds, what is not written in it at that detail: what every worker holds alike, or all of it.
[[nodiscard]] std::vector<std::string> leftToTheLegend(const Box& box, int detail);
/// What a box needs at that detail.
[[nodiscard]] QSizeF boxNeeds(const Box& box, const TextMeasure& measure, int detail);

/// Points of a closed curve, as far from each other as can be, the first at the top, clockwise: where the centres of
/// boxes of that size stand in the area.
[[nodiscard]] std::vector<QPointF> ringCentres(std::size_t count, const QSizeF& box, const QRectF& area);

/// Centres of a tree's nodes, roots above, children in their order; parents[root] = -1. No two nodes of a row are
/// nearer than `pitch`, and the whole stands in the middle of the area.
[[nodiscard]] std::vector<QPointF> treeCentres(const std::vector<int>& parents, double pitch, double rowHeight,
                                               const QRectF& area);

}  // namespace scalewright::ui
