// SPDX-License-Identifier: GPL-3.0-or-later
// Fits alpha and bandwidth to measured collectives (book 41.4, Code 41.4.2, done right).
//
// One timed all-reduce does not give both terms: that takes several message sizes, or several p. Rows are (p, bytes,
// seconds). For a pattern with T = a(p) alpha + b(p) n/B (linearFactors in core/model/scaling/pattern.h):
//
// - B is the slope of T over b(p) n for messages of 1 MiB and above, with an intercept for each p, through the median for
//     each p and size. The weights assume relative noise: 1/T^2, with T from a preceding fit. With the measured T, rows
//     that happened to be fast would have the largest weights and B would be too high, by 2 % for noise of 10 %. Only
//     medians that are too late to be noise are weighted by their own T, so that a delayed call does not distort the line.
// - alpha is from the small-message plateau: y(p) is the median of T - b n/B over the messages of 64 bytes or less at that
//     p (or of its smallest size, if the bandwidth share is under a tenth).
//     One p: alpha = y/a. It then includes all other costs of a call.
//     Three or more different a: y(p) = c + a(p) alpha by least squares. c is the constant overhead of a call (library,
//     skew when ranks leave a barrier). It is not part of alpha and is reported in `warnings`.
//     c < 0, or two different a: y(p) = a(p) alpha.
//
// If the rows do not allow this, both constants come from one least-squares line T = a alpha + b n/B through all rows,
// with the same weights as for B, and `warnings` reports it.
//
// Intervals are 95 % Student's t intervals with the degrees of freedom that the rows leave. For one p, the interval of
// alpha comes from the plateau's rows: their standard error times sqrt(pi/2), the factor for the median in large
// samples; medianVarianceRatio gives the scatter of the median of n normal rows. If sizes are repeated and their
// medians are farther from the line than the scatter of the repeats explains (lack of fit, F-test at 75 %, for the
// plateau and the large sizes together), repeats of a size share an effect. Then each size is one unit, the degrees of
// freedom are counted in sizes, and `warnings` reports it. With several p, the plateaus are already the units for
// alpha. The intervals apply to the constants of the median time of a call, not of its mean, which a tail of slow calls
// raises. Rows without repeats give only their mean: with a long tail, B's interval covers it 90 % of the time rather
// than 95 %. Intervals cover scatter, not a wrong pattern: `warnings` reports where the rows contradict the pattern. If
// the rows leave no residual there is no interval, and `warnings` reports it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/model/scaling/pattern.h"
#include "core/project/document/measurements.h"

namespace scalewright {

/// The cost of a timed exchange, T = a(p) alpha + b(p) n/B: either a pattern of a design, or an exchange that
/// benchmarks time but designs do not use.
struct ExchangeCost {
    std::string name;  ///< "ring-all-reduce", "ping-pong"
    std::string formula;
    std::optional<Pattern> pattern;  ///< absent if no design uses the exchange; its constants apply to every pattern
    bool isAlgorithmAssumed = false;  ///< the name does not specify the algorithm: the usual one is assumed
    LinearFactors (*factors)(int p) = nullptr;  ///< set if there is no pattern
};

[[nodiscard]] ExchangeCost costOfPattern(Pattern pattern);

/// The cost for the name of a collective: the patterns (patternOfCollective); "all-reduce", assumed to be a ring; and,
/// with n the whole vector, ping-pong alpha + n/B (Hockney 1994), reduce-scatter and all-gather (p-1) alpha + (p-1)/p
/// n/B by ring or pairwise exchange, broadcast and reduce ceil(log2 p)(alpha + n/B) by a binomial tree (Thakur,
/// Rabenseifner, Gropp 2005). nullopt if unknown.
[[nodiscard]] std::optional<ExchangeCost> costOfCollective(std::string_view name);

struct CommFit {
    std::string collective;  ///< the name in the column, or the name of the cost
    ExchangeCost cost;
    Pattern pattern = bookPattern;  ///< the pattern of the cost, if it has one
    Quantity alphaS;  ///< >= 0, with interval; origin Measured, the caller sets the source
    Quantity bandwidthBytesPerS;  ///< > 0, with interval; origin Measured
    double overheadS = 0;  ///< c above; 0 if it cannot be separated from alpha
    double relativeResidual = 0;  ///< root mean square of (measured - fitted)/measured over all rows, fitted without c
    std::size_t rowCount = 0;
    std::vector<int> workerCounts;  ///< ascending
    std::string noAlphaIntervalReason;  ///< why alphaS has no interval; empty if it has one
    std::string noBandwidthIntervalReason;  ///< the same for the bandwidth; `warnings` contains both reasons too
    std::vector<std::string> warnings;
};

struct TimingGroup {
    std::string collective;  ///< empty if the file has no such column
    std::vector<CollectiveTiming> rows;
    std::string algorithm;  ///< the name for costOfCollective, if the file has one; otherwise `collective`
    std::vector<std::string> warnings;  ///< limitations of the file that affect the fitted constants
};

/// Reads rows from a CSV file (core/evidence/import/csv.h) with a header that names p, bytes, seconds (in any order,
/// other columns are ignored; "algorithm" or "collective" splits rows into groups, in the order of their first rows).
/// Amounts may have units ("4 MiB", "80 us"). Errors, with line and column: a missing column, p < 2, negative bytes, a
/// time that is not above 0, no rows.
[[nodiscard]] Result<std::vector<TimingGroup>> parseTimingsCsv(std::string_view text, std::optional<int> p = {},
                                                               const std::string& collective = {});

/// Errors: ErrorCode::Refused if the rows cannot give both constants (one size and one p) or contradict the pattern
/// (time that falls with size, no time left for latency), with a hint what to measure; Input for a pattern that is not
/// linear in alpha and n/B (double tree), and for rows that are not valid timings.
[[nodiscard]] Result<CommFit> fitCommunication(const TimingGroup& group, const ExchangeCost& cost);
[[nodiscard]] Result<CommFit> fitCommunication(const TimingGroup& group, Pattern pattern);

/// Rows for one collective from a single source, such as a file.
struct NamedTimings {
    std::string name;
    TimingGroup group;
};

/// A warning if the rows come from different networks: each part is fitted separately, and for two parts the intervals
/// of alpha or of the bandwidth are disjoint and the values differ by more than a tenth (a formula is no more accurate
/// than that). Compares only parts with the same p: alpha at one p includes other costs of a call, and workers on one
/// node share a link. nullopt if no two parts differ, or if each has too few rows.
[[nodiscard]] std::optional<std::string> networkMismatchWarning(const std::vector<NamedTimings>& parts,
                                                                const ExchangeCost& cost);

/// A warning if some rows took less time than their bytes need on a link with `bytesPerS` (b(p) n/T exceeds it by more
/// than 5 %); nullopt if none exist. Precondition: the group is valid for that cost, as checked by
/// fitCommunication.
[[nodiscard]] std::optional<std::string> fasterThanLinkWarning(const TimingGroup& group, const ExchangeCost& cost,
                                                               double bytesPerS);

/// The pattern for a collective name in a file: "ring" -> ring-all-reduce, "rabenseifner" …; nullopt if unknown.
[[nodiscard]] std::optional<Pattern> patternOfCollective(std::string_view name);
/// The name that timing groups use: "All_Reduce" and "allreduce" become "all-reduce". Other names are changed to lower
/// case.
[[nodiscard]] std::string canonicalCollectiveName(std::string_view name);

}  // namespace scalewright
