// SPDX-License-Identifier: GPL-3.0-or-later
// CodeCarbon's emissions.csv (mlco2.github.io/codecarbon/output.html): one row per process that was tracked.
#pragma once

#include <string>

#include "core/base/error/result.h"
#include "core/evidence/import/grid.h"

namespace scalewright {

/// Rows that were recorded at the same time belong to one run: their energy and emissions are added up, and the longest
/// duration is the run's. Returns a note, empty for other tables and where no rows overlap. Error (Input): such rows
/// without tracking mode "process", since each may have counted the whole machine.
[[nodiscard]] Result<std::string> addUpProcesses(Grid& grid);

}  // namespace scalewright
