// The program that times a framework's collectives, to find alpha and beta before a design is trusted (book 41.4, a
// corrected Code 41.4.2): several message sizes, every p from 2 in doublings, warm-up calls excluded, the median over
// repeats of the slowest rank's time. It writes the CSV that fit-comm reads, with the columns of scalewright-mpi
// (app/mpi).
//
//     benchmarkProgram(BenchmarkTool::Torch);   // benchmark.py: torch.distributed with nccl, or gloo without cards
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What times the collectives: torch.distributed; Ray's tasks and objects; MPI, through scalewright-mpi.
enum class BenchmarkTool { Torch, Ray, Mpi };

/// "torch", "ray", "mpi".
[[nodiscard]] const char* benchmarkToolName(BenchmarkTool tool);
[[nodiscard]] Result<BenchmarkTool> benchmarkToolFromName(std::string_view name);

/// Collectives to time for a pattern, by the names that fit-comm and scalewright-mpi use. A pattern that no library
/// offers as one call is priced by its messages: "ping-pong".
[[nodiscard]] std::vector<std::string> timedCollectives(Pattern pattern);

/// The Python program; empty for MPI, which uses scalewright-mpi.
[[nodiscard]] std::string benchmarkProgram(BenchmarkTool tool);

}  // namespace scalewright
