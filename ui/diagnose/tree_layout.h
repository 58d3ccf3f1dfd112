// Where everything of the tree lies: a pure function of what it says, the size and the type scale. Painting, the
// focusable items over the drawing and the export all read the same layout.
//
//   margin words   <> first question ----- no ----- [ leaf ]
//                  |
//                  yes
//                  |
//   margin words   <> next question ------ yes ---- [ leaf ]
//                  …
//                  [ leaf ]
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

/// One line of text. The box holds all its ink; the baseline is where painting begins.
struct TreeText {
    QString text;
    QPointF baseline;
    QRectF box;
    TextStyle style = TextStyle::Label;
    bool bold = false;
    Role role = Role::Soft;
};

struct TreeDiamond {
    Test test = Test::FitsInMemory;
    QRectF rect;
    bool reached = false;
    bool addition = false;  ///< dashed
    std::vector<TreeText> texts;    ///< inside
    std::vector<TreeText> margins;  ///< at its left

    [[nodiscard]] QPolygonF polygon() const;
};

struct TreeLeaf {
    Bottleneck bottleneck = Bottleneck::Compute;
    QRectF rect;
    bool taken = false;
    std::vector<TreeText> texts;
};

struct TreeEdge {
    QPointF from, to;
    bool taken = false;
    std::vector<TreeText> label;  ///< none or one
};

struct TreeLayout {
    QSizeF size;
    std::vector<TreeText> head;
    std::vector<TreeDiamond> diamonds;
    std::vector<TreeLeaf> leaves;  ///< in the order of the diamonds, the one below the last diamond at the end
    std::vector<TreeEdge> edges;
};

/// Narrower than this nothing can be laid out without overlap.
[[nodiscard]] double treeMinimumWidth(const TreeContent& content, const Look& look);
/// The least height at which nothing overlaps. Precondition: width >= treeMinimumWidth.
[[nodiscard]] double treeMinimumHeight(const TreeContent& content, const Look& look, double width);
/// What it looks best at, in a figure of its own.
[[nodiscard]] QSizeF treeNaturalSize(const TreeContent& content, const Look& look);

/// Precondition: size is at least treeMinimumWidth × treeMinimumHeight; what is more becomes air between the parts.
[[nodiscard]] TreeLayout layoutTree(const TreeContent& content, const Look& look, const QSizeF& size);

}  // namespace scalewright::ui
