#include "core/model/layout/search.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <thread>
#include <tuple>

#include "core/model/scaling/model.h"

namespace scalewright {

namespace {

/// The best few of what is offered, in order; ties by the layout, so that threads change nothing.
template <class Less>
class Best {
public:
    explicit Best(int most) : m_most(std::clamp(most, 1, mostKept)) {}

    void offer(const RankedLayout& candidate)
    {
        if (m_size == m_most && !Less{}(candidate, m_kept[m_size - 1]))
            return;
        int at = m_size < m_most ? m_size++ : m_size - 1;
        for (; at > 0 && Less{}(candidate, m_kept[at - 1]); --at)
            m_kept[at] = m_kept[at - 1];
        m_kept[at] = candidate;
    }
    void offer(const Best& other)
    {
        for (int i = 0; i < other.m_size; ++i)
            offer(other.m_kept[i]);
    }
    [[nodiscard]] std::vector<RankedLayout> take() const { return {m_kept.begin(), m_kept.begin() + m_size}; }

private:
    std::array<RankedLayout, mostKept> m_kept{};
    int m_most, m_size = 0;
};

/// Numbers that differ in their last bits alone, as sums in another order do, are one.
std::int64_t rounded(double value)
{
    return (std::bit_cast<std::int64_t>(value) + (1 << 15)) >> 16;
}

/// Ways to split beyond data copies. Of equal times the plainest is the better answer.
int kinds(const Layout& layout)
{
    return (layout.tensor > 1) + (layout.context > 1) + (layout.stages > 1) + (layout.chunks > 1) +
           (layout.expert > 1) + (layout.shardingStage > 0) + layout.sequenceParallel +
           (layout.recomputation != Recomputation::None);
}

struct Faster {
    static auto key(const RankedLayout& of)
    {
        return std::tuple(rounded(of.stepS), kinds(of.layout), of.memoryBytes, of.layout);
    }
    bool operator()(const RankedLayout& a, const RankedLayout& b) const { return key(a) < key(b); }
};
struct Cheaper {
    static auto key(const RankedLayout& of)
    {
        return std::tuple(rounded(of.cardSeconds), rounded(of.stepS), kinds(of.layout), of.layout);
    }
    bool operator()(const RankedLayout& a, const RankedLayout& b) const { return key(a) < key(b); }
};
struct Smaller {
    static auto key(const RankedLayout& of)
    {
        return std::tuple(of.memoryBytes, rounded(of.stepS), kinds(of.layout), of.layout);
    }
    bool operator()(const RankedLayout& a, const RankedLayout& b) const { return key(a) < key(b); }
};

std::vector<int> divisorsOf(int number)
{
    std::vector<int> found;
    for (int each = 1; each <= number / each; ++each)
        if (number % each == 0) {
            found.push_back(each);
            if (each != number / each)
                found.push_back(number / each);
        }
    std::sort(found.begin(), found.end());
    return found;
}

/// A way to split the cards; a thread takes it whole.
struct Split {
    int tensor, context, stages, data;
};

class Worker {
public:
    Worker(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
           const LayoutChoices& choices)
        : m_model(model),
          m_cluster(cluster),
          m_trainer(trainer),
          m_batch(batch),
          m_choices(choices),
          m_room(roomBytes(cluster)),
          byTime(choices.best),
          byMoney(choices.best),
          byMemory(choices.best),
          tooLarge(choices.best),
          smallest(choices.best)
    {
    }

    /// Every layout of a split. Allocates nothing.
    void examine(const Split& split)
    {
        Layout layout{.data = split.data, .tensor = split.tensor, .context = split.context, .stages = split.stages};
        const int copies = split.data * split.context;
        const auto eachExpert = static_cast<int>(std::min<double>(m_model.experts, copies));
        const double ofACopy = m_batch / split.data;
        const auto most = static_cast<int>(std::min<double>(m_choices.largestMicroBatch, std::max(1.0, ofACopy)));
        for (int expert = 1; expert <= eachExpert; ++expert) {
            if (expert > 1 && copies % expert != 0)
                continue;
            layout.expert = expert;
            for (int chunks = 1; chunks <= (split.stages > 1 ? m_choices.mostChunks : 1); ++chunks) {
                layout.chunks = chunks;
                for (int microBatch = 1; microBatch <= most; ++microBatch) {
                    layout.microBatch = microBatch;
                    examineWays(layout);
                }
            }
        }
    }

    const Transformer& m_model;
    const ClusterSpec& m_cluster;
    const Trainer& m_trainer;
    double m_batch;
    const LayoutChoices& m_choices;
    double m_room;
    Best<Faster> byTime;
    Best<Cheaper> byMoney;
    Best<Smaller> byMemory;
    Best<Faster> tooLarge;
    Best<Smaller> smallest;
    std::uint64_t examined = 0, evaluated = 0;
    std::array<std::uint64_t, leftOutReasons> leftOut{};

private:
    static constexpr int stagesOfSharding = 4, recomputations = 3, sequenceParallel = 2;
    static constexpr std::uint64_t ways = std::uint64_t(stagesOfSharding) * recomputations * sequenceParallel;

