// SPDX-License-Identifier: GPL-3.0-or-later
// Values that depend only on p, for p = 1, 2, 3, …: computed once per thread and read by every column of every
// prediction.
#pragma once

#include <vector>

namespace scalewright {

struct WorkerTable {
    std::vector<double> p, inverseP, remoteShare, ceilLog2;  ///< p, 1/p, (p-1)/p, ceil(log2 p); index p-1
};

/// The calling thread's table, covering at least 1…pMax.
[[nodiscard]] const WorkerTable& workerTable(int pMax);

}  // namespace scalewright
