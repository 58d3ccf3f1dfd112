// What `probe` answers: what this machine's ceilings are, or how the book's three workloads ran on it.
#pragma once

#include <vector>

#include "core/evidence/probes/book.h"
#include "core/evidence/probes/probe.h"
#include "core/output/answers/answer.h"

namespace scalewright {

/// `workloads`: of a report of kind Book, else empty. The table has a row a result; of a book's a row a workload.
[[nodiscard]] Answer probeAnswer(const ProbeReport& report, const std::vector<BookWorkload>& workloads);

/// Of collectives timed over MPI on `p` processes: what `csv` rows there are stands in the command's own results.
[[nodiscard]] Answer timedCollectivesAnswer(std::size_t timings, int p, const std::vector<std::string>& warnings);

}  // namespace scalewright
