// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/scaling/row_without_terms.h"

#include <algorithm>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/work_share.h"
#include "core/model/scaling/worker_table.h"

namespace scalewright {

namespace {

// A model's factors, shared by all rows. Multiplying by 1/p and 1/T_comp instead of dividing costs E and R their last
// bit and halves the time of a whole prediction.
struct ModelFactors {
    double tComp;
    double inverseTComp;  // finite even for a subnormal T_comp, so that 0 times this is 0
    double costPerNodeSecond;  // times the number of steps on one worker

    explicit ModelFactors(const ScalingModel& model)
        : tComp(model.tCompS),
          inverseTComp(std::min(1 / model.tCompS, std::numeric_limits<double>::max())),
          costPerNodeSecond(model.nodePriceUsdPerHour.value_or(0) * model.steps / secondsPerHour)
    {
    }
};

struct RowValues {
    double tComp, tStep, speedup, efficiency, commToCompute, cost;
};

template <Scaling scaling>
inline RowValues computeRow(const ModelFactors& factors, double p, double inverseP, double tComm)
{
    constexpr bool strong = scaling == Scaling::Strong;
    const double tComp = strong ? factors.tComp / p : factors.tComp;
    const double tStep = tComp + tComm;
    const double speedup = (strong ? factors.tComp : p * factors.tComp) / tStep;
    const double ratio = tComm * factors.inverseTComp;
    return {tComp,
            tStep,
            speedup,
            speedup * inverseP,
            strong ? ratio * p : ratio,
            strong ? factors.costPerNodeSecond * p * tStep : factors.costPerNodeSecond * tStep};
}

// restrict on parameters, unlike on locals, lets the compiler use vector registers here.
template <Scaling scaling>
void computeRows(ModelFactors factors, std::size_t size, const double* __restrict p, const double* __restrict inverseP,
                 const double* __restrict tComm, double* __restrict tComp, double* __restrict tStep,
                 double* __restrict speedup, double* __restrict efficiency, double* __restrict ratio,
                 double* __restrict cost)
{
    for (std::size_t i = 0; i < size; ++i) {
        const RowValues row = computeRow<scaling>(factors, p[i], inverseP[i], tComm[i]);
        tComp[i] = row.tComp;
        tStep[i] = row.tStep;
        speedup[i] = row.speedup;
        efficiency[i] = row.efficiency;
        ratio[i] = row.commToCompute;
        cost[i] = row.cost;
    }
}

/// A row whose p does not divide the batch: the share of the worker with the most work replaces T_comp/p.
RowValues computeUnevenRow(const ScalingModel& model, const ModelFactors& factors, int p, double tComm)
{
    const double tComp = computeTimePerWorkerS(model, usefulWorkers(model.terms, p));
    const double tStep = tComp + tComm;
    const double speedup = factors.tComp / tStep;
    return {tComp, tStep, speedup, speedup / p, tComm / tComp, factors.costPerNodeSecond * p * tStep};
}

/// Precondition: no terms.
bool isUnevenlyDivided(const ScalingModel& model, int p)
{
    return model.scaling == Scaling::Strong && model.maximumWorkers && *model.maximumWorkers % p != 0;
}

}  // namespace

PredictionRow rowWithoutTerms(const ScalingModel& model, int p, double tCommS)
{
    const ModelFactors factors(model);
    const RowValues row = isUnevenlyDivided(model, p)        ? computeUnevenRow(model, factors, p, tCommS)
                          : model.scaling == Scaling::Strong ? computeRow<Scaling::Strong>(factors, p, 1.0 / p, tCommS)
                                                             : computeRow<Scaling::Weak>(factors, p, 1.0 / p, tCommS);
    return {.p = p,
            .nodes = model.nodesAt(p),
            .tCompS = row.tComp,
            .tCommS = tCommS,
            .tStepS = row.tStep,
            .speedup = row.speedup,
            .efficiency = row.efficiency,
            .commToCompute = row.commToCompute,
            .costUsd = model.nodePriceUsdPerHour ? std::optional(runCostUsd(model, p, row.tStep)) : std::nullopt};
}

void fillColumnsWithoutTerms(const ScalingModel& model, PredictionColumns& out)
{
    const std::size_t size = out.tComm.size();
    const int pMax = static_cast<int>(size);
    const WorkerTable& table = workerTable(pMax);
    const auto fill = model.scaling == Scaling::Strong ? computeRows<Scaling::Strong> : computeRows<Scaling::Weak>;
    fill(ModelFactors(model), size, table.p.data(), table.inverseP.data(), out.tComm.data(), out.tComp.data(),
         out.tStep.data(), out.speedup.data(), out.efficiency.data(), out.commToCompute.data(), out.cost.data());
    for (int p = 1; p <= pMax && model.maximumWorkers; ++p) {
        if (!isUnevenlyDivided(model, p))
            continue;
        const auto i = static_cast<std::size_t>(p - 1);
        const RowValues row = computeUnevenRow(model, ModelFactors(model), p, out.tComm[i]);
        out.tComp[i] = row.tComp;
        out.tStep[i] = row.tStep;
        out.speedup[i] = row.speedup;
        out.efficiency[i] = row.efficiency;
        out.commToCompute[i] = row.commToCompute;
        out.cost[i] = row.cost;
    }
    if (model.workersPerNode > 1 && model.nodePriceUsdPerHour.value_or(0) > 0)
        for (std::size_t i = 0; i < size; ++i)
            out.cost[i] = runCostUsd(model, static_cast<int>(i) + 1, out.tStep[i]);
}

}  // namespace scalewright
