// The program that times a framework's own collectives, for alpha and beta before a design is trusted (book 41.4, Code
// 41.4.2, done right): several message sizes, every p from 2 in doublings, warm-up calls left out, the slowest rank of
// each repeat, the median of them. It writes the CSV that fit-comm reads, the columns of scalewright-mpi (app/mpi).
//
//     benchmarkProgram(BenchmarkBy::Torch);   // benchmark.py: torch.distributed, nccl where there are cards, else gloo
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What the collectives are timed with: torch.distributed; Ray's tasks and objects; MPI, by scalewright-mpi.
enum class BenchmarkBy { Torch, Ray, Mpi };

/// "torch", "ray", "mpi".
[[nodiscard]] const char* benchmarkName(BenchmarkBy by);
[[nodiscard]] Result<BenchmarkBy> benchmarkFromName(std::string_view name);

/// What to time for a pattern, by the names that fit-comm and scalewright-mpi know. A pattern that no library has as
/// one call is priced by what its messages take: "ping-pong".
[[nodiscard]] std::vector<std::string> timedCollectives(Pattern pattern);

/// The Python program; empty for MPI, whose program is scalewright-mpi.
[[nodiscard]] std::string benchmarkProgram(BenchmarkBy by);

}  // namespace scalewright
