// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/runs/doctor.h"

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/evidence/probes/machine_facts.h"
#include "core/evidence/runs/launcher.h"

namespace scalewright {

namespace {

std::string coresText(double cores)
{
    return formatMessage("{} {}", significantText(cores, 2), cores == 1 ? "core" : "cores");
}

}  // namespace

DoctorReport examineMachine(const MachineFacts& facts, int maximumP)
{
    const char* mpi = "an MPI, such as Debian's packages openmpi-bin and libopenmpi-dev";
    DoctorReport doctor{
        .cpuName = facts.cpuName, .cores = facts.cpuQuota.value_or(facts.cores), .loadAverage = facts.loadAverage};
    doctor.freeCores = std::max(0.0, doctor.cores - doctor.loadAverage);
    doctor.tools = {
        {.name = "mpirun", .purpose = "starts the processes of an MPI program", .installHint = mpi},
        {.name = "torchrun",
         .purpose = "starts a PyTorch program, such as scalewright-torch.py, which measures cards",
         .installHint = "PyTorch, such as python3 -m pip install torch"},
        {.name = "mpicc", .purpose = "compiles scalewright-mpi.c, which times collectives", .installHint = mpi},
        {.name = "perf",
         .purpose = "counts arithmetic and bytes moved",
         .installHint = "your kernel's perf, such as Debian's package linux-perf"}};
    for (DoctorTool& tool : doctor.tools)
        tool.path = findProgramInPath(tool.name);
    if (facts.loadAverage > 0.5 * doctor.cores)
        doctor.warnings.push_back(formatMessage("other programs keep {} of {} busy: times will be longer",
                                                significantText(facts.loadAverage, 2), coresText(doctor.cores)));
    if (maximumP > doctor.cores)
        doctor.warnings.push_back(
            formatMessage("p = {} is more than {}: workers wait for each other", maximumP, coresText(doctor.cores)));
    return doctor;
}

std::string describe(const DoctorReport& doctor)
{
    std::vector<std::string> installed, missing;
    for (const DoctorTool& tool : doctor.tools)
        (tool.path.empty() ? missing : installed).push_back(tool.name);
    return joinNonEmpty({formatMessage("{}, {} free", coresText(doctor.cores), significantText(doctor.freeCores, 2)),
                         installed.empty() ? "" : joinWithAnd(installed) + " there",
                         missing.empty() ? "" : joinWithAnd(missing) + " missing"},
                        "; ");
}

}  // namespace scalewright
