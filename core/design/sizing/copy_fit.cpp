// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/sizing/copy_fit.h"

#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "core/base/error/try.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/design/sizing/sizing.h"

namespace scalewright {

namespace {

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
    model.state = need.state;
    return model;
}

/// Drops the shape, which determines activations and the cache, and keeps only the parameters.
Transformer withoutShape(const Transformer& model)
{
    return {.parameters = model.parameters, .state = model.state};
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

CopyFit copyFitFrom(const CardFit& cards)
{
    return {.cards = cards.withHeadroom,
            .cardsWithoutHeadroom = cards.withoutHeadroom,
            .fullestCard = cards.fullestCard,
            .isFullySharded = false,
            .notes = {}};
}

/// The state in equal parts, without regard to its layout.
CopyFit evenPartsFit(double bytes, double memoryBytes)
{
    const MinimumParts parts = minimumParts(bytes, memoryBytes);
    return {.cards = parts.withHeadroom,
            .cardsWithoutHeadroom = parts.withoutHeadroom,
            .fullestCard = {},
            .isFullySharded = parts.withHeadroom > 1,
            .notes = {}};
}

Result<CopyFit> trainingFit(const SizingNeed& need)
{
    const Transformer model = modelOf(need);
    MemoryLayout copy = need.layout;
    const double usableBytes = usableMemoryShare * need.memoryBytes;
    const std::string usableText =
        formatMessage("{} % of {}", decimalText(100 * usableMemoryShare, 0), bytesText(need.memoryBytes));
    // What no number of cards divides.
    const auto undividedText = [&] {
        constexpr double manyGroups = 1e12;
        return bytesText(
            trainingMemory(model, spreadOver(copy, manyGroups * workersInGroup(copy), need.batch)).total());
    };
    std::vector<std::string> notes;
    std::optional<double> cards = fewestWorkers(model, copy, need.batch, usableBytes);
    if (!cards)
        TRY_DO(requireKnownShard(stateOf(model), copy.shardingStage, 2));
    if (!cards && copy.shardingStage < 3) {
        if (copy.shardingStage > 0 || need.axis != Axis::Training)
            notes.push_back(
                formatMessage("sharding stage {} leaves {} on every card, more than the {} it may fill: "
                              "fully sharded (stage 3) instead",
                              copy.shardingStage, undividedText(), usableText));
        copy.shardingStage = 3;
        cards = fewestWorkers(model, copy, need.batch, usableBytes);
    }
    if (!cards && !fewestWorkers(withoutShape(model), copy, need.batch, usableBytes)) {
        CopyFit fit;  // no number of cards can hold it
        fit.cards = fit.cardsWithoutHeadroom = std::numeric_limits<double>::infinity();
        return fit;
    }
    if (!cards)
        return fail(ErrorCode::Refused,
                    formatMessage("{} remain on every card however many share the state, more than the usable {}",
                                  undividedText(), usableText),
                    "a smaller micro-batch, recomputation or tensor parallelism");
    const MemoryLayout layout = spreadOver(copy, *cards, need.batch);
    return CopyFit{.cards = *cards,
                   .cardsWithoutHeadroom = fewestWorkers(model, copy, need.batch, need.memoryBytes).value_or(*cards),
                   .fullestCard = trainingMemory(model, layout),
                   .isFullySharded = layout.shardingStage == 3 && layout.dataParallel > 1,
                   .notes = std::move(notes)};
}

Result<CopyFit> servingFit(const SizingNeed& need)
{
    const Transformer model = modelOf(need);
    const auto memoryWith = [&](double tokens) {
        return [model, tokens](double cards) {
            return servingMemory(model, {.bytesPerWeight = stateOf(model).servingBytes(),
                                         .cachedTokens = tokens,
                                         .tensorParallel = static_cast<int>(cards)});
        };
    };
    if (std::optional<CardFit> cards =
            fitCards(memoryWith(need.cacheTokens), need.memoryBytes, maximumTriedTensorParallel)) {
        const double heads = model.attentionHeads;
        if (!model.hasShape() || cards->withHeadroom > heads)
            return copyFitFrom(*cards);
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
        CopyFit fit = copyFitFrom(*cards);
        if (cards->withHeadroom > holding)
            fit.notes.push_back(formatMessage("{} cards would hold it; {} attention heads split evenly over {}",
                                              significantText(holding), significantText(heads),
                                              significantText(cards->withHeadroom)));
        return fit;
    }
    // Weights too large for any of these counts are sized by bytes alone.
    if (fitCards(memoryWith(0), need.memoryBytes, maximumTriedTensorParallel))
        return fail(
            ErrorCode::Refused,
            formatMessage(
                "a cache of {} tokens leaves {} on every card however many share it, more than the usable {} % of {}",
                amountText(need.cacheTokens, Dimension::Count),
                bytesText(memoryWith(need.cacheTokens)(maximumTriedTensorParallel).total()),
                decimalText(100 * usableMemoryShare, 0), bytesText(need.memoryBytes)),
            "fewer concurrent requests, or a shorter context");
    CopyFit fit = evenPartsFit(stateOf(model).servingBytes() * need.parameters, need.memoryBytes);
    fit.isFullySharded = false;
    return fit;
}

}  // namespace

Result<CopyFit> fitModelCopy(const SizingNeed& need)
{
    if (need.axis == Axis::Inference)
        return servingFit(need);
    if (need.parameters == 0)
        return evenPartsFit(need.workingSetBytes, need.memoryBytes);
    return trainingFit(need);
}

}  // namespace scalewright
