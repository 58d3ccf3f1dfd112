// The figures of a report, from the values that the answers were made of: roofline, speedup, lost folds, cost. Each is a
// drawing that becomes SVG or LaTeX, the same numbers as a table, and one sentence for those who do not see it.
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
    std::string caption;  ///< one sentence, without its number
    std::string description;  ///< what it shows, in words and numbers
    PgfplotsFigure drawing;
    Table twin;  ///< without a caption
};

/// Those for which the project has the numbers, and whose numbers have a place on paper.
[[nodiscard]] std::vector<ReportFigure> reportFigures(const Project& project, const Analysis& analysis);

/// What p workers give: a row a p, with the plan's among them. `plan` is that row.
struct WorkerRows {
    Table table;
    std::size_t plan = 0;
};
/// Of the prediction, else of the ladder in sight; no rows without either.
[[nodiscard]] WorkerRows workerRows(const Analysis& analysis);

}  // namespace scalewright
