// SPDX-License-Identifier: GPL-3.0-or-later
// Axes, ticks and legends of a report's drawings, and their colours by role (one meaning per colour).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/output/tables/pgfplots.h"

namespace scalewright::plot {

inline constexpr const char* inkColour = "1B1B1A";
inline constexpr const char* softColour = "6A6A66";
inline constexpr const char* computeColour = "0072B2";
inline constexpr const char* communicationColour = "E69F00";
inline constexpr const char* waitingColour = "999999";
inline constexpr const char* inputOutputColour = "009E73";
inline constexpr const char* moneyColour = "CC79A7";
inline constexpr const char* unattributedColour = "D9D9D4";

/// Worker counts from 1 to `end`; at most eleven ticks, at powers of two.
[[nodiscard]] PgfAxis workersAxis(int end);
/// Covers at least `low` to `high`; at most seven ticks, at 1, 2 or 5 times a power of ten. Precondition: low < high.
[[nodiscard]] PgfAxis linearAxis(std::string title, double low, double high);
/// Like linearAxis but logarithmic, with ticks at powers of ten, and at 2 and 5 times them if there are few; labels are
/// amounts in that dimension. Precondition: 0 < low < high.
[[nodiscard]] PgfAxis logarithmicAxis(std::string title, double low, double high,
                                      Dimension dimension = Dimension::Ratio);

enum class LegendSample { Line, Dashes, Area, Diamond };
struct LegendEntry {
    LegendSample sample = LegendSample::Line;
    std::string colour, text;
};
/// Adds a row of samples and labels above the frame.
void addLegend(PgfplotsFigure& figure, const std::vector<LegendEntry>& entries);

/// Adds a measured point with its error bar.
void addMeasuredPoint(PgfplotsFigure& figure, double x, double y, double low, double high);
/// Adds a dotted vertical line at x up to the top, with its label on the side that has room.
void addVerticalMarker(PgfplotsFigure& figure, double x, const std::string& text);
enum class LabelSide { Above, Below };
/// Adds a label at a point, above or below it, on the side that has room.
void addLabel(PgfplotsFigure& figure, PgfPoint point, const std::string& text, LabelSide side = LabelSide::Above);
/// Adds the parts of a line that are inside the axes, with gaps where it is not finite or outside.
void addClippedLine(PgfplotsFigure& figure, const std::vector<PgfPoint>& points, const PgfStroke& stroke);
/// Adds the area between two lines with the same x values, clipped to the frame.
void addBand(PgfplotsFigure& figure, const std::vector<PgfPoint>& low, const std::vector<PgfPoint>& high,
             const std::string& colour);

}  // namespace scalewright::plot
