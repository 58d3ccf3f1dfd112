// Logs of collectives with table formats of their own: ucc_perftest (github.com/openucx/ucc), gloo's benchmark
// (github.com/pytorch/gloo), and the summary of DeepSpeed's communication logger
// (deepspeed.readthedocs.io/en/latest/comm.html).
#pragma once

#include <string_view>
#include <vector>

#include "core/evidence/commfit/printed_tables.h"

namespace scalewright {

/// The tables of such a log; empty for any other text. UCC and gloo print times in microseconds, UCC the bytes of one
/// process; DeepSpeed's logger prints means over all calls of a size, in milliseconds.
[[nodiscard]] std::vector<PrintedTable> parseOtherLogs(std::string_view text);

}  // namespace scalewright
