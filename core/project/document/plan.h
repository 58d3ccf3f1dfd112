// SPDX-License-Identifier: GPL-3.0-or-later
// The plan: how many workers to request, and for which run.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/base/json/json.h"
#include "core/base/text/enum_names.h"
#include "core/project/document/field.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

/// A curve on which a plan can be based.
enum class CurveKind { Predicted, Measured };
template <>
inline constexpr auto enumNames<CurveKind> =
    namedValues<CurveKind>("curve", {{CurveKind::Predicted, "predicted"}, {CurveKind::Measured, "measured"}});

/// The single decision shared by every page.
struct Plan {
    std::optional<int> p;  ///< the worker count to request; absent: derived from the goals or the knee
    std::string reason;
    std::optional<CurveKind> curve;  ///< the curve that the decision is based on; absent: predicted if there is a model
    MaybeQuantity steps;  ///< steps per run; absent: cost is per step
    /// Workers are added while efficiency stays above this value; default: defaultEfficiencyTarget.
    MaybeQuantity efficiencyTarget;
    Scaling scaling = Scaling::Strong;
    Json::Object unknown;
    bool operator==(const Plan&) const = default;
};

template <>
inline constexpr auto quantities<Plan> = std::to_array<QuantityField<Plan>>({
    {&Plan::steps,
     {"/plan/steps", Dimension::Count, Range::PositiveInteger, "steps per run", "the number of steps of a run",
      "a whole number; under weak scaling the steps of one worker: p workers do that work in steps/p; cost is per step "
      "if not given"}},
    {&Plan::efficiencyTarget,
     {"/plan/efficiency_target", Dimension::Ratio, Range::Share, "efficiency target", "the efficiency to keep",
      "workers are added while S/p stays at or above it; 0.8 if not given"}},
});

/// The plan's p is a plain number: it is the same in every part of the program and cannot be measured.
inline constexpr FieldInfo planPField{"/plan/p",
                                      Dimension::Count,
                                      Range::WorkerCount,
                                      "plan p",
                                      "the number of workers to request",
                                      "if not chosen, the goals or the knee decide"};

}  // namespace scalewright
