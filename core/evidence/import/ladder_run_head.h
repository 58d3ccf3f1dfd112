// What `ladder run` writes above its rows (core/evidence/runs/ladder_on_disk.h): the program, the machine. Internal to core/evidence/import.
#pragma once

#include <string>

#include "core/project/document/measurements.h"

namespace scalewright {

/// "# command: mpirun ./heat 100", on one line, and "…, 2 cores, load 5 at the start" into `ladder`, each where the
/// lines around a table hold it. The load of a job for Slurm is the login node's, and is left out.
void takeHead(const std::string& around, Ladder& ladder);

}  // namespace scalewright
