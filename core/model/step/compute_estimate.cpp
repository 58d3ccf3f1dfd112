// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/step/compute_estimate.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/resources.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/exact_text.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/model/memory/memory.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"
#include "core/project/document/source.h"

namespace scalewright {

namespace {

struct GivenShare {
    double value = 0;
    std::string source;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<GivenShare> auto& share)
{
    visit.number("value", share.value, Dimension::Ratio, Range::Share);
    visit.text("source", share.source);
}

/// An assumed T_comp with the value of its text.
Result<Quantity> assumedTimeFrom(std::string text, std::string source, std::string conditions)
{
    TRY(const ParsedEntry time, parseEntry(text, Dimension::Time));
    return Quantity{
        time.value, std::nullopt, {Origin::Assumed, std::move(source), {}, std::move(conditions)}, std::move(text)};
}

}  // namespace

Result<TrainingEfficiency> parseTrainingEfficiency(std::string_view text)
{
    return readDataFile<TrainingEfficiency>(
        text, "scalewright-efficiency", [](ObjectReader& root, TrainingEfficiency& out) {
            Sources sources;
            GivenShare share;
            root.objectsByName("sources", sources);
            root.object("training_share", share);
            out.peakShare = share.value;
            const auto source =
                std::ranges::find_if(sources, [&](const auto& each) { return each.first == share.source; });
            if (source != sources.end())
                out.source = source->second.title;
            else
                root.addProblem("/training_share/source", "the source is missing", "a member of \"sources\"");
        });
}

bool mayEstimateComputeTime(const Project& project)
{
    const MaybeQuantity& tComp = project.baseline.tCompS;
    return project.baseline.model &&
           (!tComp || (tComp->provenance.origin == Origin::Assumed && !tComp->provenance.source.empty()));
}

const Result<TrainingEfficiency>& trainingEfficiency()
{
    static const Result<TrainingEfficiency> efficiency =
        parseResource("catalogue/efficiency.json", parseTrainingEfficiency);
    return efficiency;
}

Result<Quantity> estimateComputeTime(const Project& project, std::optional<double> peakShare)
{
    if (!peakShare && !trainingEfficiency())
        return fail(trainingEfficiency().error());
    const double share = peakShare ? *peakShare : trainingEfficiency()->peakShare;
    Error error;
    const auto require = [&error](const MaybeQuantity& quantity, const FieldInfo& field) {
        if (!quantity)
            error.problems.push_back(
                {formatMessage("{} is not known", field.phrase), field.howToGet, {.jsonPointer = field.jsonPointer}});
        return valueOr(quantity, 0);
    };
    const ModelShape shape = project.baseline.model.value_or(ModelShape{});
    const Result<Transformer> model = transformerOf(shape);
    if (!model)
        error.problems = model.error().problems;
    const double batch = require(project.baseline.batch, fieldOf(&Baseline::batch));
    const double sequence = require(shape.sequence, fieldOf(&ModelShape::sequence));
    const MaybeQuantity& cardPeak = project.target.peakFlops;
    const double peak = require(cardPeak ? cardPeak : project.baseline.machine.peakFlops, fieldOf(&Target::peakFlops));
    if (!error.problems.empty())
        return fail(std::move(error));
    const double activeShare =
        model->hasShape() && model->experts > 1 ? activeParameterCount(*model) / parameterCount(*model) : 1;
    const AmountText parameters = formatLargeCount(parametersOf(*model) * activeShare, 6);
    return assumedTimeFrom(
        fmt::format("6 FLOP*{}{}*{}*{}/({}*{})", parameters.number, parameters.unit, exactNumber(batch),
                    exactNumber(sequence), roundTripText(share), exactAmount(peak, Dimension::ComputeRate)),
        formatMessage("6 x parameters x tokens at {} of the peak", exactPercent(share)),
        peakShare ? std::string("the share is given") : trainingEfficiency()->source);
}

Result<Quantity> scaleFromFewerLayers(const Project& project, const Quantity& measured, double layers)
{
    const MaybeQuantity all = project.baseline.model ? project.baseline.model->layers : std::nullopt;
    const FieldInfo& field = fieldOf(&ModelShape::layers);
    if (!all)
        return fail(ErrorCode::Input, formatMessage("{} is not known", field.phrase), field.howToGet,
                    {.jsonPointer = field.jsonPointer});
    if (!(layers >= 1 && layers <= all->value))
        return fail(ErrorCode::Input, formatMessage("{} layers were measured", exactNumber(layers)),
                    formatMessage("1 to {}, the layers of the model", exactNumber(all->value)),
                    {.jsonPointer = field.jsonPointer});
    return assumedTimeFrom(fmt::format("{}*{}/{}", exactAmount(measured.value, Dimension::Time),
                                       exactNumber(all->value), exactNumber(layers)),
                           formatMessage("a step with {} of {} layers", exactNumber(layers), exactNumber(all->value)),
                           "embedding and head are assumed to take a proportional share");
}

}  // namespace scalewright
