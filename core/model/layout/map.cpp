#include "core/model/layout/map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

LayoutMapAxes layoutMapAxes(int planP, double parameters)
{
    LayoutMapAxes axes;
    const long most = std::clamp(4L * planP, 64L, 4096L);
    for (long cards = 1; cards <= most; cards *= 2)
        axes.cards.push_back(static_cast<int>(cards));
    const double low = std::clamp(parameters / 20, 1e7, 1e12), high = std::clamp(parameters * 20, 2e8, 1e13);
    for (double decade = std::pow(10, std::floor(std::log10(low))); decade <= high; decade *= 10)
        for (const double step : {1.0, 2.0, 5.0})
            if (const double size = step * decade; size >= low * 0.999 && size <= high * 1.001)
                axes.parameters.push_back(size);
    if (!axes.parameters.empty())
        *std::min_element(axes.parameters.begin(), axes.parameters.end(), [parameters](double a, double b) {
            return std::abs(std::log(a / parameters)) < std::abs(std::log(b / parameters));
        }) = parameters;
    return axes;
}

Transformer resized(const Transformer& model, double parameters)
{
    if (std::abs(parameters / parametersOf(model) - 1) < 1e-6)
        return model;
    const double factor = std::cbrt(parameters / parameterCount(model));
    const double depthUnit = model.layers >= 16 ? 8 : 1;
    const double depth = std::max(depthUnit, depthUnit * std::round(model.layers * factor / depthUnit));
    const double head = model.hidden / model.heads, shared = std::round(model.heads / model.kvHeads);
    const long heads = model.heads >= 32 ? 8 : model.heads >= 16 ? 4 : 1;
    const auto unit = static_cast<double>(std::lcm(static_cast<long>(shared), heads));
    Transformer best;
    double least = std::numeric_limits<double>::infinity();
    for (const double layers : {depth, depth - depthUnit, depth + depthUnit})
        for (double count = unit; layers > 0 && count <= 4 * factor * model.heads + unit; count += unit) {
            Transformer tried = model;
            tried.parameters = 0;
            tried.layers = layers;
            tried.heads = count;
            tried.kvHeads = count / shared;
            tried.hidden = head * count;
            tried.feedForward = 64 * std::max(1.0, std::round(model.feedForward / model.hidden * tried.hidden / 64));
            // The count first, then the depth as it should be.
            const double off =
                std::abs(std::log(parameterCount(tried) / parameters)) + 0.25 * std::abs(std::log(layers / depth));
            if (off < least) {
                least = off;
                best = tried;
            }
        }
    return best;
}

Result<LayoutCell> layoutCell(const LayoutMapQuestion& question, int cards, double parameters,
                              const std::stop_token& stop)
{
    Transformer model;
    if (question.ownShape) {
        model = resized(question.like, parameters);
    } else {
        const Result<ModelEntry> entry = modelOfParameters(question.models, parameters);
        if (!entry)
            return fail(entry.error());
        model = entry->model;
        model.convention = question.like.convention;
        model.flashAttention = question.like.flashAttention;
        if (question.like.sequence > 0)
            model.sequence = question.like.sequence;
    }
    ClusterSpec cluster = question.cluster;
    cluster.cards = cards;
    const LayoutChoices choices{.cards = {cards}, .best = 1, .largestMicroBatch = 8, .mostChunks = 4};
    const Result<LayoutSearch> found = searchLayouts(model, cluster, question.trainer, question.batch, choices, stop);
    if (!found)
        return fail(found.error());
    if (!found->byTime.empty())
        return LayoutCell{LayoutCell::Kind::Fits, found->byTime.front()};
    if (!found->smallest.empty())
        return LayoutCell{LayoutCell::Kind::TooLarge, found->smallest.front()};
    return LayoutCell{};
}

std::string splitText(const LayoutCell& cell)
{
    if (cell.kind != LayoutCell::Kind::Fits)
        return cell.kind == LayoutCell::Kind::TooLarge ? "nothing fits" : "no layout";
    const Layout& layout = cell.best.layout;
    std::vector<std::string> parts;
    if (layout.tensor > 1)
        parts.emplace_back("tensor");
    if (layout.context > 1)
        parts.emplace_back("context");
    if (layout.stages > 1)
        parts.emplace_back("stages");
    if (parts.empty())
        return layout.data == 1 ? "one card" : layout.shardingStage > 0 ? "data, sharded" : "data alone";
    return joined(std::move(parts), " × ");
}

std::string cellText(const LayoutCell& cell, int cards, double parameters)
{
    const std::string where =
        say("{} {}, {} parameters: ", cards, cards == 1 ? "card" : "cards", countAmount(parameters).joined());
    switch (cell.kind) {
    case LayoutCell::Kind::Fits:
        return where + say("{}, {} a step", layoutText(cell.best.layout), timeText(cell.best.stepS));
    case LayoutCell::Kind::TooLarge:
        return where + say("nothing fits, the smallest needs {} a card",
                           formatAmount(cell.best.memoryBytes, Dimension::Bytes).joined());
    case LayoutCell::Kind::NoLayout: break;
    }
    return where + "no layout divides the batch";
}

}  // namespace scalewright
