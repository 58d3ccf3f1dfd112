// SPDX-License-Identifier: GPL-3.0-or-later
// Converts between a project's model and the planner's models.
#include "core/model/layout/sources.h"

namespace scalewright {

Result<ModelEntry> modelOfProject(const ModelShape& shape, const std::vector<ModelEntry>& models)
{
    const Result<Transformer> model = transformerOf(shape);
    if (!model)
        return fail(model.error());
    if (!model->hasShape()) {
        Result<ModelEntry> entry = modelForParameterCount(models, model->parameters);
        if (!entry)
            return fail(ErrorCode::Input, entry.error().problems.front().message,
                        entry.error().problems.front().expected,
                        {.jsonPointer = fieldOf(&ModelShape::parameters).jsonPointer});
        entry->model.parameters = model->parameters;
        entry->model.isShapeAssumed = true;
        entry->model.state = stateOf(*model);
        entry->model.flashAttention = shape.flashAttention;
        if (shape.sequence)
            entry->model.sequenceLength = shape.sequence->value;
        return entry;
    }
    if (!(model->sequenceLength > 0)) {
        const FieldInfo& field = fieldOf(&ModelShape::sequence);
        return fail(ErrorCode::Input, formatMessage("{} is not set", field.phrase), field.howToGet,
                    {.jsonPointer = field.jsonPointer});
    }
    ModelEntry entry{"project", shape.name.empty() ? "the project's model" : shape.name, "project", *model};
    entry.model.state = stateOf(shape);
    return entry;
}

ModelShape modelShapeOf(const ModelEntry& entry, const ModelShape& present)
{
    const Transformer& model = entry.model;
    const auto figure = [&entry](double value) {
        return Quantity{value, std::nullopt, {Origin::Catalogue, entry.name + " (" + entry.source + ")", {}, {}}};
    };
    const auto figureIf = [&figure](bool isPresent, double value) {
        return isPresent ? MaybeQuantity(figure(value)) : std::nullopt;
    };
    ModelShape shape;
    shape.name = entry.name;
    shape.layers = figure(model.layers);
    shape.hidden = figure(model.hiddenSize);
    shape.heads = figure(model.attentionHeads);
    shape.kvHeads = figureIf(model.keyValueHeads != model.attentionHeads, model.keyValueHeads);
    shape.feedForward = figureIf(model.feedForwardSize != 4 * model.hiddenSize, model.feedForwardSize);
    shape.vocabulary = figure(model.vocabularySize);
    shape.sequence = figure(model.sequenceLength);
    shape.experts = figureIf(model.experts > 1, model.experts);
    shape.expertsPerToken = figureIf(model.experts > 1, model.expertsPerToken);
    shape.bytesPerParameter = present.bytesPerParameter;
    shape.gated = model.gatedFeedForward;
    shape.flashAttention = model.flashAttention || present.flashAttention;
    shape.tiedEmbeddings = model.tiedEmbeddings;
    shape.unknown = present.unknown;
    return shape;
}

}  // namespace scalewright
