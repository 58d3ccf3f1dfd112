// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as LaTeX source: the drawing described here becomes a standalone document that pdflatex turns into the
// figure, and whose tikzpicture can be pasted into a report. Positions are in axis units, lengths in points.
//
//     PgfplotsFigure figure{.xAxis = {.title = "workers p", .logBase = 2, .minimum = 1, .maximum = 1024, .ticks = {1, 32, 1024}}, ...};
//     figure.items.push_back(PgfLine{.points = {{1, 1}, {2, 1.85}}, .stroke = {.colour = "0072B2"}});
//     Result<std::string> latex = toPgfplots(figure);
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct PgfAxis {
    std::string title;
    int logBase = 0;  ///< 2 or 10; 0: linear
    double minimum = 0, maximum = 1;
    std::vector<double> ticks;
    std::vector<std::string> labels;  ///< one per tick; if empty, the ticks are labelled with their numbers
};

struct PgfPoint {
    double x = 0, y = 0;
};

struct PgfStroke {
    std::string colour = "000000";  ///< six hexadecimal digits, RGB
    double widthPt = 0.8;  ///< 0: none
    std::vector<double> dashPt;  ///< lengths: on, off, on, …; empty: solid
};

struct PgfLine {
    std::vector<PgfPoint> points;
    PgfStroke stroke;
    std::string name;  ///< a comment before the line; may be empty
};

struct PgfArea {
    std::vector<PgfPoint> outline;
    std::string colour;
    double opacity = 1;
};

/// A shape of fixed size at a position in the chart: the outline if there is one, otherwise a circle.
struct PgfMark {
    PgfPoint position;
    double radiusPt = 0;
    std::vector<PgfPoint> outlinePt;  ///< relative to `position`, y upwards
    std::string fill;  ///< colour; empty: none
    PgfStroke stroke;
};

/// One line of text; `position` is the left or right end of its baseline.
struct PgfLabel {
    PgfPoint position;
    std::string text;
    double fontSizePt = 9;
    bool isBold = false;
    bool isRightAligned = false;
    std::string colour = "000000";
};

using PgfItem = std::variant<PgfLine, PgfArea, PgfMark, PgfLabel>;

struct PgfplotsFigure {
    std::string comment;  ///< comment lines before the document, for the caption
    PgfAxis xAxis, yAxis;
    double widthPt = 320, heightPt = 200;  ///< size of the frame between the axes
    double fontSizePt = 9;  ///< size of the text at the axes
    double scaleFactor = 1;  ///< scales the whole picture, including text
    std::string axisColour = "CCCCCC", textColour = "555555";
    std::vector<PgfItem> items;  ///< drawn in this order, on top of the y grid
};

/// Coordinates have six digits. Needs pgfplots 1.16 or later. Errors (Input): an invalid colour, a coordinate that is
/// not finite or that its axis cannot show, or no items.
[[nodiscard]] Result<std::string> toPgfplots(const PgfplotsFigure& figure);

/// Only the drawing, for a document that loads pgfplots and sets compat to 1.16. Errors: those of toPgfplots().
[[nodiscard]] Result<std::string> toTikzpicture(const PgfplotsFigure& figure);

}  // namespace scalewright
