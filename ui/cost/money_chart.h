// SPDX-License-Identifier: GPL-3.0-or-later
// The time–cost plane as a chart, and its tables: formats core's TimeCostAnalysis for display, computes nothing.
#pragma once

#include <optional>

#include "core/decision/cost/time_cost.h"
#include "core/output/chart/chart_spec.h"
#include "ui/charts/word_table.h"
#include "ui/figure/figure_content.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

/// Ids of the draggable handles in the plane.
inline constexpr const char* hourHandleId = "hour";
inline constexpr const char* planHandleId = "plan";
inline constexpr const char* deadlineHandleId = "deadline";

/// `handleS`: the time at which the line's handle is being dragged; nullopt: wherever there is room.
[[nodiscard]] ChartSpec moneyChart(const Project& project, const Analysis& analysis,
                                   const TimeCostAnalysis& costAnalysis, std::optional<double> handleS);
[[nodiscard]] FigureTexts moneyTexts(const Project& project, const Analysis& analysis,
                                     const TimeCostAnalysis& costAnalysis);
/// The table from Output 41.7.2, with the hour values for which each p is best.
[[nodiscard]] Table moneyTable(const TimeCostAnalysis& costAnalysis);

[[nodiscard]] TextTable::Content regimeTableContent(const TimeCostAnalysis& costAnalysis);
/// Each step up the curve: time, cost, speedup, and the speedup that another dollar buys.
[[nodiscard]] TextTable::Content marginalTableContent(const TimeCostAnalysis& costAnalysis, std::optional<int> planP);
[[nodiscard]] Table rangesTable(const TimeCostAnalysis& costAnalysis);

/// The caption with a prefix that names the curve: "Measured · 2.06× the cost", so that exported figures are
/// self-explanatory.
[[nodiscard]] QString captionForCurve(CurveKind curve, const QString& caption, bool assumed = false,
                                      const std::string& measuredAt = {});
/// For example "Output 41.7.2 · measured, one run at each p".
[[nodiscard]] QString costBasisText(const Analysis& analysis, const TimeCostAnalysis& costAnalysis);

}  // namespace scalewright::ui
