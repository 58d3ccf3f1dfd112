// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/stragglers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "core/base/statistics/distributions.h"
#include "core/base/statistics/median.h"
#include "core/evidence/trace/collectives.h"

namespace scalewright {

namespace {

using StepRows = std::vector<std::vector<double>>;

// Most of the 5 % goes to the size test, which has more statistical power; the order test covers unbounded jitter.
constexpr double sizeTestLevel = 0.044, orderTestLevel = 0.006;
constexpr std::size_t maximumShuffles = 999, minimumShuffles = 199;
constexpr double maximumDraws = 4e7;

struct LatestGroup {
    std::vector<std::size_t> ranks;  ///< the latest first
    double statistic = 0;
};

/// The rank with the largest mean, or all ranks above a gap further down if that gap is wider.
LatestGroup findLatestGroup(const std::vector<double>& means)
{
    std::vector<std::size_t> order(means.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t maximumGroup = std::max<std::size_t>(1, means.size() / 2);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(maximumGroup + 1), order.end(),
                      [&](std::size_t a, std::size_t b) { return means[a] > means[b]; });
    std::size_t group = 1;
    const auto gap = [&](std::size_t count) { return means[order[count - 1]] - means[order[count]]; };
    for (std::size_t count = 2; count <= maximumGroup; ++count)
        if (gap(count) > gap(group))
            group = count;
    order.resize(group);
    return {order, group == 1 ? means[order.front()] : gap(group)};
}

double widestGap(std::vector<double> means)
{
    const std::size_t maximumGroup = std::max<std::size_t>(1, means.size() / 2);
    std::partial_sort(means.begin(), means.begin() + static_cast<std::ptrdiff_t>(maximumGroup + 1), means.end(),
                      std::greater<>());
    double widest = 0;
    for (std::size_t count = 1; count <= maximumGroup; ++count)
        widest = std::max(widest, means[count - 1] - means[count]);
    return widest;
}

std::vector<double> rankMeans(const StepRows& rows)
{
    std::vector<double> means(rows.front().size());
    for (const std::vector<double>& row : rows)
        for (std::size_t r = 0; r < row.size(); ++r)
            means[r] += row[r] / double(rows.size());
    return means;
}

/// How much the chance variation of a mean grows if one rank is slow for a stretch of steps and then another. The
/// lateness of the latest ranks from step to step is treated as autoregressive, with r its first autocorrelation,
/// corrected for bias (Kendall 1954): sqrt((1 + r)/(1 - r)) (Bayley and Hammersley 1946). Below 6/steps, r may itself
/// be due to chance and is taken as 0.
double autocorrelationFactor(const StepRows& rows, const std::vector<std::size_t>& late)
{
    std::vector<double> lateMeans(rows.size());
    double mean = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        for (const std::size_t r : late)
            lateMeans[k] += rows[k][r] / double(late.size());
        mean += lateMeans[k] / double(rows.size());
    }
    double variance = 0, covariance = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
        variance += (lateMeans[k] - mean) * (lateMeans[k] - mean);
        covariance += k > 0 ? (lateMeans[k] - mean) * (lateMeans[k - 1] - mean) : 0;
    }
    const double steps = double(rows.size());
    if (variance <= 1e-18 * steps * mean * mean)  // rounding error
        return 1;
    const double autocorrelation = covariance / variance;
    if (autocorrelation <= 6 / steps)
        return 1;
    const double r = std::min(autocorrelation + (1 + 3 * autocorrelation) / steps, 0.95);
    return std::sqrt((1 + r) / (1 - r));
}

struct PermutationResult {
    LatestGroup latestGroup;
    double pValue = 1;
};

/// How often shuffled rows have a statistic at least as large (the recorded one counts as a shuffle, so the probability
/// is never 0). Ends early once the probability is clearly high (Besag, Clifford 1991).
PermutationResult permutationTest(const StepRows& rows)
{
    PermutationResult result{.latestGroup = findLatestGroup(rankMeans(rows))};
    const bool isSingleRank = result.latestGroup.ranks.size() == 1;
    const std::size_t ranks = rows.front().size();
    const std::size_t shuffles = std::clamp(static_cast<std::size_t>(maximumDraws / double(rows.size() * ranks)),
                                            minimumShuffles, maximumShuffles);
    const std::size_t maximumExtreme = shuffles / 10;
    double largest = 0;
    for (const std::vector<double>& each : rows)
        for (const double value : each)
            largest = std::max(largest, std::abs(value));
    const double threshold = result.latestGroup.statistic - 1e-12 * largest;  // allows for rounding errors
    const double widening = autocorrelationFactor(rows, result.latestGroup.ranks);
    std::mt19937_64 random(417);
    std::size_t asExtreme = 1, shuffleCount = 0;
    std::vector<double> row, sums(ranks);
    while (shuffleCount < shuffles && asExtreme <= maximumExtreme) {
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
        ++shuffleCount;
        const double statistic = isSingleRank ? *std::ranges::max_element(sums) : widestGap(sums);
        asExtreme += widening * statistic >= threshold ? 1 : 0;
    }
    result.pValue = double(asExtreme) / double(shuffleCount + 1);
    return result;
}

/// Positions in the order within a step, centred at 0; ties share their mean position.
std::vector<double> arrivalPositions(const std::vector<double>& row)
{
    std::vector<std::size_t> order(row.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return row[a] < row[b]; });
    std::vector<double> positions(row.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i + 1;
        while (end < order.size() && row[order[end]] <= row[order[i]])
            ++end;
        for (std::size_t k = i; k < end; ++k)
            positions[order[k]] = double(i + end - 1) / 2 - double(row.size() - 1) / 2;
        i = end;
    }
    return positions;
}

