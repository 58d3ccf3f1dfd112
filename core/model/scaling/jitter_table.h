// SPDX-License-Identifier: GPL-3.0-or-later
// By how many standard deviations the last useful worker is late, for p = 1, 2, 3, …: computed once per thread and
// design, and read for every column of every prediction.
#pragma once

#include <functional>
#include <vector>

#include "core/model/scaling/terms.h"

namespace scalewright {

/// A function of the integers n = 1, 2, 3, … that is smooth in log n: evaluated at every n up to 48, and above that
/// interpolated between six nodes, with eight nodes per octave. Order statistics are accurate to 1e-7 (tst_waiting).
class LogInterpolatedFunction {
public:
    explicit LogInterpolatedFunction(std::function<double(double n)> function) : m_function(std::move(function)) {}
    [[nodiscard]] double valueAt(int n);

private:
    [[nodiscard]] double nodeValue(std::size_t index);

    std::function<double(double n)> m_function;
    std::vector<double> m_tabulatedValues, m_nodeValues;  // NaN: not yet computed
};

/// Mean of the K-th smallest of p standardised times, K = max(1, p - backups), each the sum of `summedJitters` jitters.
class JitterTable {
public:
    JitterTable(JitterDistribution shape, int backups, int summedJitters);
    [[nodiscard]] double valueAt(int p);
    /// valueAt(1…pMax), index p-1.
    [[nodiscard]] const std::vector<double>& valuesUpTo(int pMax);

private:
    JitterDistribution m_distribution;
    int m_backupWorkers;
    int m_summedJitters;
    LogInterpolatedFunction m_lastUsefulMean;  // function of K, with p = K + backups
    LogInterpolatedFunction m_firstMean;  // function of p, with K = 1
    std::vector<double> m_values;
};

/// The calling thread's table; the eight most recently used are kept. Valid until the next call.
[[nodiscard]] JitterTable& cachedJitterTable(JitterDistribution shape, int backups, int summedJitters);

}  // namespace scalewright
