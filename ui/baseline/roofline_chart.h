// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline of the baseline machine with the workload's steps, as pure functions of the project (book 41.2).
//
// The roof is drawn in ink, since a ceiling is not workload data. Steps are coloured by what limits them: compute, or
// input/output if reading dominates. A step without a time is an open ring on its roof. The caption lists steps that
// cannot be placed (no arithmetic, missing figures) and unknown ceilings. The target's roof is a dashed reference:
// times measured on the baseline machine are not rescaled to it.
#pragma once

#include <QString>

#include <vector>

#include "core/output/tables/table.h"
#include "ui/figure/chart.h"

namespace scalewright {
struct Project;
struct FlowProgress;
struct RooflinePoint;
}// namespace scalewright

namespace scalewright::ui {

/// Every step on the roofline, diagnosed or not; empty if figures are out of range.
[[nodiscard]] std::vector<RooflinePoint> stepsOnRoofline(const FlowProgress& flow);

/// `points`: stepsOnRoofline() of the project's flow.
[[nodiscard]] ChartSpec rooflineChart(const Project& project, const std::vector<RooflinePoint>& points);
[[nodiscard]] FigureTexts rooflineTexts(const Project& project, const std::vector<RooflinePoint>& points);
/// The corners of the roof and every step, sorted by intensity; steps without an intensity come last.
[[nodiscard]] Table rooflineTable(const Project& project, const std::vector<RooflinePoint>& points);

/// The step's name, for example "load", or "step 2" if the second step has no name.
[[nodiscard]] QString stepTitle(const std::string& name, std::size_t index);

/// For example "The target, H100, has other ceilings: …"; empty if they are unknown or equal to those of the baseline
/// machine.
[[nodiscard]] QString targetDiffersText(const Project& project);

}  // namespace scalewright::ui
