// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a user's program: what it needs from one machine (book 41.2).
//
// Exact, from the kernel's totals over all its processes: wall time, processor time, bytes read and written, and how
// many of them reached the storage layer. Sampled, using at most half a percent of a core: resident memory of all its
// processes together, threads, the time spent waiting for a device (a thread in state D and none running), and how many
// of the bytes belonged to files (core/evidence/runs/io_bytes.h). The I/O time is a range based on both
// (core/evidence/runs/io_time.h). FLOP and bytes moved between memory and cores cannot be observed: the user or the
// program reports them (core/evidence/runs/self_report.h). The program may also report its own time and I/O time, which
// are then used for the step, because a launch includes start-up. If a program has an accelerator open, neither its
// computation nor its memory there is measured: the step is attributed to that device, and its memory is left out.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/process/command.h"
#include "core/base/quantity/quantity.h"
#include "core/evidence/runs/io_bytes.h"
#include "core/evidence/runs/io_time.h"
#include "core/evidence/runs/self_report.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

struct ProgramSample {
    double seconds = 0;  ///< since the program started
    double residentBytes = 0;  ///< total over all processes; shared pages are counted once per process
    double cpuS = 0;  ///< processor time of live processes
    int processes = 0, threads = 0;
};

struct MeasuredProgram {
    CommandResult commandResult;
    std::string date;  ///< ISO 8601, local time
    std::optional<double> workingSetBytes;  ///< the peak
    /// true: sampled over all processes; false: the kernel's peak for the largest process.
    bool isWorkingSetSampled = false;
    /// An upper bound for the largest process: the kernel's peak includes the memory of the forked process before it
    /// became the program.
    bool isWorkingSetUpperBound = false;
    /// If the working set is an upper bound: the sampled value, which is lower.
    std::optional<double> sampledWorkingSetBytes;
    IoSamples ioSamples;
    MovedBytes movedBytes;  ///< sampled
    /// I/O time of the step; absent if only the launch's is known, since the step's share could be anything from none
    /// to all.
    std::optional<Quantity> ioTimeS;
    int peakProcesses = 1, peakThreads = 1;
    double longestSampleGapS = 0;  ///< between two samples: shorter events can be missed
    double samplingCpuS = 0;  ///< processor time spent on sampling
    std::vector<ProgramSample> sampleSeries;  ///< at most 2000, thinned out evenly
    std::set<std::string> openDevices;  ///< accelerators that any of its processes had open: "/dev/nvidia0"; sampled
    std::string deviceName;  ///< "NVIDIA H100 80GB HBM3"; empty if none
    std::optional<SelfReport> reported;
    std::optional<double> ownTimeS;  ///< reported by the program (time=), if plausible for this run
    std::vector<std::string> notes;  ///< what could not be measured, in sentences

    /// Time of the step as reported by the program, otherwise of the whole launch.
    [[nodiscard]] double stepS() const { return ownTimeS.value_or(commandResult.wallSeconds); }
    [[nodiscard]] double unattributedBytes() const { return detail::unattributedBytes(commandResult, movedBytes); }
};

struct ProgramOptions {
    std::string workingFolder;  ///< empty: this process's working folder
    /// Runs outside the foreground (Command::isIsolated); standard error also goes to `output`
    bool isIsolated = false;
    std::vector<std::pair<std::string, std::string>> environment{};  ///< overrides this process's environment
    std::string scratchFolder{};  ///< as Command::scratchFolderOf
    int workers = 1;  ///< how many workers may each print a report line
};

/// Runs `words`. Its standard output is passed to `output` and searched for report lines. Errors: those of runCommand.
/// A program that exits with a failure is not an error.
[[nodiscard]] Result<MeasuredProgram> measureProgram(const std::vector<std::string>& words,
                                                     const std::function<bool(std::string_view)>& output,
                                                     const ProgramOptions& options = {},
                                                     const std::stop_token& stop = {});

/// How the conditions of a measured step time begin; they identify the clock used.
inline constexpr const char* wallTimeConditions = "wall time of one run";
inline constexpr const char* ownTimeConditions = "the program's own time (time=)";

/// The measured and self-reported values as a profile with one step.
[[nodiscard]] Profile profileOf(const MeasuredProgram& program, const std::vector<std::string>& words);

}  // namespace scalewright
