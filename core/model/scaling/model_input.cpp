// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/model_input.h"

#include <algorithm>
#include <array>

namespace scalewright {

std::vector<ModelInput> modelInputs(const ScalingModel& model)
{
    std::vector<ModelInput> inputs{ModelInput::Alpha, ModelInput::Beta, ModelInput::TComp};
    const std::vector<IntraCopyExchange> noExchanges;
    const std::vector<IntraCopyExchange>& copyExchanges =
        model.terms.split ? model.terms.split->exchanges : noExchanges;
    if (std::ranges::any_of(model.exchanges,
                            [](const Exchange& each) {
                                return each.communication.twoLevelNetwork || patternInputs(each.pattern).hierarchy;
                            }) ||
        std::ranges::any_of(copyExchanges,
                            [](const IntraCopyExchange& each) { return each.communication.twoLevelNetwork; }))
        inputs.insert(inputs.end(), {ModelInput::Alpha2, ModelInput::Beta2});
    return inputs;
}

double CommunicationParameters::*inputMember(ModelInput input)
{
    switch (input) {
    case ModelInput::Alpha: return &CommunicationParameters::alphaS;
    case ModelInput::Beta: return &CommunicationParameters::betaS;
    case ModelInput::Alpha2: return &CommunicationParameters::alpha2S;
    case ModelInput::Beta2: return &CommunicationParameters::beta2S;
    case ModelInput::TComp: break;
    }
    return nullptr;
}

ScalingModel withInput(ScalingModel model, ModelInput input, double value)
{
    if (input == ModelInput::TComp) {
        model.tCompS = value;
        return model;
    }
    const auto member = inputMember(input);
    const double before = model.primaryExchange().communication.*member;
    const bool perMessage = input == ModelInput::Beta || input == ModelInput::Beta2;
    for (Exchange& each : model.exchanges)
        if (!perMessage || &each == &model.primaryExchange())
            each.communication.*member = value;
        else if (before > 0)
            each.communication.*member *= value / before;
    if (model.terms.split) {
        for (IntraCopyExchange& each : model.terms.split->exchanges)
            if (!perMessage)
                each.communication.*member = value;
            else if (before > 0)
                each.communication.*member *= value / before;
    }
    return model;
}

double inputValue(const ScalingModel& model, ModelInput input)
{
    return input == ModelInput::TComp ? model.tCompS : model.primaryExchange().communication.*inputMember(input);
}

ScalingModel withScaledInput(ScalingModel model, ModelInput input, double factor)
{
    if (input == ModelInput::TComp) {
        model.tCompS *= factor;
        return model;
    }
    for (Exchange& each : model.exchanges)
        each.communication.*inputMember(input) *= factor;
    if (model.terms.split)
        for (IntraCopyExchange& each : model.terms.split->exchanges)
            each.communication.*inputMember(input) *= factor;
    return model;
}

}  // namespace scalewright
