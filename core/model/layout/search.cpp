// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <thread>
#include <tuple>

#include "core/base/error/try.h"
#include "core/model/layout/calibrate.h"
#include "core/model/scaling/model.h"

namespace scalewright {

namespace {

/// Keeps the best few candidates in order. Ties are broken by comparing the layouts, so that the result does not depend
/// on the number of threads.
template <class Less>
class BestLayouts {
public:
    explicit BestLayouts(int capacity)
        : m_capacity(static_cast<std::size_t>(std::clamp(capacity, 1, maximumKeptLayouts)))
    {
    }

    void offer(const RankedLayout& candidate)
    {
        if (m_size == m_capacity && !Less{}(candidate, m_kept[m_size - 1]))
            return;
        std::size_t position = m_size < m_capacity ? m_size++ : m_size - 1;
        for (; position > 0 && Less{}(candidate, m_kept[position - 1]); --position)
            m_kept[position] = m_kept[position - 1];
        m_kept[position] = candidate;
    }
    void offer(const BestLayouts& other)
    {
        for (std::size_t i = 0; i < other.m_size; ++i)
            offer(other.m_kept[i]);
    }
    [[nodiscard]] std::vector<RankedLayout> keptLayouts() const { return {m_kept.begin(), m_kept.begin() + m_size}; }
    /// These, with the best of `others` in second place if it is better than the first.
    [[nodiscard]] std::vector<RankedLayout> keptLayoutsWith(const BestLayouts& others) const
    {
        if (m_size == 0)
            return others.keptLayouts();
        std::vector<RankedLayout> kept = keptLayouts();
        if (others.m_size > 0 && Less{}(others.m_kept[0], kept.front())) {
            kept.insert(kept.begin() + 1, others.m_kept[0]);
            if (kept.size() > m_capacity && m_capacity > 1)
                kept.pop_back();
        }
        return kept;
    }

private:
    std::array<RankedLayout, maximumKeptLayouts> m_kept{};
    std::size_t m_capacity, m_size = 0;
};

/// Treats numbers as equal if they differ only in the last bits, as sums in a different order do.
std::int64_t roundedKey(double value)
{
    return (std::bit_cast<std::int64_t>(value) + (1 << 15)) >> 16;
}

/// Number of ways in which the layout splits other than data copies. If times are equal, fewer ways are better.
int countSplitKinds(const ParallelLayout& layout)
{
    return (layout.tensor > 1) + (layout.context > 1) + (layout.stages > 1) + (layout.chunks > 1) +
           (layout.expert > 1) + (layout.shardingStage > 0) + layout.sequenceParallel +
           (layout.recomputation != Recomputation::None);
}

struct FasterFirst {
    static auto sortKey(const RankedLayout& ranked)
    {
        return std::tuple(roundedKey(ranked.stepS), countSplitKinds(ranked.layout), ranked.memoryBytes, ranked.layout);
    }
    bool operator()(const RankedLayout& a, const RankedLayout& b) const { return sortKey(a) < sortKey(b); }
};
struct CheaperFirst {
    static auto sortKey(const RankedLayout& ranked)
    {
        return std::tuple(roundedKey(ranked.cardSeconds), roundedKey(ranked.stepS), countSplitKinds(ranked.layout),
                          ranked.layout);
    }
    bool operator()(const RankedLayout& a, const RankedLayout& b) const { return sortKey(a) < sortKey(b); }
};
struct SmallerFirst {
    static auto sortKey(const RankedLayout& ranked)
    {
        return std::tuple(ranked.memoryBytes, roundedKey(ranked.stepS), countSplitKinds(ranked.layout), ranked.layout);
    }
    bool operator()(const RankedLayout& a, const RankedLayout& b) const { return sortKey(a) < sortKey(b); }
};

bool usesKind(const ParallelLayout& layout, LayoutKind kind)
{
    switch (kind) {
    case LayoutKind::Tensor: return layout.tensor > 1;
    case LayoutKind::Context: return layout.context > 1;
    case LayoutKind::Stages: return layout.stages > 1;
    case LayoutKind::Interleaving: return layout.chunks > 1;
    case LayoutKind::Expert: return layout.expert > 1;
    case LayoutKind::Sharding: return layout.shardingStage > 0;
    case LayoutKind::Recomputation: return layout.recomputation != Recomputation::None;
    }
    return false;
}

std::vector<int> divisorsOf(int number)
{
    std::vector<int> found;
    for (int each = 1; each <= number / each; ++each)
        if (number % each == 0) {
            found.push_back(each);
            if (each != number / each)
                found.push_back(number / each);
        }
    std::ranges::sort(found);
    return found;
}

/// A split of the cards; one thread examines all of its layouts.
struct CardSplit {
    int tensor, context, stages, data;
};

class SearchThread {
public:
    SearchThread(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                 const LayoutSearchOptions& choices)
        : m_model(model),
          m_cluster(cluster),
          m_trainer(trainer),
          m_batch(batch),
          m_choices(choices),
          m_availableBytes(fillableBytes(cluster)),
          byTime(choices.bestCount),
          byCost(choices.bestCount),
          byMemory(choices.bestCount),
          otherByTime(choices.bestCount),
          otherByCost(choices.bestCount),
          otherByMemory(choices.bestCount),
          tooLarge(choices.bestCount),
          smallestTooLarge(choices.bestCount)
    {
    }

