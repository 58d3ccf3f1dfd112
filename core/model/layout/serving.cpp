// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layout/serving.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/base/quantity/units.h"
#include "core/model/scaling/algorithm_map.h"
#include "core/model/scaling/pattern_traits.h"

namespace scalewright {

namespace {

/// All-reduce patterns: they leave the sum on every worker, which the next matrix of a layer needs.
const std::vector<Pattern>& allReducePatterns()
{
    static const std::vector<Pattern> list = [] {
        std::vector<Pattern> patterns = competingPatterns(defaultAllReducePattern);
        std::erase_if(patterns, [](Pattern each) { return traitsOf(each).outcome != ExchangeOutcome::FullSum; });
        return patterns;
    }();
    return list;
}

/// Timing model for one replica on t cards.
class ReplicaModel {
public:
    ReplicaModel(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, const ServingNeed& need,
                 int tensor)
        : m_model(model),
          m_cluster(cluster),
          m_trainer(trainer),
          m_need(need),
          m_tensor(tensor),
          m_flopRate(cluster.peakFlops * trainer.kernels.peakShare * tensor),
          m_memoryRate(cluster.memoryBandwidth * trainer.memoryBandwidthShare * tensor),
          m_weightBytes(need.bytesPerWeight * parametersOf(model)),
          m_activeParameters(activeParameterCount(model)),
          m_cacheBytesPerToken(keyValueCacheBytesPerToken(model, tensor))
    {
    }

    [[nodiscard]] double weightBytes() const { return m_weightBytes / m_tensor; }
    [[nodiscard]] double cacheBytes(int requests) const
    {
        return requests * (m_need.promptTokens + m_need.answerTokens) * m_cacheBytesPerToken;
    }
    [[nodiscard]] bool fitsRequests(int requests) const
    {
        return fitsOnCard(m_cluster, weightBytes() + cacheBytes(requests));
    }

    [[nodiscard]] double prefillS() const
    {
        const double P = m_need.promptTokens;
        const double flop = 2 * m_activeParameters * P + 2 * m_model.layers * m_model.hiddenSize * P * P;
        return std::max(flop / m_flopRate, readTimeS(weightBytesRead(P))) + exchangesS(P);
    }
    [[nodiscard]] double computeS(int requests) const
    {
        return requests * (2 * m_activeParameters + 4 * m_model.layers * m_model.hiddenSize * averageHeldTokens()) /
               m_flopRate;
    }
    [[nodiscard]] double memoryReadS(int requests) const
    {
        return readTimeS(weightBytesRead(requests) + requests * averageHeldTokens() * m_cacheBytesPerToken * m_tensor);
    }
    [[nodiscard]] double decodeStepS(int requests) const
    {
        return std::max(computeS(requests), memoryReadS(requests)) + exchangesS(requests);
    }
    /// A one-token answer is complete after the prefill.
    [[nodiscard]] bool decodes() const { return m_need.answerTokens > 1; }
    /// The first token needs the prefill of its own prompt and waits for a step in progress.
    [[nodiscard]] double firstTokenS(int requests) const
    {
        return prefillS() + (decodes() && requests > 1 ? decodeStepS(requests - 1) : 0);
    }
    /// The cheapest all-reduce for this number of tokens; the default one if nothing is exchanged.
    [[nodiscard]] Pattern exchangePattern(double tokens) const
    {
        return m_tensor == 1
                   ? defaultAllReducePattern
                   : cheapestPattern(allReducePatterns(), link(1), static_cast<int>(m_tensor), exchangeBytes(tokens));
    }
    [[nodiscard]] double requestS(int requests) const
    {
        return decodes() ? requests * prefillS() + (m_need.answerTokens - 1) * decodeStepS(requests) : prefillS();
    }
    /// Replica time per request: prefills run one at a time, decoding steps are shared.
    [[nodiscard]] double serviceS(int requests) const { return decodes() ? requestS(requests) / requests : prefillS(); }

private:
    [[nodiscard]] double averageHeldTokens() const { return m_need.promptTokens + m_need.answerTokens / 2; }
    [[nodiscard]] double readTimeS(double bytes) const { return m_memoryRate > 0 ? bytes / m_memoryRate : 0; }
    [[nodiscard]] double weightBytesRead(double tokens) const
    {
        if (m_model.experts <= m_model.expertsPerToken)
            return m_weightBytes;
        const double shared =
            m_need.bytesPerWeight *
            (m_activeParameters - (parametersOf(m_model) - m_activeParameters) * m_model.expertsPerToken /
                                      (m_model.experts - m_model.expertsPerToken));
        return shared + (m_weightBytes - shared) * std::min(1.0, tokens * m_model.expertsPerToken / m_model.experts);
    }
    [[nodiscard]] double exchangesS(double tokens) const
    {
        if (m_tensor == 1)
            return 0;
        return 2 * m_model.layers * communicationTime(exchangePattern(tokens), link(exchangeBytes(tokens)), m_tensor);
    }
    [[nodiscard]] double exchangeBytes(double tokens) const { return 2 * tokens * m_model.hiddenSize; }
    [[nodiscard]] CommunicationParameters link(double bytes) const
    {
        return {.alphaS = m_cluster.alphaS, .betaS = bytes / (m_cluster.bandwidth * m_trainer.linkShareInNode)};
    }

