// Cells as people write them in reports, made plain before the columns are asked what they are: "**2.7s**", "~180s",
// "149 (147-151)", "2 workers", "Serial (1)", "4× A100".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/header_name.h"

namespace scalewright {

/// Without Markdown's marks, a sign for "about", and a remark in brackets behind a figure; units in Latin letters.
[[nodiscard]] std::string plainCell(std::string_view text);

/// "sequential", "Serial (1)": a run without workers side by side.
[[nodiscard]] bool saysSerial(std::string_view text);

/// "2.41x", "83 %", "$4.00": a figure of what was reached, and no name of a ladder.
[[nodiscard]] bool isFigureWithMark(std::string_view text);

/// A header of counts of workers: "p", "gpus", "number of ranks".
[[nodiscard]] bool namesWorkers(const HeaderName& name);

/// A header of speedups or efficiencies, worked out from the times beside it.
[[nodiscard]] bool isDerived(std::string_view base);

/// Makes all cells plain; counts of workers in words become numbers, and a row of a serial program the first row of
/// each ladder that has none of its own. What was taken so is said.
void makePlain(Grid& grid, std::vector<std::string>& warnings);

/// "threads | static | dynamic": a column of speedups for each program becomes rows with its name.
void meltSpeedups(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
