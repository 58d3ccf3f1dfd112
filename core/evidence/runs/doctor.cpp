#include "core/evidence/runs/doctor.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/launcher.h"

namespace scalewright {

namespace {

/// "a, b and c"
std::string listed(const std::vector<std::string>& names)
{
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i)
        list += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return list;
}

std::string coresText(double cores)
{
    return say("{} {}", significant(cores, 2), cores == 1 ? "core" : "cores");
}

}  // namespace

Doctor examine(const MachineFacts& facts, int mostP)
{
    const char* mpi = "an MPI, such as Debian's packages openmpi-bin and libopenmpi-dev";
    Doctor doctor{.cpu = facts.cpu, .cores = facts.cpuQuota.value_or(facts.cores), .load = facts.load};
    doctor.freeCores = std::max(0.0, doctor.cores - doctor.load);
    doctor.tools = {{.name = "mpirun", .use = "starts the processes of an MPI program", .howToGet = mpi},
                    {.name = "torchrun",
                     .use = "starts the processes of a PyTorch program",
                     .howToGet = "PyTorch, such as python3 -m pip install torch"},
                    {.name = "mpicc", .use = "compiles scalewright-mpi.c, which times collectives", .howToGet = mpi},
                    {.name = "perf",
                     .use = "counts arithmetic and bytes moved",
                     .howToGet = "your kernel's perf, such as Debian's package linux-perf"}};
    for (DoctorTool& tool : doctor.tools)
        tool.path = programInPath(tool.name);
    if (facts.load > 0.5 * doctor.cores)
        doctor.warnings.push_back(say("other programs keep {} of {} busy: times come out longer",
                                      significant(facts.load, 2), coresText(doctor.cores)));
    if (mostP > doctor.cores)
        doctor.warnings.push_back(
            say("p = {} is more than {}: workers wait for each other", mostP, coresText(doctor.cores)));
    return doctor;
}

std::string describe(const Doctor& doctor)
{
    std::vector<std::string> there, missing;
    for (const DoctorTool& tool : doctor.tools)
        (tool.path.empty() ? missing : there).push_back(tool.name);
    return joined({say("{}, {} free", coresText(doctor.cores), significant(doctor.freeCores, 2)),
                   there.empty() ? "" : listed(there) + " there", missing.empty() ? "" : listed(missing) + " missing"},
                  "; ");
}

}  // namespace scalewright
