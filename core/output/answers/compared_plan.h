// SPDX-License-Identifier: GPL-3.0-or-later
// One of two compared designs at its own plan.
#pragma once

#include <optional>
#include <string>

namespace scalewright {

/// What a design claims at its own plan.
struct ComparedPlan {
    std::optional<int> p;  ///< absent if no p is feasible, or nothing is known
    std::optional<double> timeS, costUsd;
    std::string unitName;  ///< "a run", "a step"
    std::optional<double> speedup;
    bool isMeasured = false;  ///< the speedup
    std::string whyNoPlan;
    /// Bytes on the fullest worker at the plan's p and what a worker can hold; absent if unknown.
    std::optional<double> workerBytes, usableBytes;
    std::string stateText{};  ///< how the workers hold it: "ZeRO-2 over 4 workers"

    [[nodiscard]] bool doesNotFit() const { return workerBytes && usableBytes && *workerBytes > *usableBytes; }
};

}  // namespace scalewright
