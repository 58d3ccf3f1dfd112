// Where a profile keeps a field. Internal to core/bottleneck.
#pragma once

#include "core/bottleneck/profile.h"

namespace scalewright::detail {

/// Precondition: info(field).ofStep.
[[nodiscard]] MaybeQuantity WorkloadStep::*ofStep(ProfileField field);
/// Precondition: not info(field).ofStep.
[[nodiscard]] MaybeQuantity Profile::*ofWhole(ProfileField field);

}  // namespace scalewright::detail
