#include "core/evidence/trace/collectives.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/statistics/median.h"

namespace scalewright {

std::int64_t MatchedCollective::transferNs() const
{
    return *std::min_element(durationNs.begin(), durationNs.end());
}

namespace {

using OfRanks = std::vector<std::vector<const CollectiveSpan*>>;  // by rank

/// Adds the n-th of each rank to `run`, or counts them as unmatched where ranks have unequally many.
void match(const std::string& name, const OfRanks& all, MatchedRun& run)
{
    const std::size_t count = all.front().size();
    if (!std::all_of(all.begin(), all.end(), [&](const auto& each) { return each.size() == count; })) {
        for (const auto& each : all)
            run.unmatched += each.size();
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        MatchedCollective matched{name, {}, {}, {}};
        for (const auto& each : all) {
            matched.startNs.push_back(each[i]->startNs);
            matched.durationNs.push_back(each[i]->durationNs);
            matched.lane.push_back(each[i]->lane);
        }
        run.collectives.push_back(std::move(matched));
    }
}

/// The same, step by step; what lies before the first step is a step of its own.
std::vector<OfRanks> byStep(const OfRanks& all, const std::vector<NamedCollectives>& ranks)
{
    std::vector<OfRanks> steps(ranks.front().stepNs.size() + 1, OfRanks(all.size()));
    for (std::size_t r = 0; r < all.size(); ++r)
        for (const CollectiveSpan* span : all[r]) {
            const auto& starts = ranks[r].stepNs;
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
    std::map<std::string, OfRanks> byName;
    for (std::size_t r = 0; r < ranks.size(); ++r)
        for (const CollectiveSpan& span : ranks[r].spans) {
            auto& all = byName[ranks[r].names[span.kind]];
            all.resize(ranks.size());
            all[r].push_back(&span);
        }
    const std::size_t steps = ranks.front().stepNs.size();
    const bool sameSteps = steps > 0 && std::all_of(ranks.begin(), ranks.end(), [&](const NamedCollectives& rank) {
                               return rank.stepNs.size() == steps;
                           });
    for (const auto& [name, all] : byName) {
        const bool equal =
            std::all_of(all.begin(), all.end(), [&](const auto& each) { return each.size() == all.front().size(); });
        if (equal || !sameSteps)
            match(name, all, run);
        else
            for (const OfRanks& step : byStep(all, ranks))
                match(name, step, run);
    }
    if (run.collectives.empty())
        return run;
    std::sort(
        run.collectives.begin(), run.collectives.end(),
        [](const MatchedCollective& a, const MatchedCollective& b) { return a.startNs.front() < b.startNs.front(); });

    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::vector<Stretch> waits, transfers;
        for (const MatchedCollective& each : run.collectives) {
            const std::int64_t arrived = each.endNs(r) - each.transferNs();
            waits.push_back({each.startNs[r], arrived});
            transfers.push_back({arrived, each.endNs(r)});
        }
        const TimeSet transfer = unionOf(std::move(transfers));
        run.waiting.push_back(without(unionOf(std::move(waits)), transfer));
        run.waitingS.push_back(double(lengthWithin(run.waiting.back(), INT64_MIN, INT64_MAX)) * 1e-9);
        run.transferS.push_back(double(lengthWithin(transfer, INT64_MIN, INT64_MAX)) * 1e-9);
    }
    // A collective ends for all at about the same moment: nobody has the sum before the last has arrived.
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::vector<double> apart;
        for (const MatchedCollective& each : run.collectives)
            apart.push_back(double(each.startNs[r] + each.durationNs[r] - each.startNs[0] - each.durationNs[0]) * 1e-9);
        const double offset = median(apart);
        for (double& value : apart)
            value = std::abs(value - offset);
        run.offsets.push_back({offset, median(std::move(apart))});
    }
    return run;
}

std::vector<std::size_t> stragglersOf(const std::vector<double>& collectiveS, double spanS, double share)
{
    if (collectiveS.size() < 2 || !(spanS > 0))
        return {};
    std::vector<std::size_t> order(collectiveS.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return collectiveS[a] < collectiveS[b]; });
    const auto gapBeyond = [&](std::size_t count) { return collectiveS[order[count]] - collectiveS[order[count - 1]]; };
    std::size_t group = 1;
    if (gapBeyond(1) < share * spanS)
        for (std::size_t count = 2; count <= order.size() / 2; ++count)
            if (gapBeyond(count) > gapBeyond(group))
                group = count;
    if (gapBeyond(group) < share * spanS)
        return {};
    order.resize(group);
    std::sort(order.begin(), order.end());
    return order;
}

std::optional<double> arrivalJitterS(const std::vector<std::vector<double>>& collectiveS)
{
    const std::size_t steps = collectiveS.size(), ranks = steps > 0 ? collectiveS.front().size() : 0;
    if (steps < 2 || ranks < 2)
        return std::nullopt;
    std::vector<double> ofRank(ranks), ofStep(steps);
    double all = 0;
    for (std::size_t k = 0; k < steps; ++k)
        for (std::size_t r = 0; r < ranks; ++r) {
            ofRank[r] += collectiveS[k][r] / double(steps);
            ofStep[k] += collectiveS[k][r] / double(ranks);
            all += collectiveS[k][r] / double(steps * ranks);
        }
    double squares = 0;
    for (std::size_t k = 0; k < steps; ++k)
        for (std::size_t r = 0; r < ranks; ++r) {
            const double left = collectiveS[k][r] - ofRank[r] - ofStep[k] + all;
            squares += left * left;
        }
    return std::sqrt(squares / double((steps - 1) * (ranks - 1)));
}

}  // namespace scalewright
