// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that time a framework's collectives, to find alpha and beta before a design is trusted (book 41.4, a
// corrected Code 41.4.2): several message sizes, every p from 2 in doublings, without the warm-up calls; each time is
// the median over repeats of the slowest rank. They write the CSV read by fit-comm: app/torch, app/ray, app/mpi.
//
//     titleOf(BenchmarkTool::Torch);   // "scalewright-torch.py": nccl, or gloo without cards
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/model/scaling/pattern.h"

namespace scalewright {

/// What times the collectives: torch.distributed; Ray's tasks and objects; MPI, using scalewright-mpi.
enum class BenchmarkTool { Torch, Ray, Mpi };

// The titles are programs: resources, except scalewright-mpi, which is compiled.
template <>
inline constexpr auto enumNames<BenchmarkTool> =
    namedValues<BenchmarkTool>("benchmark", {{BenchmarkTool::Torch, "torch", "scalewright-torch.py"},
                                             {BenchmarkTool::Ray, "ray", "scalewright-ray.py"},
                                             {BenchmarkTool::Mpi, "mpi", "scalewright-mpi"}});

/// Collectives to time for a pattern, with the names used by fit-comm and scalewright-mpi. A pattern that no library
/// offers as one call is priced by its messages: "ping-pong".
[[nodiscard]] std::vector<std::string> timedCollectives(Pattern pattern);

}  // namespace scalewright
