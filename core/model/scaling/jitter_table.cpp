// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/jitter_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <tuple>

#include "core/base/statistics/order_statistics.h"

namespace scalewright {

namespace {

constexpr int largestTabulatedN = 48;
constexpr double firstInterpolationNode = 16;  // below 48, so that interpolation always has a neighbour
constexpr int nodesPerOctave = 8;
constexpr double notComputed = std::numeric_limits<double>::quiet_NaN();

double orderStatisticMean(JitterDistribution shape, int summedJitters, double k, double p)
{
    return shape == JitterDistribution::Normal ? normalOrderMean(k, p) : erlangOrderMean(summedJitters, k, p);
}

}  // namespace

double LogInterpolatedFunction::nodeValue(std::size_t index)
{
    if (m_nodeValues.size() <= index)
        m_nodeValues.resize(index + 1, notComputed);
    if (std::isnan(m_nodeValues[index]))
        m_nodeValues[index] =
            m_function(firstInterpolationNode * std::exp2(static_cast<double>(index) / nodesPerOctave));
    return m_nodeValues[index];
}

double LogInterpolatedFunction::valueAt(int n)
{
    if (n <= largestTabulatedN) {
        const auto index = static_cast<std::size_t>(n - 1);
        if (m_tabulatedValues.empty())
            m_tabulatedValues.resize(largestTabulatedN, notComputed);
        if (std::isnan(m_tabulatedValues[index]))
            m_tabulatedValues[index] = m_function(n);
        return m_tabulatedValues[index];
    }
    const double place = nodesPerOctave * std::log2(n / firstInterpolationNode);
    const auto firstIndex = static_cast<std::size_t>(place) - 2;
    const double t = place - static_cast<double>(firstIndex);  // 2 <= t < 3 among the nodes 0…5
    // Lagrange interpolation.
    const double a = t, b = t - 1, c = t - 2, d = t - 3, e = t - 4, f = t - 5;
    return -b * c * d * e * f / 120 * nodeValue(firstIndex) + a * c * d * e * f / 24 * nodeValue(firstIndex + 1) -
           a * b * d * e * f / 12 * nodeValue(firstIndex + 2) + a * b * c * e * f / 12 * nodeValue(firstIndex + 3) -
           a * b * c * d * f / 24 * nodeValue(firstIndex + 4) + a * b * c * d * e / 120 * nodeValue(firstIndex + 5);
}

JitterTable::JitterTable(JitterDistribution shape, int backups, int summedJitters)
    : m_distribution(shape),
      m_backupWorkers(backups),
      m_summedJitters(summedJitters),
      m_lastUsefulMean([=](double k) { return orderStatisticMean(shape, summedJitters, k, k + backups); }),
      m_firstMean([=](double p) { return orderStatisticMean(shape, summedJitters, 1, p); })
{
}

double JitterTable::valueAt(int p)
{
    const int useful = std::max(1, p - m_backupWorkers);
    if (p == 1)
        return 0;  // the mean of a single standardised time
    if (m_distribution == JitterDistribution::Exponential && m_summedJitters == 1)
        return exponentialOrderMean(useful, p) - 1;
    return p <= m_backupWorkers ? m_firstMean.valueAt(p) : m_lastUsefulMean.valueAt(useful);
}

const std::vector<double>& JitterTable::valuesUpTo(int pMax)
{
    m_values.reserve(static_cast<std::size_t>(pMax));
    for (int p = static_cast<int>(m_values.size()) + 1; p <= pMax; ++p)
        m_values.push_back(valueAt(p));
    return m_values;
}

JitterTable& cachedJitterTable(JitterDistribution shape, int backups, int summedJitters)
{
    if (shape == JitterDistribution::Normal)
        summedJitters = 1;  // a sum of normals is normal, so the table is the same
    using Key = std::tuple<JitterDistribution, int, int>;
    constexpr std::size_t maximumTables = 8;
    thread_local std::list<std::pair<Key, JitterTable>> tables;  // most recently used first
    const Key key{shape, backups, summedJitters};
    const auto found = std::ranges::find_if(tables, [&](const auto& each) { return each.first == key; });
    if (found != tables.end()) {
        tables.splice(tables.begin(), tables, found);
    } else {
        tables.emplace_front(key, JitterTable(shape, backups, summedJitters));
        if (tables.size() > maximumTables)
            tables.pop_back();
    }
    return tables.front().second;
}

}  // namespace scalewright
