// SPDX-License-Identifier: GPL-3.0-or-later
// A chart's layout as LaTeX source, with everything in the same place. Coordinates have six digits. Needs pgfplots 1.16
// or later.
//
//     const std::string document = toPgfplots(layout, {.comment = "S(p)"});
#pragma once

#include <string>

#include "core/output/chart/chart_layout.h"

namespace scalewright::chart {

inline constexpr double pointsPerPixel = 0.75;  ///< in files, which use 96 pixels per inch

struct PgfplotsOptions {
    std::string comment{};  ///< comment lines before the document, for the caption
    double scaleFactor = 1;  ///< scales the whole picture, including text
};
/// A standalone document that pdflatex turns into the figure.
[[nodiscard]] std::string toPgfplots(const ChartLayout& layout, const PgfplotsOptions& options = {});

/// Only the drawing, for a document that loads pgfplots and sets compat to 1.16.
[[nodiscard]] std::string toTikzpicture(const ChartLayout& layout);

}  // namespace scalewright::chart
