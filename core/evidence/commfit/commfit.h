// Measured collectives become alpha and bandwidth (book 41.4, Code 41.4.2, done right).
//
// One timed all-reduce does not give both terms: that takes several message sizes, or several p. Rows are
// (p, bytes, seconds). For a pattern with T = a(p) alpha + b(p) n/B (linearFactors in core/model/scaling/pattern.h):
//   B      slope of T over b(p) n on messages of 1 MiB and above, with an intercept for each p, through the median of each
//          p and size. Its weights are of relative noise, so 1/T^2, with T from a fit before it: by the measured T, rows that
//          happened to be fast count most and B comes out too high, by 2 % where the noise is 10 %. Only medians that are
//          later than noise makes them count by their own T, which keeps a call that something held up from pulling the line.
//   alpha  from the small-message plateau, of each p the median y(p) of T - b n/B over its messages of 64 bytes or less
//          (or of its smallest size, if its bandwidth share is under a tenth):
//            one p                       alpha = y/a. It then holds whatever a call costs besides messages.
//            three different a or more   y(p) = c + a(p) alpha by least squares. c is a call's constant overhead (library,
//                                        skew when ranks leave a barrier): it is not alpha, and is told in `warnings`.
//            c < 0, or two different a   y(p) = a(p) alpha
// Where the rows do not reach that far both come from one least-squares line T = a alpha + b n/B through all of them,
// fitted as B is, and `warnings` says so.
//
// Intervals are of 95 %, Student's t with the degrees of freedom that the rows leave (for one p: of the plateau's rows,
// its standard error times sqrt(pi/2), the median's in large samples; a median of n normal rows scatters as
// medianVariance says). Where sizes are repeated and their medians lie farther off the line than the repeats' scatter
// explains (lack of fit, F-test at 75 %, the plateau's and the large sizes' together), repeats of a size share
// something: then the size is the unit, with as many degrees of freedom as sizes leave, and `warnings` says so. Of
// several p alpha's plateaus are such units anyway. What they cover is the constants of a call's median time, not of
// its mean, which a tail of slow calls draws up. Rows that are not repeated leave only their mean: with a long tail B's
// interval then covers that, and 90 % of the time rather than 95. They cover scatter, not a wrong pattern: `warnings`
// tells where the rows contradict it. Where the rows leave no residual there is no interval, and `warnings` says so.
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

/// What a timed exchange costs, T = a(p) alpha + b(p) n/B: a pattern of a design, or what benchmarks time and no design
/// names.
struct ExchangeCost {
    std::string name;  ///< "ring-all-reduce", "ping-pong"
    std::string formula;
    std::optional<Pattern> pattern;  ///< absent: no design has it; its constants serve every pattern
    bool assumed = false;  ///< the name does not say which algorithm ran: this is the usual one
    LinearFactors (*factors)(int p) = nullptr;  ///< where there is no pattern
};

[[nodiscard]] ExchangeCost costOf(Pattern pattern);

/// The cost meant by a collective's name: the patterns' (patternOfCollective); "all-reduce", assumed to be a ring; and,
/// with n the whole vector, ping-pong alpha + n/B (Hockney 1994), reduce-scatter and all-gather (p-1) alpha + (p-1)/p
/// n/B by ring or pairwise exchange, broadcast and reduce ceil(log2 p)(alpha + n/B) by a binomial tree (Thakur,
/// Rabenseifner, Gropp 2005). nullopt if unknown.
[[nodiscard]] std::optional<ExchangeCost> costOfCollective(std::string_view name);

struct CommFit {
    std::string collective;  ///< the column's name for it, or the cost's
    ExchangeCost cost;
    Pattern pattern = bookPattern;  ///< the cost's, where it has one
    Quantity alphaS;  ///< >= 0, with interval; measured, the caller names the source
    Quantity bandwidthBytesPerS;  ///< > 0, with interval; measured
    double overheadS = 0;  ///< c above, 0 where it cannot be told from alpha
    double relativeResidual = 0;  ///< root mean square of (measured - fitted)/measured over all rows, fitted without c
    std::size_t rows = 0;
    std::vector<int> p;  ///< the worker counts in the rows, ascending
    std::string noAlphaInterval;  ///< why alphaS has no interval; empty where it has
    std::string noBandwidthInterval;  ///< the same for the bandwidth; both stand in `warnings` too
    std::vector<std::string> warnings;
};

struct TimingGroup {
    std::string collective;  ///< empty where the file has no such column
    std::vector<CollectiveTiming> rows;
    std::string algorithm;  ///< by which its cost is found, where the file says; else `collective`
    std::vector<std::string> warnings;  ///< what of the file a reader of the constants should know
};

/// Rows of a CSV file (core/evidence/import/csv.h) with a header naming p, bytes, seconds (any order, others ignored;
/// "algorithm" or "collective" splits rows into groups, in the order of their first rows). Amounts may carry units ("4
/// MiB", "80 us"). Errors: line and column of what is wrong: a column that is missing, p < 2, negative bytes, no time
/// above 0, no rows.
[[nodiscard]] Result<std::vector<TimingGroup>> parseTimingsCsv(std::string_view text);

/// Errors: ErrorCode::Refused when the rows cannot give both constants (one size and one p) or contradict the pattern
/// (time that falls with size, no time left for latency), saying what to measure; Input for a pattern that is not
/// linear in alpha and n/B (double tree), and for rows that are no timings.
[[nodiscard]] Result<CommFit> fitCommunication(const TimingGroup& group, const ExchangeCost& cost);
[[nodiscard]] Result<CommFit> fitCommunication(const TimingGroup& group, Pattern pattern);

/// Rows of one collective that somebody kept apart: a file of them.
struct NamedTimings {
    std::string name;
    TimingGroup group;
};

/// What to say of rows that are not of one network: each is fitted by itself, and of two the intervals of alpha or of
/// the bandwidth are disjoint and the values more than a tenth apart (a formula is no nearer). Only of rows at the same
/// p: alpha at one p holds what a call costs besides messages, and workers beside one another share a link. nullopt
/// where no two differ, or the rows of each are too few.
[[nodiscard]] std::optional<std::string> notOneNetwork(const std::vector<NamedTimings>& parts,
                                                       const ExchangeCost& cost);

/// What to say of rows that took less than their bytes need on a link of `bytesPerS` (b(p) n/T beyond it by more than 5
/// %); nullopt where there are none. Precondition: the group can be read with that cost, as fitCommunication did.
[[nodiscard]] std::optional<std::string> fasterThanLink(const TimingGroup& group, const ExchangeCost& cost,
                                                        double bytesPerS);

/// The pattern meant by a collective's name in a file: "ring" -> ring-all-reduce, "rabenseifner" …; nullopt if unknown.
[[nodiscard]] std::optional<Pattern> patternOfCollective(std::string_view name);
/// As groups of timings name it: "All_Reduce" and "allreduce" are "all-reduce". Other names in small letters, as they
/// are.
[[nodiscard]] std::string plainCollective(std::string_view name);

}  // namespace scalewright
