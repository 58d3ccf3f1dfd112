// What the Measure page draws of a ladder: S(p) and E(p) with what is held against them, as pure functions.
#pragma once

#include <QString>

#include <optional>
#include <vector>

#include "core/decision/attribution/attribution.h"
#include "core/evidence/fit/fit.h"
#include "core/output/tables/table.h"
#include "ui/charts/curve_chart.h"
#include "ui/figure/figure_content.h"
#include "ui/words/qt.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

/// What stands beside the measured points. Nothing here belongs to the project.
struct LadderOverlay {
    std::optional<LadderFit> fit;          ///< the chosen law's curve
    std::optional<double> amdahlCeiling;   ///< 1/f, where Amdahl's law was fitted and is not rejected
    std::optional<ScalingCurve> frozen;    ///< a prediction of the ledger, as a ghost
    QString frozenName;
    std::optional<MeasuredLadder> whatIf;  ///< the ladder as it would stand after a remedy
    std::optional<int> reach;  ///< of the axis while a handle is held on it
};

/// `curve` is Speedup or Efficiency here, of a ladder.
[[nodiscard]] QString ladderCurveTitle(Curve curve, const Analysis& analysis);
[[nodiscard]] ChartSpec ladderChart(Curve curve, const Project& project, const Analysis& analysis,
                                    const LadderOverlay& overlay, bool thumbnail = false);
[[nodiscard]] FigureTexts ladderTexts(Curve curve, const Project& project, const Analysis& analysis,
                                      const LadderOverlay& overlay);
/// One row a rung: time, speedup with its interval, efficiency, Karp–Flatt, shares, quality; and what fit and
/// prediction say.
[[nodiscard]] Table ladderTable(const Project& project, const Analysis& analysis, const LadderOverlay& overlay);

/// The largest p drawn: a little beyond the last rung and the plan's p.
[[nodiscard]] int ladderReach(const Analysis& analysis);

/// "imported from ladder.csv 2026-11-21 · strong scaling · 5 worker counts, 1 run each".
[[nodiscard]] QString ladderBasis(const Ladder& ladder, const MeasuredLadder& measured, bool whole = true);

/// At most `most` rungs for a drawing with one mark a rung: the ends, the knee, the fastest, and others evenly between.
[[nodiscard]] std::vector<Rung> drawnRungs(const MeasuredLadder& ladder, std::size_t most);

/// The colour a cause has in every chart.
[[nodiscard]] Role causeRole(Cause cause);

}  // namespace scalewright::ui