/// How late the ranks are and what that costs over all steps.
void describeLateness(StragglerVerdict& verdict, const StepRows& collectiveS)
{
    const std::size_t ranks = collectiveS.front().size();
    std::vector<char> isLate(ranks);
    for (const std::size_t r : verdict.latestRanks)
        isLate[r] = 1;
    std::vector<double> behindMedian;
    for (const std::vector<double>& step : collectiveS) {
        double lateMean = 0, minimum = INFINITY, minimumOfOthers = INFINITY;
        std::vector<double> others;
        for (std::size_t r = 0; r < ranks; ++r) {
            minimum = std::min(minimum, step[r]);
            if (isLate[r]) {
                lateMean += step[r] / double(verdict.latestRanks.size());
            } else {
                others.push_back(step[r]);
                minimumOfOthers = std::min(minimumOfOthers, step[r]);
            }
        }
        verdict.lastArrivals += minimumOfOthers > minimum ? 1 : 0;
        verdict.savingS += (minimumOfOthers - minimum) / double(collectiveS.size());
        behindMedian.push_back(median(std::move(others)) - lateMean);
    }
    verdict.latenessS = median(std::move(behindMedian));
}

/// The delay of one rank that the size test finds in nine of ten recordings.
double detectableDelayS(const StepRows& collectiveS, double spanS)
{
    const auto ranks = double(collectiveS.front().size()), steps = double(collectiveS.size());
    // For normal means 1.28 would be enough; the test also needs the median lateness to be noticeable, and shuffles of
    // few steps are coarse. With 1.9, nine of ten simulated recordings name the rank (tst_stragglers).
    constexpr double powerSigmas = 1.9;
    const double sigmas = studentTQuantile(1 - 2 * sizeTestLevel / ranks, (steps - 1) * (ranks - 1)) + powerSigmas;
    return std::max(sigmas * arrivalJitterS(collectiveS).value_or(0) * std::sqrt(ranks / ((ranks - 1) * steps)),
                    minimumLatenessShare * spanS / steps);
}

/// Probability that the same rank is last in every step if none is slower.
double chanceOfAlwaysLast(std::size_t ranks, std::size_t steps)
{
    return std::pow(double(ranks), 1 - double(steps));
}

}  // namespace

std::size_t fewestTestableSteps(std::size_t ranks)
{
    std::size_t steps = 2;
    while (chanceOfAlwaysLast(ranks, steps) > sizeTestLevel)
        ++steps;
    return steps;
}

StragglerVerdict detectStragglers(const StepRows& collectiveS, double spanS)
{
    StragglerVerdict verdict{.stepCount = collectiveS.size()};
    const std::size_t ranks = verdict.stepCount > 0 ? collectiveS.front().size() : 0;
    if (ranks < 2 || !(spanS > 0))
        return verdict;
    StepRows lateness, positions;
    for (const std::vector<double>& step : collectiveS) {
        const double mean = std::accumulate(step.begin(), step.end(), 0.0) / double(ranks);
        std::vector<double>& row = lateness.emplace_back();
        for (const double each : step)
            row.push_back(mean - each);
        positions.push_back(arrivalPositions(row));
    }
    const bool testable = verdict.stepCount >= fewestTestableSteps(ranks);
    if (testable) {
        const PermutationResult sizeTest = permutationTest(lateness);
        const bool namedBySize = sizeTest.pValue <= sizeTestLevel;
        const PermutationResult orderTest = namedBySize ? sizeTest : permutationTest(positions);
        verdict.hasStraggler = namedBySize || orderTest.pValue <= orderTestLevel;
        verdict.latestRanks = (verdict.hasStraggler ? orderTest : sizeTest).latestGroup.ranks;
        verdict.pValue = namedBySize ? sizeTest.pValue : std::min(sizeTest.pValue, orderTest.pValue);
    } else {
        std::vector<double> sums(ranks);
        for (const std::vector<double>& step : collectiveS)
            for (std::size_t r = 0; r < ranks; ++r)
                sums[r] += step[r];
        verdict.latestRanks = findStragglersByGap(sums, spanS);
        verdict.hasStraggler = verdict.decidedBySize = !verdict.latestRanks.empty();
        if (verdict.latestRanks.empty())
            verdict.latestRanks = findLatestGroup(rankMeans(lateness)).ranks;
    }
    std::ranges::sort(verdict.latestRanks);
    describeLateness(verdict, collectiveS);
    const bool isNoticeable = verdict.latenessS >= minimumLatenessShare * spanS / double(verdict.stepCount);
    verdict.hasStraggler &= verdict.decidedBySize || isNoticeable;
    constexpr double probableLevel = 0.2, probableAlwaysLast = 0.25;
    const bool isUnlikelyByChance = testable ? *verdict.pValue <= probableLevel
                                             : verdict.lastArrivals == verdict.stepCount &&
                                                   verdict.latestRanks.size() == 1 &&
                                                   chanceOfAlwaysLast(ranks, verdict.stepCount) <= probableAlwaysLast;
    verdict.isProbable = !verdict.hasStraggler && isNoticeable && isUnlikelyByChance;
    if (testable)
        verdict.detectableS = detectableDelayS(collectiveS, spanS);
    return verdict;
}

}  // namespace scalewright
