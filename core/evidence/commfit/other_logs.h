// Logs of collectives that are tables of their own kind: ucc_perftest (github.com/openucx/ucc), gloo's benchmark
// (github.com/pytorch/gloo), and the summary of DeepSpeed's communication logger
// (deepspeed.readthedocs.io/en/latest/comm.html).
#pragma once

#include <string_view>
#include <vector>

#include "core/evidence/commfit/printed_tables.h"

namespace scalewright {

/// Their tables; empty where the text is none of them. UCC and gloo print times in microseconds, UCC the bytes of one
/// process; DeepSpeed's logger means over all calls of a size, in milliseconds.
[[nodiscard]] std::vector<PrintedTable> otherTables(std::string_view text);

}  // namespace scalewright
