// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/printed_tables.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// The possible range of busbw/algbw; both are rounded to a hundredth.
std::pair<double, double> busbwRatioRange(const PrintedTable& table)
{
    double low = 0, high = 1e9;
    for (const PrintedRow& row : table.rows)
        if (row.algbw && row.busbw && *row.algbw > 0.05) {
            low = std::max(low, (*row.busbw - 0.005) / (*row.algbw + 0.005));
            high = std::min(high, (*row.busbw + 0.005) / (*row.algbw - 0.005));
        }
    return {low, high};
}

/// busbw is algbw times 2(p-1)/p for an all-reduce, (p-1)/p if one part is not sent, and 1 otherwise (nccl-tests,
/// doc/PERFORMANCE.md).
double busbwFactor(std::string_view collective, int p)
{
    const double share = (p - 1.0) / p;
    return collective == "all-reduce"                                                                   ? 2 * share
           : collective == "all-gather" || collective == "reduce-scatter" || collective == "all-to-all" ? share
                                                                                                        : 1;
}

/// Whether the rates of the table, within `tolerance` of the factor, are those of this collective on p ranks.
bool isBusbwOf(const PrintedTable& table, std::string_view collective, int p, double tolerance = 0)
{
    const auto [low, high] = busbwRatioRange(table);
    const double factor = busbwFactor(collective, p);
    return low - tolerance <= factor && factor <= high + tolerance;
}
/// Enough for rates that are rounded differently.
constexpr double busbwTolerance = 0.02;

std::string tableTitle(const PrintedTable& table)
{
    return table.title.empty() ? std::string(table.program) + " (unnamed test)"
                               : fmt::format("{} {}", table.program, table.title);
}

/// The tables of one benchmark (one per p) repeat the same messages, so skip duplicates.
void appendUnique(std::vector<std::string>& messages, const std::string& line)
{
    if (std::ranges::none_of(messages, [&](const std::string& each) { return each == line; }))
        messages.push_back(line);
}

void recordSkippedTable(const PrintedTable& table, CollectiveTimings& log, const std::string& reason)
{
    appendUnique(log.skipped, formatMessage("{}: {}", tableTitle(table), reason));
}

/// The collective of an nccl-tests table without a name, if the bandwidth factors identify it.
std::string inferCollective(const PrintedTable& table, std::vector<std::string>& warnings)
{
    const auto [low, high] = busbwRatioRange(table);
    const auto isWithinRange = [&](double factor) { return low <= factor && factor <= high; };
    if (table.hasReduction && low > 1) {
        warnings.emplace_back(
            "the log does not name its collective: busbw is more than algbw, which only happens for an all-reduce");
        return "all-reduce";
    }
    const double part = table.p > 1 ? (table.p - 1.0) / table.p : 0;
    if (table.p > 1 && isWithinRange(part) && !isWithinRange(1)) {
        warnings.emplace_back(table.hasReduction
                                  ? "the log does not name its collective: its busbw matches a reduce-scatter"
                                  : "the log does not name its collective: its busbw matches an all-gather or an "
                                    "all-to-all, which cost the same");
        return table.hasReduction ? "reduce-scatter" : "all-gather";
    }
    return {};
}

/// 0 if unknown.
int findProcessCount(const PrintedTable& table, const std::string& collective, std::optional<int> requestedP,
                     std::vector<std::string>& warnings)
{
    if (table.program != ncclProgramName)
        return table.p > 0 ? table.p : requestedP.value_or(table.launchedProcesses);
    if (table.p > 0) {
        if (!isBusbwOf(table, collective, table.p, busbwTolerance))
            warnings.push_back(
                formatMessage("busbw is not algbw times {}, as expected for {} ranks: another number of ranks took "
                              "part, or the columns are mislabelled",
                              significantText(busbwFactor(collective, table.p)), table.p));
        return table.p;
    }
    if (requestedP)
        return *requestedP;
    if (table.launchedProcesses > 1 && isBusbwOf(table, collective, table.launchedProcesses)) {
        warnings.push_back(
            formatMessage("the log does not list its ranks: its command line gives p = {}", table.launchedProcesses));
        return table.launchedProcesses;
    }
    int uniqueP = 0;
    for (int p = 2; p <= 4096; ++p)
        if (isBusbwOf(table, collective, p))
            uniqueP = uniqueP == 0 ? p : -1;
    if (uniqueP > 0)
        warnings.push_back(formatMessage("the log does not list its ranks: busbw/algbw gives p = {}", uniqueP));
    return std::max(uniqueP, 0);
}

