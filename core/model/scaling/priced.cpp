// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/priced.h"

#include <vector>

#include "core/model/scaling/failures.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/split.h"
#include "core/model/scaling/waiting.h"
#include "core/model/scaling/work_share.h"

namespace scalewright {

namespace {

// Number of steps of the run at p, which determines the effect of failures; nullopt if not set.
std::optional<double> knownRunSteps(const ScalingModel& model, int p)
{
    const bool restartsWholeRun = effectiveRecovery(model.terms, model.nodesAt(p)) == Recovery::None;
    return model.hasRunLength || restartsWholeRun ? std::optional(model.stepsAt(p)) : std::nullopt;
}

// `lateness` is the value in latenessTable() at latenessIndex(p).
PredictionRow computeRowWithTerms(const ScalingModel& model, const SplitStepModel& splits, int p, double tCommS,
                                  double lastBucketS, double lateness)
{
    const DesignTerms& terms = model.terms;
    const bool strong = model.scaling == Scaling::Strong;
    const int localSteps = model.primaryExchange().communication.localSteps;
    const int useful = usefulWorkers(terms, p), laid = assignedWorkers(terms, p);
    PredictionRow row{.p = p, .nodes = model.nodesAt(p), .tCompS = computeTimePerWorkerS(model, useful)};
    const SplitStepTimes split = splits.at(p, row.tCompS, largestWorkerShareS(model, 1, useful));
    row.tCommS = terms.overlapShare > 0
                     ? exposedCommunicationS(terms, split.microBatchS, tCommS, lastBucketS, localSteps)
                     : tCommS;
    row.hiddenCommS = tCommS - row.tCommS;
    row.tCommS += split.exchangeS;
    row.tCoordinationS = coordinationTimeS(terms, laid);
    row.tWaitS = skewWaitingS(terms, laid, row.tCompS) + split.bubbleS;
    row.tWaitS += jitterWaitingS(terms, laid, jitterSigmaS(terms, row.tCompS), lateness,
                                 row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS, localSteps);
    row.tStepS = row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS;
    if (terms.hasFailureCosts()) {
        const double undisturbed = row.tStepS;
        row.tStepS *= failureFactor(terms, row.nodes, row.tCompS, undisturbed, knownRunSteps(model, p));
        row.tFailureS = row.tStepS - undisturbed;
    }
    // Weak scaling: the work done by backup workers does not count.
    row.speedup = (strong ? 1 : useful) * model.tCompS / row.tStepS;
    row.efficiency = row.speedup / p;
    row.commToCompute = row.tCommS / row.tCompS;
    if (model.nodePriceUsdPerHour)
        row.costUsd = runCostUsd(model, p, row.tStepS);
    return row;
}

}  // namespace

std::optional<CommunicationParameters> lastBucketParameters(const ScalingModel& model)
{
    if (!model.terms.hasOverlap() || model.terms.lastBucketShare <= 0)
        return std::nullopt;
    CommunicationParameters last = model.primaryExchange().communication;
    last.betaS *= model.terms.lastBucketShare;
    last.beta2S *= model.terms.lastBucketShare;
    last.gammaS *= model.terms.lastBucketShare;
    last.buckets = 1;
    return last;
}

PredictionRow rowWithTerms(const ScalingModel& model, int p, double tCommS)
{
    const DesignTerms& terms = model.terms;
    const std::optional<CommunicationParameters> last = lastBucketParameters(model);
    const double lateness =
        hasJitterWaiting(terms)
            ? latenessTable(terms, model.primaryExchange().communication.localSteps).valueAt(latenessIndex(terms, p))
            : 0;
    return computeRowWithTerms(model, SplitStepModel(terms), p, tCommS, last ? primaryExchangeS(model, *last, p) : 0,
                               lateness);
}

void fillColumnsWithTerms(const ScalingModel& model, PredictionColumns& out)
{
    const DesignTerms& terms = model.terms;
    const int pMax = static_cast<int>(out.tComm.size());
    std::vector<double> lastBucketS(out.tComm.size());
    if (const std::optional<CommunicationParameters> last = lastBucketParameters(model))
        primaryExchangeTimes(model, *last, pMax, lastBucketS.data());
    const double* lateness =
        hasJitterWaiting(terms)
            ? latenessTable(terms, model.primaryExchange().communication.localSteps).valuesUpTo(pMax).data()
            : nullptr;
    const SplitStepModel splits(terms);
    for (int p = 1; p <= pMax; ++p) {
        const auto i = static_cast<std::size_t>(p - 1);
        const PredictionRow each = computeRowWithTerms(model, splits, p, out.tComm[i], lastBucketS[i],
                                                       lateness ? lateness[latenessIndex(terms, p) - 1] : 0);
        out.tComp[i] = each.tCompS;
        out.tComm[i] = each.tCommS;
        out.tStep[i] = each.tStepS;
        out.speedup[i] = each.speedup;
        out.efficiency[i] = each.efficiency;
        out.commToCompute[i] = each.commToCompute;
        out.cost[i] = each.costUsd.value_or(0);
        out.hiddenComm[i] = each.hiddenCommS;
        out.tCoordination[i] = each.tCoordinationS;
        out.tWait[i] = each.tWaitS;
        out.tFailure[i] = each.tFailureS;
    }
}

}  // namespace scalewright
