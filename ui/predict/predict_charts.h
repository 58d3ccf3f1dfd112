// SPDX-License-Identifier: GPL-3.0-or-later
// The charts, captions and tables of the Predict page, as pure functions of project and analysis.
#pragma once

#include <QString>

#include <array>
#include <optional>

#include "core/output/chart/curve_chart.h"
#include "core/output/tables/table.h"
#include "ui/figure/figure_content.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

inline constexpr std::array<Curve, 5> allCurves{Curve::Speedup, Curve::Efficiency, Curve::StepTime,
                                                Curve::CommToCompute, Curve::Cost};

/// How the curve is shown; none of it is saved in the project.
struct CurveView {
    bool comparePatterns = false;
    bool isHidden = false;           ///< the audience is guessing: only the axes and the ideal line are drawn
    std::optional<int> guess;      ///< the audience's guess of p*
    bool isThumbnail = false;
    bool showsWholeSearch = false;  ///< draws the whole searched range, not only the part relevant to the decision
    std::optional<int> axisMaximumP;  ///< largest p of the axis while a handle is dragged
};

[[nodiscard]] bool hasPrice(const Project& project);

/// Stable names for file names: "speedup", "efficiency", "step-time", "comm-to-compute", "cost".
[[nodiscard]] QString curveName(Curve curve);
[[nodiscard]] QString curveTitle(Curve curve, const Project& project);

/// The largest p drawn: the range relevant to the decision (largestChartedP). For a hidden curve, the range must not
/// reveal p*.
[[nodiscard]] int drawnMaximumP(const Analysis& analysis, const CurveView& view);

/// Of more other variants, only the first ones are drawn; the caption gives both numbers.
inline constexpr std::size_t mostDrawnVariants = 12;

[[nodiscard]] ChartSpec curveChart(Curve curve, const Project& project, const Analysis& analysis,
                                   const CurveView& view);
[[nodiscard]] FigureTexts curveTexts(Curve curve, const Project& project, const Analysis& analysis,
                                     const CurveView& view);
/// All columns at every p below 16, at four p per octave up to 1024 or the last landmark, and at the knee, the plan, R
/// = 1 and p*. If patterns are compared, one row per pattern. Contains no data while the curve is hidden.
[[nodiscard]] Table curveTable(const Project& project, const Analysis& analysis, const CurveView& view);

/// A thumbnail's value at the plan's p, and what it means. A measured value takes precedence over the prediction.
struct Headline {
    QString number;  ///< "48 %"
    QString note;  ///< "at plan p 13"
};
[[nodiscard]] Headline curveHeadline(Curve curve, const Project& project, const Analysis& analysis);

/// Why there is nothing to draw; empty if there is.
[[nodiscard]] QString missingPredictionText(const Project& project, const Analysis& analysis);

/// "book's ring all-reduce · T_comp 1.00 s (typed) · strong scaling" `isSpoken`: describes the origin of a number in
/// words instead of a mark, for tool tips and screen readers.
[[nodiscard]] QString predictionBasisText(const Project& project, const Analysis& analysis, bool isSpoken = false);

/// What the design adds to a step: numbers, formula, source and simplification of each term. Empty if it adds nothing.
[[nodiscard]] QString designTermsText(const Project& project, const Analysis& analysis);

/// The model with another pattern and otherwise unchanged numbers.
[[nodiscard]] ScalingModel withPattern(ScalingModel model, Pattern pattern);

}  // namespace scalewright::ui
