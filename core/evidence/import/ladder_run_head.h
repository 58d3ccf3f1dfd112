// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the lines that `ladder run` writes above its rows (core/evidence/runs/ladder_on_disk.h): the program and the
// machine. Internal to core/evidence/import.
#pragma once

#include <string>

#include "core/project/document/measurements.h"

namespace scalewright {

/// Copies "# command: mpirun ./heat 100" (one line) and "…, 2 cores, load 5 at the start" into `ladder`, if the lines
/// around the table contain them. The load of a Slurm job is skipped, because it was taken on the login node.
void readRunHeader(const std::string& around, Ladder& ladder);

}  // namespace scalewright
