// SPDX-License-Identifier: GPL-3.0-or-later
// The geometry of the tree: a pure function of its content, the size and the type scale. Painting, the focusable items
// over the drawing and the export all use the same layout, except that a printed column shows only the path taken.
//
//     margin text    <> first question ----- no ----- [ leaf ]
//                    |
//                    yes
//                    |
//     margin text    <> next question ------ yes ---- [ leaf ]
//                    …
//                    [ leaf ]
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <vector>

#include "ui/diagnose/tree_content.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// One line of text. The box contains all its ink; painting starts at the baseline.
struct TreeText {
    QString text;
    QPointF baseline;
    QRectF box;
    TextStyle style = TextStyle::Label;
    bool bold = false;
    ColorRole role = ColorRole::SoftInk;
};

struct TreeDiamond {
    Test test = Test::FitsInMemory;
    QRectF rect;
    bool isReached = false;
    bool isAddition = false;  ///< drawn dashed
    std::vector<TreeText> texts;    ///< inside the diamond
    std::vector<TreeText> marginTexts;  ///< to the left of the diamond

    [[nodiscard]] QPolygonF polygon() const;
};

struct TreeLeaf {
    Bottleneck bottleneck = Bottleneck::Compute;
    QRectF rect;
    bool isTaken = false;
    std::vector<TreeText> texts;
};

struct TreeEdge {
    QPointF from, to;
    bool isTaken = false;
    std::vector<TreeText> label;  ///< the answer, and in layOutTakenPath() the margin
};

struct TreeLayout {
    QSizeF size;
    std::vector<TreeText> heading;
    std::vector<TreeDiamond> diamonds;
    std::vector<TreeLeaf> leaves;  ///< in the order of the diamonds; the leaf below the last diamond is at the end
    std::vector<TreeEdge> edges;
};

/// The minimum width for a layout without overlap.
[[nodiscard]] double treeMinimumWidth(const TreeContent& content, const VisualStyle& look);
/// The minimum height without overlap. Precondition: width >= treeMinimumWidth.
[[nodiscard]] double treeMinimumHeight(const TreeContent& content, const VisualStyle& look, double width);
/// The preferred size as a separate figure.
[[nodiscard]] QSizeF treeNaturalSize(const TreeContent& content, const VisualStyle& look);

/// Precondition: size is at least treeMinimumWidth × treeMinimumHeight. Extra room becomes space between the parts.
[[nodiscard]] TreeLayout layOutTree(const TreeContent& content, const VisualStyle& look, const QSizeF& size);

/// For a width below treeMinimumWidth, in a printed column: only the questions reached and the verdict, one below the
/// other. Its size is as high as needed, and wider than `width` only if a text is.
[[nodiscard]] TreeLayout layOutTakenPath(const TreeContent& content, const VisualStyle& look, double width);

}  // namespace scalewright::ui
