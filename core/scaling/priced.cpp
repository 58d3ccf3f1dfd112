#include "core/quantity/units.h"
#include "core/scaling/priced.h"

#include <cmath>

#include "core/scaling/failures.h"
#include "core/scaling/jitter_table.h"
#include "core/scaling/work_share.h"
#include "core/base/order_statistics.h"

namespace scalewright {

namespace {

bool jitters(const DesignTerms& terms)
{
    return (terms.jitterS > 0 || terms.jitterShare > 0) && terms.barrier != Barrier::None;
}

// A barrier waits for the K-th of all p, bounded staleness for the slowest of the useful workers.
int awaited(const DesignTerms& terms, int p)
{
    return terms.barrier == Barrier::EveryStep ? p : usefulWorkers(terms, p);
}

JitterTable& latenessTable(const ScalingModel& model)
{
    const DesignTerms& terms = model.terms;
    return jitterTable(terms.jitter, terms.barrier == Barrier::EveryStep ? terms.backupWorkers : 0,
                       model.communication.localSteps);
}

// `lateness` is latenessTable's at awaited(p), `alone` is aloneS.
PredictionRow row(const ScalingModel& model, int p, double alone, double tCommS, double lastBucketS, double lateness)
{
    const DesignTerms& terms = model.terms;
    const bool strong = model.scaling == Scaling::Strong;
    const int localSteps = model.communication.localSteps;
    const int useful = usefulWorkers(terms, p);
    PredictionRow row{.p = p, .nodes = model.nodes(p), .tCompS = shareOfWorkS(model, useful)};
    row.tCommS = terms.overlap > 0 ? exposedCommunicationS(terms, row.tCompS, tCommS, lastBucketS, localSteps) : tCommS;
    row.hiddenCommS = tCommS - row.tCommS;
    row.tCoordinationS = coordinationS(terms, p);
    row.tWaitS = skewWaitingS(terms, p, row.tCompS);
    if (p > 1 && jitters(terms)) {
        const double sigma = jitterAtS(terms, row.tCompS);
        if (terms.barrier == Barrier::EveryStep)
            row.tWaitS += sigma * lateness / std::sqrt(static_cast<double>(localSteps));
        else if (useful > 1)
            row.tWaitS += boundedWaitingS(terms, sigma, useful, lateness,
                                          row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS, localSteps);
    }
    row.tStepS = row.tCompS + row.tCommS + row.tCoordinationS + row.tWaitS;
    if (terms.fails()) {
        const double undisturbed = row.tStepS;
        row.tStepS *= failureFactor(terms, row.nodes, row.tCompS, undisturbed, model.stepsAt(p));
        row.tFailureS = row.tStepS - undisturbed;
    }
    // Weak scaling: backup workers add no work that counts.
    row.speedup = (strong ? alone : useful * alone) / row.tStepS;
    row.efficiency = row.speedup / p;
    row.commToCompute = row.tCommS / row.tCompS;
    if (model.priceUsdPerHour)
        row.costUsd = costOf(model, p, row.tStepS);
    return row;
}

}  // namespace

double aloneS(const ScalingModel& model)
{
    const double alone = model.tCompS * failureFactor(model.terms, 1, model.tCompS, model.tCompS, model.steps);
    return std::isfinite(alone) ? alone : model.tCompS;
}

double boundedWaitingS(const DesignTerms& terms, double sigma, int workers, double lateness, double undisturbedS,
                       int localSteps)
{
    const double s = terms.stalenessSteps;
    const double H = localSteps;
    const double L = harmonic(workers - 1);
    return sigma * sigma * L / (2 * s * H * undisturbedS + sigma * std::sqrt(H * (s + 1)) * L / lateness);
}

std::optional<CommunicationParameters> lastBucket(const ScalingModel& model)
{
    if (!model.terms.overlaps() || model.terms.lastBucketShare <= 0)
        return std::nullopt;
    CommunicationParameters last = model.communication;
    last.betaS *= model.terms.lastBucketShare;
    last.beta2S *= model.terms.lastBucketShare;
    last.gammaS *= model.terms.lastBucketShare;
    last.buckets = 1;
    return last;
}

PredictionRow pricedRow(const ScalingModel& model, int p)
{
    const std::optional<CommunicationParameters> last = lastBucket(model);
    const double lateness = jitters(model.terms) ? latenessTable(model).at(awaited(model.terms, p)) : 0;
    return row(model, p, aloneS(model), communicationTime(model, p),
               last ? communicationTime(model.pattern, *last, p) : 0, lateness);
}

void pricedColumns(const ScalingModel& model, int pMax, PredictionColumns& out)
{
    for (std::vector<double>* column : {&out.hiddenComm, &out.tCoordination, &out.tWait, &out.tFailure})
        column->assign(static_cast<std::size_t>(pMax), 0);
    if (const std::optional<CommunicationParameters> last = lastBucket(model))
        communicationTimes(model.pattern, *last, pMax, out.hiddenComm.data());
    const double* lateness = jitters(model.terms) ? latenessTable(model).column(pMax).data() : nullptr;
    const double alone = aloneS(model);
    for (int p = 1; p <= pMax; ++p) {
        const auto i = static_cast<std::size_t>(p - 1);
        const PredictionRow each =
            row(model, p, alone, out.tComm[i], out.hiddenComm[i], lateness ? lateness[awaited(model.terms, p) - 1] : 0);
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
