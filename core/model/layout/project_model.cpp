// A project's model as the planner reads it, and a known model as the project keeps it.
#include "core/base/text/quote.h"
#include "core/model/layout/sources.h"

namespace scalewright {

Result<ModelEntry> modelOfProject(const ModelShape& shape, const std::vector<ModelEntry>& models)
{
    const Result<Transformer> model = transformerOf(shape);
    if (!model)
        return fail(model.error());
    if (!model->hasShape()) {
        Result<ModelEntry> entry = modelOfParameters(models, model->parameters);
        if (!entry)
            return fail(ErrorCode::Input, entry.error().problems.front().message,
                        entry.error().problems.front().expected, {.pointer = fieldOf(&ModelShape::parameters).pointer});
        entry->model.convention = model->convention;
        entry->model.flashAttention = shape.flashAttention;
        if (shape.sequence)
            entry->model.sequence = shape.sequence->value;
        return entry;
    }
    if (!(model->sequence > 0)) {
        const FieldInfo& field = fieldOf(&ModelShape::sequence);
        return fail(ErrorCode::Input, say("{} is not known", field.meaning), field.howToGet,
                    {.pointer = field.pointer});
    }
    return ModelEntry{"project", shape.name.empty() ? "the project's model" : shape.name, "project", *model};
}

ModelShape shapeOf(const ModelEntry& entry, const ModelShape& present)
{
    const Transformer& model = entry.model;
    const auto figure = [&entry](double value) {
        return Quantity{value, std::nullopt, {Origin::Catalogue, entry.name + " (" + entry.source + ")", {}, {}}};
    };
    const auto where = [&figure](bool is, double value) { return is ? MaybeQuantity(figure(value)) : std::nullopt; };
    ModelShape shape;
    shape.name = entry.name;
    shape.layers = figure(model.layers);
    shape.hidden = figure(model.hidden);
    shape.heads = figure(model.heads);
    shape.kvHeads = where(model.kvHeads != model.heads, model.kvHeads);
    shape.feedForward = where(model.feedForward != 4 * model.hidden, model.feedForward);
    shape.vocabulary = figure(model.vocabulary);
    shape.sequence = figure(model.sequence);
    shape.experts = where(model.experts > 1, model.experts);
    shape.expertsPerToken = where(model.experts > 1, model.expertsPerToken);
    shape.convention = present.convention;
    shape.gated = model.gated;
    shape.flashAttention = model.flashAttention || present.flashAttention;
    shape.tiedEmbeddings = model.tiedEmbeddings;
    shape.unknown = present.unknown;
    return shape;
}

}  // namespace scalewright
