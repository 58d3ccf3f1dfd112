#include "core/model/scaling/plain.h"

#include <algorithm>
#include <limits>

#include "core/base/quantity/units.h"
#include "core/model/scaling/run_cost.h"
#include "core/model/scaling/work_share.h"
#include "core/model/scaling/worker_table.h"

namespace scalewright {

namespace {

// What a model multiplies by, and the columns of one row. Multiplying by 1/p and 1/T_comp in place of dividing costs a
// last bit of E and R and halves the time of a whole prediction.
struct Factors {
    double tComp;
    double inverseTComp;  // finite even for a subnormal T_comp, so that 0 times it is 0
    double cost;  // of one node for one second, times the steps of one worker

    explicit Factors(const ScalingModel& model)
        : tComp(model.tCompS),
          inverseTComp(std::min(1 / model.tCompS, std::numeric_limits<double>::max())),
          cost(model.priceUsdPerHour.value_or(0) * model.steps / secondsPerHour)
    {
    }
};

struct Derived {
    double tComp, tStep, speedup, efficiency, commToCompute, cost;
};

template <Scaling scaling>
inline Derived derive(const Factors& factors, double p, double inverseP, double tComm)
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
            strong ? factors.cost * p * tStep : factors.cost * tStep};
}

// restrict on parameters, unlike on locals, is what lets the compiler use vector registers here.
template <Scaling scaling>
void deriveAll(Factors factors, std::size_t size, const double* __restrict p, const double* __restrict inverseP,
               const double* __restrict tComm, double* __restrict tComp, double* __restrict tStep,
               double* __restrict speedup, double* __restrict efficiency, double* __restrict ratio,
               double* __restrict cost)
{
    for (std::size_t i = 0; i < size; ++i) {
        const Derived row = derive<scaling>(factors, p[i], inverseP[i], tComm[i]);
        tComp[i] = row.tComp;
        tStep[i] = row.tStep;
        speedup[i] = row.speedup;
        efficiency[i] = row.efficiency;
        ratio[i] = row.commToCompute;
        cost[i] = row.cost;
    }
}

/// A row of a batch that p does not divide: the fullest worker's share in place of T_comp/p.
Derived deriveWhole(const ScalingModel& model, const Factors& factors, int p, double tComm)
{
    const double tComp = shareOfWorkS(model, usefulWorkers(model.terms, p));
    const double tStep = tComp + tComm;
    const double speedup = factors.tComp / tStep;
    return {tComp, tStep, speedup, speedup / p, tComm / tComp, factors.cost * p * tStep};
}

/// Precondition: no terms.
bool sharedUnevenly(const ScalingModel& model, int p)
{
    return model.scaling == Scaling::Strong && model.mostWorkers && *model.mostWorkers % p != 0;
}

}  // namespace

PredictionRow plainRow(const ScalingModel& model, int p, double tCommS)
{
    const Factors factors(model);
    const Derived row = sharedUnevenly(model, p)           ? deriveWhole(model, factors, p, tCommS)
                        : model.scaling == Scaling::Strong ? derive<Scaling::Strong>(factors, p, 1.0 / p, tCommS)
                                                           : derive<Scaling::Weak>(factors, p, 1.0 / p, tCommS);
    return {.p = p,
            .nodes = model.nodes(p),
            .tCompS = row.tComp,
            .tCommS = tCommS,
            .tStepS = row.tStep,
            .speedup = row.speedup,
            .efficiency = row.efficiency,
            .commToCompute = row.commToCompute,
            .costUsd = model.priceUsdPerHour ? std::optional(costOf(model, p, row.tStep)) : std::nullopt};
}

void plainColumns(const ScalingModel& model, PredictionColumns& out)
{
    const std::size_t size = out.tComm.size();
    const int pMax = static_cast<int>(size);
    const WorkerTable& table = workerTable(pMax);
    const auto fill = model.scaling == Scaling::Strong ? deriveAll<Scaling::Strong> : deriveAll<Scaling::Weak>;
    fill(Factors(model), size, table.p.data(), table.inverse.data(), out.tComm.data(), out.tComp.data(),
         out.tStep.data(), out.speedup.data(), out.efficiency.data(), out.commToCompute.data(), out.cost.data());
    for (int p = 1; p <= pMax && model.mostWorkers; ++p) {
        if (!sharedUnevenly(model, p))
            continue;
        const auto i = static_cast<std::size_t>(p - 1);
        const Derived row = deriveWhole(model, Factors(model), p, out.tComm[i]);
        out.tComp[i] = row.tComp;
        out.tStep[i] = row.tStep;
        out.speedup[i] = row.speedup;
        out.efficiency[i] = row.efficiency;
        out.commToCompute[i] = row.commToCompute;
        out.cost[i] = row.cost;
    }
    if (model.workersPerNode > 1 && model.priceUsdPerHour.value_or(0) > 0)
        for (std::size_t i = 0; i < size; ++i)
            out.cost[i] = costOf(model, static_cast<int>(i) + 1, out.tStep[i]);
}

}  // namespace scalewright
