// Serving a model: tensor by replicas for a context, requests a second and a latency budget; which limit binds.
//
// One replica on t cards answers B requests at once. By the roofline (Williams et al. 2009), e the kernels' share of
// the peak, r the share of the memory bandwidth, w bytes a weight, Psi_a the parameters a token passes through:
//
//   prefill of P tokens   max(2 Psi_a P + 2 L h P^2 FLOP over e peak t, weights over r bandwidth t) + exchanges
//   a decoding step       max(B (2 Psi_a + 4 L h C) FLOP over e peak t, (weights + B C cache) over r bandwidth t)
//                         + exchanges, C the tokens held on average: prompt and half of the answer
//   exchanges             2 L all-reduces of 2 T h bytes among t cards, T tokens at once, each by the cheapest all-reduce
//                         on these links: engines choose by size (one-shot and trees for a decoding step's few bytes:
//                         vLLM, TensorRT-LLM; NCCL's tuner)
//   a request             prefill + (answer - 1) steps; prefills of others come between: each of the B requests brings
//                         one, so a step takes 1 + (B prefill)/(answer step) as long. An answer of one token is its
//                         prefill: nothing is decoded, and prompts take turns (B = 1)
//   a replica             B / (request's time) requests a second
//   the wait for it       rho/(2 (1 - rho)) of a replica's time for one, 1/(requests a second), in the mean: requests
//                         arrive at random (Poisson), rho is the load. M/D/1 (Pollaczek 1930, Khinchine 1932): exact
//                         where one request is served at a time; with B at once more than is waited for (tst_layout_
//                         serving simulates both)
//
// Budgets are held against mean times, the wait counted. Requests at once and replicas are chosen together: the fewest
// replicas that keep every budget, then the most requests at once. A replica stays on a node; nodes are rented whole.
//
// The weights of a mixture of experts are read whole once B tokens reach most of them: min(1, B top-k/E) of its
// experts.
#pragma once

#include <vector>

#include "core/model/layout/layout.h"

namespace scalewright {

struct ServingNeed {
    double promptTokens = 512;
    double answerTokens = 128;
    double requestsPerS = 1;
    std::optional<double> latencyS;  ///< of a whole request
    std::optional<double> firstTokenS;  ///< of the first token
    double bytesPerWeight = 2;
    int mostAtOnce = 512;  ///< requests a replica holds
};

enum class ServingLimit {
    None,
    Memory,  ///< the weights, or the cache of one request, do not fit
    Latency,  ///< one request alone takes longer than the budget
    FirstToken,  ///< the prompt alone does
    Cards,  ///< the cluster has too few
};
/// What keeps a replica from holding more requests at once.
enum class BatchLimit { Memory, Latency, FirstToken, Most, OneToken };  ///< OneToken: nothing is decoded
[[nodiscard]] const char* servingLimitName(ServingLimit limit);
[[nodiscard]] const char* batchLimitName(BatchLimit limit);
[[nodiscard]] std::string titleOf(ServingLimit limit);
[[nodiscard]] std::string titleOf(BatchLimit limit);

struct ServingPlan {
    int tensor = 1;
    long replicas = 1;
    int atOnce = 1;  ///< B, of a replica
    double prefillS = 0, stepS = 0;  ///< of one request's prompt; of a decoding step with B
    double requestS = 0, firstTokenS = 0;  ///< in the mean, with the wait
    double requestsPerS = 0;  ///< of a replica, at most
    std::optional<double> load;  ///< of that, what a replica gets, below 1; absent where it cannot serve
    double waitS = 0;  ///< before the prefill, in the mean
    double weightBytes = 0, cacheBytes = 0;  ///< of a card, with B requests
    Pattern prefillPattern = usualPattern, stepPattern = usualPattern;  ///< the cheapest all-reduces
    bool decodeByMemory = true;  ///< the memory bandwidth binds a step, not the peak
    ServingLimit limit = ServingLimit::None;
    BatchLimit batchLimit = BatchLimit::Memory;
    long nodes = 1;
    std::optional<double> usdPerHour;  ///< of those nodes, whole

    [[nodiscard]] long cards() const { return replicas * tensor; }
};

/// Of random arrivals at a load below 1, each served in the same time: rho/(2 (1 - rho)) of it (M/D/1).
[[nodiscard]] double meanWaitS(double load, double serviceS);

/// One for each tensor that divides the model, from 1 to a node's cards: what it can do, or why it cannot (limit). The
/// order is fewest cards first, then the shorter request; those that cannot come last. Errors: validate()'s, a need out
/// of range.
[[nodiscard]] Result<std::vector<ServingPlan>> planServing(const Transformer& model, const ClusterSpec& cluster,
                                                           const Trainer& trainer, const ServingNeed& need);

}  // namespace scalewright
