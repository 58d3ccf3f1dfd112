// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the chart of S(p) or a related quantity. This is the only place that turns curves into a ChartSpec. A curve's
// role determines how it is drawn.
//
//     CurveChart chart(Curve::Speedup, 1024);
//     chart.addIdealLine();
//     chart.addCurve(curveOf(prediction, 1024), CurveRole::Main, "speedup", tr("Speedup S(p)"));
//     chart.addPlanMarker(13, 6.2, tr("plan p 13"), "6.2×");
//     view->setSpec(chart.takeSpec());
#pragma once

#include <optional>
#include <string>

#include "core/decision/cost/curve.h"
#include "core/decision/plan/feasibility.h"
#include "core/output/chart/chart_spec.h"

namespace scalewright::chart {

enum class Curve { Speedup, Efficiency, StepTime, CommToCompute, Cost };

enum class CurveRole {
    Main,         ///< solid: the subject of the chart
    SecondDesign,       ///< dashed: the second of two designs
    AlternativePattern,  ///< pale and thin: the same design with another pattern
    OtherPattern,         ///< grey: further patterns; at most three are emphasised
    ProjectVariant,      ///< ghost: another variant of the project
    FrozenPrediction,       ///< ghost: a frozen prediction from the ledger
    FittedLaw,       ///< thin ink: a law fitted through the points
    WhatIf,       ///< dotted ink: the measured points as changed by a what-if
    Thumbnail,    ///< thin ink: measured points joined by a line, where there is no room for marks
};

class CurveChart {
public:
    /// `largestP`: the largest p drawn. `priced`: costs are in dollars, otherwise in multiples of the cost of one
    /// worker.
    CurveChart(Curve curve, int largestP, bool priced = false, bool thumbnail = false);

    /// The ideal line: S = p, E = 1, R = 1.
    void addIdealLine();
    /// A horizontal line that S never exceeds.
    void addSpeedupCeiling(double speedup);
    /// Predicted curves pass through the values at integer p; a smooth line joins them. Infinite times and R = 0
    /// become gaps.
    void addCurve(const ScalingCurve& curve, CurveRole part, const ChartText& key, const ChartText& name,
                  const ChartText& label = {});
    /// The confidence band of S around the curve.
    void addSpeedupBand(const ScalingCurve& curve, const ChartText& name);
    enum class PointLabels { None, Values };
    /// Diamonds with error bars for p up to the largest drawn p, each labelled with its value where there is room. Adds
    /// nothing if the ladder does not contain this quantity.
    void addMeasuredPoints(const ScalingCurve& ladder, const ChartText& key, const ChartText& name,
                           PointLabels labels = PointLabels::None);
    /// The draggable flag at the plan's p. In a thumbnail it is a dotted line, clamped to the edge.
    void addPlanMarker(int p, std::optional<double> y, const ChartText& label = {}, const ChartText& subLabel = {});
    /// A landmark on the curve, with its value below its label.
    void addLandmark(const ChartText& id, int p, double y, const ChartText& label, ColorRole role, bool filled);
    /// The maximum of a curve, with `label` above the value. Returns false and adds nothing if a peak with the same
    /// label is already at this place or the peak cannot be drawn.
    bool addPeak(const ChartText& id, int p, double y, const ChartText& label, ColorRole role, bool filled);
    /// Log scales on both axes, so that the ideal speedup is a straight line.
    void useLogLogScale();
    /// Draws the last curve paler above `p`, where nothing was measured.
    void fadeLastCurveBeyond(std::optional<int> p);
    /// Sets the y axis so that `largestY` and a label above it fit.
    void fitYAxisTo(double largestY, double headroom = 1.22);

    /// The value of the curve at point `i`; NaN if it has none.
    [[nodiscard]] double valueAt(const ScalingCurve& curve, std::size_t i) const;
    [[nodiscard]] bool isDrawable(double y) const;
    [[nodiscard]] std::string valueText(double y) const;  ///< formatted as in read-outs
    [[nodiscard]] ChartSpec& spec() { return m_spec; }
    [[nodiscard]] ChartSpec takeSpec() { return std::move(m_spec); }

private:
    void addReferenceLine(const char* key, const ChartText& label, std::vector<double> x, std::vector<double> y);

    Curve m_curve;
    int m_largestP;
    bool m_costInDollars;
    NumberStyle m_numberStyle;
    ChartSpec m_spec;
    std::vector<PointSpec> m_peaks;
};

/// Hatches the p that cannot be used. No effect on many short ranges, as between the multiples of a model copy.
void addInfeasibleRanges(ChartSpec& spec, const std::vector<FeasibleWorkers::Range>& ranges, int largestP);

/// The colour of a quantity's main curve.
[[nodiscard]] ColorRole curveColorRole(Curve curve);
/// A quantity's number format.
[[nodiscard]] NumberStyle curveNumberStyle(Curve curve, bool priced = false);

/// The values of p at which a piecewise linear curve is drawn: every eighth below 16, where a line that is straight in
/// p is visibly curved on a log axis, and integers from there on.
[[nodiscard]] std::vector<double> curveSampleP(int largestP);
/// Interpolates the column (index p-1) linearly at each p. Non-finite values become gaps.
[[nodiscard]] std::vector<double> interpolateColumn(const std::vector<double>& p, const std::vector<double>& column);
/// The values of p from 1 to `largestP` at which a fitted law is drawn: evenly spaced on a log axis, plus every integer
/// up to 32.
[[nodiscard]] std::vector<double> lawSampleP(int largestP);

}  // namespace scalewright::chart
