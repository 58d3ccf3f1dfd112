// What the Predict page draws: charts, captions and tables as pure functions of project and analysis.
#pragma once

#include <QString>

#include <array>
#include <optional>

#include "core/output/tables/table.h"
#include "ui/charts/curve_chart.h"
#include "ui/figure/figure_content.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

inline constexpr std::array<Curve, 5> allCurves{Curve::Speedup, Curve::Efficiency, Curve::StepTime,
                                                Curve::CommToCompute, Curve::Cost};

/// How it is looked at: nothing here belongs to the project.
struct CurveView {
    bool comparePatterns = false;
    bool hidden = false;           ///< a room is guessing: axes and ideal line only
    std::optional<int> guess;      ///< the room's guess of p*
    bool thumbnail = false;
    bool whole = false;  ///< all that was searched, not only what the decision is about
    std::optional<int> reach;  ///< of the axis while a handle is held on it
};

/// Stable, for file names: "speedup", "efficiency", "step-time", "comm-to-compute", "cost".
[[nodiscard]] QString curveName(Curve curve);
[[nodiscard]] QString curveTitle(Curve curve, const Project& project);

/// The largest p drawn: what the decision is about (shownReach). What is hidden is not given away by the axis.
[[nodiscard]] int drawnPMax(const Analysis& analysis, const CurveView& view);

[[nodiscard]] ChartSpec curveChart(Curve curve, const Project& project, const Analysis& analysis,
                                   const CurveView& view);
[[nodiscard]] FigureTexts curveTexts(Curve curve, const Project& project, const Analysis& analysis,
                                     const CurveView& view);
/// Every column at each p below 16, four an octave up to 1024 or the last landmark, and at knee, plan, R = 1 and p*; when patterns are compared,
/// one row a pattern. While the curve is hidden, nothing of it.
[[nodiscard]] Table curveTable(const Project& project, const Analysis& analysis, const CurveView& view);

/// A thumbnail's number at the plan's p and what it means: where that p was run, what was measured leads.
struct Headline {
    QString number;  ///< "48 %"
    QString note;  ///< "at plan p 13"
};
[[nodiscard]] Headline curveHeadline(Curve curve, const Project& project, const Analysis& analysis);

/// Why there is nothing to draw, in words; empty where there is.
[[nodiscard]] QString missingText(const Project& project, const Analysis& analysis);

/// "book's ring all-reduce · T_comp 1.00 s (typed) · strong scaling"
/// `spoken`: where a figure came from as a word, for the tool tip and screen readers, in place of its mark.
[[nodiscard]] QString basisText(const Project& project, const Analysis& analysis, bool spoken = false);

/// What the design adds to a step and what that took for granted: each term's numbers, formula, source and
/// simplification. Empty where the design adds nothing.
[[nodiscard]] QString termsText(const Project& project, const Analysis& analysis);

/// The model with another pattern, all its numbers as they are.
[[nodiscard]] ScalingModel withPattern(ScalingModel model, Pattern pattern);

}  // namespace scalewright::ui
