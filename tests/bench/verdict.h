// What a part of the bench says of its aim. A missed aim is said and no error: another machine, other work beside it. A
// program fails where two that should find the same do not.
#pragma once

#include <string>

#include <fmt/format.h>

namespace scalewright::bench {

inline const char* verdict(bool held)
{
    return held ? "held" : "missed";
}

/// A row of docs/benchmarks.md, which packaging/bench gathers: what was timed, here and by the peer; how many times
/// longer the peer took, 0 where none ran; the aim in words.
inline void row(const std::string& what, const std::string& ours, const std::string& peer, double ratio,
                const std::string& aim, bool held)
{
    fmt::print("| {} | {} | {} | {} | {} | {} |\n", what, ours, peer, ratio > 0 ? fmt::format("{:.3g}", ratio) : "",
               aim, verdict(held));
}

}  // namespace scalewright::bench
