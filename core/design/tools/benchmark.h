// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that time a framework's collectives, to find alpha and beta before a design is trusted (book 41.4, a
// corrected Code 41.4.2): several message sizes, every p from 2 in doublings, without the warm-up calls; each time is
// the median over repeats of the slowest rank. They write the CSV read by fit-comm: app/torch, app/ray, app/mpi.
//
//     benchmarkProgramName(BenchmarkTool::Torch);   // "scalewright-torch.py": nccl, or gloo without cards
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What times the collectives: torch.distributed; Ray's tasks and objects; MPI, using scalewright-mpi.
enum class BenchmarkTool { Torch, Ray, Mpi };

/// "torch", "ray", "mpi".
[[nodiscard]] const char* benchmarkToolName(BenchmarkTool tool);
[[nodiscard]] Result<BenchmarkTool> benchmarkToolFromName(std::string_view name);

/// Collectives to time for a pattern, with the names used by fit-comm and scalewright-mpi. A pattern that no library
/// offers as one call is priced by its messages: "ping-pong".
[[nodiscard]] std::vector<std::string> timedCollectives(Pattern pattern);

/// "scalewright-torch.py" and "scalewright-ray.py", which are resources, and "scalewright-mpi", which is compiled.
[[nodiscard]] const char* benchmarkProgramName(BenchmarkTool tool);

}  // namespace scalewright
