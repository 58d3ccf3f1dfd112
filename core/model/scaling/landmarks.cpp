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

std::string numberOf(double value)
{
    return significant(value, 3);
}

// T_comm that is paid as p grows without bound, or nullopt where it grows too.
std::optional<double> exposedLimit(const ScalingModel& model)
{
    const std::optional<double> whole = communicationTimeLimit(model);
    if (!whole || !model.terms.overlaps())
        return whole;
    const std::optional<CommunicationParameters> bucket = lastBucket(model);
    const double last = bucket ? ownExchangeLimit(model, *bucket).value_or(0) : 0;
    const double computeS = model.scaling == Scaling::Strong ? 0 : model.tCompS;
    return exposedCommunicationS(model.terms, computeS, *whole, last, model.first().communication.localSteps);
}

struct SpeedupLimit {
    std::optional<double> value;
    std::string reason;  // why there is none
};

SpeedupLimit strongLimit(const ScalingModel& model, const std::optional<double>& comm)
{
    const DesignTerms& terms = model.terms;
    const bool jitters = terms.jitterS > 0 && terms.barrier != Barrier::None;
    if (!comm || jitters || terms.coordinatorS > 0)
        return {0, {}};  // the expected slowest of p comes later and later, as a coordinator's queue grows
    double factor = 1;
    if (terms.nodeMtbfS && !(terms.recovery == Recovery::Elastic && terms.restartS <= 0)) {
        // M falls to 0: whatever has to be finished between two failures never is.
        const bool stops =
            terms.restartS > 0 ||
            (terms.recovery == Recovery::Checkpoint && (terms.checkpointS > 0 || terms.checkpointIntervalS)) ||
            (terms.recovery == Recovery::None && *comm > 0);
        if (stops)
            return {0, {}};
        return {std::nullopt, "not worked out for failures that cost no restart"};
    }
    if (terms.fails())
        factor = failureFactor(terms, 2, 1, 1, std::nullopt);  // of checkpoints alone, the same at every p
    // What every worker reads whole is left of the compute; all else of it shrinks with p.
    const double kept = (terms.readingDivided ? 0 : terms.readingS) + splitLimitS(terms, model.tCompS, true);
    if (*comm + kept > 0)
        return {model.tCompS / ((*comm + kept) * factor), {}};
    if (model.terms.none())
        return {std::nullopt, "no limit: nothing is communicated, so S = p"};
    return {std::nullopt, "no limit: what a step adds to compute shrinks with it"};
}

SpeedupLimit weakLimit(const ScalingModel& model, const std::optional<double>& comm)
{
    const DesignTerms& terms = model.terms;
    if (terms.nodeMtbfS && !(terms.recovery == Recovery::Elastic && terms.restartS <= 0)) {
        if (terms.restartS > 0 || terms.recovery != Recovery::Checkpoint || terms.checkpointS > 0 ||
            terms.checkpointIntervalS)
            return {0, {}};
    }
    const bool linear = terms.coordinatorS > 0 && terms.centralCoordinator;
    if (comm && !linear)
        return {std::nullopt, "no limit: the scaled speedup grows with p"};
    // S = p T_comp/(T_comp + T_comm(p)) still tends to a finite value where T_comm grows linearly, to none where
    // slower; a waiting that grows like a logarithm changes neither.
    const double compute = shareOfWorkS(model, largestPMax) + splitLimitS(terms, model.tCompS, false);
    const auto speedupAt = [&](double p) {
        double t = compute + communicationTime(model, p);
        if (linear)
            t += terms.coordinatorS * p;
        return p * model.tCompS / t;
    };
    const double far = speedupAt(std::ldexp(1.0, 256));
    const double farther = speedupAt(std::ldexp(1.0, 512));
    if (!std::isfinite(farther))
        return {std::nullopt, "the limit is too large to compute"};
    if (farther > far * 1.5)
        return {std::nullopt, "no limit: communication grows more slowly than the work"};
    return {terms.fails() ? far / failureFactor(terms, 2, 1, 1, std::nullopt) : far, {}};
}

// The p past the edge at which a curve may turn: the next worker, the next full nodes (a node begun is slow), the next
// powers of two (between them some patterns hand in first), up to twice the search.
std::vector<int> pastTheEdge(const ScalingModel& model, int pMax)
{
    std::vector<int> list{pMax + 1, 2 * pMax};
    const int node = (pMax / model.workersPerNode + 1) * model.workersPerNode;
    for (const int nodes : {0, 1, 2, 4, 8, 16, 32, 64, 128})
        list.push_back(node + nodes * model.workersPerNode);
    for (int power = 1; power <= 2 * pMax; power *= 2)
        list.push_back(power);
    if (model.terms.split)
        for (const int p : std::vector(list))
            list.push_back(laidWorkers(model.terms, p));
    std::erase_if(list,
                  [&](int p) { return p <= pMax || p > 2 * pMax || (model.mostWorkers && p > *model.mostWorkers); });
    std::sort(list.begin(), list.end());
    return list;
}

/// The fastest of them, where it is faster than the fastest searched.
std::optional<PredictionRow> fasterPastTheEdge(const ScalingModel& model, int pMax, double speedup)
{
    std::optional<PredictionRow> best;
    for (const int p : pastTheEdge(model, pMax))
        if (PredictionRow row = predictAt(model, p); row.speedup > (best ? best->speedup : speedup) * (1 + lastBits))
            best = row;
    return best;
}

