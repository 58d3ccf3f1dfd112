// Logs of benchmarks that time collectives: nccl-tests, OSU micro-benchmarks, Intel MPI Benchmarks, and torch's:
// DeepSpeed's communication benchmarks, ml-engineering's all_reduce_bench.py and PARAM's comms.py
// (github.com/facebookresearch/param). UCC, gloo and DeepSpeed's logger: other_logs.h.
//
//     const Result<TimingLog> log = readTimings(text, {});   // a log, or a CSV
//     log->groups.front().collective;                        // "all-reduce"
//
// Bytes are those of the whole vector, as in the costs of commfit.h: OSU and IMB print the contribution of one process
// to an all-gather, or what it sends to another in an all-to-all, which is p times less. Times are those of
// out-of-place calls in nccl-tests, of the slowest rank in IMB, the mean over ranks in OSU, which prints no other by
// default, the median over ranks in PARAM. all_reduce_bench.py prints no times but algbw, in hundredths of a GB/s: a
// row is read if that is within 5 %. DeepSpeed prints the input of one rank for an all-gather. A collective of 0 bytes
// sends nothing, so such rows are left out; an empty message of a ping-pong is sent and timed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/commfit.h"

namespace scalewright {

enum class TimingFormat { Auto, Csv, NcclTests, Osu, Imb, Torch };

struct TimingLog {
    std::vector<TimingGroup> groups;    ///< never empty; a collective at several p or in several tables is one group
    std::vector<std::string> skipped;          ///< skipped content, with the reason
};

/// `p`: the number of processes, for logs that do not give it; `defaultCollective`: the collective of unnamed tables.
/// nccl-tests lists its ranks; if that list is cut off, p is derived from busbw/algbw. Errors (Input): neither CSV nor
/// such a log; a log without readable timings, with the reasons.
[[nodiscard]] Result<TimingLog> readTimings(std::string_view text, std::optional<int> p,
                                            TimingFormat format = TimingFormat::Auto,
                                            std::string_view defaultCollective = {});

}  // namespace scalewright
