// Runs as Slurm's accounting lists them: sacct, with -P or as it prints by itself.
// https://slurm.schedmd.com/sacct.html
#pragma once

#include <vector>

#include "core/evidence/import/grid.h"
#include <string>

namespace scalewright {

/// Leaves out the steps of jobs ("104311.batch"), jobs that did not complete, and columns that number them; what was
/// left out is said. Nothing where the table is none of jobs.
void tidyJobs(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
