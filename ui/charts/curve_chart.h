// S(p) and its relatives from curves: the one place that turns curves into a ChartSpec. A curve's part decides how it
// is drawn.
//
//     CurveChart chart(Curve::Speedup, 1024);
//     chart.addIdeal();
//     chart.addCurve(curveOf(prediction, 1024), CurvePart::Main, "speedup", tr("Speedup S(p)"));
//     chart.addPlan(13, 6.2, tr("plan p 13 · 6.2×"));
//     view->setSpec(chart.take());
#pragma once

#include <QString>

#include <optional>

#include "core/decision/cost/curve.h"
#include "ui/figure/chart_spec.h"

namespace scalewright::ui {

enum class Curve { Speedup, Efficiency, StepTime, CommToCompute, Cost };

enum class CurvePart {
    Main,         ///< solid: what the chart is about
    Second,       ///< dashed: the other of two designs
    Alternative,  ///< pale and thin: the same with another pattern
    Rest,         ///< grey: further patterns, so that at most three stand out
    Variant,      ///< a ghost: another variant of the project
    Frozen,       ///< a ghost: a prediction of the ledger
    Fitted,       ///< ink and thin: a law through the points
    WhatIf,       ///< ink and dotted: the points as they would stand
    Thumbnail,    ///< ink and thin: measured points joined, where there is no room for marks
};

class CurveChart {
public:
    /// `reach`: the largest p drawn. `priced`: costs are in dollars, else multiples of one worker's.
    CurveChart(Curve curve, int reach, bool priced = false, bool thumbnail = false);

    /// The ideal line: S = p, E = 1, R = 1.
    void addIdeal();
    /// S never gets beyond it.
    void addCeiling(double speedup);
    /// Predicted curves are straight in p between whole workers; an infinite time and an R of nothing are gaps.
    void addCurve(const ScalingCurve& curve, CurvePart part, const QString& key, const QString& name,
                  const QString& label = {});
    /// The curve's interval of S.
    void addBand(const ScalingCurve& curve, const QString& name);
    enum class PointLabels { None, Values };
    /// Diamonds with error bars, up to the reach, each with its value where there is room; nothing where the
    /// ladder does not tell this quantity.
    void addMeasured(const ScalingCurve& ladder, const QString& key, const QString& name,
                     PointLabels labels = PointLabels::None);
    /// The flag of the plan's p, which is dragged; in a thumbnail a dotted line at the edge at most.
    void addPlan(int p, std::optional<double> y, const QString& label);
    /// A landmark of the curve with its value below its label.
    void addPoint(const QString& id, int p, double y, const QString& label, Role role, bool filled);
    /// The top of a curve, `label` above its value: where two curves peak in one place, what is said there already is
    /// not said again. Whether it was added.
    bool addPeak(const QString& id, int p, double y, const QString& label, Role role, bool filled);
    /// Speedup against p on log scales, where ideal is a straight line.
    void setLogLog();
    /// The last curve is paler beyond `p`: nothing was measured there.
    void fadeFrom(std::optional<int> p);
    /// Room for `tallest` and the label on it.
    void scaleTo(double tallest, double room = 1.22);

    /// The curve's value at its point `i`; NaN where there is none.
    [[nodiscard]] double valueAt(const ScalingCurve& curve, std::size_t i) const;
    [[nodiscard]] bool drawable(double y) const;
    [[nodiscard]] QString text(double y) const;  ///< as read-outs write it
    [[nodiscard]] ChartSpec& spec() { return m_spec; }
    [[nodiscard]] ChartSpec take() { return std::move(m_spec); }

private:
    void addReference(const char* key, const QString& label, std::vector<double> x, std::vector<double> y);

    Curve m_curve;
    int m_reach;
    bool m_priced;
    NumberStyle m_style;
    ChartSpec m_spec;
    std::vector<PointSpec> m_peaks;
};

/// The colour of a quantity's main curve.
[[nodiscard]] Role roleOf(Curve curve);
/// How its values are written.
[[nodiscard]] NumberStyle styleOf(Curve curve, bool priced = false);

/// Real p where a curve over whole workers is drawn: eight parts of a step below 16, where a straight line in p bends
/// on an axis of log p, then each whole one.
[[nodiscard]] std::vector<double> drawnP(int reach);
/// The column (index p-1) there, straight in p; what is not finite is a gap.
[[nodiscard]] std::vector<double> drawnAt(const std::vector<double>& p, const std::vector<double>& column);
/// Real p from 1 to `reach` where a law is drawn, evenly on a log axis and each whole one up to 32.
[[nodiscard]] std::vector<double> lawP(int reach);

}  // namespace scalewright::ui
