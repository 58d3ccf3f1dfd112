#include "core/model/scaling/jitter_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>
#include <tuple>

#include "core/base/statistics/order_statistics.h"

namespace scalewright {

namespace {

constexpr int everyNUpTo = 48;
constexpr double firstNode = 16;  // below 48, so that interpolation never lacks a neighbour
constexpr int nodesAnOctave = 8;
constexpr double notYet = std::numeric_limits<double>::quiet_NaN();

double orderMean(Jitter shape, int sumOf, double k, double p)
{
    return shape == Jitter::Normal ? normalOrderMean(k, p) : erlangOrderMean(sumOf, k, p);
}

}  // namespace

double SmoothInLog::node(std::size_t index)
{
    if (m_nodes.size() <= index)
        m_nodes.resize(index + 1, notYet);
    if (std::isnan(m_nodes[index]))
        m_nodes[index] = m_function(firstNode * std::exp2(static_cast<double>(index) / nodesAnOctave));
    return m_nodes[index];
}

double SmoothInLog::at(int n)
{
    if (n <= everyNUpTo) {
        const auto index = static_cast<std::size_t>(n - 1);
        if (m_first.empty())
            m_first.resize(everyNUpTo, notYet);
        if (std::isnan(m_first[index]))
            m_first[index] = m_function(n);
        return m_first[index];
    }
    const double place = nodesAnOctave * std::log2(n / firstNode);
    const auto left = static_cast<std::size_t>(place) - 2;
    const double t = place - static_cast<double>(left);  // 2 <= t < 3 among nodes 0…5
    // Lagrange.
    const double a = t, b = t - 1, c = t - 2, d = t - 3, e = t - 4, f = t - 5;
    return -b * c * d * e * f / 120 * node(left) + a * c * d * e * f / 24 * node(left + 1) -
           a * b * d * e * f / 12 * node(left + 2) + a * b * c * e * f / 12 * node(left + 3) -
           a * b * c * d * f / 24 * node(left + 4) + a * b * c * d * e / 120 * node(left + 5);
}

JitterTable::JitterTable(Jitter shape, int backups, int sumOf)
    : m_shape(shape),
      m_backups(backups),
      m_sumOf(sumOf),
      m_useful([=](double k) { return orderMean(shape, sumOf, k, k + backups); }),
      m_first([=](double p) { return orderMean(shape, sumOf, 1, p); })
{
}

double JitterTable::at(int p)
{
    const int useful = std::max(1, p - m_backups);
    if (p == 1)
        return 0;  // the mean of one
    if (m_shape == Jitter::Exponential && m_sumOf == 1)
        return exponentialOrderMean(useful, p) - 1;
    return p <= m_backups ? m_first.at(p) : m_useful.at(useful);
}

const std::vector<double>& JitterTable::column(int pMax)
{
    m_column.reserve(static_cast<std::size_t>(pMax));
    for (int p = static_cast<int>(m_column.size()) + 1; p <= pMax; ++p)
        m_column.push_back(at(p));
    return m_column;
}

JitterTable& jitterTable(Jitter shape, int backups, int sumOf)
{
    if (shape == Jitter::Normal)
        sumOf = 1;  // a sum of normals is normal
    using Key = std::tuple<Jitter, int, int>;
    constexpr std::size_t kept = 8;
    thread_local std::list<std::pair<Key, JitterTable>> tables;  // the last used first
    const Key key{shape, backups, sumOf};
    const auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& each) { return each.first == key; });
    if (found != tables.end()) {
        tables.splice(tables.begin(), tables, found);
    } else {
        tables.emplace_front(key, JitterTable(shape, backups, sumOf));
        if (tables.size() > kept)
            tables.pop_back();
    }
    return tables.front().second;
}

}  // namespace scalewright
