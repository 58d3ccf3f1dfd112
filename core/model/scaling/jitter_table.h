// How many standard deviations late the last useful worker is, for p = 1, 2, 3, …: computed once a thread and design,
// read by every column of every prediction.
#pragma once

#include <functional>
#include <vector>

#include "core/model/scaling/terms.h"

namespace scalewright {

/// A function of whole n = 1, 2, 3, … that is smooth in log n: evaluated at every n up to 48 and at eight places an
/// octave beyond, between which six of them are interpolated. Order statistics come out within 1e-7 (tst_waiting).
class SmoothInLog {
public:
    explicit SmoothInLog(std::function<double(double n)> function) : m_function(std::move(function)) {}
    [[nodiscard]] double at(int n);

private:
    [[nodiscard]] double node(std::size_t index);

    std::function<double(double n)> m_function;
    std::vector<double> m_first, m_nodes;  // NaN: not asked for yet
};

/// Mean of the K-th smallest of p standardised times, K = max(1, p - backups): each the sum of `sumOf` jitters.
class JitterTable {
public:
    JitterTable(Jitter shape, int backups, int sumOf);
    [[nodiscard]] double at(int p);
    /// at(1…pMax), index p-1.
    [[nodiscard]] const std::vector<double>& column(int pMax);

private:
    Jitter m_shape;
    int m_backups;
    int m_sumOf;
    SmoothInLog m_useful;  // of K, p = K + backups
    SmoothInLog m_first;  // of p, K = 1
    std::vector<double> m_column;
};

/// The calling thread's table; it keeps the eight that were used last. Valid until the next call.
[[nodiscard]] JitterTable& jitterTable(Jitter shape, int backups, int sumOf);

}  // namespace scalewright
