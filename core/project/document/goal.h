// SPDX-License-Identifier: GPL-3.0-or-later
// The goal: what a run has to achieve. Each part is optional.
#pragma once

#include <array>
#include <string>

#include "core/base/json/json.h"
#include "core/project/document/field.h"

namespace scalewright {

struct Goal {
    MaybeQuantity deadlineS, budgetUsd, latencyS, quality;
    MaybeQuantity hourValueUsd;  ///< value of one hour of waiting for a run
    MaybeQuantity runsPerMonth;
    std::string qualityName;  ///< "top-1 accuracy"
    Json::Object unknown;
    bool operator==(const Goal&) const = default;
};

template <>
inline constexpr auto quantities<Goal> = std::to_array<QuantityField<Goal>>({
    {&Goal::deadlineS,
     {"/goal/deadline_s", Dimension::Time, Range::Positive, "deadline", "the deadline", "the longest a run may take"}},
    {&Goal::budgetUsd,
     {"/goal/budget_usd", Dimension::Money, Range::NotNegative, "budget", "the budget", "the most a run may cost"}},
    {&Goal::latencyS,
     {"/goal/latency_s", Dimension::Time, Range::Positive, "latency goal", "the latency goal",
      "the longest a request may take"}},
    {&Goal::quality,
     {"/goal/quality", Dimension::Ratio, Range::Any, "quality goal", "the quality goal",
      "the accuracy, loss or recall that counts as done"}},
    {&Goal::hourValueUsd,
     {"/goal/hour_value_usd", Dimension::Money, Range::NotNegative, "value of an hour", "the value of an hour",
      "what an hour of waiting for a run is worth, such as $20"}},
    {&Goal::runsPerMonth,
     {"/goal/runs_per_month", Dimension::Count, Range::PositiveInteger, "runs a month", "the number of runs a month",
      "how often the run is needed"}},
});

}  // namespace scalewright
