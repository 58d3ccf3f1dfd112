// The roofline of the baseline machine with the workload's steps on it, as pure functions of the project (book 41.2).
//
// The roof is ink, as a ceiling is not data of the workload; steps are coloured by what they do: compute, or input and
// output where reading dominates them. A step without a time sits on its roof as an open ring. What cannot be placed
// (no arithmetic, figures missing) and a ceiling that is not known are said in the caption. The target's roof is a
// dashed reference: times measured on the baseline machine are not rescaled to it.
#pragma once

#include <QString>

#include "core/output/tables/table.h"
#include "ui/figure/chart.h"

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

[[nodiscard]] ChartSpec rooflineChart(const Project& project);
[[nodiscard]] FigureTexts rooflineTexts(const Project& project);
/// Corners of the roof and every step, by intensity; steps without one last.
[[nodiscard]] Table rooflineTable(const Project& project);

/// "load", or "step 2" where the second step has no name.
[[nodiscard]] QString stepTitle(const std::string& name, std::size_t index);

/// "the target, H100, has other ceilings (…): …": empty where it does not differ from the baseline machine or is
/// unknown.
[[nodiscard]] QString targetDiffersText(const Project& project);

}  // namespace scalewright::ui
