// A ladder that gives both a time and a throughput says twice how much was done.
#pragma once

#include <vector>

#include <string>

namespace scalewright {

/// A row that gives a time and a throughput: how much was done in that time.
struct WorkDone {
    std::string at;
    double p = 1, work = 0;
};

/// Time x throughput is the work, which is the same at every p, or grows with p (weak scaling), or falls with it (a
/// throughput of one worker): of these, by what most rows agree with. Of the rows that do not, the first few are named
/// in `warnings`.
void questionWork(const std::vector<WorkDone>& rows, std::vector<std::string>& warnings);

}  // namespace scalewright
