#include "core/design/sizing/copy_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/design/sizing/sizing.h"

namespace scalewright {

namespace {

constexpr double maximumShards = 1e12;
constexpr double maximumTriedTensorParallel = 1 << 16;  // for a serving replica

/// Smallest integer n in 1 … maximum with bytes(n) <= availableBytes; nullopt if none exists. Precondition: bytes(n)
/// never increases with n.
std::optional<double> smallestCountWithin(const std::function<double(double)>& bytes, double availableBytes,
                                          double maximum)
{
    if (bytes(maximum) > availableBytes)
        return std::nullopt;
    double low = 0, high = maximum;
    while (high - low > 1) {
        const double middle = std::floor(low + (high - low) / 2);
        (bytes(middle) > availableBytes ? low : high) = middle;
    }
    return high;
}

Transformer modelOf(const SizingNeed& need)
{
    Transformer model = need.model.value_or(Transformer{});
    model.parameters = need.parameters;
    return model;
}

/// Drops the shape, which determines activations and the cache, and keeps only the parameters.
Transformer withoutShape(const Transformer& model)
{
    return {.parameters = model.parameters, .stateConvention = model.stateConvention};
}

struct CardFit {
    double withHeadroom = 1, withoutHeadroom = 1;
    MemoryNeed fullestCard;
};

/// `need` returns the memory of the fullest card for a number of parts.
std::optional<CardFit> fitCards(const std::function<MemoryNeed(double)>& need, double memoryBytes, double maximum)
{
    const auto bytes = [&](double parts) { return need(parts).total(); };
    const std::optional<double> fitting = smallestCountWithin(bytes, usableMemoryShare * memoryBytes, maximum);
    if (!fitting)
        return std::nullopt;
    return CardFit{*fitting, smallestCountWithin(bytes, memoryBytes, maximum).value_or(*fitting), need(*fitting)};
}

CopyFit copyFitFrom(const CardFit& cards, double unit)
{
    return {.cards = cards.withHeadroom * unit,
            .cardsWithoutHeadroom = cards.withoutHeadroom * unit,
            .fullestCard = cards.fullestCard,
            .isFullySharded = false,
            .notes = {}};
}

Result<CopyFit> trainingFit(const SizingNeed& need)
{
    const Transformer model = modelOf(need);
    const double unit = static_cast<double>(need.layout.tensorParallel) * need.layout.pipelineStages;
    const auto memoryWith = [&](const Transformer& which, int stage) {
        return [&need, which, stage](double shards) {
            MemoryLayout layout = need.layout;
            layout.shardingStage = stage;
            layout.dataParallel = shards;
            return trainingMemory(which, layout);
        };
    };
    std::vector<std::string> notes;
    int stage = need.layout.shardingStage;
    std::optional<CardFit> cards = fitCards(memoryWith(model, stage), need.memoryBytes, maximumShards);
    const auto bytesLeftText = [&](int shardingStage) {
        return bytesText(memoryWith(model, shardingStage)(maximumShards).total());
    };
    if (!cards && stage < 3) {
        if (stage > 0 || need.axis != Axis::Training)
            notes.push_back(formatMessage(
                "sharding stage {} leaves {} on every card, more than the {} % of {} it may fill: fully "
                "sharded (stage 3) instead",
                stage, bytesLeftText(stage), decimalText(100 * usableMemoryShare, 0), bytesText(need.memoryBytes)));
        stage = 3;
        cards = fitCards(memoryWith(model, stage), need.memoryBytes, maximumShards);
    }
    if (!cards &&
        memoryWith(withoutShape(model), stage)(maximumShards).total() > usableMemoryShare * need.memoryBytes) {
        CopyFit fit;  // no number of cards can hold it
        fit.cards = fit.cardsWithoutHeadroom = std::numeric_limits<double>::infinity();
        return fit;
    }
    if (!cards)
        return fail(
            ErrorCode::Refused,
            formatMessage("{} remain on every card however many share the state, more than the usable {} % of {}",
                          bytesLeftText(stage), decimalText(100 * usableMemoryShare, 0), bytesText(need.memoryBytes)),
            "a smaller micro-batch, recomputation or tensor parallelism");
    CopyFit fit = copyFitFrom(*cards, unit);
    fit.isFullySharded = stage == 3 && cards->withHeadroom > 1;
    fit.notes = std::move(notes);
    return fit;
}

Result<CopyFit> servingFit(const SizingNeed& need)
{
    const Transformer model = modelOf(need);
    const auto memoryWith = [&](double tokens) {
        return [&need, model, tokens](double cards) {
            ServingLoad load{.cachedTokens = tokens, .tensorParallel = static_cast<int>(cards)};
            load.bytesPerWeight = need.bytesPerParameter.value_or(load.bytesPerWeight);
            return servingMemory(model, load);
        };
    };
    if (std::optional<CardFit> cards =
            fitCards(memoryWith(need.cacheTokens), need.memoryBytes, maximumTriedTensorParallel)) {
        const double heads = model.attentionHeads;
        if (!model.hasShape() || cards->withHeadroom > heads)
            return copyFitFrom(*cards, 1);
        // With tensor parallelism, every card gets the same number of heads (Megatron-LM, vLLM).
        const auto nextDivisor = [heads](double minimum) {
            while (std::fmod(heads, minimum) != 0)
                ++minimum;
            return minimum;
        };
        const double holding = cards->withHeadroom;
        cards->withHeadroom = nextDivisor(holding);
        cards->withoutHeadroom = nextDivisor(cards->withoutHeadroom);
        cards->fullestCard = memoryWith(need.cacheTokens)(cards->withHeadroom);
        CopyFit fit = copyFitFrom(*cards, 1);
        if (cards->withHeadroom > holding)
            fit.notes.push_back(formatMessage("{} cards would hold it; {} attention heads split evenly over {}",
                                              significantText(holding), significantText(heads),
                                              significantText(cards->withHeadroom)));
        return fit;
    }
    // Weights too large for any of these counts are sized by bytes alone.
    const std::optional<CardFit> weights = fitCards(memoryWith(0), need.memoryBytes, maximumTriedTensorParallel);
    CopyFit fit;
    if (weights)
        return fail(
            ErrorCode::Refused,
            formatMessage(
                "a cache of {} tokens leaves {} on every card however many share it, more than the usable {} % of {}",
                formatAmount(need.cacheTokens, Dimension::Count).joined(),
                bytesText(memoryWith(need.cacheTokens)(maximumTriedTensorParallel).total()),
                decimalText(100 * usableMemoryShare, 0), bytesText(need.memoryBytes)),
            "fewer concurrent requests, or a shorter context");
    const MinimumParts parts =
        minimumParts(need.bytesPerParameter.value_or(ServingLoad().bytesPerWeight) * need.parameters, need.memoryBytes);
    fit.cards = parts.withHeadroom;
    fit.cardsWithoutHeadroom = parts.withoutHeadroom;
    return fit;
}

}  // namespace

Result<CopyFit> fitModelCopy(const SizingNeed& need)
{
    if (need.axis == Axis::Inference)
        return servingFit(need);
    if (!need.bytesPerParameter)
        return trainingFit(need);
    const MinimumParts parts = minimumParts(*need.bytesPerParameter * need.parameters, need.memoryBytes);
    return CopyFit{.cards = parts.withHeadroom,
                   .cardsWithoutHeadroom = parts.withoutHeadroom,
                   .fullestCard = {},
                   .isFullySharded = parts.withHeadroom > 1,
                   .notes = {}};
}

}  // namespace scalewright
