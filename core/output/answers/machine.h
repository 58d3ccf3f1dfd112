// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `probe`: this machine's ceilings, or how the book's three workloads ran on it.
#pragma once

#include <vector>

#include "core/evidence/probes/book.h"
#include "core/evidence/probes/probe.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// `workloads`: for a report of kind Book, otherwise empty. The table has one row per result, or one per workload for
/// the book.
[[nodiscard]] Answer probeAnswer(const ProbeReport& report, const std::vector<BookWorkload>& workloads);

/// For collectives timed over MPI on `p` processes. The CSV rows are in the command's own results.
[[nodiscard]] Answer timedCollectivesAnswer(std::size_t timings, int p, const std::vector<std::string>& warnings);

}  // namespace scalewright
