// The plan: how many workers to request, and for what run.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "core/base/json/json.h"
#include "core/project/document/field.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

/// A curve that a plan can be read from.
enum class CurveKind { Predicted, Measured };

/// The one decision every page shares.
struct Plan {
    std::optional<int> p;  ///< the count to request; absent: what the goals or the knee say
    std::string reason;
    std::optional<CurveKind> curve;  ///< which the decision is read from; absent: predicted where there is a model
    MaybeQuantity steps;   ///< steps per run; absent: cost is per step
    MaybeQuantity
        efficiencyTarget;  ///< workers are added down to this efficiency; defaultEfficiencyTarget where absent
    Scaling scaling = Scaling::Strong;
    Json::Object unknown;
    bool operator==(const Plan&) const = default;
};

template <>
inline constexpr auto quantities<Plan> = std::to_array<QuantityField<Plan>>({
    {&Plan::steps,
     {"/plan/steps", Dimension::Count, Range::Whole, "steps per run", "the number of steps of a run",
      "a whole number, under weak scaling of one worker: p workers do that work in steps/p; cost is per step "
      "where it is not given"}},
    {&Plan::efficiencyTarget,
     {"/plan/efficiency_target", Dimension::Ratio, Range::Share, "efficiency target", "the efficiency to keep",
      "workers are added while S/p stays at or above it; 0.8 where it is not given"}},
});

/// The plan's p is a plain number: it is the same for every part of the program, and nobody measured it.
inline constexpr FieldInfo planPField{"/plan/p",
                                      Dimension::Count,
                                      Range::Workers,
                                      "plan p",
                                      "the number of workers to request",
                                      "chosen; else what the goals or the knee say"};

}  // namespace scalewright
