// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/split.h"

#include <algorithm>
#include <numeric>

#include "core/model/scaling/algorithm_map.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

double copyExchangeS(const IntraCopyExchange& each)
{
    const CommunicationParameters& c = each.communication;
    switch (each.kind) {
    case IntraCopyExchange::Kind::Tensor:
    case IntraCopyExchange::Kind::Expert: return communicationTime(each.pattern, c, each.groupSize);
    case IntraCopyExchange::Kind::Context:
        return (each.groupSize - 1) * (c.twoLevelNetwork ? c.alpha2S + c.beta2S : c.alphaS + c.betaS);
    case IntraCopyExchange::Kind::Stages: break;
    }
    return stageMessageS(c, 1);
}

}  // namespace

int ModelSplit::workerMultiple() const
{
    const auto bounded = [](long long workers) { return std::min(workers, static_cast<long long>(maximumPMax) + 1); };
    const long long part = bounded(static_cast<long long>(tensorParallel) * pipelineStages);
    return static_cast<int>(
        bounded(part * bounded(std::lcm<long long, long long>(contextParallel, experts.expertParallel))));
}

int assignedWorkers(const DesignTerms& terms, int p)
{
    if (!terms.split)
        return p;
    const int unit = terms.split->workerMultiple();
    return p < unit ? 1 : p / unit * unit;
}

int exchangingWorkers(const DesignTerms& terms, int p)
{
    const int laid = assignedWorkers(terms, p);
    return terms.split ? std::max(1, laid / (terms.split->tensorParallel * terms.split->pipelineStages)) : laid;
}

GradientParts splitGradientMessage(const CommunicationParameters& message, const DistributedExperts& experts)
{
    GradientParts parts{parametersForMessage(message, 1 - experts.messageShare),
                        parametersForMessage(message, experts.messageShare)};
    CommunicationParameters& expertMessage = parts.experts;
    expertMessage.workersPerNode = std::max(1, message.workersPerNode / experts.expertParallel);
    if (message.sharedNetworkCard)
        expertMessage.beta2S *= static_cast<double>(message.workersPerNode) / expertMessage.workersPerNode;
    return parts;
}

double gradientExchangeS(Pattern pattern, const CommunicationParameters& message, double workers,
                         const DistributedExperts& experts)
{
    if (experts.expertParallel == 1 || experts.messageShare <= 0)
        return communicationTime(pattern, message, workers);
    const GradientParts parts = splitGradientMessage(message, experts);
    return communicationTime(pattern, parts.dense, workers) +
           communicationTime(pattern, parts.experts, std::max(1.0, workers / experts.expertParallel));
}

double stageMessageS(const CommunicationParameters& c, double workers)
{
    if (!c.twoLevelNetwork || workers <= c.workersPerNode)
        return c.alphaS + c.betaS;
    const double cards = c.sharedNetworkCard ? 1 : c.workersPerNode;
    return c.alpha2S + c.beta2S * std::max(1.0, c.workersPerNode * c.oversubscription / cards);
}

SplitStepModel::SplitStepModel(const DesignTerms& terms) : m_terms(terms)
{
    if (!terms.split)
        return;
    m_workerMultiple = terms.split->workerMultiple();
    for (const IntraCopyExchange& each : terms.split->exchanges)
        m_exchangeTimesS.push_back(copyExchangeS(each));
}

SplitStepTimes SplitStepModel::at(int p, double computeS, double workShare) const
{
    if (!m_terms.split || p < m_workerMultiple)
        return {.microBatchS = computeS};
    const ModelSplit& split = *m_terms.split;
    const double passes = std::max(1.0, workShare / split.workSharePerPass);
    const double passComputeS = computeS / passes;
    const int wholeCopies = p / m_workerMultiple;
    double exchangePerPassS = 0, stageMessagesS = 0;
    for (std::size_t i = 0; i < m_exchangeTimesS.size(); ++i) {
        const IntraCopyExchange& each = split.exchanges[i];
        if (each.kind == IntraCopyExchange::Kind::Stages)
            stageMessagesS += each.messagesPerPass * (passes + split.pipelineStages - 1) *
                              stageMessageS(each.communication, wholeCopies * m_workerMultiple);
        else
            exchangePerPassS +=
                each.messagesPerPass * std::max(0.0, m_exchangeTimesS[i] - each.hiddenShare * passComputeS);
    }
    SplitStepTimes step{.microBatchS = passComputeS + exchangePerPassS};
    step.exchangeS = passes * exchangePerPassS + stageMessagesS;
    step.bubbleS = (split.pipelineStages - 1.0) / split.chunksPerStage * step.microBatchS;
    return step;
}

double splitOverheadLimitS(const DesignTerms& terms, double tCompS, bool strongScaling)
{
    if (!terms.split)
        return 0;
    const SplitStepTimes far = SplitStepModel(terms).at(
        maximumPMax, strongScaling ? 0 : (1 + terms.recomputationShare) * tCompS, strongScaling ? 0 : 1);
    return far.exchangeS + far.bubbleS;
}

}  // namespace scalewright