void addTableWarnings(const PrintedTable& table, const std::string& collective, int p,
                      std::vector<std::string>& warnings)
{
    if (table.wrongRows > 0)
        warnings.push_back(formatMessage("{} row(s) with wrong results are left out", table.wrongRows));
    if (table.emptyRows > 0)
        warnings.emplace_back("rows of 0 bytes are left out: such a collective sends nothing");
    if (table.impreciseRows > 0)
        warnings.push_back(formatMessage("{} row(s) are left out: their rate has too few digits to compute a time",
                                         table.impreciseRows));
    if (table.incompleteRows > 0)
        warnings.push_back(formatMessage("{} row(s) are cut off or contain no number", table.incompleteRows));
    double largestRatio = 1, algbwRatio = 1;
    const PrintedRow *largestRatioRow = nullptr, *algbwRatioRow = nullptr;
    for (const PrintedRow& row : table.rows) {
        if (row.inPlaceTimeS && *row.inPlaceTimeS > 0 &&
            std::abs(std::log(*row.inPlaceTimeS / row.timeS)) > std::abs(std::log(largestRatio)))
            largestRatio = *row.inPlaceTimeS / row.timeS, largestRatioRow = &row;
        if (row.algbw && *row.algbw > 0.5 &&
            std::abs(std::log(row.bytes / row.timeS / 1e9 / *row.algbw)) > std::abs(std::log(algbwRatio)))
            algbwRatio = row.bytes / row.timeS / 1e9 / *row.algbw, algbwRatioRow = &row;
    }
    if (largestRatioRow != nullptr && std::abs(std::log(largestRatio)) > 0.1)
        warnings.push_back(formatMessage(
            "in place a call takes up to {} times as long as out of place ({}): the fit is of out-of-place calls",
            significantText(largestRatio, 2), bytesText(largestRatioRow->bytes)));
    if (algbwRatioRow != nullptr && std::abs(std::log(algbwRatio)) > 0.05)
        warnings.push_back(std::abs(algbwRatio * busbwFactor(collective, p) - 1) < 0.05
                               ? "the column algbw holds busbw: the fit uses the column of times"
                               : formatMessage("size / time is {} times algbw ({}): the fit uses the column of times",
                                               significantText(algbwRatio, 2), bytesText(algbwRatioRow->bytes)));
}

/// OSU's osu_bw and IMB's Uniband, but not streams in both directions or between several pairs.
bool isOneWayStream(const PrintedTable& table)
{
    return table.title == "Bandwidth" || table.title == "Uniband";
}

/// `otherCollective`: the one that the other tables without a name show; used if the rates of this one allow it.
void addPrintedTable(const PrintedTable& table, std::optional<int> requestedP, const std::string& defaultCollective,
                     const std::string& otherCollective, CollectiveTimings& log)
{
    std::vector<std::string> warnings;
    std::string collective = table.test != nullptr ? table.test->collective : std::string();
    if (!table.failure.empty())
        (table.rows.empty() ? log.skipped : warnings)
            .push_back(formatMessage("{}: the run failed: {}", tableTitle(table), table.failure));
    if (table.rows.empty()) {
        if (table.isQuantised)
            recordSkippedTable(table, log,
                               "its messages were quantised to fewer bits than its size column counts, and its times "
                               "include the quantising: run comms.py without --bitwidth");
        else if (table.failure.empty() && table.lastRate > 0 && std::isfinite(table.lastRate) && isOneWayStream(table))
            log.streams.push_back({tableTitle(table), table.lastRateBytes, table.lastRate});
        else if (table.failure.empty() && table.lastRate > 0)
            recordSkippedTable(table, log,
                               "a rate of several streams with many messages in flight, not one link's bandwidth");
        else if (table.failure.empty() && table.test != nullptr)
            recordSkippedTable(table, log, "no row with bytes and a time");
        return;
    }
    if (collective.empty() && !defaultCollective.empty())
        collective = defaultCollective;
    else if (table.program == ncclProgramName && table.title.empty())
        collective = inferCollective(table, warnings);
    if (collective.empty() && table.title.empty() && table.p > 1 && isBusbwOf(table, otherCollective, table.p))
        collective = otherCollective;
    if (collective.empty()) {
        recordSkippedTable(
            table, log,
            table.title.empty()
                ? "its rows do not show which collective ran: keep the lines before the table, or use --collective NAME"
                : "no cost formula for this collective");
        return;
    }
    // Open MPI prints "ignore" if it chooses the algorithm itself.
    const std::string algorithm = table.algorithm == "ignore" ? std::string() : table.algorithm;
    if (!algorithm.empty() && (collective != "all-reduce" || !patternOfCollective(algorithm))) {
        recordSkippedTable(table, log, formatMessage("no cost formula for the algorithm {}", inQuotes(algorithm)));
        return;
    }
    if (table.program == ncclProgramName && table.p == 0 && requestedP &&
        !isBusbwOf(table, collective, *requestedP, busbwTolerance)) {
        recordSkippedTable(table, log,
                           formatMessage("busbw is not algbw times {}, as for {} ranks: another number took part, or "
                                         "several numbers; leave out --p or split the log",
                                         significantText(busbwFactor(collective, *requestedP), 3), *requestedP));
        return;
    }
    const int p = findProcessCount(table, collective, requestedP, warnings);
    if (p < 2) {
        recordSkippedTable(table, log,
                           p == 1 ? "one process exchanges nothing"
                                  : "the log does not give the number of processes; pass it to fit-comm as --p N");
        return;
    }
    addTableWarnings(table, collective, p, warnings);
    const std::string name = table.isSection     ? fmt::format("{} (p = {})", collective, p)
                             : algorithm.empty() ? collective
                                                 : fmt::format("{} ({})", collective, algorithm);
    auto group = std::ranges::find(log.groups, name, &TimingGroup::collective);
    if (group == log.groups.end())
        group = log.groups.insert(
            log.groups.end(),
            {.collective = name, .rows = {}, .algorithm = algorithm.empty() ? collective : algorithm, .warnings = {}});
    const double parts = table.test != nullptr && table.test->hasPerRankBytes ? p : 1;
    for (const PrintedRow& row : table.rows)
        group->rows.push_back({.p = p, .bytes = row.bytes * parts, .seconds = row.timeS});
    for (const std::string& warning : warnings)
        appendUnique(group->warnings, warning);
}

