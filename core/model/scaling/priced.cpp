#include "core/model/scaling/priced.h"

#include <cmath>
#include <vector>

#include "core/model/scaling/failures.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/split.h"
#include "core/model/scaling/waiting.h"
#include "core/model/scaling/work_share.h"

namespace scalewright {

namespace {

// Steps of the run at p, for what failures do to it: not known where nobody gave them.
std::optional<double> runSteps(const ScalingModel& model, int p)
{
    const bool startsAgain = recoveryOn(model.terms, model.nodes(p)) == Recovery::None;
    return model.stepsAreTheRuns || startsAgain ? std::optional(model.stepsAt(p)) : std::nullopt;
}

// `lateness` is latenessTable's at awaited(p).
PredictionRow row(const ScalingModel& model, const SplitSteps& splits, int p, double tCommS, double lastBucketS,
                  double lateness)
{
    const DesignTerms& terms = model.terms;
    const bool strong = model.scaling == Scaling::Strong;
    const int localSteps = model.first().communication.localSteps;
    const int useful = usefulWorkers(terms, p), laid = laidWorkers(terms, p);
    PredictionRow row{.p = p, .nodes = model.nodes(p), .tCompS = shareOfWorkS(model, useful)};
    const SplitStep split = splits.at(p, row.tCompS, evenShareS(model, 1, useful));
    row.tCommS =
        terms.overlap > 0 ? exposedCommunicationS(terms, split.passS, tCommS, lastBucketS, localSteps) : tCommS;
    row.hiddenCommS = tCommS - row.tCommS;
    row.tCommS += split.exchangeS;
    row.tCoordinationS = coordinationS(terms, laid);
    row.tWaitS = skewWaitingS(terms, laid, row.tCompS) + split.bubbleS;
    row.tWaitS += jitterWaitingS(terms, laid, jitterAtS(terms, row.tCompS), lateness,
                                 row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS, localSteps);
    row.tStepS = row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS;
    if (terms.fails()) {
        const double undisturbed = row.tStepS;
        row.tStepS *= failureFactor(terms, row.nodes, row.tCompS, undisturbed, runSteps(model, p));
        row.tFailureS = row.tStepS - undisturbed;
    }
    // Weak scaling: backup workers add no work that counts.
    row.speedup = (strong ? 1 : useful) * model.tCompS / row.tStepS;
    row.efficiency = row.speedup / p;
    row.commToCompute = row.tCommS / row.tCompS;
    if (model.priceUsdPerHour)
        row.costUsd = costOf(model, p, row.tStepS);
    return row;
}

}  // namespace

std::optional<CommunicationParameters> lastBucket(const ScalingModel& model)
{
    if (!model.terms.overlaps() || model.terms.lastBucketShare <= 0)
        return std::nullopt;
    CommunicationParameters last = model.first().communication;
    last.betaS *= model.terms.lastBucketShare;
    last.beta2S *= model.terms.lastBucketShare;
    last.gammaS *= model.terms.lastBucketShare;
    last.buckets = 1;
    return last;
}

PredictionRow pricedRow(const ScalingModel& model, int p, double tCommS)
{
    const DesignTerms& terms = model.terms;
    const std::optional<CommunicationParameters> last = lastBucket(model);
    const double lateness =
        jitters(terms) ? latenessTable(terms, model.first().communication.localSteps).at(awaited(terms, p)) : 0;
    return row(model, SplitSteps(terms), p, tCommS, last ? ownExchangeS(model, *last, p) : 0, lateness);
}

void pricedColumns(const ScalingModel& model, PredictionColumns& out)
{
    const DesignTerms& terms = model.terms;
    const int pMax = static_cast<int>(out.tComm.size());
    std::vector<double> lastBucketS(out.tComm.size());
    if (const std::optional<CommunicationParameters> last = lastBucket(model))
        ownExchangeTimes(model, *last, pMax, lastBucketS.data());
    const double* lateness =
        jitters(terms) ? latenessTable(terms, model.first().communication.localSteps).column(pMax).data() : nullptr;
    const SplitSteps splits(terms);
    for (int p = 1; p <= pMax; ++p) {
        const auto i = static_cast<std::size_t>(p - 1);
        const PredictionRow each =
            row(model, splits, p, out.tComm[i], lastBucketS[i], lateness ? lateness[awaited(terms, p) - 1] : 0);
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
