// SPDX-License-Identifier: GPL-3.0-or-later
// Consistency check for ladders that give both a time and a throughput, which imply the work done.
#pragma once

#include <string>
#include <vector>

namespace scalewright {

/// A row with a time and a throughput, and the work done in that time.
struct WorkDone {
    std::string location;
    double p = 1, work = 0;
};

/// Time x throughput is the work, which is constant, grows with p (weak scaling), or falls with p (throughput per
/// worker). The check assumes the case that most rows agree with, and adds warnings for the first few rows that do not.
void checkWorkConsistency(const std::vector<WorkDone>& rows, std::vector<std::string>& warnings);

}  // namespace scalewright