    /// Examines every layout of a split. Allocates nothing.
    void examineSplit(const CardSplit& split)
    {
        ParallelLayout layout{
            .data = split.data, .tensor = split.tensor, .context = split.context, .stages = split.stages};
        const int copies = split.data * split.context;
        const auto maximumExpert = static_cast<int>(std::min<double>(m_model.experts, copies));
        const double sequencesPerCopy = m_batch / split.data;
        const auto maximumMicroBatch =
            static_cast<int>(std::min<double>(m_choices.maximumMicroBatch, std::max(1.0, sequencesPerCopy)));
        for (int expert = 1; expert <= maximumExpert; ++expert) {
            if (expert > 1 && copies % expert != 0)
                continue;
            layout.expert = expert;
            for (int chunks = 1; chunks <= (split.stages > 1 ? m_choices.maximumChunks : 1); ++chunks) {
                layout.chunks = chunks;
                for (int microBatch = 1; microBatch <= maximumMicroBatch; ++microBatch) {
                    layout.microBatch = microBatch;
                    examineVariants(layout);
                }
            }
        }
    }

    const Transformer& m_model;
    const ClusterSpec& m_cluster;
    const Trainer& m_trainer;
    double m_batch;
    const LayoutSearchOptions& m_choices;
    double m_availableBytes;
    BestLayouts<FasterFirst> byTime;
    BestLayouts<CheaperFirst> byCost;
    BestLayouts<SmallerFirst> byMemory;
    /// The same for kinds of layouts that no run was compared with.
    BestLayouts<FasterFirst> otherByTime;
    BestLayouts<CheaperFirst> otherByCost;
    BestLayouts<SmallerFirst> otherByMemory;
    BestLayouts<FasterFirst> tooLarge;
    BestLayouts<SmallerFirst> smallestTooLarge;
    std::uint64_t examinedCount = 0, evaluatedCount = 0;
    std::array<std::uint64_t, leftOutReasonCount> leftOutCounts{};

private:
    static constexpr int shardingStageCount = 4, recomputationCount = 3, sequenceParallelCount = 2;
    static constexpr std::uint64_t variantCount =
        std::uint64_t(shardingStageCount) * recomputationCount * sequenceParallelCount;

