// SPDX-License-Identifier: GPL-3.0-or-later
// What the system reports about this machine without measurements (Linux: /proc, /sys).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scalewright {

struct MachineFacts {
    std::string cpuName;          ///< "Intel(R) Core(TM) …"; "unknown processor" if the system does not report it
    int cores = 1;            ///< in this process's affinity mask
    std::optional<double> cpuQuota;  ///< how many cores' worth of time a control group grants, if less than `cores`
    double memoryBytes = 0;   ///< installed memory, or a control group's limit if that is less; 0 = unknown
    bool isMemoryLimited = false;
    double availableMemoryBytes = 0;  ///< available without swapping; 0 = unknown
    /// Data or unified caches of one core, first level first; empty = unknown
    std::vector<std::size_t> cacheBytes;
    std::size_t lastLevelCacheBytes = 0;  ///< 0 = unknown
    double loadAverage = 0;          ///< average number of runnable threads over the last minute
    bool isVirtualMachine = false;
    std::string hypervisor;   ///< "KVM", as reported by the firmware; may be empty
    std::string containerRuntime;    ///< "docker", "lxc"; empty if none is detected
    int sockets = 0, physicalCores = 0;  ///< for the whole machine; 0 = unknown
    bool hasMixedCoreTypes = false;      ///< for example, performance and efficiency cores
    double maximumClockHz = 0;       ///< the highest clock that the system reports; 0 = unknown
};

[[nodiscard]] MachineFacts readMachineFacts();

/// Applies the limits of this process's control groups (versions 1 and 2) and of their ancestors. Part of
/// readMachineFacts(); files are read below `root`. Precondition: cores, memoryBytes and availableMemoryBytes are set
/// to the machine's values.
void applyControlGroupLimits(MachineFacts& facts, const std::string& root = {});

/// "1 socket, 2 physical cores, 2.60 GHz, caches 32.8 kB, 1.05 MB and 33.6 MB, memory 25.3 GB, in a container (docker),
/// a virtual machine".
[[nodiscard]] std::string describe(const MachineFacts& facts);

}  // namespace scalewright
