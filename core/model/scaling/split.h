// SPDX-License-Identifier: GPL-3.0-or-later
// Splitting a model copy over several workers: tensor, context and expert parallelism and pipelines, as terms of T(p).
// The layout (core/model/layout) determines the parts of a copy; here its time is a function of p.
//
// p counts workers. A copy has a fixed size of t c S workers; as p grows, so does the number of copies N = p/(t c S),
// among which the batch B is divided. If p is not a multiple of that size, the remaining workers are idle; if p is less
// than one copy, all workers but one are idle, and that one computes the step alone, as on one machine.
//
//     passes         m = B/(N b), the micro-batches of a copy, at least 1
//     pass           P = c/m + sum of times max(0, T(group) - hidden c/m), c the compute of a worker: includes the
//                    exchange within the copy
//     exchange       m (P - c/m), and for stages times (m + S - 1) messages to a neighbour
//     bubble         (S - 1)/v P: waiting                                              Narayanan et al. 2021
//     slot 2's       among the N c workers with the same part, of which a node has g/min(t, g); overlap hides it behind
//     exchange       the backward pass of the last micro-batch, phi B P. The gradients of distributed experts are
//                    exchanged separately, among the N c/E workers with the same experts, at a distance of E workers.
//
// Simplifications: stages and workers compute equally fast; a micro-batch that is not full takes as long as a full one.
// If a copy is one worker, there is no split, and T(p) equals that of a data-parallel design to the last digit.
#pragma once

#include <vector>

#include "core/model/scaling/terms.h"

namespace scalewright {

/// Time to send a message to the neighbour in the next stage, among this many workers: within their node, or with all
/// workers of a node sending at once.
[[nodiscard]] double stageMessageS(const CommunicationParameters& communication, double workers);

/// Time to exchange a message among workers that hold the same part of a model. The share that belongs to distributed
/// experts is exchanged among workers/E of them, at a distance of E. In each of these exchanges, 1/E of a node's
/// workers take part, at least one; the exchanges run at once, or in turn if a node has one network card.
/// Preconditions: those of communicationTime().
[[nodiscard]] double gradientExchangeS(Pattern pattern, const CommunicationParameters& message, double workers,
                                       const DistributedExperts& experts);
/// The gradient message in two parts: what all these workers exchange, and the experts' share.
struct GradientParts {
    CommunicationParameters dense, experts;
};
[[nodiscard]] GradientParts splitGradientMessage(const CommunicationParameters& message,
                                                 const DistributedExperts& experts);

/// What splitting a model copy over several workers adds to a step.
struct SplitStepTimes {
    double microBatchS = 0;  ///< one micro-batch: compute and the exchange within the copy
    double exchangeS = 0;  ///< exchange within the copies, per step
    double bubbleS = 0;
};

/// Split times for one design, at many p.
class SplitStepModel {
public:
    explicit SplitStepModel(const DesignTerms& terms);

    /// `computeS` is a worker's compute time, `workShare` its share of the step's work on one machine. Only the compute
    /// time if a copy is one worker, or if p is less than one copy. Precondition: p >= 1.
    [[nodiscard]] SplitStepTimes at(int p, double computeS, double workShare) const;

private:
    const DesignTerms& m_terms;
    int m_workerMultiple = 1;
    std::vector<double> m_exchangeTimesS;  // time of one message for each exchange; Stages: within a node
};

/// The split's overhead in the limit of infinite p: under strong scaling, compute shrinks to nothing, and one pass is
/// left.
[[nodiscard]] double splitOverheadLimitS(const DesignTerms& terms, double tCompS, bool strongScaling);

}  // namespace scalewright