    void examineVariants(ParallelLayout layout)
    {
        layout.shardingStage = 0;
        layout.recomputation = Recomputation::None;
        layout.sequenceParallel = false;
        examinedCount += variantCount;
        const int cards = layout.cards();
        // Divisibility is checked once, because it is the same for all variants.
        if (const LeftOutReason reason = checkLayout(m_model, m_trainer, m_batch, cards, layout);
            reason != LeftOutReason::None) {
            leftOutCounts[static_cast<std::size_t>(reason)] += variantCount;
            return;
        }
        for (layout.shardingStage = 0; layout.shardingStage < shardingStageCount; ++layout.shardingStage)
            for (const bool sequence : {false, true})
                for (const Recomputation recomputation :
                     {Recomputation::None, Recomputation::Selective, Recomputation::Full}) {
                    layout.sequenceParallel = sequence;
                    layout.recomputation = recomputation;
                    examineLayout(layout, cards);
                }
    }

    void examineLayout(const ParallelLayout& layout, int cards)
    {
        if (const LeftOutReason reason = checkLayout(m_model, m_trainer, m_batch, cards, layout);
            reason != LeftOutReason::None) {
            ++leftOutCounts[static_cast<std::size_t>(reason)];
            return;
        }
        if (std::ranges::any_of(m_choices.without, [&layout](LayoutKind kind) { return usesKind(layout, kind); })) {
            ++leftOutCounts[static_cast<std::size_t>(LeftOutReason::Excluded)];
            return;
        }
        RankedLayout ranked{.layout = layout};
        ranked.memoryBytes = layoutMemory(m_model, m_trainer, m_batch, layout).total();
        const bool exceedsMemory = ranked.memoryBytes > m_availableBytes;
        if (exceedsMemory) {
            ++leftOutCounts[static_cast<std::size_t>(LeftOutReason::Memory)];
            smallestTooLarge.offer(ranked);
            // A layout that needs more than twice the available memory is not a useful hint.
            if (ranked.memoryBytes > 2 * m_availableBytes)
                return;
        }
        const LayoutCost cost = evaluateLayout(m_model, m_cluster, m_trainer, m_batch, layout);
        ranked.stepS = cost.stepS;
        ranked.cardSeconds =
            static_cast<double>(nodeCount(cards, m_cluster.cardsPerNode)) * m_cluster.cardsPerNode * ranked.stepS;
        if (exceedsMemory) {
            tooLarge.offer(ranked);
            return;
        }
        ++evaluatedCount;
        ranked.isCompared = isCoveredByRuns(m_trainer, layout) && cost.exchangeShare <= maximumExchangeShare;
        (ranked.isCompared ? byTime : otherByTime).offer(ranked);
        (ranked.isCompared ? byCost : otherByCost).offer(ranked);
        (ranked.isCompared ? byMemory : otherByMemory).offer(ranked);
    }
};

}  // namespace

std::vector<int> candidateCardCounts(const ClusterSpec& cluster)
{
    std::vector<int> counts;
    for (const int each : divisorsOf(cluster.cardsPerNode))
        if (each <= cluster.cards)
            counts.push_back(each);
    for (long nodes = 2; nodes * cluster.cardsPerNode < cluster.cards; nodes *= 2)
        counts.push_back(static_cast<int>(nodes * cluster.cardsPerNode));
    if (counts.empty() || counts.back() < cluster.cards)
        counts.push_back(cluster.cards);
    return counts;
}

int nodeCountStep(const ClusterSpec& cluster)
{
    constexpr int maximumNodes = 64;
    return std::max(1, (cluster.cards / cluster.cardsPerNode + maximumNodes - 1) / maximumNodes);
}

std::vector<int> fineCardCounts(const ClusterSpec& cluster)
{
    std::vector<int> counts = candidateCardCounts(cluster);
    const long step = static_cast<long>(nodeCountStep(cluster)) * cluster.cardsPerNode;
    for (long cards = step; cards < cluster.cards; cards += step)
        counts.push_back(static_cast<int>(cards));
    std::ranges::sort(counts);
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

Result<std::optional<int>> findFewestCards(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                           double batch, int maximumCards)
{
    ClusterSpec larger = cluster;
    const auto fits = [&](int cards) -> Result<bool> {
        larger.cards = cards;
        // One variant per split is enough to decide.
        const LayoutSearchOptions choices{.bestCount = 1, .maximumMicroBatch = 1, .maximumChunks = 1};
        const Result<LayoutSearchResult> found = searchLayouts(model, larger, trainer, batch, choices);
        return found ? Result<bool>(!found->byTime.empty()) : Result<bool>(fail(found.error()));
    };
    larger.cards = maximumCards;
    constexpr int maximumCounts = 256;
    int tooFew = 0;
    for (const int enough : candidateCardCounts(larger)) {
        TRY(const bool isEnough, fits(enough));
        if (!isEnough) {
            tooFew = enough;
            continue;
        }
        const int step = enough - tooFew > maximumCounts ? cluster.cardsPerNode : 1;
        for (int fewer = tooFew + step; fewer < enough; fewer += step)
            if (const Result<bool> isEnoughToo = fits(fewer); isEnoughToo && *isEnoughToo)
                return fewer;
        return enough;
    }
    return std::nullopt;
}

Result<LayoutSearchResult> searchLayouts(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                         double batch, const LayoutSearchOptions& choices, const std::stop_token& stop)
{
    TRY_DO(validate(model, cluster, trainer, batch));
    const std::vector<int> counts = choices.cards.empty() ? std::vector{cluster.cards} : choices.cards;
    std::vector<CardSplit> splits;
    for (const int cards : counts) {
        if (cards < 1 || cards > cluster.cards)
            return fail(ErrorCode::Input, formatMessage("{} cards in a cluster of {}", cards, cluster.cards),
                        formatMessage("1 to {}", cluster.cards), {.field = "p"});
        for (const int tensor : divisorsOf(cards))
            for (const int context : divisorsOf(cards / tensor))
                if (context <= choices.maximumContext &&
                    (context == 1 || model.sequenceLength / context >= choices.minimumContextTokens))
                    for (const int stages : divisorsOf(cards / tensor / context))
                        splits.push_back({tensor, context, stages, cards / tensor / context / stages});
    }

    const unsigned available = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::min<std::size_t>(
        splits.size(), choices.threadCount > 0 ? static_cast<std::size_t>(choices.threadCount) : available);
    std::vector<SearchThread> workers(threads, SearchThread(model, cluster, trainer, batch, choices));
    const auto share = [&](std::size_t first) {
        for (std::size_t i = first; i < splits.size() && !stop.stop_requested(); i += threads)
            workers[first].examineSplit(splits[i]);
    };
    {
        std::vector<std::jthread> otherThreads;
        for (std::size_t i = 1; i < threads; ++i)
            otherThreads.emplace_back(share, i);
        share(0);
    }
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "the search was stopped");

    SearchThread& combined = workers.front();
    LayoutSearchResult found;
    for (std::size_t i = 0; i < threads; ++i) {
        const SearchThread& each = workers[i];
        found.examinedCount += each.examinedCount;
        found.evaluatedCount += each.evaluatedCount;
        for (std::size_t reason = 0; reason < leftOutReasonCount; ++reason)
            found.leftOutCounts[reason] += each.leftOutCounts[reason];
        if (i == 0)
            continue;
        combined.byTime.offer(each.byTime);
        combined.byCost.offer(each.byCost);
        combined.byMemory.offer(each.byMemory);
        combined.otherByTime.offer(each.otherByTime);
        combined.otherByCost.offer(each.otherByCost);
        combined.otherByMemory.offer(each.otherByMemory);
        combined.tooLarge.offer(each.tooLarge);
        combined.smallestTooLarge.offer(each.smallestTooLarge);
    }
    found.byTime = combined.byTime.keptLayoutsWith(combined.otherByTime);
    found.byCost = combined.byCost.keptLayoutsWith(combined.otherByCost);
    found.byMemory = combined.byMemory.keptLayoutsWith(combined.otherByMemory);
    found.smallestTooLarge = combined.smallestTooLarge.keptLayouts();
    for (const RankedLayout& each : combined.tooLarge.keptLayouts())
        if (found.byTime.empty() || each.stepS < found.byTime.front().stepS)
            found.tooLarge.push_back(each);
    return found;
}

}  // namespace scalewright
