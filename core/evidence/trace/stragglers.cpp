#include "core/evidence/trace/stragglers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/base/statistics/median.h"
#include "core/evidence/trace/collectives.h"

namespace scalewright {

namespace {

using Rows = std::vector<std::vector<double>>;

// Of the 5 % most goes to size, which has the power; order answers where jitter has no bounds.
constexpr double levelOfSize = 0.044, levelOfOrder = 0.006;
constexpr std::size_t mostShuffles = 999, fewestShuffles = 199;
constexpr double mostDraws = 4e7;

struct Latest {
    std::vector<std::size_t> ranks;  ///< the latest first
    double statistic = 0;
};

/// One rank, by its mean; or where a gap further down is wider, all before that gap.
Latest latestOf(const std::vector<double>& means)
{
    std::vector<std::size_t> order(means.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t most = std::max<std::size_t>(1, means.size() / 2);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most + 1), order.end(),
                      [&](std::size_t a, std::size_t b) { return means[a] > means[b]; });
    std::size_t group = 1;
    const auto gap = [&](std::size_t count) { return means[order[count - 1]] - means[order[count]]; };
    for (std::size_t count = 2; count <= most; ++count)
        if (gap(count) > gap(group))
            group = count;
    order.resize(group);
    return {order, group == 1 ? means[order.front()] : gap(group)};
}

double widestGap(std::vector<double> means)
{
    const std::size_t most = std::max<std::size_t>(1, means.size() / 2);
    std::partial_sort(means.begin(), means.begin() + static_cast<std::ptrdiff_t>(most + 1), means.end(),
                      std::greater<>());
    double widest = 0;
    for (std::size_t count = 1; count <= most; ++count)
        widest = std::max(widest, means[count - 1] - means[count]);
    return widest;
}

std::vector<double> meansOf(const Rows& rows)
{
    std::vector<double> means(rows.front().size());
    for (const std::vector<double>& row : rows)
        for (std::size_t r = 0; r < row.size(); ++r)
            means[r] += row[r] / double(rows.size());
    return means;
}

/// By how much stretches of steps in which one rank is slow, and then another, widen what chance does to a mean: the
/// latest ranks' lateness from step to step taken as autoregressive, r its first autocorrelation, corrected for its bias
/// (Kendall 1954), sqrt((1 + r)/(1 - r)) (Bayley and Hammersley 1946). Below 6/steps r may be chance itself, and is 0.
double stretchFactor(const Rows& rows, const std::vector<std::size_t>& late)
{
    std::vector<double> apart(rows.size());
    double mean = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const std::size_t r : late)
            apart[k] += rows[k][r] / double(late.size());
        mean += apart[k] / double(rows.size());
    }
    double own = 0, next = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        own += (apart[k] - mean) * (apart[k] - mean);
        next += k > 0 ? (apart[k] - mean) * (apart[k - 1] - mean) : 0;
    }
    const double steps = double(rows.size());
    if (own <= 1e-18 * steps * mean * mean)  // what sums differ by in their last digits
        return 1;
    const double found = next / own;
    if (found <= 6 / steps)
        return 1;
    const double r = std::min(found + (1 + 3 * found) / steps, 0.95);
    return std::sqrt((1 + r) / (1 - r));
}

struct Tested {
    Latest latest;
    double chance = 1;
};

/// How often shuffled rows have a statistic as large (the recorded one counts as a shuffle, so it is never 0). Ends
/// early where it is clear that chance has it often (Besag, Clifford 1991).
Tested permutationTest(const Rows& rows)
{
    Tested out{.latest = latestOf(meansOf(rows))};
    const bool single = out.latest.ranks.size() == 1;
    const std::size_t ranks = rows.front().size();
    const std::size_t shuffles =
        std::clamp(static_cast<std::size_t>(mostDraws / double(rows.size() * ranks)), fewestShuffles, mostShuffles);
    const std::size_t enough = shuffles / 10;
    double largest = 0;
    for (const std::vector<double>& each : rows)
        for (const double value : each)
            largest = std::max(largest, std::abs(value));
    const double threshold = out.latest.statistic - 1e-12 * largest;  // what sums differ by in their last digits
    const double stretches = stretchFactor(rows, out.latest.ranks);
    std::mt19937_64 random(417);
    std::size_t asLarge = 1, done = 0;
    std::vector<double> row, sums(ranks);
    while (done < shuffles && asLarge <= enough) {
        std::fill(sums.begin(), sums.end(), 0.0);
        for (const std::vector<double>& each : rows) {
            row = each;
            for (std::size_t i = ranks - 1; i > 0; --i)
                std::swap(row[i], row[random() % (i + 1)]);
            for (std::size_t r = 0; r < ranks; ++r)
                sums[r] += row[r];
        }
        for (double& each : sums)
            each /= double(rows.size());
        ++done;
        const double shuffled = single ? *std::max_element(sums.begin(), sums.end()) : widestGap(sums);
        asLarge += stretches * shuffled >= threshold ? 1 : 0;
    }
    out.chance = double(asLarge) / double(done + 1);
    return out;
}

