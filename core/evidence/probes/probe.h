// SPDX-License-Identifier: GPL-3.0-or-later
// Measures this machine: its ceilings, and the book's three workloads (book 41.2, Code 41.2.1).
//
// A probe runs in its own process, scalewright-probe, because a matrix product or an fsync cannot be interrupted but a
// process can be killed: runProbe() returns within a tenth of a second of a stop request, whatever the child is doing.
// The child dies with its parent, and its only file never has a name that could be left behind.
//
// A result's value is the MEDIAN of its repeats; its interval contains the true median with a probability equal to its
// level, whatever the distribution. For a requested number n of independent repeats, the interval extends from the
// minimum to the maximum at level 1 - 2^(1-n) (0.984 for 7); from n = 9 on, it is the narrowest central pair that still
// reaches 0.95. If the repeats continue until the median is known well enough, they may stop only at a few counts, and
// the intervals there are wide enough that all of them together reach 0.95 (intervalAtCheckpoint). `bestValue` is the
// best repeat, the book's "best of several", which is affected least by other programs.
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
#include "core/base/text/enum_names.h"
#include "core/project/document/baseline.h"

namespace scalewright {

enum class ProbeKind {
    Compute,  ///< peak FLOP/s: matrix product in double and single precision, on all cores and on one
    /// Memory bandwidth: STREAM's four kernels and a read, over arrays larger than the last-level cache; memory size.
    Memory,
    /// Sequential write with fsync, sequential and random 4 KiB reads that bypass the page cache if possible, free
    /// space.
    Disk,
    Machine,  ///< the three above
    Book,  ///< Compute and Memory, then the three workloads of Code 41.2.1
};

template <>
inline constexpr auto enumNames<ProbeKind> = namedValues<ProbeKind>("probe", {{ProbeKind::Compute, "compute"},
                                                                              {ProbeKind::Memory, "memory"},
                                                                              {ProbeKind::Disk, "disk"},
                                                                              {ProbeKind::Machine, "machine"},
                                                                              {ProbeKind::Book, "book"}});

/// A measured ceiling is marked as old after this many days: drivers, co-tenants and hardware change.
inline constexpr int daysUntilStale = 30;

struct ProbeOptions {
    ProbeKind kind = ProbeKind::Machine;
    std::filesystem::path scratchFolder;  ///< folder for the scratch file; if empty, $TMPDIR or else /tmp
    /// Repeats per timing, 3 to 100, after one warm-up; 0: 7, 10, 14, … up to 100, until the median is known to within
    /// 2 % or one second has passed.
    int repeats = 0;
    /// Size of each of three arrays; 0: four times the last-level cache, between 64 MiB and 1 GiB.
    std::size_t arrayBytes = 0;
    std::size_t fileBytes = 64u << 20;  ///< size of the disk probe's file, 4 KiB to 64 GiB
    /// The child program; if empty, $SCALEWRIGHT_PROBE or else ../libexec/scalewright/scalewright-probe relative to the
    /// running program's folder.
    std::filesystem::path probeProgram;
};

struct ProbeResult {
    std::string name;  ///< "peak_flops"; the key used in a profile, if it has one
    Dimension dimension = Dimension::Ratio;
    Quantity quantity;  ///< median, interval, and Origin::Measured with machine, date and conditions
    double bestValue = 0;  ///< the highest rate or the shortest time
    int repeats = 1;  ///< 1: read from the system; no interval
    std::vector<std::string> warnings;
};

struct ProbeReport {
    ProbeKind kind = ProbeKind::Machine;
    std::string cpuName;  ///< as reported by the system
    int cores = 1;  ///< available to this program
    /// Sockets, clock, caches, limits, container or virtual machine: see describe(MachineFacts).
    std::string description;
    std::string date;  ///< ISO 8601, local
    std::vector<ProbeResult> results;
    /// About the machine as a whole: load from other programs, few cores, virtual disk.
    std::vector<std::string> warnings;

    [[nodiscard]] const ProbeResult* find(std::string_view name) const;
};

/// `completedShare` is 0…1, `activity` a description. Called on the thread that runs runProbe().
using ProbeProgress = std::function<void(double completedShare, const std::string& activity)>;

/// Errors: Environment if the machine cannot run the probe, with the reason as a sentence (no such folder, read-only,
/// disk full, too little memory, the child program missing or killed); Input for options out of range; Cancelled after
/// a stop request.
[[nodiscard]] Result<ProbeReport> runProbe(const ProbeOptions& options, const std::stop_token& stop,
                                           const ProbeProgress& progress = {});

/// The result as a ceiling: the best repetition, because other programs only lower a rate. The interval shows the spread.
[[nodiscard]] Quantity ceilingOf(const ProbeResult& result);

/// The machine described by a report of kind Machine; Compute, Memory and Disk reports give only their part.
[[nodiscard]] Machine machineOf(const ProbeReport& report);

}  // namespace scalewright
