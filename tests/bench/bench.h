// SPDX-License-Identifier: GPL-3.0-or-later
// What the benchmarks share: how times are measured, how a row of docs/benchmarks.md is printed, and the goals that
// several of them have. A missed goal is reported but is not an error, because machines and their load differ. A
// program fails if two implementations that must agree do not.
#pragma once

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace scalewright::bench {

/// A drag must paint within a frame of a 60 Hz display (99th percentile) and be at least ten times as fast as Python
/// with matplotlib: users do not notice more.
inline constexpr double frameMs = 1000.0 / 60, pythonRatio = 10;

inline double cpuMs()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// 0 if the process does not report it.
inline double residentMb()
{
    FILE* status = std::fopen("/proc/self/statm", "r");
    long pages = 0;
    if (status && std::fscanf(status, "%*d %ld", &pages) != 1)
        pages = 0;
    if (status)
        std::fclose(status);
    return static_cast<double>(pages) * 4096 / 1e6;
}

inline double percentile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

inline double median(const std::vector<double>& values)
{
    return percentile(values, 0.5);
}

/// The median of the redraws in milliseconds that the Python script prints first; 0 if it fails.
inline double matplotlibMs(const std::string& script, const std::string& arguments = {})
{
    FILE* pipe = popen(("/usr/bin/python3 '" + script + "' " + arguments).c_str(), "r");
    double milliseconds = 0;
    if (pipe && std::fscanf(pipe, "%lf", &milliseconds) != 1)
        milliseconds = 0;
    return pipe && pclose(pipe) == 0 ? milliseconds : 0;
}

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

/// The row of a drag, from each edit to its painted frame; `minimumRatio` times the peer's time, or 0 for a peer that
/// is only shown.
inline void frameRow(const std::string& benchmark, const std::vector<double>& milliseconds, const std::string& peer,
                     double peerMs, double minimumRatio = pythonRatio)
{
    const double middle = median(milliseconds), p99 = percentile(milliseconds, 0.99);
    row(benchmark, fmt::format("{:.2f} ms, p99 {:.2f}", middle, p99),
        peerMs > 0 ? fmt::format("{} {:.0f} ms", peer, peerMs) : "", peerMs / middle,
        fmt::format("p99 {:.1f} ms{}", frameMs, minimumRatio > 0 ? fmt::format(", {:.0f} times", minimumRatio) : ""),
        p99 <= frameMs && (peerMs <= 0 || peerMs >= minimumRatio * middle));
}

}  // namespace scalewright::bench
