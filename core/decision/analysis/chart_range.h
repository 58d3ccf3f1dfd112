// SPDX-License-Identifier: GPL-3.0-or-later
// The range of p that a chart shows: as far as the decision needs, not as far as the search went.
//
//     largestChartedP({.pStars = {34}, .planP = 9}, 4096);   // 68: twice p*, more than four times the plan
#pragma once

#include <optional>
#include <vector>

namespace scalewright {

struct Analysis;

struct ChartRangeInputs {
    std::vector<int> pStars;  ///< p* of each drawn curve, if inside its search range
    int planP = 1;
    std::optional<int> lastMeasuredP;
    std::optional<int> availableWorkers{};  ///< the largest number of workers for which machines are available
};

/// The largest of 2 p*, 4 times the plan's p and 2 times the last measured p; at least
/// minimumChartedP. With limited machines: the available workers, or the plan's or the last measured p if that is
/// larger. At most pMax.
[[nodiscard]] int largestChartedP(const ChartRangeInputs& inputs, int pMax);
/// For the project's prediction, its variants and the shown ladder.
[[nodiscard]] int largestChartedP(const Analysis& analysis);
/// Whether an axis that ends at `axisEndP` still shows what matters for the decision: each best p and the plan. While a
/// slider is dragged, the axis changes only when this becomes false.
[[nodiscard]] bool isAxisLongEnough(int axisEndP, const Analysis& analysis);

inline constexpr int minimumChartedP = 8;

/// Where an axis of worker counts ends: the next power of two, so that it ends on a tick and does not change when p*
/// moves a little; at most pMax.
[[nodiscard]] int axisEnd(int largestP, int pMax);

/// Values that span more than a factor of five need a log axis: the smaller ones would form a flat line. Precondition: no value is NaN.
[[nodiscard]] bool needsLogAxis(const std::vector<double>& values);

}  // namespace scalewright
