// SPDX-License-Identifier: GPL-3.0-or-later
// Tools on this machine for measuring a program, and how to install missing ones.
#pragma once

#include <string>
#include <vector>

namespace scalewright {

struct MachineFacts;

struct DoctorTool {
    std::string name;      ///< "mpirun"
    std::string path{};    ///< empty: not in PATH
    std::string purpose;       ///< "starts p processes of an MPI program"
    std::string installHint;  ///< "an MPI, for example from Debian's packages openmpi-bin and libopenmpi-dev"
};

struct DoctorReport {
    std::string cpuName;
    double cores = 1;  ///< limited by the control group
    double loadAverage = 0;
    double freeCores = 1;  ///< cores minus load, 0 or more
    std::vector<DoctorTool> tools;
    std::vector<std::string> warnings;  ///< about conditions that will distort the times to be measured
};

/// `maximumP`: the largest number of workers that will be run here.
[[nodiscard]] DoctorReport examineMachine(const MachineFacts& facts, int maximumP);

/// "2 cores, 1.6 free; mpirun and mpicc there; torchrun and perf missing".
[[nodiscard]] std::string describe(const DoctorReport& doctor);

}  // namespace scalewright
