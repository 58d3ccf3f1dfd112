// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a model that can be varied: sensitivity scales them, and a band has an interval for each.
#pragma once

#include <vector>

#include "core/base/text/enum_names.h"
#include "core/model/scaling/model.h"

namespace scalewright {

enum class ModelInput { Alpha, Beta, TComp, Alpha2, Beta2 };
template <>
inline constexpr auto enumNames<ModelInput> = namedValues<ModelInput>("input", {{ModelInput::Alpha, "alpha"},
                                                                                {ModelInput::Beta, "beta"},
                                                                                {ModelInput::TComp, "t_comp"},
                                                                                {ModelInput::Alpha2, "alpha2"},
                                                                                {ModelInput::Beta2, "beta2"}});
/// Alpha, beta and T_comp, plus alpha2 and beta2 if an exchange uses a two-level network.
[[nodiscard]] std::vector<ModelInput> modelInputs(const ScalingModel& model);
[[nodiscard]] double inputValue(const ScalingModel& model, ModelInput input);
/// The member of an exchange's parameters that holds this input; nullptr for T_comp, which belongs to no exchange.
[[nodiscard]] double CommunicationParameters::*inputMember(ModelInput input);
/// The model with that input set to `value`. The betas of the other exchanges change in proportion, because they are
/// other messages on the same link.
[[nodiscard]] ScalingModel withInput(ScalingModel model, ModelInput input, double value);
/// The model with that input multiplied by `factor` in every exchange. Precondition: factor > 0 or the input is 0.
[[nodiscard]] ScalingModel withScaledInput(ScalingModel model, ModelInput input, double factor);

}  // namespace scalewright
