// Measuring this machine: its ceilings, and the book's three workloads (book 41.2, Code 41.2.1).
//
// A probe runs in a process of its own, scalewright-probe, because a matrix product or an fsync cannot be interrupted
// and a process can be killed: runProbe() returns within a tenth of a second of a stop request, whatever the child is
// in the middle of. The child dies with its parent; its one file never has a name that could be left behind.
//
// A result's value is the MEDIAN of its repeats; its interval covers the true median with the probability that is its
// level, whatever the distribution. Of n independent repeats that were asked for, the least and the greatest do with 1
// - 2^(1-n) (0.984 for 7), and from 9 on the narrowest pair in the middle that still reaches 0.95. Where the repeats go
// on until the median is known, they may end at a few numbers of them only, and the intervals there are wide enough
// that all of them together reach 0.95 (intervalAtLook). `best` is the best repeat, the book's "best of several", which
// noise from other programs disturbs least.
//
//     std::stop_source stop;
//     const Result<ProbeReport> report = runProbe({.kind = ProbeKind::Machine}, stop.get_token(), {});
//     Machine machine = machineOf(*report);   // every quantity with Origin::Measured, date, conditions, interval
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/project/document/baseline.h"

namespace scalewright {

enum class ProbeKind {
    Compute,  ///< peak FLOP/s: matrix product in double and single precision, all cores and one
    Memory,  ///< memory bandwidth: STREAM's four and a read over arrays beyond the last-level cache, and the memory's
    ///< size
    Disk,  ///< sequential write with fsync, sequential and random 4 KiB reads past the page cache where that is
    ///< possible, free space
    Machine,  ///< the three above
    Book,  ///< Compute and Memory, then the three workloads of Code 41.2.1
};

/// "compute", "memory", "disk", "machine", "book".
[[nodiscard]] const char* probeKindName(ProbeKind kind);
[[nodiscard]] std::optional<ProbeKind> probeKindFromName(std::string_view name);

/// Beyond these a measured ceiling is marked as old: drivers, neighbours and hardware change.
inline constexpr int freshDays = 30;

struct ProbeOptions {
    ProbeKind kind = ProbeKind::Machine;
    std::filesystem::path folder;  ///< of the scratch file; empty: $TMPDIR, else /tmp
    int repeats = 0;  ///< of each timing, 3 to 100, after one warm-up; 0: 7, 10, 14, … to 100, until the median is
        ///< known within 2 % or a second is up
    std::size_t arrayBytes = 0;  ///< of each of three arrays; 0: four times the last-level cache, 64 MiB to 1 GiB
    std::size_t fileBytes = 64u << 20;  ///< of the disk probe's file, 4 KiB to 64 GiB
    std::filesystem::path program;  ///< the child; empty: $SCALEWRIGHT_PROBE, else
        ///< ../libexec/scalewright/scalewright-probe beside the running program's folder
};

struct ProbeResult {
    std::string name;  ///< "peak_flops"; a profile's key where there is one
    Dimension dimension = Dimension::Ratio;
    Quantity quantity;  ///< median, interval, Origin::Measured with machine, date and conditions
    double best = 0;  ///< the highest rate, or the shortest time
    int repeats = 1;  ///< 1: read from the system, without an interval
    std::vector<std::string> warnings;
};

struct ProbeReport {
    ProbeKind kind = ProbeKind::Machine;
    std::string cpu;  ///< its name as the system gives it
    int cores = 1;  ///< that this program may use
    std::string description;  ///< its sockets, clock, caches, limits, surroundings: describe(MachineFacts)
    std::string date;  ///< ISO 8601, local
    std::vector<ProbeResult> results;
    std::vector<std::string> warnings;  ///< about the machine as a whole: other load, few cores, virtual disk

    [[nodiscard]] const ProbeResult* find(std::string_view name) const;
};

/// done in 0…1, what is being measured in words. Called from the thread that runProbe() runs on.
using ProbeProgress = std::function<void(double done, const std::string& doing)>;

/// Errors: Environment, in a sentence, when the machine cannot do it (no such folder, read-only, disk full, too little
/// memory, the child's program missing or killed); Input for options out of range; Cancelled after a stop request.
[[nodiscard]] Result<ProbeReport> runProbe(const ProbeOptions& options, const std::stop_token& stop,
                                           const ProbeProgress& progress = {});

/// The machine that a report of kind Machine (or Compute, Memory, Disk: what they know) describes.
[[nodiscard]] Machine machineOf(const ProbeReport& report);

}  // namespace scalewright
