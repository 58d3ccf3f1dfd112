// SPDX-License-Identifier: GPL-3.0-or-later
// Positions of boxes on a closed curve and in a tree.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "ui/design/whiteboard/whiteboard_arrange.h"

namespace scalewright::ui {

std::vector<QPointF> ringCentres(std::size_t count, const QSizeF& box, const QRectF& area)
{
    const QPointF middle = area.center();
    if (count <= 1)
        return std::vector<QPointF>(count, middle);
    double rx = (area.width() - box.width()) / 2;
    const double ry = (area.height() - box.height()) / 2;
    if (count == 2) {
        rx = std::min(rx, 1.5 * box.width());
        return {{middle.x() - rx, middle.y()}, {middle.x() + rx, middle.y()}};
    }
    // A few boxes do not need a wide curve: very long arrows carry no more information.
    const double preferredLength = 2.4 * box.width() * static_cast<double>(count);
    const auto around = [](double a, double b) {
        const double h = (a - b) * (a - b) / ((a + b) * (a + b));
        // Ramanujan's approximation of the perimeter of an ellipse.
        return std::numbers::pi * (a + b) * (1 + 3 * h / (10 + std::sqrt(4 - 3 * h)));
    };
    while (rx > ry && rx > box.width() * 0.75 && around(rx, ry) > preferredLength)
        rx -= 4;

    constexpr int steps = 1440;
    const auto point = [&](int i) {
        const double angle = 2 * std::numbers::pi * i / steps;
        return middle + QPointF(rx * std::sin(angle), -ry * std::cos(angle));
    };
    std::vector<double> length{0};
    for (int i = 1; i <= steps; ++i)
        length.push_back(length.back() + QLineF(point(i - 1), point(i)).length());
    std::vector<QPointF> centres;
    for (std::size_t k = 0; k < count; ++k) {
        const double at = length.back() * static_cast<double>(k) / static_cast<double>(count);
        centres.push_back(point(static_cast<int>(std::lower_bound(length.begin(), length.end(), at) - length.begin())));
    }
    return centres;
}

std::vector<QPointF> treeCentres(const std::vector<int>& parents, double pitch, double rowHeight, const QRectF& area)
{
    const auto count = parents.size();
    std::vector<std::vector<std::size_t>> children(count);
    std::size_t root = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (parents[i] < 0)
            root = i;
        else
            children[static_cast<std::size_t>(parents[i])].push_back(i);
    }
    // Reingold and Tilford 1981: subtrees are placed as close together as their outlines allow, and each parent is
    // centred above its children.
    struct Outline {
        std::vector<double> left, right;  // one value per row, relative to the root of the subtree
    };
    std::vector<double> offset(count, 0);  // relative to the parent
    const std::function<Outline(std::size_t)> place = [&](std::size_t node) -> Outline {
        Outline merged;
        std::vector<double> at;
        for (const std::size_t child : children[node]) {
            const Outline outline = place(child);
            double x = 0;
            for (std::size_t row = 0; row < std::min(outline.left.size(), merged.right.size()); ++row)
                x = std::max(x, merged.right[row] + pitch - outline.left[row]);
            at.push_back(x);
            for (std::size_t row = 0; row < outline.left.size(); ++row) {
                if (row >= merged.right.size()) {
                    merged.left.push_back(x + outline.left[row]);
                    merged.right.push_back(x + outline.right[row]);
                }
                merged.right[row] = x + outline.right[row];
            }
        }
        const double middle = at.empty() ? 0 : (at.front() + at.back()) / 2;
        for (std::size_t i = 0; i < at.size(); ++i)
            offset[children[node][i]] = at[i] - middle;
        for (std::size_t row = 0; row < merged.left.size(); ++row) {
            merged.left[row] -= middle;
            merged.right[row] -= middle;
        }
        merged.left.insert(merged.left.begin(), 0);
        merged.right.insert(merged.right.begin(), 0);
        return merged;
    };
    const Outline outline = place(root);
    const double leftmost = *std::min_element(outline.left.begin(), outline.left.end()),
                 rightmost = *std::max_element(outline.right.begin(), outline.right.end());
    const double rows = static_cast<double>(outline.left.size());
    const double step = rows > 1 ? std::min((area.height() - rowHeight) / (rows - 1), rowHeight + 60) : 0;
    // The tree is widened by up to a factor of 1.8 to use free space.
    const double spread =
        rightmost > leftmost ? std::clamp((area.width() - pitch) / (rightmost - leftmost), 1.0, 1.8) : 1;
    std::vector<QPointF> centres(count);
    const double top = area.center().y() - step * (rows - 1) / 2;
    const std::function<void(std::size_t, double, double)> placeSubtree = [&](std::size_t node, double x, double row) {
        centres[node] = {x, top + row * step};
        for (const std::size_t child : children[node])
            placeSubtree(child, x + spread * offset[child], row + 1);
    };
    placeSubtree(root, area.center().x() - spread * (leftmost + rightmost) / 2, 0);
    return centres;
}

}  // namespace scalewright::ui
