#include "core/model/layout/why.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

struct InputRow {
    const char* key;
    const char* title;
    Dimension dimension;
    double ClusterSpec::*member;  ///< nullptr: the batch
};

const InputRow& rowOf(LayoutInput input)
{
    static constexpr InputRow memory{"memory", "memory a card", Dimension::Bytes, &ClusterSpec::memoryBytes};
    static constexpr InputRow bandwidth{"bandwidth", "bandwidth within a node", Dimension::Bandwidth,
                                        &ClusterSpec::bandwidth};
    static constexpr InputRow bandwidth2{"bandwidth2", "bandwidth between nodes", Dimension::Bandwidth,
                                         &ClusterSpec::bandwidth2};
    static constexpr InputRow alpha{"alpha", "latency within a node", Dimension::Time, &ClusterSpec::alphaS};
    static constexpr InputRow alpha2{"alpha2", "latency between nodes", Dimension::Time, &ClusterSpec::alpha2S};
    static constexpr InputRow peak{"peak", "peak a card", Dimension::ComputeRate, &ClusterSpec::peakFlops};
    static constexpr InputRow memoryBandwidth{"memory-bandwidth", "memory bandwidth", Dimension::Bandwidth,
                                              &ClusterSpec::memoryBandwidth};
    static constexpr InputRow batch{"batch", "batch", Dimension::Count, nullptr};
    switch (input) {
    case LayoutInput::Memory: return memory;
    case LayoutInput::Bandwidth: return bandwidth;
    case LayoutInput::Bandwidth2: return bandwidth2;
    case LayoutInput::Alpha: return alpha;
    case LayoutInput::Alpha2: return alpha2;
    case LayoutInput::Peak: return peak;
    case LayoutInput::MemoryBandwidth: return memoryBandwidth;
    case LayoutInput::Batch: break;
    }
    return batch;
}

/// Times that differ by less are one, as in the search: sums in another order.
constexpr double sameTime = 1e-10;
constexpr double farthest = 100;  ///< times and as many parts

/// Rounded to three digits, away from `from`: what is past a tie stays past it.
double roundedPast(double value, double from)
{
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
    const double steps = value / unit;
    return (value > from ? std::ceil(steps) : std::floor(steps)) * unit;
}

class Mover {
public:
    Mover(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
          const Layout& runnerUp, const Layout& winner)
        : m_model(model), m_question{cluster, batch}, m_trainer(trainer), m_runnerUp(runnerUp), m_winner(winner)
    {
    }

    [[nodiscard]] std::optional<InputChange> smallest() const
    {
        std::optional<InputChange> best;
        // Less memory would stop the winner, which helps nobody: only who lacks memory asks for it.
        const bool lacks =
            !fits(m_question.cluster,
                  evaluate(m_model, m_question.cluster, m_trainer, m_question.batch, m_runnerUp).memoryBytes);
        for (const LayoutInput input : allLayoutInputs)
            if (input != LayoutInput::Memory || lacks)
                if (const std::optional<InputChange> change = input == LayoutInput::Batch ? moveBatch() : move(input))
                    if (!best || distance(*change) < distance(*best))
                        best = change;
        return best;
    }

private:
    [[nodiscard]] static double distance(const InputChange& change)
    {
        return std::abs(std::log(change.to / change.from));
    }
    [[nodiscard]] bool winsAt(LayoutInput input, double value) const
    {
        return wins(m_model, withInput(m_question, input, value), m_trainer, m_runnerUp, m_winner);
    }

    /// The tie nearest to the present value, by doubling away from it on both sides and halving the last interval.
    [[nodiscard]] std::optional<InputChange> move(LayoutInput input) const
    {
        const double from = valueOf(m_question.cluster, m_question.batch, input);
        if (!(from > 0))
            return std::nullopt;
        std::optional<InputChange> best;
        for (const double direction : {1.0, -1.0}) {
            // More steps near 1, where most ties are.
            double loses = from;
            for (int step = 1; step <= 24; ++step) {
                const double factor = std::pow(farthest, direction * std::pow(step / 24.0, 2));
                const double value = from * factor;
                if (!winsAt(input, value)) {
                    loses = value;
                    continue;
                }
                double wonAt = value;
                for (int halving = 0; halving < 60; ++halving) {
                    const double middle = std::sqrt(loses * wonAt);
                    (winsAt(input, middle) ? wonAt : loses) = middle;
                }
                InputChange change{input, from, roundedPast(wonAt, from), wonAt};
                // A tie that wins in less than a digit's width is no advice.
                if (winsAt(input, change.to) && (!best || distance(change) < distance(*best)))
                    best = change;
                break;
            }
        }
        return best;
    }

