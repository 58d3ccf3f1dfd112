// SPDX-License-Identifier: GPL-3.0-or-later
// The goals of a project and whether a p meets them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/quantity/quantity.h"
#include "core/base/quantity/units.h"
#include "core/base/text/enum_names.h"
#include "core/project/document/goal.h"

namespace scalewright {

struct Baseline;

enum class GoalKind { Deadline, Budget, Throughput, Latency, Quality };

template <>
inline constexpr auto enumNames<GoalKind> = namedValues<GoalKind>("goal", {{GoalKind::Deadline, "deadline"},
                                                                           {GoalKind::Budget, "budget"},
                                                                           {GoalKind::Throughput, "throughput"},
                                                                           {GoalKind::Latency, "latency"},
                                                                           {GoalKind::Quality, "quality"}});
[[nodiscard]] Dimension goalDimension(GoalKind goal);

struct GoalLimit {
    GoalKind kind;
    double value;
};

/// The goals that are set.
[[nodiscard]] std::vector<GoalLimit> goalLimits(const Baseline& baseline, const Goal& goal);

constexpr double goalTolerance = 1e-12;  ///< relative: products of the same seconds in a different order

/// True if the value is at most the limit, up to rounding.
[[nodiscard]] bool isWithinLimit(double value, double limit);

/// One goal at one p. Times are in seconds, the budget in USD, the throughput in requests a second.
struct GoalVerdict {
    GoalKind kind = GoalKind::Deadline;
    double limit = 0;
    std::optional<double> value;  ///< infinite if the run never finishes
    std::optional<bool> isMet;  ///< absent if the goal cannot be judged, with the reason
    std::string reason;
    /// The range of the value, from the intervals of the prediction's inputs or of the run's time, if it contains the
    /// limit: the value meets or misses the goal, but not with certainty.
    std::optional<Interval> valueInterval{};
    /// For a verdict based on the prediction: the value of a measured run (MeasuredLadder, scaleToPlannedRun) that
    /// contradicts it, and its p. This is the run at this p; if none exists and the verdict is that the goal is met,
    /// it is the closest of several runs that all miss the goal.
    std::optional<double> contradictingMeasurement{};
    int contradictingP = 0;
    bool operator==(const GoalVerdict&) const = default;
};

/// A goal that no p meets, at the p that comes closest.
struct Shortfall {
    GoalVerdict verdict;
    int p = 1;
    bool operator==(const Shortfall&) const = default;
};

/// "misses the deadline by 60.4 s". Precondition: isMet is false.
[[nodiscard]] std::string missedAmountText(const GoalVerdict& verdict);
/// The same, "… (uncertain)" if it may meet it.
[[nodiscard]] std::string missedGoalText(const GoalVerdict& verdict);

/// The goals that are set, not judged yet.
[[nodiscard]] std::vector<GoalVerdict> undecidedGoals(const Baseline& baseline, const Goal& goal);

}  // namespace scalewright
