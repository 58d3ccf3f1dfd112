// Values that a program reports about itself on standard output, so that they need not be guessed:
//
//     scalewright: time=1.6 comp=1.2 comm=0.3 idle=0.1 io=0.05 quality=0.93      of a ladder's run
//     scalewright: flops=2e12 bytes_moved=64GB memory=8GB                        of a measured program
//
// The last such line counts. If each of p workers prints one, the step ends with the slowest: its time is the longest
// time=, the parts are the means over the lines, and memory is the largest of them. A value is a number in base units
// or has a unit ("300ms"). Unknown names are ignored without an error; an invalid value causes a warning.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

struct SelfReport {
    std::optional<double> timeS;  ///< of the run, without its launcher's start-up; positive
    std::optional<double> compS, commS, idleS, ioS;  ///< not negative
    std::optional<double> quality;
    std::optional<double> flops, bytesMoved;  ///< not negative
    std::optional<double> memoryBytes;  ///< needed by one worker at once, on the device where it computes; positive
    std::optional<int> p;  ///< how many workers the program saw
    std::vector<std::string> warnings;  ///< parts of the line that could not be read
    int lineCount = 1;  ///< the number of workers' lines that were combined

    bool operator==(const SelfReport&) const = default;
};

/// nullopt if the line does not begin with "scalewright:", after optional blanks and the rank that torchrun, mpirun and
/// srun put before a line.
[[nodiscard]] std::optional<SelfReport> parseSelfReport(std::string_view line);

/// The program's own time, if plausible for a run of `runS` seconds by the launching process's clock.
[[nodiscard]] std::optional<double> plausibleOwnTime(const SelfReport& report, double runS);

/// Finds report lines in an output that arrives in blocks.
class SelfReportReader {
public:
    void addOutput(std::string_view block);
    /// After the last block: the last report, nullopt if none exists. A line without a line end counts only if there
    /// is no other: it may be incomplete.
    [[nodiscard]] std::optional<SelfReport> lastReport();
    /// Like lastReport(), for the output of p workers. If their lines differ and each worker printed equally many,
    /// combines the last line of each, by the rank that a launcher puts before it, else the last p lines. A part that
    /// one of them lacks is removed, with a warning. If the lines cannot be matched to workers, returns the last line
    /// without its parts, and a warning.
    [[nodiscard]] std::optional<SelfReport> combinedReport(int p);

private:
    struct RankReport {
        std::string rank;  ///< as printed by the launcher; empty without one
        SelfReport report;
    };
    void addLine(std::string_view line);
    std::string m_pendingLine;  ///< of an incomplete line; the first 4096 bytes
    std::deque<RankReport> m_reports;  ///< the last 4096
    std::size_t m_reportCount = 0;
    bool m_reportsDiffer = false;
};

}  // namespace scalewright
