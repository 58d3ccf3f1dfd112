// Measured collectives become alpha and bandwidth (book 41.4, Code 41.4.2, done right).
//
// One timed all-reduce does not give both terms: that takes several message sizes, or several p. Rows are
// (p, bytes, seconds). For a pattern with T = a(p) alpha + b(p) n/B (linearFactors in core/scaling/pattern.h):
//   B      slope of T over n b(p) by relative least squares on messages of 1 MiB and above, with one intercept per p
//   alpha  from the small-message plateau: median of (T - b n/B)/a over each p's messages of 64 bytes or less (or the
//          smallest size there is, if its bandwidth share is under a tenth)
// Where the rows do not reach that far the fit falls back to one relative least-squares line and says so in `warnings`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/project/project.h"
#include "core/quantity/quantity.h"
#include "core/result/result.h"
#include "core/scaling/pattern.h"

namespace scalewright {

struct CommFit {
    std::string collective;  ///< the column's name for it, or the pattern's
    Pattern pattern = Pattern::BookRingAllReduce;
    Quantity alphaS;              ///< with interval
    Quantity bandwidthBytesPerS;  ///< with interval
    double relativeResidual = 0;  ///< root mean square of (measured - fitted)/measured over all rows
    std::size_t rows = 0;
    std::vector<int> p;           ///< the worker counts in the rows, ascending
    std::vector<std::string> warnings;
};

/// Rows of a CSV file with a header naming p, bytes, seconds (any order, others ignored; "algorithm" or "collective"
/// splits rows into groups). Comments start with '#'. Errors: file line and column of what is wrong.
struct TimingGroup {
    std::string collective;  ///< empty where the file has no such column
    std::vector<CollectiveTiming> rows;
};
[[nodiscard]] Result<std::vector<TimingGroup>> parseTimingsCsv(std::string_view text);

/// Errors: ErrorCode::Refused when the rows cannot give both constants (one size and one p), saying what to measure.
[[nodiscard]] Result<CommFit> fitCommunication(const TimingGroup& group, Pattern pattern);

/// The pattern meant by a collective's name in a file: "ring" -> ring-all-reduce, "rabenseifner" …; nullopt if unknown.
[[nodiscard]] std::optional<Pattern> patternOfCollective(std::string_view name);

}  // namespace scalewright