std::string limitNote(const ScalingModel& model, int pMax, const std::optional<double>& speedupLimit)
{
    if (endsWithTheBatch(model, pMax))
        return say("p* is {}, {}: the batch has no more to share out", pMax, oneExampleEach(model));
    // Past the edge the curve may still rise for a long way, or turn at the next worker: say which.
    const double atEdge = predictAt(model, pMax).speedup;
    if (!fasterPastTheEdge(model, pMax, atEdge))
        return smoothInP(model.first().pattern, model.first().communication)
                   ? say("p* is the largest p searched ({}), and more workers gain nothing", pMax)
                   : say("p* is the largest p searched ({}): of those tried up to twice as many none is faster", pMax);
    if (!speedupLimit)
        return say("still gaining at p = {}, the largest p searched: S grows without bound, so there is no fastest p",
                   pMax);
    if (*speedupLimit > atEdge)
        return say("still gaining at p = {}, the largest p searched: there is no finite p*, S tends to {}", pMax,
                   numberOf(*speedupLimit));
    return say("still gaining at p = {}, the largest p searched: p* lies beyond it", pMax);
}

std::string pStarNote(const ScalingModel& model, const Landmarks& marks, const PredictionColumns& columns)
{
    const int pMax = static_cast<int>(columns.tStep.size());
    const auto speedupAt = [&](int p) { return predictAt(model, p).speedup; };
    if (!std::isfinite(columns.tStep[static_cast<std::size_t>(marks.pStar - 1)]))
        return pMax > 1 ? say("there is no fastest p in 1…{}: {}", pMax, neverFinishes(model, marks.pStar))
                        : neverFinishes(model, marks.pStar);
    if (marks.pStarAtLimit && pMax > 1)
        return limitNote(model, pMax, marks.speedupLimit);
    if (marks.pStarAtLimit && model.mostWorkers == 1)
        return "a batch of one example is for one worker";
    if (marks.pStarAtLimit)
        return speedupAt(2) > speedupAt(1) ? "only p = 1 was searched; p = 2 would be faster"
                                           : "only p = 1 was searched";
    // A smooth curve that has turned has turned; one in steps may have another rise.
    const bool inSteps =
        !smoothInP(model.first().pattern, model.first().communication) || model.workersPerNode > 1 || model.terms.split;
    if (const std::optional<PredictionRow> beyond = inSteps && !endsWithTheBatch(model, pMax)
                                                        ? fasterPastTheEdge(model, pMax, speedupAt(marks.pStar))
                                                        : std::nullopt)
        return say("the fastest of the p searched: p = {}, beyond p-max {}, would have a speedup of {}", beyond->p,
                   pMax, numberOf(beyond->speedup));
    if (marks.pStar == 1)
        return model.terms.none()
                   ? "no p > 1 is faster than one machine: communication costs more than it saves"
                   : "no p > 1 is faster than one machine: what the design adds costs more than it saves";
    return {};
}

}  // namespace

Landmarks findLandmarks(const ScalingModel& model, const PredictionColumns& columns)
{
    Landmarks marks;
    const int pMax = static_cast<int>(columns.tStep.size());
    marks.pStar = fastestP(model, columns);
    marks.pStarAtLimit = marks.pStar == pMax;
    marks.kneeP = efficientP(columns, marks.pStar);
    marks.kneeAtLimit = marks.kneeP == pMax;
    if (marks.kneeAtLimit)
        marks.kneeNote = endsWithTheBatch(model, pMax)
                             ? say("the whole batch, {}: no knee before it", oneExampleEach(model))
                             : std::string("at the edge of the search: no knee was found up to there");
    // E = 1 is p T/p over T.
    for (int p = pMax; p >= 1 && !marks.pEfficient; --p)
        if (columns.efficiency[static_cast<std::size_t>(p - 1)] >= model.efficiencyTarget * (1 - lastBits))
            marks.pEfficient = p;
    marks.pEfficientAtLimit = marks.pEfficient == pMax;
    if (!marks.pEfficient)
        marks.pEfficientReason = say("no p keeps an efficiency of {}", numberOf(model.efficiencyTarget));

    const bool strong = model.scaling == Scaling::Strong;
    const std::optional<double> comm = exposedLimit(model);
    SpeedupLimit limit = strong ? strongLimit(model, comm) : weakLimit(model, comm);
    marks.speedupLimit = limit.value;
    marks.speedupLimitReason = std::move(limit.reason);

    for (int p = 1; p <= pMax && !marks.pCommDominates; ++p)
        if (commDominatesAt(columns, p))
            marks.pCommDominates = p;
    if (!marks.pCommDominates) {
        // Strong: R grows with p as soon as anything is communicated. Weak: R tends to the limit of T_comm over T_comp.
        const bool never = comm && (strong ? *comm <= 0 : *comm < model.tCompS);
        if (!never && endsWithTheBatch(model, pMax))
            marks.pCommDominatesReason =
                say("beyond the batch: R stays below 1 up to p = {}, {}", pMax, oneExampleEach(model));
        else
            marks.pCommDominatesReason = never ? "never: communication stays below compute at every p"
                                               : say("beyond p-max: R reaches 1 only past p = {}", pMax);
    }
    marks.pStarNote = pStarNote(model, marks, columns);
    return marks;
}

}  // namespace scalewright
