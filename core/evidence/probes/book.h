// The three workloads of Code 41.2.1 as this machine ran them, each with the verdict that falls out of its numbers.
//
// The book passes its verdicts in by hand; here each workload becomes a profile and diagnose() reads it against the
// ceilings measured in the same run. Both times and ceilings are the best of several, as in the book.
//
//   workload  size                          FLOP                     bytes               book's count
//   matmul    1200 x 1200 doubles           2 n^3 = 3.456e9          3 n^2 8 = 34.56e6   the same: I = 100
//   sum       40 million doubles            one an element: 4e7      320e6               two an element: I = 0.25 for our 0.125
//   file      8 million doubles             0                        128e6               the same; nothing is synced, so the
//             written and read back                                                      page cache answers
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/probes/probe.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"

namespace scalewright {

struct BookWorkload {
    std::string name;  ///< "matmul", "sum", "file"
    std::string bookName;  ///< "compute-heavy", "memory-heavy", "io-heavy"
    Quantity timeS;  ///< median and interval
    double bestTimeS = 0;
    double flops = 0, bytes = 0;
    double intensity = 0;  ///< FLOP/B
    double flopsPerS = 0, bytesPerS = 0;  ///< in the best time
    double bookIntensity = 0;  ///< with the book's count of FLOP
    double bookTimeS = 0;  ///< printed in Output 41.2.1, on another machine
    Profile profile;  ///< this workload alone
    Diagnosis diagnosis;
};

/// Precondition: report.kind is Book. Error (Environment): the report lacks a figure, as one from a broken installation
/// would.
[[nodiscard]] Result<std::vector<BookWorkload>> bookWorkloads(const ProbeReport& report);

/// Whether these steps are the three, at whatever times: their names with the work that each is counted to do.
[[nodiscard]] bool areBookWorkloads(const std::vector<WorkloadStep>& steps);

/// The three as named steps of one profile on this machine, medians with their intervals.
[[nodiscard]] Profile bookProfile(const ProbeReport& report, const std::vector<BookWorkload>& workloads);

}  // namespace scalewright
