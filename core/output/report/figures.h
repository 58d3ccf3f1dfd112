// The figures of a report, from the same values as the answers: roofline, speedup, lost folds, cost. Each has a drawing
// that becomes SVG or LaTeX, the same numbers as a table, and a sentence for readers who cannot see it.
//
//     for (const ReportFigure& each : reportFigures(project, analyse(project)))
//         toSvg(each.drawing, {.description = each.description});
#pragma once

#include <string>
#include <vector>

#include "core/output/tables/pgfplots.h"
#include "core/output/tables/table.h"

namespace scalewright {

struct Analysis;
struct Project;

enum class FigureKind { Roofline, Speedup, LostFolds, Cost };

struct ReportFigure {
    FigureKind kind = FigureKind::Speedup;
    std::string name;  ///< of its files: "speedup"
    std::string caption;  ///< one sentence, without the figure number
    std::string description;  ///< what it shows, in words and numbers
    PgfplotsFigure drawing;
    Table table;  ///< without a caption
};

/// The figures that the project has numbers for, and that can be drawn.
[[nodiscard]] std::vector<ReportFigure> reportFigures(const Project& project, const Analysis& analysis);

/// What p workers give, one row per p. `headlineRow` is the index of the plan's row.
struct WorkerRows {
    Table table;
    std::size_t planRow = 0;
};
/// From the prediction, otherwise from the current ladder; no rows without either.
[[nodiscard]] WorkerRows workerRows(const Analysis& analysis);

}  // namespace scalewright
