// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out one panel of the whiteboard in an area. Only whiteboard_layout.cpp and the tests include this.
#pragma once

#include "ui/design/whiteboard/whiteboard_layout.h"

namespace scalewright::ui {

/// Lays out the panel in `area` and adds it to the layout; `detail` as in BoardLayout::detail. Returns false if it does
/// not fit: boxes would overlap, leave the area or block an arrow, or an arrow would be too short.
[[nodiscard]] bool arrangePanel(const Panel& panel, int index, const TextMeasure& measure, int detail,
                                const QRectF& area, BoardLayout& layout);

/// A box with its texts, centred on a point.
[[nodiscard]] BoardBox layOutBox(const Box& box, const TextMeasure& measure, int detail, QPointF centre, QSizeF size);
/// What a box holds but does not show at this level of detail: what all workers have in common, or everything.
[[nodiscard]] std::vector<std::string> itemsForLegend(const Box& box, int detail);
/// The size that a box needs at this level of detail.
[[nodiscard]] QSizeF requiredBoxSize(const Box& box, const TextMeasure& measure, int detail);

/// `count` evenly spaced points on a closed curve, clockwise from the top: centres for boxes of size `box` in the area.
[[nodiscard]] std::vector<QPointF> ringCentres(std::size_t count, const QSizeF& box, const QRectF& area);

/// Centres of a tree's nodes, roots at the top, children in order; parents[root] = -1. Nodes in a row are at least
/// `pitch` apart, and the tree is centred in the area.
[[nodiscard]] std::vector<QPointF> treeCentres(const std::vector<int>& parents, double pitch, double rowHeight,
                                               const QRectF& area);

}  // namespace scalewright::ui
