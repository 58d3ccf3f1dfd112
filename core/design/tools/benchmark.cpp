// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/tools/benchmark.h"

#include "core/base/text/quote.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

const char* benchmarkToolName(BenchmarkTool tool)
{
    switch (tool) {
    case BenchmarkTool::Torch: return "torch";
    case BenchmarkTool::Ray: return "ray";
    case BenchmarkTool::Mpi: return "mpi";
    }
    return "torch";
}

Result<BenchmarkTool> benchmarkToolFromName(std::string_view name)
{
    for (const BenchmarkTool tool : {BenchmarkTool::Torch, BenchmarkTool::Ray, BenchmarkTool::Mpi})
        if (name == benchmarkToolName(tool))
            return tool;
    return fail(ErrorCode::Input, formatMessage("unknown benchmark {}", inQuotes(name)), "torch, ray or mpi");
}

std::vector<std::string> timedCollectives(Pattern pattern)
{
    std::vector<std::string> names;
    for (const char* name : traitsOf(pattern).benchmarks)
        if (name)
            names.emplace_back(name);
    return names;
}

const char* benchmarkProgramName(BenchmarkTool tool)
{
    switch (tool) {
    case BenchmarkTool::Torch: return "scalewright-torch.py";
    case BenchmarkTool::Ray: return "scalewright-ray.py";
    case BenchmarkTool::Mpi: return "scalewright-mpi";
    }
    return "scalewright-torch.py";
}

}  // namespace scalewright
