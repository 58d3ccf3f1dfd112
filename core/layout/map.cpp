#include "core/layout/map.h"

#include <algorithm>
#include <cmath>

#include "core/base/message.h"
#include "core/quantity/units.h"

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
    return axes;
}

Result<LayoutCell> layoutCell(const LayoutMapQuestion& question, int cards, double parameters,
                              const std::stop_token& stop)
{
    Result<ModelEntry> entry = modelOfParameters(question.models, parameters);
    if (!entry)
        return fail(entry.error());
    entry->model.convention = question.like.convention;
    entry->model.flashAttention = question.like.flashAttention;
    if (question.like.sequence > 0)
        entry->model.sequence = question.like.sequence;
    ClusterSpec cluster = question.cluster;
    cluster.cards = cards;
    const LayoutChoices choices{.cards = {cards}, .best = 1, .largestMicroBatch = 8, .mostChunks = 4};
    const Result<LayoutSearch> found =
        searchLayouts(entry->model, cluster, question.trainer, question.batch, choices, stop);
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
