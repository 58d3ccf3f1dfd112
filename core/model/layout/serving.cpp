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

/// Those that leave the sum with everybody: what a layer's next matrix needs.
const std::vector<Pattern>& allReduces()
{
    static const std::vector<Pattern> list = [] {
        std::vector<Pattern> patterns = competing(usualPattern);
        std::erase_if(patterns, [](Pattern each) { return traitsOf(each).delivers != Delivers::AllReduce; });
        return patterns;
    }();
    return list;
}

/// A replica of t cards.
class Replica {
public:
    Replica(const Transformer& model, const ClusterSpec& cluster, const Trainer& trainer, const ServingNeed& need,
            int tensor)
        : m(model),
          c(cluster),
          r(trainer),
          n(need),
          t(tensor),
          rate(cluster.peakFlops * trainer.kernels.share * tensor),
          traffic(cluster.memoryBandwidth * trainer.memoryShare * tensor),
          weights(need.bytesPerWeight * parametersOf(model)),
          active(activeParameterCount(model)),
          cacheOfToken(cacheBytesPerToken(model, tensor))
    {
    }

    [[nodiscard]] double weightBytes() const { return weights / t; }
    [[nodiscard]] double cacheBytes(int requests) const
    {
        return requests * (n.promptTokens + n.answerTokens) * cacheOfToken;
    }
    [[nodiscard]] bool holds(int requests) const { return fits(c, weightBytes() + cacheBytes(requests)); }

    [[nodiscard]] double prefillS() const
    {
        const double P = n.promptTokens;
        const double flop = 2 * active * P + 2 * m.layers * m.hidden * P * P;
        return std::max(flop / rate, readS(weightsRead(P))) + exchangesS(P);
    }
    [[nodiscard]] double computeS(int requests) const
    {
        return requests * (2 * active + 4 * m.layers * m.hidden * held()) / rate;
    }
    [[nodiscard]] double memoryS(int requests) const
    {
        return readS(weightsRead(requests) + requests * held() * cacheOfToken * t);
    }
    [[nodiscard]] double stepS(int requests) const
    {
        return std::max(computeS(requests), memoryS(requests)) + exchangesS(requests);
    }
    /// An answer of one token is its prefill.
    [[nodiscard]] bool decodes() const { return n.answerTokens > 1; }
    /// The first token comes after its own prompt and a step in progress.
    [[nodiscard]] double firstTokenS(int requests) const
    {
        return prefillS() + (decodes() && requests > 1 ? stepS(requests - 1) : 0);
    }
    /// The cheapest all-reduce of so many tokens; the usual one where there is nothing to exchange.
    [[nodiscard]] Pattern patternOf(double tokens) const
    {
        return t == 1 ? usualPattern : cheapestPattern(allReduces(), link(1), static_cast<int>(t), bytesOf(tokens));
    }
    [[nodiscard]] double requestS(int requests) const
    {
        return decodes() ? requests * prefillS() + (n.answerTokens - 1) * stepS(requests) : prefillS();
    }
    /// What a request takes of the replica's time: prefill is one at a time, a step is shared.
    [[nodiscard]] double serviceS(int requests) const { return decodes() ? requestS(requests) / requests : prefillS(); }

private:
    [[nodiscard]] double held() const { return n.promptTokens + n.answerTokens / 2; }
    [[nodiscard]] double readS(double bytes) const { return traffic > 0 ? bytes / traffic : 0; }
    [[nodiscard]] double weightsRead(double tokens) const
    {
        if (m.experts <= m.expertsPerToken)
            return weights;
        const double shared = n.bytesPerWeight * (active - (parametersOf(m) - active) * m.expertsPerToken /
                                                               (m.experts - m.expertsPerToken));
        return shared + (weights - shared) * std::min(1.0, tokens * m.expertsPerToken / m.experts);
    }
    [[nodiscard]] double exchangesS(double tokens) const
    {
        if (t == 1)
            return 0;
        return 2 * m.layers * communicationTime(patternOf(tokens), link(bytesOf(tokens)), t);
    }
    [[nodiscard]] double bytesOf(double tokens) const { return 2 * tokens * m.hidden; }
    [[nodiscard]] CommunicationParameters link(double bytes) const
    {
        return {.alphaS = c.alphaS, .betaS = bytes / (c.bandwidth * r.linkShare)};
    }

