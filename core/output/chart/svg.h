// SPDX-License-Identifier: GPL-3.0-or-later
// A chart's layout as SVG, and the page around a drawing in a file.
//
//     const std::string file = toSvgFile(toSvg(layout), {.title = "Speedup S(p)"});
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/output/chart/chart_layout.h"

namespace scalewright {

/// `text` escaped for XML and HTML, in content and quoted attributes, without characters that neither allows
/// (cleaned()).
[[nodiscard]] std::string xmlText(std::string_view text);

namespace chart {

/// The elements of a drawing, without the <svg> around them, and its size in pixels.
struct SvgDrawing {
    std::string elements;
    Size size;
};
/// Colours are attributes ("#0072B2"), so that a page's style sheet can change them.
[[nodiscard]] SvgDrawing toSvg(const ChartLayout& layout, bool dark = false);

/// An element in a page. `description`: for screen readers.
[[nodiscard]] std::string toSvgElement(const SvgDrawing& drawing, const std::string& description);

/// The page around a drawing in a file; lengths in pixels, of which an inch has 96.
struct Sheet {
    std::string title, caption;
    std::string description;  ///< what the figure shows, for screen readers
    bool showsTexts = true;  ///< draws title and caption; otherwise they are only named in the file
    double margin = 0;
    double minimumWidth = 0;  ///< for title and caption of a narrow drawing
    double scale = 1;         ///< of the drawing within the page
    double magnification = 1;  ///< of the whole page
};
/// Before magnification.
struct SheetLayout {
    Size size;
    std::vector<TextPiece> texts;
    Point drawing;  ///< top left corner
};
[[nodiscard]] SheetLayout layOutSheet(Size drawing, const Sheet& sheet);

/// A file with a white background.
[[nodiscard]] std::string toSvgFile(const SvgDrawing& drawing, const Sheet& sheet);

}  // namespace chart

}  // namespace scalewright
