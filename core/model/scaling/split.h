// A copy of a model on several workers: tensor, context and expert parallelism and pipelines, as steps of T(p). What it
// is made of comes from the layout (core/model/layout); here it is a function of p.
//
// p counts workers. What is fixed is a copy, t c S workers; with p grows the number of copies N = p/(t c S), by which
// the batch B is divided. p that make no whole number of copies leave the rest idle; fewer than one copy's leave all
// but one idle, and that one does the step alone, as on one machine.
//
//   passes         m = B/(N b), the micro-batches of a copy, at least 1
//   pass           P = c/m + sum of times max(0, T(group) - hidden c/m), c the compute of a worker: what of it the
//                  workers of a copy exchange on the way
//   exchange       m (P - c/m), and of stages times (m + S - 1) messages to a neighbour
//   bubble         (S - 1)/v P: waiting                                              Narayanan et al. 2021
//   slot 2's own   among the N c workers with the same part, on g/min(t, g) of which a node has; overlap hides it behind
//                  the backward pass of the last micro-batch, phi B P. Of spread experts the gradients go among the
//                  N c/E workers with the same ones, which lie E workers apart, as an exchange of their own.
//
// Simplifications: stages and workers compute alike; a micro-batch that is not full takes as long as a full one.
// T(p) is a data-parallel design's to the last digit where a copy is one worker: there is no split then.
#pragma once

#include <vector>

#include "core/model/scaling/terms.h"

namespace scalewright {

/// A message to the neighbour in the next stage, among so many workers: within their node, or all of a node at once.
[[nodiscard]] double handOverS(const CommunicationParameters& communication, double workers);

/// A message among workers that hold the same part of a model. The share of the spread experts goes among workers/E of
/// them, E apart: 1/E of a node's workers, at least one, take part in each of these exchanges, which run at once and
/// take turns where a node has one network card. Precondition: as communicationTime.
[[nodiscard]] double gradientExchangeS(Pattern pattern, const CommunicationParameters& message, double workers,
                                       const SpreadExperts& experts);
/// That message in its two parts: what everybody exchanges, and the experts'.
struct GradientParts {
    CommunicationParameters dense, experts;
};
[[nodiscard]] GradientParts gradientParts(const CommunicationParameters& message, const SpreadExperts& experts);

/// What a copy on several workers adds to a step.
struct SplitStep {
    double passS = 0;  ///< one micro-batch: compute and what is exchanged on the way
    double exchangeS = 0;  ///< within the copies, a step
    double bubbleS = 0;
};

/// Of one design, for many p.
class SplitSteps {
public:
    explicit SplitSteps(const DesignTerms& terms);

    /// A worker's compute, and its share of the step's work on one machine. Nothing but the compute where a copy is one
    /// worker, or p is less than one copy's. Precondition: p >= 1.
    [[nodiscard]] SplitStep at(int p, double computeS, double workShare) const;

private:
    const DesignTerms& m_terms;
    int m_unit = 1;
    std::vector<double> m_seconds;  // of each exchange once; Stages: within a node
};

/// What remains of it as p grows without bound and, under strong scaling, compute shrinks to nothing: one pass.
[[nodiscard]] double splitLimitS(const DesignTerms& terms, double tCompS, bool strongScaling);

}  // namespace scalewright
