// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/collectives.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/statistics/median.h"

namespace scalewright {

std::int64_t MatchedCollective::transferNs() const
{
    return *std::ranges::min_element(durationNs);
}

namespace {

using SpansByRank = std::vector<std::vector<const CollectiveSpan*>>;

/// Matches the n-th spans of all ranks and adds them to `run`, or counts all spans as unmatched if the ranks have
/// different numbers of them.
void matchInOrder(const std::string& name, const SpansByRank& spansByRank, MatchedRun& run)
{
    const std::size_t count = spansByRank.front().size();
    if (!std::ranges::all_of(spansByRank, [&](const auto& each) { return each.size() == count; })) {
        for (const auto& each : spansByRank)
            run.unmatchedCount += each.size();
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        MatchedCollective matched{name, {}, {}, {}};
        for (const auto& each : spansByRank) {
            matched.startNs.push_back(each[i]->startNs);
            matched.durationNs.push_back(each[i]->durationNs);
            matched.lanes.push_back(each[i]->lane);
        }
        run.collectives.push_back(std::move(matched));
    }
}

/// The spans of each step; those before the first step form a step of their own.
std::vector<SpansByRank> splitByStep(const SpansByRank& spansByRank, const std::vector<NamedCollectives>& ranks)
{
    std::vector<SpansByRank> steps(ranks.front().stepStartNs.size() + 1, SpansByRank(spansByRank.size()));
    for (std::size_t r = 0; r < spansByRank.size(); ++r)
        for (const CollectiveSpan* span : spansByRank[r]) {
            const auto& starts = ranks[r].stepStartNs;
            const auto step = std::upper_bound(starts.begin(), starts.end(), span->startNs) - starts.begin();
            steps[static_cast<std::size_t>(step)][r].push_back(span);
        }
    return steps;
}

}  // namespace

MatchedRun matchCollectives(const std::vector<NamedCollectives>& ranks)
{
    MatchedRun run;
    if (ranks.size() < 2)
        return run;
    std::map<std::string, SpansByRank> byName;
    for (std::size_t r = 0; r < ranks.size(); ++r)
        for (const CollectiveSpan& span : ranks[r].spans) {
            auto& spansByRank = byName[ranks[r].names[span.kind]];
            spansByRank.resize(ranks.size());
            spansByRank[r].push_back(&span);
        }
    const std::size_t steps = ranks.front().stepStartNs.size();
    const bool haveSameStepCount = steps > 0 && std::ranges::all_of(ranks, [&](const NamedCollectives& rank) {
                                       return rank.stepStartNs.size() == steps;
                                   });
    for (const auto& [name, spansByRank] : byName) {
        const bool equal = std::ranges::all_of(
            spansByRank, [&](const auto& each) { return each.size() == spansByRank.front().size(); });
        if (equal || !haveSameStepCount)
            matchInOrder(name, spansByRank, run);
        else
            for (const SpansByRank& step : splitByStep(spansByRank, ranks))
                matchInOrder(name, step, run);
    }
    if (run.collectives.empty())
        return run;
    std::ranges::sort(run.collectives, [](const MatchedCollective& a, const MatchedCollective& b) {
        return a.startNs.front() < b.startNs.front();
    });

    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::vector<TimeInterval> waits, transfers;
        for (const MatchedCollective& each : run.collectives) {
            const std::int64_t transferStart = each.endNs(r) - each.transferNs();
            waits.push_back({each.startNs[r], transferStart});
            transfers.push_back({transferStart, each.endNs(r)});
        }
        const TimeSet transfer = unionOf(std::move(transfers));
        run.waitingTimes.push_back(differenceOf(unionOf(std::move(waits)), transfer));
        run.waitingS.push_back(double(lengthWithin(run.waitingTimes.back(), INT64_MIN, INT64_MAX)) * 1e-9);
        run.transferS.push_back(double(lengthWithin(transfer, INT64_MIN, INT64_MAX)) * 1e-9);
    }
    // A collective ends at about the same time on all ranks: no rank has the result before the last one has arrived.
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::vector<double> endDifferences;
        for (const MatchedCollective& each : run.collectives)
            endDifferences.push_back(
                double(each.startNs[r] + each.durationNs[r] - each.startNs[0] - each.durationNs[0]) * 1e-9);
        const double offset = median(endDifferences);
        for (double& value : endDifferences)
            value = std::abs(value - offset);
        run.offsets.push_back({offset, median(std::move(endDifferences))});
    }
    return run;
}

std::vector<std::size_t> findStragglersByGap(const std::vector<double>& collectiveS, double spanS, double share)
{
    if (collectiveS.size() < 2 || !(spanS > 0))
        return {};
    std::vector<std::size_t> order(collectiveS.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return collectiveS[a] < collectiveS[b]; });
    const auto gapAfter = [&](std::size_t count) { return collectiveS[order[count]] - collectiveS[order[count - 1]]; };
    std::size_t group = 1;
    if (gapAfter(1) < share * spanS)
        for (std::size_t count = 2; count <= order.size() / 2; ++count)
            if (gapAfter(count) > gapAfter(group))
                group = count;
    if (gapAfter(group) < share * spanS)
        return {};
    order.resize(group);
    std::ranges::sort(order);
    return order;
}

std::optional<double> arrivalJitterS(const std::vector<std::vector<double>>& collectiveS)
{
    const std::size_t steps = collectiveS.size(), ranks = steps > 0 ? collectiveS.front().size() : 0;
    if (steps < 2 || ranks < 2)
        return std::nullopt;
    std::vector<double> rankMeans(ranks), stepMeans(steps);
    double grandMean = 0;
    for (std::size_t k = 0; k < steps; ++k)
        for (std::size_t r = 0; r < ranks; ++r) {
            rankMeans[r] += collectiveS[k][r] / double(steps);
            stepMeans[k] += collectiveS[k][r] / double(ranks);
            grandMean += collectiveS[k][r] / double(steps * ranks);
        }
    double squares = 0;
    for (std::size_t k = 0; k < steps; ++k)
        for (std::size_t r = 0; r < ranks; ++r) {
            const double residual = collectiveS[k][r] - rankMeans[r] - stepMeans[k] + grandMean;
            squares += residual * residual;
        }
    return std::sqrt(squares / double((steps - 1) * (ranks - 1)));
}

}  // namespace scalewright
