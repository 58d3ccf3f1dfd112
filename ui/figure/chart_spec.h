// A chart as a value: axes, curves, bands, landmarks, measured points. Chart draws it; nothing else is needed.
#pragma once

#include <QString>

#include <optional>
#include <span>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "ui/theme/theme.h"

namespace scalewright::ui {

/// How an axis writes its numbers: 7.49 · 7.49× · 22 % (of a share 0…1) · an amount with its SI unit.
struct NumberStyle {
    enum class Kind { Plain, Times, Percent, Amount };
    Kind kind = Kind::Plain;
    Dimension dimension = Dimension::Ratio;  ///< for Amount
    int digits = 3;                          ///< significant ones, in read-outs

    bool operator==(const NumberStyle&) const = default;
};
[[nodiscard]] QString formatNumber(double value, const NumberStyle& style);

enum class AxisScale { Linear, Log2, Log10 };

struct AxisSpec {
    QString title;  ///< without unit; the unit of an Amount axis is added
    AxisScale scale = AxisScale::Linear;
    std::optional<double> low, high;  ///< absent: from the data, to a round number (a linear y axis starts at 0)
    NumberStyle numbers;

    bool operator==(const AxisSpec&) const = default;
};

enum class LineStyle { Solid, Dashed, Dotted, DashDotted };
enum class Fill { None, ToZero, Stacked };  ///< Stacked: on top of the stacked series before it

struct SeriesSpec {
    QString key;            ///< stable name
    QString name;           ///< in the read-out: "speedup"; of a reference: the series that it lies on, if it does
    QString label;          ///< written at the curve itself; empty: none
    std::vector<double> x;  ///< ascending; empty: 1, 2, 3, … (worker counts)
    std::vector<double> y;  ///< a value that is not finite is a gap
    Role role = Role::Compute;
    double width = 2;
    LineStyle line = LineStyle::Solid;
    bool ghost = false;      ///< another variant: pale, behind the others
    bool reference = false;  ///< ideal lines: do not set the axis range, no read-out, drawn behind
    Fill fill = Fill::None;
    std::optional<double> fadesFrom;  ///< paler beyond that x: nothing was measured there

    bool operator==(const SeriesSpec&) const = default;
};

struct BandSpec {
    QString key, name;
    std::vector<double> x;  ///< as SeriesSpec::x
    std::vector<double> low, high;
    Role role = Role::Compute;
    double alpha = 0.1;

    bool operator==(const BandSpec&) const = default;
};

/// A landmark on a curve. Its labels never cover another label, a marker or the frame.
struct PointSpec {
    QString id;
    double x = 0, y = 0;
    QString label;     ///< bold, ink: "p* 34 (fastest)"
    QString subLabel;  ///< soft, under it: "7.49×, in [28, 41]"
    Role role = Role::Compute;
    bool filled = true;
    bool draggable = false;  ///< the p* handle
    bool labelOptional = false;  ///< written near by where there is room, else left to the table twin

    bool operator==(const PointSpec&) const = default;
};

/// A vertical line. Flag: ink, from the top down to y with a small flag (the plan's p). Reference: dashed in its role's
/// colour, from y down to the axis ("R = 1 from 13"). Without y: the whole height. A thumbnail draws a Flag dotted.
struct MarkerSpec {
    enum class Kind { Reference, Flag };
    QString id;
    double x = 0;
    std::optional<double> y;
    QString label;
    QString subLabel;
    Kind kind = Kind::Reference;
    Role role = Role::Ink;
    bool draggable = false;

    bool operator==(const MarkerSpec&) const = default;
};

/// Measured values laid over: open diamonds, with error bars where low and high are given.
struct MeasuredSpec {
    QString key, name;
    std::vector<double> x, y;
    std::vector<double> low, high;  ///< empty, or as long as y
    Role role = Role::Ink;
    std::vector<QString> labels;  ///< empty, or as long as y; written where there is room after all other labels

    bool operator==(const MeasuredSpec&) const = default;
};

struct ChartSpec {
    AxisSpec x, y;
    std::vector<SeriesSpec> series;
    std::vector<BandSpec> bands;
    std::vector<MarkerSpec> markers;
    std::vector<PointSpec> points;
    std::vector<MeasuredSpec> measured;
    bool wholeX = true;  ///< the read-out snaps to whole x (worker counts)
    bool thumbnail = false;  ///< no axes and labels: a hairline baseline, curves, the plan's line dotted
    QString emptyText;  ///< said in the middle where there is nothing to draw, and why

    bool operator==(const ChartSpec&) const = default;
};

/// The x of a series' point: p = 1, 2, … where no xs are given.
[[nodiscard]] inline double xAt(std::span<const double> xs, std::size_t i)
{
    return xs.empty() ? static_cast<double>(i + 1) : xs[i];
}

}  // namespace scalewright::ui