    /// Batches that both layouts divide, nearest first.
    [[nodiscard]] std::optional<InputChange> moveBatch() const
    {
        const auto unitOf = [](const Layout& layout) {
            return static_cast<long>(layout.data) * layout.microBatch * (layout.chunks > 1 ? layout.stages : 1);
        };
        const double unit = static_cast<double>(std::lcm(unitOf(m_runnerUp), unitOf(m_winner)));
        const double from = m_question.batch;
        if (!(unit > 0))
            return std::nullopt;
        std::optional<InputChange> best;
        for (const double direction : {1.0, -1.0})
            for (int step = 1; step <= 24; ++step) {
                const double near = from * std::pow(farthest, direction * std::pow(step / 24.0, 2));
                const double value = (direction > 0 ? std::ceil(near / unit) : std::floor(near / unit)) * unit;
                if (value < unit || value == from || !winsAt(LayoutInput::Batch, value))
                    continue;
                InputChange change{LayoutInput::Batch, from, value, value};
                if (!best || distance(change) < distance(*best))
                    best = change;
                break;
            }
        return best;
    }

    const Transformer& m_model;
    LayoutQuestion m_question;
    const Trainer& m_trainer;
    const Layout& m_runnerUp;
    const Layout& m_winner;
};

struct MemoryShare {
    const char* title;
    double bytes;
};

MemoryShare largest(const TrainingBytes& bytes)
{
    const std::array<MemoryShare, 8> all{{{"weights", bytes.weights},
                                          {"gradients", bytes.gradients},
                                          {"optimizer state", bytes.optimizer},
                                          {"a gathered layer", bytes.gatheredLayer},
                                          {"activations", bytes.activations},
                                          {"a recomputed layer", bytes.recomputedLayer},
                                          {"logits", bytes.logits},
                                          {"dropout of the embedding", bytes.embeddingDropout}}};
    return *std::max_element(all.begin(), all.end(),
                             [](const MemoryShare& a, const MemoryShare& b) { return a.bytes < b.bytes; });
}

}  // namespace

const char* layoutInputName(LayoutInput input)
{
    return rowOf(input).key;
}

std::string titleOf(LayoutInput input)
{
    return rowOf(input).title;
}

std::string valueText(LayoutInput input, double value)
{
    return input == LayoutInput::Batch ? significant(value, 12) : formatAmount(value, rowOf(input).dimension).joined();
}

double valueOf(const ClusterSpec& cluster, double batch, LayoutInput input)
{
    const InputRow& row = rowOf(input);
    return row.member == nullptr ? batch : cluster.*row.member;
}

LayoutQuestion withInput(LayoutQuestion question, LayoutInput input, double value)
{
    const InputRow& row = rowOf(input);
    (row.member == nullptr ? question.batch : question.cluster.*row.member) = value;
    return question;
}

bool wins(const Transformer& model, const LayoutQuestion& question, const Trainer& trainer, const Layout& one,
          const Layout& other)
{
    const LayoutCost mine = evaluate(model, question.cluster, trainer, question.batch, one);
    if (!fits(question.cluster, mine.memoryBytes))
        return false;
    const LayoutCost theirs = evaluate(model, question.cluster, trainer, question.batch, other);
    return !fits(question.cluster, theirs.memoryBytes) || mine.stepS < theirs.stepS * (1 - sameTime);
}

WhyNot whyNot(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
              const Layout& runnerUp, const Layout& winner)
{
    WhyNot why;
    const LayoutCost mine = evaluate(model, cluster, trainer, batch, runnerUp);
    const LayoutCost best = evaluate(model, cluster, trainer, batch, winner);
    why.slowerShare = mine.stepS / best.stepS - 1;
    if (!fits(cluster, mine.memoryBytes)) {
        why.by = LosesBy::Memory;
        why.shortBytes = mine.memoryBytes - roomBytes(cluster);
        const MemoryShare most = largest(mine.memory);
        why.because =
            say("Out of memory by {}: {} take {} of {}.", formatAmount(why.shortBytes, Dimension::Bytes).joined(),
                most.title, formatAmount(most.bytes, Dimension::Bytes).joined(),
                formatAmount(mine.memoryBytes, Dimension::Bytes).joined());
    } else if (wins(model, {cluster, batch}, trainer, runnerUp, winner)) {
        why.because = "It does not lose.";
        return why;
    } else if (why.slowerShare == 0) {
        why.by = LosesBy::Time;
        why.because = "Equally fast.";
    } else {
        why.by = LosesBy::Time;
        std::size_t worst = 0;
        for (std::size_t i = 1; i < layoutParts; ++i)
            if (mine.seconds[i] - best.seconds[i] > mine.seconds[worst] - best.seconds[worst])
                worst = i;
        why.part = static_cast<LayoutPart>(worst);
        why.because = say("{} slower: {} takes {}, not {}.", percent(why.slowerShare), titleOf(*why.part),
                          timeText(mine.seconds[worst]), timeText(best.seconds[worst]));
    }
    why.change = Mover(model, cluster, trainer, batch, runnerUp, winner).smallest();
    why.whatChanges =
        why.change ? say("It wins with {} of {} instead of {}.", titleOf(why.change->input),
                         valueText(why.change->input, why.change->to), valueText(why.change->input, why.change->from))
                   : "No single input makes it win.";
    return why;
}

}  // namespace scalewright