    void examineWays(Layout layout)
    {
        layout.shardingStage = 0;
        layout.recomputation = Recomputation::None;
        layout.sequenceParallel = false;
        examined += ways;
        const int cards = layout.cards();
        // What does not divide is the same in all of them.
        if (const LeftOut reason = checkLayout(m_model, m_trainer, m_batch, cards, layout); reason != LeftOut::No) {
            leftOut[static_cast<std::size_t>(reason)] += ways;
            return;
        }
        for (layout.shardingStage = 0; layout.shardingStage < stagesOfSharding; ++layout.shardingStage)
            for (const bool sequence : {false, true})
                for (const Recomputation again : {Recomputation::None, Recomputation::Selective, Recomputation::Full}) {
                    layout.sequenceParallel = sequence;
                    layout.recomputation = again;
                    examineOne(layout, cards);
                }
    }

    void examineOne(const Layout& layout, int cards)
    {
        if (const LeftOut reason = checkLayout(m_model, m_trainer, m_batch, cards, layout); reason != LeftOut::No) {
            ++leftOut[static_cast<std::size_t>(reason)];
            return;
        }
        RankedLayout ranked{.layout = layout};
        ranked.memoryBytes = layoutMemory(m_model, m_trainer, m_batch, layout).total();
        const bool tooMuch = ranked.memoryBytes > m_room;
        if (tooMuch) {
            ++leftOut[static_cast<std::size_t>(LeftOut::Memory)];
            smallest.offer(ranked);
            // Twice the room is out of reach of any hint worth giving.
            if (ranked.memoryBytes > 2 * m_room)
                return;
        }
        ranked.stepS = evaluate(m_model, m_cluster, m_trainer, m_batch, layout).stepS;
        ranked.cardSeconds =
            static_cast<double>(nodesOf(cards, m_cluster.cardsPerNode)) * m_cluster.cardsPerNode * ranked.stepS;
        if (tooMuch) {
            tooLarge.offer(ranked);
            return;
        }
        ++evaluated;
        byTime.offer(ranked);
        byMoney.offer(ranked);
        byMemory.offer(ranked);
    }
};

}  // namespace

std::vector<int> cardCounts(const ClusterSpec& cluster)
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

int nodeStep(const ClusterSpec& cluster)
{
    constexpr int most = 64;
    return std::max(1, (cluster.cards / cluster.cardsPerNode + most - 1) / most);
}

std::vector<int> nodeCounts(const ClusterSpec& cluster)
{
    std::vector<int> counts = cardCounts(cluster);
    const long step = static_cast<long>(nodeStep(cluster)) * cluster.cardsPerNode;
    for (long cards = step; cards < cluster.cards; cards += step)
        counts.push_back(static_cast<int>(cards));
    std::sort(counts.begin(), counts.end());
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    return counts;
}

Result<std::optional<int>> fewestCards(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                       double batch, int most)
{
    ClusterSpec larger = cluster;
    larger.cards = most;
    for (const int cards : cardCounts(larger)) {
        larger.cards = cards;
        // One of each way to split is enough to know.
        const LayoutChoices choices{.best = 1, .largestMicroBatch = 1, .mostChunks = 1};
        const Result<LayoutSearch> found = searchLayouts(model, larger, trainer, batch, choices);
        if (!found)
            return fail(found.error());
        if (!found->byTime.empty())
            return cards;
    }
    return std::nullopt;
}

Result<LayoutSearch> searchLayouts(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer,
                                   double batch, const LayoutChoices& choices, const std::stop_token& stop)
{
    if (const Result<void> valid = validate(model, cluster, trainer, batch); !valid)
        return fail(valid.error());
    const std::vector<int> counts = choices.cards.empty() ? std::vector{cluster.cards} : choices.cards;
    std::vector<Split> splits;
    for (const int cards : counts) {
        if (cards < 1 || cards > cluster.cards)
            return fail(ErrorCode::Input, say("{} cards are not in a cluster of {}", cards, cluster.cards),
                        say("1 to {}", cluster.cards), {.field = "p"});
        for (const int tensor : divisorsOf(cards))
            for (const int context : divisorsOf(cards / tensor))
                if (context <= choices.mostContext)
                    for (const int stages : divisorsOf(cards / tensor / context))
                        splits.push_back({tensor, context, stages, cards / tensor / context / stages});
    }

    const unsigned available = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::min<std::size_t>(
        splits.size(), choices.threads > 0 ? static_cast<std::size_t>(choices.threads) : available);
    std::vector<Worker> workers(threads, Worker(model, cluster, trainer, batch, choices));
    const auto share = [&](std::size_t first) {
        for (std::size_t i = first; i < splits.size() && !stop.stop_requested(); i += threads)
            workers[first].examine(splits[i]);
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i)
            others.emplace_back(share, i);
        share(0);
    }
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "the search was stopped");

    Worker& all = workers.front();
    LayoutSearch found;
    for (std::size_t i = 0; i < threads; ++i) {
        const Worker& each = workers[i];
        found.examined += each.examined;
        found.evaluated += each.evaluated;
        for (std::size_t reason = 0; reason < leftOutReasons; ++reason)
            found.leftOut[reason] += each.leftOut[reason];
        if (i == 0)
            continue;
        all.byTime.offer(each.byTime);
        all.byMoney.offer(each.byMoney);
        all.byMemory.offer(each.byMemory);
        all.tooLarge.offer(each.tooLarge);
        all.smallest.offer(each.smallest);
    }
    found.byTime = all.byTime.take();
    found.byMoney = all.byMoney.take();
    found.byMemory = all.byMemory.take();
    found.smallest = all.smallest.take();
    for (const RankedLayout& each : all.tooLarge.take())
        if (found.byTime.empty() || each.stepS < found.byTime.front().stepS)
            found.tooLarge.push_back(each);
    return found;
}

}  // namespace scalewright
