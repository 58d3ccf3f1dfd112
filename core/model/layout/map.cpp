// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

LayoutMapAxes layoutMapAxes(int planP, double parameters)
{
    LayoutMapAxes axes;
    const long maximumCards = std::clamp(4L * planP, 64L, 4096L);
    for (long cards = 1; cards <= maximumCards; cards *= 2)
        axes.cards.push_back(static_cast<int>(cards));
    const double low = std::clamp(parameters / 20, 1e7, 1e12), high = std::clamp(parameters * 20, 2e8, 1e13);
    for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10)
        for (const double step : {1.0, 2.0, 5.0})
            if (const double size = step * decade; size >= low * 0.999 && size <= high * 1.001)
                axes.parameters.push_back(size);
    if (!axes.parameters.empty())
        *std::ranges::min_element(axes.parameters, [parameters](double a, double b) {
            return std::abs(std::log(a / parameters)) < std::abs(std::log(b / parameters));
        }) = parameters;
    return axes;
}

Transformer resizedModel(const Transformer& model, double parameters)
{
    if (std::abs(parameters / parametersOf(model) - 1) < 1e-6)
        return model;
    const double factor = std::cbrt(parameters / parameterCount(model));
    const double depthUnit = model.layers >= 16 ? 8 : 1;
    const double depth = std::max(depthUnit, depthUnit * std::round(model.layers * factor / depthUnit));
    const double head = model.hiddenSize / model.attentionHeads,
                 shared = std::round(model.attentionHeads / model.keyValueHeads);
    const long heads = model.attentionHeads >= 32 ? 8 : model.attentionHeads >= 16 ? 4 : 1;
    const auto unit = static_cast<double>(std::lcm(static_cast<long>(shared), heads));
    Transformer best;
    double smallestDistance = std::numeric_limits<double>::infinity();
    for (const double layers : {depth, depth - depthUnit, depth + depthUnit})
        for (double count = unit; layers > 0 && count <= 4 * factor * model.attentionHeads + unit; count += unit) {
            Transformer candidate = model;
            candidate.parameters = 0;
            candidate.layers = layers;
            candidate.attentionHeads = count;
            candidate.keyValueHeads = count / shared;
            candidate.hiddenSize = head * count;
            candidate.feedForwardSize =
                64 * std::max(1.0, std::round(model.feedForwardSize / model.hiddenSize * candidate.hiddenSize / 64));
            // The parameter count dominates; the deviation from the desired depth is weighted by a quarter.
            const double distance =
                std::abs(std::log(parameterCount(candidate) / parameters)) + 0.25 * std::abs(std::log(layers / depth));
            if (distance < smallestDistance) {
                smallestDistance = distance;
                best = candidate;
            }
        }
    return best;
}

Result<LayoutCell> computeLayoutCell(const LayoutMapInputs& question, int cards, double parameters,
                                     const std::stop_token& stop)
{
    Transformer model;
    if (question.usesReferenceShape) {
        model = resizedModel(question.referenceModel, parameters);
    } else {
        TRY(const ModelEntry entry, modelForParameterCount(question.models, parameters));
        model = entry.model;
        model.state = question.referenceModel.state;
        model.flashAttention = question.referenceModel.flashAttention;
        if (question.referenceModel.sequenceLength > 0)
            model.sequenceLength = question.referenceModel.sequenceLength;
    }
    ClusterSpec cluster = question.cluster;
    cluster.cards = cards;
    const LayoutSearchOptions choices{.cards = {cards}, .bestCount = 1, .maximumMicroBatch = 8, .maximumChunks = 4};
    TRY(const LayoutSearchResult found, searchLayouts(model, cluster, question.trainer, question.batch, choices, stop));
    if (!found.byTime.empty())
        return LayoutCell{LayoutCell::Kind::Fits, found.byTime.front()};
    if (!found.smallestTooLarge.empty())
        return LayoutCell{LayoutCell::Kind::TooLarge, found.smallestTooLarge.front()};
    return LayoutCell{};
}

std::string splitText(const LayoutCell& cell)
{
    if (cell.kind != LayoutCell::Kind::Fits)
        return cell.kind == LayoutCell::Kind::TooLarge ? "nothing fits" : "no layout";
    const ParallelLayout& layout = cell.best.layout;
    std::vector<std::string> parts;
    if (layout.tensor > 1)
        parts.emplace_back("tensor");
    if (layout.context > 1)
        parts.emplace_back("context");
    if (layout.stages > 1)
        parts.emplace_back("stages");
    if (parts.empty())
        return layout.data == 1 ? "one card" : layout.shardingStage > 0 ? "data, sharded" : "data alone";
    return joinNonEmpty(parts, " × ");
}

std::string cellText(const LayoutCell& cell, int cards, double parameters)
{
    const std::string prefix = formatMessage("{} {}, {} parameters: ", cards, cards == 1 ? "card" : "cards",
                                             formatLargeCount(parameters).joined());
    switch (cell.kind) {
    case LayoutCell::Kind::Fits:
        return prefix + formatMessage("{}, {} per step", layoutText(cell.best.layout), timeText(cell.best.stepS));
    case LayoutCell::Kind::TooLarge:
        return prefix +
               formatMessage("nothing fits; the smallest layout needs {} per card", bytesText(cell.best.memoryBytes));
    case LayoutCell::Kind::NoLayout: break;
    }
    return prefix + "no layout divides the batch";
}

}  // namespace scalewright
