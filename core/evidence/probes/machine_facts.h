// What the system says about this machine without measuring (Linux: /proc, /sys).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace scalewright {

struct MachineFacts {
    std::string cpu;          ///< "Intel(R) Core(TM) …"; "unknown processor" where the system does not say
    int cores = 1;            ///< in this process's affinity mask
    std::optional<double> cpuQuota;  ///< cores' worth of time a control group grants, where it is less than `cores`
    double memoryBytes = 0;   ///< installed, or a control group's limit where that is less; 0 = not known
    bool memoryIsLimit = false;
    double availableBytes = 0;  ///< without swapping; 0 = not known
    /// One core's data or unified caches, the first level first; empty = not known
    std::vector<std::size_t> cacheBytes;
    std::size_t lastLevelCacheBytes = 0;  ///< 0 = not known
    double load = 0;          ///< average number of runnable threads over the last minute
    bool virtualMachine = false;
    std::string hypervisor;   ///< "KVM", as far as the firmware says; may be empty
    std::string container;    ///< "docker", "lxc"; empty where nothing shows one
    int sockets = 0, physicalCores = 0;  ///< of the whole machine; 0 = not known
    bool hybrid = false;      ///< cores of several kinds
    double clockHz = 0;       ///< the highest that the system names; 0 = not known
};

[[nodiscard]] MachineFacts readMachineFacts();

/// The limits of this process's control groups, of version 2 and 1, and of those above them: part of
/// readMachineFacts(), read below `root`. Precondition: cores, memoryBytes and availableBytes are the machine's.
void readControlGroups(MachineFacts& facts, const std::string& root = {});

/// "1 socket, 2 physical cores, 2.60 GHz, caches 32.8 kB, 1.05 MB and 33.6 MB, memory 25.3 GB, in a container (docker),
/// a virtual machine".
[[nodiscard]] std::string describe(const MachineFacts& facts);

}  // namespace scalewright
