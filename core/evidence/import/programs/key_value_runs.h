// SPDX-License-Identifier: GPL-3.0-or-later
// Splits lines with worker counts, times and other values into runs (key_value_lines.h). Internal to
// core/evidence/import/programs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/programs/key_value_lines.h"

namespace scalewright {

struct KeyValueLine {
    std::string_view text;
    int lineNumber = 0;
    bool endsFile = false;  ///< the lines after it belong to another file
    std::vector<KeyValue> pairs;
    std::vector<KeyValue> bareTimes{};  ///< times under no name
};

/// One row per run. A run starts at a line that counts workers, or at a key that occurs before such lines and never
/// after the last of them ("size: 100" above "threads: 1"): its value applies to all later runs, or, if it is a time,
/// to one of them. Names above the blocks ("solver_a 4 1000") become a column "program" if several of them occur at
/// several p. Of lines that begin with the names of all workers of a run ("Core 0: …", "Core 1: …"), the one with the
/// longest time counts. nullopt if there are fewer than two worker counts. `note`: set to what was left out.
[[nodiscard]] std::optional<Grid> gridOfKeyValueLines(std::vector<KeyValueLine> lines, std::string* note = nullptr);

/// The worker counts, times and rates in the output of one run: values given once or always alike, and the last value of
/// a clock. A key with several values is left out, unless the label before it tells them apart ("Total times  wall: 745 s").
[[nodiscard]] std::vector<KeyValue> factsOfLines(std::vector<KeyValueLine> lines);

}  // namespace scalewright
