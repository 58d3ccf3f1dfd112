#include "core/quantity/units.h"
#include "core/scaling/prediction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "core/scaling/pattern_traits.h"
#include "core/scaling/priced.h"
#include "core/scaling/search.h"
#include "core/scaling/worker_table.h"

namespace scalewright {

namespace {


// What a model multiplies by, and the columns of one row. Multiplying by 1/p and 1/T_comp in place of dividing costs a
// last bit of E and R and halves the time of a whole prediction.
struct Factors {
    double tComp;
    double inverseTComp;  // finite even for a subnormal T_comp, so that 0 times it is 0
    double cost;  // of one worker for one second, times the steps

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
    return {tComp, tStep, speedup, speedup * inverseP, strong ? ratio * p : ratio, factors.cost * p * tStep};
}

// restrict on parameters, unlike on locals, is what lets the compiler use vector registers here.
template <Scaling scaling>
void deriveAll(Factors factors, std::size_t size, const double* __restrict p, const double* __restrict inverseP,
               const double* __restrict tComm, double* __restrict tComp, double* __restrict tStep, double* __restrict speedup,
               double* __restrict efficiency, double* __restrict ratio, double* __restrict cost)
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

int integerOptimum(ScalingModel model, double alphaS, int pMax, PredictionColumns& scratch)
{
    model.communication.alphaS = alphaS;
    predictColumns(model, pMax, scratch);
    return fastestP(model, scratch);
}

// For smooth patterns T(p) = const + K/p + a alpha p, with K = T_comp - b beta: returns {a, K}, after local steps.
struct SmoothTerms {
    double latencyPerWorker;
    double shrinking;
};

std::optional<SmoothTerms> smoothTerms(const ScalingModel& model)
{
    const CommunicationParameters& c = model.communication;
    const std::optional<SmoothForm> form = smoothForm(model.pattern, c);
    if (model.scaling == Scaling::Weak || !form || !model.terms.none())
        return std::nullopt;
    const double constant = form->bandwidth * c.betaS + form->reduction * c.gammaS;
    return SmoothTerms{form->latency / c.localSteps, model.tCompS - constant / c.localSteps};
}

}  // namespace

Result<void> validate(const ScalingModel& model)
{
    Error error;
    const auto check = [&error](bool right, const char* field, Message message, Message expected) {
        if (!right)
            error.problems.push_back({std::move(message), expected, {.field = field}});
    };
    check(std::isfinite(model.tCompS) && model.tCompS > 0, "t_comp", say("{} s is no compute time", fmt::format("{}", model.tCompS)),
          say("a time above 0 s"));
    if (model.priceUsdPerHour)
        check(std::isfinite(*model.priceUsdPerHour) && *model.priceUsdPerHour >= 0, "price",
              say("{} is no price", fmt::format("{}", *model.priceUsdPerHour)), say("0 USD an hour or more"));
    check(std::isfinite(model.steps) && model.steps >= 1, "steps", say("{} is too few", fmt::format("{}", model.steps)), say("1 step or more"));
    if (Result<void> communication = validate(model.communication); !communication)
        for (Problem& problem : communication.error().problems)
            error.problems.push_back(std::move(problem));
    if (error.problems.empty())
        error.problems = termProblems(model.terms, model.tCompS, model.scaling == Scaling::Strong, model.communication.localSteps);
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

bool PredictionRow::finishes() const
{
    return std::isfinite(tStepS);
}

PredictionRow predictAt(const ScalingModel& model, int p)
{
    if (!model.terms.none())
        return pricedRow(model, p);
    const double tComm = communicationTime(model.pattern, model.communication, p);
    const Factors factors(model);
    const Derived row = model.scaling == Scaling::Strong ? derive<Scaling::Strong>(factors, p, 1.0 / p, tComm)
                                                         : derive<Scaling::Weak>(factors, p, 1.0 / p, tComm);
    return {.p = p,
            .tCompS = row.tComp,
            .tCommS = tComm,
            .tStepS = row.tStep,
            .speedup = row.speedup,
            .efficiency = row.efficiency,
            .commToCompute = row.commToCompute,
            .costUsd = model.priceUsdPerHour ? std::optional(row.cost) : std::nullopt};
}

void predictColumns(const ScalingModel& model, int pMax, PredictionColumns& out)
{
    const auto size = static_cast<std::size_t>(pMax);
    // Columns a multiple of 4 KiB apart slow one another down (a load waits for a store that only looks alike), so
    // each gets a few cache lines more than the one before.
    std::size_t spare = 0;
    for (std::vector<double>* column : {&out.tComp, &out.tComm, &out.tStep, &out.speedup, &out.efficiency, &out.commToCompute, &out.cost}) {
        column->reserve(size + (spare += 72));
        column->resize(size);
    }
    communicationTimes(model.pattern, model.communication, pMax, out.tComm.data());
    if (!model.terms.none()) {
        pricedColumns(model, pMax, out);
        return;
    }
    out.hiddenComm.clear();
    out.tCoordination.clear();
    out.tWait.clear();
    out.tFailure.clear();
    const WorkerTable& table = workerTable(pMax);
    const auto fill = model.scaling == Scaling::Strong ? deriveAll<Scaling::Strong> : deriveAll<Scaling::Weak>;
    fill(Factors(model), size, table.p.data(), table.inverse.data(), out.tComm.data(), out.tComp.data(), out.tStep.data(),
         out.speedup.data(), out.efficiency.data(), out.commToCompute.data(), out.cost.data());
}

PredictionRow Prediction::row(int p) const
{
    const auto i = static_cast<std::size_t>(p - 1);
    const bool priced = !columns.tWait.empty();
    return {.p = p,
            .tCompS = columns.tComp[i],
            .tCommS = columns.tComm[i],
            .tStepS = columns.tStep[i],
            .speedup = columns.speedup[i],
            .efficiency = columns.efficiency[i],
            .commToCompute = columns.commToCompute[i],
            .costUsd = model.priceUsdPerHour ? std::optional(columns.cost[i]) : std::nullopt,
            .hiddenCommS = priced ? columns.hiddenComm[i] : 0,
            .tCoordinationS = priced ? columns.tCoordination[i] : 0,
            .tWaitS = priced ? columns.tWait[i] : 0,
            .tFailureS = priced ? columns.tFailure[i] : 0};
}

Prediction predict(const ScalingModel& model, int pMax)
{
    Prediction prediction{.model = model, .pMax = pMax, .columns = {}, .landmarks = {}};
    predictColumns(model, pMax, prediction.columns);
    prediction.landmarks = findLandmarks(model, prediction.columns);
    return prediction;
}

std::optional<double> continuousOptimum(const ScalingModel& model)
{
    const std::optional<SmoothTerms> terms = smoothTerms(model);
    const double alpha = model.communication.alphaS;
    if (!terms || terms->shrinking <= 0 || alpha <= 0)
        return std::nullopt;
    return std::sqrt(terms->shrinking / (terms->latencyPerWorker * alpha));
}

std::optional<double> alphaForOptimum(const ScalingModel& model, int p, int pMax)
{
    if (p < 1 || p > pMax)
        return std::nullopt;
    if (const std::optional<SmoothTerms> terms = smoothTerms(model)) {
        if (terms->shrinking <= 0)
            return std::nullopt;
        return terms->shrinking / (terms->latencyPerWorker * p * static_cast<double>(p));
    }
    PredictionColumns scratch;
    if (integerOptimum(model, 0, pMax, scratch) < p)
        return std::nullopt;
    // The optimum falls as alpha rises; stop between the last alpha with p* >= p and the first with p* < p.
    double low = 0;
    double high = model.tCompS * model.communication.localSteps;
    while (integerOptimum(model, high, pMax, scratch) >= p && high < 1e6 * model.tCompS)
        high *= 2;
    for (int i = 0; i < 100 && high - low > 1e-12 * high; ++i) {
        const double middle = low > 0 && high / low > 4 ? std::sqrt(low * high) : (low + high) / 2;
        (integerOptimum(model, middle, pMax, scratch) >= p ? low : high) = middle;
        if (low == 0 && high < 1e-15 * model.tCompS)
            break;
    }
    return low;
}

std::vector<Sensitivity> sensitivity(const ScalingModel& model, int pMax)
{
    std::vector<Sensitivity> rows;
    PredictionColumns scratch;
    const auto optimum = [&](double ScalingModel::*direct, double CommunicationParameters::*nested, double factor) {
        ScalingModel changed = model;
        if (direct)
            changed.*direct *= factor;
        else
            changed.communication.*nested *= factor;
        predictColumns(changed, pMax, scratch);
        const int p = fastestP(changed, scratch);
        return std::pair(p, scratch.speedup[static_cast<std::size_t>(p - 1)]);
    };
    const auto add = [&](const char* name, double ScalingModel::*direct, double CommunicationParameters::*nested) {
        const auto [pTen, sTen] = optimum(direct, nested, 10);
        const auto [pTenth, sTenth] = optimum(direct, nested, 0.1);
        rows.push_back({name, pTen, pTenth, sTen, sTenth});
    };
    add("alpha", nullptr, &CommunicationParameters::alphaS);
    add("beta", nullptr, &CommunicationParameters::betaS);
    add("t_comp", &ScalingModel::tCompS, nullptr);
    return rows;
}

std::optional<PredictionBand> predictBand(const ScalingModel& model, const ModelIntervals& intervals, int pMax)
{
    if (!intervals.any())
        return std::nullopt;
    PredictionBand band;
    band.level = 1;
    for (const std::optional<Interval>* each : {&intervals.tCompS, &intervals.alphaS, &intervals.betaS})
        if (*each)
            band.level = std::min(band.level, (*each)->level);

    const auto ends = [](const std::optional<Interval>& interval, double value) {
        return interval ? std::vector<double>{interval->low, interval->high} : std::vector<double>{value};
    };
    PredictionColumns scratch;
    bool first = true;
    for (const double tComp : ends(intervals.tCompS, model.tCompS))
        for (const double alpha : ends(intervals.alphaS, model.communication.alphaS))
            for (const double beta : ends(intervals.betaS, model.communication.betaS)) {
                ScalingModel corner = model;
                corner.tCompS = tComp;
                corner.communication.alphaS = alpha;
                corner.communication.betaS = beta;
                predictColumns(corner, pMax, scratch);
                const int pStar = fastestP(corner, scratch);
                const int kneeP = efficientP(scratch, pStar);
                const double best = scratch.speedup[static_cast<std::size_t>(pStar - 1)];
                if (first) {
                    band.speedupLow = band.speedupHigh = scratch.speedup;
                    band.pStarLow = band.pStarHigh = pStar;
                    band.kneeLow = band.kneeHigh = kneeP;
                    band.speedupAtPStarLow = band.speedupAtPStarHigh = best;
                    first = false;
                    continue;
                }
                for (std::size_t i = 0; i < scratch.speedup.size(); ++i) {
                    band.speedupLow[i] = std::min(band.speedupLow[i], scratch.speedup[i]);
                    band.speedupHigh[i] = std::max(band.speedupHigh[i], scratch.speedup[i]);
                }
                band.pStarLow = std::min(band.pStarLow, pStar);
                band.pStarHigh = std::max(band.pStarHigh, pStar);
                band.kneeLow = std::min(band.kneeLow, kneeP);
                band.kneeHigh = std::max(band.kneeHigh, kneeP);
                band.speedupAtPStarLow = std::min(band.speedupAtPStarLow, best);
                band.speedupAtPStarHigh = std::max(band.speedupAtPStarHigh, best);
            }
    return band;
}

}  // namespace scalewright
