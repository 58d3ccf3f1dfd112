#include "core/evidence/commfit/printed_tables.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

/// The range that busbw/algbw lies in: both are rounded to a hundredth.
std::pair<double, double> busShare(const PrintedTable& table)
{
    double low = 0, high = 1e9;
    for (const PrintedRow& row : table.rows)
        if (row.algbw && row.busbw && *row.algbw > 0.05) {
            low = std::max(low, (*row.busbw - 0.005) / (*row.algbw + 0.005));
            high = std::min(high, (*row.busbw + 0.005) / (*row.algbw - 0.005));
        }
    return {low, high};
}

/// busbw is algbw times 2(p-1)/p for an all-reduce, (p-1)/p where one part stays at home, 1 for the rest
/// (nccl-tests, doc/PERFORMANCE.md).
double busFactor(std::string_view collective, int p)
{
    const double share = (p - 1.0) / p;
    return collective == "all-reduce"                                                                   ? 2 * share
           : collective == "all-gather" || collective == "reduce-scatter" || collective == "all-to-all" ? share
                                                                                                        : 1;
}

std::string titleOf(const PrintedTable& table)
{
    return table.title.empty() ? std::string(table.program) + " without its name"
                               : fmt::format("{} {}", table.program, table.title);
}

/// Tables of one benchmark, one for each p, have the same said of them.
void sayOnce(std::vector<std::string>& said, const std::string& line)
{
    if (std::none_of(said.begin(), said.end(), [&](const std::string& each) { return each == line; }))
        said.push_back(line);
}

void leave(const PrintedTable& table, TimingLog& log, const std::string& why)
{
    sayOnce(log.left, say("{}: {}", titleOf(table), why));
}

/// The collective of a table of nccl-tests that does not name it, where its factors tell.
std::string inferred(const PrintedTable& table, std::vector<std::string>& warnings)
{
    const auto [low, high] = busShare(table);
    const auto within = [&](double factor) { return low <= factor && factor <= high; };
    if (table.sums && low > 1) {
        warnings.emplace_back(
            "the log does not name its collective: busbw is more than algbw, which an all-reduce alone has");
        return "all-reduce";
    }
    const double part = table.p > 1 ? (table.p - 1.0) / table.p : 0;
    if (table.p > 1 && within(part) && !within(1)) {
        warnings.emplace_back(table.sums ? "the log does not name its collective: its busbw is a reduce-scatter's"
                                         : "the log does not name its collective: its busbw is an all-gather's or an "
                                           "all-to-all's, which cost the same");
        return table.sums ? "reduce-scatter" : "all-gather";
    }
    return {};
}

/// 0 where nothing tells it.
int countOf(const PrintedTable& table, const std::string& collective, std::optional<int> askedP,
            std::vector<std::string>& warnings)
{
    if (table.program != ncclName)
        return table.p > 0 ? table.p : askedP.value_or(table.commandP);
    const auto [low, high] = busShare(table);
    if (table.p > 0) {
        const double factor = busFactor(collective, table.p);
        if (factor < low - 0.02 || factor > high + 0.02)
            warnings.push_back(
                say("busbw is not algbw times {}, as {} ranks would have it: another number of ranks took part, or the "
                    "columns are not what they are called",
                    significant(factor), table.p));
        return table.p;
    }
    if (askedP)
        return *askedP;
    if (const double factor = busFactor(collective, std::max(table.commandP, 2));
        table.commandP > 1 && factor >= low && factor <= high) {
        warnings.push_back(say("the log does not list its ranks: its command line starts {}", table.commandP));
        return table.commandP;
    }
    int only = 0;
    for (int p = 2; p <= 4096; ++p)
        if (const double factor = busFactor(collective, p); factor >= low && factor <= high)
            only = only == 0 ? p : -1;
    if (only > 0)
        warnings.push_back(say("the log does not list its ranks: busbw/algbw says p = {}", only));
    return std::max(only, 0);
}

void addWarnings(const PrintedTable& table, const std::string& collective, int p, std::vector<std::string>& warnings)
{
    if (table.wrong > 0)
        warnings.push_back(say("{} row(s) with wrong results are left out", table.wrong));
    if (table.empty > 0)
        warnings.emplace_back("rows of no bytes are left out: a collective of no bytes sends nothing");
    if (table.coarse > 0)
        warnings.push_back(say(
            "{} row(s) are left out: their rate is printed to so few digits that no time can be told", table.coarse));
    if (table.cut > 0)
        warnings.push_back(say("{} row(s) are cut off or hold no number", table.cut));
    double farthest = 1, odd = 1;
    const PrintedRow *farthestRow = nullptr, *oddRow = nullptr;
    for (const PrintedRow& row : table.rows) {
        if (row.inPlaceS && *row.inPlaceS > 0 &&
            std::abs(std::log(*row.inPlaceS / row.timeS)) > std::abs(std::log(farthest)))
            farthest = *row.inPlaceS / row.timeS, farthestRow = &row;
        if (row.algbw && *row.algbw > 0.5 &&
            std::abs(std::log(row.bytes / row.timeS / 1e9 / *row.algbw)) > std::abs(std::log(odd)))
            odd = row.bytes / row.timeS / 1e9 / *row.algbw, oddRow = &row;
    }
    if (farthestRow != nullptr && std::abs(std::log(farthest)) > 0.1)
        warnings.push_back(
            say("in place a call takes up to {} times as long as out of place ({}): the fit is of out-of-place calls",
                significant(farthest, 2), formatAmount(farthestRow->bytes, Dimension::Bytes).joined()));
    if (oddRow != nullptr && std::abs(std::log(odd)) > 0.05)
        warnings.push_back(std::abs(odd * busFactor(collective, p) - 1) < 0.05
                               ? "the column algbw holds busbw: the fit is of the column of times"
                               : say("size over time is {} times algbw ({}): the fit is of the column of times",
                                     significant(odd, 2), formatAmount(oddRow->bytes, Dimension::Bytes).joined()));
}

