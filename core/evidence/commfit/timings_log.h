// SPDX-License-Identifier: GPL-3.0-or-later
// Reads logs from benchmarks that time collectives: nccl-tests, OSU micro-benchmarks, Intel MPI Benchmarks, and three
// PyTorch benchmarks: DeepSpeed's communication benchmarks, ml-engineering's all_reduce_bench.py and PARAM's comms.py
// (github.com/facebookresearch/param). For UCC, gloo and DeepSpeed's logger, see other_logs.h.
//
//     const Result<CollectiveTimings> log = readPartialTimings(text, {});   // a log, or a CSV
//     log->groups.front().collective;                        // "all-reduce"
//
// Bytes are those of the whole vector, as in the costs in commfit.h. OSU and IMB print what one process contributes to
// an all-gather, or sends to one other process in an all-to-all, which is p times less. Times are for out-of-place
// calls in nccl-tests, the slowest rank in IMB, the mean over ranks in OSU (the only time it prints by default), and
// the median over ranks in PARAM. all_reduce_bench.py prints no times, only algbw in hundredths of a GB/s: a row is
// read if that is accurate to 5 %. For an all-gather, DeepSpeed prints the input of one rank. A collective of 0 bytes
// sends nothing, so such rows are skipped; an empty ping-pong message is sent and timed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/commfit.h"

namespace scalewright {

enum class TimingFormat { Auto, Csv, NcclTests, Osu, Imb, Torch };

/// The bandwidth of many messages in flight (osu_bw): no latency.
struct StreamBandwidth {
    std::string title;  ///< "OSU Bandwidth"
    double bytes = 0, bytesPerS = 0;  ///< of the last row
};

struct CollectiveTimings {
    /// Timings of one collective at several p or in several tables form one group.
    std::vector<TimingGroup> groups;
    std::vector<std::string> skipped;          ///< skipped content, with the reason
    std::vector<StreamBandwidth> streams{};  ///< not yet combined with latencies
};

/// `p`: the number of processes, for logs that do not give it; `defaultCollective`: the collective for unnamed tables.
/// nccl-tests lists its ranks; if that list is truncated, p is derived from busbw/algbw. The `streams` may belong to a
/// ping-pong in another file, so they are not combined yet, and `groups` is empty if there is nothing else. Errors
/// (Input): neither a CSV nor such a log; a log without readable timings, with the reasons.
[[nodiscard]] Result<CollectiveTimings> readPartialTimings(std::string_view text, std::optional<int> p,
                                                           TimingFormat format = TimingFormat::Auto,
                                                           std::string_view defaultCollective = {});
/// Combines bandwidths with a ping-pong: latency from its short messages, bandwidth from the stream. Error (Input): no
/// timings are left.
[[nodiscard]] Result<void> combineStreams(CollectiveTimings& timings);

}  // namespace scalewright
