// The plane of time and money as a chart, and the tables beside it: from core's Worth to specs and words, nothing is
 // worked out here.
#pragma once

#include <optional>

#include "core/decision/cost/worth.h"
#include "ui/charts/word_table.h"
#include "ui/figure/chart_spec.h"
#include "ui/figure/figure_content.h"

namespace scalewright {
struct Analysis;
struct Project;
}// namespace scalewright

namespace scalewright::ui {

/// Ids of what can be dragged in the plane.
inline constexpr const char* hourHandle = "hour";
inline constexpr const char* planHandle = "plan";
inline constexpr const char* deadlineHandle = "deadline";

/// `handleS`: the time at which the line's handle is held; absent: where there is room.
[[nodiscard]] ChartSpec moneyChart(const Project& project, const Analysis& analysis, const Worth& worth,
                                   std::optional<double> handleS);
[[nodiscard]] FigureTexts moneyTexts(const Project& project, const Analysis& analysis, const Worth& worth);
/// Output 41.7.2's table, with what an hour must be worth for each p to be right.
[[nodiscard]] Table moneyTable(const Worth& worth);

[[nodiscard]] WordTable::Content regimeContent(const Worth& worth);
[[nodiscard]] WordTable::Content marginalContent(const Worth& worth);
[[nodiscard]] Table rangesTable(const Worth& worth);

/// The caption, after the word that says what it is of: "measured · 2.06x the cost"; what leaves a page is told apart.
[[nodiscard]] QString ofCurve(CurveKind curve, const QString& caption, bool assumed = false);
/// "Output 41.7.2 · measured, one run at each p".
[[nodiscard]] QString moneyBasis(const Analysis& analysis, const Worth& worth);

}  // namespace scalewright::ui