/// A bandwidth beside latencies of short messages: the latency is from those, the bandwidth from this. False where there
/// are no such latencies, or they reach as far themselves.
bool streams(const PrintedTable& table, TimingLog& log)
{
    constexpr double farther = 8;
    const auto group = std::find_if(log.groups.begin(), log.groups.end(),
                                    [](const TimingGroup& each) { return each.collective == "ping-pong"; });
    if (group == log.groups.end() || group->rows.empty())
        return false;
    const auto [least, most] =
        std::minmax_element(group->rows.begin(), group->rows.end(),
                            [](const CollectiveTiming& a, const CollectiveTiming& b) { return a.bytes < b.bytes; });
    if (table.rateBytes < farther * most->bytes)
        return false;
    const double seconds = least->seconds + table.rateBytes / table.largestRate;
    group->rows.push_back({.p = 2, .bytes = table.rateBytes, .seconds = seconds});
    sayOnce(group->warnings, say("bandwidth from {} at {}, latency from the short messages", titleOf(table),
                                 formatAmount(table.rateBytes, Dimension::Bytes).joined()));
    return true;
}

void take(const PrintedTable& table, std::optional<int> askedP, const std::string& unnamed, TimingLog& log)
{
    std::vector<std::string> warnings;
    std::string collective = table.known != nullptr ? table.known->collective : std::string();
    if (!table.failure.empty())
        (table.rows.empty() ? log.left : warnings)
            .push_back(say("{}: the run failed: {}", titleOf(table), table.failure));
    if (table.rows.empty()) {
        if (table.quantised)
            leave(table, log,
                  "its messages were sent in fewer bits than its column of sizes counts, and its times hold the "
                  "quantising: run comms.py without --bitwidth");
        else if (table.failure.empty() && table.largestRate > 0 && streams(table, log))
            return;
        else if (table.failure.empty() && table.largestRate > 0)
            leave(table, log,
                  say("a rate with many messages under way, {} at its last size; it holds no latency: a ping-pong "
                      "(osu_latency, IMB PingPong) gives both",
                      formatAmount(table.largestRate, Dimension::Bandwidth).joined()));
        else if (table.failure.empty() && table.known != nullptr)
            leave(table, log, "no row with bytes and a time");
        return;
    }
    if (collective.empty() && !unnamed.empty())
        collective = unnamed;
    else if (table.program == ncclName && table.title.empty())
        collective = inferred(table, warnings);
    if (collective.empty()) {
        leave(table, log,
              table.title.empty()
                  ? "its rows do not tell which collective ran: the lines before the table do, or --collective NAME"
                  : "there is no cost formula for it here");
        return;
    }
    const std::string algorithm =
        table.algorithm == "ignore" ? std::string() : table.algorithm;  // Open MPI's word for its own choice
    if (!algorithm.empty() && (collective != "all-reduce" || !patternOfCollective(algorithm))) {
        leave(table, log, say("there is no cost formula for the algorithm {} here", inQuotes(algorithm)));
        return;
    }
    const int p = countOf(table, collective, askedP, warnings);
    if (p < 2) {
        leave(table, log,
              p == 1 ? "one process exchanges nothing"
                     : "the log does not say how many processes ran; fit-comm takes it as --p N");
        return;
    }
    addWarnings(table, collective, p, warnings);
    const std::string name = algorithm.empty() ? collective : fmt::format("{} ({})", collective, algorithm);
    auto group = std::find_if(log.groups.begin(), log.groups.end(),
                              [&](const TimingGroup& each) { return each.collective == name; });
    if (group == log.groups.end())
        group = log.groups.insert(
            log.groups.end(),
            {.collective = name, .rows = {}, .algorithm = algorithm.empty() ? collective : algorithm, .warnings = {}});
    const double parts = table.known != nullptr && table.known->ofOnePart ? p : 1;
    for (const PrintedRow& row : table.rows)
        group->rows.push_back({.p = p, .bytes = row.bytes * parts, .seconds = row.timeS});
    for (const std::string& warning : warnings)
        sayOnce(group->warnings, warning);
}

}  // namespace

Result<TimingLog> timingLogOf(const std::vector<PrintedTable>& tables, std::optional<int> askedP,
                              const std::string& unnamed)
{
    TimingLog log;
    for (const bool rates : {false, true})  // a bandwidth is read beside latencies, wherever those stand
        for (const PrintedTable& table : tables)
            if ((table.rows.empty() && table.largestRate > 0) == rates)
                take(table, askedP, unnamed, log);
    if (!log.groups.empty())
        return log;
    Error error{ErrorCode::Input, {}};
    for (std::string& why : log.left)
        error.problems.push_back({std::move(why), {}, {}});
    if (error.problems.empty())
        error.problems.push_back({"holds no timings",
                                  "a log of nccl-tests, OSU, IMB, PARAM or a torch benchmark, or a CSV with the "
                                  "columns p, bytes, seconds",
                                  {}});
    return fail(std::move(error));
}

}  // namespace scalewright
