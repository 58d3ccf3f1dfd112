// What a machine has for measuring a program, and how to get what it lacks.
#pragma once

#include <string>
#include <vector>

namespace scalewright {

struct MachineFacts;

struct DoctorTool {
    std::string name;      ///< "mpirun"
    std::string path{};    ///< empty: it is not in PATH
    std::string use;       ///< "starts p processes of an MPI program"
    std::string howToGet;  ///< "an MPI, such as Debian's packages openmpi-bin and libopenmpi-dev"
};

struct Doctor {
    std::string cpu;
    double cores = 1;  ///< as much of them as a control group grants
    double load = 0;
    double freeCores = 1;  ///< cores without load, 0 or more
    std::vector<DoctorTool> tools;
    std::vector<std::string> warnings;  ///< what bends the times that are about to be measured
};

/// `mostP`: the largest count that is to run here.
[[nodiscard]] Doctor examine(const MachineFacts& facts, int mostP);

/// "2 cores, 1.6 free; mpirun and mpicc there; torchrun and perf missing".
[[nodiscard]] std::string describe(const Doctor& doctor);

}  // namespace scalewright
