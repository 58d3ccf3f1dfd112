// The constants of a model that can be varied: sensitivity multiplies them, and a band has an interval for each.
#pragma once

#include <vector>

#include "core/model/scaling/model.h"

namespace scalewright {

enum class ModelInput { Alpha, Beta, TComp, Alpha2, Beta2 };
/// "alpha", "beta", "t_comp", "alpha2", "beta2"
[[nodiscard]] const char* modelInputName(ModelInput input);
/// Alpha, beta and T_comp; alpha2 and beta2 if an exchange crosses two levels of network.
[[nodiscard]] std::vector<ModelInput> modelInputs(const ScalingModel& model);
[[nodiscard]] double inputValue(const ScalingModel& model, ModelInput input);
/// That constant of an exchange; nullptr for T_comp, which belongs to no exchange.
[[nodiscard]] double CommunicationParameters::*inputMember(ModelInput input);
/// The model with that constant set. The beta of another exchange changes in proportion, because it is another message
/// on the same link.
[[nodiscard]] ScalingModel withInput(ScalingModel model, ModelInput input, double value);
/// The model with that constant multiplied, in every exchange. Precondition: factor > 0 or the constant is 0.
[[nodiscard]] ScalingModel withScaledInput(ScalingModel model, ModelInput input, double factor);

}  // namespace scalewright
