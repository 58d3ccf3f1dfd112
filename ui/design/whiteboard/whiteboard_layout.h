// Where everything on the whiteboard lies: a pure function of the topology, the look and the size. The widget, the
// export and the tests read the same layout.
//
//   [coordinator] [checkpoints]          services, an arrow each to the frame
//        :             .
//   +----------------------------+
//   | training     | serving     |      panels side by side
//   |  (o)->(o)    |     (o)     |
//   |   ^    v     |    /   \    |
//   |  (o)<-(o)    |  (o)   (o)  |
//   +----------------------------+
//   notes, a line each
//
// Boxes say as much as there is room for: everything they hold, its first line in short, or their name alone.
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
    int index = 0;   ///< in the panel's boxes, or in the services
    BoxKind kind = BoxKind::Worker;
    bool group = false;  ///< stands for several
    bool idle = false;
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
    bool headAtStart = false, headAtEnd = true;
};

struct BoardLayout {
    QSizeF size;
    bool fits = true;  ///< false: too small even for names alone
    int detail = 0;    ///< 0 all that boxes hold · 1 the first line in short · 2 names alone
    std::vector<BoardFrame> frames;
    std::vector<QLineF> guides;  ///< hairlines: between panels, down the columns of a grid
    std::vector<BoardBox> boxes;
    std::vector<BoardArrow> arrows;
    std::vector<TextLine> texts;  ///< titles of panels, rows of a grid, notes
};

/// Precondition: size as least(); smaller sizes come back with fits = false.
[[nodiscard]] BoardLayout layOutBoard(const Topology& board, const Look& look, const QSizeF& size);

/// Narrower than this the board is not laid out well.
[[nodiscard]] double boardLeastWidth(const Topology& board, const Look& look);
/// The least height at which it fits in that width.
[[nodiscard]] double boardLeastHeight(const Topology& board, const Look& look, double width);
/// What it looks best at, in a figure of its own.
[[nodiscard]] QSizeF boardNaturalSize(const Topology& board, const Look& look);

/// "ring all-reduce", with the panel's scope before it where it has one.
[[nodiscard]] QString panelTitle(const Panel& panel);

}  // namespace scalewright::ui
