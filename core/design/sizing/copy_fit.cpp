#include "core/design/sizing/copy_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "core/base/quantity/units.h"
#include "core/design/sizing/sizing.h"

namespace scalewright {

namespace {

constexpr double mostShards = 1e12;
constexpr double mostTensor = 1 << 16;  // of a replica that serves

std::string shortBytes(double bytes)
{
    return formatAmount(bytes, Dimension::Bytes).joined();
}

/// The least whole n in 1 … most where bytes(n), which never grows, is at most `room`; nullopt where there is none.
std::optional<double> fewest(const std::function<double(double)>& bytes, double room, double most)
{
    if (bytes(most) > room)
        return std::nullopt;
    double low = 0, high = most;
    while (high - low > 1) {
        const double middle = std::floor(low + (high - low) / 2);
        (bytes(middle) > room ? low : high) = middle;
    }
    return high;
}

Transformer modelOf(const SizingNeed& need)
{
    Transformer model = need.model.value_or(Transformer{});
    model.parameters = need.parameters;
    return model;
}

/// Without what makes activations and the cache: only parameters are left.
Transformer withoutShape(const Transformer& model)
{
    return {.parameters = model.parameters, .convention = model.convention};
}

struct Cards {
    double fitting = 1, filled = 1;
    MemoryNeed onCard;
};

/// `need`: of the fullest card, of so many parts.
std::optional<Cards> cardsFor(const std::function<MemoryNeed(double)>& need, double memoryBytes, double most)
{
    const auto bytes = [&](double parts) { return need(parts).total(); };
    const std::optional<double> fitting = fewest(bytes, fillableShare * memoryBytes, most);
    if (!fitting)
        return std::nullopt;
    return Cards{*fitting, fewest(bytes, memoryBytes, most).value_or(*fitting), need(*fitting)};
}

CopyFit fitOf(const Cards& cards, double unit)
{
    return {.cards = cards.fitting * unit,
            .filled = cards.filled * unit,
            .onCard = cards.onCard,
            .shardedWhole = false,
            .notes = {}};
}

Result<CopyFit> trainingFit(const SizingNeed& need)
{
    const Transformer model = modelOf(need);
    const double unit = static_cast<double>(need.layout.tensor) * need.layout.stages;
    const auto with = [&](const Transformer& which, int stage) {
        return [&need, which, stage](double shards) {
            MemoryLayout layout = need.layout;
            layout.shardingStage = stage;
            layout.dataParallel = shards;
            return trainingMemory(which, layout);
        };
    };
    std::vector<std::string> notes;
    int stage = need.layout.shardingStage;
    std::optional<Cards> cards = cardsFor(with(model, stage), need.memoryBytes, mostShards);
    const auto kept = [&](int its) { return shortBytes(with(model, its)(mostShards).total()); };
    if (!cards && stage < 3) {
        if (stage > 0 || need.axis != Axis::Training)
            notes.push_back(
                say("stage {} of sharding leaves {} on every card, over the {} % of {} it may fill: sharded whole "
                    "(stage 3) "
                    "instead",
                    stage, kept(stage), decimalText(100 * fillableShare, 0), shortBytes(need.memoryBytes)));
        stage = 3;
        cards = cardsFor(with(model, stage), need.memoryBytes, mostShards);
    }
    if (!cards && with(withoutShape(model), stage)(mostShards).total() > fillableShare * need.memoryBytes) {
        CopyFit fit;  // more than any count of cards holds
        fit.cards = fit.filled = std::numeric_limits<double>::infinity();
        return fit;
    }
    if (!cards)
        return fail(
            ErrorCode::Refused,
            say("{} stay on every card however many share the state, more than the {} % of {} that one is filled to",
                kept(stage), decimalText(100 * fillableShare, 0), shortBytes(need.memoryBytes)),
            "a smaller micro-batch, recomputation or a split inside the layers");
    CopyFit fit = fitOf(*cards, unit);
    fit.shardedWhole = stage == 3 && cards->fitting > 1;
    fit.notes = std::move(notes);
    return fit;
}

Result<CopyFit> servingFit(const SizingNeed& need)
{
    const Transformer model = modelOf(need);
    const auto with = [&](double tokens) {
        return [&need, model, tokens](double cards) {
            ServingLoad load{.tokens = tokens, .tensor = static_cast<int>(cards)};
            load.bytesPerWeight = need.bytesPerParameter.value_or(load.bytesPerWeight);
            return servingMemory(model, load);
        };
    };
    if (std::optional<Cards> cards = cardsFor(with(need.cacheTokens), need.memoryBytes, mostTensor)) {
        const double heads = model.heads;
        if (!model.hasShape() || cards->fitting > heads)
            return fitOf(*cards, 1);
        // Tensor parallelism gives every card as many heads as the next (Megatron-LM, vLLM).
        const auto evenly = [heads](double least) {
            while (std::fmod(heads, least) != 0)
                ++least;
            return least;
        };
        const double holding = cards->fitting;
        cards->fitting = evenly(holding);
        cards->filled = evenly(cards->filled);
        cards->onCard = with(need.cacheTokens)(cards->fitting);
        CopyFit fit = fitOf(*cards, 1);
        if (cards->fitting > holding)
            fit.notes.push_back(say("{} cards would hold it; {} attention heads are split evenly over {}",
                                    significant(holding), significant(heads), significant(cards->fitting)));
        return fit;
    }
    // Weights so large that no such count holds them are counted by the byte.
    const std::optional<Cards> weights = cardsFor(with(0), need.memoryBytes, mostTensor);
    CopyFit fit;
    if (weights)
        return fail(ErrorCode::Refused,
                    say("a cache of {} tokens leaves {} on every card however many share it, more than the {} % of {} "
                        "that one is filled to",
                        formatAmount(need.cacheTokens, Dimension::Count).joined(),
                        shortBytes(with(need.cacheTokens)(mostTensor).total()), decimalText(100 * fillableShare, 0),
                        shortBytes(need.memoryBytes)),
                    "fewer requests at once, or a shorter context");
    const FewestParts parts =
        fewestParts(need.bytesPerParameter.value_or(ServingLoad().bytesPerWeight) * need.parameters, need.memoryBytes);
    fit.cards = parts.withHeadroom;
    fit.filled = parts.holding;
    return fit;
}

}  // namespace

Result<CopyFit> copyFit(const SizingNeed& need)
{
    if (need.axis == Axis::Inference)
        return servingFit(need);
    if (!need.bytesPerParameter)
        return trainingFit(need);
    const FewestParts parts = fewestParts(*need.bytesPerParameter * need.parameters, need.memoryBytes);
    return CopyFit{.cards = parts.withHeadroom,
                   .filled = parts.holding,
                   .onCard = {},
                   .shardedWhole = parts.withHeadroom > 1,
                   .notes = {}};
}

}  // namespace scalewright
