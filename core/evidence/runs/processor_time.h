// SPDX-License-Identifier: GPL-3.0-or-later
// Busy and idle cores of a run, from the processor time that the kernel counts for all its processes: the parts of a
// program that prints only its time, or nothing. Internal to core/evidence/runs.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>

#include "core/base/process/command.h"
#include "core/evidence/runs/ladder_run.h"
#include "core/evidence/runs/proc_file.h"

namespace scalewright::detail {

inline constexpr const char* processorTimeNote = "comp is processor time over p, idle the rest: cores that nobody used";

/// Processor time of all programs on this machine since its start; nullopt if unknown.
inline std::optional<double> readMachineProcessorS()
{
    std::array<char, 4096> block{};
    const std::string text(readProcFile("/proc/stat", block));
    unsigned long long user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupts = 0, softInterrupts = 0,
                       stolen = 0;
    if (std::sscanf(text.c_str(), "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait,
                    &interrupts, &softInterrupts, &stolen) != 8)
        return std::nullopt;
    return static_cast<double>(user + nice + system + interrupts + softInterrupts + stolen) /
           static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Sets comp and idle of a run of p threads or processes that reported neither. The rest of its time, which belongs to
/// no part, is what other programs may have delayed it. `machineS`: processor time of all programs during the run. The
/// program's start outside of its own time is taken as busy on one core. No effect if the run is too short for the
/// kernel's clock, if more than p cores were busy, if p exceeds the cores, or if one worker was idle for a quarter of its time: that program waits for something else. Gaps
/// of one worker below a twentieth count as busy: they are scheduling.
inline void applyProcessorTime(LadderRunRow& row, const CommandResult& end, std::optional<double> machineS, int cores)
{
    constexpr double minimumBusyShare = 0.75, busyTolerance = 0.05;
    constexpr double minimumTimeS = 0.1;  // ten ticks of /proc/stat
    const SelfReport& reported = row.reported;
    if (!row.seconds || *row.seconds < minimumTimeS || !machineS || row.p > cores || row.isTracedStep == true ||
        reported.compS || reported.commS || reported.idleS || reported.ioS)
        return;
    const double usedS = end.userCpuS + end.systemCpuS, startS = std::max(0.0, end.wallSeconds - *row.seconds);
    double compS = std::max(0.0, usedS - startS) / row.p;
    if (compS > (1 + busyTolerance) * *row.seconds || (row.p == 1 && compS < minimumBusyShare * *row.seconds))
        return;
    if (row.p == 1 && compS > (1 - busyTolerance) * *row.seconds)
        compS = *row.seconds;
    const double restS = std::max(0.0, *row.seconds - compS);
    const double delayedS = std::min(restS, std::max(0.0, *machineS - usedS) / row.p);
    row.reported.compS = std::min(compS, *row.seconds);
    row.reported.idleS = restS - delayedS;
    row.notes.emplace_back(processorTimeNote);
}

}  // namespace scalewright::detail
