// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/loss_explanation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

struct InputDescription {
    const char* key;
    const char* title;
    Dimension dimension;
    double ClusterSpec::*member;  ///< nullptr: the batch
};

const InputDescription& descriptionOf(LayoutInput input)
{
    static constexpr InputDescription memory{"memory", "memory per card", Dimension::Bytes, &ClusterSpec::memoryBytes};
    static constexpr InputDescription bandwidth{"bandwidth", "bandwidth within a node", Dimension::Bandwidth,
                                                &ClusterSpec::bandwidth};
    static constexpr InputDescription bandwidth2{"bandwidth2", "bandwidth between nodes", Dimension::Bandwidth,
                                                 &ClusterSpec::bandwidth2};
    static constexpr InputDescription alpha{"alpha", "latency within a node", Dimension::Time, &ClusterSpec::alphaS};
    static constexpr InputDescription alpha2{"alpha2", "latency between nodes", Dimension::Time, &ClusterSpec::alpha2S};
    static constexpr InputDescription peak{"peak", "peak per card", Dimension::ComputeRate, &ClusterSpec::peakFlops};
    static constexpr InputDescription memoryBandwidth{"memory-bandwidth", "memory bandwidth", Dimension::Bandwidth,
                                                      &ClusterSpec::memoryBandwidth};
    static constexpr InputDescription batch{"batch", "batch", Dimension::Count, nullptr};
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

/// Times that differ by less are considered equal, as in the search: they may be summed in a different order.
constexpr double timeTolerance = 1e-10;
constexpr double maximumFactor = 100;  ///< limit for the factor, in either direction

/// Rounds to three significant digits, away from `from`, so that a value past a tie stays past it.
double roundAwayFrom(double value, double from)
{
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
    const double steps = value / unit;
    return (value > from ? std::ceil(steps) : std::floor(steps)) * unit;
}

class InputMover {
public:
    InputMover(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
               const ParallelLayout& runnerUp, const ParallelLayout& winner)
        : m_model(model), m_conditions{cluster, batch}, m_trainer(trainer), m_runnerUp(runnerUp), m_winner(winner)
    {
    }

    [[nodiscard]] std::optional<InputChange> smallestChange() const
    {
        std::optional<InputChange> best;
        // Less memory would only exclude the winner, so memory is tried only if the runner-up does not fit.
        const bool lacks = !fitsOnCard(
            m_conditions.cluster,
            evaluateLayout(m_model, m_conditions.cluster, m_trainer, m_conditions.batch, m_runnerUp).memoryBytes);
        for (const LayoutInput input : allLayoutInputs)
            if (input != LayoutInput::Memory || lacks)
                if (const std::optional<InputChange> change =
                        input == LayoutInput::Batch ? moveBatch() : moveInput(input))
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
        return isBetterLayout(m_model, withInput(m_conditions, input, value), m_trainer, m_runnerUp, m_winner);
    }

    /// Finds the tie nearest to the present value: moves away from it in both directions in steps, then bisects the
    /// last interval.
    [[nodiscard]] std::optional<InputChange> moveInput(LayoutInput input) const
    {
        const double from = inputValue(m_conditions.cluster, m_conditions.batch, input);
        if (!(from > 0))
            return std::nullopt;
        std::optional<InputChange> best;
        for (const double direction : {1.0, -1.0}) {
            // Steps are smaller near a factor of 1, where most ties are.
            double losingValue = from;
            for (int step = 1; step <= 24; ++step) {
                const double factor = std::pow(maximumFactor, direction * std::pow(step / 24.0, 2));
                const double value = from * factor;
                if (!winsAt(input, value)) {
                    losingValue = value;
                    continue;
                }
                double winningValue = value;
                for (int halving = 0; halving < 60; ++halving) {
                    const double middle = std::sqrt(losingValue * winningValue);
                    (winsAt(input, middle) ? winningValue : losingValue) = middle;
                }
                InputChange change{input, from, roundAwayFrom(winningValue, from), winningValue};
                // Skip a tie if the layout no longer wins at the rounded value.
                if (winsAt(input, change.to) && (!best || distance(change) < distance(*best)))
                    best = change;
                break;
            }
        }
        return best;
    }

    /// Tries batches that both layouts divide, nearest first.
    [[nodiscard]] std::optional<InputChange> moveBatch() const
    {
        const auto batchUnit = [](const ParallelLayout& layout) {
            return static_cast<long>(layout.data) * layout.microBatch * (layout.chunks > 1 ? layout.stages : 1);
        };
        const double unit = static_cast<double>(std::lcm(batchUnit(m_runnerUp), batchUnit(m_winner)));
        const double from = m_conditions.batch;
        if (!(unit > 0))
            return std::nullopt;
        std::optional<InputChange> best;
        for (const double direction : {1.0, -1.0})
            for (int step = 1; step <= 24; ++step) {
                const double near = from * std::pow(maximumFactor, direction * std::pow(step / 24.0, 2));
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
    LayoutConditions m_conditions;
    const Trainer& m_trainer;
    const ParallelLayout& m_runnerUp;
    const ParallelLayout& m_winner;
};

struct MemoryContribution {
    const char* title;
    double bytes;
};

MemoryContribution largestContribution(const TrainingBytes& bytes)
{
    const std::array<MemoryContribution, 9> all{{{"weights", bytes.weights},
                                                 {"gradients", bytes.gradients},
                                                 {"optimizer state", bytes.optimizer},
                                                 {"weights, gradients and optimizer state", bytes.undividedState},
                                                 {"a gathered layer", bytes.gatheredLayer},
                                                 {"activations", bytes.activations},
                                                 {"a recomputed layer", bytes.recomputedLayer},
                                                 {"logits", bytes.logits},
                                                 {"embedding dropout", bytes.embeddingDropout}}};
    return *std::ranges::max_element(
        all, [](const MemoryContribution& a, const MemoryContribution& b) { return a.bytes < b.bytes; });
}

}  // namespace

const char* layoutInputName(LayoutInput input)
{
    return descriptionOf(input).key;
}

std::string titleOf(LayoutInput input)
{
    return descriptionOf(input).title;
}

std::string inputValueText(LayoutInput input, double value)
{
    return input == LayoutInput::Batch ? significantText(value, 12) : amountText(value, descriptionOf(input).dimension);
}

double inputValue(const ClusterSpec& cluster, double batch, LayoutInput input)
{
    const InputDescription& row = descriptionOf(input);
    return row.member == nullptr ? batch : cluster.*row.member;
}

LayoutConditions withInput(LayoutConditions conditions, LayoutInput input, double value)
{
    const InputDescription& row = descriptionOf(input);
    (row.member == nullptr ? conditions.batch : conditions.cluster.*row.member) = value;
    return conditions;
}

bool isBetterLayout(const Transformer& model, const LayoutConditions& conditions, const Trainer& trainer,
                    const ParallelLayout& candidate, const ParallelLayout& rival)
{
    const LayoutCost candidateCost = evaluateLayout(model, conditions.cluster, trainer, conditions.batch, candidate);
    if (!fitsOnCard(conditions.cluster, candidateCost.memoryBytes))
        return false;
    const LayoutCost rivalCost = evaluateLayout(model, conditions.cluster, trainer, conditions.batch, rival);
    return !fitsOnCard(conditions.cluster, rivalCost.memoryBytes) ||
           candidateCost.stepS < rivalCost.stepS * (1 - timeTolerance);
}

LossExplanation explainLoss(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, double batch,
                            const ParallelLayout& runnerUp, const ParallelLayout& winner)
{
    LossExplanation explanation;
    const LayoutCost runnerUpCost = evaluateLayout(model, cluster, trainer, batch, runnerUp);
    const LayoutCost winnerCost = evaluateLayout(model, cluster, trainer, batch, winner);
    explanation.relativeSlowdown = runnerUpCost.stepS / winnerCost.stepS - 1;
    if (!fitsOnCard(cluster, runnerUpCost.memoryBytes)) {
        explanation.reason = LossReason::Memory;
        explanation.missingBytes = runnerUpCost.memoryBytes - fillableBytes(cluster);
        const MemoryContribution largestShare = largestContribution(runnerUpCost.memory);
        explanation.reasonText =
            formatMessage("Out of memory by {}: {} take {} of {}.", bytesText(explanation.missingBytes),
                          largestShare.title, bytesText(largestShare.bytes), bytesText(runnerUpCost.memoryBytes));
    } else if (isBetterLayout(model, {cluster, batch}, trainer, runnerUp, winner)) {
        explanation.reasonText = "It does not lose.";
        return explanation;
    } else if (explanation.relativeSlowdown == 0) {
        explanation.reason = LossReason::Time;
        explanation.reasonText = "Equally fast.";
    } else {
        explanation.reason = LossReason::Time;
        std::size_t worstPart = 0;
        for (std::size_t i = 1; i < layoutPartCount; ++i)
            if (runnerUpCost.seconds[i] - winnerCost.seconds[i] >
                runnerUpCost.seconds[worstPart] - winnerCost.seconds[worstPart])
                worstPart = i;
        explanation.part = static_cast<LayoutTimePart>(worstPart);
        explanation.reasonText =
            formatMessage("{} slower: {} takes {} instead of {}.", percentageText(explanation.relativeSlowdown),
                          titleOf(*explanation.part), timeText(runnerUpCost.seconds[worstPart]),
                          timeText(winnerCost.seconds[worstPart]));
    }
    explanation.change = InputMover(model, cluster, trainer, batch, runnerUp, winner).smallestChange();
    explanation.changeText =
        explanation.change ? formatMessage("It wins with {} of {} instead of {}.", titleOf(explanation.change->input),
                                           inputValueText(explanation.change->input, explanation.change->to),
                                           inputValueText(explanation.change->input, explanation.change->from))
                           : "No single input makes it win.";
    return explanation;
}

}  // namespace scalewright
