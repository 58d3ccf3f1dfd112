// SPDX-License-Identifier: GPL-3.0-or-later
// A chart as a value: axes, curves, bands, landmarks, measured points. Chart needs nothing else to draw it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/output/chart/color_role.h"

namespace scalewright::chart {

/// A text in a chart; converts from and to the strings of any library that has toStdString() and fromStdString().
struct ChartText : std::string {
    using std::string::string;
    ChartText(const std::string& text) : std::string(text) {}
    template <typename Text, typename = decltype(std::declval<const Text&>().toStdString())>
    ChartText(const Text& text) : std::string(text.toStdString())
    {
    }
    template <typename Text, typename = decltype(Text::fromStdString(std::string()))>
    operator Text() const
    {
        return Text::fromStdString(*this);
    }
};

/// How an axis formats its numbers: 7.49 · 7.49× · 22 % (from a fraction 0…1) · an amount with its SI unit.
struct NumberStyle {
    enum class Kind { Plain, Factor, Percent, Amount };
    Kind kind = Kind::Plain;
    Dimension dimension = Dimension::Ratio;  ///< for Kind::Amount
    int digits = 3;                          ///< significant digits in read-outs

    bool operator==(const NumberStyle&) const = default;
};
[[nodiscard]] std::string formatNumber(double value, const NumberStyle& style);

enum class AxisScale { Linear, Log2, Log10 };

struct AxisSpec {
    ChartText title;  ///< without the unit, which is added for Kind::Amount
    AxisScale scale = AxisScale::Linear;
    std::optional<double> low, high;  ///< not set: derived from the data and rounded (a linear y axis starts at 0)
    NumberStyle numberStyle;

    bool operator==(const AxisSpec&) const = default;
};

enum class LineStyle { Solid, Dashed, Dotted, DashDotted };
enum class Fill { None, ToZero, Stacked };  ///< Stacked: on top of the previous stacked series

struct SeriesSpec {
    ChartText key;            ///< stable identifier
    ChartText name;  ///< for the read-out: "speedup". For a reference: the series it coincides with, if any
    ChartText label;  ///< written next to the curve; empty: no label
    std::vector<double> x;  ///< ascending; empty: 1, 2, 3, … (worker counts)
    std::vector<double> y;  ///< non-finite values are gaps
    ColorRole role = ColorRole::Compute;
    double width = 2;
    LineStyle lineStyle = LineStyle::Solid;
    bool isGhost = false;  ///< another variant: pale, behind the other series
    bool isReference = false;  ///< ideal line: does not affect the axis range, is not in the read-out, drawn behind
    Fill fill = Fill::None;
    std::optional<double> fadesBeyond;  ///< drawn paler above this x, where nothing was measured

    bool operator==(const SeriesSpec&) const = default;
};

struct BandSpec {
    ChartText key, name;
    std::vector<double> x;  ///< like SeriesSpec::x
    std::vector<double> low, high;
    ColorRole role = ColorRole::Compute;
    double alpha = 0.1;

    bool operator==(const BandSpec&) const = default;
};

/// A landmark on a curve. Its labels never overlap another label, a marker or the frame.
struct PointSpec {
    ChartText id;
    double x = 0, y = 0;
    ChartText label;  ///< bold, in ink: "p* 34 (fastest)"
    ChartText subLabel;  ///< muted, below the label: "7.49×, in [28, 41]"
    ColorRole role = ColorRole::Compute;
    bool filled = true;
    bool draggable = false;  ///< for the p* handle
    bool isLabelOptional = false;  ///< shown if there is room nearby, otherwise only in the table view
    bool needsLabel = false;  ///< left out if its label has no room

    bool operator==(const PointSpec&) const = default;
};

/// A vertical line. Flag: ink, from the top down to y, with a small flag (the plan's p). Reference: dashed in its
/// role's colour, from y down to the axis ("R = 1 from 13"). Without y, it has the full height. In a thumbnail, a Flag
/// is dotted.
struct MarkerSpec {
    enum class Kind { Reference, Flag };
    ChartText id;
    double x = 0;
    std::optional<double> y;
    ChartText label;
    ChartText subLabel;
    Kind kind = Kind::Reference;
    ColorRole role = ColorRole::Ink;
    bool draggable = false;

    bool operator==(const MarkerSpec&) const = default;
};

/// Measured values as open diamonds, with error bars if low and high are given.
struct MeasuredSpec {
    ChartText key, name;
    std::vector<double> x, y;
    std::vector<double> low, high;  ///< empty, or as many as y
    ColorRole role = ColorRole::Ink;
    std::vector<ChartText> labels;  ///< empty, or as many as y; shown if there is room after all other labels

    bool operator==(const MeasuredSpec&) const = default;
};

/// Values of x that cannot be used, hatched over the height of the frame.
struct InfeasibleRange {
    double low = 0, high = 0;

    bool operator==(const InfeasibleRange&) const = default;
};

/// One colour of stacked bars: its value in each bar; negative values are stacked downwards.
struct BarPart {
    ChartText name;
    ColorRole role = ColorRole::Compute;
    std::vector<double> values;

    bool operator==(const BarPart&) const = default;
};

struct ChartSpec {
    AxisSpec x, y;
    std::vector<SeriesSpec> series;
    std::vector<BandSpec> bands;
    std::vector<MarkerSpec> markers;
    std::vector<PointSpec> points;
    std::vector<MeasuredSpec> measured;
    std::vector<InfeasibleRange> infeasible;
    std::vector<ChartText> barNames;  ///< below the stacked bars; the x axis then has one place for each
    std::vector<BarPart> barParts;  ///< from the bottom up, named above the frame
    bool hasIntegerX = true;  ///< the read-out snaps to integer x (worker counts)
    /// No axes or labels: a hairline baseline, the curves, and the plan as a dotted line.
    bool isThumbnail = false;
    ChartText emptyText;  ///< shown in the middle if there is nothing to draw; gives the reason

    bool operator==(const ChartSpec&) const = default;
};

/// The x of point i in a series: p = 1, 2, … if `xs` is empty.
[[nodiscard]] inline double sampleXAt(std::span<const double> xs, std::size_t i)
{
    return xs.empty() ? static_cast<double>(i + 1) : xs[i];
}

}  // namespace scalewright::chart
