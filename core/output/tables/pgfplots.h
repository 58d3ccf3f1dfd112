// A chart as LaTeX source: what is drawn, as values, becomes a document of its own (class standalone) that pdflatex
// turns into the figure, and whose tikzpicture can be pasted into a report. Places are in the units of the axes,
// lengths in points.
//
//     PgfplotsFigure figure{.x = {.title = "workers p", .logBase = 2, .low = 1, .high = 1024, .ticks = {1, 32, 1024}}, ...};
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
    double low = 0, high = 1;
    std::vector<double> ticks;
    std::vector<std::string> labels;  ///< as many as ticks, or none: the ticks as numbers
};

struct PgfPoint {
    double x = 0, y = 0;
};

struct PgfStroke {
    std::string colour = "000000";  ///< six hexadecimal digits, RGB
    double widthPt = 0.8;  ///< 0: none
    std::vector<double> dashPt;  ///< on, off, on, …; empty: solid
};

struct PgfLine {
    std::vector<PgfPoint> points;
    PgfStroke stroke;
    std::string name;  ///< a comment before it; may be empty
};

struct PgfArea {
    std::vector<PgfPoint> outline;
    std::string colour;
    double opacity = 1;
};

/// A shape of fixed size at a place of the chart: a circle, or where there is an outline, that.
struct PgfMark {
    PgfPoint at;
    double radiusPt = 0;
    std::vector<PgfPoint> outlinePt;  ///< around `at`, y upwards
    std::string fill;  ///< colour; empty: none
    PgfStroke stroke;
};

/// One line of text; `at` is the left or the right end of its baseline.
struct PgfText {
    PgfPoint at;
    std::string text;
    double sizePt = 9;
    bool bold = false;
    bool rightAligned = false;
    std::string colour = "000000";
};

using PgfItem = std::variant<PgfLine, PgfArea, PgfMark, PgfText>;

struct PgfplotsFigure {
    std::string comment;  ///< goes before the document, line by line: the caption
    PgfAxis x, y;
    double widthPt = 320, heightPt = 200;  ///< of the frame between the axes
    double sizePt = 9;  ///< of the type at the axes
    double enlarged = 1;  ///< the whole picture, type too
    std::string axisColour = "CCCCCC", textColour = "555555";
    std::vector<PgfItem> items;  ///< drawn one over the other, over the grid of y
};

/// Six digits of every coordinate. Needs pgfplots 1.16 or later. Errors (Input): a colour that is none, a coordinate
/// that is not finite or that its axis cannot show, no item.
[[nodiscard]] Result<std::string> toPgfplots(const PgfplotsFigure& figure);

/// The drawing alone, for a document that loads pgfplots and sets compat to 1.16. Errors as above.
[[nodiscard]] Result<std::string> toTikzpicture(const PgfplotsFigure& figure);

}  // namespace scalewright
