// SPDX-License-Identifier: GPL-3.0-or-later
// What distorts a ladder's times apart from the program: a loaded machine, more processes than cores, a drift during
// the measurement.
//
// Such times scatter little but share one bias: an interval computed from their scatter does not contain the true
// value. With a drift of 10 % over runs in ascending order, the 95 % interval of Amdahl's f contained it in only 8 of
// 120 simulated ladders.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace scalewright {

struct Ladder;

struct TimedRun {
    int p = 1;
    double timeS = 0;
};

/// Relative change in the runs' times from the first run to the last: the slope of ln t over the order of the runs,
/// centred for each p so that p itself does not appear as drift. 0 if Student's t finds no drift at 99 %, if the drift
/// is below 2 %, or if the runs are grouped by p, which is not a measurement order.
[[nodiscard]] double relativeDrift(const std::vector<TimedRun>& runsInOrder);

struct Disturbance {
    /// "load 5 on 2 cores at the start; p = 4 shared 2 cores; times rose by 10 % while it ran"; empty if nothing is
    /// known
    std::string text;
    bool affectsAllRuns = false;  ///< by load or drift
    std::optional<int> affectedAboveP;  ///< otherwise, only runs with more workers than this are affected

    [[nodiscard]] bool affects(int p) const { return affectsAllRuns || (affectedAboveP && p > *affectedAboveP); }
};

/// `runsInOrder`: the runs in the order in which they were measured.
[[nodiscard]] Disturbance detectDisturbance(const Ladder& ladder, const std::vector<TimedRun>& runsInOrder);

}  // namespace scalewright
