// SPDX-License-Identifier: GPL-3.0-or-later
// Values that a program reports about itself on standard output, so that they need not be guessed:
//
//     scalewright: time=1.6 comp=1.2 comm=0.3 idle=0.1 io=0.05 quality=0.93      for a run of a ladder
//     scalewright: flops=2e12 bytes_moved=64GB memory=8GB                        for a measured program
//
// The last such line counts. If each of p workers prints one (with rank=, or under a launcher that says which worker
// printed it), the lines are kept and combined (core/evidence/ladder/ranks.h); the memory is the largest value. A value
// is a number in base units or has a unit ("300ms"). Unknown names and invalid values cause a warning.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/project/document/measurements.h"

namespace scalewright {

struct SelfReport {
    std::optional<double> timeS;  ///< time of the run, without the launcher's start-up; positive
    std::optional<double> compS, commS, idleS, ioS;  ///< not negative
    std::optional<double> quality;
    std::optional<double> flops, bytesMoved;  ///< not negative
    std::optional<double> memoryBytes;  ///< peak memory needed by one worker, on the device where it computes; positive
    std::optional<int> p;  ///< how many workers the program saw
    std::optional<int> rank;  ///< which worker printed the line
    /// The lines of all workers, by rank; one line if it may not speak for the others (mayIncludeWaiting).
    std::vector<WorkerTimes> workers;
    std::vector<std::string> warnings;  ///< parts of the line that could not be read
    int lineCount = 1;  ///< how many workers' lines were combined

    bool operator==(const SelfReport&) const = default;
};

/// Parses a report line. nullopt if it does not begin with "scalewright:", after optional blanks and the rank that
/// torchrun, mpirun and srun print before a line.
[[nodiscard]] std::optional<SelfReport> parseSelfReport(std::string_view line);

/// The program's own time, if plausible for a run that took `runS` seconds on the launching process's clock.
[[nodiscard]] std::optional<double> plausibleOwnTime(const SelfReport& report, double runS);

/// Finds report lines in output that arrives in blocks.
class SelfReportReader {
public:
    void addOutput(std::string_view block);
    /// Call after the last block: returns the last report, or nullopt if none exists. A line without a line end
    /// counts only if there is no other report, because it may be incomplete.
    [[nodiscard]] std::optional<SelfReport> lastReport();
    /// Like lastReport(), for the output of p workers. Combines the last line of each rank. If the lines have no rank,
    /// but differ, and a launcher started the workers (`isLaunched`), combines them if there are p, one of each worker. A
    /// part missing from one of them is removed, with a warning. If the lines cannot be matched to workers, returns the
    /// last line without its parts, and a warning.
    [[nodiscard]] std::optional<SelfReport> combinedReport(int p, bool isLaunched = true);

private:
    void addLine(std::string_view line);
    std::string m_pendingLine;  ///< an incomplete line, at most its first 4096 bytes
    std::deque<SelfReport> m_reports;  ///< the last 4096
    std::size_t m_reportCount = 0;
    bool m_reportsDiffer = false;
};

}  // namespace scalewright
