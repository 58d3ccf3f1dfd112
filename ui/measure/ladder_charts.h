// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a ladder on the Measure page: S(p) and E(p) with the curves to compare them with, as pure functions.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/decision/attribution/attribution.h"
#include "core/evidence/fit/fit.h"
#include "core/output/chart/curve_chart.h"
#include "core/output/tables/table.h"
#include "ui/figure/figure_content.h"
#include "ui/words/qt.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

/// What is drawn in addition to the measured points. None of it is stored in the project.
struct LadderOverlay {
    std::optional<LadderFit> fit;          ///< the chosen law's curve
    std::optional<double> amdahlCeiling;   ///< 1/f, if Amdahl's law was fitted and is not rejected
    std::optional<ScalingCurve> frozenCurve;    ///< a prediction from the ledger, drawn as a ghost
    QString frozenName;
    std::optional<MeasuredLadder> whatIfLadder;  ///< the ladder as a remedy would change it
    std::optional<int> axisLimit;  ///< the end of the p axis while a handle is being dragged
};

/// `curve` must be Speedup or Efficiency.
[[nodiscard]] QString ladderCurveTitle(Curve curve, const Analysis& analysis);
[[nodiscard]] ChartSpec ladderChart(Curve curve, const Project& project, const Analysis& analysis,
                                    const LadderOverlay& overlay, bool thumbnail = false);
[[nodiscard]] FigureTexts ladderTexts(Curve curve, const Project& project, const Analysis& analysis,
                                      const LadderOverlay& overlay);
/// One row per rung: time, speedup with its interval, efficiency, Karp–Flatt, shares, quality; and the values from the
/// fit and the prediction.
[[nodiscard]] Table ladderTable(const Project& project, const Analysis& analysis, const LadderOverlay& overlay);

/// The largest p drawn: slightly beyond both the last rung and the plan's p.
[[nodiscard]] int ladderAxisEnd(const Analysis& analysis);

/// For example "imported from ladder.csv 2026-11-21 · strong scaling · 5 worker counts, 1 run each".
[[nodiscard]] QString ladderBasisText(const Ladder& ladder, const MeasuredLadder& measured, bool fullProvenance = true);

/// At most `maximumCount` rungs for a drawing with one mark per rung: the ends, the knee, the fastest, and others
/// evenly spaced in between.
[[nodiscard]] std::vector<Rung> rungsToDraw(const MeasuredLadder& ladder, std::size_t maximumCount);

/// A cause's colour in every chart.
[[nodiscard]] ColorRole causeRole(Cause cause);

}  // namespace scalewright::ui