    const Transformer& m;
    const ClusterSpec& c;
    const Trainer& r;
    const ServingNeed& n;
    double t, rate, traffic, weights, active, cacheOfToken;
};

/// A replica with so many requests at once, against the budgets.
struct Operation {
    double serviceS = 0;  ///< of a replica's time, for a request
    double spareS = 0;  ///< that the tightest budget leaves for waiting; infinite without one
    double replicas = 0;  ///< the fewest that keep it
};

Operation operationOf(const Replica& replica, const ServingNeed& need, int requests)
{
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    const double firstToken = need.firstTokenS.value_or(unbounded) - replica.firstTokenS(requests);
    const double request = need.latencyS.value_or(unbounded) - replica.requestS(requests);
    Operation operation{.serviceS = replica.serviceS(requests), .spareS = std::min(firstToken, request)};
    // The load at which the mean wait is what the budget spares; without a budget any below 1.
    const double busy = need.requestsPerS * operation.serviceS;
    const double load =
        std::isinf(operation.spareS) ? 1 : 2 * operation.spareS / (operation.serviceS + 2 * operation.spareS);
    operation.replicas = operation.spareS > 0 ? std::max(std::ceil(busy / load), std::floor(busy) + 1) : unbounded;
    return operation;
}

/// How many requests at once need the fewest replicas; of those the most.
int bestAtOnce(const Replica& replica, const ServingNeed& need)
{
    int most = 1, beyond = replica.decodes() ? need.mostAtOnce + 1 : 2;
    while (beyond - most > 1) {
        const int middle = most + (beyond - most) / 2;
        (replica.holds(middle) ? most : beyond) = middle;
    }
    if (!need.firstTokenS && !need.latencyS)
        return most;
    int best = 1;
    double fewest = operationOf(replica, need, 1).replicas;
    for (int requests = 2; requests <= most; ++requests)
        if (const double replicas = operationOf(replica, need, requests).replicas; replicas <= fewest) {
            fewest = replicas;
            best = requests;
        }
    return best;
}

BatchLimit batchLimitOf(const Replica& replica, const ServingNeed& need, const ServingPlan& plan)
{
    if (!replica.decodes())
        return BatchLimit::OneToken;
    if (plan.atOnce == need.mostAtOnce)
        return BatchLimit::Most;
    if (!replica.holds(plan.atOnce + 1))
        return BatchLimit::Memory;
    const int next = plan.atOnce + 1;
    const double serviceS = replica.serviceS(next);
    const double load = need.requestsPerS * serviceS / static_cast<double>(plan.replicas);
    const double firstTokenS = replica.firstTokenS(next) + (load < 1 ? meanWaitS(load, serviceS) : 0);
    return need.firstTokenS && firstTokenS > *need.firstTokenS ? BatchLimit::FirstToken : BatchLimit::Latency;
}

