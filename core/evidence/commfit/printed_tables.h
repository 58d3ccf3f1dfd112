// SPDX-License-Identifier: GPL-3.0-or-later
// The printed tables in a benchmark log and the timings they contain: which collective ran, on how many processes, and
// how long it took for how many bytes of the whole vector. timings_log.h reads the lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/timings_log.h"

namespace scalewright {

/// The collective behind the name of a benchmark, and how its bytes convert to those of the whole vector.
struct BenchmarkTest {
    const char* title;
    const char* collective;
    bool hasPerRankBytes = false;  ///< bytes are the contribution of one process: multiply by p
    int fixedP = 0;               ///< for point-to-point tests, otherwise 0
};

/// One row of a table; the last three values as printed by nccl-tests.
struct PrintedRow {
    double bytes = 0, timeS = 0;
    std::optional<double> algbw, busbw, inPlaceTimeS;
};

/// A table in a benchmark log, with counts of its skipped rows.
struct PrintedTable {
    std::string program, title;  ///< "OSU", "MPI Allreduce Latency Test"
    const BenchmarkTest* test = nullptr;
    std::string algorithm;
    int p = 0;
    bool isSection = false;    ///< a heading gives p, and other sections of the log have others: fitted on its own
    bool hasReduction = false;           ///< nccl-tests: a column names a reduction
    std::vector<PrintedRow> rows;
    std::size_t wrongRows = 0, emptyRows = 0, incompleteRows = 0;
    double lastRate = 0;      ///< from a table of rates, in bytes per second
    double lastRateBytes = 0;        ///< the message size of lastRate
    std::string failure;
    bool isQuantised = false;      ///< PARAM: messages were sent at reduced precision
    std::size_t impreciseRows = 0;      ///< torch: rows with too few digits in the rate

    // State of the line reader.
    bool hasHeader = false;      ///< the column names were read
    std::size_t timeColumn = 1;
    bool isRateColumn = false;    ///< timeColumn contains a rate
    double rateUnit = 1e6;        ///< bytes per second
    double payloadBytes = 0;          ///< torch: the only size that was timed
    int launchedProcesses = 0;            ///< from the command line above the table
};

constexpr const char* ncclProgramName = "nccl-tests";

/// Uses the ratio of busbw to algbw to identify a collective that the log does not name, and its p. `requestedP` and
/// `defaultCollective` are used for logs that do not give the number of processes or the collective. Tables with the
/// same collective and algorithm form one group. Error (Input): no table can be read, with the reasons.
[[nodiscard]] Result<CollectiveTimings> makeTimingLog(const std::vector<PrintedTable>& tables,
                                                      std::optional<int> requestedP,
                                                      const std::string& defaultCollective = {});

}  // namespace scalewright
