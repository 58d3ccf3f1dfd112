// SPDX-License-Identifier: GPL-3.0-or-later
// Reads runs from a program's own messages, that is, lines such as "threads = 4", "Running with 4 MPI processes",
// "Elapsed time: 6.25 s", "p=4 time=6.25".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// A line that starts with this character separates two files: the lines after it belong to another run.
inline constexpr char fileSeparator = '\f';

/// One row per run, one column per key that has a number. nullopt unless the lines contain at least two worker counts,
/// each with further values that include a time. `note`: set to what was left out.
[[nodiscard]] std::optional<Grid> gridOfKeyValueText(std::string_view text, std::string* note = nullptr);

/// A key and its number in a line.
struct KeyValue {
    std::string key;  ///< as written in the line, including the unit: "Elapsed time (s)"
    std::string value;
    bool isWorkerCount = false;
};

/// What the number after a key is, to judge by the key.
[[nodiscard]] bool isWorkersKey(std::string_view key);
[[nodiscard]] bool isTimeKey(std::string_view key);
[[nodiscard]] bool isRateKey(std::string_view key);

/// The worker counts, times and rates in the output of one run, as factsOfLines (key_value_runs.h) chooses them.
[[nodiscard]] std::vector<KeyValue> factsOfRun(std::string_view text);

/// The kinds of values found in the lines of a text.
struct KeyValueKinds {
    bool hasWorkers = false, hasTimes = false;
};
[[nodiscard]] KeyValueKinds detectKeyValueKinds(std::string_view text);

}  // namespace scalewright
