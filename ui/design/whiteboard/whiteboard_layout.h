// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of everything on the whiteboard: a pure function of the topology, the style and the size. The widget,
// the export and the tests use the same layout.
//
//     [coordinator] [checkpoints]          services, an arrow each to the frame
//          :             .
//     +----------------------------+
//     | training     | serving     |      panels side by side
//     |  (o)->(o)    |     (o)     |
//     |   ^    v     |    /   \    |
//     |  (o)<-(o)    |  (o)   (o)  |
//     +----------------------------+
//     notes, a line each
//
// Boxes show as much as fits: all their contents, a short first line, or only their name.
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <vector>

#include "core/design/slots/topology.h"
#include "ui/figure/text_line.h"

namespace scalewright::ui {

struct BoardBox {
    int panel = -1;  ///< -1: a service
    int index = 0;   ///< index into the panel's boxes, or into the services
    BoxKind kind = BoxKind::Worker;
    bool isGroup = false;  ///< represents several workers
    bool isIdle = false;
    QRectF rect;
    std::vector<TextLine> texts;
};

struct BoardFrame {
    enum class Kind { Plane, Node, Exchange, Block };
    Kind kind = Kind::Plane;
    QRectF rect;
    std::vector<TextLine> texts;
};

struct BoardArrow {
    ArrowKind kind = ArrowKind::Data;
    QPolygonF path;  ///< from tail to head
    bool hasHeadAtStart = false, hasHeadAtEnd = true;
};

struct BoardLayout {
    QSizeF size;
    bool fits = true;  ///< false: too small even for names only
    int detail = 0;    ///< 0: everything a box holds, 1: a short first line, 2: names only
    std::vector<BoardFrame> frames;
    std::vector<QLineF> guides;  ///< hairlines between panels and along the columns of a grid
    std::vector<BoardBox> boxes;
    std::vector<BoardArrow> arrows;
    std::vector<TextLine> texts;  ///< titles of panels, labels of grid rows, notes
};

/// Precondition: size is at least the minimum; for smaller sizes, the result has fits = false.
[[nodiscard]] BoardLayout layOutBoard(const Topology& board, const VisualStyle& look, const QSizeF& size);

/// The minimum width for a clean layout.
[[nodiscard]] double boardMinimumWidth(const Topology& board, const VisualStyle& look);
/// The minimum height at this width.
[[nodiscard]] double boardMinimumHeight(const Topology& board, const VisualStyle& look, double width);
/// The preferred size as a separate figure.
[[nodiscard]] QSizeF boardNaturalSize(const Topology& board, const VisualStyle& look);

/// For example "ring all-reduce", preceded by the panel's scope if it has one.
[[nodiscard]] QString panelTitle(const Panel& panel);

}  // namespace scalewright::ui
