// SPDX-License-Identifier: GPL-3.0-or-later
// Runs listed by Slurm's accounting: sacct output, with -P or in the default format.
// https://slurm.schedmd.com/sacct.html
#pragma once

#include <string>
#include <vector>

#include "core/evidence/import/grid.h"

namespace scalewright {

/// Removes job steps ("104311.batch"), jobs that did not complete, and columns of job numbers, and warns about the
/// removed rows. Does nothing if the table is not a list of jobs.
void tidyJobTable(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
