// SPDX-License-Identifier: GPL-3.0-or-later
// How a benchmark reports its goal. A missed goal is reported but is not an error, because machines and their load
// differ. A program fails if two implementations that must agree do not.
#pragma once

#include <string>

#include <fmt/format.h>

namespace scalewright::bench {

inline const char* verdict(bool aimMet)
{
    return aimMet ? "held" : "missed";
}

/// A row in docs/benchmarks.md, which packaging/bench collects: what was timed, our time and the peer's, how many times
/// longer the peer took (0 if it did not run), and the goal as text.
inline void row(const std::string& benchmark, const std::string& ours, const std::string& peer, double ratio,
                const std::string& aim, bool aimMet)
{
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", benchmark, ours, peer,
               ratio > 0 ? fmt::format("{:.3g}", ratio) : "", aim, verdict(aimMet));
}

}  // namespace scalewright::bench
