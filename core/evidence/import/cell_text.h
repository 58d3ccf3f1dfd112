// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizes cells written by people in reports, before columns are assigned to roles: "**2.7s**", "~180s", "149
// (147-151)", "2 workers", "Serial (1)", "4× A100".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/header_name.h"

namespace scalewright {

/// Removes Markdown marks, signs that mean "about", and bracketed remarks after a number; converts units to Latin
/// letters.
[[nodiscard]] std::string plainCellText(std::string_view text);

/// "sequential", "Serial (1)": a run without parallel workers.
[[nodiscard]] bool isSerialLabel(std::string_view text);

/// The number that a cell begins with, before a mark or unit: 1.22 for "1,22x", 95 for "95 %". nullopt if it does not.
[[nodiscard]] std::optional<double> leadingNumber(std::string_view text);

/// "2.41x", "83 %", "$4.00": a derived value, not the name of a ladder.
[[nodiscard]] bool isFigureWithMark(std::string_view text);

/// A header for worker counts: "p", "gpus", "number of ranks".
[[nodiscard]] bool isWorkersHeader(const HeaderName& name);

/// A header for speedups or efficiencies, which are derived from times.
[[nodiscard]] bool isDerivedHeader(std::string_view base);

/// Normalizes all cells. Worker counts written as words become numbers, and a serial program's row becomes the first
/// row of each ladder without one. Adds a warning for each such change.
void normalizeCells(Grid& grid, std::vector<std::string>& warnings);

/// "threads | static | dynamic": speedup columns, one per program, become rows that contain the program's name.
void unpivotSpeedups(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
