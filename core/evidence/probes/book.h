// SPDX-License-Identifier: GPL-3.0-or-later
// The three workloads of Code 41.2.1, run on this machine, each with the verdict that its numbers imply.
//
// The book enters its verdicts by hand; here, each workload becomes a profile, which diagnose() compares with the
// ceilings measured in the same run. Times and ceilings are the best of several, as in the book.
//
//     workload  size                   FLOP                  bytes               the book's count
//     matmul    1200 x 1200 doubles    2 n^3 = 3.456e9       3 n^2 8 = 34.56e6   the same: I = 100
//     sum       40 million doubles     one per element: 4e7  320e6               two per element: I = 0.25, here 0.125
//     file      8 million doubles      0                     128e6               the same; nothing is synced, so the
//               written and read back                                            page cache answers
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
    double flopsPerS = 0, bytesPerS = 0;  ///< at the best time
    double bookIntensity = 0;  ///< with the book's FLOP count
    double bookTimeS = 0;  ///< printed in Output 41.2.1, on another machine
    Profile profile;  ///< for this workload alone
    Diagnosis diagnosis;
};

/// Precondition: report.kind is Book. Error (Environment): the report lacks a result, for example because the
/// installation is broken.
[[nodiscard]] Result<std::vector<BookWorkload>> bookWorkloads(const ProbeReport& report);

/// Whether these steps are the three workloads, judging by their names and counted work; times are ignored.
[[nodiscard]] bool areBookWorkloads(const std::vector<WorkloadStep>& steps);

/// A profile of this machine with the three workloads as named steps, with medians and their intervals.
[[nodiscard]] Profile bookProfile(const ProbeReport& report, const std::vector<BookWorkload>& workloads);

}  // namespace scalewright
