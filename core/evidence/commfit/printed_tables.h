// The tables of a benchmark's log as they were printed, and what they say together: which collective ran, on how many
// processes, how long it took for how many bytes of the whole vector. timings_log.h reads the lines.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/commfit/timings_log.h"

namespace scalewright {

/// What a benchmark's name stands for, and how its bytes become those of the whole vector.
struct BenchmarkTest {
    const char* title;
    const char* collective;
    bool ofOnePart = false;  ///< its bytes are what one process contributes: times p
    int p = 0;               ///< of point-to-point tests
};

/// One row of a table; the last three as nccl-tests prints them.
struct PrintedRow {
    double bytes = 0, timeS = 0;
    std::optional<double> algbw, busbw, inPlaceS;
};

/// A table of a benchmark's log; what its rows were not read for is counted.
struct PrintedTable {
    std::string program, title;  ///< "OSU", "MPI Allreduce Latency Test"
    const BenchmarkTest* known = nullptr;
    std::string algorithm;
    int p = 0;
    bool sums = false;           ///< nccl-tests: has a reduction
    std::vector<PrintedRow> rows;
    std::size_t wrong = 0, empty = 0, cut = 0;
    double largestRate = 0;      ///< of a table that is not read, bytes per second
    double rateBytes = 0;        ///< the size that it was reached at
    std::string failure;
    bool quantised = false;      ///< PARAM: of messages sent in fewer bits
    std::size_t coarse = 0;      ///< torch: rows whose rate is rounded too much

    // Of its layout, for who reads its lines.
    bool inColumns = false;      ///< its columns were announced
    std::size_t timeColumn = 1;
    bool inMegabytes = false;    ///< that column is a rate
    double payload = 0;          ///< torch: of the one size that was timed
    int commandP = 0;            ///< that the command line above it started
};

constexpr const char* ncclName = "nccl-tests";

/// A table that its log does not name is a collective's where the ratio of busbw to algbw tells, and so is its p;
/// `askedP`, `unnamed`: of logs that do not say how many, or
/// which collective. Tables of one collective, by one algorithm, are one group. Errors (Input): no
/// table can be read, and why not.
[[nodiscard]] Result<TimingLog> timingLogOf(const std::vector<PrintedTable>& tables, std::optional<int> askedP,
                                            const std::string& unnamed = {});

}  // namespace scalewright
