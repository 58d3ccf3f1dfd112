// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a report, from the same values as the answers. Each has a drawing that can be written as SVG or LaTeX, a table of the same numbers, and a sentence for readers who cannot see it.
//
//     for (const ReportFigure& each : reportFigures(project, analyse(project)))
//         toSvgElement(toSvg(each.drawing), each.description);
#pragma once

#include <string>
#include <vector>

#include "core/output/chart/chart_layout.h"
#include "core/output/tables/table.h"

namespace scalewright {

struct Analysis;
struct Project;

enum class FigureKind { Tree, Memory, Roofline, Board, Speedup, Waterfall, LostFolds, Cost, Timeline };

struct ReportFigure {
    FigureKind kind = FigureKind::Speedup;
    std::string name;  ///< base name of its files: "speedup"
    std::string caption;  ///< one sentence, without the figure number
    std::string description;  ///< what the figure shows, in words and numbers
    chart::ChartLayout drawing;
    Table table;  ///< without a caption
};

/// The figures for which the project has numbers and which can be drawn.
[[nodiscard]] std::vector<ReportFigure> reportFigures(const Project& project, const Analysis& analysis);

/// Measured and predicted speedup with one column per p, for at most nine p: those measured, the plan's and the best.
[[nodiscard]] Table speedupSummary(const ReportFigure& speedup, const Analysis& analysis);

/// The results for p workers, one row per p. `headlineRow` is the index of the plan's row.
struct WorkerRows {
    Table table;
    std::size_t planRow = 0;
};
/// From the prediction, otherwise from the current ladder; no rows if there is neither.
[[nodiscard]] WorkerRows workerRows(const Project& project, const Analysis& analysis);

}  // namespace scalewright
