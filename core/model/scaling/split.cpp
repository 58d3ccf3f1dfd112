#include "core/model/scaling/split.h"

#include <algorithm>
#include <numeric>

#include "core/model/scaling/algorithm_map.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

double messageS(const WithinCopy& each)
{
    const CommunicationParameters& c = each.communication;
    switch (each.kind) {
    case WithinCopy::Kind::Tensor:
    case WithinCopy::Kind::Expert: return communicationTime(each.pattern, c, each.group);
    case WithinCopy::Kind::Context: return (each.group - 1) * (c.twoLevels ? c.alpha2S + c.beta2S : c.alphaS + c.betaS);
    case WithinCopy::Kind::Stages: break;
    }
    return handOverS(c, 1);
}

}  // namespace

int ModelSplit::unit() const
{
    const auto bounded = [](long long workers) { return std::min(workers, static_cast<long long>(largestPMax) + 1); };
    const long long part = bounded(static_cast<long long>(tensor) * stages);
    return static_cast<int>(bounded(part * bounded(std::lcm<long long, long long>(context, experts.spread))));
}

int laidWorkers(const DesignTerms& terms, int p)
{
    if (!terms.split)
        return p;
    const int unit = terms.split->unit();
    return p < unit ? 1 : p / unit * unit;
}

int exchangingWorkers(const DesignTerms& terms, int p)
{
    const int laid = laidWorkers(terms, p);
    return terms.split ? std::max(1, laid / (terms.split->tensor * terms.split->stages)) : laid;
}

GradientParts gradientParts(const CommunicationParameters& message, const SpreadExperts& experts)
{
    GradientParts parts{ofMessage(message, 1 - experts.share), ofMessage(message, experts.share)};
    CommunicationParameters& own = parts.experts;
    own.workersPerNode = std::max(1, message.workersPerNode / experts.spread);
    if (message.sharedNetworkCard)
        own.beta2S *= static_cast<double>(message.workersPerNode) / own.workersPerNode;
    return parts;
}

double gradientExchangeS(Pattern pattern, const CommunicationParameters& message, double workers,
                         const SpreadExperts& experts)
{
    if (experts.spread == 1 || experts.share <= 0)
        return communicationTime(pattern, message, workers);
    const GradientParts parts = gradientParts(message, experts);
    return communicationTime(pattern, parts.dense, workers) +
           communicationTime(pattern, parts.experts, std::max(1.0, workers / experts.spread));
}

double handOverS(const CommunicationParameters& c, double workers)
{
    if (!c.twoLevels || workers <= c.workersPerNode)
        return c.alphaS + c.betaS;
    const double cards = c.sharedNetworkCard ? 1 : c.workersPerNode;
    return c.alpha2S + c.beta2S * std::max(1.0, c.workersPerNode * c.oversubscription / cards);
}

SplitSteps::SplitSteps(const DesignTerms& terms) : m_terms(terms)
{
    if (!terms.split)
        return;
    m_unit = terms.split->unit();
    for (const WithinCopy& each : terms.split->exchanges)
        m_seconds.push_back(messageS(each));
}

SplitStep SplitSteps::at(int p, double computeS, double workShare) const
{
    if (!m_terms.split || p < m_unit)
        return {.passS = computeS};
    const ModelSplit& split = *m_terms.split;
    const double passes = std::max(1.0, workShare / split.passShare);
    const double passComputeS = computeS / passes;
    double within = 0, handedOver = 0;
    for (std::size_t i = 0; i < m_seconds.size(); ++i) {
        const WithinCopy& each = split.exchanges[i];
        if (each.kind == WithinCopy::Kind::Stages)
            handedOver += each.times * (passes + split.stages - 1) * handOverS(each.communication, p / m_unit * m_unit);
        else
            within += each.times * std::max(0.0, m_seconds[i] - each.hiddenShare * passComputeS);
    }
    SplitStep step{.passS = passComputeS + within};
    step.exchangeS = passes * within + handedOver;
    step.bubbleS = (split.stages - 1.0) / split.chunks * step.passS;
    return step;
}

double splitLimitS(const DesignTerms& terms, double tCompS, bool strongScaling)
{
    if (!terms.split)
        return 0;
    const SplitStep far = SplitSteps(terms).at(largestPMax, strongScaling ? 0 : (1 + terms.recomputedShare) * tCompS,
                                               strongScaling ? 0 : 1);
    return far.exchangeS + far.bubbleS;
}

}  // namespace scalewright