ServingPlan planFor(const Replica& replica, const ClusterSpec& cluster, const ServingNeed& need, int tensor)
{
    ServingPlan plan{.tensor = tensor};
    plan.weightBytes = replica.weightBytes();
    plan.prefillS = replica.prefillS();
    plan.prefillPattern = replica.patternOf(need.promptTokens);
    const auto describe = [&](int requests) {
        plan.atOnce = requests;
        plan.stepS = replica.stepS(requests);
        plan.stepPattern = replica.patternOf(requests);
        plan.requestS = replica.requestS(requests);
        plan.firstTokenS = replica.firstTokenS(requests);
        plan.requestsPerS = 1 / replica.serviceS(requests);
        plan.cacheBytes = replica.cacheBytes(requests);
        plan.decodeByMemory = replica.memoryS(requests) >= replica.computeS(requests);
    };
    describe(1);
    if (!replica.holds(1))
        plan.limit = ServingLimit::Memory;
    else if (need.firstTokenS && plan.firstTokenS > *need.firstTokenS)
        plan.limit = ServingLimit::FirstToken;
    else if (need.latencyS && plan.requestS > *need.latencyS)
        plan.limit = ServingLimit::Latency;
    if (plan.limit != ServingLimit::None)
        return plan;
    const int atOnce = bestAtOnce(replica, need);
    describe(atOnce);
    plan.replicas = static_cast<long>(std::min(operationOf(replica, need, atOnce).replicas, 1e12));
    plan.batchLimit = batchLimitOf(replica, need, plan);
    plan.load = need.requestsPerS / (static_cast<double>(plan.replicas) * plan.requestsPerS);
    if (*plan.load < 1) {
        plan.waitS = meanWaitS(*plan.load, 1 / plan.requestsPerS);
        plan.requestS += plan.waitS;
        plan.firstTokenS += plan.waitS;
    }
    const long ofANode = cluster.cardsPerNode / tensor;
    plan.nodes = (plan.replicas + ofANode - 1) / ofANode;
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

const char* servingLimitName(ServingLimit limit)
{
    switch (limit) {
    case ServingLimit::None: break;
    case ServingLimit::Memory: return "memory";
    case ServingLimit::Latency: return "latency";
    case ServingLimit::FirstToken: return "first-token";
    case ServingLimit::Cards: return "cards";
    }
    return "none";
}

const char* batchLimitName(BatchLimit limit)
{
    switch (limit) {
    case BatchLimit::Memory: break;
    case BatchLimit::Latency: return "latency";
    case BatchLimit::FirstToken: return "first-token";
    case BatchLimit::Most: return "most-at-once";
    case BatchLimit::OneToken: return "one-token";
    }
    return "memory";
}

std::string titleOf(ServingLimit limit)
{
    switch (limit) {
    case ServingLimit::None: break;
    case ServingLimit::Memory: return "weights and one request's cache do not fit";
    case ServingLimit::Latency: return "one request alone takes too long";
    case ServingLimit::FirstToken: return "the prompt alone takes too long";
    case ServingLimit::Cards: return "the cluster has too few cards";
    }
    return "meets every limit";
}

std::string titleOf(BatchLimit limit)
{
    switch (limit) {
    case BatchLimit::Memory: break;
    case BatchLimit::Latency: return "the latency budget";
    case BatchLimit::FirstToken: return "the budget of the first token";
    case BatchLimit::Most: return "the most requests at once";
    case BatchLimit::OneToken: return "answers of one token";
    }
    return "the card's memory";
}

Result<std::vector<ServingPlan>> planServing(const Transformer& model, const ClusterSpec& cluster,
                                             const Trainer& trainer, const ServingNeed& need)
{
    Error error;
    if (const Result<void> valid = validate(model, cluster, trainer, 1); !valid)
        error = valid.error();
    const auto check = [&error](bool right, const char* field, std::string message, std::string expected) {
        if (!right)
            error.problems.push_back({std::move(message), std::move(expected), {.field = field}});
    };
    const auto whole = [](double value) {
        return std::isfinite(value) && value >= 1 && value <= 1e9 && value == std::floor(value);
    };
    const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
    check(whole(need.promptTokens), "prompt", "the prompt has no whole number of tokens", "1 or more");
    check(whole(need.answerTokens), "answer", "the answer has no whole number of tokens", "1 or more");
    check(positive(need.requestsPerS) && need.requestsPerS <= 1e12, "qps", "there are no requests a second",
          "more than 0");
    check(!need.latencyS || positive(*need.latencyS), "latency", "the latency budget is no time", "more than 0 s");
    check(!need.firstTokenS || positive(*need.firstTokenS), "first-token", "the budget of the first token is no time",
          "more than 0 s");
    check(need.bytesPerWeight > 0 && need.bytesPerWeight <= 16, "bytes-per-weight",
          say("{} bytes a weight cannot be", significant(need.bytesPerWeight)), "2, 1 or 0.5");
    check(need.mostAtOnce >= 1 && need.mostAtOnce <= 1 << 20, "most-at-once",
          say("{} requests at once cannot be", need.mostAtOnce), "1 to 1048576");
    if (!error.problems.empty())
        return fail(std::move(error));

    std::vector<ServingPlan> plans;
    for (int tensor = 1; tensor <= std::min(cluster.cardsPerNode, cluster.cards); ++tensor) {
        const Layout layout{.tensor = tensor};
        if (checkLayout(model, trainer, 1, tensor, layout) == LeftOut::No)
            plans.push_back(planFor(Replica(model, cluster, trainer, need, tensor), cluster, need, tensor));
    }
    const auto key = [](const ServingPlan& plan) {
        return std::tuple(plan.limit != ServingLimit::None, plan.limit == ServingLimit::Cards ? 0 : 1, plan.cards(),
                          plan.requestS, plan.tensor);
    };
    std::sort(plans.begin(), plans.end(),
              [&key](const ServingPlan& a, const ServingPlan& b) { return key(a) < key(b); });
    return plans;
}

}  // namespace scalewright
