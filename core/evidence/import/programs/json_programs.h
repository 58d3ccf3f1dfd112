// SPDX-License-Identifier: GPL-3.0-or-later
// Reads benchmark reports as rows: Google Benchmark (--benchmark_format=json, or its table or CSV output),
// pytest-benchmark (--benchmark-json), ReFrame (its report). Formats: github.com/google/benchmark docs/user_guide.md,
// pytest-benchmark.readthedocs.io, reframe-hpc.readthedocs.io.
#pragma once

#include <optional>
#include <string_view>

#include "core/evidence/import/grid.h"
#include "core/evidence/import/json_rows.h"

namespace scalewright {

/// nullopt for any other document.
[[nodiscard]] std::optional<JsonRows> rowsOfBenchmarkReport(const Json& document);

/// The table that Google Benchmark prints: "BM_sum/threads:4/real_time  310000 ns  310000 ns  700".
[[nodiscard]] std::optional<Grid> gridOfGoogleBenchmark(std::string_view text);

/// What go test -bench prints with -cpu 1,2: "BenchmarkGet-2  5000000  405 ns/op". nullopt for fewer than two p.
[[nodiscard]] std::optional<Grid> gridOfGoBenchmark(std::string_view text);

}  // namespace scalewright
