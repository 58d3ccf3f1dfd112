// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/landmarks.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/quantity/units.h"
#include "core/model/scaling/failures.h"
#include "core/model/scaling/last_bits.h"
#include "core/model/scaling/priced.h"
#include "core/model/scaling/row.h"
#include "core/model/scaling/search.h"
#include "core/model/scaling/split.h"
#include "core/model/scaling/work_share.h"

namespace scalewright {

namespace {

// Limit of the exposed T_comm as p grows without bound, or nullopt if it also grows without bound.
std::optional<double> exposedCommunicationLimit(const ScalingModel& model)
{
    const std::optional<double> fullLimit = communicationTimeLimit(model);
    if (!fullLimit || !model.terms.hasOverlap())
        return fullLimit;
    const std::optional<CommunicationParameters> bucket = lastBucketParameters(model);
    const double last = bucket ? primaryExchangeLimit(model, *bucket).value_or(0) : 0;
    const double computeS = model.scaling == Scaling::Strong ? 0 : model.tCompS;
    return exposedCommunicationS(model.terms, computeS, *fullLimit, last,
                                 model.primaryExchange().communication.localSteps);
}

struct SpeedupLimit {
    std::optional<double> value;
    std::string missingReason;
};

SpeedupLimit strongScalingLimit(const ScalingModel& model, const std::optional<double>& comm)
{
    const DesignTerms& terms = model.terms;
    const bool jitters = terms.jitterS > 0 && terms.barrier != Barrier::None;
    if (!comm || jitters || terms.coordinationPerWorkerS > 0)
        return {0, {}};  // the expected slowest of p workers, or the coordinator's queue, grows without bound
    double factor = 1;
    if (terms.nodeMtbfS && !(terms.recovery == Recovery::Elastic && terms.restartS <= 0)) {
        // M falls to 0, so work that must finish between two failures never does.
        const bool stops =
            terms.restartS > 0 ||
            (terms.recovery == Recovery::Checkpoint && (terms.checkpointS > 0 || terms.checkpointIntervalS)) ||
            (terms.recovery == Recovery::None && *comm > 0);
        if (stops)
            return {0, {}};
        return {std::nullopt, "not computed for failures without restart time"};
    }
    if (terms.hasFailureCosts())
        factor = failureFactor(terms, 2, 1, 1, std::nullopt);  // checkpoints only, so the factor is the same at every p
    // All that remains of compute is the data that every worker reads in full; the rest shrinks with p.
    const double nonShrinkingS =
        (terms.readingIsDivided ? 0 : terms.readingTimeS) + splitOverheadLimitS(terms, model.tCompS, true);
    if (*comm + nonShrinkingS > 0)
        return {model.tCompS / ((*comm + nonShrinkingS) * factor), {}};
    if (model.terms.isEmpty())
        return {std::nullopt, "no limit: without communication S = p"};
    return {std::nullopt, "no limit: all that a step adds to compute shrinks with it"};
}

SpeedupLimit weakScalingLimit(const ScalingModel& model, const std::optional<double>& comm)
{
    const DesignTerms& terms = model.terms;
    if (terms.nodeMtbfS && !(terms.recovery == Recovery::Elastic && terms.restartS <= 0)) {
        if (terms.restartS > 0 || terms.recovery != Recovery::Checkpoint || terms.checkpointS > 0 ||
            terms.checkpointIntervalS)
            return {0, {}};
    }
    const bool linear = terms.coordinationPerWorkerS > 0 && terms.hasCentralCoordinator;
    if (comm && !linear)
        return {std::nullopt, "no limit: the scaled speedup grows with p"};
    // S = p T_comp/(T_comp + T_comm(p)) still tends to a finite value if T_comm grows linearly, but not if it grows
    // more slowly; waiting that grows logarithmically changes neither.
    const double compute = computeTimePerWorkerS(model, maximumPMax) + splitOverheadLimitS(terms, model.tCompS, false);
    const auto speedupAt = [&](double p) {
        double t = compute + communicationTime(model, p);
        if (linear)
            t += terms.coordinationPerWorkerS * p;
        return p * model.tCompS / t;
    };
    const double far = speedupAt(std::ldexp(1.0, 256));
    const double farther = speedupAt(std::ldexp(1.0, 512));
    if (!std::isfinite(farther))
        return {std::nullopt, "the limit is too large to compute"};
    if (farther > far * 1.5)
        return {std::nullopt, "no limit: communication grows more slowly than the work"};
    return {terms.hasFailureCosts() ? far / failureFactor(terms, 2, 1, 1, std::nullopt) : far, {}};
}

// The p above the search limit at which a curve may turn: the next worker, the next full nodes (a partly filled node is
// slow) and the next powers of two (some patterns need an extra step between them), up to twice the limit.
std::vector<int> candidatesBeyondSearch(const ScalingModel& model, int pMax)
{
    std::vector<int> list{pMax + 1, 2 * pMax};
    const int node = (pMax / model.workersPerNode + 1) * model.workersPerNode;
    for (const int nodes : {0, 1, 2, 4, 8, 16, 32, 64, 128})
        list.push_back(node + nodes * model.workersPerNode);
    for (int power = 1; power <= 2 * pMax; power *= 2)
        list.push_back(power);
    if (model.terms.split)
        for (const int p : std::vector(list))
            list.push_back(assignedWorkers(model.terms, p));
    std::erase_if(
        list, [&](int p) { return p <= pMax || p > 2 * pMax || (model.maximumWorkers && p > *model.maximumWorkers); });
    std::ranges::sort(list);
    return list;
}

/// The fastest p among candidatesBeyondSearch(), if it is faster than the fastest p searched.
std::optional<PredictionRow> fastestBeyondSearch(const ScalingModel& model, int pMax, double speedup)
{
    std::optional<PredictionRow> best;
    for (const int p : candidatesBeyondSearch(model, pMax))
        if (PredictionRow row = predictAt(model, p);
            row.speedup > (best ? best->speedup : speedup) * (1 + roundingTolerance))
            best = row;
    return best;
}

std::string searchLimitNote(const ScalingModel& model, int pMax, const std::optional<double>& speedupLimit)
{
    if (isLimitedByBatch(model, pMax))
        return formatMessage("p* is {}, {}: the batch cannot be divided further", pMax, oneExampleText(model));
    // Above the limit, the curve may keep rising or turn at the next worker: distinguish the two.
    const double speedupAtLimit = predictAt(model, pMax).speedup;
    if (!fastestBeyondSearch(model, pMax, speedupAtLimit))
        return isSmoothInP(model.primaryExchange().pattern, model.primaryExchange().communication)
                   ? formatMessage("p* is the largest p searched ({}), and more workers gain nothing", pMax)
                   : formatMessage(
                         "p* is the largest p searched ({}): no p tried above it, up to twice as large, is faster",
                         pMax);
    if (!speedupLimit)
        return formatMessage(
            "still rising at p = {}, the largest p searched: S grows without bound, so there is no fastest p", pMax);
    if (*speedupLimit > speedupAtLimit)
        return formatMessage("still rising at p = {}, the largest p searched: there is no finite p*, S tends to {}",
                             pMax, significantText(*speedupLimit));
    return formatMessage("still rising at p = {}, the largest p searched: p* is larger", pMax);
}

std::string pStarNote(const ScalingModel& model, const Landmarks& marks, const PredictionColumns& columns)
{
    const int pMax = static_cast<int>(columns.tStep.size());
    const auto speedupAt = [&](int p) { return predictAt(model, p).speedup; };
    if (!std::isfinite(columns.tStep[static_cast<std::size_t>(marks.pStar - 1)]))
        return pMax > 1
                   ? formatMessage("there is no fastest p in 1…{}: {}", pMax, neverFinishesReason(model, marks.pStar))
                   : neverFinishesReason(model, marks.pStar);
    if (marks.pStarAtLimit && pMax > 1)
        return searchLimitNote(model, pMax, marks.speedupLimit);
    if (marks.pStarAtLimit && model.maximumWorkers == 1)
        return "a batch of one example can use only one worker";
    if (marks.pStarAtLimit)
        return speedupAt(2) > speedupAt(1) ? "only p = 1 was searched; p = 2 would be faster"
                                           : "only p = 1 was searched";
    // A smooth curve has one maximum; a stepped curve may rise again.
    const bool isStepped = !isSmoothInP(model.primaryExchange().pattern, model.primaryExchange().communication) ||
                           model.workersPerNode > 1 || model.terms.split;
    if (const std::optional<PredictionRow> faster = isStepped && !isLimitedByBatch(model, pMax)
                                                        ? fastestBeyondSearch(model, pMax, speedupAt(marks.pStar))
                                                        : std::nullopt)
        return formatMessage("the fastest p searched; p = {}, beyond p-max {}, would have a speedup of {}", faster->p,
                             pMax, significantText(faster->speedup));
    if (marks.pStar == 1)
        return model.terms.isEmpty()
                   ? "no p > 1 is faster than one machine: communication costs more than parallel compute saves"
                   : "no p > 1 is faster than one machine: the design's overheads cost more than parallel compute "
                     "saves";
    return {};
}

}  // namespace

Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns)
{
    Landmarks marks;
    const int pMax = static_cast<int>(columns.tStep.size());
    marks.pStar = fastestP(model, columns);
    marks.pStarAtLimit = marks.pStar == pMax;
    marks.kneeP = findKnee(columns, marks.pStar);
    marks.kneeAtLimit = marks.kneeP == pMax;
    if (marks.kneeAtLimit)
        marks.kneeNote = isLimitedByBatch(model, pMax)
                             ? formatMessage("the whole batch, {}: no knee at a smaller p", oneExampleText(model))
                             : std::string("no knee up to the largest p searched");
    // The tolerance matters at E = 1, which is computed as p T/p over T.
    for (int p = pMax; p >= 1 && !marks.pEfficient; --p)
        if (columns.efficiency[static_cast<std::size_t>(p - 1)] >= model.efficiencyTarget * (1 - roundingTolerance))
            marks.pEfficient = p;
    marks.pEfficientAtLimit = marks.pEfficient == pMax;
    if (!marks.pEfficient)
        marks.pEfficientMissingReason =
            formatMessage("no p reaches an efficiency of {}", significantText(model.efficiencyTarget));

    const bool strong = model.scaling == Scaling::Strong;
    const std::optional<double> comm = exposedCommunicationLimit(model);
    SpeedupLimit limit = strong ? strongScalingLimit(model, comm) : weakScalingLimit(model, comm);
    marks.speedupLimit = limit.value;
    marks.speedupLimitMissingReason = std::move(limit.missingReason);

    for (int p = 1; p <= pMax && !marks.pCommDominates; ++p)
        if (commDominatesAt(columns, p))
            marks.pCommDominates = p;
    if (!marks.pCommDominates) {
        // Strong scaling: R grows with p as soon as there is any communication. Weak scaling: R tends to the limit of
        // T_comm over T_comp.
        const bool neverDominates = comm && (strong ? *comm <= 0 : *comm < model.tCompS);
        if (!neverDominates && isLimitedByBatch(model, pMax))
            marks.pCommDominatesMissingReason =
                formatMessage("beyond the batch: R stays below 1 up to p = {}, {}", pMax, oneExampleText(model));
        else
            marks.pCommDominatesMissingReason = neverDominates
                                                    ? "never: communication stays below compute at every p"
                                                    : formatMessage("beyond p-max: R reaches 1 only past p = {}", pMax);
    }
    marks.pStarNote = pStarNote(model, marks, columns);
    return marks;
}

}  // namespace scalewright
