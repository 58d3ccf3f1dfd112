// What bends a ladder's times beside the program: a loaded machine, more processes than cores, a drift while it ran.
//
// Such times scatter little and are wrong together: an interval from their scatter does not hold the truth. With a drift
// of 10 % over runs in ascending order the 95 % interval of Amdahl's f held it in 8 of 120 simulated ladders.
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

/// By how much the runs' times changed from the first to the last, as a share of the time: the slope of ln t over the
/// runs' order, each p by itself, so that p alone makes none. 0 where Student's t does not tell it from none at 99 %, it
/// is below 2 %, or the runs stand p by p, which is nobody's order.
[[nodiscard]] double driftOf(const std::vector<TimedRun>& inOrder);

struct Disturbance {
    /// "load 5 on 2 cores; p = 4 shares its 2 cores; times rose by 10 % while it ran"; empty where nothing is known
    std::string says;
    bool everyRun = false;  ///< by load or drift
    std::optional<int> above;  ///< … else those of more workers than that

    [[nodiscard]] bool bends(int p) const { return everyRun || (above && p > *above); }
};

/// `inOrder`: the runs as they came.
[[nodiscard]] Disturbance disturbanceOf(const Ladder& ladder, const std::vector<TimedRun>& inOrder);

}  // namespace scalewright