    const Transformer& m_model;
    const ClusterSpec& m_cluster;
    const Trainer& m_trainer;
    const ServingNeed& m_need;
    double m_tensor, m_flopRate, m_memoryRate, m_weightBytes, m_activeParameters, m_cacheBytesPerToken;
};

/// A replica with a given number of concurrent requests, checked against the budgets.
struct OperatingPoint {
    double serviceS = 0;  ///< replica time per request
    double spareWaitS = 0;  ///< waiting time that the tightest budget allows; infinite without a budget
    double replicas = 0;  ///< smallest number of replicas that meets the budget
};

OperatingPoint operatingPointOf(const ReplicaModel& replica, const ServingNeed& need, int requests)
{
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    const double firstToken = need.firstTokenS.value_or(unbounded) - replica.firstTokenS(requests);
    const double request = need.latencyS.value_or(unbounded) - replica.requestS(requests);
    OperatingPoint operation{.serviceS = replica.serviceS(requests), .spareWaitS = std::min(firstToken, request)};
    // The load at which the mean wait equals spareWaitS; without a budget, any load below 1.
    const double busy = need.requestsPerS * operation.serviceS;
    const double load = std::isinf(operation.spareWaitS)
                            ? 1
                            : 2 * operation.spareWaitS / (operation.serviceS + 2 * operation.spareWaitS);
    operation.replicas = operation.spareWaitS > 0 ? std::max(std::ceil(busy / load), std::floor(busy) + 1) : unbounded;
    return operation;
}

/// The concurrency that needs the fewest replicas; if several do, the highest.
int bestConcurrency(const ReplicaModel& replica, const ServingNeed& need)
{
    int mostThatFit = 1, tooMany = replica.decodes() ? need.maximumConcurrency + 1 : 2;
    while (tooMany - mostThatFit > 1) {
        const int middle = mostThatFit + (tooMany - mostThatFit) / 2;
        (replica.fitsRequests(middle) ? mostThatFit : tooMany) = middle;
    }
    if (!need.firstTokenS && !need.latencyS)
        return mostThatFit;
    int best = 1;
    double fewestReplicas = operatingPointOf(replica, need, 1).replicas;
    for (int requests = 2; requests <= mostThatFit; ++requests)
        if (const double replicas = operatingPointOf(replica, need, requests).replicas; replicas <= fewestReplicas) {
            fewestReplicas = replicas;
            best = requests;
        }
    return best;
}

BatchLimit batchLimitOf(const ReplicaModel& replica, const ServingNeed& need, const ServingPlan& plan)
{
    if (!replica.decodes())
        return BatchLimit::NothingDecoded;
    if (plan.concurrency == need.maximumConcurrency)
        return BatchLimit::MaximumConcurrency;
    if (!replica.fitsRequests(plan.concurrency + 1))
        return BatchLimit::Memory;
    const int next = plan.concurrency + 1;
    const double serviceS = replica.serviceS(next);
    const double load = need.requestsPerS * serviceS / static_cast<double>(plan.replicas);
    const double firstTokenS = replica.firstTokenS(next) + (load < 1 ? meanWaitS(load, serviceS) : 0);
    return need.firstTokenS && firstTokenS > *need.firstTokenS ? BatchLimit::FirstToken : BatchLimit::Latency;
}

ServingPlan servingPlanFor(const ReplicaModel& replica, const ClusterSpec& cluster, const ServingNeed& need, int tensor)
{
    ServingPlan plan{.tensor = tensor};
    plan.weightBytes = replica.weightBytes();
    plan.prefillS = replica.prefillS();
    plan.prefillPattern = replica.exchangePattern(need.promptTokens);
    const auto describe = [&](int requests) {
        plan.concurrency = requests;
        plan.stepS = replica.decodeStepS(requests);
        plan.stepPattern = replica.exchangePattern(requests);
        plan.requestS = replica.requestS(requests);
        plan.firstTokenS = replica.firstTokenS(requests);
        plan.requestsPerS = 1 / replica.serviceS(requests);
        plan.cacheBytes = replica.cacheBytes(requests);
        plan.isDecodeMemoryBound = replica.memoryReadS(requests) >= replica.computeS(requests);
    };
    describe(1);
    if (!replica.fitsRequests(1))
        plan.limit = ServingLimit::Memory;
    else if (need.firstTokenS && plan.firstTokenS > *need.firstTokenS)
        plan.limit = ServingLimit::FirstToken;
    else if (need.latencyS && plan.requestS > *need.latencyS)
        plan.limit = ServingLimit::Latency;
    if (plan.limit != ServingLimit::None)
        return plan;
    const int concurrency = bestConcurrency(replica, need);
    describe(concurrency);
    plan.replicas = static_cast<long>(std::min(operatingPointOf(replica, need, concurrency).replicas, 1e12));
    plan.batchLimit = batchLimitOf(replica, need, plan);
    plan.load = need.requestsPerS / (static_cast<double>(plan.replicas) * plan.requestsPerS);
    if (*plan.load < 1) {
        plan.waitS = meanWaitS(*plan.load, 1 / plan.requestsPerS);
        plan.requestS += plan.waitS;
        plan.firstTokenS += plan.waitS;
    }
    const long replicasPerNode = cluster.cardsPerNode / tensor;
    plan.nodes = (plan.replicas + replicasPerNode - 1) / replicasPerNode;
    if (plan.cards() > cluster.cards)
        plan.limit = ServingLimit::Cards;
    if (cluster.usdPerCardHour)
        plan.usdPerHour = *cluster.usdPerCardHour * cluster.cardsPerNode * static_cast<double>(plan.nodes);
    return plan;
}

}  // namespace

double meanWaitS(double load, double serviceS)
{
    return load / (2 * (1 - load)) * serviceS;
}

Result<std::vector<ServingPlan>> planServing(const Transformer& model, const ClusterSpec& cluster,
                                             const Trainer& trainer, const ServingNeed& need)
{
    Error error;
    if (const Result<void> valid = validate(model, cluster, trainer, 1); !valid)
        error = valid.error();
    const auto check = [&error](bool isValid, const char* field, std::string message, std::string expected) {
        if (!isValid)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    const auto isWholeCount = [](double value) {
        return std::isfinite(value) && value >= 1 && value <= 1e9 && value == std::floor(value);
    };
    const auto isPositive = [](double value) { return std::isfinite(value) && value > 0; };
    check(isWholeCount(need.promptTokens), "prompt", "the prompt length is not a whole number of tokens", "1 or more");
    check(isWholeCount(need.answerTokens), "answer", "the answer length is not a whole number of tokens", "1 or more");
    check(isPositive(need.requestsPerS) && need.requestsPerS <= 1e12, "qps", "the request rate is out of range",
          "more than 0");
    check(!need.latencyS || isPositive(*need.latencyS), "latency", "the latency budget is not positive",
          "more than 0 s");
    check(!need.firstTokenS || isPositive(*need.firstTokenS), "first-token", "the first-token budget is not positive",
          "more than 0 s");
    check(need.bytesPerWeight > 0 && need.bytesPerWeight <= 16, "bytes-per-weight",
          formatMessage("{} bytes per weight", significantText(need.bytesPerWeight)), "2, 1 or 0.5");
    check(need.maximumConcurrency >= 1 && need.maximumConcurrency <= 1 << 20, "most-at-once",
          formatMessage("{} concurrent requests", need.maximumConcurrency), "1 to 1048576");
    if (!error.problems.empty())
        return fail(std::move(error));

    std::vector<ServingPlan> plans;
    for (int tensor = 1; tensor <= std::min(cluster.cardsPerNode, cluster.cards); ++tensor) {
        const ParallelLayout layout{.tensor = tensor};
        if (checkLayout(model, trainer, 1, tensor, layout) == LeftOutReason::None)
            plans.push_back(servingPlanFor(ReplicaModel(model, cluster, trainer, need, tensor), cluster, need, tensor));
    }
    const auto key = [](const ServingPlan& plan) {
        return std::tuple(plan.limit != ServingLimit::None, plan.limit == ServingLimit::Cards ? 0 : 1, plan.cards(),
                          plan.requestS, plan.tensor);
    };
    std::ranges::sort(plans, [&key](const ServingPlan& a, const ServingPlan& b) { return key(a) < key(b); });
    return plans;
}

}  // namespace scalewright
