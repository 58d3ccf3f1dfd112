// Runs listed by Slurm's accounting: sacct, with -P or in its default format. https://slurm.schedmd.com/sacct.html
#pragma once

#include <vector>

#include "core/evidence/import/grid.h"
#include <string>

namespace scalewright {

/// Removes the steps of jobs ("104311.batch"), jobs that did not complete, and the columns of job numbers, and warns
/// about removed rows. Does nothing if the table is not a list of jobs.
void tidyJobTable(Grid& grid, std::vector<std::string>& warnings);

}  // namespace scalewright