Error noTimingsError(std::vector<std::string> reasons)
{
    Error error{ErrorCode::Input, {}};
    for (std::string& reason : reasons)
        error.problems.push_back({std::move(reason), {}, {}});
    if (error.problems.empty())
        error.problems.push_back({"holds no timings",
                                  "a log of nccl-tests, OSU, IMB, PARAM or a torch benchmark, or a CSV with the "
                                  "columns p, bytes, seconds",
                                  {}});
    return error;
}

}  // namespace

Result<CollectiveTimings> makeTimingLog(const std::vector<PrintedTable>& tables, std::optional<int> requestedP,
                                        const std::string& defaultCollective)
{
    CollectiveTimings log;
    std::string otherCollective;
    std::vector<std::string> unused;
    for (const PrintedTable& table : tables)
        if (table.program == ncclProgramName && table.title.empty() && otherCollective.empty())
            otherCollective = inferCollective(table, unused);
    for (const PrintedTable& table : tables)
        addPrintedTable(table, requestedP, defaultCollective, otherCollective, log);
    if (!log.groups.empty() || !log.streams.empty())
        return log;
    return fail(noTimingsError(std::move(log.skipped)));
}

Result<void> combineStreams(CollectiveTimings& timings)
{
    constexpr double longestShortMessage = 1024;
    const auto pings = std::ranges::find_if(timings.groups, [](const TimingGroup& group) {
        return group.collective == "ping-pong" && !group.rows.empty();
    });
    for (const StreamBandwidth& stream : std::exchange(timings.streams, {})) {
        if (pings == timings.groups.end()) {
            appendUnique(
                timings.skipped,
                formatMessage("{}: a rate with many messages in flight, {} at its last size, without a latency: "
                              "give osu_latency's output too, or IMB PingPong, which has both",
                              stream.title, amountText(stream.bytesPerS, Dimension::Bandwidth)));
            continue;
        }
        std::vector<CollectiveTiming>& rows = pings->rows;
        const double smallest =
            std::ranges::min_element(rows, [](const auto& a, const auto& b) { return a.bytes < b.bytes; })->bytes;
        std::erase_if(rows,
                      [&](const CollectiveTiming& row) { return row.bytes > std::max(longestShortMessage, smallest); });
        const double latencyS =
            std::ranges::min_element(rows, [](const auto& a, const auto& b) { return a.bytes < b.bytes; })->seconds;
        rows.push_back({.p = 2, .bytes = stream.bytes, .seconds = latencyS + stream.bytes / stream.bytesPerS});
        appendUnique(pings->warnings, formatMessage("bandwidth from {} at {}, latency from the short messages",
                                                    stream.title, bytesText(stream.bytes)));
    }
    if (timings.groups.empty())
        return fail(noTimingsError(std::move(timings.skipped)));
    return {};
}

}  // namespace scalewright
