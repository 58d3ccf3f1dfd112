// Logs of benchmarks that time collectives: nccl-tests, OSU micro-benchmarks, Intel MPI Benchmarks, and torch's:
// DeepSpeed's communication benchmarks, ml-engineering's all_reduce_bench.py and PARAM's comms.py
// (github.com/facebookresearch/param). UCC, gloo and DeepSpeed's logger: other_logs.h.
//
//     const Result<TimingLog> log = readTimings(text, {});   // a log, or a CSV
//     log->groups.front().collective;                        // "all-reduce"
//
// Bytes are those of the whole vector, as the costs of commfit.h have it: OSU and IMB print what one process
// contributes to an all-gather or sends to another in an all-to-all, which is p times less. Times are those of
// out-of-place calls in nccl-tests, of the slowest rank in IMB, the mean over ranks in OSU, which prints no other by
// default, the median over ranks in PARAM. all_reduce_bench.py prints no times but algbw, in hundredths of a GB/s: a
// row is read where that is within 5 %. DeepSpeed prints what one rank puts into an all-gather. A collective of no
// bytes sends nothing, so such rows are left out; an empty message of a ping-pong is sent and timed.
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
    std::vector<std::string> left;          ///< what the file holds besides and why it is not read
};

/// `p`: how many processes ran, for logs that do not say; `unnamed`: the collective of tables that do not say theirs.
/// nccl-tests lists its ranks; where that list is cut off, busbw/algbw tells p. Errors (Input): neither CSV nor such a
/// log; a log with no timings that can be read, and why.
[[nodiscard]] Result<TimingLog> readTimings(std::string_view text, std::optional<int> p,
                                            TimingFormat format = TimingFormat::Auto, std::string_view unnamed = {});

}  // namespace scalewright
