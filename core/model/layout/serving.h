// SPDX-License-Identifier: GPL-3.0-or-later
// Serving a model: tensor degree and replicas for a context, a request rate and a latency budget, and the limit that
// applies.
//
// One replica on t cards answers B requests at once. By the roofline (Williams et al. 2009), with e the kernels' share
// of the peak, r the share of the memory bandwidth, w bytes per weight, Psi_a the parameters that a token passes
// through:
//
//     prefill of P tokens   max(2 Psi_a P + 2 L h P^2 FLOP over e peak t, weights over r bandwidth t) + exchanges
//     a decoding step       max(B (2 Psi_a + 4 L h C) FLOP over e peak t, (weights + B C cache) over r bandwidth t)
//                           + exchanges, C the tokens held on average: prompt and half of the answer
//     exchanges             2 L all-reduces of 2 T h bytes among t cards, T tokens at once, each with the cheapest
//                           all-reduce on these links: engines choose by size (one-shot and trees for the few bytes of
//                           a decoding step: vLLM, TensorRT-LLM; NCCL's tuner)
//     a request             prefill + (answer - 1) steps; prefills of other requests come in between: each of the B
//                           requests brings one, so a step takes 1 + (B prefill)/(answer step) as long. A one-token
//                           answer is just its prefill: nothing is decoded, and prompts take turns (B = 1)
//     a replica             B / (request's time) requests per second
//     the wait for it       mean rho/(2 (1 - rho)) of a replica's time per request, 1/(requests per second): requests
//                           arrive at random (Poisson), rho is the load. M/D/1 (Pollaczek 1930, Khinchine 1932): exact
//                           if one request is served at a time, an upper estimate with B at once
//                           (tst_layout_serving simulates both)
//
// Budgets are compared with mean times, including the wait. Concurrency and replicas are chosen together: the fewest
// replicas that meet every budget, then the highest concurrency. A replica stays within one node; nodes are rented
// whole.
//
// The weights of a mixture of experts are read in full once B tokens reach most of the experts: min(1, B top-k/E) of
// them.
#pragma once

#include <vector>

#include "core/base/text/enum_names.h"
#include "core/model/layout/layout.h"

namespace scalewright {

struct ServingNeed {
    double promptTokens = 512;
    double answerTokens = 128;
    double requestsPerS = 1;
    std::optional<double> latencyS;  ///< for a whole request
    std::optional<double> firstTokenS;  ///< for the first token
    double bytesPerWeight = 2;
    int maximumConcurrency = 512;  ///< maximum concurrent requests per replica
};

enum class ServingLimit {
    None,
    Memory,  ///< the weights or the cache of one request do not fit
    Latency,  ///< one request alone takes longer than the budget
    FirstToken,  ///< the prompt alone takes longer than the budget
    Cards,  ///< the cluster has too few cards
};
/// What limits the number of concurrent requests on a replica.
enum class BatchLimit {
    Memory,
    Latency,
    FirstToken,
    MaximumConcurrency,
    NothingDecoded
};  ///< NothingDecoded: nothing is decoded
template <>
inline constexpr auto enumNames<ServingLimit> = namedValues<ServingLimit>(
    "limit", {{ServingLimit::None, "none", "meets every limit"},
              {ServingLimit::Memory, "memory", "the weights and one request's cache do not fit"},
              {ServingLimit::Latency, "latency", "one request alone takes too long"},
              {ServingLimit::FirstToken, "first-token", "the prompt alone takes too long"},
              {ServingLimit::Cards, "cards", "the cluster has too few cards"}});
template <>
inline constexpr auto enumNames<BatchLimit> = namedValues<BatchLimit>(
    "limit", {{BatchLimit::Memory, "memory", "the card's memory"},
              {BatchLimit::Latency, "latency", "the latency budget"},
              {BatchLimit::FirstToken, "first-token", "the first-token budget"},
              {BatchLimit::MaximumConcurrency, "most-at-once", "the maximum of concurrent requests"},
              {BatchLimit::NothingDecoded, "one-token", "single-token answers"}});

struct ServingPlan {
    int tensor = 1;
    long replicas = 1;
    int concurrency = 1;  ///< B, per replica
    double prefillS = 0, stepS = 0;  ///< prefill of one prompt; a decoding step with B requests
    double requestS = 0, firstTokenS = 0;  ///< mean, including the wait
    double requestsPerS = 0;  ///< maximum per replica
    /// Fraction of its maximum rate that a replica receives, below 1; absent if it cannot serve.
    std::optional<double> load;
    double waitS = 0;  ///< mean wait before the prefill
    double weightBytes = 0, cacheBytes = 0;  ///< per card, with B requests
    /// The cheapest all-reduces.
    Pattern prefillPattern = defaultAllReducePattern, stepPattern = defaultAllReducePattern;
    bool isDecodeMemoryBound = true;  ///< a decoding step is limited by memory bandwidth, not by the peak
    ServingLimit limit = ServingLimit::None;
    BatchLimit batchLimit = BatchLimit::Memory;
    long nodes = 1;
    std::optional<double> usdPerHour;  ///< price of all of these nodes

    [[nodiscard]] long cards() const { return replicas * tensor; }
};

/// Mean wait for random arrivals at a load rho below 1 and constant service times: rho/(2 (1 - rho)) times the service
/// time (M/D/1).
[[nodiscard]] double meanWaitS(double load, double serviceS);

/// One plan for each tensor degree that divides the model, from 1 to the cards of a node: its performance, or why it
/// cannot serve (limit). Plans are ordered by number of cards, then by request time; plans that cannot serve come last.
/// Errors: those from validate(); a need that is out of range.
[[nodiscard]] Result<std::vector<ServingPlan>> planServing(const Transformer& model, const ClusterSpec& cluster,
                                                           const Trainer& trainer, const ServingNeed& need);

}  // namespace scalewright
