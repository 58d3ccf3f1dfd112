// Reads the lines that `ladder run` writes above its rows (core/evidence/runs/ladder_on_disk.h): program and machine.
// Internal to core/evidence/import.
#pragma once

#include <string>

#include "core/project/document/measurements.h"

namespace scalewright {

/// Copies "# command: mpirun ./heat 100" (one line) and "…, 2 cores, load 5 at the start" into `ladder`, if the lines
/// around the table hold them. The load of a Slurm job is that of the login node and is skipped.
void readRunHeader(const std::string& around, Ladder& ladder);

}  // namespace scalewright
