// The constants of a model that somebody may turn: what sensitivity multiplies and a band's intervals are of.
#pragma once

#include <vector>

#include "core/model/scaling/model.h"

namespace scalewright {

enum class ModelInput { Alpha, Beta, TComp, Alpha2, Beta2 };
/// "alpha", "beta", "t_comp", "alpha2", "beta2"
[[nodiscard]] const char* modelInputName(ModelInput input);
/// Alpha, beta and T_comp; alpha2 and beta2 where an exchange crosses two levels of network.
[[nodiscard]] std::vector<ModelInput> modelInputs(const ScalingModel& model);
[[nodiscard]] double valueOf(const ScalingModel& model, ModelInput input);
/// That constant of an exchange; nullptr for T_comp, which is no exchange's.
[[nodiscard]] double CommunicationParameters::*memberOf(ModelInput input);
/// The model with that constant set; another exchange's beta moves in proportion, for it is another message on the same
/// link.
[[nodiscard]] ScalingModel withInput(ScalingModel model, ModelInput input, double value);
/// The model with that constant multiplied, in every exchange. Precondition: factor > 0 or the constant is 0.
[[nodiscard]] ScalingModel scaledBy(ScalingModel model, ModelInput input, double factor);

}  // namespace scalewright
