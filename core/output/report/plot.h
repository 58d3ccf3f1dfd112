// Axes, ticks and legends of a report's drawings, and the colours of their roles (product: one meaning per colour).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/output/tables/pgfplots.h"

namespace scalewright::plot {

inline constexpr const char* ink = "1B1B1A";
inline constexpr const char* soft = "6A6A66";
inline constexpr const char* compute = "0072B2";
inline constexpr const char* communication = "E69F00";
inline constexpr const char* waiting = "999999";
inline constexpr const char* inputOutput = "009E73";
inline constexpr const char* money = "CC79A7";
inline constexpr const char* unattributed = "D9D9D4";

/// Worker counts from 1 to `end`, ticks at powers of two, at most eleven.
[[nodiscard]] PgfAxis workersAxis(int end);
/// From `low` to `high` at least, ticks at 1, 2 or 5 times a power of ten, at most seven. Precondition: low < high.
[[nodiscard]] PgfAxis linearAxis(std::string title, double low, double high);
/// The same on powers of ten, with 2 and 5 between where those are few; labels as amounts of that dimension.
/// Precondition: 0 < low < high.
[[nodiscard]] PgfAxis decadeAxis(std::string title, double low, double high, Dimension dimension = Dimension::Ratio);

enum class Sample { Line, Dashes, Area, Diamond };
struct LegendEntry {
    Sample sample = Sample::Line;
    std::string colour, text;
};
/// A row of samples and words above the frame.
void addLegend(PgfplotsFigure& figure, const std::vector<LegendEntry>& entries);

/// A measured point with its interval's bar.
void addMeasured(PgfplotsFigure& figure, double x, double y, double low, double high);
/// A dotted line at x up to the top, its word beside it on the side where there is room.
void addFlag(PgfplotsFigure& figure, double x, const std::string& text);
enum class Side { Above, Below };
/// A word at a point, above or below it, to the left or the right where there is room.
void addLabel(PgfplotsFigure& figure, PgfPoint at, const std::string& text, Side side = Side::Above);
/// The part of a line that lies on the axes, as pieces: gaps where it is not finite or beyond them.
void addLine(PgfplotsFigure& figure, const std::vector<PgfPoint>& points, const PgfStroke& stroke);
/// Between two lines of one x each, cut at the top of the frame.
void addBand(PgfplotsFigure& figure, const std::vector<PgfPoint>& low, const std::vector<PgfPoint>& high,
             const std::string& colour);

}  // namespace scalewright::plot