/// Places within the step from 0, those that are equal in the middle of theirs.
std::vector<double> placesOf(const std::vector<double>& row)
{
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return row[a] < row[b]; });
    std::vector<double> places(row.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && row[order[end]] <= row[order[i]])
            ++end;
        for (std::size_t k = i; k < end; ++k)
            places[order[k]] = double(i + end - 1) / 2 - double(row.size() - 1) / 2;
        i = end;
    }
    return places;
}

/// How late they are and what that costs, step by step.
void describe(StragglerVerdict& verdict, const Rows& collectiveS)
{
    const std::size_t ranks = collectiveS.front().size();
    std::vector<char> isLate(ranks);
    for (const std::size_t r : verdict.late)
        isLate[r] = 1;
    std::vector<double> behind;
    for (const std::vector<double>& step : collectiveS) {
        double theirs = 0, least = INFINITY, leastOfOthers = INFINITY;
        std::vector<double> others;
        for (std::size_t r = 0; r < ranks; ++r) {
            least = std::min(least, step[r]);
            if (isLate[r]) {
                theirs += step[r] / double(verdict.late.size());
            } else {
                others.push_back(step[r]);
                leastOfOthers = std::min(leastOfOthers, step[r]);
            }
        }
        verdict.last += leastOfOthers > least ? 1 : 0;
        verdict.savesS += (leastOfOthers - least) / double(collectiveS.size());
        behind.push_back(median(std::move(others)) - theirs);
    }
    verdict.lateS = median(std::move(behind));
}

}  // namespace

StragglerVerdict judgeStragglers(const Rows& collectiveS, double spanS)
{
    StragglerVerdict verdict{.steps = collectiveS.size()};
    const std::size_t ranks = verdict.steps > 0 ? collectiveS.front().size() : 0;
    if (ranks < 2 || !(spanS > 0))
        return verdict;
    Rows lateness, places;
    for (const std::vector<double>& step : collectiveS) {
        const double mean = std::accumulate(step.begin(), step.end(), 0.0) / double(ranks);
        std::vector<double>& row = lateness.emplace_back();
        for (const double each : step)
            row.push_back(mean - each);
        places.push_back(placesOf(row));
    }
    // The least chance that the steps can have: all of them alike.
    const bool testable = std::pow(double(ranks), 1 - double(verdict.steps)) <= levelOfSize;
    if (testable) {
        const Tested size = permutationTest(lateness);
        const bool bySize = size.chance <= levelOfSize;
        const Tested order = bySize ? size : permutationTest(places);
        verdict.named = bySize || order.chance <= levelOfOrder;
        verdict.late = (verdict.named ? order : size).latest.ranks;
        verdict.chance = bySize ? size.chance : std::min(size.chance, order.chance);
    } else {
        std::vector<double> sums(ranks);
        for (const std::vector<double>& step : collectiveS)
            for (std::size_t r = 0; r < ranks; ++r)
                sums[r] += step[r];
        verdict.late = stragglersOf(sums, spanS);
        verdict.named = verdict.bySize = !verdict.late.empty();
        if (verdict.late.empty())
            verdict.late = latestOf(meansOf(lateness)).ranks;
    }
    std::sort(verdict.late.begin(), verdict.late.end());
    describe(verdict, collectiveS);
    verdict.named &= verdict.bySize || verdict.lateS >= leastLateness * spanS / double(verdict.steps);
    return verdict;
}

}  // namespace scalewright
