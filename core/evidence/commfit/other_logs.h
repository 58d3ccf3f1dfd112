// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of collectives that have their own table formats: ucc_perftest (github.com/openucx/ucc), gloo's benchmark
// (github.com/pytorch/gloo), and the summary of DeepSpeed's communication logger
// (deepspeed.readthedocs.io/en/latest/comm.html).
#pragma once

#include <string_view>
#include <vector>

#include "core/evidence/commfit/printed_tables.h"

namespace scalewright {

/// The tables in such a log; empty for any other text. UCC and gloo print times in microseconds, and UCC prints the
/// bytes per process; DeepSpeed's logger prints the mean over all calls of a size, in milliseconds.
[[nodiscard]] std::vector<PrintedTable> parseOtherLogs(std::string_view text);

}  // namespace scalewright
