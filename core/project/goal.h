// The goal: what a run has to reach, each part optional.
#pragma once

#include <array>
#include <string>

#include "core/base/json.h"
#include "core/project/field.h"

namespace scalewright {

struct Goal {
    MaybeQuantity deadlineS, budgetUsd, latencyS, quality;
    MaybeQuantity hourValueUsd;  ///< what an hour of waiting for a run is worth
    MaybeQuantity runsPerMonth;
    std::string qualityName;  ///< "top-1 accuracy"
    Json::Object unknown;
    bool operator==(const Goal&) const = default;
};

template <>
inline constexpr auto quantities<Goal> = std::to_array<QuantityField<Goal>>({
    {&Goal::deadlineS,
     {"/goal/deadline_s", Dimension::Time, Range::Positive, phrase("deadline"), phrase("the deadline"),
      phrase("the longest a run may take")}},
    {&Goal::budgetUsd,
     {"/goal/budget_usd", Dimension::Money, Range::NotNegative, phrase("budget"), phrase("the budget"),
      phrase("the most a run may cost")}},
    {&Goal::latencyS,
     {"/goal/latency_s", Dimension::Time, Range::Positive, phrase("latency goal"), phrase("the latency goal"),
      phrase("the longest a request may take")}},
    {&Goal::quality,
     {"/goal/quality", Dimension::Ratio, Range::Any, phrase("quality goal"), phrase("the quality goal"),
      phrase("the accuracy, loss or recall that counts as done")}},
    {&Goal::hourValueUsd,
     {"/goal/hour_value_usd", Dimension::Money, Range::NotNegative, phrase("value of an hour"),
      phrase("the value of an hour"), phrase("what an hour of waiting for a run is worth, such as $20")}},
    {&Goal::runsPerMonth,
     {"/goal/runs_per_month", Dimension::Count, Range::Whole, phrase("runs a month"),
      phrase("the number of runs a month"), phrase("how often the run is wanted")}},
});

}  // namespace scalewright
