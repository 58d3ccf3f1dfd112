// A table as its program or its writer laid it out, before its columns are asked what they are.
#pragma once

#include <vector>

#include <string>
#include "core/evidence/import/grid.h"

namespace scalewright {

/// Lines of `text` that repeat its header, and titles right above them, become blanks: one run behind the other. Every
/// other line keeps its number. nullopt where no header is repeated.
[[nodiscard]] std::optional<std::string> withoutRepeatedHeaders(std::string_view text);

/// A name for each title or file's name that tells what was run: "A100", "H100". Empty where they differ in numbers
/// alone, as of repeats ("run1", "run2") and of p ("np4").
[[nodiscard]] std::vector<std::string> namesApart(const std::vector<std::string>& titles);

/// A column with the title above each header, where the table's header comes again under other titles. `text`: what the
/// grid was read from, line by line. Whether there is one.
[[nodiscard]] bool takeTitles(Grid& grid, std::string_view text);

/// Rows that repeat the header go; a row of units under the header, and columns of units, become units of the columns
/// that they are of (Grid::units), or stand behind each figure where they differ from row to row.
void takeUnitsBeside(Grid& grid, std::vector<std::string>& warnings);

/// hyperfine's table of a scan (--export-csv, --export-markdown): its mean is the time, and its parameters lose their
/// prefix.
void tidyScan(Grid& grid, std::vector<std::string>& warnings);

/// A column of commands where no other counts workers: p is the number in which they differ, or what each starts.
void takeCommands(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
