// A program of the person's own, measured: what it needs of one machine (book 41.2).
//
// Exact, from the kernel's sums over all its processes: wall time, processor time, bytes read and written, and of those
// the bytes that reached the storage layer. Sampled, at most half a percent of a core: resident memory of all its
// processes together, threads, how long it waited for a device (a thread in state D and none running), and which of the
// bytes were of files (core/evidence/runs/moved_bytes.h). The time for input and output is a range from both
// (core/evidence/runs/io_time.h). FLOP and bytes moved between memory and cores are not seen: the person or the program says
// them (core/evidence/runs/spoken_line.h). So it does its own time and reading, which then are the step's: a launch holds its
// start-up too. Of a program that has an accelerator open, neither what it computes there nor the memory it takes there
// is seen: the step is said to be of that device, and its memory is left out.
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
#include "core/evidence/runs/io_time.h"
#include "core/evidence/runs/moved_bytes.h"
#include "core/evidence/runs/spoken_line.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

struct ProgramSample {
    double seconds = 0;  ///< since its start
    double residentBytes = 0;  ///< of all its processes, pages that they share counted in each
    double cpuS = 0;  ///< processor time of those alive
    int processes = 0, threads = 0;
};

struct MeasuredProgram {
    CommandEnd end;
    std::string date;  ///< ISO 8601, local
    std::optional<double> workingSetBytes;  ///< the peak
    bool workingSetSampled = false;  ///< by sampling all processes; else the kernel's peak of the largest one
    bool workingSetIsBound = false;  ///< its largest process took no more than this: the kernel's peak holds what its
        ///< fork had before it became the program
    std::optional<double> workingSetSeenBytes;  ///< with that: what sampling saw, less than it
    IoSamples samples;
    MovedBytes moved;  ///< sampled
    std::optional<Quantity>
        ioTimeS;  ///< of the step; absent where only the launch's is known, of which it can be all or nothing
    int mostProcesses = 1, mostThreads = 1;
    double longestGapS = 0;  ///< between two samples: what is shorter can have been missed
    double samplingS = 0;  ///< processor time that the sampling itself took
    std::vector<ProgramSample> series;  ///< at most 2000, evenly thinned
    std::set<std::string> devices;  ///< accelerators that some process of it had open: "/dev/nvidia0"; sampled
    std::string deviceName;  ///< "NVIDIA H100 80GB HBM3"; empty where there is none
    std::optional<SpokenLine> said;
    std::optional<double> ownTimeS;  ///< as the program says it (time=), where it can be of this run
    std::vector<std::string> notes;  ///< what could not be seen, in words

    /// Of the step: as the program says it, else of the whole launch.
    [[nodiscard]] double stepS() const { return ownTimeS.value_or(end.seconds); }
    [[nodiscard]] double untoldBytes() const { return detail::untoldBytes(end, moved); }
};

struct ProgramOptions {
    std::string folder;  ///< it starts there; empty: where this process is
    bool apart = false;  ///< not in the foreground (Command::apart); its standard error goes to `output` as well
    std::vector<std::pair<std::string, std::string>> environment{};  ///< set over this process's own
    std::string scratch{};  ///< as Command::scratch
    int workers = 1;  ///< how many may print a line of their own
};

/// Runs `words`. Its standard output goes to `output` as well as being searched for what it says of itself.
/// Errors: those of runCommand. A program that fails is no error.
[[nodiscard]] Result<MeasuredProgram> measureProgram(const std::vector<std::string>& words,
                                                     const std::function<bool(std::string_view)>& output,
                                                     const ProgramOptions& options = {},
                                                     const std::stop_token& stop = {});

/// What the conditions of a measured step's time begin with: whose time it is.
inline constexpr const char* wallTimeOfRun = "wall time of one run";
inline constexpr const char* programsOwnTime = "the program's own time (time=)";

/// What it needs, as a profile of one step: what was measured of it and what it said of itself.
[[nodiscard]] Profile profileOf(const MeasuredProgram& program, const std::vector<std::string>& words);

}  // namespace scalewright
